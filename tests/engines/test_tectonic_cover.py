"""The fewest elements that hit all sets, compared with trying all choices."""

from array import array
from collections.abc import Callable
from itertools import combinations
from random import Random
from types import ModuleType

import pytest

Kernel = Callable[[str], ModuleType]
COVER = "zet.engines.tectonic._cover"


def fewest(n_elements: int, sets: list[set[int]]) -> int | None:
    for count in range(n_elements + 1):
        for chosen in combinations(range(n_elements), count):
            if all(one.intersection(chosen) for one in sets):
                return count
    return None


def test_none_is_smaller(kernel: Kernel) -> None:
    random = Random(5)
    seen = set()
    for _ in range(100):
        n_elements = random.randint(1, 9)
        cover = kernel(COVER).Cover(n_elements)
        sets: list[set[int]] = []
        for _ in range(4):  # sets are added between searches
            for _ in range(random.randint(0, 3)):
                sets.append(set(random.sample(range(n_elements), random.randint(1, min(4, n_elements)))))
                cover.add(array("i", sorted(sets[-1])))
            count = fewest(n_elements, sets)
            assert count is not None
            assert cover.search(count - 1, 1 << 40) is None
            found = cover.search(n_elements, 1 << 40)
            assert len(found) == count
            assert all(one.intersection(found) for one in sets)
            assert not cover.is_over
            seen.add(count)
    assert {0, 1, 2, 3, 4} <= seen


def test_an_empty_set_is_never_hit(kernel: Kernel) -> None:
    cover = kernel(COVER).Cover(2)
    cover.add(array("i", [0]))
    cover.add(array("i"))
    assert cover.search(2, 1000) is None
    assert not cover.is_over


def test_a_limit_ends_it(kernel: Kernel) -> None:
    cover = kernel(COVER).Cover(3)
    for pair in ([0, 1], [1, 2], [0, 2]):
        cover.add(array("i", pair))
    assert cover.search(3, 0) is None
    assert cover.is_over
    assert len(cover.search(3, 1000)) == 2
    assert not cover.is_over


def test_items_are_checked(kernel: Kernel) -> None:
    with pytest.raises(ValueError, match="out of range"):
        kernel(COVER).Cover(2).add(array("i", [2]))


def test_the_work_of_a_search_is_pinned(kernel: Kernel) -> None:
    """With a bound from disjoint sets, the search would visit a hundred times as many nodes."""
    random = Random(3)
    cover = kernel(COVER).Cover(60)
    for _ in range(80):
        cover.add(array("i", random.sample(range(60), random.randint(2, 6))))
    assert (len(cover.search(60, 1 << 40)), cover.work) == (18, 113_300)
