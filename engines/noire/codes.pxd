# The constants that the compiler of rules and the kernels share, in C; codes.py has them for Python.

cdef enum:
    WIDTH = 8
    NO_COLOR = -1, BOTH = 2, ANY_COLOR = 3
    N_GROUPS = 572, WORDS = 9, N_SHAPES = 3888, SHAPE_BYTES = 486
    BETWEEN = 0, LATER = 1, EARLIER = 2
    EDGE = 0, CORNER = 1, DISTANCE = 2, WHY_FORBIDDEN = 3, TO_MOVE = 4, NOW = 5, AFTER = 6, BEFORE = 7
    ENDS = 8, WINNER = 9, HOW_ENDED = 10, FOURS_MOVE = 11, APART = 12, STEP = 13, STEP_BACK = 14
    SUM = 15, DIFFERENCE = 16, PRODUCT = 17, QUOTIENT = 18, REMAINDER = 19
    LOWER = 20, HIGHER = 21, MAGNITUDE = 22
    MAX_NUMBER = 1000, COUNT_WORDS = 32, MAX_RESULT = 999999999
    WIN_VALUE = 100000, LEAST_WIN = 99775
