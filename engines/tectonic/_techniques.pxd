from zet.engines.kernel.bits cimport count_bits, first_bit
from zet.engines.tectonic._findings cimport Findings

cdef class Techniques(Findings):
    # The masks of the shapes of three neighbors.
    cdef int[::1] shape

    cdef inline void _lose(self, int cell, unsigned long long mask) noexcept nogil
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
    cdef bint _touching_subset(self, int cell) noexcept nogil
    cdef bint _subset_sight(self, unsigned long long mask) noexcept nogil
    cdef bint _deduce(self) noexcept nogil
