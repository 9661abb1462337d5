# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The board on which techniques are applied, the units left to examine, and the findings.

This is an agenda for constraint propagation with a queue for each technique, as in AC-3 (A. Mackworth,
"Consistency in Networks of Relations", Artificial Intelligence 8, 1977), but in a person's order of
difficulty instead of the fastest order. `_techniques` implements the techniques; each of them examines a
unit, which is a cell or a piece, and `_emit`s its findings.

Layout: bit sets of waiting units, a row of words for each technique; masks of candidates on the padded
board of a `Search`. `_ladder` makes its trials on this `Search`; as the `Search` shares the masks, the
trials start from the current candidates. `Search.run` is never called.

Cost: a unit is examined again only after a change that can matter to it. This, and a reduction of the
number of trials, lowered the cost of rating a 15x10 board from 7.9 to 2.7 million instructions
(BENCHMARKS.md, "Step by step", lists the share of each technique).

Invariants:
- Bit u of a technique's row in `waiting` is set while unit u (a padded cell, or a piece) may yield a
  finding; the bits of unselected techniques are ignored. A change in a cell matters to a unit if findings
  of the unit follow from that cell, but not if these findings merely remove candidates from the cell.
- A step is the first finding of the lowest unit of the easiest technique. A round (`together`) collects
  in `pending` the findings of all waiting units for the first group of techniques that has findings, and
  applies all of them at the end of the round, so that a rotated or mirrored board has the same rounds.
- A piece in `changed` is queued later for all techniques that examine whole pieces (`_wait_for_pieces`).
"""

from array import array

import cython

from zet.engines.tectonic._search import Search

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check

NUMBERS = array("i", [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 0])
"""The techniques of pure deduction, easiest first; then 0, which stands for all exclusions (5, 7, 8, 10)
as one technique.
"""

N_PURE = cython.declare(cython.int, 13)

ALONE = tuple(1 << number for number in NUMBERS)
"""For each technique, the mask in which only its bit is set."""

N_KINDS = cython.declare(cython.int, 24)
"""The number of kinds of rounds. Kinds 0 to 15 are technique numbers; kinds 16 to 23 are contradictions,
distinguished by the number of rounds of singles that lead to them (`_ladder`).
"""

BESIDE = cython.declare(cython.int, 0b1011010)
"""The mask of the neighbors (numbered row by row) that share a side with a cell."""


class Findings:
    """A board, the units waiting to be examined, and the findings on the board.

    `techniques` is a mask of technique numbers. `pieces` and `domains` are as in `Search`. With `groups`
    (masks of techniques, in the order of examination) all findings of a group are applied together, as a
    round. `steps` counts the findings applied or, with `groups`, the rounds.
    """

    def __init__(
        self,
        width: cython.int,
        height: cython.int,
        pieces,
        domains,
        techniques: cython.int,
        groups=(),
    ):
        cython.declare(cell=cython.int, row=cython.int, column=cython.int, at=cython.int, size=cython.int)
        self.search = Search(width, height, pieces, domains)
        self.width = width
        self.height = height
        self.stride = width + 2
        self.n_pieces = self.search.n_pieces
        self.domain = self.search.domain
        self.piece = self.search.piece
        self.start = self.search.start
        self.member = self.search.member
        self.reach = self.search.reach
        self.far = self.search.far
        self.technique = self.kind = 0
        self.n_left = 0
        self.n_losers = self.n_pattern = self.n_support = self.n_solved = self.n_found = 0
        self.n_items = self.size = self.first = 0
        self.mask = self.share = self.strike_mask = 0
        self.by_place = False
        n_cells: cython.int = width * height
        padded: cython.int = (width + 2) * (height + 2)
        words: cython.int = (padded + 63) // 64
        self.words = words
        # Shared with `Search`, not copied: its trials and the findings here are on one board.
        n_sight: cython.int = 0
        for at in range(self.n_pieces):
            size = self.start[at + 1] - self.start[at]
            n_sight += size * (size + 7)
        ints: cython.int[::1] = memoryview(array("i", bytes(4 * (n_cells + 3 * padded + n_sight + 468))))
        self.cells = ints[:n_cells]
        ints = ints[n_cells:]
        self.touched = ints[:padded]
        self.sees_from = ints[padded : 2 * padded]
        self.n_seen = ints[2 * padded : 3 * padded]
        ints = ints[3 * padded :]
        self.sight = ints[:n_sight]
        ints = ints[n_sight:]
        self.losers = ints[:80]
        self.pattern = ints[80:160]
        self.support = ints[160:240]
        self.solved = ints[240:320]
        self.chosen = ints[320:324]
        self.lowest = ints[324:337]
        self.uses = ints[337:353]
        self.rounds = ints[353:377]
        self.order = ints[377:390]
        self.ends = ints[390:403]
        self.name = ints[403:]  # of each item of a subset: its index in the piece, or its digit
        masks: cython.ulonglong[::1] = memoryview(
            array("Q", bytes(8 * ((N_PURE + 1) * words + 2 * padded + 64)))
        )
        self.waiting = masks[: N_PURE * words]
        masks = masks[N_PURE * words :]
        self.changed = masks[:words]
        self.pending = masks[words : words + padded]
        self.origin = masks[words + padded : words + 2 * padded]
        self.item = masks[words + 2 * padded :]
        self.looks = memoryview(array("d", bytes(8 * N_KINDS)))
        self.number = NUMBERS
        self.offset = self.search.offset
        at = n_sight = 0
        for row in range(height):
            for column in range(width):
                cell = (row + 1) * self.stride + column + 1
                self.cells[at] = cell
                self.origin[cell] = self.domain[cell]
                at += 1
                if self.piece[cell] >= 0:
                    self.sees_from[cell] = n_sight
                    n_sight += 7 + self.start[self.piece[cell] + 1] - self.start[self.piece[cell]]
        self._begin(techniques, groups)

    def _begin(self, techniques, groups):
        """Reset the board to `origin`, and select techniques and groups."""
        cython.declare(index=cython.int, cell=cython.int, at=cython.int, mask=cython.ulonglong)
        left: cython.ulonglong = techniques
        # Techniques outside all groups follow the groups, each as a group of its own.
        check(0 <= techniques < 1 << 16, "technique out of range")
        self.techniques = techniques
        self.together = len(groups) > 0
        for index in range(N_KINDS):
            self.rounds[index] = 0
            self.looks[index] = 0
        self.steps = 0
        self.empty = -1
        self.n_order = 0
        for mask in (*groups, *ALONE):
            for at in range(N_PURE):
                if mask & left & 1 << self.number[at]:
                    self.order[self.n_order] = at
                    self.ends[self.n_order] = False
                    self.n_order += 1
            left &= ~mask
            if self.n_order:
                self.ends[self.n_order - 1] = True
        for index in range(16):
            self.uses[index] = 0
        self._forget()
        for index in range(self.width * self.height):
            cell = self.cells[index]
            self.domain[cell] = self.origin[cell]
            if self.domain[cell] == 0 and self.piece[cell] >= 0 and self.empty < 0:
                self.empty = cell
        self.n_left = self._open()
        # A pass of its own, as marking a cell compares it with its neighbors.
        for index in range(self.width * self.height):
            self._mark(self.cells[index], True)

    def _forget(self):
        """Clear all waiting units and pending removals."""
        index: cython.int
        self.n_pending = 0
        for index in range(N_PURE * self.words):
            self.waiting[index] = 0
        for index in range(self.words):
            self.changed[index] = 0
        for index in range(N_PURE):
            self.lowest[index] = self.words
        for index in range(self.width * self.height):
            self.pending[self.cells[index]] = 0

    # -- waiting units

    def _wait(self, at, unit):
        word: cython.int = unit >> 6
        one: cython.ulonglong = 1
        self.waiting[at * self.words + word] |= one << (unit & 63)
        if word < self.lowest[at]:
            self.lowest[at] = word

    def _mark(self, cell, whole):
        """Queue the units to which a change in a cell matters.

        `whole` means that all cells are being marked.
        """
        mask: cython.ulonglong = self.domain[cell]
        at: cython.int = self.piece[cell]
        one: cython.ulonglong = 1
        cython.declare(index=cython.int, other=cython.int)
        if at < 0:  # a missing cell
            return
        # `_wait_for_pieces` queues the piece once, however many of its cells change together.
        self.changed[at >> 6] |= one << (at & 63)
        # A solved cell concerns only 1 and 2, a pair 4, 5 and 6, two or three candidates 13.
        left: cython.ulonglong = mask & (mask - 1)
        if not left:
            self._wait(0, cell)
            self._wait(1, cell)
            return
        left &= left - 1
        if not left:
            self._wait(5, at)
            # A test of the masks is cheaper than an examination. The unit of a pair is its first cell.
            for index in range(8):
                other = cell + self.offset[index]
                if self.domain[other] == mask:
                    self._wait(4 if BESIDE >> index & 1 else 3, min(cell, other))
        if left & (left - 1) == 0 and self.techniques >> self.number[11] & 1:
            self._wait(11, cell)
            if whole:
                return
            if not self.n_seen[cell]:
                self._see(cell)
            for index in range(self.sees_from[cell], self.sees_from[cell] + self.n_seen[cell]):
                other = self.sight[index]
                if other > cell:  # it is not the first cell of a subset either
                    break
                left = self.domain[other]
                if left & (left - 1) and count_bits(left | mask) <= 3:
                    self._wait(11, other)

    def _wait_for_pieces(self):
        """Queue the changed pieces for the techniques that examine pieces, 64 pieces at a time."""
        cython.declare(word=cython.int, at=cython.int, changed=cython.ulonglong)
        for word in range((self.n_pieces + 63) >> 6):
            changed = self.changed[word]
            if not changed:
                continue
            self.changed[word] = 0
            for at in range(2, N_PURE):
                if at == 2 or 5 < at != 11:
                    self.waiting[at * self.words + word] |= changed
                    if word < self.lowest[at]:
                        self.lowest[at] = word
            while changed:
                # In technique 5, the first cell of a piece also stands for its confined digits (`_look`).
                self._wait(4, self.member[self.start[64 * word + first_bit(changed)]])
                changed &= changed - 1

    def _see(self, cell):
        """List in `sight`, in ascending order, a cell's neighbors and the other cells of its piece."""
        # In order, so that `_mark` can stop at the cell itself: neighbors are inserted among the members
        # of its piece. Listed when a subset first needs it.
        cython.declare(other=cython.int, place=cython.int, side=cython.int)
        at: cython.int = self.piece[cell]
        first: cython.int = self.sees_from[cell]
        last: cython.int = first
        for side in range(self.start[at], self.start[at + 1]):
            if self.member[side] != cell:
                self.sight[last] = self.member[side]
                last += 1
        for side in range(8):
            other = cell + self.offset[side]
            if self.piece[other] < 0 or self.piece[other] == at:
                continue
            place = last
            while place > first and self.sight[place - 1] > other:
                self.sight[place] = self.sight[place - 1]
                place -= 1
            self.sight[place] = other
            last += 1
        self.n_seen[cell] = last - first

    # -- findings

    def _emit(self, strike):
        """Record a finding that removes the digits `strike` from `losers`.

        Return whether the examination stops at this finding, which it does unless findings are collected
        for a round.
        """
        cython.declare(index=cython.int, cell=cython.int)
        self.n_found += 1
        self.uses[self.technique] += 1
        self.strike_mask = strike
        if not self.together:
            return True
        for index in range(self.n_losers):
            cell = self.losers[index]
            # All findings of a round are derived from the same candidates, in whatever order of cells.
            if not self.pending[cell]:
                self.touched[self.n_pending] = cell
                self.n_pending += 1
            self.pending[cell] |= strike
        return False

    def _apply(self):
        """Apply the findings: remove the candidates; return False if a cell has none left."""
        cython.declare(index=cython.int, cell=cython.int, before=cython.ulonglong, left=cython.ulonglong)
        cython.declare(looks=cython.double)
        self.n_solved = 0
        self.steps += 1
        self.rounds[self.kind] += 1
        if self.together:
            # The mean position of the first of k findings in a random order of n places.
            looks = (self.n_left + 1.0) / (self.n_found + 1)
            if looks > self.looks[self.kind]:
                self.looks[self.kind] = looks
            for index in range(self.n_pending):
                cell = self.touched[index]
                before = self.domain[cell]
                left = before & ~self.pending[cell]
                self.domain[cell] = left
                self.pending[cell] = 0
                if not left:
                    self.empty = cell
                if before & (before - 1) and left & (left - 1) == 0:
                    self.n_left -= 1
            # All removals come first: marking a cell tests the new masks of its neighbors.
            for index in range(self.n_pending):
                self._mark(self.touched[index], False)
            self.n_pending = 0
            return self.empty < 0
        for index in range(self.n_losers):
            cell = self.losers[index]
            left = self.domain[cell] & ~self.strike_mask
            self.domain[cell] = left
            if not left:
                self.empty = cell
                return False
            if left & (left - 1) == 0:
                self.solved[self.n_solved] = cell
                self.n_solved += 1
        for index in range(self.n_losers):
            self._mark(self.losers[index], False)
        return True

    def _open(self):
        """Return the number of undecided cells."""
        cython.declare(index=cython.int, mask=cython.ulonglong)
        count: cython.int = 0
        # Counted by a pass over the board: steps, unlike rounds, do not update `n_left`.
        for index in range(self.width * self.height):
            mask = self.domain[self.cells[index]]
            if mask & (mask - 1):
                count += 1
        return count
