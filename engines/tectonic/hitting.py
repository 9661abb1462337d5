"""Smallest hitting sets: the fewest elements that meet each of some sets, by exhaustive search.

A set is a number with a bit for each of its elements.
"""

from collections.abc import Callable, Collection, Iterable, Iterator

Order = Callable[[list[int], Collection[int]], list[int]]
"""A function that returns elements in the order in which to try them; its second argument is all sets."""


def smallest(
    sets: Collection[int], order: Order, tick: Callable[[], None], most: int | None = None
) -> int | None:
    """Return the fewest elements that hit all of the sets; None if more than `most` are needed.

    `tick` is called before each choice and may raise an error to end the search.
    """

    def met(sets: Collection[int], count: int) -> int | None:
        """Return up to `count` elements that hit the sets; None if `count` are not enough."""
        tick()
        if not sets:
            return 0
        if _bound(sets) > count:
            return None
        banned = 0
        for element in order(list(bits(min(sets, key=int.bit_count))), sets):
            found = met([one & ~banned for one in sets if not one & element], count - 1)
            if found is not None:
                return found | element
            banned |= element
        return None

    count = _bound(sets)
    while most is None or count <= most:
        if (found := met(sets, count)) is not None:
            return found
        count += 1
    return None


def bits(number: int) -> Iterator[int]:
    """Yield the bits of a number, lowest first, each as a number."""
    while number:
        yield number & -number
        number &= number - 1


def _bound(sets: Iterable[int]) -> int:
    """Return a lower bound on the number of elements that hit the sets; huge if a set is empty."""
    taken = count = 0
    for one in sorted(sets, key=int.bit_count):
        if not one:
            return 1 << 30
        if not one & taken:
            taken |= one
            count += 1
    return count
