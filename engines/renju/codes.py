"""Numbers that the kernels agree on: what codes.pxd has in C, for interpreted kernels and for Python."""

from zet.engines.renju.model import BLACK as BLACK, N_CELLS as N_CELLS, WHITE as WHITE

N_LINES = 88

LANE = 0xFFFF
"""The bits of the lowest of the four lanes of a word."""

ALL = (1 << 64) - 1

FIVE, FOUR, THREE, STRAIGHT_FOUR = range(4)
"""The lanes of a pattern, by what a stone makes on the places in them."""

LEGAL, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = range(4)
"""Whether Black may play on a cell, and why not."""

GIVEN_UP, NO_WIN, WIN = range(-1, 2)
"""What a search for a win says."""

WIN_VALUE = 1_000_000
"""What a win is worth to the positional search, less the number of moves on the board at its end."""

FIRST_ROOM = 1 << 18
"""Dead ends of searches by fours that are kept at first."""
