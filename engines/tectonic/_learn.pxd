cimport cython

from zet.engines.kernel.bits cimport *

cdef long long _luby(long long index) noexcept nogil

@cython.final
cdef class Learner:
    cdef int n_variables
    cdef int n_groups
    cdef int n_cells
    cdef int n_trail
    cdef int head
    cdef int level_now
    cdef int n_heap
    cdef int n_learnt
    cdef int n_bump
    cdef int used
    cdef int capacity
    cdef int max_learnt
    cdef bint at_solution
    cdef bint is_broken
    cdef long long restarts
    cdef long long until_restart
    cdef readonly long long nodes
    cdef readonly long long conflicts
    cdef double increment
    cdef int clash_kind
    cdef int clash_a
    cdef int clash_b

    cdef unsigned char[::1] fixed
    cdef int[::1] cell_of
    cdef int[::1] digit_of
    cdef int[::1] group_of
    cdef int[::1] group_start
    cdef int[::1] member
    cdef int[::1] near_start
    cdef int[::1] near
    cdef int[::1] left
    cdef signed char[::1] value
    cdef signed char[::1] phase
    cdef signed char[::1] seen
    cdef int[::1] level
    cdef int[::1] reason
    cdef int[::1] trail
    cdef int[::1] mark
    cdef int[::1] learnt
    cdef int[::1] touched
    cdef long long[::1] stamp
    cdef double[::1] activity
    cdef int[::1] heap
    cdef int[::1] place
    cdef int[::1] tally
    cdef int[::1] watch
    cdef int[::1] arena

    cdef void _rise(self, int at) noexcept nogil
    cdef void _sink(self, int at) noexcept nogil
    cdef int _pop(self) noexcept nogil
    cdef void _bump(self, int v) noexcept nogil
    cdef inline void _assign(self, int v, signed char value, int reason) noexcept nogil
    cdef void _back_to(self, int level) noexcept nogil
    cdef inline int _value_of(self, int literal) noexcept nogil
    cdef inline bint _exclude(self, int v, int other) noexcept nogil
    cdef bint _after_true(self, int v) noexcept nogil
    cdef bint _after_false(self, int v) noexcept nogil
    cdef bint _after_literal(self, int literal) noexcept nogil
    cdef bint _propagate(self) noexcept nogil
    cdef int _blame(self, int v) noexcept nogil
    cdef int _blame_group(self, int group, int pivot) noexcept nogil
    cdef int _blame_clause(self, int clause, int pivot) noexcept nogil
    cdef bint _is_implied(self, int v) noexcept nogil
    cdef void _learn(self) noexcept nogil
    cdef void _assert(self, int size, int levels) noexcept nogil
    cdef void _attach(self, int clause) noexcept nogil
    cdef void _reduce(self) noexcept nogil
    cdef void _block(self) noexcept nogil
    cdef int _advance(self, long long limit) noexcept nogil
