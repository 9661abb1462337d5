from zet.engines.kernel.checks cimport *
from zet.engines.match5._matcher cimport Hits, Matcher
from zet.engines.match5._nearness cimport Nearness

cpdef int field_at(int at) noexcept

cdef class Board:
    cdef Matcher red, blue
    cdef int fallback
    cdef Nearness red_near, blue_near
    cdef readonly int n_moves
    cdef int n_emptied, n_red, n_blue
    # `position` is the index of each field on the padded board `cell`. `stones` are ascending positions:
    # red's from 0 on, blue's from 81 on. Window w has the positions `windows[5 * w:5 * w + 5]`; the
    # windows through a position p are `window_of[window_start[p]:window_start[p + 1]]`.
    cdef char[::1] cell
    cdef int[::1] position, stones, windows, window_start, window_of
    cdef char[::1] count
    # By move: its position and color, and the match that chose it: the color of its pattern (EMPTY if no
    # pattern did), its image, and the position of the image's top left corner.
    cdef int[::1] move_at, move_color, move_image, move_base, move_answers
    # By move, the lengths of the lists of hits before it: red's matcher, red and blue hits, then blue's
    # matcher.
    cdef int[::1] n_hits

    cdef _clear(self)
    cdef int _check(self, int color) except -1
    cdef void _insert(self, int first, int count, int at) noexcept
    cdef void _delete(self, int first, int count, int at) noexcept
    cdef bint _mark(self, int at, int color, int change) noexcept
    cdef bint _put(self, int at, int color)
    cdef void _take(self) noexcept
