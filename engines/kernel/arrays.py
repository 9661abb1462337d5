"""Resizing of arrays that kernels access as memoryviews."""

from array import array


def resized(view: memoryview, code: str, size: int) -> memoryview:
    """Return a view of a new array of `size` items: the items of `view`, then zeros.

    `code` is the type code of the items, as in the module `array`.
    """
    longer = memoryview(array(code, [0]) * size)
    longer[: len(view)] = view
    return longer
