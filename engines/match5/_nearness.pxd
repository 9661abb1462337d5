cimport cython

from zet.engines.kernel.checks cimport *
from zet.engines.match5._matcher cimport Matcher

@cython.final
cdef class Nearness:
    cdef Matcher matcher
    cdef int level, own, other, attack, n_sets
    cdef long long stamp
    # By set of fields: the number of placements that share it, its fields, its stones of red and of blue.
    cdef long long[::1] times, power
    cdef int[::1] set_start, set_field, through_start, through
    cdef char[::1] count
    # By field: the gain from the sets of red and, from 81 on, of blue; from 162 on the same for the base of
    # attacks. `first_worth` is `worth` on an empty board.
    cdef long long[::1] worth, first_worth
    # By color, red first: the open sets with at least three stones.
    cdef int[::1] n_threes

    cdef long long _changes(self) noexcept
    cdef _build(self)
    cdef clear(self)
    cdef refresh(self, char[::1] cell, int[::1] position)
    cdef void close(self, int field) noexcept
    cdef void put(self, int field, int color) noexcept
    cdef void take(self, int field, int color) noexcept
    cdef void _change(self, int number, int color, int before, int after) noexcept
    cdef inline long long at(self, int field, int color) noexcept
