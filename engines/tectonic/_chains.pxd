cimport cython
from zet.engines.kernel.bits cimport count_bits
from zet.engines.tectonic._links cimport Links

@cython.final
cdef class Chains(Links):
    cdef int n_rules, n_goals, n_kept, n_around

    # By rule: its unit, and the starts of its lists in `adds` and `needs`; `order` sorts the rules. The goals
    # are lists too. `around` has the cells outside a piece that `_list_kept` has looked at.
    cdef int[::1] rule_unit, add_from, adds, need_from, needs, goal_from, goals, order, around, queue
    # By candidate: its number as a fact, and whether a rule removes it (`is_gone`). By unit: whether it is in
    # `queue`, and whether `_find_rules` has yet to look at it (`stale`).
    cdef int[::1] fact
    cdef unsigned char[::1] is_gone, is_queued, stale
    cdef unsigned long long[::1] alive, touched, kept

    cdef object _planner(self)
    cdef object _rules(self, int most)
    cdef object _find_goal(self, int unit)
    cdef object _find_rules(self, int unit)
    cdef object _make_room(self)
    cdef void _add_rule(self, int unit, int n, unsigned long long keeps, int end) noexcept
    cdef bint _may_exclude(self, unsigned long long alive, int n) noexcept
    cdef int _list_removed(self, int candidate) noexcept
    cdef void _list_kept(self, int n) noexcept
    cdef void _keep(self, unsigned long long places) noexcept
    cdef object _follow(self, list rules)
    cdef bint _follows(self, int rule) noexcept
