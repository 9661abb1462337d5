"""Ratings: the same for a board that is turned or mirrored, and what the explanation needs."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from plain_tectonic import mirrored, small_grids, solutions, transposed

from zet.engines.tectonic import rating as ratings
from zet.engines.tectonic.explainer import LADDER, LimitError, explain
from zet.engines.tectonic.generator import generate
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rating import BOUNDS, LEVEL_NAMES, OPEN, SCORED, WEIGHTS, rate


@pytest.fixture(autouse=True)
def kernel_of_the_rating(kernel: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "Ladder", kernel("zet.engines.tectonic._ladder").Ladder)


@cache
def puzzles() -> list[Puzzle]:
    """Return small boards of every kind, and larger ones with one solution."""
    made = [generate(8, 6, Random(seed), max_piece=5 + seed % 4) for seed in range(16)]
    return [Puzzle.build(*grid) for grid in small_grids(3, 150)] + [puzzle for puzzle in made if puzzle]


def turned(puzzle: Puzzle) -> list[Puzzle]:
    """Return the puzzle in all its eight positions."""
    grid = puzzle.width, puzzle.height, list(puzzle.pieces), list(puzzle.givens)
    grids = [grid]
    for turn in (transposed, mirrored) * 4:
        grids.append(turn(grids[-1]))
    return [Puzzle.build(*grid) for grid in grids]


def test_a_turned_or_mirrored_board_has_the_same_rating(rounds: Callable[[int], int]) -> None:
    levels = set()
    for puzzle in puzzles()[-rounds(120) :]:
        first, *others = (rate(other) for other in turned(puzzle))
        assert all(other == first for other in others), puzzle
        levels.add(first and first.level)
    assert len(levels) > 3


def test_a_rating_says_what_the_explanation_needs() -> None:
    for puzzle in puzzles():
        rating, explanation = rate(puzzle), explain(puzzle)
        if explanation.status == "unsolvable":
            assert rating is None
            continue
        assert rating is not None
        used = {step.deduction.technique for step in explanation.steps}
        assert rating.hardest == max(used, key=LADDER.index, default=0)
        assert list(rating.counts) == sorted(rating.counts, key=LADDER.index)
        assert all(rating.counts[number] >= rating.rounds[number] > 0 for number in rating.counts)
        assert (rating.level == "extreme") or 9 not in used
        assert rating.unique is (9 not in used or len(solutions(*grid_of(puzzle), 2)) == 1)


def grid_of(puzzle: Puzzle) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    return puzzle.width, puzzle.height, puzzle.pieces, puzzle.givens


def test_the_score_adds_up_what_is_found_and_the_level_goes_by_the_open_cells() -> None:
    for puzzle in puzzles():
        rating = rate(puzzle)
        if rating is None or rating.hardest == 9:
            continue
        open_cells = puzzle.givens.count(0)
        if set(rating.counts) <= set(SCORED):
            worth = {number: WEIGHTS[number] * count for number, count in rating.counts.items()}
            assert rating.score == sum(worth.values()) + OPEN * open_cells
            more = sum(worth.values()) - worth.get(1, 0) - worth.get(2, 0)
            assert rating.level == LEVEL_NAMES[sum(more >= bound * open_cells > 0 for bound in BOUNDS)]


def test_a_board_is_rated_by_hand() -> None:
    """The givens of a row of three leave one digit: two findings at once, 2 each, and the open cell."""
    rating = rate(Puzzle.build(2, 1, "aa", [1, 0]))
    assert rating is not None
    assert (rating.score, rating.counts, rating.rounds) == (4, {1: 1}, {1: 1})
    rating = rate(Puzzle.build(3, 1, "aaa", [1, 0, 2]))
    assert rating is not None
    assert (rating.score, rating.counts, rating.rounds) == (6, {1: 2}, {1: 1})
    assert (rating.level, rating.hardest, rating.unique) == ("easy", 1, True)


def test_a_full_board_is_easy() -> None:
    rating = rate(Puzzle.build(2, 1, "aa", [1, 2]))
    assert rating is not None
    assert (rating.score, rating.level, rating.hardest, rating.counts) == (0, "easy", 0, {})


def test_a_board_with_several_solutions_is_extreme() -> None:
    rating = rate(Puzzle.build(2, 1, "aa", [0, 0]))
    assert rating is not None
    assert (rating.level, rating.hardest, rating.unique) == ("extreme", 9, False)
    assert rating.counts == {9: 2}


@pytest.mark.parametrize("limits", [{"nodes": 1}, {"seconds": 0}])
def test_a_limit_ends_a_rating(limits: dict[str, Any]) -> None:
    puzzle = Puzzle.build(10, 10, [cell // 5 for cell in range(100)], [0] * 100)
    with pytest.raises(LimitError):
        rate(puzzle, **limits)
