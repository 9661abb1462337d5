cimport cython

from zet.engines.kernel.bits cimport *

@cython.final
cdef class Search:
    cdef int width
    cdef int height
    cdef int stride
    cdef int n_pieces
    cdef int depth
    cdef int n_trail
    cdef int n_single
    cdef int n_dirty
    cdef int state
    cdef int probing
    cdef int idle_cells
    cdef int idle_trials
    cdef bint is_begun
    cdef unsigned long long untried
    cdef readonly long long nodes
    cdef int conflict_cell
    cdef int conflict_piece
    cdef int conflict_digit

    cdef unsigned long long[::1] domain
    cdef unsigned long long[::1] old
    cdef unsigned long long[::1] rest
    cdef int[::1] piece
    cdef int[::1] start
    cdef int[::1] member
    cdef int[::1] trail
    cdef int[::1] single
    cdef int[::1] dirty
    cdef int[::1] is_dirty
    cdef int[::1] mark
    cdef int[::1] branch
    cdef int[::1] box
    cdef unsigned long long[::1] full

    cdef inline bint _remove(self, int cell, unsigned long long mask) noexcept nogil
    cdef bint _spread(self, int cell) noexcept nogil
    cdef bint _examine(self, int at) noexcept nogil
    cdef bint _propagate(self) noexcept nogil
    cdef void _undo(self, int length) noexcept nogil
    cdef bint _begin(self) noexcept nogil
    cdef int _choose(self) noexcept nogil
    cdef int _advance(self, long long limit) noexcept nogil
    cdef int _probe(self, long long limit) noexcept nogil
