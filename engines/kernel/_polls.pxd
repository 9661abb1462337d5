cdef class Poll:
    cdef object ask, error
    # `noexcept`: it catches everything itself, as its callers run without the GIL.
    cpdef bint should_stop(self, long long nodes) noexcept with gil
    cpdef object fail(self, object error)
    cpdef object raise_error(self)

cdef class LimitedSearch:
    # In the object and not in a Poll: a node increments one and compares it with another.
    cdef readonly long long nodes, hits
    cdef readonly bint stopped
    cdef long long limit, pause
    cdef Poll poll
    cdef void begin(self, long long limit)
    cdef void check(self) noexcept nogil
