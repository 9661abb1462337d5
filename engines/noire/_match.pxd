cimport cython
from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.kernel.polling cimport must_stop
cimport zet.engines.noire.opcodes as op
from zet.engines.noire._history cimport HistoryBoard
from zet.engines.noire.codes cimport *
from zet.engines.renju.constants cimport FIVE, GIVEN_UP, LEGAL, N_CELLS, WHITE, WIN

cdef class Matcher(HistoryBoard):
    cdef unsigned long long[::1] span_sets
    # The plans, and the state of their instructions, with a row for each frame.
    cdef int[::1] code, extra, registers, word
    cdef unsigned long long[::1] bits
    cdef int n_registers, n_code, n_frames
    cdef bint by_rules
    # For each rule, but `rule_order` has the rules in order for Black to move, then for White.
    cdef int[::1] rule_level, rule_player, quick, written, rule_order, n_deciding
    cdef int n_rules
    cdef unsigned char[::1] known_forbidden
    cdef long long[::1] known_at
    cdef readonly long long nodes
    cdef int failures
    # `seen` has a bit for each value that a count has seen, in COUNT_WORDS words for each count; `n_seen`
    # is the number of these values.
    cdef int[::1] n_seen
    cdef unsigned long long[::1] seen
    cdef int n_counts
    cdef bint is_halted, is_undecided
    cdef object poll, no_limits

    cdef int _value(self, int kind, int a, int b) noexcept nogil
    cdef int _computed(self, int kind, int a, int b) noexcept nogil
    cdef int _step(self, int cell, int sign, int ahead, int way, int aside, bint is_straight) noexcept nogil
    cdef bint _stone_loses(self, int cell, int frame) noexcept nogil
    cdef bint _is_forbidden(self, int cell) noexcept nogil
    cdef int _sequence_loses(self, int base, int count, int color, int frame) noexcept nogil
    cdef int _move_by_fours(self, int color, int most) noexcept nogil
    cdef int _move_by_threes(self, int color, int most) noexcept with gil
    cdef object _resume(self)
    cdef object _use_poll(self, object poll)
    cdef int _run(self, int start, int frame) noexcept nogil
    # No subclass overrides these three, so calls are direct, and C inlines the first.
    @cython.final
    cdef inline int _next_group(self, int slot, int a, int c, int e, bint again) noexcept nogil
    @cython.final
    cdef bint _runs_on_cells(self, int pc, int frame, bint again) noexcept nogil
    @cython.final
    cdef bint _runs_on_numbers(self, int pc, int frame, bint again) noexcept nogil
    @cython.final
    cdef bint _runs_on_paths(self, int pc, int frame, bint again) noexcept nogil
    cdef bint _has_color_and_number(
        self, int group, int base, int color, int number, int sets
    ) noexcept nogil
    cdef int _infer(self, int side, int level, int count) noexcept nogil
