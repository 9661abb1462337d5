from zet.engines.kernel.bits cimport first_bit
from zet.engines.kernel.checks cimport check
from zet.engines.noire.codes cimport *
from zet.engines.renju._board cimport Board
from zet.engines.renju._fours cimport FourSearch
from zet.engines.renju.constants cimport N_CELLS

cdef class GroupBoard(Board):
    # The cells of group g start at `8 * g`; the groups through a cell, as 8 * group + position, start at
    # `cell_begins[cell]`.
    cdef int[::1] group_cells, directions, cell_places, cell_begins
    # The weight of each position in a shape; the shape of each group, on this board and on an empty one.
    cdef int[::1] digits, shape, no_shapes, state_of
    # `members` has a row of `n_words` words for each shape, `sets` a row of nine words for each set.
    cdef unsigned long long[::1] members, sets, no_groups
    cdef int[::1] sizes, no_sizes
    cdef int n_sets, n_words
    cdef int last
    cdef long long stamp
    # The moves of the game, and the last stone before each of them; -1 for a pass, or for no stone.
    cdef int[::1] game, last_at
    cdef int n_plies, ply, shown, first
    cdef bint sees_fours, has_lines
    cdef readonly FourSearch fours
    cdef object wins
    # The distance of each cell to the nearest edge, and then to the nearest corner.
    cdef int[::1] zones

    cdef object _find_members(self, object rows)
    cdef void _update_groups(self, int cell, int color, int sign) noexcept nogil
    cdef void _put(self, int cell, int color) noexcept nogil
    cdef void _take(self, int last) noexcept nogil
    cdef void _take_stone(self) noexcept nogil
    cdef void _show(self) noexcept nogil
