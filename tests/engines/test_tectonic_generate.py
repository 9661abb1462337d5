"""The generator: kernels that cut boards and remove givens, and conditions on the rating."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from plain_tectonic import obeys, quick_solutions, random_grid

from zet.engines.kernel.budget import LimitError
from zet.engines.kernel.clock import Deadline
from zet.engines.tectonic import generator
from zet.engines.tectonic._cutter import Cutter
from zet.engines.tectonic.checker import check, without_givens
from zet.engines.tectonic.constants import KEEPS
from zet.engines.tectonic.easing import eased, easing_order
from zet.engines.tectonic.fewest import fewest_givens
from zet.engines.tectonic.generator import Failure, Wish, _Maker, generate
from zet.engines.tectonic.model import Puzzle, PuzzleError, is_connected
from zet.engines.tectonic.patterns import ImpossibleError, climbed
from zet.engines.tectonic.rating import LEVEL_NAMES, rate
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
    assert "".join(map(str, cutter.solution())) == "41312352452413113542"


def test_large_boards_are_cut_without_luck() -> None:
    """Cutting row by row would exceed this number of removals on half of the boards."""
    for seed in range(6):
        assert Cutter(60, 60, 5, seed).cut(15 * 60 * 60), seed


def test_cutting_stops_when_it_is_told(kernel: Callable[[str], Any]) -> None:
    assert kernel(CUTTER).Cutter(60, 60, 4, 1).cut(10**9, lambda _steps: True) is None
    assert kernel(CUTTER).Cutter(9, 9, 4, 1).cut(0) is False


@cache
def full_boards() -> list[tuple[int, int, list[int], bytes]]:
    """Return boards of every kind, each with a solution."""
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
    """The windows leave few givens undecided, and their verdicts agree with the solver."""
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
        {"rating": (190, 210)},
        {"rating": (210, 260), "symmetric": True},
        {"require": [13], "forbid": [14, 15]},
        {"require": [8], "minimal": True},
        {"forbid": [3]},
        {"difficulty": "extreme", "rating": (300, 600)},
    ],
)
def test_a_wish_for_the_rating_is_met(wish: dict[str, Any]) -> None:
    puzzle = generate(6, 6, Random(2), Wish(**wish))
    assert puzzle is not None
    found = rate(puzzle)
    assert found is not None
    least, most = wish.get("rating", (0, 10**9))
    assert least <= found.score <= most
    assert set(wish.get("require", ())) <= found.counts.keys()
    assert set(wish.get("forbid", ())).isdisjoint(found.counts)
    assert wish.get("difficulty", found.level) == found.level
    assert generate(6, 6, Random(2), Wish(**wish)) == puzzle


@pytest.mark.parametrize(
    "wish", [{"difficulty": "easy"}, {"difficulty": "hard", "symmetric": True}, {"forbid": [13, 14, 15]}]
)
def test_a_large_board_becomes_easier_by_a_few_givens(wish: dict[str, Any]) -> None:
    failures: list[Failure] = []
    puzzle = generate(40, 40, Random(2), Wish(**wish), failures=failures)
    assert puzzle is not None
    assert len(failures) <= 3
    found = rate(puzzle)
    assert found is not None
    assert found.unique
    assert not Wish(**wish).faults(found)
    assert len(given_in(puzzle)) < 500
    if "symmetric" in wish:
        assert {1599 - cell for cell in given_in(puzzle)} == given_in(puzzle)


def test_orbits_that_make_a_puzzle_easier_are_all_cells_in_the_end() -> None:
    full = generate(12, 12, Random(4))
    assert full is not None
    [solution] = solve(full).solutions
    order = list(easing_order(full, solution, [13], lambda cell: [cell], Random(1), Deadline(None)))
    assert sorted(cell for orbit in order for cell in orbit) == [
        cell for cell, given in enumerate(full.givens) if not given
    ]
    seen: list[int] = []

    def is_too_hard(puzzle: Puzzle) -> bool:
        seen.append(len(given_in(puzzle)))
        return seen[-1] < 40

    assert len(given_in(eased(full, solution, order, is_too_hard))) == 40
    assert len(seen) < 10


@pytest.mark.parametrize(
    "wish",
    [
        *({"difficulty": level} for level in LEVEL_NAMES),
        {},
        {"symmetric": True},
        {"symmetric": True, "difficulty": "medium"},
        {"symmetric": True, "forbid": [14, 15]},
        {"rating": (100, 300)},
        {"require": [13]},
        {"forbid": [14, 15]},
        {"max_piece": 4},
        {"fewest": True},
        *({"keep": keep} for keep in KEEPS if keep != "givens"),
    ],
    ids=str,
)
def test_no_single_given_of_a_minimal_puzzle_can_be_spared(wish: dict[str, Any]) -> None:
    for seed in range(20):
        idea = generate(5, 5, Random(-seed)) if "keep" in wish else None
        puzzle = generate(5, 5, Random(seed), Wish(minimal=True, idea=idea, **wish))
        assert puzzle is not None
        grid = puzzle.width, puzzle.height, list(puzzle.pieces)
        assert len(quick_solutions((*grid, list(puzzle.givens)), 2)) == 1
        for cell in given_in(puzzle):
            others = [0 if at == cell else given for at, given in enumerate(puzzle.givens)]
            assert len(quick_solutions((*grid, others), 2)) == 2


def test_a_wish_that_nothing_meets_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "MAX_TRIES", 100)
    assert generate(2, 2, Random(1), Wish(require=[12])) is None
    failures: list[Failure] = []
    wish: dict[str, Any] = {
        "require": [13],
        "forbid": [1],
        "difficulty": "extreme",
        "rating": (1000, 2000),
    }
    assert generate(3, 3, Random(1), Wish(**wish), failures=failures) is None
    assert len(failures) == 100
    for faults, rating in failures:
        assert faults == ["difficulty", "low", "require"]
        assert rating is not None
        assert rating.level != "extreme"
        assert rating.score < 1000


def test_a_limit_of_time_ends_a_climb() -> None:
    board = Puzzle.build(5, 5, "aaaaabbbbbcccccdddddeeeee", [0] * 25)
    [solution, *_] = solve(board).solutions
    with pytest.raises(LimitError, match=r"^a limit was reached: time$"):
        climbed(board, (0,), tuple(solution), Random(1), Deadline(0))


@pytest.mark.parametrize("side", [9, 60])
def test_a_limit_of_time_ends_it(side: int) -> None:
    with pytest.raises(LimitError, match="time"):
        generate(side, side, Random(1), Wish(max_piece=4), seconds=0)


# Ideas.

IDEA = Puzzle.build(5, 5, "aaabcdaabbdddbbdeeffeeeff", [1, 0, 0, 3, *[0] * 20, 4])
"""Pieces with 31,392 solutions, and three givens that leave some of them."""


def given_in(puzzle: Puzzle) -> set[int]:
    return {cell for cell, given in enumerate(puzzle.givens) if given}


def is_proper(puzzle: Puzzle) -> bool:
    grid = (puzzle.width, puzzle.height, list(puzzle.pieces), list(puzzle.givens))
    return len(quick_solutions(grid, 2)) == 1


def test_what_stays_of_an_idea_stays() -> None:
    made = {keep: generate(5, 5, Random(4), Wish(idea=IDEA, keep=keep)) for keep in ("givens", "pieces")}
    for keep, puzzle in made.items():
        assert puzzle is not None
        assert puzzle.pieces == IDEA.pieces
        assert is_proper(puzzle)
        kept = all(own in (0, given) for own, given in zip(IDEA.givens, puzzle.givens, strict=True))
        assert kept is (keep == "givens")
    first = made["pieces"]
    assert first is not None
    again = generate(5, 5, Random(1), Wish(idea=first, keep="pattern"))
    assert again is not None
    assert given_in(again) == given_in(first)
    assert again.givens != first.givens
    assert is_proper(again)
    solution = solve(first).solutions[0]
    other = generate(5, 5, Random(1), Wish(idea=first, keep="solution", symmetric=True))
    assert other is not None
    assert other.givens != first.givens
    assert solve(other).solutions == (solution,)
    assert given_in(other) == {24 - cell for cell in given_in(other)}


def test_other_chances_make_other_puzzles_of_an_idea() -> None:
    made = {generate(5, 5, Random(seed), Wish(idea=IDEA, keep="pieces")) for seed in range(8)}
    assert len(made) == 8


def test_answers_are_part_of_the_solution_that_stays() -> None:
    digits = quick_solutions((5, 5, list(IDEA.pieces), list(IDEA.givens)), 1)[0]
    answered = IDEA.noted([1 << digit - 1 for digit in digits])
    puzzle = generate(5, 5, Random(1), Wish(idea=answered, keep="solution"))
    assert puzzle is not None
    assert solve(puzzle).solutions == (digits,)
    with pytest.raises(PuzzleError, match="several solutions"):
        generate(5, 5, Random(1), Wish(idea=IDEA, keep="solution"))


def test_a_pattern_is_possible_if_one_solution_differs_there_from_all_others() -> None:
    random = Random(7)
    possible = 0
    for width, height, pieces, _ in full_boards()[:25]:
        every = quick_solutions((width, height, pieces, [0] * len(pieces)), 1001)
        if len(every) > 1000:
            continue
        cells = set(random.sample(range(len(pieces)), random.randint(0, min(len(pieces), 5))))
        there = [bytes(digits[cell] for cell in sorted(cells)) for digits in every]
        board = Puzzle.build(width, height, pieces, [0] * len(pieces))
        if any(there.count(one) == 1 for one in there):
            puzzle = generate(width, height, random, Wish(idea=board, pattern=cells))
            assert puzzle is not None
            assert given_in(puzzle) == cells
            assert is_proper(puzzle)
            possible += 1
        else:
            with pytest.raises(ImpossibleError, match=f"each of the {len(every)} solutions"):
                generate(width, height, random, Wish(idea=board, pattern=cells))
    assert 3 < possible < 20


@pytest.mark.parametrize("idea", [IDEA, None])
def test_a_pattern_is_climbed_to_where_solutions_are_too_many(
    idea: Puzzle | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zet.engines.tectonic.patterns.MAX_LISTED", 0)
    cells = {0, 3, 7, 12, 20, 22, 24}
    puzzle = generate(5, 5, Random(1), Wish(idea=idea, pattern=cells, forbid=[15]))
    assert puzzle is not None
    assert given_in(puzzle) == cells
    assert is_proper(puzzle)
    assert idea is None or puzzle.givens[3] == 3


def test_of_a_pattern_that_has_to_be_minimal_only_givens_that_stay_can_be_spared() -> None:
    for seed in range(4):
        puzzle = generate(5, 5, Random(seed), Wish(idea=IDEA, pattern={7, 12, 20, 22}, minimal=True))
        assert puzzle is not None
        redundant = check(puzzle, minimal=True).redundant
        assert redundant is not None
        assert set(redundant) <= {0, 3, 24}


def test_the_image_of_a_kept_given_can_be_spared_too() -> None:
    idea = Puzzle.build(2, 1, "aa", [1, 0])
    puzzle = generate(2, 1, Random(1), Wish(idea=idea, symmetric=True, minimal=True))
    assert puzzle == idea.filled([1, 2])


def test_a_pattern_that_nothing_fits_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zet.engines.tectonic.generator.MAX_FAILURES", 2)
    monkeypatch.setattr("zet.engines.tectonic.patterns.STEPS", 5)
    monkeypatch.setattr("zet.engines.tectonic.patterns.MAX_LISTED", 0)
    assert generate(5, 5, Random(1), Wish(pattern=[24])) is None
    assert generate(5, 5, Random(1), Wish(idea=IDEA, keep="pieces", pattern=[24])) is None
    with pytest.raises(LimitError):
        generate(5, 5, Random(1), Wish(pattern=[24]), seconds=0)


def test_what_is_proven_impossible_is_said() -> None:
    none = Puzzle.build(2, 2, [0, 1, 2, 3], [0] * 4)
    for keep in KEEPS:
        with pytest.raises(ImpossibleError, match="no solution"):
            generate(2, 2, Random(1), Wish(idea=none, keep=keep))
    with pytest.raises(ImpossibleError, match="none of the 1 puzzles"):
        generate(3, 1, Random(1), Wish(idea=Puzzle.build(3, 1, "aab", [0] * 3), pattern=[], require=[15]))
    whole = Puzzle.build(2, 2, "aaaa", [1, 2, 3, 4])
    with pytest.raises(ImpossibleError, match="more than one solution"):
        generate(2, 2, Random(1), Wish(idea=whole, keep="solution", pattern=[0, 1]))


@pytest.mark.parametrize(("idea", "pattern"), [(IDEA, None), (None, [16]), (None, [-1])])
def test_an_idea_fits_the_board(idea: Puzzle | None, pattern: list[int] | None) -> None:
    with pytest.raises(
        PuzzleError, match=r"the puzzle to start from is 5 x 5, not 4 x 4|not on the board"
    ):
        generate(4, 4, Random(1), Wish(idea=idea, pattern=pattern))


def test_no_puzzle_with_the_same_solution_has_fewer_givens() -> None:
    random = Random(3)
    counts = set()
    for width, height, pieces, digits in full_boards():
        every = quick_solutions((width, height, pieces, [0] * len(pieces)), 300)
        if len(every) == 300:
            continue
        stays = random.sample(range(len(pieces)), random.randint(0, 1))
        full = Puzzle.build(width, height, pieces, digits)
        puzzle = fewest_givens(full, stays, random, Deadline(None))
        assert solve(puzzle).solutions == (bytes(digits),)
        assert given_in(puzzle).issuperset(stays)
        count = len(given_in(puzzle)) - len(stays)
        for fewer in combinations(range(len(pieces)), count - 1) if count else ():
            cells = {*fewer, *stays}
            assert sum(all(other[cell] == digits[cell] for cell in cells) for other in every) > 1
        counts.add(count)
    assert counts >= {0, 1, 2, 3}


def test_the_fewest_givens_go_with_ideas_and_wishes() -> None:
    least = generate(5, 5, Random(1), Wish(idea=IDEA, fewest=True, forbid=[15]))
    assert least is not None
    assert all(own in (0, given) for own, given in zip(IDEA.givens, least.givens, strict=True))
    again = {generate(5, 5, Random(n), Wish(idea=least, keep="solution", fewest=True)) for n in range(9)}
    assert len({len(given_in(puzzle)) for puzzle in again if puzzle}) == 1
    assert len(again) > 1
    with pytest.raises(PuzzleError, match="fewest"):
        generate(5, 5, Random(1), Wish(fewest=True, symmetric=True))
    with pytest.raises(LimitError):
        generate(9, 9, Random(1), Wish(fewest=True), seconds=0)


def test_givens_that_others_imply_can_be_left_out() -> None:
    maker = _Maker(Random(1), Deadline(None), Wish())
    answers = Counter[bool]()
    for seed in range(20):
        random = Random(seed)
        puzzle = generate(7, 7, random)
        assert puzzle
        [solution] = solve(puzzle).solutions
        more = random.sample(range(49), 12)
        puzzle = puzzle.filled(
            [solution[at] if at in more else digit for at, digit in enumerate(puzzle.givens)]
        )
        given = [cell for cell, digit in enumerate(puzzle.givens) if digit]
        for size in (1, 1, 2, 2, 3):
            cells = random.sample(given, size)
            is_implied = maker.implies(puzzle, cells)
            assert is_implied == solve(without_givens(puzzle, cells)).unique
            answers[is_implied] += 1
    assert min(answers[True], answers[False]) > 20


def test_nothing_can_be_kept_without_a_puzzle() -> None:
    with pytest.raises(PuzzleError, match="requires a puzzle to start from"):
        generate(5, 5, Random(1), Wish(keep="pieces"))
