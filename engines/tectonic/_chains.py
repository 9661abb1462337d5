# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The search for the fewest links (see `_links`) that lead from an assumption to a conflict.

Each possible link of a chain is a rule of a relaxed problem. A rule needs the removal of some candidates;
once they are removed, with or without others, the rule applies and removes further candidates. A removed
candidate never returns. `Landmarks` chooses the fewest rules.

Layout: each rule has a list of the candidates whose removal it needs, and a list of the candidates that
it removes. Each goal is a list of all candidates of a unit. The lists of each kind are concatenated in
one array, with the start of each list in another array.

Cost: a few passes over all candidates of the board reset the arrays. After the first round, only the two
units of each candidate that was just removed are examined, once for rules and once for goals, and a
candidate is removed only once. `_list_kept` is quadratic in the number of its sets, which is small. For
all chains of a 15x10 board, listing the rules takes 0.4 ms; it took 3.3 ms when rules were Python objects
(BENCHMARKS.md, "Explanations that hold").

Invariants:
- Bit i of a unit's `alive` represents the i-th candidate that the assumption leaves in the unit. The bit
  is set until a rule of an earlier round removes the candidate. A rule that applies when only certain
  candidates of a unit remain is found in the first round in which all others are removed.
- The rules that apply directly after the assumption are in the units of the first links, `roots`.
"""

from array import array

import cython

from zet.engines.kernel.arrays import resized
from zet.engines.tectonic._landmarks import Landmarks
from zet.engines.tectonic._links import Links

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits

NAKED_SINGLE = cython.declare(cython.int, 0)
HIDDEN_SINGLE = cython.declare(cython.int, 3)

MAX_KEPT = cython.declare(cython.int, 1024)
"""The maximum number of sets in `kept`; further sets are ignored. A set contains the places that one cell
touches, or is an intersection of other sets.
"""


MOST_ADDS = cython.declare(cython.int, 256)
"""The maximum number of candidates that a link removes: 63 of its cell, 63 of its piece, 8 around it."""


class Chains(Links):
    """The links of a chain on a board, and a search for the fewest links that lead to a conflict."""

    def __init__(self, width: cython.int, height: cython.int, pieces):
        Links.__init__(self, width, height, pieces)
        n: cython.int = self.n_cells * self.most_digits
        self.stale = memoryview(bytearray(self.n_units))
        self.alive = memoryview(array("Q", bytes(8 * self.n_units)))
        self.touched = memoryview(array("Q", bytes(8 * self.n_cells)))
        self.kept = memoryview(array("Q", bytes(8 * MAX_KEPT)))
        self.is_gone = memoryview(bytearray(n))
        self.around = memoryview(array("i", bytes(4 * 8 * 64)))
        self.fact = memoryview(array("i", bytes(4 * n)))
        self.queue = memoryview(array("i", bytes(4 * self.n_units)))
        self.is_queued = memoryview(bytearray(self.n_units))
        self.rule_unit, self.add_from, self.need_from, self.goal_from = (
            memoryview(array("i", bytes(4 * 256))) for _ in range(4)
        )
        self.adds, self.needs, self.goals, self.order = (memoryview(array("i", [0])) for _ in range(4))
        self.n_kept = self.n_around = self.n_rules = self.n_goals = 0

    def shorten(self, limit: cython.longlong) -> bool:
        """Replace the links by fewer singles and exclusions that lead to a conflict, if possible.

        Return True if the links are then provably the fewest. Return False if the search reached `limit`
        (see `Landmarks`) first; the links are then the fewest found so far, and each of them is needed.
        """
        if not self.links:
            return True
        self._undo()
        self._rules(len(self.links) - 1)
        search = self._planner()
        # Only chains with fewer links are searched for: without one, the present links are the fewest.
        chosen = search.search(len(self.links) - 1, limit)
        if chosen is None:
            self._holds(self.links)
        else:
            self._follow([self.order[number] for number in chosen])
            if search.is_over:
                self.minimize()
        return not search.is_over

    def _planner(self):
        """Return the search for the fewest rules, and list the rules in `order`.

        The search numbers the rules in that order. Rules that remove the most candidates come last, as
        `Landmarks` tries the last rules first.
        """
        cython.declare(
            rule=cython.int, index=cython.int, size=cython.int, at=cython.int, n_facts=cython.int
        )
        cython.declare(n=cython.int)
        n = self.n_rules
        self.order = memoryview(array("i", bytes(4 * (n + 1))))
        # A counting sort by the number of candidates that a rule removes.
        fill: cython.int[::1] = memoryview(array("i", bytes(4 * (MOST_ADDS + 2))))
        for rule in range(n):
            fill[self.add_from[rule + 1] - self.add_from[rule] + 1] += 1
        for size in range(MOST_ADDS + 1):
            fill[size + 1] += fill[size]
        for rule in range(n):
            size = self.add_from[rule + 1] - self.add_from[rule]
            self.order[fill[size]] = rule
            fill[size] += 1
        # The facts are the candidates that some rule removes, numbered in order of appearance. They
        # include all needs, since a rule is found only after the candidates that it needs are gone.
        for at in range(self.n_cells * self.most_digits):
            self.fact[at] = -1
        add_from: cython.int[::1] = memoryview(array("i", bytes(4 * (n + 1))))
        adds: cython.int[::1] = memoryview(array("i", bytes(4 * (self.add_from[n] + 1))))
        n_facts = at = 0
        for rule in range(n):
            for index in range(self.add_from[self.order[rule]], self.add_from[self.order[rule] + 1]):
                if self.fact[self.adds[index]] < 0:
                    self.fact[self.adds[index]] = n_facts
                    n_facts += 1
                adds[at] = self.fact[self.adds[index]]
                at += 1
            add_from[rule + 1] = at
        # The needs of the goals are those of the rules from n on, in the order in which they were found.
        need_from: cython.int[::1] = memoryview(array("i", bytes(4 * (n + self.n_goals + 1))))
        needs: cython.int[::1] = memoryview(
            array("i", bytes(4 * (self.need_from[n] + self.goal_from[self.n_goals] + 1)))
        )
        at = 0
        for rule in range(n):
            for index in range(self.need_from[self.order[rule]], self.need_from[self.order[rule] + 1]):
                needs[at] = self.fact[self.needs[index]]
                at += 1
            need_from[rule + 1] = at
        for rule in range(self.n_goals):
            for index in range(self.goal_from[rule], self.goal_from[rule + 1]):
                needs[at] = self.fact[self.goals[index]]
                at += 1
            need_from[n + rule + 1] = at
        return Landmarks(n_facts, need_from, needs[:at], add_from, adds[: add_from[n]])

    def _rules(self, most):
        """List the rules that a chain of `most` links may use, and the goals: its possible conflicts."""
        cython.declare(unit=cython.int, number=cython.int, one=cython.int, index=cython.int, n=cython.int)
        cython.declare(begin=cython.int, turn=cython.int)
        self.n_rules = self.n_goals = 0
        for unit in range(self.n_units):
            self.stale[unit] = 1
        for one in range(self.n_cells * self.most_digits):
            self.is_gone[one] = 0
        # Relaxed reachability, round by round: a candidate that some rule removes is gone, and nothing
        # comes back. `most` links need at most as many rounds. The first round examines the units of the
        # links that follow directly from the assumption, later rounds examine the units of candidates
        # that have just gone.
        n = 0
        for unit in self.roots:
            self.queue[n] = unit
            n += 1
        for number in range(most):
            begin = self.add_from[self.n_rules]
            for index in range(n):
                self._find_rules(self.queue[index])
            n = 0
            for index in range(begin, self.add_from[self.n_rules]):
                one = self.adds[index]
                if self.is_gone[one]:
                    continue
                self.is_gone[one] = 1
                unit = one // self.most_digits
                for turn in range(2):
                    if not self.is_queued[unit]:
                        self.is_queued[unit] = 1
                        self.queue[n] = unit
                        n += 1
                    unit = self._unit_of(one)
            for index in range(n):
                self.is_queued[self.queue[index]] = 0
                self._find_goal(self.queue[index])

    def _find_goal(self, unit):
        """Make a unit a goal if the rules can remove every candidate that the assumption leaves in it."""
        cython.declare(index=cython.int, n=cython.int, end=cython.int)
        n = self._gather(unit)
        for index in range(n):
            if not self.is_gone[self.place[index]]:
                return
        end = self.goal_from[self.n_goals]
        if self.n_goals + 2 > len(self.goal_from):
            self.goal_from = resized(self.goal_from, "i", 2 * len(self.goal_from))
        if end + n > len(self.goals):
            self.goals = resized(self.goals, "i", 2 * (end + n))
        for index in range(n):
            self.goals[end + index] = self.place[index]
        self.n_goals += 1
        self.goal_from[self.n_goals] = end + n

    def _find_rules(self, unit):
        """Add the rules of a unit that apply after the removals so far and have not been added yet."""
        cython.declare(
            index=cython.int, n=cython.int, n_alive=cython.int, at=cython.int, digit=cython.int
        )
        cython.declare(alive=cython.ulonglong, before=cython.ulonglong, keeps=cython.ulonglong)
        n = self._gather(unit)
        alive = 0
        n_alive = 0
        for index in range(n):
            if not self.is_gone[self.place[index]]:
                alive |= cython.cast(cython.ulonglong, 1) << index
                n_alive += 1
        before = self.alive[unit]
        self.alive[unit] = alive
        # A rule of a unit depends on the candidates that are alive in it, and on nothing else: if they
        # are the same as before, nothing new follows.
        if n == 0 or (not self.stale[unit] and alive == before):
            return
        is_first: cython.bint = self.stale[unit]
        self.stale[unit] = 0
        if n_alive > 1 and (unit < self.n_cells or not self._may_exclude(alive, n)):
            return
        self._gather(unit)
        if n_alive <= 1:
            for index in range(n):
                keeps = cython.cast(cython.ulonglong, 1) << index
                if not alive & ~keeps and (is_first or before & ~keeps):
                    self._make_room()
                    self._add_rule(unit, n, keeps, self._list_removed(self.place[index]))
        if unit < self.n_cells or n < 2:
            return
        self._list_kept(n)
        digit = self.place[0] % self.most_digits
        for index in range(self.n_kept):
            keeps = self.kept[index]
            if not alive & ~keeps and (is_first or before & ~keeps):
                self._make_room()
                end: cython.int = self.add_from[self.n_rules]
                for at in range(self.n_around):
                    if not keeps & ~self.touched[self.around[at]]:
                        self.adds[end] = self.around[at] * self.most_digits + digit
                        end += 1
                self._add_rule(unit, n, keeps, end)

    def _make_room(self):
        """Make space for one more rule."""
        if self.n_rules + 2 > len(self.rule_unit):
            self.rule_unit = resized(self.rule_unit, "i", 2 * len(self.rule_unit))
            self.add_from = resized(self.add_from, "i", len(self.rule_unit))
            self.need_from = resized(self.need_from, "i", len(self.rule_unit))
        if self.add_from[self.n_rules] + MOST_ADDS > len(self.adds):
            self.adds = resized(self.adds, "i", 2 * (len(self.adds) + MOST_ADDS))
        if self.need_from[self.n_rules] + 64 > len(self.needs):
            self.needs = resized(self.needs, "i", 2 * (len(self.needs) + 64))

    def _add_rule(self, unit, n, keeps, end):
        """Add a rule that applies once all of a unit's `n` places outside the mask `keeps` are removed.

        The rule removes the candidates that the caller has written to `adds`, up to index `end`. If the
        caller has written none, no rule is added.
        """
        cython.declare(index=cython.int, at=cython.int)
        if end == self.add_from[self.n_rules]:
            return
        at = self.need_from[self.n_rules]
        for index in range(n):
            if not keeps >> index & 1:
                self.needs[at] = self.place[index]
                at += 1
        self.rule_unit[self.n_rules] = unit
        self.n_rules += 1
        self.add_from[self.n_rules] = end
        self.need_from[self.n_rules] = at

    def _may_exclude(self, alive, n):
        """Return whether a candidate in another piece touches all places in the mask `alive`."""
        cython.declare(index=cython.int, count=cython.int)
        count = 0
        for index in range(n):
            if alive >> index & 1:
                self.found[0] = self.place[index]
                self.place[index] = self.place[count]
                self.place[count] = self.found[0]
                count += 1
        found: cython.bint = self._touch_all(count) > 0
        return found

    def _list_removed(self, candidate):
        """List in `adds` the remaining candidates that are removed if `candidate` is placed.

        Return the index of the end of the list.
        """
        cython.declare(at=cython.int, index=cython.int, cell=cython.int, digit=cython.int, end=cython.int)
        cell = candidate // self.most_digits
        digit = candidate % self.most_digits
        end = self.add_from[self.n_rules]
        for at in range(self.most_digits):
            if at != digit and self.left[cell * self.most_digits + at]:
                self.adds[end] = cell * self.most_digits + at
                end += 1
        for index in range(self.sight_from[cell], self.sight_from[cell + 1]):
            at = self.sight[index] * self.most_digits + digit
            if self.left[at]:
                self.adds[end] = at
                end += 1
        return end

    def _list_kept(self, n):
        """List in `kept` the sets of places that justify an exclusion once all other places are removed.

        The `n` places in `place` are in one piece. A set contains at least two of them: either all places
        that a certain candidate outside the piece touches, or the intersection of several such sets. The
        sets are in ascending order. `around` lists the cells of the candidates outside the piece, and
        `touched` the places that each of the cells touches.
        """
        cython.declare(at=cython.int, index=cython.int, cell=cython.int, other=cython.int, end=cython.int)
        cython.declare(digit=cython.int, both=cython.ulonglong)
        for at in range(self.n_around):
            self.touched[self.around[at]] = 0
        self.n_around = self.n_kept = 0
        digit = self.place[0] % self.most_digits
        for at in range(n):
            cell = self.place[at] // self.most_digits
            for index in range(self.near_from[cell], self.near_from[cell + 1]):
                other = self.near[index]
                if self.piece[other] != self.piece[cell] and self.left[other * self.most_digits + digit]:
                    if not self.touched[other]:
                        self.around[self.n_around] = other
                        self.n_around += 1
                    self.touched[other] |= cython.cast(cython.ulonglong, 1) << at
        for at in range(self.n_around):
            self._keep(self.touched[self.around[at]])
        # The closure under intersection: each set is intersected with all sets before it, while the list
        # grows.
        at = 1
        while at < self.n_kept:
            end = at
            for index in range(end):
                both = self.kept[at] & self.kept[index]
                self._keep(both)
            at += 1
        # Insertion sort, as there are only a few sets.
        for at in range(1, self.n_kept):
            both = self.kept[at]
            index = at
            while index > 0 and self.kept[index - 1] > both:
                self.kept[index] = self.kept[index - 1]
                index -= 1
            self.kept[index] = both

    def _keep(self, places):
        """Add a set of places to `kept`.

        The set is ignored if it is already in `kept` or has fewer than two places, or if `kept` is full.
        """
        index: cython.int
        if count_bits(places) < 2 or self.n_kept == MAX_KEPT:
            return
        for index in range(self.n_kept):
            if self.kept[index] == places:
                return
        self.kept[self.n_kept] = places
        self.n_kept += 1

    def _follow(self, rules):
        """Convert rules that lead to a conflict into links, each after the links that it depends on."""
        cython.declare(number=cython.int)
        self._undo()
        self.links = []
        while not self.n_empty:
            # The rules were chosen as a set. Any order in which each follows is valid; a quadratic search
            # for the next one is cheap, as chains are short.
            number = 0
            while not self._follows(rules[number]):
                number += 1
            unit = self.rule_unit[rules.pop(number)]
            if self._gather(unit) > 1:
                self._touch_all(self.n_left[unit])
                self._append(self._exclusion(unit))
            elif self.n_left[self.place[0] // self.most_digits] == 1:
                unit = self.place[0] // self.most_digits
                self._append((NAKED_SINGLE, unit, self._needs(unit), [self.place[0]], ()))
            else:
                self._append((HIDDEN_SINGLE, unit, self._needs(unit), [self.place[0]], ()))

    def _follows(self, rule):
        """Return whether a rule applies: whether all removals that it needs have been made."""
        index: cython.int
        for index in range(self.need_from[rule], self.need_from[rule + 1]):
            if self.left[self.needs[index]]:
                return False
        return True
