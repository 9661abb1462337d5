cimport cython
from zet.engines.kernel.bits cimport count_bits
from zet.engines.kernel.rng cimport mix, next_state
from zet.engines.kernel.checks cimport check
from zet.engines.kernel.polling cimport must_stop

@cython.final
cdef class Cutter:
    cdef object poll
    cdef int width, height, stride, most, n_free, first, n_spare, n_pieces, n_pockets, n_grown, stamp, placings
    cdef unsigned long long state
    # By padded cell: `piece`, `digit`, `after`, `mark`. By number of a piece: `head`, `size`. The piece
    # under construction: its cells in `grown`, the unused digits in `digits`, the free cells around it in
    # `edge`. `beside` and `near` are the offsets of the four adjacent and of all eight neighbors of a
    # cell. `around`: see `_rip_up`.
    cdef int[::1] piece, digit, after, mark, edge, head, size, spare, pockets, grown, digits, around, beside, near

    cdef inline int _random(self, int below) noexcept nogil
    cdef inline int _openness(self, int cell) noexcept nogil
    cdef inline unsigned long long _taken(self, int cell) noexcept nogil
    cdef void _grow(self, int start, int size) noexcept nogil
    cdef inline int _weight(self, int cell) noexcept nogil
    cdef bint _fill(self) noexcept nogil
    cdef bint _place(self, int at) noexcept nogil
    cdef bint _cut_piece(self, int start) noexcept nogil
    cdef void _note_pockets(self, int cell) noexcept nogil
    cdef bint _join(self, int cell) noexcept nogil
    cdef void _rip_up(self, int cell) noexcept nogil
    cdef void _undo(self, int number) noexcept nogil
    cdef int _next(self) noexcept nogil
    cdef list _cells(self)
