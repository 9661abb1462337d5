from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.renju.codes cimport *

cdef unsigned long long _spread(unsigned long long windows, int size) noexcept nogil


cdef class Board:
    cdef bint exact_black, exact_white, restricted
    cdef readonly int n_moves
    cdef unsigned long long key
    cdef long long deep_checks
    cdef int[::1] line_of, place, cell_at
    cdef unsigned long long[::1] keys, stones, empty, pattern, four_lines, trail
    cdef int[::1] moved, moved_color, owner

    cdef int _check_empty(self, int cell) except -1
    cdef inline void _update_patterns(
        self, int color, bint exact, unsigned long long e, int l0, int l1, int l2, int l3
    ) noexcept nogil
    cdef void _play(self, int cell, int color) noexcept nogil
    cdef void _undo(self) noexcept nogil
    cdef inline bint _makes(self, int cell, int color, int lane) noexcept nogil
    cdef int _forbidden(self, int cell) noexcept nogil
    cdef bint _is_overline(self, int cell) noexcept nogil
    cdef bint _is_double_four(self, int line, int at) noexcept nogil
    cdef bint _is_three(self, int line, int at) noexcept nogil
