cimport cython

from zet.engines.kernel.checks cimport *

@cython.final
cdef class Table:
    cdef unsigned long long[::1] slots
    cdef long long n_slots
    cdef unsigned long long mask
    cdef public int generation

    cdef unsigned long long find(self, unsigned long long key) noexcept nogil
    cdef int settled(self, unsigned long long data, int alpha, int beta) noexcept nogil
    cdef void keep(
        self, unsigned long long key, int value, int alpha, int beta, int depth, int move
    ) noexcept nogil
    cdef void put(self, unsigned long long key, unsigned long long data) noexcept nogil
