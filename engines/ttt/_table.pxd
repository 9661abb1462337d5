cimport cython

from zet.engines.kernel.checks cimport *

@cython.final
cdef class Table:
    cdef int n_cells
    cdef readonly signed char[::1] scores
    # By cell, the power of three of its digit; `masks[first_line[c]:first_line[c + 1]]` are the lines
    # through c.
    cdef int[::1] powers, first_line, masks

    cdef int _visit(self, int code, int own, int other, int digit) noexcept
    cdef bint _completes(self, int stones, int cell) noexcept
