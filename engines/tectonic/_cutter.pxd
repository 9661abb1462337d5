cimport cython
from zet.engines.kernel.bits cimport count_bits, first_bit
from zet.engines.kernel.rng cimport mix, next_state
from zet.engines.kernel.checks cimport check
from zet.engines.kernel.polling cimport must_stop

@cython.final
cdef class Cutter:
    cdef object poll
    cdef int width, height, stride, most, n_free, first, n_spare, n_pieces, n_pockets, n_grown, stamp, placings
    # The minimum number of free cells so far, the removals since then, and the number of pieces cut.
    cdef int least_free, n_idle, latest
    cdef unsigned long long state
    # By padded cell: `piece`, `digit`, `after`, `mark`. By number of a piece: `head`, `size`, and `born`,
    # its number in the order of cutting. The piece under construction: its cells in `grown`, the unused
    # digits in `digits`, the free cells around it in `edge`. `beside` and `near` are the offsets of the
    # four adjacent and of all eight neighbors of a cell. `around`: see `_rip_up`.
    cdef int[::1] piece, digit, after, mark, edge, head, size, spare, pockets, turn, rank, born, grown, digits, around, beside, near

    cdef inline int _random(self, int below) noexcept nogil
    cdef inline int _openness(self, int cell) noexcept nogil
    cdef inline unsigned long long _taken(self, int cell) noexcept nogil
    cdef void _grow(self, int start, int size) noexcept nogil
    cdef inline int _weight(self, int cell) noexcept nogil
    cdef bint _fill(self) noexcept nogil
    cdef inline bint _is_free(self, int cell) noexcept nogil
    cdef inline unsigned long long _options(self, int cell) noexcept nogil
    cdef bint _is_dead(self, int cell) noexcept nogil
    cdef bint _place(self, int at) noexcept nogil
    cdef bint _cut_piece(self, int start) noexcept nogil
    cdef void _note_pockets(self, int cell) noexcept nogil
    cdef bint _join(self, int cell) noexcept nogil
    cdef void _rip_up(self, int cell) noexcept nogil
    cdef void _clear(self, int cell, int reach) noexcept nogil
    cdef void _undo(self, int number) noexcept nogil
    cdef int _next(self) noexcept nogil
    cdef list _cells(self)
