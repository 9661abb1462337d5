cimport cython

from zet.engines.kernel.checks cimport *
from zet.engines.kernel.wide cimport *
from zet.engines.ttt._search cimport Lines

@cython.final
cdef class Pairs(Lines):
    cdef int answer, n_chosen, least, left
    # The cells that the pairs found last depend on: the pairs, and the lines that the potential blocks.
    cdef mask_t found
    cdef mask_t *open_lines
    cdef mask_t *chosen
    cdef mask_t *zones
    cdef unsigned long long[::1] held
    # By ply, the answer that last worked; the image of each cell under each symmetry; by cell, the score
    # of a move; by line, the blame; by place in the second half of `open_lines`, the number of the line.
    cdef int[::1] answers, images, worth, sizes, values, blame, numbers, gains, both

    cdef bint _search(self, mask_t attackers, mask_t defenders, int turn, int rest, int ply) noexcept nogil
    cdef inline void _note_answer(self, int ply, mask_t cells) noexcept nogil
    cdef bint _attack(self, mask_t attackers, mask_t defenders, mask_t forced, int rest, int ply) noexcept nogil
    cdef bint _defend(self, mask_t attackers, mask_t defenders, int rest, int ply, bint is_new) noexcept nogil
    cdef inline void _take(self, int ply, int cell, mask_t zone) noexcept nogil
    cdef void _bring_forward(self, int ply, int n_moves) noexcept nogil
    cdef bint _pairs(self, mask_t attackers, mask_t defenders) noexcept nogil
    cdef bint _pair(self, int potential) noexcept nogil
    cdef inline int _value(self, int size) noexcept nogil
    cdef mask_t _best_pair(self, mask_t cells, int potential) noexcept nogil
    cdef int _order(self, mask_t attackers, mask_t defenders, mask_t forced, int turn, int ply) noexcept nogil
    cdef unsigned long long _code(self, mask_t attackers, mask_t defenders, int turn) noexcept nogil
    cdef mask_t _image(self, mask_t zone, int symmetry) noexcept nogil
    cdef mask_t _held(self, unsigned long long slot, int symmetry) noexcept nogil
    cdef void _store(self, unsigned long long key, int value, mask_t zone) noexcept nogil
    cdef inline int _worth(self, unsigned long long slot) noexcept nogil
