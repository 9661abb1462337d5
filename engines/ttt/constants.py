"""Constants that several modules share, importable without any module that computes."""

MAX_SIDE = 8

DEPTH = 6
"""The number of plies that the original program looks ahead by default."""
