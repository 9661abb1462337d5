cdef class Poll:
    cdef object ask
    cdef object error
    cdef bint says_stop(self, long long nodes) noexcept with gil
    cpdef object raise_error(self)
