# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The smallest set of rules that derives a goal: optimal delete-free planning with landmarks.

A rule needs some facts and adds some facts; facts are never removed, so the order of the rules does not
matter. If the chosen rules do not derive a goal, other rules are added greedily as long as no goal is
derived; each plan contains at least one of the rules that cannot be added, which are a landmark. A
smallest set with a rule from each known landmark is no larger than a shortest plan; once it derives a
goal, it is a shortest plan. Source: P. Haslum, J. Slaney, S. Thiebaux, "Minimal Landmarks for Optimal
Delete-Free Planning", ICAPS 2012. The smallest set is a minimum hitting set, found by iterative deepening
with branching on a smallest landmark; its lower bound is a greedy packing of disjoint landmarks.

Layout: needs, additions and landmarks are lists concatenated in one array each, with the start of each
list in another array. Facts are numbered from 0. Goals are numbered after the rules and only have needs.
A hitting set is searched on bit sets of `words` words each, with one block of them for each level of the
recursion.

Cost: forward chaining with a counter of missing needs (W. Dowling, J. Gallier, "Linear-Time Algorithms
for Testing the Satisfiability of Propositional Horn Formulae", 1984), so that a rule that is tried and
refused costs only the facts that it would add. `work` counts facts and bit sets, at about 10 ns each.

Invariants:
- `trail` has the facts that are true, in the order in which they were added; the first `head` of them
  have been subtracted from `missing`.
- The rules of a landmark are refused: together with the facts that are true, each would derive a goal.
"""

from array import array

import cython

from zet.engines.kernel.arrays import resized

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check

MAX_POOL = cython.declare(cython.Py_ssize_t, 1 << 22)
"""The maximum number of words of all bit sets; a search that needs more is abandoned."""


class Landmarks:
    """Rules and goals over `n_facts` facts.

    Rule i needs `needs[need_from[i] : need_from[i + 1]]` and adds `adds[add_from[i] : add_from[i + 1]]`;
    the lists of `needs` behind the last rule are the needs of the goals. All are arrays of the type "i".
    `work` is the work done so far; `is_over` is true once a search was abandoned.
    """

    def __init__(self, n_facts: cython.int, need_from, needs, add_from, adds):
        cython.declare(rule=cython.int, index=cython.int)
        check(0 <= n_facts < 1 << 24, "number of facts out of range")
        self.n_facts = n_facts
        self.n_rules = len(add_from) - 1
        self.n_all = len(need_from) - 1
        check(0 <= self.n_rules <= self.n_all < 1 << 24, "number of rules out of range")
        self.need_from, self.needs, self.add_from, self.adds = need_from, needs, add_from, adds
        self._check_lists(self.need_from, self.needs, self.n_all)
        self._check_lists(self.add_from, self.adds, self.n_rules)
        ints: cython.int[::1] = memoryview(
            array("i", bytes(4 * (3 * n_facts + 1 + len(needs) + 2 * self.n_all + 6 * self.n_rules + 1)))
        )
        # One allocation for all arrays of integers, since each chain that is shortened makes an object of
        # its own.
        self.gone, ints = ints[:n_facts], ints[n_facts:]
        self.trail, ints = ints[:n_facts], ints[n_facts:]
        self.user_from, ints = ints[: n_facts + 1], ints[n_facts + 1 :]
        self.users, ints = ints[: len(needs)], ints[len(needs) :]
        self.missing, ints = ints[: self.n_all], ints[self.n_all :]
        self.is_allowed, ints = ints[: self.n_rules], ints[self.n_rules :]
        self.is_refused, ints = ints[: self.n_rules], ints[self.n_rules :]
        self.is_chosen, ints = ints[: self.n_rules], ints[self.n_rules :]
        self.waiting, ints = ints[: self.n_rules], ints[self.n_rules :]
        self.met, ints = ints[: self.n_rules], ints[self.n_rules :]
        self.kept = ints[: self.n_rules]
        # By fact, the rules that need it: a counting sort of `needs`. Forward chaining then visits
        # exactly the rules that a new fact can complete.
        for index in range(len(needs)):
            self.user_from[self.needs[index] + 1] += 1
        for index in range(n_facts):
            self.user_from[index + 1] += self.user_from[index]
        for rule in range(self.n_all):
            for index in range(self.need_from[rule], self.need_from[rule + 1]):
                # `gone` serves as the fill count of each fact until the search starts.
                self.users[self.user_from[self.needs[index]] + self.gone[self.needs[index]]] = rule
                self.gone[self.needs[index]] += 1
        self.n_sets = self.n_trail = self.head = self.n_waiting = self.n_kept = self.words = 0
        self.work = self.limit = 0
        self.is_over = False
        self.set_from = memoryview(array("i", [0] * 65))
        self.items = memoryview(array("i", [0] * 1024))
        self.pool = memoryview(array("Q", [0] * 1024))
        self.order = memoryview(array("i", [0] * 1024))
        self.tally = memoryview(array("i", [0] * 1024))

    def _check_lists(self, starts: cython.int[::1], items: cython.int[::1], n_lists: cython.int):
        index: cython.int
        check(starts[0] == 0 and starts[n_lists] == len(items), "lists out of range")
        for index in range(n_lists):
            check(starts[index] <= starts[index + 1], "lists out of range")
        for index in range(len(items)):
            check(0 <= items[index] < self.n_facts, "fact out of range")

    def _add(self, rule):
        """Append the new facts that a rule adds to the trail."""
        cython.declare(index=cython.int, fact=cython.int)
        for index in range(self.add_from[rule], self.add_from[rule + 1]):
            fact = self.adds[index]
            if not self.gone[fact]:
                self.gone[fact] = 1
                self.trail[self.n_trail] = fact
                self.n_trail += 1

    def _chain(self):
        """Derive facts with the allowed rules (forward chaining); return whether a goal is derived."""
        cython.declare(index=cython.int, rule=cython.int, fact=cython.int)
        is_goal: cython.bint = False
        # All users of a fact are counted before a goal ends the loop, so that `_undo` can count them
        # back.
        while self.head < self.n_trail and not is_goal:
            fact = self.trail[self.head]
            self.head += 1
            self.work += 1 + self.user_from[fact + 1] - self.user_from[fact]
            for index in range(self.user_from[fact], self.user_from[fact + 1]):
                rule = self.users[index]
                self.missing[rule] -= 1
                if self.missing[rule] == 0:
                    if rule >= self.n_rules:
                        is_goal = True
                    elif self.is_allowed[rule]:
                        self._add(rule)
        return is_goal

    def _undo(self, mark):
        """Remove the facts of the trail from an index on."""
        cython.declare(index=cython.int, at=cython.int)
        # Only facts before `head` were subtracted from `missing`; those after it were added but never
        # used.
        for at in range(mark, self.head):
            for index in range(self.user_from[self.trail[at]], self.user_from[self.trail[at] + 1]):
                self.missing[self.users[index]] += 1
        for at in range(mark, self.n_trail):
            self.gone[self.trail[at]] = 0
        self.head = self.n_trail = mark

    def _restart(self):
        """Start over with the chosen rules; return whether they derive a goal."""
        rule: cython.int
        self.head = self.n_trail = 0
        for rule in range(self.n_facts):
            self.gone[rule] = 0
        for rule in range(self.n_all):
            self.missing[rule] = self.need_from[rule + 1] - self.need_from[rule]
            if rule >= self.n_rules and self.missing[rule] == 0:
                return True
        for rule in range(self.n_rules):
            self.is_refused[rule] = 0
            self.is_allowed[rule] = self.is_chosen[rule]
            if self.is_allowed[rule] and self.missing[rule] == 0:
                self._add(rule)
        return self._chain()

    def _adds_nothing(self, rule):
        index: cython.int
        for index in range(self.add_from[rule], self.add_from[rule + 1]):
            if not self.gone[self.adds[index]]:
                return False
        return True

    def _landmark(self):
        """Collect in `waiting` a landmark without a chosen rule; False if the chosen rules derive a goal.

        Rules that add the most facts come first: each of them excludes few others and adds many facts,
        which yields the smallest landmarks.
        """
        cython.declare(index=cython.int, rule=cython.int, mark=cython.int, before=cython.int)
        count: cython.int
        if self._restart():
            return False
        self.n_waiting = 0
        for rule in range(self.n_rules):
            if not self.is_chosen[rule]:
                self.waiting[self.n_waiting] = rule
                self.n_waiting += 1
        before = -1
        # A refused rule remains refused, since facts are only added. A rule whose needs are missing may
        # become applicable in the next pass.
        while before != self.n_trail and not self.is_over:
            before = self.n_trail
            count = 0
            for index in range(self.n_waiting):
                if not self._adds_nothing(self.waiting[index]):
                    self.waiting[count] = self.waiting[index]
                    count += 1
            self.n_waiting = count
            self.work += count
            # A rule is tried on top of all facts so far and remains allowed unless it leads to a goal, so
            # that each trial costs only the facts that it adds. The loop runs backwards because callers
            # sort the rules by the number of facts that they add.
            for index in range(count - 1, -1, -1):
                rule = self.waiting[index]
                if self.is_refused[rule] or self.missing[rule]:
                    continue
                mark = self.n_trail
                self._add(rule)
                if self._chain():
                    self._undo(mark)
                    self.is_refused[rule] = 1
                else:
                    self.is_allowed[rule] = 1
            self.is_over = self.work > self.limit
        count = 0
        for index in range(self.n_waiting):
            if self.is_refused[self.waiting[index]]:
                self.waiting[count] = self.waiting[index]
                count += 1
        self.n_waiting = count
        return True

    def _learn(self):
        """Add the landmark in `waiting` to the known landmarks."""
        index: cython.int
        start: cython.int = self.set_from[self.n_sets]
        if self.n_sets + 2 > len(self.set_from):
            self.set_from = resized(self.set_from, "i", 2 * len(self.set_from))
        while start + self.n_waiting > len(self.items):
            self.items = resized(self.items, "i", 2 * len(self.items))
        for index in range(self.n_waiting):
            self.items[start + index] = self.waiting[index]
        self.n_sets += 1
        self.set_from[self.n_sets] = start + self.n_waiting

    def _keep_best(self):
        """List in `kept` the rules that are enough for a smallest set: one per maximal set of landmarks.

        A rule whose landmarks all contain another rule as well is never a better choice than that rule.
        """
        cython.declare(
            index=cython.int, other=cython.int, at=cython.int, rule=cython.int, size=cython.int
        )
        cython.declare(n_met=cython.int, words=cython.Py_ssize_t, is_less=cython.bint)
        words = (self.n_sets + 63) // 64
        # By rule, the bit set of the landmarks that contain it, in the order in which the rules are met.
        if len(self.pool) < words * self.n_rules:
            self.pool = memoryview(array("Q", bytes(8 * words * self.n_rules)))
        n_met = 0
        for rule in range(self.n_rules):
            self.is_refused[rule] = -1  # serves as the index of a rule among those met
        for at in range(self.n_sets):
            for index in range(self.set_from[at], self.set_from[at + 1]):
                rule = self.items[index]
                if self.is_refused[rule] < 0:
                    self.is_refused[rule] = n_met
                    self.met[n_met] = rule
                    for size in range(words):
                        self.pool[n_met * words + size] = 0
                    n_met += 1
                self.pool[self.is_refused[rule] * words + at // 64] |= (
                    cython.cast(cython.ulonglong, 1) << at % 64
                )
        self.n_kept = 0
        # Sorted by the number of landmarks, the most first, and stable: so a set can only be a subset of
        # an earlier one. Dominated rules are removed before the search, since each would add a branch at
        # every level.
        for size in range(self.n_sets, 0, -1):
            for index in range(n_met):
                other = 0
                for at in range(words):
                    other += count_bits(self.pool[index * words + at])
                if other != size:
                    continue
                is_less = False
                for other in range(self.n_kept):
                    self.work += 1
                    is_less = True
                    for at in range(words):
                        if self.pool[index * words + at] & ~self.pool[self.kept[other] * words + at]:
                            is_less = False
                            break
                    if is_less:
                        break
                if not is_less:
                    self.kept[self.n_kept] = index
                    self.n_kept += 1

    def _hit(self, most):
        """Choose the fewest rules that contain one from each landmark; False if `most` are too few."""
        cython.declare(index=cython.int, at=cython.int, count=cython.int, blocks=cython.Py_ssize_t)
        cython.declare(need=cython.Py_ssize_t, words=cython.Py_ssize_t)
        for index in range(self.n_rules):
            self.is_chosen[index] = 0
        if self.n_sets == 0:
            return most >= 0
        self._keep_best()
        words = (self.n_sets + 63) // 64
        self.words = (self.n_kept + 63) // 64
        blocks = min(most, self.n_sets) + 2
        need = blocks * (self.n_sets + 1) * self.words + self.words
        if need > MAX_POOL:
            self.is_over = True
            return False
        # Transpose: `pool` has the landmarks of each rule, the search needs the rules of each landmark.
        # Block 0 has all landmarks; the blocks below it are filled during the search, one for each rule
        # chosen so far. Behind them are the elements banned at each level, and the union of `_bound`.
        sets: cython.ulonglong[::1] = memoryview(array("Q", bytes(8 * need)))
        for index in range(self.n_kept):
            for at in range(self.n_sets):
                if self.pool[self.kept[index] * words + at // 64] >> at % 64 & 1:
                    sets[at * self.words + index // 64] |= cython.cast(cython.ulonglong, 1) << index % 64
        self.pool = sets
        self.taken_at = need - self.words
        self.banned_at = need - (blocks + 1) * self.words
        need = blocks * (self.n_kept + self.n_sets)
        if len(self.order) < need:
            self.order = memoryview(array("i", bytes(4 * need)))
        if len(self.tally) < self.n_kept + self.n_sets:
            self.tally = memoryview(array("i", bytes(4 * 2 * (self.n_kept + self.n_sets))))
        # Iterative deepening from the lower bound: the first number that suffices is the smallest, and
        # the bound soon ends a search with a number that is too small.
        count = self._bound(0, self.n_sets)
        while count <= most and not self.is_over:
            if self._meet(0, self.n_sets, count):
                return True
            count += 1
        return False

    def _size(self, block, index):
        """Return the number of elements of a set."""
        at: cython.int
        size: cython.int = 0
        for at in range(self.words):
            size += count_bits(self.pool[(block * self.n_sets + index) * self.words + at])
        return size

    def _bound(self, block, n_alive):
        """Return a lower bound: the number of disjoint sets found greedily; huge if a set is empty.

        Small sets are chosen first. Their order is left in `order`, behind the order of the elements; an
        insertion sort computes it, since the sets of a block are almost in order.
        """
        cython.declare(index=cython.int, at=cython.int, place=cython.int, size=cython.int)
        cython.declare(base=cython.Py_ssize_t, mine=cython.Py_ssize_t, is_apart=cython.bint)
        count: cython.int = 0
        base = block * (self.n_kept + self.n_sets) + self.n_kept
        self.work += n_alive * self.words
        for index in range(n_alive):
            size = self._size(block, index)
            if size == 0:
                return 1 << 30
            self.tally[index] = size
            place = index
            while place > 0 and self.tally[self.order[base + place - 1]] > size:
                self.order[base + place] = self.order[base + place - 1]
                place -= 1
            self.order[base + place] = index
        # Greedy packing: no element can be in two of these sets, so that at least this many elements are
        # needed. The smallest sets first, as they exclude the fewest others.
        for at in range(self.words):
            self.pool[self.taken_at + at] = 0
        for index in range(n_alive):
            mine = (block * self.n_sets + self.order[base + index]) * self.words
            is_apart = True
            for at in range(self.words):
                if self.pool[mine + at] & self.pool[self.taken_at + at]:
                    is_apart = False
                    break
            if is_apart:
                count += 1
                for at in range(self.words):
                    self.pool[self.taken_at + at] |= self.pool[mine + at]
        return count

    def _meet(self, block, n_alive, count):
        """Choose up to `count` elements that hit all sets of a block; return False if that is impossible.

        It branches on the elements of a smallest set, those that are in the most sets first; elements
        already tried are banned from later branches.
        """
        cython.declare(index=cython.int, at=cython.int, place=cython.int, number=cython.int, n=cython.int)
        cython.declare(base=cython.Py_ssize_t, mine=cython.Py_ssize_t, size=cython.int)
        cython.declare(mask=cython.ulonglong, child=cython.Py_ssize_t, banned=cython.Py_ssize_t)
        if n_alive == 0:
            return True
        if self.work > self.limit:
            self.is_over = True
            return False
        if self._bound(block, n_alive) > count:
            return False
        # A smallest set is the first in the order that `_bound` has left: one of its elements must be
        # chosen, so that it has the fewest branches.
        base = block * (self.n_kept + self.n_sets)
        mine = (block * self.n_sets + self.order[base + self.n_kept]) * self.words
        n = 0
        for at in range(self.words):
            mask = self.pool[mine + at]
            while mask:
                number = 64 * at + first_bit(mask)
                mask &= mask - 1
                self.tally[number] = self._uses(block, n_alive, number)
                place = n
                while place > 0 and self.tally[self.order[base + place - 1]] < self.tally[number]:
                    self.order[base + place] = self.order[base + place - 1]
                    place -= 1
                self.order[base + place] = number
                n += 1
        # Each branch has the sets without its element, minus the elements of earlier branches: a choice
        # that contains one of these would have been found there.
        banned = self.banned_at + block * self.words
        for at in range(self.words):
            self.pool[banned + at] = 0
        for index in range(n):
            number = self.order[base + index]
            child = ((block + 1) * self.n_sets) * self.words
            size = 0
            for place in range(n_alive):
                mine = (block * self.n_sets + place) * self.words
                if not self.pool[mine + number // 64] >> number % 64 & 1:
                    for at in range(self.words):
                        self.pool[child + at] = self.pool[mine + at] & ~self.pool[banned + at]
                    child += self.words
                    size += 1
            if self._meet(block + 1, size, count - 1):
                self.is_chosen[self.met[self.kept[number]]] = 1
                return True
            if self.is_over:
                return False
            self.pool[banned + number // 64] |= cython.cast(cython.ulonglong, 1) << number % 64
        return False

    def _uses(self, block, n_alive, number):
        """Return the number of sets that contain an element."""
        index: cython.int
        count: cython.int = 0
        at: cython.Py_ssize_t = block * self.n_sets * self.words + number // 64
        for index in range(n_alive):
            count += self.pool[at] >> number % 64 & 1
            at += self.words
        return count

    def search(self, most: cython.int, limit: cython.longlong) -> list | None:
        """Return the numbers of the fewest rules, up to `most`, that derive a goal, in ascending order.

        None if more are needed or if `work` exceeded the limit, in which case `is_over` is true.
        """
        cython.declare(before=cython.int, rule=cython.int)
        check(most < 1 << 16, "number of rules out of range")
        self.work = 0
        self.limit = limit
        self.is_over = False
        self.n_sets = 0
        # Several landmarks are collected for each hitting set: a rule of each new landmark joins the
        # choice, which yields another landmark. Computing the hitting set is the more expensive of the
        # two.
        while self._hit(most):
            before = self.n_sets
            while self._landmark():
                if self.is_over:
                    return None
                self._learn()
                if self.n_waiting == 0:
                    return None
                self.is_chosen[self.waiting[0]] = 1
            if self.n_sets == before:
                return [rule for rule in range(self.n_rules) if self.is_chosen[rule]]
        return None
