from zet.engines.kernel.bits cimport count_bits, first_bit
from zet.engines.kernel.checks cimport check
from zet.engines.tectonic._search cimport Search

cdef class Techniques:
    cdef Search search
    cdef int width, height, stride, far, n_pieces, words, n_order, techniques, technique, empty
    cdef int n_losers, n_pattern, n_support, n_solved, n_found, n_pending, n_items, size, first
    cdef bint together, by_place
    cdef unsigned long long mask, share, strike_mask
    cdef readonly long long steps

    cdef unsigned long long[::1] domain, origin, waiting, changed, pending, item
    cdef int[::1] piece, start, member, cells, touched, losers, pattern, support, solved, chosen
    cdef int[::1] sight, sees_from, n_seen, reach, offset, lowest, uses, rounds, order, ends, name, number, shape

    cdef object _begin(self, int techniques, groups)
    cdef void _forget(self) noexcept nogil
    cdef inline void _wait(self, int at, int unit) noexcept nogil
    cdef void _mark(self, int cell, bint whole) noexcept nogil
    cdef void _wait_for_pieces(self) noexcept nogil
    cdef bint _emit(self, unsigned long long strike) noexcept nogil
    cdef inline void _lose(self, int cell, unsigned long long mask) noexcept nogil
    cdef bint _apply(self) noexcept nogil
    cdef bint _look(self, int at, int unit) noexcept nogil
    cdef bint _solved_cell(self, int cell, bint in_piece) noexcept nogil
    cdef void _whole_piece(self, int at) noexcept nogil
    cdef bint _hidden_single(self, int at) noexcept nogil
    cdef inline bint _touch(self, int one, int other) noexcept nogil
    cdef bint _pair(self, int cell, int step) noexcept nogil
    cdef inline unsigned long long _twice(self, int at) noexcept nogil
    cdef inline int _places(self, int at, unsigned long long bit) noexcept nogil
    cdef inline bint _are_beside(self) noexcept nogil
    cdef bint _any_confined(self, int at) noexcept nogil
    cdef bint _confined(self, int at, int number) noexcept nogil
    cdef int _form(self, int cell, int at, unsigned long long bit) noexcept nogil
    cdef bint _naked(self, int at, int size) noexcept nogil
    cdef bint _hidden(self, int at, int size) noexcept nogil
    cdef bint _subsets(self, int at, int size) noexcept nogil
    cdef bint _choose(self, int count, int least, unsigned long long union) noexcept nogil
    cdef bint _naked_subset(self, unsigned long long mask) noexcept nogil
    cdef bint _hidden_subset(self, unsigned long long places) noexcept nogil
    cdef inline bint _sees(self, int one, int other) noexcept nogil
    cdef void _see(self, int cell) noexcept nogil
    cdef bint _touching_subset(self, int cell) noexcept nogil
    cdef bint _subset_sight(self, unsigned long long mask) noexcept nogil
    cdef bint _deduce(self) noexcept nogil
    cdef int _open(self) noexcept nogil
    cdef bint _fails(self, Techniques board, int cell, unsigned long long bit) noexcept nogil
