cimport cython
from zet.engines.kernel.checks cimport check

@cython.final
cdef class Cover:
    cdef int n_elements, n_sets, n_kept, n_nodes, n_records, top, least
    cdef long long limit
    cdef readonly long long work
    cdef readonly bint is_over

    # The sets are `items` from `set_from`.
    cdef int[::1] set_from, items
    # By element: its number while elements are compared, then in a search (-1: none); whether it is chosen.
    # By number of the comparison: the element (`met`), the number of sets with it (`size`), and the bit set of
    # these sets, a row of `bits`. By number of the search: the other number (`kept`), the reduced cost now
    # and at the best prices, whether it is banned, and the last node that has listed it in `live` (`seen`).
    cdef int[::1] number, is_chosen, met, size, kept, cost, best_cost, banned, live, seen
    cdef unsigned long long[::1] bits
    # The stacks of the search: the records of sets, and their elements. `slope` is used within a step.
    cdef int[::1] start, length, price, best_price, slope, pool

    cdef object _add(self, int[::1] items, int n)
    cdef object _keep_best(self)
    cdef object _reserve(self, int n, int size)
    cdef object _lay_out(self)
    cdef int _branch(self, int first, int n, int element) except -1
    cdef int _list_live(self, int first, int n) noexcept
    cdef long long _value(self, int first, int n, int n_live) noexcept
    cdef bint _step(self, int first, int n, long long step, long long missing) noexcept
    cdef long long _raise_prices(self, int first, int n, int count, int rounds) noexcept
    cdef bint _fix(self, int first, int n, long long spare) noexcept
    cdef int _list_branches(self, int first, int n) except -1
    cdef bint _meet(self, int first, int n, int count, int rounds) except -1
    cdef bint _solve(self, int most, long long limit) except -1
