cimport cython

from zet.engines.kernel._polls cimport LimitedSearch
from zet.engines.kernel.checks cimport *
from zet.engines.walls._table cimport Table

@cython.final
cdef class Classic(LimitedSearch):
    cdef int n_fences
    cdef bint extra_move, uses_window
    cdef Table table
    cdef bint has_table
    # The boxes beside fence f are at `2 * f` and `2 * f + 1`; the number of free sides of each box; the
    # links of the list of free fences.
    cdef int[::1] box, sides, after, before
    cdef unsigned long long[::1] keys
    # The principal variations: the line of each ply, in rows of `n_fences + 2`, and its length.
    cdef int[::1] lines, lengths

    cdef inline int paint(self, int fence) noexcept nogil
    cdef inline void unpaint(self, int fence) noexcept nogil
    cdef unsigned long long root_key(self) noexcept nogil
    cdef inline void note(self, int ply, int fence) noexcept nogil
    cdef int value_of(
        self, int fence, int gained, unsigned long long key, int depth, int alpha, int beta, int ply
    ) noexcept nogil
    cdef inline int leaves(self, int beta, int ply) noexcept nogil
    cdef int search(self, unsigned long long key, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef void walk(self, int depth) noexcept nogil
