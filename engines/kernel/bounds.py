"""The kinds of values in a transposition table: upper bounds, lower bounds, exact values.

Each kind of bound is one bit, and an exact value has both bits; 0 is left for other kinds of entries.
Kernels cimport bounds.pxd. The table files of Walls contain these numbers (docs/formats/walls-table.md).
"""

UPPER, LOWER, EXACT = 1, 2, 3
