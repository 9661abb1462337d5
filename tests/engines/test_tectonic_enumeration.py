"""All solutions, and the cells in which they differ, compared with a slow solver."""

import pytest
from plain_tectonic import quick_solutions, small_grids

from zet.engines.tectonic import enumeration
from zet.engines.tectonic.enumeration import Solutions, differences
from zet.engines.tectonic.model import Puzzle, mask_of

MOST = 3000


def boards(rounds: range) -> list[tuple[Puzzle, list[tuple[int, ...]]]]:
    found = []
    for grid in small_grids(11, len(rounds)):
        solutions = [tuple(one) for one in quick_solutions(grid, MOST)]
        if len(solutions) < MOST:
            found.append((Puzzle.build(*grid), sorted(solutions)))
    return found


@pytest.mark.parametrize("patience", [20_000, 0])
def test_every_solution_is_found_once(monkeypatch: pytest.MonkeyPatch, patience: int) -> None:
    """Each solution is found once, also if the learning search begins at once."""
    monkeypatch.setattr(enumeration, "PATIENCE", patience)
    several = 0
    for puzzle, solutions in boards(range(200)):
        found = Solutions(puzzle)
        listed = [tuple(one) for one in found]
        assert len(listed) == found.count
        assert sorted(listed) == solutions
        assert (found.complete, found.limit) == (True, None)
        several += len(solutions) > 1
    assert several > 20


def test_solutions_come_one_by_one() -> None:
    found = Solutions(
        Puzzle.build(10, 10, [cell // 10 // 2 * 5 + cell % 10 // 2 for cell in range(100)], [0] * 100)
    )
    some = iter(found)
    first = next(some)
    assert (found.count, found.complete) == (1, False)
    assert next(some) != first


def test_limits_end_the_list() -> None:
    puzzle = Puzzle.build(4, 4, "aabbaabbccddccdd", [0] * 16)
    found = Solutions(puzzle, nodes=0)
    assert (list(found), found.limit, found.complete) == ([], "nodes", False)
    found = Solutions(puzzle, seconds=0)
    assert len(list(found)) <= 64
    assert found.limit == "time"
    whole = sum(1 for _ in Solutions(puzzle))
    some = Solutions(puzzle, nodes=20)
    assert sum(1 for _ in some) < whole
    assert some.limit == "nodes"


def test_the_digits_of_cells_are_those_of_all_solutions() -> None:
    for puzzle, solutions in boards(range(200)):
        found = differences(puzzle)
        expected = [mask_of(digits) for digits in zip(*solutions, strict=True)]
        assert list(found.digits) == (expected or [0] * len(puzzle.pieces))
        assert found.cells == tuple(c for c, mask in enumerate(expected) if mask & (mask - 1))
        assert found.complete


def test_a_limit_leaves_differences_open() -> None:
    puzzle = Puzzle.build(4, 4, "aabbaabbccddccdd", [0] * 16)
    assert not differences(puzzle, nodes=0).complete
