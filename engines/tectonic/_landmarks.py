# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The smallest set of rules that derives a goal: optimal delete-free planning with landmarks.

A rule needs some facts and adds some facts; facts are never removed, so the order of the rules does not
matter. If the chosen rules do not derive a goal, other rules are added greedily as long as no goal is
derived; every plan contains at least one of the rules that could not be added, so these rules form a
landmark. A smallest set with a rule from each known landmark is no larger than a shortest plan; once it
derives a goal, it is a shortest plan. Source: P. Haslum, J. Slaney, S. Thiebaux, "Minimal Landmarks for
Optimal Delete-Free Planning", ICAPS 2012. `Cover` finds the smallest set.

Layout: needs and additions are lists concatenated in one array each, with the start of each list in
another array. Facts are numbered from 0. Goals are numbered after the rules and only have needs.

Cost: forward chaining with a counter of missing needs (W. Dowling, J. Gallier, "Linear-Time Algorithms
for Testing the Satisfiability of Propositional Horn Formulae", 1984), so a rule that is tried and refused
costs only the facts that it would add, and rules with missing needs are never visited. `work` counts
facts and the items that `Cover` has visited, at about 5 ns each.

Invariants:
- `trail` lists the facts that are true, in the order in which they were added; the first `head` of them
  have been subtracted from `missing`.
- A rule whose needs are true is allowed, or refused, or has its bit set in `ready`; other rules may also
  have their bits set. No word of `ready` before `lowest` has a bit set.
- The rules of a landmark are refused: together with the facts that are true, each would derive a goal.
"""

from array import array

import cython

from zet.engines.tectonic._cover import Cover

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.checks import check


class Landmarks:
    """Rules and goals over `n_facts` facts.

    Rule i needs `needs[need_from[i] : need_from[i + 1]]` and adds `adds[add_from[i] : add_from[i + 1]]`;
    the lists in `needs` after the list of the last rule are the needs of the goals. All four arrays have
    the type "i". `work` is the work done so far; `is_over` is true once a search has been abandoned.
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
            array("i", bytes(4 * (3 * n_facts + 1 + len(needs) + 2 * self.n_all + 3 * self.n_rules + 1)))
        )
        # One allocation for all arrays of integers, since each chain that is shortened makes an object of
        # its own.
        self.gone, ints = ints[:n_facts], ints[n_facts:]
        self.trail, ints = ints[:n_facts], ints[n_facts:]
        self.user_from, ints = ints[: n_facts + 1], ints[n_facts + 1 :]
        self.users, ints = ints[: len(needs)], ints[len(needs) :]
        self.missing, ints = ints[: self.n_all], ints[self.n_all :]
        self.is_allowed, ints = ints[: self.n_rules], ints[self.n_rules :]
        self.waiting, ints = ints[: self.n_rules], ints[self.n_rules :]
        self.n_uses = ints[: self.n_rules]
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
        self.n_trail = self.head = self.n_waiting = self.lowest = 0
        self.work = 0
        self.is_over = False
        self.ready = memoryview(array("Q", bytes(8 * (self.n_rules // 64 + 1))))

    def _check_lists(self, starts: cython.int[::1], items: cython.int[::1], n_lists: cython.int):
        index: cython.int
        check(starts[0] == 0 and starts[n_lists] == len(items), "lists out of range")
        for index in range(n_lists):
            check(starts[index] <= starts[index + 1], "lists out of range")
        for index in range(len(items)):
            check(0 <= items[index] < self.n_facts, "fact out of range")

    def _add(self, rule):
        """Append to the trail the facts that a rule adds, except the facts that are already true."""
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
                    else:
                        self._wait(rule)
        return is_goal

    def _wait(self, rule):
        """Set the bit of a rule in `ready`."""
        bit: cython.int = self.n_rules - 1 - rule
        self.ready[bit >> 6] |= cython.cast(cython.ulonglong, 1) << (bit & 63)
        if bit >> 6 < self.lowest:
            self.lowest = bit >> 6

    def _undo(self, mark):
        """Remove from the trail all facts at the index `mark` and after it."""
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
        # Loops without a branch, which the compiler vectorizes.
        for rule in range(self.n_all):
            self.missing[rule] = self.need_from[rule + 1] - self.need_from[rule]
        for rule in range(self.n_rules):
            self.is_allowed[rule] = self.cover.is_chosen[rule]
        for rule in range(self.n_rules // 64 + 1):
            self.ready[rule] = 0
        self.lowest = 0
        for rule in range(self.n_rules, self.n_all):
            if self.missing[rule] == 0:
                return True
        for rule in range(self.n_rules):
            if self.missing[rule] == 0:
                if self.is_allowed[rule]:
                    self._add(rule)
                else:
                    self._wait(rule)
        return self._chain()

    def _next(self):
        """Clear the first set bit of `ready` and return its rule; -1 if none is set."""
        cython.declare(bit=cython.int)
        while self.ready[self.lowest] == 0:
            if self.lowest == self.n_rules >> 6:
                return -1
            self.lowest += 1
        bit = 64 * self.lowest + first_bit(self.ready[self.lowest])
        self.ready[self.lowest] &= self.ready[self.lowest] - 1
        return self.n_rules - 1 - bit

    def _adds_nothing(self, rule):
        index: cython.int
        for index in range(self.add_from[rule], self.add_from[rule + 1]):
            if not self.gone[self.adds[index]]:
                return False
        return True

    def _landmark(self):
        """Collect in `waiting` a landmark that contains no chosen rule.

        Return False if the chosen rules derive a goal, as every landmark then contains one of them. Rules
        that add the most facts are tried first: each excludes few other rules and adds many facts, which
        yields the smallest landmarks.
        """
        cython.declare(index=cython.int, rule=cython.int, mark=cython.int, count=cython.int)
        self.work += self.n_all
        if self._restart():
            return False
        count = 0
        # A rule is tried on top of all facts so far and remains allowed unless it leads to a goal. A
        # refused rule remains refused, since facts are only added. The last rule comes first because
        # callers sort the rules by the number of facts that they add.
        rule = self._next()
        while rule >= 0:
            if self.missing[rule] == 0:
                self.work += 1
                mark = self.n_trail
                self._add(rule)
                if self._chain():
                    self._undo(mark)
                    self.waiting[count] = rule
                    count += 1
                else:
                    self.is_allowed[rule] = 1
            rule = self._next()
        self.n_waiting = 0
        for index in range(count):
            if not self._adds_nothing(self.waiting[index]):
                self.waiting[self.n_waiting] = self.waiting[index]
                self.n_waiting += 1
        return True

    def _learn(self):
        """Add the landmark in `waiting`, and choose the rule in it that occurs in the most landmarks."""
        cython.declare(index=cython.int, best=cython.int)
        self.cover._add(self.waiting, self.n_waiting)
        # The rule in the middle is preferred in a tie: the first rules add many facts, the last rules are
        # often of no use, and both led to more landmarks before the goal was reached.
        best = self.waiting[self.n_waiting // 2]
        for index in range(self.n_waiting):
            self.n_uses[self.waiting[index]] += 1
        for index in range(self.n_waiting):
            if self.n_uses[self.waiting[index]] > self.n_uses[best]:
                best = self.waiting[index]
        self.cover.is_chosen[best] = 1

    def search(self, most: cython.int, limit: cython.longlong) -> list | None:
        """Return, in ascending order, the numbers of the fewest rules that derive a goal.

        The result is None if more than `most` rules are needed. If `work` exceeds the limit, `is_over` is
        true, and the result is the fewest rules found so far, or None.
        """
        cython.declare(rule=cython.int, before=cython.int)
        check(most < 1 << 16, "number of rules out of range")
        self.work = 0
        self.is_over = False
        self.cover = Cover(self.n_rules)
        best = None
        for rule in range(self.n_rules):
            self.n_uses[rule] = 0
        # Several landmarks are collected for each hitting set: a rule of each new landmark joins the
        # choice, which yields another landmark. Computing the hitting set is the more expensive of the
        # two.
        while self.cover._solve(most, limit - self.work):
            before = self.cover.n_sets
            while self._landmark():
                if self.work + self.cover.work > limit:
                    self.is_over = True
                    return best
                if self.n_waiting == 0:
                    return None
                self._learn()
            plan = [rule for rule in range(self.n_rules) if self.cover.is_chosen[rule]]
            if self.cover.n_sets == before:
                return plan
            if len(plan) <= most and (best is None or len(plan) < len(best)):
                best = plan
        self.is_over = self.cover.is_over
        return best if self.is_over else None
