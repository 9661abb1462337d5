cimport cython

from zet.engines.kernel.checks cimport *
from zet.engines.match5._matcher cimport Matcher

@cython.final
cdef class Nearness:
    cdef Matcher matcher
    cdef int level, own, other, n_sets
    cdef long long stamp
    # By set of fields: the number of placements that share it, its fields, its stones of red and of blue.
    cdef long long[::1] times, power
    cdef int[::1] set_start, set_field, through_start, through
    cdef char[::1] count
    # By field: the gain from the sets of red and, from 81 on, of blue; then the same for an empty board.
    cdef long long[::1] worth, first_worth

    cdef long long _changes(self) noexcept
    cdef _build(self)
    cdef clear(self)
    cdef refresh(self, char[::1] cell, int[::1] position)
    cdef void close(self, int field) noexcept
    cdef void put(self, int field, int color) noexcept
    cdef void take(self, int field, int color) noexcept
    cdef void _add(self, int number, int shift, long long change) noexcept
    cdef inline long long at(self, int field, int color) noexcept
