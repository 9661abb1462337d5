cimport cython

from zet.engines.kernel.bounds cimport *
from zet.engines.kernel.checks cimport *

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define zet_prefetch(address) __builtin_prefetch(address)
    #else
    #define zet_prefetch(address) ((void)(address))
    #endif
    """
    void prefetch "zet_prefetch"(const void *address) noexcept nogil

@cython.final
cdef class Table:
    # The key of slot s is at `2 * s`, its data at `2 * s + 1`; a bucket is four slots from a multiple of
    # 4 on.
    cdef unsigned long long[::1] slots
    cdef long long n_slots
    cdef unsigned long long mask
    cdef public int generation
    cdef public bint is_fixed

    cdef void prefetch(self, unsigned long long key) noexcept nogil
    cdef unsigned long long find(self, unsigned long long key) noexcept nogil
    cdef int depth(self, unsigned long long data) noexcept nogil
    cdef int lower(self, unsigned long long data) noexcept nogil
    cdef int upper(self, unsigned long long data) noexcept nogil
    cdef int settled(self, unsigned long long data, int alpha, int beta) noexcept nogil
    cdef void keep(
        self, unsigned long long key, int value, int alpha, int beta, int depth, int move
    ) noexcept nogil
    cdef void keep_bounds(
        self, unsigned long long key, int low, int high, long long n_nodes, int move
    ) noexcept nogil
    cdef void put(self, unsigned long long key, unsigned long long data) noexcept nogil
