# cython: language_level=3, wraparound=False
# mypy: ignore-errors
"""Replay of recorded moves on a board of match5, by the rules and without any search.

Cost: eight short walks from the stone for each move. Parsing a record took two to three times as long
when this loop was in Python.

Invariants:
- Fields are numbered row by row, SIZE per row. Every number used as an index is in range.
"""

import cython

if not cython.compiled:  # the compiled kernel has it in the .pxd
    from zet.engines.kernel.checks import check

SIZE = cython.declare(cython.int, 9)
# The numbers of the two colors add up to 3, so that 3 minus one is the other.
BOTH = cython.declare(cython.int, 3)


def play(board: bytearray, moves, color: cython.int) -> tuple[int, bool]:
    """Play moves of alternating colors; return the number of legal moves, and whether one makes five.

    Play ends before the first illegal move, which is on an occupied field or follows a five in a row.
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
    """Return whether the stone on a field is part of five or more in a row."""
    return (
        _reach(board, field, 1, 0) + _reach(board, field, -1, 0) >= 4
        or _reach(board, field, 0, 1) + _reach(board, field, 0, -1) >= 4
        or _reach(board, field, 1, 1) + _reach(board, field, -1, -1) >= 4
        or _reach(board, field, -1, 1) + _reach(board, field, 1, -1) >= 4
    )


def _reach(board, field, step_x, step_y):
    """Return how many consecutive stones of the same color follow a stone in one direction."""
    x: cython.int = field % SIZE + step_x
    y: cython.int = field // SIZE + step_y
    count: cython.int = 0
    # Coordinates and not field numbers: a step in field numbers would wrap around at the edge of the
    # board.
    while 0 <= x < SIZE and 0 <= y < SIZE and board[x + SIZE * y] == board[field]:
        count += 1
        x += step_x
        y += step_y
    return count
