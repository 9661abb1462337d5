cimport cython
from zet.engines.kernel.bits cimport first_bit
from zet.engines.kernel.checks cimport check
from zet.engines.tectonic._search cimport Search

@cython.final
cdef class Thinner:
    cdef Search search
    # `left`: the number of values that the current question may still try.
    cdef int width, height, stride, stamp, n_open, left
    cdef int[::1] is_given, inside, open, near
    cdef unsigned long long[::1] answer

    cdef inline int _cell(self, int index) noexcept nogil
    cdef bint _fits(self, int cell) noexcept nogil
    cdef bint _window(self, int cell, int reach) noexcept nogil
    cdef bint _state_givens(self) noexcept nogil
    cdef bint _fence(self) noexcept nogil
    cdef int _decide(self) noexcept nogil
    cdef void _forget(self, int length) noexcept nogil
    cdef int _ask(self, int cell, bint fenced) noexcept nogil
    cdef int _question(self, int cell) noexcept nogil
