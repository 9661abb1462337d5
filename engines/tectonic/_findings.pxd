from zet.engines.kernel.bits cimport count_bits, first_bit
from zet.engines.kernel.checks cimport check
from zet.engines.tectonic._search cimport Search

cdef class Findings:
    # The board, and the tables of neighbors. This search is never run.
    cdef Search search
    cdef int width, height, stride, far, n_pieces, words, n_order, techniques, technique, empty
    # The lengths of the lists below. A subset has `size` of the items; items are cells of the piece whose
    # members begin at `first` or, if `by_place`, its digits.
    cdef int n_losers, n_pattern, n_support, n_solved, n_found, n_pending, n_items, size, first
    # In rounds: the open cells, and the easiest technique with a finding in this round, or 16 + n (`_ladder`).
    cdef int n_left, kind
    cdef bint together, by_place
    # Of the last finding: its digits as a step reports them, the digits of its subset, and the digits
    # that the losers lose.
    cdef unsigned long long mask, share, strike_mask
    cdef readonly long long steps

    # `domain`, `origin` and `pending` are masks of candidates by padded cell: the current ones, those at
    # the last restart, and those to be removed at the end of the round. `waiting` and `changed` are the
    # bit sets of units. `item` has the masks from which a subset is chosen.
    cdef unsigned long long[::1] domain, origin, waiting, changed, pending, item
    # `losers`, `pattern` and `support` have space for all cells that one cell sees, itself and its piece.
    # The cells that a cell sees are in `sight` from `sees_from[cell]` on, ascending; `n_seen[cell]` is
    # their number, 0 until it is first needed. `order` has the selected techniques, as indices of
    # `number`, in the order of examination; `ends` marks the last one of each group, and
    # `lowest[technique]` is the first word of its row in `waiting` that may have a bit set.
    cdef int[::1] piece, start, member, cells, touched, losers, pattern, support, solved, chosen
    cdef int[::1] sight, sees_from, n_seen, reach, offset, lowest, uses, rounds, order, ends, name, number

    # By kind of round: the greatest number of places that were examined up to the first finding, on average.
    cdef double[::1] looks

    cdef object _begin(self, int techniques, groups)
    cdef void _forget(self) noexcept nogil
    cdef inline void _wait(self, int at, int unit) noexcept nogil
    cdef void _mark(self, int cell, bint whole) noexcept nogil
    cdef void _wait_for_pieces(self) noexcept nogil
    cdef bint _emit(self, unsigned long long strike) noexcept nogil
    cdef bint _apply(self) noexcept nogil
    cdef void _see(self, int cell) noexcept nogil
    cdef int _open(self) noexcept nogil
