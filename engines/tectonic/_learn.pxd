cimport cython
from zet.engines.kernel.rng cimport mix, next_state
from zet.engines.tectonic._variables cimport Variables

@cython.final
cdef class Learner(Variables):
    # Numbers of elements in use: the first `head` of the trail are propagated, the first `used` of
    # `arena`'s `capacity` are clauses, `n_bump` variables are in `touched`.
    cdef int n_trail, head, level_now, n_heap, n_learnt, n_bump, used
    cdef int capacity, max_learnt
    # All variables before `first_open` are assigned. `frontier` is its maximum since the last restart,
    # `record` the maximum before; the next shake changes up to `n_shaken` phases, and a restart follows
    # `stall` conflicts without progress. The order of decisions changes when `conflicts` reaches `turn`.
    cdef int first_open, frontier, record, n_shaken, stall
    cdef unsigned long long random_state
    cdef bint at_solution, is_broken, by_rows
    cdef long long restarts, luby, until_restart, turn
    cdef readonly long long nodes, conflicts
    cdef double increment
    # The conflict: two true variables that exclude each other (kind 0), a group without a remaining
    # member (1), or the offset of a clause whose literals are all false (2).
    cdef int clash_kind, clash_a, clash_b

    # By variable, as bytes, so that a cache line has 64 of them: propagation reads `value` all the time.
    cdef signed char[::1] value, phase, seen
    cdef int[::1] level, reason, trail, mark, learnt, touched
    cdef long long[::1] stamp
    cdef double[::1] activity
    # `watch` is by literal: the offset of the first clause in `arena` that watches it; -1 if there is
    # none.
    cdef int[::1] heap, place, tally, watch, arena

    cdef object _allocate(self)
    cdef void _shuffle(self, unsigned long long state) noexcept
    cdef void _rise(self, int at) noexcept nogil
    cdef void _sink(self, int at) noexcept nogil
    cdef int _pop(self) noexcept nogil
    cdef int _next_in_rows(self) noexcept nogil
    cdef void _schedule(self) noexcept nogil
    cdef void _shake(self) noexcept nogil
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
