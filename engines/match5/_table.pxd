cimport cython

from zet.engines.kernel.checks cimport *
from zet.engines.match5._board cimport Board, field_at
from zet.engines.match5._matcher cimport Hits, Matcher
from zet.engines.match5._nearness cimport Nearness

@cython.final
cdef class Table(Board):
    # The opponent, RANDOM to KNOWING, plays blue; red is always a player with patterns.
    cdef int opponent
    cdef unsigned long long rng_state, seed
    cdef readonly long long wins, losses, draws
    # The weight of a window for the threat player, by the number of stones of its only color. Scratch
    # space by position: `worth`, the marks of `_join` in `union`, and the smallest union so far; `level`
    # and `best_level` are the highest levels of the matches of the two unions.
    cdef int[::1] own_worth, other_worth, worth, union, best_union
    cdef int level, best_level, width, height
    # The windows inside the board of this size.
    cdef int[::1] rows

    cdef int _draw(self, int below) noexcept
    cdef void _seed_game(self, long long game) noexcept
    cdef int _random_empty(self) noexcept
    cdef int _completes(self, int color) noexcept
    cdef int _hole(self, int window) noexcept
    cdef int _fours(self, int depth) noexcept
    cdef int _worthiest(self) noexcept
    cdef int _nearest(self, Nearness near, int color)
    cdef int _fill(self, int color)
    cdef int _weightiest(self, Nearness near, int color, int wanted)
    cdef inline bint _is_wanted(self, int field, int wanted) noexcept
    cdef inline int _turned(self, int turn, int index) noexcept
    cdef inline int _standing(self, Nearness near, int field, int color) noexcept
    cdef int _answer_from(self, Matcher matcher, int color)
    cdef int _defend(self, Matcher matcher, int color)
    cdef bint _is_safe(self, int color) noexcept
    cdef void _log(self, int color, int image, int base) noexcept
    cdef int _complete(self, Matcher matcher, int color)
    cdef int _choose(self, int color)
    cdef void _count(self, int winner) noexcept
    cdef int _count_whites(self, Matcher matcher, Hits hits, int level) noexcept
    cdef int _join(self, Hits hits, int start, int wanted, int limit)
    cdef int _smallest_union(self, Hits hits, int limit)
    cdef _union_fields(self)
