from zet.engines.kernel._polls cimport Poll
from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
cimport zet.engines.noire.opcodes as op
from zet.engines.noire.codes cimport *
from zet.engines.renju._board cimport Board
from zet.engines.renju._fours cimport FourSearch
from zet.engines.renju.constants cimport FIVE, GIVEN_UP, LEGAL, N_CELLS, WHITE, WIN

cdef class Matcher(Board):
    cdef int[::1] group_cells, directions, cell_places, cell_begins
    cdef int[::1] digits, shape, no_shapes, state_of
    cdef unsigned long long[::1] span_sets, members, sets, no_groups
    cdef int[::1] sizes, no_sizes
    cdef int n_sets, n_words
    cdef int last
    cdef int[::1] code, extra, registers, word
    cdef unsigned long long[::1] bits
    cdef int n_registers, n_code, n_frames
    cdef bint by_rules
    cdef int[::1] rule_level, rule_player, quick, written, rule_order, n_deciding
    cdef int n_rules
    cdef unsigned char[::1] known_forbidden
    cdef long long[::1] known_at
    cdef long long stamp
    cdef readonly long long nodes
    cdef int failures
    cdef int[::1] zones, ways_x, ways_y, n_seen, game, last_at
    cdef unsigned long long[::1] seen
    cdef int n_counts, n_plies, ply, shown, first, winner_color, how_ended
    cdef bint is_halted
    cdef Poll poll, no_limits
    cdef bint sees_fours
    cdef readonly FourSearch fours

    cdef object _find_members(self, object rows)
    cdef void _update_groups(self, int cell, int color, int sign) noexcept nogil
    cdef void _put(self, int cell, int color) noexcept nogil
    cdef void _take(self, int last) noexcept nogil
    cdef void _show(self) noexcept nogil
    cdef int _value(self, int kind, int a, int b) noexcept nogil
    cdef int _step(self, int cell, int sign, int ahead, int way, int aside, bint is_straight) noexcept nogil
    cdef bint _stone_loses(self, int cell, int frame) noexcept nogil
    cdef bint _is_forbidden(self, int cell) noexcept nogil
    cdef int _sequence_loses(self, int base, int count, int color, int frame) noexcept nogil
    cdef int _move_by_fours(self, int color, int most) noexcept nogil
    cdef object _resume(self)
    cdef object _heed(self, Poll poll)
    cdef int _run(self, int start, int frame) noexcept nogil
    cdef bint _has_color_and_number(
        self, int group, int base, int color, int number, int sets
    ) noexcept nogil
    cdef int _infer(self, int side, int level, int count) noexcept nogil
