# The kinds of bounds in a transposition table, in C; bounds.py is the same for interpreted kernels.

cdef enum:
    UPPER = 1, LOWER = 2, EXACT = 3
