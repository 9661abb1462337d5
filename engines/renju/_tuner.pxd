cimport cython

from zet.engines.kernel.checks cimport *
from zet.engines.renju._shapes cimport ShapeBoard
from zet.engines.renju.constants cimport *

@cython.final
cdef class Tuner(ShapeBoard):
    cdef bint is_symmetric
    # `curves` is a matrix of SIZE rows for each set of weights. `place_of` lists the features that
    # occurred, for whose rows and columns the step is solved.
    cdef double[::1] numbers, slopes, curves, chances, mean
    cdef int[::1] touched, place_of
    cdef int n_touched
    cdef readonly double loss
    cdef readonly long long n_seen, n_hit

    cdef inline void _touch(self, int at, double by) noexcept nogil
    cdef void _bend(self, int first, double by) noexcept nogil
    cdef void _learn_value(self, int first, int color, double target) noexcept nogil
    cdef void _learn_call(self, int first, int color, int chosen) noexcept nogil
    cdef void _step(self, int first, double ridge) noexcept nogil
