"""Constants that modules share with each other and with callers that import nothing that computes.

Compiled kernels cimport the numbers that they use from constants.pxd.
"""

from typing import Literal

from zet.engines.messages import Message

SIDE = 15
"""Points a side of the board of renju, and its number of points."""

N_CELLS = SIDE * SIDE
LEAST_SIZE, MOST_SIZE = 5, 22
"""Points a side of the smallest and of the largest board."""

BLACK, WHITE = 0, 1
COLORS = (Message("black"), Message("white"))

RULES = ("renju", "freestyle", "standard")
"""The rule of renju; go-moku in which six or more win as well; go-moku in which only five wins."""

OPENING_RULES = ("rif", "yamaguchi", "soosyrv-8", "taraguchi-10", "swap", "swap2")

Ending = Literal["five", "foul", "resignation", "time", "draw"]
ENDINGS: tuple[Ending, ...] = ("five", "foul", "resignation", "time", "draw")

SHAPES = (
    "nothing", "one", "one+", "one++", "closed-two", "closed-two+", "open-two", "open-two+", "open-two++",
    "closed-three", "closed-three+", "open-three", "open-three+", "four", "straight-four", "five",
)  # fmt: skip
"""What a stone makes in a line, the least first; with a plus there is more room, or another way on."""

NODES = 50_000
"""Moves that the solver may try for each question of an analysis: does a color win here?"""

WIDTH = 12
"""Moves that the positional search looks at in each position."""

MIN_LENGTH = 5
"""Moves of both colors in the shortest win that makes a problem."""

NARROW = 15
"""Places a side up to which four lanes fit into a word."""

MOST_CELLS = MOST_SIZE**2

LINES = 128
"""More than the lines of a board: an array's entries for White come so far after those for Black."""

LANE = 0xFFFF
"""The bits of the lowest of four lanes."""

ALL = (1 << 64) - 1

FIVE, FOUR, THREE, STRAIGHT_FOUR = range(4)
"""The lanes of a pattern, by what a stone makes on the places in them."""

LEGAL, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = range(4)
"""Whether Black may play on a cell, and why not."""

GIVEN_UP, NO_WIN, WIN = range(-1, 2)
"""The results of a search for a win."""

WIN_VALUE = 1_000_000
"""The value of a win in the positional search, less the number of moves on the board at its end."""

MOST_FOURS = MOST_CELLS // 2
"""As many fours as a win can take, or more."""

INFINITE = 1 << 30
"""The disproof number of what is proven, and the proof number of what is disproven."""

UNIT = 4
"""The proof number of a move that makes a four or a three in a line, before it is examined."""

FIRST_ROOM = 1 << 16
"""The first size of the table of dead ends of searches by fours."""

FIVE_SHAPE, TWO_FIVES, ONE_FIVE, OPEN_THREE, CLOSED_THREE, OPEN_TWO, CLOSED_TWO = 15, 14, 13, 11, 9, 6, 4
"""What a stone makes in a line: a five, two places that make it five or one, three stones that two more
make a straight four (one more where there are two ways to do so) or only five (one more likewise), two
stones that three more make a straight four (one or two more for more ways), or only five. Below is
one stone with four or five, two or three, or one window of five places (3, 2, 1), or with none (0)."""

PAIRS = 136
"""Pairs of sixteen shapes, in any order."""

FORK, LONE_FOUR, TWO_THREES, LONE_THREE = 13, 12, 11, 10
"""What the two strongest shapes of a point are together, where neither is a five or a straight four: a
four with another or with an open three, another four, two open threes, and another open three."""

STATES = 36
"""What a color threatens, by the points where it could make these."""

PROVEN = 900_000
"""Values from here on are those of wins that the positional search has proven."""

PROBABLE = 500_000
"""A win for which not all answers were tried is worth so much, less the number of moves on the board."""

MOST_DEPTH = 99
"""How many moves the positional search looks ahead at most."""

MOST_WORTH = 1 << 15
"""What a pair of shapes is worth at most, and calls for a stone at most."""

CODES, N_CLASSES = 3**8, 3321
"""Patterns of a line, and those that are left where one and its mirror image are the same."""

CHANNELS, UNITS, CEILING = 16, 16, 127
"""The numbers that the network has for a pattern, its units, and what one of a point counts at most."""

TOTAL_BITS, SECOND_BITS = 18, 10
"""The fraction of what a unit gets, and of the numbers that it is taken times, in bits."""

MOST_LINE, MOST_FIRST, MOST_BIAS, MOST_SECOND = 8191, 1 << 12, 1 << 26, 1 << 22
"""The bounds of the network's numbers: no sum of them is too large."""

STEEPEST, ODDS = 30, 200
"""The logarithm of odds beyond which all is certain, and what one is worth in a value."""

POOL_PARTS = 20
"""What the totals of all points are divided by where a network learns."""
