from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.kernel.polling cimport must_stop
from zet.engines.renju._board cimport Board
from zet.engines.renju.constants cimport *

cdef class FourSearch(Board):
    cdef readonly long long nodes, hits
    cdef long long budget, poll_at
    cdef object poll
    # Dead ends: `dead_room` slots are in use, and are quadrupled when `nodes` reaches `grow_at`.
    cdef unsigned long long salt, trace
    cdef unsigned long long[::1] dead_keys
    cdef unsigned char[::1] dead_left
    cdef int dead_room
    cdef long long grow_at
    cdef int[::1] moves
    cdef long long[::1] seen
    cdef long long stamp
    # The number of stones at the root of the current search; a move that is excluded when `banned_at`
    # stones are on the board.
    cdef int root, banned, banned_at
    # The win found last: its moves up to the last four, and one or two cells that make five after it.
    cdef int[::1] found
    cdef int n_found, end, second_end
    cdef bint is_answered
    cdef int[::1] refutations
    # While `is_tracing`, by line: the cells of all fours tried, and the places of five of their answers.
    cdef bint is_tracing
    cdef unsigned long long[::1] traced, traced_fives

    cdef bint _is_spent(self) noexcept nogil
    cdef void _fail(self, error) noexcept
    cdef int _five_of(self, int cell, int color) noexcept nogil
    cdef int _any_five(self, int color) noexcept nogil
    cdef int _some_five(self, int color) noexcept nogil
    cdef inline int _add_line(self, int color, int line, int base, int n) noexcept nogil
    cdef int _four_moves(self, int color, int base) noexcept nogil
    cdef int _fours(self, int color, int left, int forced) noexcept nogil
    cdef int _try_four(self, int color, int left, int cell) noexcept nogil
    cdef inline bint _is_dead(self, unsigned long long key, int color, int left) noexcept nogil
    cdef void _grow_dead(self) noexcept with gil
    cdef void _trace(self, int cell) noexcept nogil
    cdef void _trace_fives(self, int cell, int color) noexcept nogil
    cdef void _keep_line(self) noexcept nogil
    cdef int _win_by_fours(self, int color, int most) noexcept nogil
    cdef int _wins_within(self, int color, int most) noexcept nogil
    cdef int _wins_by(self, int cell, int color, int most) noexcept nogil
    cdef int _loses_within(self, int color, int most) noexcept nogil
    cdef int _loses_by(self, int cell, int color, int most) noexcept nogil
