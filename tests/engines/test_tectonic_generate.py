"""What makes puzzles: the kernels that cut and thin boards, and wishes for the rating."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from plain_tectonic import obeys, quick_solutions, random_grid

from zet.engines.tectonic.explainer import LimitError
from zet.engines.tectonic.generator import generate
from zet.engines.tectonic.model import Puzzle, is_connected
from zet.engines.tectonic.rating import rate
from zet.engines.tectonic.solver import solve

CUTTER, THINNER = "zet.engines.tectonic._cutter", "zet.engines.tectonic._thinner"


@pytest.mark.parametrize(
    ("width", "height", "most"), [(1, 1, 1), (7, 1, 2), (5, 4, 4), (6, 5, 5), (9, 8, 9), (8, 8, 64)]
)
def test_a_board_is_cut_and_filled(
    kernel: Callable[[str], Any], width: int, height: int, most: int
) -> None:
    cut = 0
    for seed in range(8):
        cutter = kernel(CUTTER).Cutter(width, height, most, seed)
        if cutter.cut(40):
            cut += 1
            pieces, digits = cutter.pieces(), cutter.solution()
            puzzle = Puzzle.build(width, height, pieces, digits)
            assert obeys(width, pieces, digits, digits)
            assert max(puzzle.sizes) <= most
            assert all(is_connected(puzzle, cells) for cells in puzzle.members)
    assert cut


def test_a_seed_cuts_the_same_board_compiled_or_not(kernel: Callable[[str], Any]) -> None:
    cutter = kernel(CUTTER).Cutter(5, 4, 5, 2**64 - 1)
    assert cutter.cut(500)
    assert "".join(map(str, cutter.solution())) == "21235435141242343151"


def test_cutting_stops_when_it_is_told(kernel: Callable[[str], Any]) -> None:
    assert kernel(CUTTER).Cutter(60, 60, 4, 1).cut(10**9, lambda _steps: True) is None
    assert kernel(CUTTER).Cutter(9, 9, 4, 1).cut(0) is False


@cache
def full_boards() -> list[tuple[int, int, list[int], bytes]]:
    """Return boards of every kind with one of their solutions."""
    boards = []
    random = Random(5)
    while len(boards) < 60:
        width, height, pieces, _ = random_grid(random, random.randint(1, 5), random.randint(1, 5))
        if found := quick_solutions((width, height, pieces, [0] * len(pieces)), 3):
            boards.append((width, height, pieces, found[-1]))
    return boards


def test_a_given_is_spared_if_the_solution_stays_the_only_one(kernel: Callable[[str], Any]) -> None:
    spared = kept = 0
    for number, (width, height, pieces, digits) in enumerate(full_boards()):
        thinner = kernel(THINNER).Thinner(width, height, pieces, digits)
        random = Random(number)
        left = set(range(len(pieces)))
        givens = list(digits)
        while left:
            orbit = random.sample(sorted(left), min(len(left), random.choice([1, 1, 2, 3])))
            left.difference_update(orbit)
            without = [0 if cell in orbit else given for cell, given in enumerate(givens)]
            unique = len(quick_solutions((width, height, pieces, without), 2)) == 1
            assert thinner.spare(orbit) is unique
            spared, kept = spared + unique, kept + (not unique)
            if unique:
                givens = without
            assert thinner.givens() == bytes(givens)
    assert spared > 100
    assert kept > 60


def test_on_a_large_board_a_doubt_is_no_verdict(kernel: Callable[[str], Any]) -> None:
    """What the windows leave open is rare, and what they say is what the solver says."""
    puzzle = generate(14, 14, Random(3))
    assert puzzle is not None
    [solution] = solve(puzzle).solutions
    thinner = kernel(THINNER).Thinner(14, 14, puzzle.pieces, solution)
    thinner.take([cell for cell, given in enumerate(puzzle.givens) if not given])
    for cell in [cell for cell, given in enumerate(puzzle.givens) if given]:
        assert thinner.spare([cell]) in (False, None)
    assert thinner.givens() == bytes(puzzle.givens)


@pytest.mark.parametrize("bad", [{"solution": [1, 1, 1]}, {"solution": [1, 2]}, {"solution": [3, 2, 1]}])
def test_no_solution_is_no_board(kernel: Callable[[str], Any], bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"digit|share"):
        kernel(THINNER).Thinner(3, 1, [0, 0, 1], bad["solution"])


def test_a_large_board_has_one_solution() -> None:
    puzzle = generate(30, 30, Random(1))
    assert puzzle is not None
    assert solve(puzzle).unique
    assert sum(given > 0 for given in puzzle.givens) < 200


@pytest.mark.parametrize(
    "wish",
    [
        {"rating": (150, 170)},
        {"rating": (200, 230), "symmetric": True},
        {"require": [13], "forbid": [14, 15]},
        {"require": [8], "minimal": True},
        {"forbid": [3]},
        {"difficulty": "extreme", "rating": (250, 400)},
    ],
)
def test_a_wish_for_the_rating_is_met(wish: dict[str, Any]) -> None:
    puzzle = generate(6, 6, Random(2), **wish)
    assert puzzle is not None
    found = rate(puzzle)
    assert found is not None
    least, most = wish.get("rating", (0, 10**9))
    assert least <= found.score <= most
    assert set(wish.get("require", ())) <= found.counts.keys()
    assert set(wish.get("forbid", ())).isdisjoint(found.counts)
    assert wish.get("difficulty", found.level) == found.level
    assert generate(6, 6, Random(2), **wish) == puzzle


def test_a_wish_that_nothing_meets_comes_to_an_end() -> None:
    assert generate(2, 2, Random(1), require=[12]) is None
    assert generate(3, 3, Random(1), require=[13], forbid=[13]) is None


@pytest.mark.parametrize("side", [9, 60])
def test_a_limit_of_time_ends_it(side: int) -> None:
    with pytest.raises(LimitError):
        generate(side, side, Random(1), max_piece=4, seconds=0)
