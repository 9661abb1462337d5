cimport cython

from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.ttt._search cimport Lines, mask_t

@cython.final
cdef class Pairs(Lines):
    cdef int answer, n_chosen, least
    # The cells that the pairs found last depend on: the pairs, and the lines that the potential blocks.
    cdef mask_t found
    cdef mask_t[::1] open_lines, chosen, zones, held
    # By ply, the answer that last worked; the image of each cell under each symmetry; by cell, the score
    # of a move; by line, the blame; by place in the second half of `open_lines`, the number of the line.
    cdef int[::1] answers, images, worth, blame, numbers

    cdef bint _search(self, mask_t attackers, mask_t defenders, int turn, int rest, int ply) noexcept nogil
    cdef inline void _note_answer(self, int ply, mask_t cells) noexcept nogil
    cdef bint _attack(self, mask_t attackers, mask_t defenders, mask_t forced, int rest, int ply) noexcept nogil
    cdef bint _defend(self, mask_t attackers, mask_t defenders, int rest, int ply, bint is_new) noexcept nogil
    cdef inline void _take(self, int ply, int cell, mask_t zone) noexcept nogil
    cdef void _bring_forward(self, int ply, int n_moves) noexcept nogil
    cdef bint _pairs(self, mask_t attackers, mask_t defenders) noexcept nogil
    cdef bint _pair(self, int n_open, int potential) noexcept nogil
    cdef inline int _left(self, int base, int n_open, mask_t pair, int potential) noexcept nogil
    cdef int _order(self, mask_t attackers, mask_t defenders, mask_t forced, int turn, int ply) noexcept nogil
    cdef mask_t _code(self, mask_t attackers, mask_t defenders, int turn) noexcept nogil
    cdef mask_t _image(self, mask_t zone, int symmetry) noexcept nogil
    cdef mask_t _seen(self, mask_t image, int symmetry) noexcept nogil
    cdef void _store(self, mask_t key, int value, mask_t zone) noexcept nogil
    cdef inline int _worth(self, mask_t slot) noexcept nogil
