cdef class Poll:
    cdef object ask
    cdef object error
    cdef bint says_stop(self, long long nodes) noexcept with gil
    cpdef object raise_error(self)

cdef class LimitedSearch:
    cdef readonly long long nodes
    cdef readonly long long hits
    cdef readonly bint stopped
    cdef long long limit
    cdef long long pause
    cdef Poll poll
    cdef void begin(self, long long limit)
    cdef void check(self) noexcept nogil
