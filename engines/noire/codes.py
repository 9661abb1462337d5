"""Numbers that the compiler of rules and the kernels share; codes.pxd defines them in C."""

WIDTH = 8
"""The length of an instruction in numbers: the operation, the target on failure, six operands."""

NO_COLOR, BOTH, ANY_COLOR = -1, 2, 3
"""Colors besides BLACK and WHITE: of a field or group without stones; of a group with both; any color."""

N_GROUPS = 572
WORDS = 9
"""Words of 64 bits in a set of groups."""

N_SHAPES = 3888
"""The number of contents of a group's fields: 3 ** 5 for its base fields, times 4, as each border may be
off the board."""

SHAPE_BYTES = 486
"""The size of a set of shapes in bytes, one bit for each shape."""

BETWEEN, LATER, EARLIER = range(3)
"""The range of numbers that an instruction tries: between two limits, later moments, earlier moments."""

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
"""The eight directions from a field along the lines: to the right first, then counterclockwise."""

MAX_NUMBER = 1000
"""The highest number that is tried or counted; a game has no more moves."""

COUNT_WORDS = 16
"""The number of 64-bit words for the values that were counted; the lowest value is -1, a color."""

WIN_VALUE = 100_000
"""The value of a win in a search, before the number of its moves is subtracted."""

LEAST_WIN = 99_775
