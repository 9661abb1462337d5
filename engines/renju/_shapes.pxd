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
    # Tables: the shape by the view of ten neighbors, for either color; the kind of a pair; the ternary
    # number of a mask of ten places; and the pair of four shapes.
    cdef unsigned char[::1] black_shapes, white_shapes, kind
    cdef int[::1] ternary
    cdef short[::1] pairs
    # `near` has up to 40 neighbors for each cell, as pairs (index of `views`, power of three).
    cdef int[::1] near_views, n_near_views
    cdef unsigned int[::1] views
    cdef int[::1] entries
    # The log of each move: the end of its changes, their indices and old entries; the old sum and the old
    # numbers of kinds.
    cdef int[::1] n_changed, changed, old_entries
    cdef long long[::1] old_sums
    cdef int[::1] urge, stake
    cdef long long[::1] value, unit, kinds
    cdef long long sum

    cdef inline int _shape(self, int color, int view) noexcept nogil
    cdef inline void _add(self, int cell, int sign) noexcept nogil
    cdef inline int _pair(self, int color, int cell) noexcept nogil
    cdef inline int _n_of(self, int color, int kind) noexcept nogil
    cdef inline int _entry_of(self, int shapes) noexcept nogil
    cdef inline void _change(self, int index, int entry) noexcept nogil
    cdef void _refresh(self) noexcept nogil
    cdef void _put(self, int cell, int color) noexcept nogil
    cdef void _take(self) noexcept nogil
    cdef int _worth(self, int color) noexcept nogil
    cdef inline int _state(self, int color) noexcept nogil
    cdef inline int _urge(self, int color, int cell) noexcept nogil
    cdef int _find(self, int color, int kind) noexcept nogil
