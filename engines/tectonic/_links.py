# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The links of a short chain from an assumption to a conflict.

A link is a single, which places a digit, or an exclusion, which removes a digit from the cells that touch
all its places in a piece; `strike` adds links of other techniques. The links form a forcing chain: the
part of the implication graph of unit propagation that leads to the conflict (J. Marques-Silva, K.
Sakallah, "GRASP: A New Search Algorithm for Satisfiability", ICCAD 1996). Links are added round by round
until a conflict arises. Of the conflicts of that round, the search chooses the conflict with the fewest
links, and drops unneeded links one at a time (deletion-based minimization). `_chains` searches for a
chain with fewer links.

Layout: a link is a tuple of its technique, its unit (for a link added by `strike`, the number of the
call), the removed candidates that it needs, the candidates that it removes (for a single, the candidate
that it places), and the places of an exclusion. A candidate is the number cell * `most_digits` + digit,
with digits from 0. A unit is a cell (its number) or the places of a digit in a piece (`n_cells` + piece *
`most_digits` + digit): one of its candidates must be true. `n_left` counts the candidates of each unit.
Neighbors and seen cells are lists concatenated in one array each.

Cost: the first round examines all units of the board, which takes 0.1 ms on 40x40, later rounds only
units that lost a candidate.

Invariants:
- `trail` lists the removed candidates; the assumption removed the first `base` of them. `by` names, for
  each candidate, the link that removed it, or -1.
- A link follows if all of its needs have been removed. Its needs are only candidates that other links
  remove.
- `n_empty` counts the units without a candidate, which are the conflicts.
"""

from array import array

import cython

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.checks import check

NAKED_SINGLE = cython.declare(cython.int, 0)
HIDDEN_SINGLE = cython.declare(cython.int, 3)
EXCLUSION = cython.declare(cython.int, 10)
OTHER = cython.declare(cython.int, -1)
"""The technique of a link that the caller adds (`strike`)."""

MAX_PLACES = cython.declare(cython.int, 9)
"""Digits with more places than this in a piece are not examined for exclusions: a cell touches at most 8
cells.
"""


class Links:
    """The links, or deductions, that follow from an assumption on a board.

    `pieces` lists the piece index of each cell (-1: none).
    """

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
        self.place = memoryview(array("i", bytes(4 * 64)))
        self.found = memoryview(array("i", bytes(4 * 8)))
        self.n_trail = self.base = self.n_empty = self.n_others = 0
        self.links = []
        self.roots = []

    def _look_around(self, index, height):
        """List in `near` the cells that a cell touches, in `sight` the cells that it sees."""
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
        """Return the unit that consists of the places of a candidate's digit in its piece."""
        cell: cython.int = candidate // self.most_digits
        return self.n_cells + self.piece[cell] * self.most_digits + candidate % self.most_digits

    def _lose(self, unit):
        self.n_left[unit] -= 1
        self.is_new[unit] = 1
        if self.n_left[unit] == 0:
            self.n_empty += 1

    def _strike(self, candidate, link):
        """Record that a link removes a candidate, unless the candidate is already removed."""
        # Only the first link that removes a candidate is recorded in `by`, as the edge of the implication
        # graph.
        if self.left[candidate]:
            self.left[candidate] = 0
            self.by[candidate] = link
            self.trail[self.n_trail] = candidate
            self.n_trail += 1
            self._lose(candidate // self.most_digits)
            self._lose(self._unit_of(candidate))

    def _spread(self, cell, digit, link):
        """Record that a link removes a digit from all cells that `cell` sees."""
        index: cython.int
        for index in range(self.sight_from[cell], self.sight_from[cell + 1]):
            self._strike(self.sight[index] * self.most_digits + digit, link)

    def _put(self, cell, digit, link):
        """Record that a link places a digit in a cell."""
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
        """Set the candidates (masks), place the digits of solved cells, then assume `digit` in `cell`.

        Digits are counted from 1.
        """
        cython.declare(index=cython.int, candidate=cython.int, at=cython.int, mask=cython.ulonglong)
        check(len(domains) == self.n_cells, "number of cells out of range")
        check(0 <= cell < self.n_cells and self.piece[cell] >= 0, "cell out of range")
        check(1 <= digit <= self._size(self.piece[cell]), "digit out of range")
        masks: cython.ulonglong[::1] = array("Q", domains)
        self.n_trail = self.n_empty = self.n_others = 0
        self.links = []
        self.roots = []
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
        # `_lose` counts only units that lose their last candidate.
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
        """Return the removed candidates of a unit, except the candidates that the assumption removed."""
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
        """List in `found` the candidates in other pieces that touch all `n` places in `place`.

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
        """Return the link of the exclusion that follows from a unit whose places are in `place`."""
        n: cython.int = self.n_left[unit]
        losers = [self.found[index] for index in range(self._touch_all(n))]
        return EXCLUSION, unit, self._needs(unit), losers, [self.place[index] for index in range(n)]

    def _add(self, link, number):
        """Record the removals that the link numbered `number` makes."""
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
            if not self.links:
                self.roots = [link[1] for link in found]
            for link in found:
                self._append(link)
        return True

    def strike(self, cells, mask: cython.ulonglong, needs) -> None:
        """Add a link of another technique, which removes digits from cells.

        `needs` lists the candidates (cell, digit) that must be removed for the link to follow.
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
        """Return the sorted numbers of the links on which the removal of `needs` depends."""
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
        """Return the unit whose conflict needs the fewest links, and the numbers of these links."""
        cython.declare(unit=cython.int)
        best = None
        for unit in range(self.n_units):
            if self.n_left[unit] == 0 and self._is_unit(unit):
                behind = self._behind(self._candidates(unit))
                if best is None or len(behind) < len(best[1]):
                    best = unit, behind
        return best

    def _is_unit(self, unit):
        """Return whether a unit number is in use: missing cells and impossible digits have no unit."""
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
        of a hidden single lists the cells of its piece, the pattern of an exclusion the places of its
        digit. For a link added by `strike`, the technique is -1, and the number of the call to `strike`
        (from 0) replaces the digit.
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
        """Return the location of the conflict, (cell, 0) or (cell, digit).

        (cell, 0) is a cell without a candidate; (cell, digit) is the first cell of a piece in which the
        digit has no place. Of several conflicts, the result is the conflict that needs the fewest links.
        If there is no conflict, the result is (-1, 0).
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
