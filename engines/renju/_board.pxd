from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.renju.constants cimport *

cdef unsigned long long _spread(unsigned long long windows, int size) noexcept nogil


cdef class Board:
    cdef bint exact_black, exact_white, restricted
    cdef readonly int size, n_cells, n_moves
    # The number of bits of a lane, and the offset of a line's second word in `pattern`: 0 if one word has
    # all four lanes.
    cdef int n_lines, lane, second
    cdef unsigned long long lane_mask
    cdef unsigned long long key
    # The number of double threes decided by recursion: searches compare it before and after.
    cdef long long deep_checks
    # The four lines through cell c, and its places in them, are from `4 * c` on; the cells of a line l
    # from `32 * l` on, -1 beyond its end.
    cdef int[::1] line_of, place
    cdef short[::1] cell_at
    cdef unsigned long long[::1] keys, stones, empty, pattern, four_lines, trail
    cdef int[::1] moved, moved_color, owner

    cdef int _check_empty(self, int cell) except -1
    cdef inline (
        unsigned long long, unsigned long long, unsigned long long, unsigned long long
    ) _patterns(self, unsigned long long b0, unsigned long long e, bint exact) noexcept nogil
    cdef inline void _update_patterns(
        self, int color, bint exact, unsigned long long e, int l0, int l1, int l2, int l3
    ) noexcept nogil
    cdef void _update_wide(self, int cell, int at) noexcept nogil
    cdef void _undo_wide(self, int cell, int at) noexcept nogil
    cdef void _update_pair(self, int color, bint exact, int l0, int l1) noexcept nogil
    cdef inline void _note_four(self, int color, int line, unsigned long long four) noexcept nogil
    cdef void _play(self, int cell, int color) noexcept nogil
    cdef void _undo(self) noexcept nogil
    cdef inline unsigned long long _threes(self, int color, int line) noexcept nogil
    cdef inline bint _makes(self, int cell, int color, int lane) noexcept nogil
    cdef int _forbidden(self, int cell) noexcept nogil
    cdef bint _is_overline(self, int cell) noexcept nogil
    cdef bint _is_double_four(self, int line, int at) noexcept nogil
    cdef bint _is_three(self, int line, int at) noexcept nogil
