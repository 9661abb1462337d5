cimport cython
from zet.engines.kernel.bits cimport first_bit

from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *

@cython.final
cdef class Search:
    cdef readonly long long nodes
    cdef long long end
    cdef unsigned long long key
    cdef long long stamp
    # Sets of fields are pairs of words, `low` and `high`: of each window, and of the proof at each ply.
    cdef unsigned long long low_empty, high_empty
    cdef char[::1] cell, own, closed, answers
    cdef int[::1] windows, window_start, window_of
    cdef unsigned long long[::1] low_window, high_window, low, high
    cdef int[::1] move, worth
    # Failures: the key, the depth, and the stamp of the search that stored the entry.
    cdef unsigned long long[::1] keys, slot_key
    cdef long long[::1] slot_stamp
    cdef char[::1] slot_depth

    cdef inline bint _holds(self, int ply, int field) noexcept
    cdef inline void _flip(self, int field) noexcept
    cdef void _put(self, int field) noexcept
    cdef void _take(self, int field) noexcept
    cdef bint _answer(self, int field) noexcept
    cdef void _retract(self, int field) noexcept
    cdef int _fours(self, int ply, int depth) noexcept
    cdef inline bint _lies_in(self, int field, int window) noexcept
    cdef void _order(self, int ply, int least) noexcept
    cdef int _next(self, int ply) noexcept
    cdef int _threats(self, int ply, int depth) noexcept
    cdef int _win(self, int ply, int quiet, int threats, long long limit) noexcept
    cdef int _after(self, int ply, int field, int quiet, int threats, long long limit) noexcept
