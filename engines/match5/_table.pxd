cimport cython

from zet.engines.kernel.checks cimport *
from zet.engines.match5._matcher cimport Hits, Matcher
from zet.engines.match5._nearness cimport Nearness

cdef int _field(int at) noexcept

@cython.final
cdef class Table:
    cdef Matcher red, blue
    cdef int opponent, filler
    cdef Nearness red_near, blue_near
    cdef unsigned long long chance, seed
    cdef readonly long long wins, losses, draws
    cdef readonly int n_moves
    cdef int n_emptied, n_red, n_blue

    cdef char[::1] cell
    cdef int[::1] position, own_worth, other_worth, stones, windows, window_start, window_of
    cdef char[::1] count
    cdef int[::1] worth, union, best_union
    cdef int level, best_level
    cdef int[::1] move_at, move_color, move_image, move_base, move_answers
    # Before each move the hits of red's and then blue's matcher, in red and in blue.
    cdef int[::1] n_hits

    cdef _clear(self)
    cdef int _check(self, int color) except -1
    cdef void _insert(self, int first, int count, int at) noexcept
    cdef void _delete(self, int first, int count, int at) noexcept
    cdef bint _mark(self, int at, int color, int change) noexcept
    cdef bint _put(self, int at, int color)
    cdef void _take(self) noexcept
    cdef int _draw(self, int below) noexcept
    cdef void _start_chance(self, long long game) noexcept
    cdef int _random_empty(self, int near) noexcept
    cdef inline bint _touches(self, int at) noexcept
    cdef inline bint _is_stone(self, int at) noexcept
    cdef int _completes(self, int color) noexcept
    cdef int _hole(self, int window) noexcept
    cdef int _fours(self, int depth) noexcept
    cdef int _worthiest(self) noexcept
    cdef int _nearest(self, Nearness near, int color)
    cdef int _fill(self, int color)
    cdef int _answer_from(self, Matcher matcher, int color)
    cdef int _choose(self, int color)
    cdef void _count(self, int winner) noexcept
    cdef int _count_whites(self, Hits hits) noexcept
    cdef int _join(self, Hits hits, int start, int wanted, int limit)
    cdef int _smallest_union(self, Hits hits, int limit)
    cdef _union_fields(self)
