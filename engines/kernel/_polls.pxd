cdef class Poll:
    cdef object ask, error
    # `noexcept`: it catches all exceptions itself, as its callers run without the GIL.
    cpdef bint should_stop(self, long long nodes) noexcept with gil
    cpdef object fail(self, object error)
    cpdef object raise_error(self)

cdef class LimitedSearch:
    # The counters are attributes of the search, not of the Poll: a node then increments and compares its
    # own attributes.
    cdef readonly long long nodes, hits
    cdef readonly bint stopped
    cdef long long limit, pause
    cdef Poll poll
    cdef void begin(self, long long limit)
    cdef void check(self) noexcept nogil
