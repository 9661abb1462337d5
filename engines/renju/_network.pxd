cimport cython

from zet.engines.kernel.checks cimport *
from zet.engines.renju._shapes cimport ShapeBoard
from zet.engines.renju.constants cimport *

cdef inline int _clipped(int number) noexcept nogil:
    number = number if number > 0 else 0
    return number if number < CEILING else CEILING


cdef class NetworkBoard(ShapeBoard):
    # `near` has up to 32 neighbors for each cell, as pairs (index of `codes`, power of three). `total` is
    # unsigned, as 484 cells of at most CEILING fill 16 bits.
    cdef int[::1] near, n_near, codes, carried, carried_color, biases, second_layer
    cdef short[::1] lines, sums, first_layer, pooled
    cdef unsigned short[::1] total
    cdef unsigned char[::1] is_full
    cdef int n_carried, n_common
    cdef bint has_network, is_begun, has_two
    cdef object networks

    cdef inline void _shift(
        self, Py_ssize_t row, Py_ssize_t after, Py_ssize_t before, Py_ssize_t first
    ) noexcept nogil
    cdef inline void _count(self, Py_ssize_t row, Py_ssize_t first, int sign) noexcept nogil
    cdef void _carry(self, int cell, int color, int sign) noexcept nogil
    cdef void _catch_up(self) noexcept nogil
    cdef void _begin_network(self) noexcept nogil
    cdef void _refresh(self) noexcept nogil
    cdef void _take(self) noexcept nogil
    cdef int _added(self, int color) noexcept nogil
