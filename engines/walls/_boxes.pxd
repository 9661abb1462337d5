cimport cython

from zet.engines.walls._alphabeta cimport AlphaBeta
from zet.engines.walls._table cimport Table

@cython.final
cdef class Boxes(AlphaBeta):
    cdef int n_boxes, n_edges, n_moves
    cdef bint extra_move
    # The move that paints each fence; the boxes beside an edge; the edges around a box; the image and the
    # preimage of each move under each symmetry, in rows of `n_moves + 1`.
    cdef int[::1] move_of, edge_box, side_edge, images, origins
    cdef unsigned long long[::1] keys
    cdef int[::1] is_free, ground, degree
    cdef int n_open, n_single
    cdef long long[::1] seen
    cdef long long stamp

    cdef inline void mix(self, int here, int there, int item) noexcept nogil
    cdef inline int take_fence(self, int box) noexcept nogil
    cdef inline void put_back(self, int box) noexcept nogil
    cdef inline int free_edge(self, int box, int except_) noexcept nogil
    cdef inline int across(self, int edge, int box) noexcept nogil
    cdef int list_chains(self, int end) noexcept nogil
    cdef int list_captures(self, int place) noexcept nogil
