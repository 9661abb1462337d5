"""Constants that the compiler of rules and the kernels share; codes.pxd defines them in C."""

WIDTH = 8
"""The number of integers in an instruction: the operation, the failure target and six operands."""

NO_COLOR, BOTH, ANY_COLOR = -1, 2, 3
"""Codes of colors besides BLACK and WHITE: no stones, stones of both colors (in a group), any color."""

N_GROUPS = 572
WORDS = 9
"""The number of 64-bit words in a set of groups."""

N_SHAPES = 3888
"""The number of possible contents of a group's fields: 3 ** 5 for its base fields, times 4 ** 2, as each
border may also be off the board.
"""

SHAPE_BYTES = 486
"""The size of a set of shapes in bytes, with one bit for each shape."""

BETWEEN, LATER, EARLIER = range(3)
"""The ranges of an EACH_NUMBER instruction: between two limits, later moments, earlier moments."""

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
    THREES_MOVE,
    APART,
    STEP,
    STEP_BACK,
    SUM,
    DIFFERENCE,
    PRODUCT,
    QUOTIENT,
    REMAINDER,
    LOWER,
    HIGHER,
    MAGNITUDE,
) = range(24)
"""The codes of the values that a VALUE instruction computes."""

WAYS_X = (1, 1, 0, -1, -1, -1, 0, 1)
WAYS_Y = (0, 1, 1, 1, 0, -1, -1, -1)
"""The steps in x and y from a field to its eight neighbors: to the right first, then counterclockwise."""

MAX_NUMBER = 1000
"""The highest number that `between` tries. A count includes only numbers from -MAX_NUMBER to MAX_NUMBER.
No game has more than MAX_NUMBER moves.
"""

UNDECIDED = -3
"""The result of a search that gave up before it found or excluded a win."""

COUNT_WORDS = 32
"""The number of 64-bit words in the set of values that a count has seen."""

MAX_RESULT = 999_999_999
"""The largest absolute value of a result of arithmetic; beyond it, an operation has no result."""

WIN_VALUE = 100_000
"""The value of a win in a search, before the number of its moves is subtracted."""

LEAST_WIN = 99_775
"""The least value of a win, `WIN_VALUE` less one move for each point of the board."""
