cimport cython

from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.kernel.polling cimport must_stop
from zet.engines.noire._match cimport Matcher
from zet.engines.noire.codes cimport LEAST_WIN, N_GROUPS, WIN_VALUE, WORDS
from zet.engines.renju.constants cimport ALL, LEGAL, N_CELLS

@cython.final
cdef class NoireSearch(Matcher):
    # `values`: the value of each state of a group with Black as the attacker, then with White. `bonus`: 7
    # for the cell in the middle, and one less for each ring around it.
    cdef int[::1] values, bonus, next_group
    cdef readonly bint is_cut, is_stopped
    cdef long long limit
    cdef object limits
    cdef long long poll_at
    cdef int[::1] exact
    cdef readonly bint is_exact
    cdef int[::1] open_threes
    cdef int least
    # For each color, the sets of its fours, of its threes, and of its threes and twos with empty ends.
    cdef int[::1] shapes
    cdef int attacker, level
    cdef readonly int kind
    # `worth` is for the node whose moves are being sorted; the others have a row, or a number, for each
    # ply.
    cdef int[::1] moves, worth, killers, line_moves, line_size
    cdef long long mark
    cdef long long[::1] marked
    cdef int[::1] hits
    cdef unsigned char[::1] banned
    cdef int best_at_root
    # Positions without a win: 2^20 keys of 8 bytes and as many depths of 4.
    cdef bint remembers
    cdef unsigned long long salt
    cdef unsigned long long[::1] dead_keys
    cdef int[::1] dead_depths

    cdef bint _is_spent(self) noexcept nogil
    cdef int _add_move(self, int cell, int base, int count) noexcept nogil
    cdef int _add_groups(self, int number, int base, int count) noexcept nogil
    cdef inline bint _may_grow(self, int group, int color) noexcept nogil
    cdef int _first_gap(self, int group) noexcept nogil
    cdef int _against_threes(self, int side, int base) noexcept nogil
    cdef int _add_far_answers(self, int threes, int base, int count) noexcept nogil
    cdef int _n_threes(self, int cell) noexcept nogil
    cdef int _forced_answers(self, int side, int base) noexcept nogil
    cdef int _forcing_moves(self, int side, int base) noexcept nogil
    cdef int _drop_forbidden(self, int base, int count) noexcept nogil
    cdef int _gain(self, int cell, int color) noexcept nogil
    cdef void _sort_moves(self, int side, int base, int count, int killer) noexcept nogil
    cdef void _keep_line(self, int ply, int move) noexcept nogil
    cdef int _attack(self, int side, int ply, int depth, int alpha, int beta) noexcept nogil
    cdef int _evaluation(self, int color) noexcept nogil
    cdef int _positional_value(self, int side, int ply, int depth, int alpha, int beta) noexcept nogil
    cdef object _end(self)
