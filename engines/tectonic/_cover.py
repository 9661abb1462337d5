# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A minimum hitting set: the fewest elements that include an element of every given set (set cover).

Branch and bound with a Lagrangian relaxation (J. Beasley, "An algorithm for set covering problem",
European Journal of Operational Research 31, 1987): each set has a price, an element costs 1 minus the
prices of the sets that contain it, and the sum of all prices and all negative costs is a lower bound.
Subgradient steps raise the bound; the sets left after a choice inherit their prices from the parent node,
so a few steps suffice below the root. An element whose cost would lift the bound above the number of
elements allowed is in no solution, and is removed.

Layout: a node of the search is a range of records, one for each set. A record contains the `start` and
`length` of the set's elements in `pool`, its `price` and its `best_price`. The records and `pool` are
stacks, with the root at the bottom. A search renumbers the elements that are not dominated (`_keep_best`)
from 0.

Cost: earlier versions, whose bound was a packing of disjoint sets, visited about a hundred times as many
nodes on the landmarks of chains. Prices are integers, in units of 1 / `ONE`, so that the search is the
same on every machine.

Invariants:
- `least` is a lower bound on the number of elements, from earlier searches. It stays valid because sets
  are only added.
- No node contains a banned element. When a node is done, the elements that it banned are unbanned.
"""

from array import array

import cython

from zet.engines.kernel.arrays import resized

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.checks import check

ONE = cython.declare(cython.int, 1 << 16)
"""The number 1 as a price or a cost: a fixed-point number with 16 fractional bits."""

MAX_POOL = cython.declare(cython.Py_ssize_t, 1 << 23)
"""The maximum size of `pool`; a search that needs more is abandoned."""

AT_ROOT = cython.declare(cython.int, 60)
BELOW = cython.declare(cython.int, 12)
"""The number of subgradient steps at the root (AT_ROOT) and at every other node (BELOW)."""

PATIENCE = cython.declare(cython.int, 4)
"""The number of iterations without a better bound after which the step size is halved."""


class Cover:
    """Sets of the elements 0 to `n_elements` - 1, and the search for a smallest hitting set.

    Initially there are no sets. `work` counts the items that searches have visited; `is_over` is true if
    the last search was abandoned.
    """

    def __init__(self, n_elements: cython.int):
        check(0 <= n_elements < 1 << 24, "number of elements out of range")
        self.n_elements = n_elements
        self.n_sets = self.n_kept = self.n_records = self.n_nodes = self.least = self.top = 0
        self.work = self.limit = 0
        self.is_over = False
        self.set_from = memoryview(array("i", bytes(4 * 65)))
        self.items = memoryview(array("i", bytes(4 * 1024)))
        self.pool = memoryview(array("i", [0]))
        self.start, self.length, self.price, self.best_price, self.slope = (
            memoryview(array("i", [0])) for _ in range(5)
        )
        self.bits = memoryview(array("Q", [0]))
        # One allocation, divided into ten arrays of a number for each element.
        ints: cython.int[::1] = memoryview(array("i", bytes(4 * 10 * n_elements)))
        self.number, ints = ints[:n_elements], ints[n_elements:]
        self.is_chosen, ints = ints[:n_elements], ints[n_elements:]
        self.met, ints = ints[:n_elements], ints[n_elements:]
        self.size, ints = ints[:n_elements], ints[n_elements:]
        self.kept, ints = ints[:n_elements], ints[n_elements:]
        self.cost, ints = ints[:n_elements], ints[n_elements:]
        self.best_cost, ints = ints[:n_elements], ints[n_elements:]
        self.banned, ints = ints[:n_elements], ints[n_elements:]
        self.live, ints = ints[:n_elements], ints[n_elements:]
        self.seen = ints[:n_elements]

    def add(self, items) -> None:
        """Add a set, given as an array of type "i"."""
        index: cython.int
        elements: cython.int[::1] = items
        for index in range(len(elements)):
            check(0 <= elements[index] < self.n_elements, "element out of range")
        self._add(elements, len(elements))

    def _add(self, items, n):
        """Add a set: the first `n` items of an array."""
        index: cython.int
        start: cython.int = self.set_from[self.n_sets]
        if self.n_sets + 2 > len(self.set_from):
            self.set_from = resized(self.set_from, "i", 2 * len(self.set_from))
        while start + n > len(self.items):
            self.items = resized(self.items, "i", 2 * len(self.items))
        for index in range(n):
            self.items[start + index] = items[index]
        self.n_sets += 1
        self.set_from[self.n_sets] = start + n

    def _keep_best(self):
        """List in `kept` the elements that are not dominated; a smallest hitting set needs only these.

        An element is dominated if every set that contains it also contains a certain other element, which
        is then never a worse choice. Of several elements in exactly the same sets, one is kept.
        """
        cython.declare(at=cython.int, index=cython.int, other=cython.int, element=cython.int)
        cython.declare(n_met=cython.int, size=cython.int, words=cython.int, is_less=cython.bint)
        # The sets of an element are a row of bits. Element a is dominated by b if the row of a has no bit
        # that the row of b lacks, which takes one operation for 64 sets.
        words = (self.n_sets + 63) // 64
        if len(self.bits) < words * self.n_elements:
            self.bits = memoryview(array("Q", bytes(8 * 2 * words * self.n_elements)))
        n_met = 0
        for element in range(self.n_elements):
            self.number[element] = -1
        for at in range(self.n_sets):
            for index in range(self.set_from[at], self.set_from[at + 1]):
                element = self.items[index]
                if self.number[element] < 0:
                    self.number[element] = n_met
                    self.met[n_met] = element
                    self.size[n_met] = 0
                    for other in range(words):
                        self.bits[n_met * words + other] = 0
                    n_met += 1
                element = self.number[element]
                self.size[element] += 1
                self.bits[element * words + at // 64] |= cython.cast(cython.ulonglong, 1) << at % 64
        self.n_kept = 0
        # Elements in the most sets come first, so that an element is dominated only by earlier ones.
        # They are removed before the search, since each would add a branch at every level.
        for size in range(self.n_sets, 0, -1):
            for index in range(n_met):
                if self.size[index] != size:
                    continue
                is_less = False
                for other in range(self.n_kept):
                    self.work += 1
                    is_less = True
                    for at in range(words):
                        if self.bits[index * words + at] & ~self.bits[self.kept[other] * words + at]:
                            is_less = False
                            break
                    if is_less:
                        break
                if not is_less:
                    self.kept[self.n_kept] = index
                    self.n_kept += 1

    def _reserve(self, n, size):
        """Make space for `n` more records and `size` more items.

        The search is abandoned if this exceeds MAX_POOL.
        """
        if self.n_records + n > MAX_POOL or self.top + size > MAX_POOL:
            self.is_over = True
            return
        if self.n_records + n > len(self.start):
            n = 2 * (self.n_records + n)
            self.start = resized(self.start, "i", n)
            self.length = resized(self.length, "i", n)
            self.price = resized(self.price, "i", n)
            self.best_price = resized(self.best_price, "i", n)
            self.slope = memoryview(array("i", bytes(4 * n)))
        if self.top + size > len(self.pool):
            self.pool = resized(self.pool, "i", 2 * (self.top + size))

    def _lay_out(self):
        """Write the sets as the first node, without dominated elements."""
        cython.declare(at=cython.int, index=cython.int, element=cython.int, price=cython.int)
        self._keep_best()
        self.n_records = self.top = 0
        self._reserve(self.n_sets, self.set_from[self.n_sets])
        if self.is_over:
            return
        for index in range(self.n_elements):
            self.number[index] = -1
        for index in range(self.n_kept):
            self.number[self.met[self.kept[index]]] = index
            self.banned[index] = self.seen[index] = 0
        self.n_nodes = 0
        for at in range(self.n_sets):
            self.start[at] = self.top
            price = ONE
            for index in range(self.set_from[at], self.set_from[at + 1]):
                element = self.number[self.items[index]]
                if element >= 0:
                    self.pool[self.top] = element
                    self.top += 1
                    # An element in n sets pays at most 1 / n to each, so its cost is not negative.
                    price = min(price, ONE // self.size[self.kept[element]])
            self.length[at] = self.top - self.start[at]
            self.best_price[at] = price
        self.n_records = self.n_sets

    def _branch(self, first, n, element):
        """Append a node: the sets that do not contain `element` (-1: all sets); return their number."""
        cython.declare(at=cython.int, index=cython.int, record=cython.int, is_hit=cython.bint)
        cython.declare(start=cython.int, begin=cython.int, n_items=cython.int)
        n_items = 0
        for at in range(first, first + n):
            n_items += self.length[at]
        self.work += n_items
        self._reserve(n, n_items)
        if self.is_over:
            return 0
        # A child copies its sets, without hit sets and banned elements, instead of marking them in its
        # parent. Undoing a choice then resets two numbers, and the subgradient steps, each of which reads
        # all items of the node, run through adjacent memory and test no marks.
        begin = record = self.n_records
        for at in range(first, first + n):
            start = self.top
            is_hit = False
            for index in range(self.start[at], self.start[at] + self.length[at]):
                if self.pool[index] == element:
                    is_hit = True
                    break
                if not self.banned[self.pool[index]]:
                    self.pool[self.top] = self.pool[index]
                    self.top += 1
            if is_hit:
                self.top = start
            else:
                self.start[record] = start
                self.length[record] = self.top - start
                self.price[record] = self.best_price[at]
                record += 1
        self.n_records = record
        return record - begin

    def _list_live(self, first, n):
        """List in `live` each element of a node once; return their number, or -1 if a set is empty."""
        cython.declare(at=cython.int, index=cython.int, element=cython.int, n_live=cython.int)
        self.n_nodes += 1
        n_live = 0
        for at in range(first, first + n):
            if self.length[at] == 0:
                return -1
            for index in range(self.start[at], self.start[at] + self.length[at]):
                element = self.pool[index]
                # `seen` has the number of the last node that listed the element, so that nothing is
                # cleared.
                if self.seen[element] != self.n_nodes:
                    self.seen[element] = self.n_nodes
                    self.live[n_live] = element
                    n_live += 1
        return n_live

    def _value(self, first, n, n_live):
        """Compute the costs of the elements at the current prices; return the lower bound."""
        cython.declare(at=cython.int, index=cython.int, value=cython.longlong)
        for index in range(n_live):
            self.cost[self.live[index]] = ONE
        value = 0
        for at in range(first, first + n):
            value += self.price[at]
            for index in range(self.start[at], self.start[at] + self.length[at]):
                self.cost[self.pool[index]] -= self.price[at]
            self.work += self.length[at]
        # The relaxation chooses exactly the elements of negative cost: each of them lowers the value.
        for index in range(n_live):
            value += min(0, self.cost[self.live[index]])
        return value

    def _step(self, first, n, step, missing):
        """Change the prices along a subgradient of the bound; return False if the subgradient is zero.

        `missing` is the increase of the bound that would end the search of the node. The length of the
        step is such that a linear bound would increase by `missing` times `step` / `ONE`.
        """
        cython.declare(at=cython.int, index=cython.int, slope=cython.int, price=cython.longlong)
        cython.declare(norm=cython.longlong, scale=cython.longlong)
        norm = 0
        for at in range(first, first + n):
            # A set with one element of negative cost is hit as it should be; with none it is too cheap.
            slope = 1
            for index in range(self.start[at], self.start[at] + self.length[at]):
                slope -= self.cost[self.pool[index]] < 0
            if self.price[at] == 0 and slope < 0:
                slope = 0
            self.slope[at] = slope
            norm += slope * slope
        if norm == 0:
            return False
        # The step of B. Polyak ("Minimization of unsmooth functionals", 1969): the missing value divided
        # by the square of the length of the subgradient. At least 1, as integer prices would not change
        # otherwise.
        scale = max(1, missing * step // ONE // norm)
        for at in range(first, first + n):
            # A price above ONE is never needed: a set is hit by one element, which costs ONE.
            price = self.price[at] + scale * self.slope[at]
            self.price[at] = max(0, min(price, ONE))
        return True

    def _raise_prices(self, first, n, count, rounds):
        """Search for prices that prove that `count` elements are too few; return the best bound.

        `best_price` and `best_cost` receive the prices and the costs of the best bound.
        """
        cython.declare(number=cython.int, index=cython.int, n_live=cython.int, stalled=cython.int)
        cython.declare(value=cython.longlong, best=cython.longlong, step=cython.longlong)
        cython.declare(allowed=cython.longlong)
        allowed = cython.cast(cython.longlong, count) * ONE
        n_live = self._list_live(first, n)
        if n_live < 0:
            return allowed + 1
        best = -1
        step = 2 * ONE
        stalled = 0
        # A step may also lower the bound, so the prices of the highest bound are kept. The target of the
        # steps is an eighth of an element beyond `allowed`: steps that aim at `allowed` shrink before
        # they pass it.
        for number in range(rounds + 1):
            value = self._value(first, n, n_live)
            if value > best:
                best = value
                stalled = 0
                for index in range(first, first + n):
                    self.best_price[index] = self.price[index]
                for index in range(n_live):
                    self.best_cost[self.live[index]] = self.cost[self.live[index]]
                # Numbers of elements are integers: a bound that is above `count` by any fraction excludes
                # it.
                if best > allowed:
                    break
            else:
                stalled += 1
                if stalled == PATIENCE:
                    stalled = 0
                    step //= 2
            if number == rounds or not self._step(first, n, step, allowed + ONE // 8 - value):
                break
        return best

    def _fix(self, first, n, spare):
        """Remove the elements whose cost exceeds `spare`: no solution of the node contains them.

        `spare` is the number of elements allowed minus the bound. Return False if a set loses its last
        element.
        """
        cython.declare(at=cython.int, index=cython.int, end=cython.int)
        for at in range(first, first + n):
            end = self.start[at]
            for index in range(self.start[at], self.start[at] + self.length[at]):
                # A solution with this element costs at least the bound plus the cost of the element,
                # because the bound already includes all negative costs (reduced cost fixing).
                if self.best_cost[self.pool[index]] <= spare:
                    self.pool[end] = self.pool[index]
                    end += 1
            self.length[at] = end - self.start[at]
            if end == self.start[at]:
                return False
        return True

    def _list_branches(self, first, n):
        """Append to `pool` the elements of a node's smallest set, cheapest first; return their number."""
        cython.declare(at=cython.int, least=cython.int, index=cython.int, place=cython.int)
        cython.declare(element=cython.int)
        # A smallest set has the fewest branches. The cheapest element comes first: one solution is
        # enough, and an element that a good solution contains is cheap at good prices.
        least = first
        for at in range(first + 1, first + n):
            if self.length[at] < self.length[least]:
                least = at
        self._reserve(0, self.length[least])
        if self.is_over:
            return 0
        for index in range(self.length[least]):
            element = self.pool[self.start[least] + index]
            place = self.top + index
            while place > self.top and self.best_cost[self.pool[place - 1]] > self.best_cost[element]:
                self.pool[place] = self.pool[place - 1]
                place -= 1
            self.pool[place] = element
        self.top += self.length[least]
        return self.length[least]

    def _meet(self, first, n, count, rounds):
        """Mark up to `count` elements that together hit all sets of a node; return False on failure."""
        cython.declare(
            index=cython.int, number=cython.int, begin=cython.int, m=cython.int, n_records=cython.int
        )
        cython.declare(top=cython.int, best=cython.longlong, allowed=cython.longlong)
        if n == 0:
            return True
        if self.work > self.limit:
            self.is_over = True
        if self.is_over or count <= 0:
            return False
        allowed = cython.cast(cython.longlong, count) * ONE
        best = self._raise_prices(first, n, count, rounds)
        if best > allowed or not self._fix(first, n, allowed - best):
            return False
        # One element of the set must be chosen. Each branch has the sets without its element, minus the
        # elements of earlier branches: a choice with one of these would have been found there.
        number = self._list_branches(first, n)
        begin = self.top - number
        n_records = self.n_records
        top = self.top
        for index in range(begin, begin + number):
            m = self._branch(first, n, self.pool[index])
            if self._meet(n_records, m, count - 1, BELOW) and not self.is_over:
                self.is_chosen[self.met[self.kept[self.pool[index]]]] = 1
                return True
            self.n_records = n_records
            self.top = top
            if self.is_over:
                return False
            self.banned[self.pool[index]] = 1
        for index in range(begin, begin + number):
            self.banned[self.pool[index]] = 0
        return False

    def _solve(self, most, limit):
        """Mark the fewest elements that hit all sets.

        Return False if more than `most` elements are needed, or if the search reached `limit`.
        """
        cython.declare(index=cython.int, n=cython.int)
        self.limit = limit
        self.is_over = False
        for index in range(self.n_elements):
            self.is_chosen[index] = 0
        if self.n_sets == 0:
            return most >= 0
        self._lay_out()
        # Iterative deepening: the bound soon ends a search with a number that is too small.
        while self.least <= most and not self.is_over:
            self.n_records, self.top = self.n_sets, self.set_from[self.n_sets]
            n = self._branch(0, self.n_sets, -1)
            if not self.is_over and self._meet(self.n_sets, n, self.least, AT_ROOT):
                return True
            if not self.is_over:
                self.least += 1
        return False

    def search(self, most: cython.int, limit: cython.longlong) -> list | None:
        """Return the fewest elements that hit all sets, in ascending order.

        The result is None if more than `most` elements are needed, or if `work` exceeds the limit; in the
        second case, `is_over` is true.
        """
        check(most < 1 << 16, "number of elements out of range")
        if not self._solve(most, limit):
            return None
        return [element for element in range(self.n_elements) if self.is_chosen[element]]
