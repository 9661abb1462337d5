cimport cython

from zet.engines.kernel._polls cimport LimitedSearch
from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *

ctypedef unsigned long long mask_t

cdef class Lines(LimitedSearch):
    cdef int n_cells, n_symmetries, age, shift
    cdef mask_t[::1] masks, weights, keys
    cdef int[::1] moves, scores
    cdef unsigned int[::1] entries

    @cython.final
    cdef inline void _insert(self, int base, int n_moves, int cell, int score) noexcept nogil

@cython.final
cdef class Search(Lines):
    cdef int length
    cdef mask_t attackers, defenders, attacker_wins, defender_wins, attacker_lines, defender_lines
    cdef int[::1] first_line, line_at, stones
    cdef mask_t[::1] codes

    cdef inline void _encode(self, int here, int there, int cell, int role) noexcept nogil
    cdef void _play(self, int cell, int role) noexcept nogil
    cdef inline void _take_back(self, int cell, int role) noexcept nogil
    cdef int _search(self, int rest, int turn, int ply) noexcept nogil
    cdef int _search_moves(self, int rest, int turn, int ply, mask_t forced) noexcept nogil
    cdef int _order(self, int ply, mask_t forced) noexcept nogil
    cdef void _store(self, mask_t key, int result, int rest) noexcept nogil
    cdef inline int _work(self, mask_t slot) noexcept nogil
