# The kinds of bounds in a transposition table, in C; bounds.py has the same for interpreted kernels.

cdef enum:
    UPPER = 1, LOWER = 2, EXACT = 3
