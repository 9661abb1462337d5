cimport cython

from zet.engines.match5._matcher cimport Hits, Matcher

@cython.final
cdef class Table:
    cdef Matcher red
    cdef Matcher blue
    cdef int opponent
    cdef int near
    cdef unsigned long long chance
    cdef unsigned long long seed
    cdef readonly long long wins
    cdef readonly long long losses
    cdef readonly long long draws
    cdef readonly int n_moves
    cdef int n_red
    cdef int n_blue

    cdef char[::1] cell
    cdef int[::1] position
    cdef int[::1] own_worth
    cdef int[::1] other_worth
    cdef int[::1] stones
    cdef int[::1] windows
    cdef int[::1] window_start
    cdef int[::1] window_of
    cdef char[::1] count
    cdef int[::1] worth
    cdef int[::1] union
    cdef int[::1] best_union
    cdef int level
    cdef int best_level
    cdef int[::1] move_at
    cdef int[::1] move_colour
    cdef int[::1] move_image
    cdef int[::1] move_base
    cdef int[::1] move_answers
    # Before each move the hits of red's and then blue's matcher, in red and in blue.
    cdef int[::1] n_hits

    cdef _clear(self)
    cdef void _insert(self, int first, int count, int at) noexcept
    cdef void _delete(self, int first, int count, int at) noexcept
    cdef bint _mark(self, int at, int colour, int change) noexcept
    cdef bint _put(self, int at, int colour)
    cdef void _take(self) noexcept
    cdef int _draw(self, int below) noexcept
    cdef void _start_chance(self, long long game) noexcept
    cdef int _random_empty(self, int near) noexcept
    cdef inline bint _touches(self, int at) noexcept
    cdef inline bint _is_stone(self, int at) noexcept
    cdef int _completes(self, int colour) noexcept
    cdef int _hole(self, int window) noexcept
    cdef int _fours(self, int depth) noexcept
    cdef int _worthiest(self) noexcept
    cdef int _answer_from(self, Matcher matcher, int colour)
    cdef int _choose(self, int colour)
    cdef int _count_whites(self, Hits hits) noexcept
    cdef int _join(self, Hits hits, int start, int wanted, int limit)
    cdef int _smallest_union(self, Hits hits, int limit)
    cdef _union_fields(self)
