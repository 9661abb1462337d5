"""Constants that several modules share; importing this module loads no kernel.

Compiled kernels cimport the numbers that they use from constants.pxd.
"""

from typing import Literal

from zet.engines.messages import Message

SIDE = 15
"""The number of points on a side of the board of renju (SIDE), and on the whole board (N_CELLS)."""

N_CELLS = SIDE * SIDE
LEAST_SIZE, MOST_SIZE = 5, 22
"""The numbers of points on a side of the smallest and of the largest board."""

BLACK, WHITE = 0, 1
Color = Literal["black", "white"]
COLORS = (Message("black"), Message("white"))
COLOR_NAMES: tuple[Color, Color] = ("black", "white")
"""The colors as translatable words (COLORS), and as values in files and answers (COLOR_NAMES)."""

Rule = Literal["renju", "freestyle", "standard"]
RULES: tuple[Rule, ...] = ("renju", "freestyle", "standard")
"""The rules: renju; go-moku in which six or more win too; go-moku in which only exactly five wins."""

OPENING_RULES = ("rif", "yamaguchi", "soosyrv-8", "taraguchi-10", "swap", "swap2")

Ending = Literal["five", "foul", "resignation", "time", "draw"]
ENDINGS: tuple[Ending, ...] = ("five", "foul", "resignation", "time", "draw")

SHAPES = (
    "nothing", "one", "one+", "one++", "closed-two", "closed-two+", "open-two", "open-two+", "open-two++",
    "closed-three", "closed-three+", "open-three", "open-three+", "four", "straight-four", "five",
)  # fmt: skip
"""The names of the shapes that a stone makes in a line, the weakest first; a plus marks a shape with more
space, or with another way to continue.
"""

N_LEVELS = 10
"""The number of levels of the player; the last is its full strength."""

MOST_THREADS = 64
"""The maximum number of threads of a search for a move."""

NODES = 50_000
"""The number of moves that the solver may try for each question of an analysis ("does a color win
here?").
"""

WIDTH = 12
"""The number of moves that the positional search tries in each position."""

MIN_LENGTH = 5
"""The minimum length of a problem's win, in moves of both colors."""

NARROW = 15
"""The number of points on a side of the largest board for which four lanes fit into a word."""

MOST_CELLS = MOST_SIZE**2

LINES = 128
"""An upper bound on the number of lines of a board. In arrays by line, the entries for White begin at
this index.
"""

LANE = 0xFFFF
"""The mask of the lowest of four lanes."""

ALL = (1 << 64) - 1

FIVE, FOUR, THREE, STRAIGHT_FOUR = range(4)
"""The lanes of a pattern; each lane marks the places where a stone makes the shape of that name."""

LEGAL, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = range(4)
"""LEGAL if Black may play on a cell, otherwise the reason why not."""

GIVEN_UP, NO_WIN, WIN = range(-1, 2)
"""The results of a search for a win."""

WIN_VALUE = 1_000_000
"""The value of a win in the positional search, from which the number of stones at the end of the game is
subtracted.
"""

MOST_FOURS = MOST_CELLS // 2
"""An upper bound on the number of fours in a win."""

INFINITE = 1 << 30
"""The disproof number of a proven node, and the proof number of a disproven one."""

UNIT = 4
"""The initial proof number of a move that makes a four or a three in a line."""

FIRST_ROOM = 1 << 16
"""The initial number of entries in the table of dead ends in searches by fours."""

FIVE_SHAPE, TWO_FIVES, ONE_FIVE, OPEN_THREE, CLOSED_THREE, OPEN_TWO, CLOSED_TWO = 15, 14, 13, 11, 9, 6, 4
"""The numbers of the shapes that a stone makes in a line, the strongest first: a five; a four with two
places at which a further stone makes five (TWO_FIVES), or with one such place (ONE_FIVE); a three that
can become a straight four (OPEN_THREE), or only a five (CLOSED_THREE); and a two of either kind. A three
or a two with two ways to become a straight four (or, if closed, a five) has its kind's number plus 1; an
open two with three ways has OPEN_TWO plus 2. The numbers 3, 2 and 1 are for a single stone that is in
four or five windows of five places, in two or three, or in one, respectively. 0 means no shape.
"""

PAIRS = 136
"""The number of unordered pairs of sixteen shapes."""

FORK, LONE_FOUR, TWO_THREES, LONE_THREE = 13, 12, 11, 10
"""Combinations of the two strongest shapes of a point, neither of them a five or a straight four: a four
with a second four or an open three (FORK), any other four (LONE_FOUR), two open threes (TWO_THREES), and
a single open three (LONE_THREE).
"""

STATES = 36
"""The number of states of a color's threats. A state encodes the numbers of points at which the color can
make a FORK, a LONE_FOUR, TWO_THREES and a LONE_THREE.
"""

PROVEN = 900_000
"""The least value of a win that the positional search has proven."""

PROBABLE = 500_000
"""The value of a win that is only probable, as not all answers were tried; the number of stones is
subtracted.
"""

MOST_DEPTH = 99
"""The maximum depth of the positional search, in moves."""

MOST_WORTH = 1 << 15
"""The largest absolute value that the worth or the urgency of a pair of shapes may have."""

CODES, N_CLASSES = 3**8, 3321
"""The number of patterns of a line, and the number of their classes: a pattern and its mirror image are
one class.
"""

CHANNELS, UNITS, CEILING = 16, 16, 127
"""The network's number of channels per pattern, its number of units, and the maximum contribution of a
channel at one point.
"""

TOTAL_BITS, SECOND_BITS = 18, 10
"""The numbers of fractional bits in a unit's input, and in the weights that multiply the units."""

MOST_LINE, MOST_FIRST, MOST_BIAS, MOST_SECOND = 8191, 1 << 12, 1 << 26, 1 << 22
"""The bounds of the network's parameters, which prevent sums from overflowing."""

STEEPEST, ODDS = 30, 200
"""The log-odds beyond which a result counts as certain, and the value of one unit of log-odds."""

POOL_PARTS = 20
"""The number by which the totals over all points are divided when a network is trained."""
