# cython: language_level=3, wraparound=False
# mypy: ignore-errors
"""Replay of the moves of a record on a board of walls: the rules, and no search.

Cost: a few comparisons for each move. Reading a line took two to three times as long when Python did
this.

Invariants:
- Every number that becomes an index is checked where it is used.
"""

import cython

if not cython.compiled:  # in C it comes by the .pxd
    from zet.engines.kernel.checks import check

FREE = cython.declare(cython.int, 0)
# The numbers of the players add up to 3, so that the other player is 3 minus one of them.
BOTH = cython.declare(cython.int, 3)


def play(
    around, fences: bytearray, boxes: bytearray, moves, mover: cython.int, extra_move: cython.bint
) -> tuple[int, int | None]:
    """Paint fences and take boxes; return the player to move then, and the first illegal move.

    `around` holds for each fence the boxes beside it, each with its other fences. A move is illegal if
    its fence is painted already; the moves before it are played.
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
        # A fence closes a box if the three others are painted; both boxes beside it are looked at, as
        # it may close two at once.
        for box, one, two, three in around[fence]:
            if fences[one] and fences[two] and fences[three]:
                boxes[box] = mover
                if extra_move:
                    other = mover
        mover = other
    return mover, None
