"""Smallest hitting sets by exhaustive search: the fewest elements that include an element of every set.

A set is an integer with a bit for each of its elements.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import count


def smallest(
    sets: Collection[int], order: Callable[[list[int]], list[int]], tick: Callable[[], None]
) -> int:
    """Return a smallest set of elements that hits all sets; no set may be empty.

    `order` sorts the elements of a set in the order in which to try them. `tick` is called before each
    choice and may raise an exception to end the search.
    """

    def met(sets: Collection[int], most: int) -> int | None:
        """Return at most `most` elements that hit all sets; None if more are needed."""
        tick()
        if not sets:
            return 0
        if _bound(sets) > most:
            return None
        banned = 0
        for element in order(list(bits(min(sets, key=int.bit_count)))):
            found = met([one & ~banned for one in sets if not one & element], most - 1)
            if found is not None:
                return found | element
            banned |= element
        return None

    return next(found for most in count(_bound(sets)) if (found := met(sets, most)) is not None)


def bits(number: int) -> Iterator[int]:
    """Yield the set bits of a number, lowest first, each as a power of two."""
    while number:
        yield number & -number
        number &= number - 1


def _bound(sets: Iterable[int]) -> int:
    """Return a lower bound on the number of elements that hit all sets; 1 << 30 if a set is empty."""
    taken = n_disjoint = 0
    for one in sorted(sets, key=int.bit_count):
        if not one:
            return 1 << 30
        if not one & taken:
            taken |= one
            n_disjoint += 1
    return n_disjoint
