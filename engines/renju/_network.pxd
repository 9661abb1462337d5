cimport cython

from zet.engines.kernel.checks cimport *
from zet.engines.renju._shapes cimport ShapeBoard
from zet.engines.renju.constants cimport *

cdef extern from *:
    """
    static inline short zet_clipped(short number) {
        number = number > 0 ? number : 0;
        return number < 127 ? number : 127;
    }
    /* The rows do not overlap (restrict); without this promise, tests of it take longer than the loop. */
    static inline void zet_shift(
        short *__restrict sums, unsigned short *__restrict total, short *__restrict old_sums,
        const short *__restrict after, const short *__restrict before
    ) {
        int at;
        for (at = 0; at < 16; at++) {
            short old = sums[at], now = (short)(old + after[at] - before[at]);
            old_sums[at] = old;
            sums[at] = now;
            total[at] += (unsigned short)(zet_clipped(now) - zet_clipped(old));
        }
    }
    """
    short clipped "zet_clipped" (short number) noexcept nogil
    void shift "zet_shift" (
        short *sums, unsigned short *total, short *old_sums, const short *after, const short *before
    ) noexcept nogil



cdef class NetworkBoard(ShapeBoard):
    # `near` has up to 32 neighbors for each cell, as pairs (index of `codes`, power of three). `total` is
    # unsigned, as 484 cells of at most CEILING fill 16 bits.
    cdef int[::1] near, n_near, codes, carried, carried_color, biases, second_layer
    cdef short[::1] lines, sums, old_rows, first_layer, pooled
    cdef unsigned short[::1] total, old_totals
    cdef unsigned char[::1] is_full
    cdef int n_carried, n_common
    cdef bint has_network, is_begun, has_two
    cdef object networks

    cdef inline void _shift(
        self, Py_ssize_t row, Py_ssize_t first, Py_ssize_t log, Py_ssize_t after, Py_ssize_t before
    ) noexcept nogil
    cdef void _carry(self, int cell, int color) noexcept nogil
    cdef void _uncarry(self) noexcept nogil
    cdef void _catch_up(self) noexcept nogil
    cdef void _begin_network(self) noexcept nogil
    cdef void _refresh(self) noexcept nogil
    cdef void _take(self) noexcept nogil
    cdef int _added(self, int color) noexcept nogil
