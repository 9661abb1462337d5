from zet.engines.kernel.bits cimport first_bit
from zet.engines.kernel.polling cimport must_stop

cdef class Verifier:
    cdef bint exact_black, exact_white, restricted
    cdef readonly int size
    cdef int n_cells, n_words
    # The geometry, from rules.py and not from `_board`; `cells_of` has 32 places for each line.
    cdef int[::1] lines_of, places, cells_of, masks
    cdef int[::1] stones, fives, n_fives, owner
    # The undo log: eight old entries of `fives` for each stone.
    cdef int[::1] moved, saved
    cdef int n_moved, n_start
    cdef int[::1] move, threat, first, answer, after
    cdef signed char[::1] used
    # In rows by number of stones: the index of the listed answer at each cell; -1 if there is none.
    cdef int[::1] replies
    # The memo: `slots` is an open hash table, at most half full, of numbers (from 1) of positions in
    # `seen` (a bit for each cell, black and then white), each with its node.
    cdef unsigned long long[::1] position
    cdef int[::1] slots, seen_node
    cdef unsigned long long[::1] seen
    cdef int n_seen, room
    cdef readonly long long count
    cdef long long limit, look_at
    cdef object poll
    cdef int fault, fault_cell, n_path
    cdef int[::1] path

    cdef int _five_places(self, int stones, int empty, bint exact) noexcept nogil
    cdef void _put(self, int cell, int color) noexcept nogil
    cdef void _take(self) noexcept nogil
    cdef bint _may_make_five(self, int cell, int color) noexcept nogil
    cdef int _run(self, int stones, int at) noexcept nogil
    cdef int _four_places(self, int stones, int empty, int at) noexcept nogil
    cdef bint _is_straight_four(self, int stones, int empty, int at) noexcept nogil
    cdef bint _is_three(self, int line, int at) noexcept nogil
    cdef int _forbidden(self, int cell) noexcept nogil
    cdef int _fails(self, int kind, int cell) noexcept nogil
    cdef int _lowest_five(self, int color) noexcept nogil
    cdef bint _is_known(self, int node) noexcept nogil
    cdef int _find(self, int node) noexcept nogil
    cdef void _know(self, int node) noexcept nogil
    cdef void _grow(self) noexcept with gil
    cdef int _holds(self, int node, int color) noexcept nogil
    cdef int _answered(self, int index, int cell, int reply, int color, bint is_listed) noexcept nogil
