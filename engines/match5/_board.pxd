from zet.engines.kernel.checks cimport *
from zet.engines.match5._matcher cimport Hits, Matcher
from zet.engines.match5._nearness cimport Nearness

cpdef int field_at(int at) noexcept

cdef class Board:
    cdef Matcher red, blue
    cdef int filler
    cdef Nearness red_near, blue_near
    cdef readonly int n_moves
    cdef int n_emptied, n_red, n_blue
    cdef char[::1] cell
    cdef int[::1] position, stones, windows, window_start, window_of
    cdef char[::1] count
    cdef int[::1] move_at, move_color, move_image, move_base, move_answers
    # Before each move the lengths of the lists of hits: red's matcher, in red and in blue, then blue's.
    cdef int[::1] n_hits

    cdef _clear(self)
    cdef int _check(self, int color) except -1
    cdef void _insert(self, int first, int count, int at) noexcept
    cdef void _delete(self, int first, int count, int at) noexcept
    cdef bint _mark(self, int at, int color, int change) noexcept
    cdef bint _put(self, int at, int color)
    cdef void _take(self) noexcept
