cimport cython
from zet.engines.kernel.checks cimport check

cdef bint _is_five(bytearray board, int field) except -1
cdef int _reach(bytearray board, int field, int step_x, int step_y) except -1
