cimport cython
from zet.engines.kernel.bits cimport first_bit
from zet.engines.kernel.checks cimport check
from zet.engines.tectonic._cover cimport Cover

@cython.final
cdef class Landmarks:
    cdef int n_facts, n_rules, n_all, n_trail, head, n_waiting, lowest
    cdef readonly long long work
    cdef readonly bint is_over
    # The landmarks so far, and the rules chosen from them.
    cdef Cover cover

    # By fact: whether it is true (`gone`), and the rules that need it (`users` from `user_from`). By rule
    # or goal: the number of its needs that are not yet true (`missing`). By rule: whether forward
    # chaining may use it, and the number of landmarks with it. `waiting` has the rules of a new landmark.
    cdef int[::1] need_from, needs, add_from, adds, gone, trail, user_from, users, missing
    cdef int[::1] is_allowed, waiting, n_uses
    # A bit for each rule that is to be tried.
    cdef unsigned long long[::1] ready

    cdef int _check_lists(self, int[::1] starts, int[::1] items, int n_lists) except -1
    cdef void _add(self, int rule) noexcept nogil
    cdef void _wait(self, int rule) noexcept nogil
    cdef int _next(self) noexcept nogil
    cdef bint _chain(self) noexcept nogil
    cdef void _undo(self, int mark) noexcept nogil
    cdef bint _restart(self) noexcept nogil
    cdef bint _adds_nothing(self, int rule) noexcept nogil
    cdef bint _landmark(self) noexcept nogil
    cdef object _learn(self)
