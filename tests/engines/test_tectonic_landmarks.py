"""The fewest rules that derive a goal, compared with trying all sets of rules.

The chains are tested interpreted and compiled.
"""

from array import array
from collections.abc import Callable
from itertools import combinations
from random import Random
from types import ModuleType

import pytest
from plain_tectonic import small_grids

from zet.engines.tectonic.board import Board
from zet.engines.tectonic.model import Puzzle, digits_of

Kernel = Callable[[str], ModuleType]
Rule = tuple[list[int], list[int]]
"""The facts that a rule needs and adds."""


def derives(rules: list[Rule], goals: list[list[int]]) -> bool:
    facts: set[int] = set()
    while more := {one for needs, adds in rules if facts.issuperset(needs) for one in adds} - facts:
        facts |= more
    return any(facts.issuperset(goal) for goal in goals)


def fewest(rules: list[Rule], goals: list[list[int]]) -> int | None:
    """Return the smallest number of rules that derive a goal, or None if no rules do."""
    for count in range(len(rules) + 1):
        if any(derives(list(some), goals) for some in combinations(rules, count)):
            return count
    return None


def joined(lists: list[list[int]]) -> tuple["array[int]", "array[int]"]:
    starts = array("i", [0])
    for one in lists:
        starts.append(starts[-1] + len(one))
    return starts, array("i", [item for one in lists for item in one])


def test_no_plan_is_smaller(kernel: Kernel, rounds: Callable[[int], int]) -> None:
    landmarks = kernel("zet.engines.tectonic._landmarks").Landmarks
    random = Random(7)
    seen = set()
    for _ in range(rounds(3200)):
        n_facts = random.randint(1, 7)
        few = range(n_facts)
        rules = [
            (random.sample(few, random.randint(0, min(2, n_facts))), random.sample(few, 1))
            for _ in range(random.randint(0, 9))
        ]
        goals = [
            random.sample(few, random.randint(1, min(3, n_facts))) for _ in range(random.randint(1, 3))
        ]
        need_from, needs = joined([needs for needs, _ in rules] + goals)
        add_from, adds = joined([adds for _, adds in rules])
        search = landmarks(n_facts, need_from, needs, add_from, adds)
        count = fewest(rules, goals)
        for most in range(len(rules) + 1):
            found = search.search(most, 1 << 40)
            assert not search.is_over
            assert (found is None) == (count is None or count > most)
            if found is not None:
                assert len(found) == count
                assert derives([rules[number] for number in found], goals)
        seen.add(count)
    assert {None, 1, 2, 3} <= seen


def test_a_limit_ends_it(kernel: Kernel) -> None:
    landmarks = kernel("zet.engines.tectonic._landmarks").Landmarks
    search = landmarks(
        2, array("i", [0, 0, 1, 2]), array("i", [0, 1]), array("i", [0, 1, 2]), array("i", [0, 1])
    )
    assert search.search(2, 0) is None
    assert search.is_over
    assert search.search(2, 1000) == [0, 1]
    assert not search.is_over


def test_lists_are_checked(kernel: Kernel) -> None:
    landmarks = kernel("zet.engines.tectonic._landmarks").Landmarks
    for need_from, needs in (([0, 2], [0]), ([0, 1], [5]), ([1, 1], [0]), ([0, 3, 1], [0])):
        with pytest.raises(ValueError, match="out of range"):
            landmarks(2, array("i", need_from), array("i", needs), array("i", [0]), array("i"))


def test_chains_are_the_same_interpreted(kernel: Kernel) -> None:
    links = kernel("zet.engines.tectonic._chains").Chains
    n_chains = 0
    for width, height, pieces, givens in small_grids(23, 20):
        board = Board(Puzzle.build(width, height, pieces, givens))
        one, other = board.links, links(width, height, board.piece_of)
        for cell in board.cells:
            for digit in digits_of(board.domains[cell]):
                results = []
                for each in (one, other):
                    each.suppose(board.domains, cell, digit)
                    found = [each.domains(), each.grow(), each.minimize(), each.chain(), each.conflict()]
                    results.append([*found, each.shorten(10**6), each.chain(), each.conflict()])
                assert results[0] == results[1]
                n_chains += results[0][1]
    assert n_chains > 50


def test_the_links_of_another_technique_count(kernel: Kernel) -> None:
    links = kernel("zet.engines.tectonic._chains").Chains(3, 1, [0, 0, 0])
    links.suppose([0b110, 0b110, 0b110], 1, 2)
    assert links.grow()
    assert links.minimize()
    assert links.chain() == []
    links.suppose([0b111, 0b111, 0b111], 1, 2)
    links.strike([0], 0b101, [])
    assert links.minimize()
    assert links.chain() == [(-1, (0,), 0, (0,))]
    assert links.conflict() == (0, 0)
    with pytest.raises(ValueError, match="out of range"):
        links.strike([7], 1, [])
    with pytest.raises(ValueError, match="out of range"):
        links.suppose([0b1111, 0b111, 0b111], 1, 2)
