"""What may be chosen, and what is chosen by default: for whoever asks, before anything is computed."""

ALGORITHMS = ("best", "minimax", "alphabeta", "failsoft-tt")

ENTRY_BYTES = 16
"""What an entry of a table takes."""

MIN_BITS, MAX_BITS = 4, 30
"""The binary logarithms of the entries of the smallest and of the largest table."""
