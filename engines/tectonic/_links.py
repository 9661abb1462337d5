# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The links of a chain from an assumption to a conflict by singles and exclusions, as few as possible.

This is a forcing chain, or unit propagation with an implication graph, in which the chain is the part
that leads to the conflict (J. Marques-Silva, K. Sakallah, "GRASP: A New Search Algorithm for
Satisfiability", ICCAD 1996). Links are added round by round until a conflict arises. Of the conflicts of
that round, the one that needs the fewest links is chosen, and links that it does not need are dropped one
at a time (deletion-based minimization). `Landmarks` decides whether fewer links lead to a conflict.

Layout: a link is a tuple of its technique, its unit (for other techniques its number), the removed
candidates that it needs, the candidates that it removes (for a single, the candidate that it places), and
the places of an exclusion. A candidate is the number cell * `most_digits` + digit, with digits from 0. A
unit is a cell (its number) or the places of a digit in a piece (`n_cells` + piece * `most_digits` +
digit): one of its candidates must be true. `n_left` counts the candidates of each unit. Neighbors and
seen cells are lists concatenated in one array each.

Cost: the first round examines all units of the board, which takes 0.1 ms on 40x40, later rounds only
units that lost a candidate.

Invariants:
- `trail` has the removed candidates; the assumption removed the first `base` of them. `by` has the link
  that removed a candidate, or -1.
- A link follows if all of its needs have been removed. Its needs are only candidates that other links
  remove.
- `n_empty` counts the units without a candidate, which are the conflicts.
- In the search for fewer links, bit i of a unit's `alive` is set while no rule of an earlier round
  removes the i-th candidate that the assumption leaves in the unit. A rule that follows when only some of
  these candidates remain is found in the first round in which no other candidate is alive.
"""

from array import array

import cython

from zet.engines.tectonic._landmarks import Landmarks

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits
    from zet.engines.kernel.checks import check

NAKED_SINGLE = cython.declare(cython.int, 0)
HIDDEN_SINGLE = cython.declare(cython.int, 3)
EXCLUSION = cython.declare(cython.int, 10)
OTHER = cython.declare(cython.int, -1)
"""The technique of a link that the caller adds (`strike`)."""

MAX_PLACES = cython.declare(cython.int, 9)
"""Digits with more places in a piece are not examined for exclusions: a cell touches at most 8 cells."""

MAX_KEPT = cython.declare(cython.int, 1024)
"""The maximum number of sets in `kept`. Each is the set of the places that one cell touches, or an
intersection of such sets; further sets are ignored.
"""


class Links:
    """The links from an assumption on a board; `pieces` has the piece index of each cell (-1: none)."""

    def __init__(self, width: cython.int, height: cython.int, pieces):
        cython.declare(index=cython.int, at=cython.int, other=cython.int, row=cython.int, n=cython.int)
        check(0 < width <= 1000 and 0 < height <= 1000, "size of the board out of range")
        self.width, self.n_cells = width, width * height
        check(len(pieces) == self.n_cells, "number of cells out of range")
        self.piece = array("i", pieces)
        self.n_pieces = self.most_digits = 0
        for index in range(self.n_cells):
            check(-1 <= self.piece[index] < self.n_cells, "piece out of range")
            self.n_pieces = max(self.n_pieces, self.piece[index] + 1)
        self.member_from = memoryview(array("i", bytes(4 * (self.n_pieces + 1))))
        for index in range(self.n_cells):
            if self.piece[index] >= 0:
                self.member_from[self.piece[index] + 1] += 1
        for at in range(self.n_pieces):
            self.most_digits = max(self.most_digits, self.member_from[at + 1])
            self.member_from[at + 1] += self.member_from[at]
        check(0 < self.most_digits <= 64, "size of a piece out of range")
        n = self.n_cells * self.most_digits
        self.n_units = self.n_cells + self.n_pieces * self.most_digits
        self.member = memoryview(array("i", bytes(4 * self.n_cells)))
        # A counting sort of the cells by piece, which leaves the cells of a piece in ascending order.
        fill: cython.int[::1] = array("i", self.member_from)
        for index in range(self.n_cells):
            if self.piece[index] >= 0:
                self.member[fill[self.piece[index]]] = index
                fill[self.piece[index]] += 1
        self.near_from = memoryview(array("i", bytes(4 * (self.n_cells + 1))))
        self.near = memoryview(array("i", bytes(4 * 8 * self.n_cells)))
        self.sight_from = memoryview(array("i", bytes(4 * (self.n_cells + 1))))
        self.sight = memoryview(array("i", bytes(4 * (7 + self.most_digits) * self.n_cells)))
        for index in range(self.n_cells):
            self._look_around(index, height)
        self.left = memoryview(bytearray(n))
        self.placed = memoryview(bytearray(self.n_cells))
        self.by = memoryview(array("i", bytes(4 * n)))
        self.trail = memoryview(array("i", bytes(4 * n)))
        self.n_left = memoryview(array("i", bytes(4 * self.n_units)))
        self.is_new = memoryview(bytearray(self.n_units))
        self.stale = memoryview(bytearray(self.n_units))
        self.alive = memoryview(array("Q", bytes(8 * self.n_units)))
        self.touched = memoryview(array("Q", bytes(8 * self.n_cells)))
        self.kept = memoryview(array("Q", bytes(8 * MAX_KEPT)))
        self.place = memoryview(array("i", bytes(4 * 64)))
        self.found = memoryview(array("i", bytes(4 * 8)))
        self.is_gone = memoryview(bytearray(n))
        self.around = []
        self.n_trail = self.base = self.n_empty = self.n_kept = self.n_others = 0
        self.links = []

    def _look_around(self, index, height):
        """List the cells that a cell touches, and the cells that it sees, in ascending order."""
        cython.declare(row=cython.int, other=cython.int, at=cython.int, n=cython.int, n_seen=cython.int)
        n = self.near_from[index]
        n_seen = self.sight_from[index]
        if self.piece[index] >= 0:
            # Both lists are stored once for each board, as every placed digit and every exclusion reads
            # them. A cell sees the cells that it touches and those of its piece, each once.
            for row in range(index // self.width - 1, index // self.width + 2):
                for at in range(index % self.width - 1, index % self.width + 2):
                    other = row * self.width + at
                    if 0 <= row < height and 0 <= at < self.width and other != index:
                        if self.piece[other] >= 0:
                            self.near[n] = other
                            n += 1
                            if self.piece[other] != self.piece[index]:
                                self.sight[n_seen] = other
                                n_seen += 1
            for at in range(self.member_from[self.piece[index]], self.member_from[self.piece[index] + 1]):
                if self.member[at] != index:
                    self.sight[n_seen] = self.member[at]
                    n_seen += 1
        self.near_from[index + 1] = n
        self.sight_from[index + 1] = n_seen

    def _size(self, piece):
        return self.member_from[piece + 1] - self.member_from[piece]

    def _touch(self, one, other):
        down: cython.int = one // self.width - other // self.width
        right: cython.int = one % self.width - other % self.width
        return -1 <= down <= 1 and -1 <= right <= 1

    def _unit_of(self, candidate):
        """Return the unit of a candidate's digit in its piece."""
        cell: cython.int = candidate // self.most_digits
        return self.n_cells + self.piece[cell] * self.most_digits + candidate % self.most_digits

    def _lose(self, unit):
        self.n_left[unit] -= 1
        self.is_new[unit] = 1
        if self.n_left[unit] == 0:
            self.n_empty += 1

    def _strike(self, candidate, link):
        """Record that a link removes a candidate, unless another has already removed it."""
        # The first link to remove a candidate is recorded in `by`, and only that one: this is the edge of
        # the implication graph, and the first is never later than any other.
        if self.left[candidate]:
            self.left[candidate] = 0
            self.by[candidate] = link
            self.trail[self.n_trail] = candidate
            self.n_trail += 1
            self._lose(candidate // self.most_digits)
            self._lose(self._unit_of(candidate))

    def _spread(self, cell, digit, link):
        """Record that a link removes a digit from the cells that a cell sees."""
        index: cython.int
        for index in range(self.sight_from[cell], self.sight_from[cell + 1]):
            self._strike(self.sight[index] * self.most_digits + digit, link)

    def _put(self, cell, digit, link):
        """Place a digit in a cell by a link."""
        other: cython.int
        for other in range(self.most_digits):
            if other != digit:
                self._strike(cell * self.most_digits + other, link)
        self._spread(cell, digit, link)
        self.placed[cell] = 1

    def _undo(self):
        """Return to the state after the assumption."""
        cython.declare(candidate=cython.int, unit=cython.int, turn=cython.int)
        # Only the trail is undone, so that a replay costs the changes made by its links, and not a pass
        # over the board.
        while self.n_trail > self.base:
            self.n_trail -= 1
            candidate = self.trail[self.n_trail]
            self.left[candidate] = 1
            self.by[candidate] = -1
            unit = candidate // self.most_digits
            for turn in range(2):
                if self.n_left[unit] == 0:
                    self.n_empty -= 1
                self.n_left[unit] += 1
                unit = self._unit_of(candidate)

    def suppose(self, domains, cell: cython.int, digit: cython.int) -> None:
        """Set the candidates (masks), place the digits of solved cells, then assume a digit (from 1)."""
        cython.declare(index=cython.int, candidate=cython.int, at=cython.int, mask=cython.ulonglong)
        check(len(domains) == self.n_cells, "number of cells out of range")
        check(0 <= cell < self.n_cells and self.piece[cell] >= 0, "cell out of range")
        check(1 <= digit <= self._size(self.piece[cell]), "digit out of range")
        masks: cython.ulonglong[::1] = array("Q", domains)
        self.n_trail = self.n_empty = self.n_others = 0
        self.links = []
        for index in range(self.n_units):
            self.n_left[index] = 0
            self.is_new[index] = 1
        for index in range(self.n_cells):
            mask = masks[index]
            check(self.most_digits == 64 or mask >> self.most_digits == 0, "digit out of range")
            self.placed[index] = mask != 0 and mask & (mask - 1) == 0
            for at in range(self.most_digits):
                candidate = index * self.most_digits + at
                self.left[candidate] = 0
                self.by[candidate] = -1
                if mask >> at & 1:
                    check(
                        self.piece[index] >= 0 and at < self._size(self.piece[index]),
                        "digit out of range",
                    )
                    self.left[candidate] = 1
                    self.n_left[index] += 1
                    self.n_left[self._unit_of(candidate)] += 1
        # Units without a candidate from the start are conflicts too, counted before the first strike:
        # `_lose` counts only those that lose their last one.
        for index in range(self.n_cells):
            if self.piece[index] >= 0 and self.n_left[index] == 0:
                self.n_empty += 1
        for at in range(self.n_pieces):
            for index in range(self._size(at)):
                if self.n_left[self.n_cells + at * self.most_digits + index] == 0:
                    self.n_empty += 1
        # Solved cells are placed without a link (-1): they belong to the board, and no chain depends on
        # them.
        for index in range(self.n_cells):
            if self.placed[index]:
                for at in range(self.most_digits):
                    if masks[index] >> at & 1:
                        self._spread(index, at, -1)
        self._put(cell, digit - 1, -1)
        self.base = self.n_trail

    def _candidates(self, unit):
        """Return all candidates of a unit, removed or not, in ascending order."""
        cython.declare(at=cython.int, piece=cython.int)
        if unit < self.n_cells:
            at = unit * self.most_digits
            return list(range(at, at + self._size(self.piece[unit])))
        piece = (unit - self.n_cells) // self.most_digits
        at = (unit - self.n_cells) % self.most_digits
        return [
            self.member[index] * self.most_digits + at
            for index in range(self.member_from[piece], self.member_from[piece + 1])
        ]

    def _needs(self, unit):
        """Return the candidates of a unit that links, and not the assumption, have removed."""
        return [one for one in self._candidates(unit) if self.by[one] >= 0]

    def _gather(self, unit):
        """List the remaining candidates of a unit in `place`; return their number."""
        cython.declare(index=cython.int, at=cython.int, piece=cython.int, n=cython.int)
        n = 0
        if unit < self.n_cells:
            for at in range(unit * self.most_digits, (unit + 1) * self.most_digits):
                if self.left[at]:
                    self.place[n] = at
                    n += 1
            return n
        piece = (unit - self.n_cells) // self.most_digits
        at = (unit - self.n_cells) % self.most_digits
        for index in range(self.member_from[piece], self.member_from[piece + 1]):
            if self.left[self.member[index] * self.most_digits + at]:
                self.place[n] = self.member[index] * self.most_digits + at
                n += 1
        return n

    def _touch_all(self, n):
        """List in `found` the candidates outside the piece that touch all `n` places in `place`.

        Return their number.
        """
        cython.declare(
            index=cython.int, at=cython.int, cell=cython.int, other=cython.int, n_found=cython.int
        )
        # A cell that touches all places is a neighbor of the first, so that at most eight cells are
        # tried.
        cell = self.place[0] // self.most_digits
        n_found = 0
        for index in range(self.near_from[cell], self.near_from[cell + 1]):
            other = self.near[index]
            if self.piece[other] == self.piece[cell]:
                continue
            if not self.left[other * self.most_digits + self.place[0] % self.most_digits]:
                continue
            at = 1
            while at < n and self._touch(self.place[at] // self.most_digits, other):
                at += 1
            if at == n:
                self.found[n_found] = other * self.most_digits + self.place[0] % self.most_digits
                n_found += 1
        return n_found

    def _round(self):
        """Return the links that follow now: naked singles, hidden singles, exclusions."""
        unit: cython.int
        # All links of a round are found on the same board, before any of them is applied: their order
        # does not matter, and each is found in the first possible round. Only units that have lost a
        # candidate are examined.
        naked, hidden, exclusions = [], [], []
        for unit in range(self.n_units):
            if not self.is_new[unit]:
                continue
            self.is_new[unit] = 0
            if unit < self.n_cells:
                if self.n_left[unit] == 1 and not self.placed[unit]:
                    self._gather(unit)
                    naked.append((NAKED_SINGLE, unit, self._needs(unit), [self.place[0]], ()))
            elif self.n_left[unit] == 1:
                self._gather(unit)
                if self.n_left[self.place[0] // self.most_digits] > 1:
                    hidden.append((HIDDEN_SINGLE, unit, self._needs(unit), [self.place[0]], ()))
            elif 1 < self.n_left[unit] <= MAX_PLACES:
                if self._touch_all(self._gather(unit)):
                    exclusions.append(self._exclusion(unit))
        return naked + hidden + exclusions

    def _exclusion(self, unit):
        """Return the exclusion link of a unit whose places are in `place`."""
        n: cython.int = self.n_left[unit]
        losers = [self.found[index] for index in range(self._touch_all(n))]
        return EXCLUSION, unit, self._needs(unit), losers, [self.place[index] for index in range(n)]

    def _add(self, link, number):
        """Apply a link."""
        if link[0] == NAKED_SINGLE or link[0] == HIDDEN_SINGLE:
            self._put(link[3][0] // self.most_digits, link[3][0] % self.most_digits, number)
        else:
            for candidate in link[3]:
                self._strike(candidate, number)

    def _append(self, link):
        self._add(link, len(self.links))
        self.links.append(link)

    def grow(self) -> bool:
        """Add links round by round until a conflict arises; return False if no more links follow."""
        # Breadth-first: no conflict is missed that needs fewer rounds, and a round is completed even
        # after a conflict, so that the shortest of several conflicts can be chosen.
        while not self.n_empty:
            found = self._round()
            if not found:
                return False
            for link in found:
                self._append(link)
        return True

    def strike(self, cells, mask: cython.ulonglong, needs) -> None:
        """Add a link of another technique, which removes digits from cells.

        `needs` has the (cell, digit) that must be removed for the link to follow.
        """
        cython.declare(at=cython.int)
        found = [cell * self.most_digits + at for cell in cells for at in range(self.most_digits)]
        found = [self._checked(one) for one in found if mask >> one % self.most_digits & 1]
        wanted = [self._checked(cell * self.most_digits + digit - 1) for cell, digit in needs]
        wanted = [one for one in wanted if self.by[one] >= 0]
        self._append((OTHER, self.n_others, wanted, found, ()))
        self.n_others += 1

    def _checked(self, candidate):
        check(0 <= candidate < self.n_cells * self.most_digits, "candidate out of range")
        check(self.piece[candidate // self.most_digits] >= 0, "cell out of range")
        return candidate

    def _behind(self, needs):
        """Return the numbers of the links on which the removal of candidates depends, ascending."""
        found = set()
        waiting = [self.by[one] for one in needs if self.by[one] >= 0]
        # Depth-first search backwards through the implication graph. A link comes after all links that it
        # needs, so that ascending numbers are a valid order for a replay.
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                waiting += [self.by[one] for one in self.links[number][2]]
        return sorted(found)

    def _conflict(self):
        """Return the unit without a candidate whose conflict needs the fewest links, and these links."""
        cython.declare(unit=cython.int)
        best = None
        for unit in range(self.n_units):
            if self.n_left[unit] == 0 and self._is_unit(unit):
                behind = self._behind(self._candidates(unit))
                if best is None or len(behind) < len(best[1]):
                    best = unit, behind
        return best

    def _is_unit(self, unit):
        """Whether a unit number is in use: missing cells and digits too large for a piece leave gaps."""
        if unit < self.n_cells:
            return self.piece[unit] >= 0
        return (unit - self.n_cells) % self.most_digits < self._size(
            (unit - self.n_cells) // self.most_digits
        )

    def _holds(self, links):
        """Replay links; return whether each follows from the links before it, and a conflict arises."""
        self._undo()
        for number, link in enumerate(links):
            for candidate in link[2]:
                if self.left[candidate]:
                    return False
            self._add(link, number)
        return self.n_empty > 0

    def minimize(self) -> bool:
        """Drop all links that the conflict does not need; return False if there is no conflict."""
        if not self.n_empty:
            return False
        links = [self.links[number] for number in self._conflict()[1]]
        # Each link is omitted in turn, and the others are replayed. The result is minimal, but `shorten`
        # may find fewer links by another way.
        at = 0
        while at < len(links):
            fewer = links[:at] + links[at + 1 :]
            if self._holds(fewer):
                links = fewer
            else:
                at += 1
        self.links = links
        return self._holds(links)

    def shorten(self, limit: cython.longlong) -> bool:
        """Replace the links by fewer singles and exclusions that lead to a conflict, if possible.

        The new links are as few as possible. If `limit` (see `Landmarks`) is reached before that is
        decided, the links remain, and the result is False.
        """
        if not self.links:
            return True
        self._undo()
        rules, goals = self._rules(len(self.links) - 1)
        # The facts are the candidates that some rule removes, numbered in order of appearance. They
        # include all needs, since a rule is found only after the candidates that it needs are gone.
        facts = {}
        need_from, needs, add_from, adds = array("i", [0]), array("i"), array("i", [0]), array("i")
        for _key, _unit, added, _needed in rules:
            for one in added:
                adds.append(facts.setdefault(one, len(facts)))
            add_from.append(len(adds))
        for needed in [rule[3] for rule in rules] + goals:
            needs.extend([facts[one] for one in needed])
            need_from.append(len(needs))
        search = Landmarks(len(facts), need_from, needs, add_from, adds)
        # Only chains with fewer links are searched for: without one, the present links are the fewest.
        chosen = search.search(len(self.links) - 1, limit)
        if chosen is None:
            self._holds(self.links)
        else:
            self._follow([rules[number] for number in chosen])
        return not search.is_over

    def _rules(self, most):
        """Return the rules that a chain of `most` links may use, and the needs of its possible conflicts.

        A rule is a tuple of its sort key, its unit, the candidates that it removes, and the candidates
        that must be removed for it. Rules that remove the most candidates come last, see `Landmarks`.
        """
        cython.declare(unit=cython.int, number=cython.int, one=cython.int)
        rules, goals = [], []
        for unit in range(self.n_units):
            self.stale[unit] = 1
        for one in range(self.n_cells * self.most_digits):
            self.is_gone[one] = 0
        # Relaxed reachability, round by round: a candidate that some rule removes is gone, and nothing
        # comes back. `most` links need at most as many rounds, and a later round examines only units of
        # candidates that have just gone.
        units = range(self.n_units)
        for number in range(most):
            at = len(rules)
            for unit in units:
                self._find_rules(unit, number, rules)
            fresh = {one for rule in rules[at:] for one in rule[2] if not self.is_gone[one]}
            for one in fresh:
                self.is_gone[one] = 1
            units = {one // self.most_digits for one in fresh} | {self._unit_of(one) for one in fresh}
            for unit in units:
                needed = [one for one in self._candidates(unit) if self.left[one]]
                if all(self.is_gone[one] for one in needed):
                    goals.append(needed)
        rules.sort()
        return rules, goals

    def _find_rules(self, unit, number, rules):
        """Add the rules of a unit that follow now and did not follow earlier."""
        cython.declare(index=cython.int, n=cython.int, n_alive=cython.int)
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
        places = [self.place[index] for index in range(n)]
        if n_alive <= 1:
            for index in range(n):
                keeps = cython.cast(cython.ulonglong, 1) << index
                if not alive & ~keeps and (is_first or before & ~keeps):
                    if added := self._removed_by(places[index]):
                        needed = places[:index] + places[index + 1 :]
                        rules.append(((len(added), number, 0, unit, index), unit, added, needed))
        if unit < self.n_cells or n < 2:
            return
        self._list_kept(n)
        for index in range(self.n_kept):
            keeps = self.kept[index]
            if not alive & ~keeps and (is_first or before & ~keeps):
                added = [
                    cell * self.most_digits + places[0] % self.most_digits
                    for cell in self.around
                    if not keeps & ~self.touched[cell]
                ]
                needed = [one for at, one in enumerate(places) if not keeps >> at & 1]
                rules.append(((len(added), number, 1, unit, index), unit, added, needed))

    def _may_exclude(self, alive, n):
        """Whether a candidate outside the piece touches all alive places."""
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

    def _removed_by(self, candidate):
        """Return the remaining candidates that placing a candidate removes."""
        cython.declare(at=cython.int, index=cython.int, cell=cython.int, digit=cython.int)
        cell = candidate // self.most_digits
        digit = candidate % self.most_digits
        found = []
        for at in range(self.most_digits):
            if at != digit and self.left[cell * self.most_digits + at]:
                found.append(cell * self.most_digits + at)
        for index in range(self.sight_from[cell], self.sight_from[cell + 1]):
            at = self.sight[index] * self.most_digits + digit
            if self.left[at]:
                found.append(at)
        return found

    def _list_kept(self, n):
        """List in `kept` the sets of places that may justify an exclusion if only they remain.

        A set has at least two places; it is touched by one candidate outside the piece, or is an
        intersection of such sets. The sets are in ascending order; `around` lists the cells of the
        candidates, and `touched` has the places that each of them touches.
        """
        cython.declare(at=cython.int, index=cython.int, cell=cython.int, other=cython.int, end=cython.int)
        cython.declare(digit=cython.int, both=cython.ulonglong)
        for other in self.around:
            self.touched[other] = 0
        self.around = []
        self.n_kept = 0
        digit = self.place[0] % self.most_digits
        for at in range(n):
            cell = self.place[at] // self.most_digits
            for index in range(self.near_from[cell], self.near_from[cell + 1]):
                other = self.near[index]
                if self.piece[other] != self.piece[cell] and self.left[other * self.most_digits + digit]:
                    if not self.touched[other]:
                        self.around.append(other)
                    self.touched[other] |= cython.cast(cython.ulonglong, 1) << at
        for other in self.around:
            self._keep(self.touched[other])
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
        """Add a set of at least two places to `kept`, unless it is already there."""
        index: cython.int
        if count_bits(places) < 2 or self.n_kept == MAX_KEPT:
            return
        for index in range(self.n_kept):
            if self.kept[index] == places:
                return
        self.kept[self.n_kept] = places
        self.n_kept += 1

    def _follow(self, rules):
        """Convert rules that lead to a conflict to links, in an order in which each follows."""
        cython.declare(number=cython.int)
        self._undo()
        self.links = []
        while not self.n_empty:
            # The rules were chosen as a set. Any order in which each follows is valid; a quadratic search
            # for the next one is cheap, as chains are short.
            number = 0
            while any(self.left[one] for one in rules[number][3]):
                number += 1
            _key, unit, _added, _needed = rules.pop(number)
            if self._gather(unit) > 1:
                self._touch_all(self.n_left[unit])
                self._append(self._exclusion(unit))
            elif self.n_left[self.place[0] // self.most_digits] == 1:
                unit = self.place[0] // self.most_digits
                self._append((NAKED_SINGLE, unit, self._needs(unit), [self.place[0]], ()))
            else:
                self._append((HIDDEN_SINGLE, unit, self._needs(unit), [self.place[0]], ()))

    def domains(self) -> list[int]:
        """Return the remaining candidates as masks, row by row."""
        cython.declare(cell=cython.int, at=cython.int, mask=cython.ulonglong)
        found = []
        for cell in range(self.n_cells):
            mask = 0
            for at in range(self.most_digits):
                if self.left[cell * self.most_digits + at]:
                    mask |= cython.cast(cython.ulonglong, 1) << at
            found.append(mask)
        return found

    def chain(self) -> list[tuple]:
        """Return the links, each as its technique, the cells that it changes, its digit, and its pattern.

        The technique is 0 for a naked single, 3 for a hidden single and 10 for an exclusion. The pattern
        of a hidden single is the cells of its piece, the pattern of an exclusion the places of its digit.
        For a link added by `strike` (-1), its number in the order of these calls replaces the digit.
        """
        found = []
        for technique, unit, _needed, changed, places in self.links:
            cells = tuple(dict.fromkeys([one // self.most_digits for one in changed]))
            pattern = cells
            if technique == HIDDEN_SINGLE:
                pattern = tuple([one // self.most_digits for one in self._candidates(unit)])
            elif technique == EXCLUSION:
                pattern = tuple([one // self.most_digits for one in places])
            digit = unit if technique == OTHER else changed[0] % self.most_digits + 1
            found.append((technique, cells, digit, pattern))
        return found

    def conflict(self) -> tuple[int, int]:
        """Return the cell without a candidate and 0, or the first cell of a piece and its lost digit.

        Of several conflicts, the one that needs the fewest links is returned; (-1, 0) if there is none.
        """
        if not self.n_empty:
            return -1, 0
        unit: cython.int = self._conflict()[0]
        if unit < self.n_cells:
            return unit, 0
        return (
            self.member[self.member_from[(unit - self.n_cells) // self.most_digits]],
            (unit - self.n_cells) % self.most_digits + 1,
        )
