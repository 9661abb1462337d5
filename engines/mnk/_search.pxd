cimport cython

from zet.engines.kernel._polls cimport LimitedSearch, Poll
from zet.engines.kernel.bits cimport *

@cython.final
cdef class Search(LimitedSearch):
    cdef int n_cells
    cdef int n_symmetries
    cdef int length
    cdef int age
    cdef int shift

    cdef unsigned long long attackers
    cdef unsigned long long defenders
    cdef unsigned long long attacker_wins
    cdef unsigned long long defender_wins
    cdef unsigned long long attacker_lines
    cdef unsigned long long defender_lines

    cdef int[::1] first_line
    cdef int[::1] line_at
    cdef unsigned long long[::1] masks
    cdef int[::1] stones
    cdef unsigned long long[::1] weights
    cdef unsigned long long[::1] codes
    cdef int[::1] moves
    cdef int[::1] scores
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
