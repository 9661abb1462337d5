"""Ratings: the same for a board that is turned or mirrored, and what the explanation needs."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from plain_tectonic import mirrored, small_grids, solutions, transposed

from zet.engines.kernel.budget import Budget, LimitError
from zet.engines.tectonic import rating as ratings
from zet.engines.tectonic._search import Search
from zet.engines.tectonic.explainer import LADDER, explain
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.model import Puzzle, digits_of
from zet.engines.tectonic.rating import (
    BOUNDS,
    CELL,
    EXCLUSIONS,
    LEVEL_NAMES,
    SINGLES,
    SUBSETS,
    WAYS,
    WEIGHTS,
    board_of,
    rate,
    work,
)


@pytest.fixture(autouse=True)
def kernel_of_the_rating(kernel: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "Ladder", kernel("zet.engines.tectonic._ladder").Ladder)


@cache
def puzzles() -> list[Puzzle]:
    """Return small boards of every kind, and larger ones with one solution."""
    made = [generate(8, 6, Random(seed), Wish(max_piece=5 + seed % 4)) for seed in range(6, 16)]
    return [Puzzle.build(*grid) for grid in small_grids(3, 70)] + [puzzle for puzzle in made if puzzle]


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


def test_the_score_adds_up_the_work_and_the_level_goes_by_the_open_cells() -> None:
    for puzzle in puzzles()[40:-6]:
        rating = rate(puzzle)
        if rating is None:
            continue
        to_do = work(board_of(puzzle), Budget())
        worth = sum(weight * amount for weight, amount in zip(WEIGHTS, to_do, strict=True))
        assert rating.score == worth + CELL * len(puzzle.cells)
        if rating.hardest != 9:
            reached = sum(worth**2 >= bound**2 * puzzle.givens.count(0) > 0 for bound in BOUNDS)
            assert rating.level == LEVEL_NAMES[reached]


def test_three_people_work_at_a_board() -> None:
    """The findings of a round count once, whatever their number, and for each of the three."""
    assert work(board_of(Puzzle.build(3, 1, "aaa", [1, 0, 2])), Budget()) == (3, 0, 0, 0, 0)
    corners_of_three = Puzzle.build(4, 2, "aaabaabb", [0] * 8)
    assert work(board_of(corners_of_three), Budget()) == (0, 3, 0, 0, 3 * 8)
    # 1 and 2 of the first column leave the second; so 3 and 4 are there, and leave the third.
    pairs = Puzzle.build(3, 2, "abbabb", [0] * 6)
    assert work(board_of(pairs), Budget()).others == 6


def test_a_round_of_a_group_is_what_each_of_its_techniques_finds() -> None:
    for puzzle in puzzles()[-14:-6]:
        shape = puzzle.width, puzzle.height, puzzle.pieces
        ladder = board_of(puzzle)
        ladder.restart([sum(1 << number for number in SINGLES)])
        ladder.run(1 << 40)
        before = ladder.domains()
        for group in (SINGLES, EXCLUSIONS, SUBSETS + EXCLUSIONS):
            for start in (puzzle.domains(), before):
                left = list(start)
                for number in group:
                    alone = ratings.Ladder(*shape, start, 1 << number, [1 << number])
                    alone.run(1 << 40, None, 1)
                    left = [mask & other for mask, other in zip(left, alone.domains(), strict=True)]
                mask = sum(1 << number for number in group)
                together = ratings.Ladder(*shape, start, mask, [mask])
                together.run(1 << 40, None, 1)
                assert together.domains() == left


def masks(groups: tuple[tuple[int, ...], ...]) -> list[int]:
    return [sum(1 << number for number in group) for group in groups]


def hard_puzzles() -> list[Puzzle]:
    """Return boards with several solutions, on which candidates are tried out."""
    made = (generate(6, 5, Random(seed), Wish(max_piece=6)) for seed in range(3))
    return [puzzle.filled([*puzzle.givens[:15], *[0] * 15]) for puzzle in made if puzzle]


def test_the_three_do_together_what_each_does_alone() -> None:
    """Also what one has found out is not found out again."""
    refuted = 0
    for puzzle in hard_puzzles():
        shape = puzzle.width, puzzle.height, puzzle.pieces, puzzle.domains()
        rounds, left = [0] * 16, 0
        for way in WAYS:
            alone = ratings.Ladder(*shape, sum(masks(way)), masks(way))
            alone.run(1 << 40)
            done = alone.counts()
            for number in range(16):
                rounds[number] += done[number][number < 14]
            left += alone.n_open()
        to_do = work(board_of(puzzle), Budget())
        assert to_do == (sum(rounds[1:4]), sum(rounds[4:14]), rounds[14], rounds[15], left)
        refuted += rounds[14]
    assert refuted > 5


def test_a_round_of_trials_refutes_what_each_trial_by_itself_does() -> None:
    refuted = 0
    for puzzle in hard_puzzles():
        ladder = board_of(puzzle)
        ladder.restart(masks(WAYS[2][:2]))
        ladder.run(1 << 40)
        before = ladder.domains()
        search = Search(puzzle.width, puzzle.height, puzzle.pieces, before)
        expected, count = list(before), 1
        while expected == before and count < 6:
            count += 1
            for cell, mask in enumerate(before):
                for digit in digits_of(mask) if mask.bit_count() == count else ():
                    if search.refute(cell, 1 << digit - 1):
                        expected[cell] &= ~(1 << digit - 1)
        ladder.keep()
        ladder.restart(masks(((14,),)))
        ladder.run(1 << 40, None, 1)
        assert ladder.domains() == expected
        refuted += expected != before
    assert refuted > 1


def test_a_board_is_rated_by_hand() -> None:
    """The givens of a row of three leave one digit: two findings at once, and three cells."""
    rating = rate(Puzzle.build(2, 1, "aa", [1, 0]))
    assert rating is not None
    assert (rating.score, rating.counts, rating.rounds) == (3 + 2 * 16, {1: 1}, {1: 1})
    rating = rate(Puzzle.build(3, 1, "aaa", [1, 0, 2]))
    assert rating is not None
    assert (rating.score, rating.counts, rating.rounds) == (3 + 3 * 16, {1: 2}, {1: 1})
    assert (rating.level, rating.hardest, rating.unique) == ("easy", 1, True)


def test_a_full_board_is_easy() -> None:
    rating = rate(Puzzle.build(2, 1, "aa", [1, 2]))
    assert rating is not None
    assert (rating.score, rating.level, rating.hardest, rating.counts) == (2 * 16, "easy", 0, {})


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
