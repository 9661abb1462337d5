cimport cython
from zet.engines.kernel.bits cimport count_bits, first_bit
from zet.engines.kernel.checks cimport check
from zet.engines.kernel.polling cimport must_stop
from zet.engines.tectonic._techniques cimport Techniques

@cython.final
cdef class Ladder(Techniques):
    # The board of deep trials; None until the first one is due.
    cdef Techniques trial
    cdef object poll
    cdef tuple pieces, groups
    cdef int n_cells, n_known, room
    cdef unsigned long long[::1] known
    # Of the last contradiction: the number of changes or steps that lead to it, and its location (see
    # `last`).
    cdef int struck, gap, gap_piece, gap_digit
    cdef readonly long long nodes

    cdef void _make_trial(self) noexcept with gil
    cdef void _make_room(self) noexcept with gil
    cdef bint _recall(self, int technique) noexcept nogil
    cdef void _remember(self, int technique) noexcept nogil
    cdef bint _wrong(self, int cell, unsigned long long bit) noexcept nogil
    cdef bint _may_try(self, long long limit) noexcept nogil
    cdef void _distrust(self) noexcept nogil
    cdef bint _look_ahead(self, int count, long long limit) noexcept nogil
    cdef int _try_out(self, int technique, long long limit) noexcept nogil
    cdef bint _fails(self, Techniques trial, int cell, unsigned long long bit) noexcept nogil
    cdef inline int _refuted(self, int technique, int cell, unsigned long long bit, int most) noexcept nogil
    cdef inline void _note_gap(self, int technique) noexcept nogil
    cdef int _step(self, long long limit) noexcept nogil
    cdef inline int _index(self, int cell) noexcept nogil
