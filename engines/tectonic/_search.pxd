cimport cython
from zet.engines.kernel.bits cimport count_bits, first_bit
from zet.engines.kernel.checks cimport check

@cython.final
cdef class Search:
    cdef int width, height, stride, far, n_pieces, depth, n_trail, n_single, n_dirty, state, probing, room
    # The state of `probe`: the member `probing`, its untried candidates, and the numbers of cells and
    # trials since the last removal.
    cdef int idle_cells, idle_trials
    cdef bint is_begun, is_late
    cdef unsigned long long untried
    cdef readonly long long nodes
    cdef int conflict_cell, conflict_piece, conflict_digit

    # By padded cell: `domain`, `piece` and `sound` (see `_refute`). By entry of the trail: the cell, and
    # its mask before the change (`old`). By level of the search: the cell branched on, its untried values
    # (`rest`), and the length of the trail before (`mark`).
    cdef unsigned long long[::1] domain, sound, old, rest
    cdef int[::1] piece, start, member, trail, single, dirty, is_dirty, mark, branch, reach
    cdef int[::1] offset
    cdef unsigned long long[::1] full

    cdef inline bint _remove(self, int cell, unsigned long long mask) noexcept nogil
    cdef bint _spread(self, int cell) noexcept nogil
    cdef bint _examine(self, int at, bint touching) noexcept nogil
    cdef bint _propagate(self) noexcept nogil
    cdef void _empty(self) noexcept nogil
    cdef bint _advance_singles(self) noexcept nogil
    cdef bint _look_ahead(self, int cell, unsigned long long mask, int limit) noexcept nogil
    cdef void _trust(self, int before) noexcept nogil
    cdef void _undo(self, int length) noexcept nogil
    cdef bint _begin(self) noexcept nogil
    cdef int _choose(self, int[::1] cells, int n_cells) noexcept nogil
    cdef int _advance(self, long long limit) noexcept nogil
    cdef int _refute(self, int cell, unsigned long long mask, int most) noexcept nogil
    cdef int _probe(self, long long limit) noexcept nogil
