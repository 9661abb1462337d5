"""Numbers that the compiler of rules and the kernels share; codes.pxd has them in C."""

WIDTH = 8
"""The numbers of an instruction: the operation, the place to go to on failure, six operands."""

NO_COLOR, BOTH, ANY_COLOR = -1, 2, 3
"""Colors beside BLACK and WHITE: of a field or group without stones, of a group with both; any."""

N_GROUPS = 572
WORDS = 9
"""Words of 64 bits in a set of groups."""

N_SHAPES = 3888
"""The number of contents of a group's fields: 3 ** 5 of its own, times 4 for each border, which may be
off the board."""

SHAPE_BYTES = 486
"""Bytes of a set of shapes, a bit each."""

BETWEEN, LATER, EARLIER = range(3)
"""The numbers that an instruction tries: between two, of later moments, of earlier ones."""

(
    EDGE,
    CORNER,
    DISTANCE,
    WHY_FORBIDDEN,
    TO_MOVE,
    NOW,
    AFTER,
    BEFORE,
    ENDS,
    WINNER,
    HOW_ENDED,
    FOURS_MOVE,
    APART,
    STEP,
    STEP_BACK,
) = range(15)
"""The values that an instruction computes."""

WAYS_X = (1, 1, 0, -1, -1, -1, 0, 1)
WAYS_Y = (0, 1, 1, 1, 0, -1, -1, -1)
"""The eight ways from a field along the lines: to the right first, then counterclockwise."""

MAX_NUMBER = 1000
"""The highest number that is tried or counted; a game has no more moves."""

COUNT_WORDS = 16
"""Words of 64 bits for the values that were counted; the lowest is that of -1, a color."""

WIN_VALUE = 100_000
"""The value of a win in a search, less the number of its moves."""

LEAST_WIN = 99_775
