"""What may be chosen, and what is chosen by default: for whoever asks, before anything is computed."""

MAX_SIDE = 8

DEPTH = 6
"""Plies that the original's own game looks ahead."""
