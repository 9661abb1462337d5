"""The fit of a scale to solving times, on model solvers with different habits."""

from functools import cache
from io import BytesIO
from random import Random

import pytest

from zet.engines.tectonic.generator import generate
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.timing import OWN, Scale, TimesError, amounts_of, fit, rank_correlation
from zet.formats.errors import FormatError
from zet.formats.tectonic.times import load as load_times


@cache
def puzzles() -> list[Puzzle]:
    made = [generate(side, side, Random(seed)) for side in (5, 6) for seed in range(25)]
    return [puzzle for puzzle in made if puzzle]


@pytest.mark.parametrize("habit", [Scale(4, 2, 10, 40), Scale(0.3, 4, 12, 120)])
def test_a_fit_finds_the_habit_of_a_solver(habit: Scale) -> None:
    report = fit([(puzzle, habit.seconds(amounts_of(puzzle))) for puzzle in puzzles()])
    assert report.fitted + report.tested == len(set(puzzles()))
    assert report.factor < 1.1
    assert report.estimate.within is not None
    assert report.open_cells.within is not None
    assert report.estimate.within > 0.97 > report.open_cells.within + 0.15


def test_times_that_are_chance_are_not_predicted() -> None:
    random = Random(3)
    report = fit([(puzzle, random.lognormvariate(4, 1)) for puzzle in puzzles()])
    assert report.estimate.within is not None
    assert abs(report.estimate.within) < 0.6
    assert report.factor > 1.3


def test_a_few_times_are_refused() -> None:
    with pytest.raises(TimesError, match="20"):
        fit([(puzzle, 10) for puzzle in puzzles()[:5]])


def test_rank_correlation() -> None:
    assert rank_correlation([1, 2, 3], [2, 4, 9]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [9, 8, 2, 1], "aabb") == pytest.approx(-1)
    assert rank_correlation([1, 1], [1, 2]) is None
    assert OWN.seconds((1, 1, 1, 1)) == 27


@pytest.mark.parametrize("line", [b"x 3x1:aaa:1.2", b"0 3x1:aaa:1.2", b"nan 3x1:aaa:1.2", b"5 3x1", b"5"])
def test_a_bad_line_of_times_is_reported(line: bytes) -> None:
    with pytest.raises(FormatError, match=r"^times:2: "):
        load_times(BytesIO(b"# seconds\n" + line + b"\n"), "times")


@pytest.mark.parametrize("line", ["75.5 {}", "75.5\t{}", "75.5,{}", " 1:15.5 ; {}"])
def test_times_are_read_as_a_spreadsheet_writes_them(line: str) -> None:
    [(puzzle, seconds)] = load_times(BytesIO(line.format("3x1:aaa:1.2").encode()))
    assert puzzle.givens == (1, 0, 2)
    assert seconds == 75.5


@pytest.mark.parametrize(
    "line", ["3x1:aaa:1.2", "0 3x1:aaa:1.2", "75,5 3x1:aaa:1.2", "nan 3x1:aaa:1.2", "75"]
)
def test_a_line_without_a_time_and_a_puzzle_is_refused(line: str) -> None:
    with pytest.raises(FormatError, match=r"^in:1: "):
        load_times(BytesIO(line.encode()), "in")
