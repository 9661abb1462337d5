from zet.engines.kernel.bits cimport count_bits
from zet.engines.kernel.checks cimport check

cdef class Variables:
    cdef int n_variables, n_groups, n_cells
    # `fixed` is by cell. By variable: cell and digit, two groups; `near` from `near_start`. By group: its
    # members from `group_start`, and the number `left` of those that may be true.
    cdef unsigned char[::1] fixed
    cdef int[::1] cell_of, digit_of, group_of, group_start, member, near_start, near, left

    cdef int _number_variables(
        self, int[::1] piece, unsigned long long[::1] domain, int[::1] first, int[::1] place_start
    ) except -1
    cdef void _link(
        self, int width, int height, int[::1] piece, unsigned long long[::1] domain,
        int[::1] first, int[::1] place_start
    ) noexcept
    cdef void _list_members(self) noexcept
