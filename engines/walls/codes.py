"""Numbers that the rooms of the search, and those who call them, agree on."""

FULL_DEPTH = 1023
"""The depth of what has been searched to the end of the game."""

MAX_BOXES = 511
"""Boxes of the largest board that a search can hold: a value is packed into ten bits."""

INFINITY = 1 << 14
NOTHING = 1 << 13
"""Said instead of a value where there is none."""

FROM_TABLE = 1 << 30
"""The score of the move to try first: the best when the position was searched before."""

N_SYMMETRIES = 8
