cimport cython

from zet.engines.walls._alphabeta cimport AlphaBeta
from zet.engines.walls._table cimport Table

@cython.final
cdef class Corridors(AlphaBeta):
    cdef int n_boxes, ground, stride, tempo_code
    cdef readonly int answer
    cdef int[::1] sides, images
    cdef unsigned long long[::1] names
    # By ply: a row of packed corridors and a row of degrees; the numbers of corridors, of odd corridors
    # and of junctions; whether the position has a tempo.
    cdef int[::1] corridors, degrees, counts, odds, junctions, tempos
    cdef unsigned long long tempo_key
    cdef long long[::1] seen
    cdef long long stamp
    # For the search for bridges: the number of each box in the order of the visit, 0 if not yet visited.
    cdef int[::1] reached
    cdef int n_reached
    cdef bint has_bridge
    # The parts of known value that a move splits off; the value of the whole is base + sign * value of
    # the rest.
    cdef int n_pairs, n_tails, n_prizes, base, sign
    # What `probe` has found: the greatest bound on the moves that it removed, and a move that decides.
    cdef int most, move

    cdef inline void mix(
        self, int ply, int one, int two, int length, unsigned long long sign
    ) noexcept nogil
    cdef inline void add(self, int ply, int one, int two, int length) noexcept nogil
    cdef inline int drop(self, int ply, int slot) noexcept nogil
    cdef inline int find(self, int ply, int box, int slot) noexcept nogil
    cdef inline void lower(self, int ply, int box) noexcept nogil
    cdef void settle(self, int ply, int box) noexcept nogil
    cdef inline void fold(self, int is_odd) noexcept nogil
    cdef bint settle_parallels(self, int ply) noexcept nogil
    cdef void take(self, int ply, int slot) noexcept nogil
    cdef inline int code_of(self, int corridor) noexcept nogil
    cdef bint find_bridge(self, int ply) noexcept nogil
    cdef int climb(self, int ply, int box, int slot) noexcept nogil
    cdef void make(self, int ply, int move) noexcept nogil
    cdef int decide(self, int ply, int beta) noexcept nogil
    cdef inline void narrow(self, unsigned long long data) noexcept nogil
    cdef int probe(self, int ply, int end, int beta) noexcept nogil
    cdef inline bint stays(self, int ply, int box) noexcept nogil
    cdef inline bint is_last(self, int ply) noexcept nogil
