# cython: language_level=3, wraparound=False
# mypy: ignore-errors
"""Replay of recorded moves on a board of walls, by the rules and without any search.

Cost: a few comparisons per move. Parsing a record took two to three times as long when this loop was in
Python.

Invariants:
- Every number used as an index is checked where it is used.
"""

import cython

if not cython.compiled:  # the compiled kernel has it in the .pxd
    from zet.engines.kernel.checks import check

FREE = cython.declare(cython.int, 0)
# The numbers of the two players add up to 3, so that 3 minus one is the other.
BOTH = cython.declare(cython.int, 3)


def play(
    around, fences: bytearray, boxes: bytearray, moves, mover: cython.int, extra_move: cython.bint
) -> tuple[int, int | None]:
    """Play moves on `fences` and `boxes`; return the player to move and the first illegal move.

    A move is the number of a fence. It is illegal if the fence is already painted; the moves before it
    are played. If all moves are legal, the second value is None. `around` lists, for each fence, the
    adjacent boxes, each with its other three fences.
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
        # A fence closes a box if the three others are painted; it may close the boxes on both of its
        # sides.
        for box, one, two, three in around[fence]:
            if fences[one] and fences[two] and fences[three]:
                boxes[box] = mover
                if extra_move:
                    other = mover
        mover = other
    return mover, None
