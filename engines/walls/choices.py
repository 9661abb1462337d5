"""What may be chosen, and the defaults, for callers that import nothing that computes."""

ALGORITHMS = ("best", "minimax", "alphabeta", "failsoft-tt")

ENTRY_BYTES = 16
"""Bytes of a table's entry."""

MIN_BITS, MAX_BITS = 4, 30
"""The binary logarithms of the entries of the smallest and of the largest table."""
