"""Constants that modules share with each other and with callers that import nothing that computes."""

ALGORITHMS = ("best", "minimax", "alphabeta", "failsoft-tt")

ENTRY_BYTES = 16
"""Bytes of a table's entry."""

MIN_BITS, MAX_BITS = 4, 30
"""The binary logarithms of the entries of the smallest and of the largest table."""

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
