"""Constants that several modules share; importing this module loads no kernel."""

MAX_SIDE = 19
MAX_IN_A_ROW = 9

MAX_TABLE_SIZE = 1 << 14
"""The maximum size of a transposition table in mebibytes."""

DEPTH = 6
"""The number of plies that the original program looks ahead by default."""
