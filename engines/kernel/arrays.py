"""Growing arrays that kernels access as memoryviews."""

from array import array


def resized(view: memoryview, code: str, size: int) -> memoryview:
    """Return a view of an array of `size` items: the items of the given view, then zeros.

    `code` is the type of an item, as in the module array.
    """
    longer = memoryview(array(code, [0]) * size)
    longer[: len(view)] = view
    return longer
