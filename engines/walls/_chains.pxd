cimport cython

from zet.engines.kernel._polls cimport LimitedSearch
from zet.engines.kernel.checks cimport *
from zet.engines.walls._table cimport Table

@cython.final
cdef class Chains(LimitedSearch):
    cdef Table table
    cdef int n_fences, n_boxes, ground, loop, stride, n_symmetries
    # The two boxes beside each fence; the image of each box under each symmetry, in rows of `stride`; the
    # history.
    cdef int[::1] sides, images, history
    # The hash of a chain is the name of its two ends times the factor of its length, for each symmetry.
    cdef unsigned long long[::1] names, factors, hashes
    # By ply: rows of `n_fences` packed chains, of degrees, of moves (slots of chains) and of their
    # scores; the number of chains, and the number of boxes left.
    cdef int[::1] corridors, degrees, counts, left, moves, scores
    cdef int freed, seen
    cdef readonly int answer
    cdef readonly bint at_horizon
    # Scratch space of `probe`: the hashes of one child, the keys of all, and the chains at each junction.
    cdef unsigned long long[::1] child, child_keys
    cdef int[::1] near, n_near

    cdef void place(self, fences)
    cdef void mix(self, int ply, int corridor, unsigned long long sign) noexcept nogil
    cdef void add(self, int ply, int one, int two, int length) noexcept nogil
    cdef int drop(self, int ply, int slot) noexcept nogil
    cdef int find(self, int ply, int box, int slot) noexcept nogil
    cdef void lower(self, int ply, int box) noexcept nogil
    cdef void settle(self, int ply, int box) noexcept nogil
    cdef void copy(self, int ply) noexcept nogil
    cdef int take(self, int ply, int slot) noexcept nogil
    cdef inline void shift(self, int corridor, unsigned long long sign) noexcept nogil
    cdef inline void note_ends(self, int ply) noexcept nogil
    cdef inline unsigned long long child_key(self, int ply, int slot) noexcept nogil
    cdef inline int orientation(self, int ply) noexcept nogil
    cdef inline int own_image(self, unsigned long long[::1] hashes, int row, int index) noexcept nogil
    cdef bint is_near(self, int ply, int one, int two, int room) noexcept nogil
    cdef bint is_mirrored(self, int ply) noexcept nogil
    cdef bint leaves_mirrored(self, int ply, int slot) noexcept nogil
    cdef inline int packed(self, int corridor) noexcept nogil
    cdef inline int circumstance(self, int ply, int corridor) noexcept nogil
    cdef inline int turned(self, int move, int orientation, bint back) noexcept nogil
    cdef int list_moves(self, int ply, int hint) noexcept nogil
    cdef inline int pick(self, int place, int end) noexcept nogil
    cdef int settled(self, int gained, int dealt, int ply, int alpha, int beta) noexcept nogil
    cdef int probe(self, int ply, int end, int alpha, int beta) noexcept nogil
    cdef void learn(self, int ply, int end, int weight) noexcept nogil
    cdef int search(self, int ply, int alpha, int beta) noexcept nogil
