cimport cython
from zet.engines.kernel.bits cimport count_bits, first_bit
from zet.engines.kernel.checks cimport check

@cython.final
cdef class Landmarks:
    cdef int n_facts, n_rules, n_all, n_sets, n_trail, head, n_waiting, n_kept, words
    cdef Py_ssize_t taken_at, banned_at
    cdef long long limit
    cdef readonly long long work
    cdef readonly bint is_over

    # By fact: whether it is true (`gone`), and the rules that need it (`users` from `user_from`). By rule
    # or goal: the number of its needs that are not yet true (`missing`). By rule: whether forward
    # chaining may use it, whether it would derive a goal, and whether it is in the current choice.
    cdef int[::1] need_from, needs, add_from, adds, gone, trail, user_from, users, missing
    # The known landmarks are `items` from `set_from`. Of the hitting set: the rules in any landmark
    # (`met`), the indices among them that are not dominated (`kept`), and for each block the order of its
    # elements and sets.
    cdef int[::1] is_allowed, is_refused, is_chosen, waiting, met, kept, set_from, items, order, tally
    # Blocks of bit sets, one block for each level of the recursion; `taken_at` and `banned_at` are
    # offsets of the sets that `_bound` and `_meet` use besides.
    cdef unsigned long long[::1] pool

    cdef int _check_lists(self, int[::1] starts, int[::1] items, int n_lists) except -1
    cdef void _add(self, int rule) noexcept nogil
    cdef bint _chain(self) noexcept nogil
    cdef void _undo(self, int mark) noexcept nogil
    cdef bint _restart(self) noexcept nogil
    cdef bint _adds_nothing(self, int rule) noexcept nogil
    cdef bint _landmark(self) noexcept nogil
    cdef object _learn(self)
    cdef object _keep_best(self)
    cdef bint _hit(self, int most) except -1
    cdef int _size(self, int block, int index) noexcept nogil
    cdef int _bound(self, int block, int n_alive) noexcept nogil
    cdef bint _meet(self, int block, int n_alive, int count) noexcept nogil
    cdef int _uses(self, int block, int n_alive, int number) noexcept nogil
