cimport cython

from zet.engines.kernel._polls cimport LimitedSearch
from zet.engines.kernel.checks cimport *
from zet.engines.kernel.wide cimport *

cdef class Lines(LimitedSearch):
    # The slots of a position are s, the highest bits of a product that `shift` leaves, and s ^ 1.
    cdef int n_cells, n_lines, n_symmetries, age, shift, field
    cdef list rooms
    cdef mask_t board
    cdef mask_t *masks
    cdef unsigned long long[::1] weights, keys
    # The lines through cell c are `line_at[first_line[c]:first_line[c + 1]]`.
    cdef int[::1] moves, scores, first_line, line_at
    # An entry has four bytes; from the highest: the age, the plies left when it was searched, the number
    # of plies proven to contain no win, and the plies of the shortest win. `Pairs` uses the age and one
    # byte.
    cdef unsigned int[::1] entries

    cdef mask_t *_room(self, int n_masks) except NULL
    @cython.final
    cdef inline void _insert(self, int base, int n_moves, int cell, int score) noexcept nogil

@cython.final
cdef class Search(Lines):
    cdef int length
    cdef mask_t attackers, defenders, attacker_wins, defender_wins, attacker_lines, defender_lines
    # Each ply has eight codes.
    cdef int[::1] stones
    cdef unsigned long long[::1] codes

    cdef inline void _encode(self, int here, int there, int cell, int role) noexcept nogil
    cdef void _play(self, int cell, int role) noexcept nogil
    cdef inline void _take_back(self, int cell, int role) noexcept nogil
    cdef int _search(self, int rest, int turn, int ply) noexcept nogil
    cdef int _search_moves(self, int rest, int turn, int ply, mask_t forced) noexcept nogil
    cdef int _order(self, int ply, mask_t forced) noexcept nogil
    cdef void _store(self, unsigned long long key, int result, int rest) noexcept nogil
    cdef inline int _work(self, unsigned long long slot) noexcept nogil
