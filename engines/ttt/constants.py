"""Constants that several modules share; importing this module loads no kernel."""

MAX_SIDE = 8

DEPTH = 6
"""The number of plies that the original program looks ahead by default."""
