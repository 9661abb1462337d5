# cython: language_level=3, boundscheck=False, wraparound=False
# mypy: ignore-errors
"""What every game of renju needs from its cells when it is read: their numbers, and that they differ.

Invariants:
- Cells count row by row from the lower left; a pass is -1. No number is an index before it is checked.
"""

import cython

if not cython.compiled:  # in C it comes by the .pxd
    from zet.engines.kernel.checks import check

ZERO = cython.declare(cython.int, ord("0"))
NINE = cython.declare(cython.int, ord("9"))
FIRST = cython.declare(cython.int, ord("a"))


def cells_in(names: bytes, size: cython.int) -> list[int] | None:
    """Return the cells of names in a row, as in `h8i9j10`; None if anything else stands there."""
    cython.declare(at=cython.Py_ssize_t, first=cython.Py_ssize_t, column=cython.int, rank=cython.int)
    check(0 < size <= 26, "size of the board out of range")
    found: list = []
    length: cython.Py_ssize_t = len(names)
    at = 0
    while at < length:
        column = names[at] - FIRST
        at += 1
        first = at
        rank = 0
        while at < length and rank <= size and ZERO <= names[at] <= NINE:
            rank = 10 * rank + names[at] - ZERO
            at += 1
        if not 0 <= column < size or not 0 < rank <= size or names[first] == ZERO:
            return None
        found.append(size * (rank - 1) + column)
    return found


def are_apart(cells, n_cells: cython.int) -> bool:
    """Whether cells, but for passes, are all on a board of so many, and no two are the same."""
    cython.declare(cell=cython.int)
    check(0 < n_cells <= 1 << 10, "size of the board out of range")
    seen: bytearray = bytearray(n_cells)
    try:
        for cell in cells:
            if cell != -1:
                if not 0 <= cell < n_cells or seen[cell]:
                    return False
                seen[cell] = 1
    except (OverflowError, TypeError):
        return False
    return True
