"""Checks and generation of puzzles, compared with a slow solver."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random

import pytest
from plain_tectonic import Grid, obeys, quick_solutions, small_grids

from zet.engines.tectonic import checker
from zet.engines.tectonic.checker import check, without_givens
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.model import Puzzle, PuzzleError, broken_rule, is_connected, original_problems
from zet.engines.tectonic.rating import LEVEL_NAMES, rate
from zet.engines.tectonic.solver import solve


def grid_of(puzzle: Puzzle) -> Grid:
    return puzzle.width, puzzle.height, list(puzzle.pieces), list(puzzle.givens)


def is_unique(grid: Grid) -> bool:
    return len(quick_solutions(grid, 2)) == 1


@cache
def boards() -> list[tuple[Puzzle, int]]:
    """Return small puzzles and their numbers of solutions; 2 means several."""
    return [(Puzzle.build(*grid), len(quick_solutions(grid, 2))) for grid in small_grids(5, 300)]


def spared(puzzle: Puzzle, *, pairs: bool = False) -> list[int]:
    """Return the cells whose given (or pair of givens under a half turn) is superfluous, by trying."""
    width, height, pieces, givens = grid_of(puzzle)
    found = []
    for cell in [cell for cell, given in enumerate(givens) if given]:
        fewer = givens.copy()
        fewer[cell] = 0
        if pairs:
            fewer[-1 - cell] = 0
        if is_unique((width, height, pieces, fewer)):
            found.append(cell)
    return found


def test_check_counts_as_the_slow_solver_does() -> None:
    for puzzle, count in boards():
        found = check(puzzle)
        assert found.count == count
        assert found.unique is (count == 1)
        assert found.status == ("valid" if count == 1 else "invalid")
        assert found.redundant is None


def test_check_finds_the_givens_that_can_be_spared() -> None:
    tight = loose = 0
    for puzzle, count in boards():
        found = check(puzzle, minimal=True)
        if count == 1:
            expected = spared(puzzle)
            assert found.redundant == tuple(expected)
            assert found.status == ("not-minimal" if expected else "valid")
            tight += not expected
            loose += bool(expected)
        else:
            assert found.redundant is None
    assert tight > 5
    assert loose > 5


def test_check_names_givens_that_contradict_each_other() -> None:
    sizes = Counter[int]()
    for puzzle in (*(puzzle for puzzle, count in boards() if not count), *spoiled(100)):
        conflict = check(puzzle).conflict
        assert conflict is not None
        sizes[len(conflict)] += 1
        width, height, pieces, givens = grid_of(puzzle)
        for left_out in (None, *conflict):
            cells = {*conflict} - {left_out}
            kept = [given if cell in cells else 0 for cell, given in enumerate(givens)]
            found = quick_solutions((width, height, pieces, kept), 1)
            assert bool(found) == (left_out is not None)
    assert sizes.keys() >= {0, 1, 2, 3, 4}
    assert all(check(puzzle).conflict is None for puzzle, count in boards() if count)


def test_check_names_pieces_that_contradict_each_other() -> None:
    """Without any one of them, digits fit into the others."""
    sizes = Counter[int]()
    for puzzle in (puzzle for puzzle, count in boards() if not count):
        found = check(puzzle)
        assert (found.conflict_pieces is None) == (found.conflict != ())
        if found.conflict_pieces is None:
            continue
        sizes[len(found.conflict_pieces)] += 1
        for left_out in (None, *found.conflict_pieces):
            left = {*found.conflict_pieces} - {left_out}
            pieces = [piece if piece in left else -1 for piece in puzzle.pieces]
            grid = puzzle.width, puzzle.height, pieces, [0] * len(pieces)
            assert bool(quick_solutions(grid, 1)) == (left_out is not None)
    assert sizes.keys() >= {2, 3}
    assert all(check(puzzle).conflict_pieces is None for puzzle, count in boards() if count)


def spoiled(n: int) -> Iterator[Puzzle]:
    """Yield generated puzzles with another digit in one given, which have no solution."""
    for seed in range(n):
        random = Random(seed)
        puzzle = generate(5, 5, random)
        assert puzzle is not None
        givens = list(puzzle.givens)
        cell = random.choice([cell for cell, given in enumerate(givens) if given])
        givens[cell] = givens[cell] % puzzle.sizes[puzzle.pieces[cell]] + 1
        with suppress(PuzzleError):
            wrong = Puzzle.build(5, 5, puzzle.pieces, givens)
            if solve(wrong).status == "unsolvable":
                yield wrong


def test_a_search_for_a_conflict_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle.build(3, 2, "aabaab", [3, 0, 1, 0, 0, 0])
    assert check(puzzle).conflict == (0,)
    assert checker.conflict_of(puzzle, seconds=0) is None
    monkeypatch.setattr(checker, "MAX_SEARCHES", 0)
    assert (check(puzzle).status, check(puzzle).conflict) == ("invalid", None)


def test_a_check_without_time_knows_nothing() -> None:
    puzzle = Puzzle.build(2, 2, "aaaa", [0] * 4)
    found = check(puzzle, minimal=True, nodes=0)
    assert (found.status, found.count, found.unique, found.redundant) == ("unknown", 0, None, None)


def test_the_originals_problems_are_told() -> None:
    puzzle = Puzzle.build(3, 3, "aabaccccc", [0] * 9)
    assert original_problems(puzzle) == []
    assert original_problems(Puzzle.build(3, 1, "aba", [0] * 3)) == [
        "the piece containing row 1, column 1 is not connected"
    ]
    puzzle = Puzzle.build(4, 2, "abbbabbb", [0] * 8)
    assert check(puzzle).original_problems == (
        "the piece containing row 1, column 2 has 6 cells, more than 5",
    )


def test_a_board_does_not_hang_together_around_its_edge() -> None:
    puzzle = Puzzle.build(3, 2, "abccab", [0] * 6)
    assert not is_connected(puzzle, [2, 3])
    assert not is_connected(puzzle, [0, 4])
    assert is_connected(puzzle, [0, 3, 4, 5])


def test_givens_are_taken_away() -> None:
    puzzle = Puzzle.build(3, 1, "aaa", [1, 2, 3], origin="x")
    assert without_givens(puzzle, [0, 2]).givens == (0, 2, 0)


def test_broken_rules_are_told_and_only_they() -> None:
    for puzzle, _ in boards():
        width, _, pieces, givens = grid_of(puzzle)
        for digits in quick_solutions(grid_of(puzzle), 3):
            assert broken_rule(puzzle, digits) is None
            for cell in range(len(digits)):
                other = bytearray(digits)
                other[cell] = other[cell] % 4 + 1
                assert (broken_rule(puzzle, other) is None) is obeys(width, pieces, givens, other)


@pytest.mark.parametrize(
    ("digits", "message"),
    [
        ([1, 0], "row 1, column 2: this cell has no digit"),
        ([2, 1], "row 1, column 1: this cell has the digit 2, but its given is 1"),
        ([1, 3], "row 1, column 2: the given 3 is not from 1 to 2, the size of its piece"),
        ([1, 1], "row 1, column 2: the given 1 is also at row 1, column 1 of the same piece"),
    ],
)
def test_the_broken_rule_is_named(digits: list[int], message: str) -> None:
    assert broken_rule(Puzzle.build(2, 1, "aa", [1, 0]), digits) == message


# Making.

SIZES = [(1, 1), (1, 7), (6, 1), (2, 5), (5, 5), (6, 7)]
TRAITS: list[dict[str, int]] = [{"symmetric": True}, {"minimal": True}, {"max_piece": 7}]
KINDS = [
    *[(width, height, traits) for width, height in SIZES for traits in TRAITS],
    (5, 5, {"symmetric": True, "minimal": True}),
    (7, 8, {"symmetric": True, "minimal": True}),
    (5, 5, {"max_piece": 4}),
    (9, 9, {}),
    (9, 9, {"max_piece": 8, "minimal": True}),
    (9, 9, {"symmetric": True}),
]


@pytest.mark.parametrize(("width", "height", "options"), KINDS)
def test_what_is_made_has_one_solution_and_the_wanted_traits(
    width: int, height: int, options: dict[str, int]
) -> None:
    for seed in range(2 if width < 7 else 1):
        puzzle = generate(width, height, Random(seed), Wish(**options))  # type: ignore[arg-type]
        assert puzzle is not None
        assert (puzzle.width, puzzle.height) == (width, height)
        assert is_unique(grid_of(puzzle))
        assert max(puzzle.sizes) <= options.get("max_piece", 5)
        assert all(is_connected(puzzle, cells) for cells in puzzle.members)
        if "symmetric" in options:
            places = [given > 0 for given in puzzle.givens]
            assert places == places[::-1]
        if "minimal" in options:
            assert spared(puzzle, pairs="symmetric" in options) == []
        assert generate(width, height, Random(seed), Wish(**options)) == puzzle  # type: ignore[arg-type]


@pytest.mark.parametrize("minimal", [False, True])
@pytest.mark.parametrize("level", [name for name in LEVEL_NAMES if name != "extreme"])
def test_the_difficulty_is_the_one_wanted(level: str, minimal: bool) -> None:
    puzzle = generate(6, 6, Random(4), Wish(difficulty=level, minimal=minimal))
    assert puzzle is not None
    rating = rate(puzzle)
    assert rating is not None
    assert rating.level == level
    assert is_unique(grid_of(puzzle))
    assert not (minimal and spared(puzzle))


def test_the_difficulty_goes_with_symmetry() -> None:
    puzzle = generate(6, 6, Random(1), Wish(difficulty="easy", symmetric=True))
    assert puzzle is not None
    places = [given > 0 for given in puzzle.givens]
    assert places == places[::-1]
    assert solve(puzzle).unique


def test_different_seeds_make_different_puzzles() -> None:
    assert len({generate(6, 6, Random(seed)) for seed in range(10)}) == 10


def test_what_cannot_be_made_is_not_made() -> None:
    assert generate(1, 1, Random(1), Wish(difficulty="hard")) is None


@pytest.mark.parametrize(
    ("width", "height", "max_piece", "message"),
    [
        (0, 5, 5, "a 5 x 0 board: both sides must be from 1 to 100"),
        (5, 101, 5, "a 101 x 5 board: both sides must be from 1 to 100"),
        (5, 5, 3, "the largest piece of a 5 x 5 board must have 4 to 64 cells"),
        (5, 1, 1, "the largest piece of a 1 x 5 board must have 2 to 64 cells"),
        (5, 5, 65, "the largest piece of a 5 x 5 board must have 4 to 64 cells"),
    ],
)
def test_impossible_wishes_are_refused(width: int, height: int, max_piece: int, message: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{message}$"):
        generate(width, height, Random(1), Wish(max_piece=max_piece))
