"""Constants that modules share with each other and with callers that import nothing that computes."""

MAX_SIDE = 8

DEPTH = 6
"""Plies that the original's own game looks ahead."""
