# cython: language_level=3, wraparound=False
# mypy: ignore-errors
"""Moves on a board of walls, one after the other.

Invariants:
- Every number that becomes an index is checked where it is used.
"""

import cython

if not cython.compiled:  # in C it comes by the .pxd
    from zet.engines.kernel.checks import check

FREE = cython.declare(cython.int, 0)
BOTH = cython.declare(cython.int, 3)  # what the numbers of the players make together


def play(
    around, fences: bytearray, boxes: bytearray, moves, mover: cython.int, extra_move: cython.bint
) -> tuple[int, int | None]:
    """Paint fences and take boxes; return who is to move then, and the first move that cannot be made.

    `around` holds for each fence the boxes beside it, each with its other fences. The move is a fence
    that is painted already; what comes before it is played.
    """
    cython.declare(fence=cython.int, other=cython.int, box=cython.int)
    cython.declare(one=cython.int, two=cython.int, three=cython.int)
    n_fences: cython.int = len(fences)
    check(len(around) == n_fences, "number of fences out of range")
    check(1 <= mover <= 2, "player out of range")
    for fence in moves:
        check(0 <= fence < n_fences, "fence out of range")
        if fences[fence] != FREE:
            return mover, fence
        fences[fence] = mover
        other = BOTH - mover
        for box, one, two, three in around[fence]:
            if fences[one] and fences[two] and fences[three]:
                boxes[box] = mover
                if extra_move:
                    other = mover
        mover = other
    return mover, None
