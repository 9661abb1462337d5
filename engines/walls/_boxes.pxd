cimport cython

from zet.engines.walls._alphabeta cimport AlphaBeta
from zet.engines.walls._table cimport Table

@cython.final
cdef class Boxes(AlphaBeta):
    cdef int n_boxes
    cdef int n_edges
    cdef int n_moves
    cdef bint extra_move
    cdef int[::1] move_of
    cdef int[::1] edge_box
    cdef int[::1] side_edge
    cdef int[::1] images
    cdef int[::1] origins
    cdef unsigned long long[::1] keys
    cdef int[::1] is_free
    cdef int[::1] ground
    cdef int[::1] degree
    cdef int n_open
    cdef int n_single
    cdef long long[::1] seen
    cdef long long stamp

    cdef inline void mix(self, int here, int there, int item) noexcept nogil
    cdef inline int take_fence(self, int box) noexcept nogil
    cdef inline void put_back(self, int box) noexcept nogil
    cdef inline int free_edge(self, int box, int except_) noexcept nogil
    cdef inline int across(self, int edge, int box) noexcept nogil
    cdef int list_chains(self, int end) noexcept nogil
    cdef int list_captures(self, int place) noexcept nogil
