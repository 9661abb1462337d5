from zet.engines.kernel.checks cimport check

cdef class Links:
    cdef int width, n_cells, n_pieces, most_digits, n_units, n_trail, base, n_empty, n_others
    # The links found so far, and the units of those that followed first.
    cdef list links, roots

    # The cells of each piece are `member` from `member_from`; likewise the neighbors of each cell in
    # `near` and the cells that it sees in `sight`. By candidate: the link that removed it (`by`). By
    # unit: the number of its candidates (`n_left`).
    cdef int[::1] piece, member_from, member, near_from, near, sight_from, sight, by, trail, n_left
    cdef int[::1] place, found
    # By candidate: whether it is left. By cell: whether its digit is placed. By unit: whether it has lost a
    # candidate (`is_new`).
    cdef unsigned char[::1] left, placed, is_new

    cdef void _look_around(self, int index, int height) noexcept
    cdef inline int _size(self, int piece) noexcept
    cdef inline bint _touch(self, int one, int other) noexcept
    cdef inline int _unit_of(self, int candidate) noexcept
    cdef inline void _lose(self, int unit) noexcept
    cdef inline void _strike(self, int candidate, int link) noexcept
    cdef void _spread(self, int cell, int digit, int link) noexcept
    cdef void _put(self, int cell, int digit, int link) noexcept
    cdef void _undo(self) noexcept
    cdef list _candidates(self, int unit)
    cdef list _needs(self, int unit)
    cdef int _gather(self, int unit) noexcept
    cdef int _touch_all(self, int n) noexcept
    cdef list _round(self)
    cdef tuple _exclusion(self, int unit)
    cdef object _add(self, tuple link, int number)
    cdef object _append(self, tuple link)
    cdef object _checked(self, object candidate)
    cdef list _behind(self, list needs)
    cdef tuple _conflict(self)
    cdef bint _is_unit(self, int unit) noexcept
    cdef bint _holds(self, list links) except -1
