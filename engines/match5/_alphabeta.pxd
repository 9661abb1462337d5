cimport cython

from zet.engines.kernel._polls cimport LimitedSearch
from zet.engines.kernel.bounds cimport *
from zet.engines.kernel.checks cimport *

@cython.final
cdef class AlphaBeta(LimitedSearch):
    cdef int n_empty, score, n_moves
    # Compressed sparse rows: the windows through each field, and the fields at most two steps from it.
    cdef int[::1] windows, window_start, window_of, near_start, near_of, weights, fours, stones_near
    cdef char[::1] cell, count
    # By ply, in rows of 81: the listed moves and their gains.
    cdef int[::1] move, gain
    cdef unsigned long long key
    cdef unsigned long long[::1] keys, slot_key
    # `slot_data`: the depth from bit 9 on, the kind of bound in bits 7 and 8, and below them the move.
    cdef int[::1] slot_value, slot_data

    cdef void _put(self, int field, int color) noexcept nogil
    cdef void _take(self, int field, int color) noexcept nogil
    cdef int _gain_of(self, int field, int color) noexcept nogil
    cdef int _list_holes(self, int ply, int color) noexcept nogil
    cdef int _list_moves(self, int ply, int color) noexcept nogil
    cdef void _bring_best(self, int ply, int index, int count) noexcept nogil
    cdef int _search(self, int color, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int _search_moves(
        self, int color, int depth, int alpha, int beta, int ply, unsigned long long key
    ) noexcept nogil
