cimport cython

from zet.engines.kernel._polls cimport LimitedSearch
from zet.engines.kernel.checks cimport *
from zet.engines.match5._board cimport field_at
from zet.engines.match5._table cimport Table

@cython.final
cdef class Refuter(LimitedSearch):
    cdef Table table
    cdef int width, height, n_rows, bound, n_turns, n_line
    cdef bint is_plain, is_covered, is_spent
    # `rows` are the windows on the board. `weight` is by ply, in rows of 81 fields; `order` has the moves
    # of each ply. `line` are the moves of the refutation, blue's and red's in turn; -1 is a pass.
    cdef int[::1] rows, weight, order, line
    # By image and field: the word of the key that has the field, and the power of three there.
    cdef char[::1] word
    cdef unsigned long long[::1] power, slot
    cdef long long n_slots, n_used

    cdef inline int _weigh(self, int ply) noexcept
    cdef bint _is_new(self, int ply)
    cdef inline long long _slot_of(
        self, unsigned long long a, unsigned long long b, unsigned long long c
    ) noexcept
    cdef _spread(self)
    cdef inline bint _makes_four(self, int field) noexcept
    cdef int _list_moves(self, int ply, int potential) noexcept
    cdef int _holds(self, int ply)
    cdef int _after(self, int ply, int field)
