# Numbers that the kernels agree on, in C; codes.py is the same for interpreted kernels.

cdef enum:
    BLACK = 0, WHITE = 1, N_CELLS = 225
    LEAST_SIZE = 5, NARROW = 15, MOST_SIZE = 22, MOST_CELLS = 484, LINES = 128, MOST_FOURS = 242
    FIVE = 0, FOUR = 1, THREE = 2, STRAIGHT_FOUR = 3
    LEGAL = 0, OVERLINE = 1, DOUBLE_FOUR = 2, DOUBLE_THREE = 3
    FIRST_ROOM = 65536
    FIVE_SHAPE = 15, TWO_FIVES = 14, ONE_FIVE = 13, OPEN_THREE = 11, CLOSED_THREE = 9, OPEN_TWO = 6
    CLOSED_TWO = 4, PAIRS = 136, FORK = 13, LONE_FOUR = 12, TWO_THREES = 11, LONE_THREE = 10, STATES = 36, PROVEN = 900000, PROBABLE = 500000, MOST_WORTH = 32768
    MOST_DEPTH = 99
    GIVEN_UP = -1, NO_WIN = 0, WIN = 1, WIN_VALUE = 1000000

cdef extern from *:
    const unsigned long long LANE "0xFFFFULL"
    const unsigned long long ALL "0xFFFFFFFFFFFFFFFFULL"
