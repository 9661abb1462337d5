"""Constants that several modules share; importing this module loads no kernel."""

MAX_SIDE = 19
MAX_IN_A_ROW = 9

DEPTH = 6
"""The number of plies that the original program looks ahead by default."""
