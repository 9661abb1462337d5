cimport cython

from zet.engines.kernel._polls cimport LimitedSearch, Poll
from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *

@cython.final
cdef class Search(LimitedSearch):
    cdef int n_cells, n_symmetries, length, age, shift

    cdef unsigned long long attackers, defenders, attacker_wins, defender_wins, attacker_lines
    cdef unsigned long long defender_lines

    cdef int[::1] first_line, line_at
    cdef unsigned long long[::1] masks
    cdef int[::1] stones
    cdef unsigned long long[::1] weights, codes
    cdef int[::1] moves, scores
    cdef unsigned long long[::1] keys
    cdef unsigned int[::1] entries

    cdef inline void _encode(self, int here, int there, int cell, int role) noexcept nogil
    cdef void _play(self, int cell, int role) noexcept nogil
    cdef inline void _take_back(self, int cell, int role) noexcept nogil
    cdef int _search(self, int rest, int turn, int ply) noexcept nogil
    cdef int _search_moves(self, int rest, int turn, int ply, unsigned long long forced) noexcept nogil
    cdef int _order(self, int ply, unsigned long long forced) noexcept nogil
    cdef void _store(self, unsigned long long key, int result, int rest) noexcept nogil
    cdef inline int _work(self, unsigned long long slot) noexcept nogil
