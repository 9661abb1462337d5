"""Smallest hitting sets, compared with trying all choices of elements."""

from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from zet.engines.tectonic.hitting import smallest


def tried(sets: list[int], n_elements: int) -> int:
    """Return the size of the smallest choice that hits all sets."""
    for count in range(n_elements + 1):
        for some in combinations(range(n_elements), count):
            if all(any(one >> element & 1 for element in some) for one in sets):
                return count
    raise AssertionError("a set is empty")


def test_no_choice_is_smaller(rounds: Callable[[int], int]) -> None:
    random = Random(5)
    for _ in range(rounds(1600)):
        sets = [random.randrange(1, 1 << 7) for _ in range(random.randint(0, 9))]
        found = smallest(sets, lambda elements: elements[::-1], lambda: None)
        assert all(one & found for one in sets)
        assert found.bit_count() == tried(sets, 7)


def test_a_tick_ends_it() -> None:
    def tick() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        smallest([3], lambda elements: elements, tick)
