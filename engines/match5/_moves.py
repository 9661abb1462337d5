# cython: language_level=3, wraparound=False
# mypy: ignore-errors
"""Moves on a board of match5, one after the other.

Invariants:
- Fields are counted row by row, SIZE in a row. Every number that becomes an index is in range.
"""

import cython

if not cython.compiled:  # in C it comes by the .pxd
    from zet.engines.kernel.checks import check

SIZE = cython.declare(cython.int, 9)
BOTH = cython.declare(cython.int, 3)  # what the numbers of the colors make together


def play(board: bytearray, moves, color: cython.int) -> tuple[int, bool]:
    """Put the stones of moves on a board, a color by turns; return how many can be, and if five are won.

    The first that cannot be put is on a field that is taken, or comes after a five in a row.
    """
    cython.declare(field=cython.int, count=cython.int, is_won=cython.bint)
    check(len(board) == SIZE * SIZE, "number of fields out of range")
    check(1 <= color <= 2, "color out of range")
    count = 0
    is_won = False
    for field in moves:
        check(0 <= field < SIZE * SIZE, "field out of range")
        if is_won or board[field]:
            break
        board[field] = color
        is_won = _is_five(board, field)
        color = BOTH - color
        count += 1
    return count, is_won


def _is_five(board, field):
    """Whether the stone on a field is one of five or more in a row."""
    return (
        _reach(board, field, 1, 0) + _reach(board, field, -1, 0) >= 4
        or _reach(board, field, 0, 1) + _reach(board, field, 0, -1) >= 4
        or _reach(board, field, 1, 1) + _reach(board, field, -1, -1) >= 4
        or _reach(board, field, -1, 1) + _reach(board, field, 1, -1) >= 4
    )


def _reach(board, field, step_x, step_y):
    """Return how many stones of the same color follow the one on a field in a direction."""
    x: cython.int = field % SIZE + step_x
    y: cython.int = field // SIZE + step_y
    count: cython.int = 0
    while 0 <= x < SIZE and 0 <= y < SIZE and board[x + SIZE * y] == board[field]:
        count += 1
        x += step_x
        y += step_y
    return count
