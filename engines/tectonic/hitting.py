"""A smallest hitting set: the fewest elements with one in each of some sets, by trying all choices.

A set is a number with a bit for each of its elements.
"""

from collections.abc import Callable, Collection, Iterable, Iterator

Order = Callable[[list[int], Collection[int]], list[int]]
"""A function that puts elements in the order in which they are tried; it gets all sets as well."""


def smallest(
    sets: Collection[int], order: Order, tick: Callable[[], None], most: int | None = None
) -> int | None:
    """Return the fewest elements that hit all of the sets; None if more than `most` are needed.

    `tick` is called before each choice, and ends the search if it raises.
    """

    def met(sets: Collection[int], count: int) -> int | None:
        """Return up to `count` elements that hit the sets; None if there are none."""
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
    """Yield the bits of a number, each as a number, from the lowest on."""
    while number:
        yield number & -number
        number &= number - 1


def _bound(sets: Iterable[int]) -> int:
    """Return how many elements at least hit the sets; beyond all numbers if a set is empty."""
    taken = count = 0
    for one in sorted(sets, key=int.bit_count):
        if not one:
            return 1 << 30
        if not one & taken:
            taken |= one
            count += 1
    return count
