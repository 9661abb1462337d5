"""Constants that several modules share; importing this module loads no kernel."""

ALGORITHMS = ("best", "minimax", "alphabeta", "failsoft-tt")

ENTRY_BYTES = 16
"""The number of bytes of a table entry."""

MIN_BITS, MAX_BITS = 4, 30
"""The binary logarithms of the smallest and the largest number of table entries."""

FULL_DEPTH = 1023
"""The depth recorded for a search to the end of the game."""

MAX_BOXES = 511
"""The maximum number of boxes on a board that can be searched, as a value is packed into ten bits."""

INFINITY = 1 << 14
NOTHING = 1 << 13
"""The return value that means "no value"."""

NO_MOVE = 0xFFFFF
"""The value stored as the move of an entry if no best move is known."""

FROM_TABLE = 1 << 30
"""The score of the move to search first: the best move of an earlier search of the position."""

N_SYMMETRIES = 8
