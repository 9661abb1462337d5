from zet.engines.kernel._polls cimport LimitedSearch
from zet.engines.kernel.checks cimport *
from zet.engines.walls._table cimport Table

cdef class AlphaBeta(LimitedSearch):
    cdef Table table
    cdef int width, n_fences
    cdef int[::1] moves, scores, history
    cdef unsigned long long[::1] hashes
    cdef int n_symmetries, low, high
    cdef public bint at_horizon

    # A subclass overrides the methods up to `after`, which depend on the game: each call is an indirect
    # call through a table of C functions, about five per node.
    cdef void place(self, fences)
    cdef int rest(self, int ply, int alpha, int beta, int depth) noexcept nogil
    cdef void set_bounds(self, int ply, int depth) noexcept nogil
    cdef bint is_quiet(self, int ply) noexcept nogil
    cdef int glance(self, int ply, int alpha, int beta, int depth) noexcept nogil
    cdef int mirrored(self, int ply, int alpha, int beta) noexcept nogil
    cdef unsigned long long extra_key(self, int ply) noexcept nogil
    cdef int turned(self, int move, int orientation, bint back) noexcept nogil
    cdef int list_moves(self, int ply, int hint) noexcept nogil
    cdef int after(self, int ply, int move, int alpha, int beta, int depth) noexcept nogil
    cdef inline int orientation(self, int ply) noexcept nogil
    cdef inline void offer(self, int place, int move, int score) noexcept nogil
    cdef inline int pick(self, int place, int end) noexcept nogil
    cdef int search(self, int ply, int alpha, int beta, int depth) noexcept nogil
