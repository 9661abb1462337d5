"""Arrays that kernels hold as memoryviews, and that grow."""

from array import array


def resized(view: memoryview, code: str, size: int) -> memoryview:
    """Return a view of an array of `size` items that begins with the items of a view; the rest is zero.

    `code` is the type of an item, as in the module array.
    """
    longer = memoryview(array(code, [0]) * size)
    longer[: len(view)] = view
    return longer
