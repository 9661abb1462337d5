"""Numbers that the modules of the search share with their callers."""

FULL_DEPTH = 1023
"""The depth of an entry that was searched to the end of the game."""

MAX_BOXES = 511
"""Boxes of the largest board that a search can hold: a value is packed into ten bits."""

INFINITY = 1 << 14
NOTHING = 1 << 13
"""Returned instead of a value where there is none."""

FROM_TABLE = 1 << 30
"""The score of the move to try first: the best move of an earlier search of the position."""

N_SYMMETRIES = 8
