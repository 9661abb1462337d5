cimport cython

from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.renju._threats cimport ThreatSearch
from zet.engines.renju.constants cimport *

cpdef int _shape_of(int own, int blocked, bint exact) noexcept nogil
cdef int _neighbors(unsigned long long padded, int at) noexcept nogil
cdef int _pair_of(int shapes) noexcept nogil
cdef int _kind_of(int first, int second) noexcept nogil


cdef class ShapeBoard(ThreatSearch):
    # Tables: the shape by the ternary number of ten neighbors, for either color; the kind of a pair; the
    # ternary number of a mask of ten places; and the pair of four shapes.
    cdef unsigned char[::1] black_shapes, white_shapes, kind
    cdef int[::1] ternary
    cdef short[::1] pairs, pair
    cdef unsigned short[::1] shapes, old_shapes
    # The log of each move: the number of shapes that it changed, their indices, their old values, and the
    # two old sums.
    cdef int[::1] count, n_changed, changed
    cdef int[::1] worth, urge, stake
    cdef long long[::1] old_sum
    cdef long long sum_black, sum_white

    cdef inline void _add(self, int index, int sign) noexcept nogil
    cdef inline int _shape(self, int color, int own, int other, int off) noexcept nogil
    cdef inline void _set_shapes(self, int index, int shapes) noexcept nogil
    cdef void _refresh(self) noexcept nogil
    cdef void _put(self, int cell, int color) noexcept nogil
    cdef void _take(self) noexcept nogil
    cdef inline int _worth(self, int color) noexcept nogil
    cdef inline int _state(self, int color) noexcept nogil
    cdef inline int _urge(self, int color, int cell) noexcept nogil
    cdef int _find(self, int color, int kind) noexcept nogil
