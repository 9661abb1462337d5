cimport cython

from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.renju._threats cimport ThreatSearch
from zet.engines.renju.codes cimport *

@cython.final
cdef class PositionalSearch(ThreatSearch):
    cdef int[::1] worth, scores

    cdef int _static_value(self, int color) noexcept nogil
    cdef int _best_cells(self, int color, int width) noexcept nogil
    cdef int _value(self, int color, int depth, int width, int alpha, int beta) noexcept nogil
