"""Ratings: equal for rotated and reflected boards, and consistent with the explanation."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import exp, inf, log
from random import Random
from typing import Any

import pytest
from plain_tectonic import mirrored, small_grids, solutions, transposed

from zet.engines.kernel.budget import Budget, LimitError
from zet.engines.tectonic import rating as ratings
from zet.engines.tectonic._search import Search
from zet.engines.tectonic.explainer import GUESS, LADDER, explain
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.model import Puzzle, digits_of
from zet.engines.tectonic.rating import (
    COSTS,
    HIDDEN_SUBSETS,
    LEVEL_NAMES,
    OPEN,
    SINGLES,
    TOUCHING_SUBSETS,
    WAYS,
    Bottleneck,
    Work,
    board_of,
    bounds_at,
    hardness_of,
    is_above,
    level_of,
    rate,
    to_remove,
    weighted,
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
    """Return the eight images of the puzzle."""
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
        # A generated board has one solution; the plain solver takes seconds to show it.
        generated = len(puzzle.pieces) == 8 * 6
        assert (rating is None) == (not generated and len(solutions(*grid_of(puzzle), 2)) != 1)
        if rating is None:
            continue
        used = {step.deduction.technique for step in explanation.steps}
        assert rating.hardest == max(used, key=LADDER.index, default=0)
        assert list(rating.counts) == sorted(rating.counts, key=LADDER.index)
        assert all(rating.counts[number] >= rating.rounds[number] > 0 for number in rating.counts)
        assert (rating.level == "extreme") or 9 not in used


def grid_of(puzzle: Puzzle) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    return puzzle.width, puzzle.height, puzzle.pieces, puzzle.givens


def test_the_score_adds_up_the_work_and_the_candidates() -> None:
    for puzzle in puzzles()[40:-6]:
        rating = rate(puzzle)
        if rating is None:
            continue
        to_do, bottleneck = work(board_of(puzzle), Budget())
        assert to_remove(puzzle) == sum(len(digits_of(mask)) - 1 for mask in puzzle.domains() if mask)
        assert rating.score == weighted(to_do) + to_remove(puzzle)
        assert rating.bottleneck == bottleneck
        assert rating.level == level_of(puzzle.n_open, rating.hardest, bottleneck)
    assert weighted(Work(1000, 100, 10, 1)) == 1000 + 5 * 100 + 20 * 10 + 50


def test_a_level_is_for_the_hardest_step_and_singles_are_at_most_medium() -> None:
    for n_open in (1, 20, 42, 125, 3000):
        bounds = bounds_at(n_open)
        assert bounds == sorted(bounds)
        assert bounds_at(n_open + 1) >= bounds
        for level, bound in enumerate(bounds, 1):
            at_bound = Bottleneck(13, 0, exp(bound) / COSTS[13])
            below = at_bound._replace(places=at_bound.places * 0.999)
            assert (
                level_of(n_open, 13, at_bound._replace(places=at_bound.places * 1.001))
                == (LEVEL_NAMES[level])
            )
            assert level_of(n_open, 13, below) == LEVEL_NAMES[level - 1]
    assert bounds_at(OPEN[1]) == pytest.approx([log(each[1]) for each in ratings.BOUNDS])
    assert level_of(30, 3, Bottleneck(3, 0, 1e9)) == "medium"
    assert level_of(30, 9, None) == "extreme"
    assert hardness_of(Bottleneck(14, 3, 7.0)) == 3 * 20 * 7
    assert hardness_of(Bottleneck(2, 0, 7.0)) == 7


def test_a_puzzle_is_above_a_level_as_its_rating_says() -> None:
    found = Counter[bool]()
    for puzzle in puzzles():
        rating = rate(puzzle)
        if rating is None:
            continue
        for number, level in enumerate(LEVEL_NAMES):
            says = is_above(puzzle, level)
            harder = LEVEL_NAMES.index(rating.level) > number
            # Of singles and of guesses only the rating can tell.
            assert says == harder or (harder and rating.hardest in {0, *SINGLES, GUESS})
            found[says] += 1
    assert min(found.values()) > 10
    with pytest.raises(LimitError):
        is_above(puzzles()[-1], "easy", seconds=0)


def test_three_people_work_at_a_board() -> None:
    """All findings of a round count as one round, for each of the three people."""
    one = Puzzle.build(3, 1, "aaa", [1, 0, 2])
    # Five findings (1 and 2 twice, 3 once) and one open cell.
    assert work(board_of(one), Budget()) == (Work(3, 0, 0, 0), Bottleneck(1, 0, 2 / 6))
    corners_of_three = Puzzle.build(4, 2, "aaabaabb", [0] * 8)
    to_do, bottleneck = work(board_of(corners_of_three), Budget())
    assert to_do == (0, 3, 0, 3 * 8)
    assert bottleneck == Bottleneck(10, 0, 9 / 4)  # one for each digit of the small piece
    # 1 and 2 of the first column leave the second. So 3 and 4 are there, and leave the third, as two of
    # the people see; the one without subsets looks two rounds ahead.
    pairs = Puzzle.build(3, 2, "abbabb", [0] * 6)
    assert work(board_of(pairs), Budget())[0] == (0, 1 + 2 + 2, 2, 3 * 6)


def test_the_easiest_way_has_the_bottleneck() -> None:
    """For a person who finds a hidden subset first, exclusions are too hard to see."""
    found = set()
    for puzzle in puzzles():
        bottleneck = work(board_of(puzzle), Budget())[1]
        alone = []
        for way in WAYS:
            ladder = ratings.Ladder(*shape_of(puzzle), puzzle.domains(), sum(masks(way)), masks(way))
            ladder.run(1 << 40)
            kinds = ladder.kinds()
            alone.append(max(cost * places for cost, (_, places) in zip(COSTS, kinds, strict=True)))
            assert all((rounds > 0) == (places > 0) for rounds, places in kinds)
        assert min(alone) == (hardness_of(bottleneck) if bottleneck else 0)
        found.add(alone.index(min(alone)) if len(set(alone)) > 1 else None)
    assert len(found) > 2


def shape_of(puzzle: Puzzle) -> tuple[int, int, tuple[int, ...]]:
    return puzzle.width, puzzle.height, puzzle.pieces


def test_a_round_of_a_group_is_what_each_of_its_techniques_finds() -> None:
    for puzzle in puzzles()[-14:-6]:
        shape = shape_of(puzzle)
        ladder = board_of(puzzle)
        ladder.restart([sum(1 << number for number in SINGLES)])
        ladder.run(1 << 40)
        before = ladder.domains()
        for group in (SINGLES, (5, 7, 8, 10), (*TOUCHING_SUBSETS, *HIDDEN_SUBSETS, 10)):
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


def test_an_exclusion_of_any_form_needs_the_places_of_a_digit() -> None:
    excluded = 0
    for puzzle in puzzles()[-30:]:
        start = puzzle.domains()
        expected = list(start)
        for cells in puzzle.members:
            for digit in range(len(cells)):
                places = [cell for cell in cells if start[cell] >> digit & 1]
                if len(places) > 1:
                    seen = set[int].intersection(*(set(puzzle.neighbors()[cell]) for cell in places))
                    for cell in seen.difference(cells):
                        expected[cell] &= ~(1 << digit)
        ladder = ratings.Ladder(*shape_of(puzzle), start, 1, [1])
        ladder.run(1 << 40, None, 1)
        assert ladder.domains() == expected
        excluded += expected != start
    assert excluded > 3


def masks(groups: tuple[tuple[int, ...], ...]) -> list[int]:
    return [sum(1 << number for number in group) for group in groups]


def hard_puzzles() -> list[Puzzle]:
    """Return boards with several solutions, on which candidates must be tried."""
    made = (generate(6, 5, Random(seed), Wish(max_piece=6)) for seed in range(3))
    return [puzzle.filled([*puzzle.givens[:15], *[0] * 15]) for puzzle in made if puzzle]


def test_the_three_do_together_what_each_does_alone() -> None:
    """The work of the three people is the sum of their separate work; shared results are not repeated."""
    tried = 0
    for puzzle in hard_puzzles():
        each = []
        for way in WAYS:
            alone = ratings.Ladder(*shape_of(puzzle), puzzle.domains(), sum(masks(way)), masks(way))
            alone.run(1 << 40)
            made = [rounds for rounds, _ in alone.kinds()]
            others = made[0] + made[12] + made[13]
            ahead = 9 * made[15] + sum(n * made[16 + n] for n in range(8))
            each.append((sum(made[1:4]), others, ahead, alone.n_open()))
            assert sum(made) == alone.steps
            assert [rounds for _, rounds in alone.counts()][14] == sum(made[16:])
        to_do, _ = work(board_of(puzzle), Budget())
        assert to_do == tuple(map(sum, zip(*each, strict=True)))
        tried += to_do.ahead
    assert tried > 5


def rounds_to_a_conflict(puzzle: Puzzle, domains: list[int], cell: int, digit: int) -> float:
    """Return the number of rounds of singles from a candidate to a conflict, by slow plain code."""
    solved = {cell for cell, mask in enumerate(domains) if mask & (mask - 1) == 0}
    domains = domains.copy()
    domains[cell] = 1 << digit - 1
    count = 0
    while waiting := {cell for cell, mask in enumerate(domains) if mask & (mask - 1) == 0} - solved:
        count += 1
        solved |= waiting
        for one in waiting:
            for other in {*puzzle.neighbors()[one], *puzzle.members[puzzle.pieces[one]]} - {one}:
                domains[other] &= ~domains[one]
        if not all(domains):
            return count
        for cells in puzzle.members:
            only = dict.fromkeys(cells, 0)
            for digit in range(len(cells)):
                places = [cell for cell in cells if domains[cell] >> digit & 1]
                if not places:
                    return count
                if len(places) == 1:
                    only[places[0]] |= 1 << digit
            for cell, mask in only.items():
                if mask.bit_count() > 1 and mask != domains[cell]:
                    return count
                if mask.bit_count() == 1:
                    domains[cell] = mask
    return inf


def test_a_round_of_trials_refutes_what_singles_refute_earliest() -> None:
    """Without a conflict before the horizon, the round refutes all that singles and touching refute."""
    kinds = Counter[int]()
    for puzzle in hard_puzzles():
        ladder = board_of(puzzle)
        for way in WAYS:
            ladder.restart(masks(way[:-2]))
            ladder.run(1 << 40)
            before = ladder.domains()
            refuter = Search(*shape_of(puzzle), before)
            expected, kind = list(before), 0
            for count in range(2, 9):
                group = [
                    (cell, digit)
                    for cell, mask in enumerate(before)
                    for digit in (digits_of(mask) if mask.bit_count() == count else ())
                ]
                rounds = {one: max(rounds_to_a_conflict(puzzle, before, *one), 2) for one in group}
                kind = 16 + int(min(7, *rounds.values(), 7))
                for cell, digit in group:
                    far = kind == 23 and refuter.refute(cell, 1 << digit - 1)
                    if far or rounds[cell, digit] == kind - 16 < 7:
                        expected[cell] &= ~(1 << digit - 1)
                if expected != before:
                    break
            kept = ratings.Ladder(*shape_of(puzzle), before, 1 << 14, [1 << 14])
            kept.run(1 << 40, None, 1)
            assert kept.domains() == expected
            if expected != before:
                assert kept.kinds()[kind][0] == 1
                kinds[kind] += 1
    assert len(kinds) > 1


def test_a_board_is_rated_by_hand() -> None:
    """The givens of a row of three cells leave one digit: two findings in one round, and three cells."""
    rating = rate(Puzzle.build(2, 1, "aa", [1, 0]))
    assert rating is not None
    assert (rating.score, rating.counts, rating.rounds) == (3 + 1, {1: 1}, {1: 1})
    rating = rate(Puzzle.build(3, 1, "aaa", [1, 0, 2]))
    assert rating is not None
    assert (rating.score, rating.counts, rating.rounds) == (3 + 2, {1: 2}, {1: 1})
    assert (rating.level, rating.hardest, rating.unique) == ("easy", 1, True)


def test_a_full_board_is_easy() -> None:
    rating = rate(Puzzle.build(2, 1, "aa", [1, 2]))
    assert rating is not None
    assert (rating.score, rating.level, rating.hardest, rating.counts) == (0, "easy", 0, {})
    assert rating.bottleneck is None


def test_only_boards_with_one_solution_are_rated() -> None:
    assert rate(Puzzle.build(2, 1, "aa", [0, 0])) is None
    assert rate(Puzzle.build(3, 1, "abc", [0, 0, 0])) is None


@pytest.mark.parametrize("limits", [{"nodes": 1}, {"seconds": 0}])
def test_a_limit_ends_a_rating(limits: dict[str, Any]) -> None:
    puzzle = Puzzle.build(10, 10, [cell // 5 for cell in range(100)], [0] * 100)
    with pytest.raises(LimitError):
        rate(puzzle, **limits)
