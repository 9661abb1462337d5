# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The techniques of pure deduction: findings on a board, one at a time or all together.

Constraint propagation with an agenda for each technique, as in AC-3 (A. Mackworth, "Consistency in
Networks of Relations", Artificial Intelligence 8, 1977), but in a person's order of difficulty instead of
the fastest order. `docs/tectonic/techniques.md` states the premise and the conclusion of each technique;
naked and hidden subsets (6, 11, 12) are Hall sets of the all-different constraint (J.-C. Regin, AAAI
1994). A technique examines a unit, which is a cell or a piece, and `_emit`s its findings.

Layout: bit sets of waiting units, a row of words for each technique; masks of candidates on the padded
board of `Search`, which is never run: its `domain` is this board, so that its trials start from it.

Cost: a unit is examined again only after a change that can matter to it, which together with fewer trials
reduced the rating of a 15x10 from 7.9 to 2.7 million instructions (BENCHMARKS.md, "Step by step", has the
share of each technique).

Invariants:
- Bit u of a technique's row in `waiting` is set while unit u (a padded cell, or a piece) may yield a
  finding; the bits of unselected techniques are ignored. A change matters to a unit if it is in a cell
  from which the unit draws conclusions; the cells that these change only lose candidates.
- A step is the first finding of the lowest unit of the easiest technique. A round (`together`) collects
  in `pending` the findings of all waiting units for the first group of techniques that has any, and
  applies them at its end, so that a rotated or mirrored board has the same rounds.
- A piece in `changed` is queued later for all techniques that examine whole pieces (`_wait_for_pieces`).
"""

from array import array

import cython

from zet.engines.tectonic._search import Search

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check

NUMBERS = array("i", [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 0])
"""The numbers of the techniques of pure deduction, from the easiest to the hardest; then 0, which stands
for all exclusions (5, 7, 8, 10) as one technique.
"""

N_PURE = cython.declare(cython.int, 13)

ALONE = tuple(1 << number for number in NUMBERS)
"""Each technique as a mask."""

N_KINDS = cython.declare(cython.int, 24)
"""The number of kinds of rounds: 16 numbers of techniques, then contradictions by depth (`_ladder`)."""

MAX_COMBINATIONS = cython.declare(cython.int, 10_000)
"""The largest number of subsets of one size for which a piece is searched."""

# The neighbors of a cell are numbered 0 to 7, row by row. First the mask of each corner of three
# neighbors (with the cell they form a 2x2 block), then that of each row of three neighbors.
SHAPES = array("i", [0b1011, 0b10110, 0b1101000, 0b11010000, 0b111, 0b11100000, 0b101001, 0b10010100])

BESIDE = cython.declare(cython.int, 0b1011010)
"""The mask of the neighbors that share a side with the cell."""


class Techniques:
    """A board, and the findings on it by the techniques whose numbers are bits of a mask.

    `pieces` and `domains` have the layout of `Search`. With `groups` (masks of techniques, in the order
    of examination) all findings of a group are applied together, as a round. `steps` counts the findings
    applied or, with `groups`, the rounds.
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
        self.shape = SHAPES
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
        """Queue the units to which a change in a cell matters; `whole` if all cells are being marked."""
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
        """Queue the changed pieces for the techniques on pieces, a word of 64 at a time."""
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

    # -- findings

    def _emit(self, strike):
        """Record a finding, which removes `strike` from `losers`; return whether the search may stop."""
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

    def _lose(self, cell, mask):
        """Add a cell to `losers` if it has a digit of the mask."""
        if self.domain[cell] & mask:
            self.losers[self.n_losers] = cell
            self.n_losers += 1

    def _apply(self):
        """Remove the candidates found; return False if a cell has no candidate left."""
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

    # -- techniques; each function returns whether the search for findings may stop, as `_emit` does

    def _look(self, at, unit):
        """Examine a unit by the technique `number[at]`; return whether the search may stop."""
        # Techniques 1 to 8 have the indexes 0 to 7; there is no 9, so 10 to 13 have 8 to 11.
        if at < 2:
            return self._solved_cell(unit, at == 0)
        if at == 2:
            return self._hidden_single(unit)
        if at == 3:
            return self._pair(unit, self.stride + 1) or self._pair(unit, self.stride - 1)
        if at == 4:
            if self._pair(unit, 1) or self._pair(unit, self.stride):
                return True
            at = self.piece[unit]
            return at >= 0 and self.member[self.start[at]] == unit and self._any_confined(at)
        if at == 5:
            return self._naked(unit, 2)
        if at == 9:
            return self._naked(unit, 3) or self._naked(unit, 4)
        if at == 10:
            return self._hidden(unit, 2) or self._hidden(unit, 3) or self._hidden(unit, 4)
        if at == 11:
            return self._touching_subset(unit)
        return self._confined(unit, self.number[at])

    def _solved_cell(self, cell, in_piece):
        """1, 2: remove the digit of a solved cell from its piece, or from the cells that touch it."""
        mask: cython.ulonglong = self.domain[cell]
        at: cython.int = self.piece[cell]
        index: cython.int
        self.n_losers = 0
        if in_piece:
            for index in range(self.start[at], self.start[at + 1]):
                if self.member[index] != cell:
                    self._lose(self.member[index], mask)
        else:
            for index in range(8):
                self._lose(cell + self.offset[index], mask)
        if not self.n_losers:
            return False
        self.mask = mask
        self.pattern[0] = cell
        self.n_pattern = 1
        return self._emit(mask)

    def _whole_piece(self, at):
        """Set the pattern to all cells of a piece."""
        index: cython.int
        self.n_pattern = 0
        for index in range(self.start[at], self.start[at + 1]):
            self.pattern[self.n_pattern] = self.member[index]
            self.n_pattern += 1

    def _hidden_single(self, at):
        """3: place a digit that has one place in its piece."""
        cython.declare(index=cython.int, cell=cython.int, bit=cython.ulonglong, mask=cython.ulonglong)
        once: cython.ulonglong = 0
        twice: cython.ulonglong = 0
        placed: cython.ulonglong = 0
        # Bit-parallel counters that saturate at two: one pass finds the hidden singles of all digits.
        for index in range(self.start[at], self.start[at + 1]):
            mask = self.domain[self.member[index]]
            twice |= once & mask
            once |= mask
            if mask & (mask - 1) == 0:
                placed |= mask
        once &= ~(twice | placed)
        while once:
            bit = once & ~(once - 1)
            once ^= bit
            for index in range(self.start[at], self.start[at + 1]):
                cell = self.member[index]
                mask = self.domain[cell]
                if mask & bit and mask != bit:
                    self.losers[0] = cell
                    self.n_losers = 1
                    self.mask = bit
                    self._whole_piece(at)
                    if self._emit(mask & ~bit):
                        return True
        return False

    def _touch(self, one, other):
        """Whether two cells touch; with two padding cells between rows, distances are unambiguous."""
        distance: cython.int = other - one if other > one else one - other
        return distance == 1 or self.stride - 1 <= distance <= self.stride + 1

    def _pair(self, cell, step):
        """4, 5: two touching cells with the same two candidates exclude these from common neighbors."""
        cython.declare(index=cython.int, near=cython.int)
        mask: cython.ulonglong = self.domain[cell]
        other: cython.int = cell + step
        if not mask or self.domain[other] != mask or count_bits(mask) != 2:
            return False
        # Common neighbors are among the eight of the first cell; padding has no candidates to lose.
        self.n_losers = 0
        for index in range(8):
            near = cell + self.offset[index]
            if near != other and self._touch(near, other):
                self._lose(near, mask)
        if not self.n_losers:
            return False
        self.mask = mask
        self.pattern[0] = cell
        self.pattern[1] = other
        self.n_pattern = 2
        return self._emit(mask)

    def _twice(self, at):
        """Return the digits that have several places in a piece."""
        cython.declare(index=cython.int, mask=cython.ulonglong)
        once: cython.ulonglong = 0
        twice: cython.ulonglong = 0
        for index in range(self.start[at], self.start[at + 1]):
            mask = self.domain[self.member[index]]
            twice |= once & mask
            once |= mask
        return twice

    def _places(self, at, bit):
        """Set the pattern to the places of a digit in a piece.

        Return the neighbors of the first place that touch all places, as bits. If none does, the pattern
        is incomplete: the scan ends as soon as no neighbor is left.
        """
        cython.declare(index=cython.int, cell=cython.int)
        common: cython.int = 0xFF
        self.n_pattern = 0
        for index in range(self.start[at], self.start[at + 1]):
            cell = self.member[index]
            if self.domain[cell] & bit:
                if self.n_pattern:
                    common &= self.reach[min(cell - self.pattern[0], self.far)]
                    if not common:
                        break
                self.pattern[self.n_pattern] = cell
                self.n_pattern += 1
        return common

    def _are_beside(self):
        """Whether the pattern is two cells that share a side."""
        return self.n_pattern == 2 and (
            self.pattern[1] == self.pattern[0] + 1 or self.pattern[1] == self.pattern[0] + self.stride
        )

    def _any_confined(self, at):
        """5: call `_confined`; dequeue the piece for 7, 8 and 10 where they would find nothing."""
        cython.declare(index=cython.int, cell=cython.int, common=cython.int, bit=cython.ulonglong)
        found: cython.int = 0
        one: cython.ulonglong = 1
        twice: cython.ulonglong = self._twice(at)
        # One scan of the places serves four techniques, which then take a quarter of the search (357 of
        # 1,381 thousand instructions on a 15x10; BENCHMARKS.md, "Step by step").
        while twice:
            bit = twice & ~(twice - 1)
            twice ^= bit
            common = self._places(at, bit)
            while common:
                cell = self.pattern[0] + self.offset[first_bit(common)]
                common &= common - 1
                if self.domain[cell] & bit and self.piece[cell] != at:
                    if self._are_beside():
                        found |= 1 << 5
                        common = 0
                    else:
                        found |= 1 << self._form(cell, at, bit)
        for index in range(6, 9):
            if not found >> self.number[index] & 1:
                self.waiting[index * self.words + (at >> 6)] &= ~(one << (at & 63))
        return found >> 5 & 1 and self._confined(at, 5)

    def _confined(self, at, number):
        """5, 7, 8, 10, 0: exclude a digit from cells that all its places in a piece touch."""
        cython.declare(cell=cython.int, common=cython.int, bit=cython.ulonglong)
        twice: cython.ulonglong = self._twice(at)
        while twice:
            bit = twice & ~(twice - 1)
            twice ^= bit
            # `number` selects a form, 0 all of them. Two places side by side are technique 5; other forms
            # depend on the cell (`_form`).
            common = self._places(at, bit)
            if not common or (number and (number == 5) != self._are_beside()):
                continue
            self.n_losers = 0
            while common:
                cell = self.pattern[0] + self.offset[first_bit(common)]
                common &= common - 1
                if (
                    self.domain[cell] & bit
                    and self.piece[cell] != at
                    and (number == 5 or number == 0 or self._form(cell, at, bit) == number)
                ):
                    self.losers[self.n_losers] = cell
                    self.n_losers += 1
            if self.n_losers:
                self.mask = bit
                if self._emit(bit):
                    return True
        return False

    def _form(self, cell, at, bit):
        """Return the technique (7, 8, 10) to which the shape of the places beside a cell belongs."""
        cython.declare(index=cython.int, other=cython.int)
        # Technique 7 for a corner of three neighbors, 8 for a row of three, 10 for all other shapes.
        places: cython.int = 0
        own: cython.int = 0
        for index in range(8):
            other = cell + self.offset[index]
            if self.piece[other] == at:
                own |= 1 << index
                if self.domain[other] & bit:
                    places |= 1 << index
        for index in range(8):
            if self.shape[index] & ~own == 0 and places & ~self.shape[index] == 0:
                return 7 if index < 4 else 8
        return 10

    def _naked(self, at, size):
        """6, 11: `size` cells of a piece with `size` digits in all exclude these from its other cells."""
        cython.declare(index=cython.int, count=cython.int)
        first: cython.int = self.start[at]
        last: cython.int = self.start[at + 1]
        if size > 2 and size >= last - first:
            return False
        self.n_items = 0
        for index in range(first, last):
            count = count_bits(self.domain[self.member[index]])
            if 2 <= count <= size:
                self.item[self.n_items] = self.domain[self.member[index]]
                self.name[self.n_items] = index - first
                self.n_items += 1
        self.by_place = False
        return self._subsets(at, size)

    def _hidden(self, at, size):
        """12: `size` digits of a piece with `size` places in all exclude other digits from these."""
        cython.declare(index=cython.int, digit=cython.int, count=cython.int, places=cython.ulonglong)
        first: cython.int = self.start[at]
        last: cython.int = self.start[at + 1]
        one: cython.ulonglong = 1
        if size >= last - first:
            return False
        # The dual of `_naked`: the digits are the items of `_subsets`, and their places the masks.
        self.n_items = 0
        for digit in range(last - first):
            places = 0
            for index in range(first, last):
                if self.domain[self.member[index]] >> digit & 1:
                    places |= one << (index - first)
            count = count_bits(places)
            if 2 <= count <= size:
                self.item[self.n_items] = places
                self.name[self.n_items] = digit
                self.n_items += 1
        self.by_place = True
        return self._subsets(at, size)

    def _subsets(self, at, size):
        """Examine all subsets of the items, in lexicographic order, unless there are too many."""
        cython.declare(index=cython.int, count=cython.longlong)
        count = 1
        for index in range(size):
            count = count * (self.n_items - index) // (index + 1)
        if count <= 0 or count > MAX_COMBINATIONS:
            return False
        self.size = size
        self.first = self.start[at]
        return self._choose(0, 0, 0)

    def _choose(self, count, least, union):
        """Extend a subset of `count` items, with this union of masks, by items from index `least` on."""
        cython.declare(index=cython.int, mask=cython.ulonglong)
        if count == self.size:
            if count_bits(union) != count:
                return False
            return self._hidden_subset(union) if self.by_place else self._naked_subset(union)
        for index in range(least, self.n_items - self.size + count + 1):
            mask = union | self.item[index]
            if count_bits(mask) <= self.size:  # prune: a union only grows
                self.chosen[count] = self.name[index]
                if self._choose(count + 1, index + 1, mask):
                    return True
        return False

    def _naked_subset(self, mask):
        cython.declare(index=cython.int, last=cython.int)
        subset: cython.ulonglong = 0
        one: cython.ulonglong = 1
        for index in range(self.size):
            subset |= one << self.chosen[index]
            self.pattern[index] = self.member[self.first + self.chosen[index]]
        self.n_pattern = self.size
        last = self.start[self.piece[self.pattern[0]] + 1]
        self.n_losers = 0
        for index in range(self.first, last):
            if not subset >> (index - self.first) & 1:
                self._lose(self.member[index], mask)
        if not self.n_losers:
            return False
        self.mask = mask
        return self._emit(mask)

    def _hidden_subset(self, places):
        cython.declare(index=cython.int, cell=cython.int)
        others: cython.ulonglong = 0
        one: cython.ulonglong = 1
        left: cython.ulonglong = places
        self.n_support = 0
        while left:
            cell = self.member[self.first + first_bit(left)]
            left &= left - 1
            others |= self.domain[cell]
            self.support[self.n_support] = cell
            self.n_support += 1
        self.share = 0
        for index in range(self.size):
            self.share |= one << self.chosen[index]
        others &= ~self.share
        self.n_losers = 0
        for index in range(self.n_support):
            self._lose(self.support[index], others)
        if not self.n_losers:
            return False
        self.mask = others
        self._whole_piece(self.piece[self.support[0]])
        return self._emit(others)

    def _sees(self, one, other):
        """Whether two different cells cannot have the same digit."""
        return self.piece[one] == self.piece[other] or self._touch(one, other)

    def _see(self, cell):
        """List in `sight` the cells that a cell sees, by insertion into those of its piece."""
        # Ascending, so that `_mark` can stop at the cell itself; listed when a subset first needs it.
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

    def _touching_subset(self, cell):
        """13: two or three cells that see each other use up their digits if these are as many."""
        cython.declare(index=cython.int, second=cython.int, other=cython.int, count=cython.int)
        cython.declare(mask=cython.ulonglong)
        first: cython.ulonglong = self.domain[cell]
        count = count_bits(first)
        if count < 2 or count > 3:
            return False
        if not self.n_seen[cell]:
            self._see(cell)
        # A subset is searched for from its first cell only, so that none is found twice. Pairs are made
        # of the few cells with at most three digits in all, not of all cells in sight.
        self.n_support = 0
        for index in range(self.sees_from[cell], self.sees_from[cell] + self.n_seen[cell]):
            other = self.sight[index]
            mask = self.domain[other]
            if other > cell and mask & (mask - 1) and count_bits(mask | first) <= 3:
                self.support[self.n_support] = other
                self.n_support += 1
        self.pattern[0] = cell
        self.n_pattern = 2
        for index in range(self.n_support):
            other = self.support[index]
            mask = first | self.domain[other]
            if count_bits(mask) == 2:
                self.pattern[1] = other
                if self._subset_sight(mask):
                    return True
        self.n_pattern = 3
        for index in range(self.n_support):
            self.pattern[1] = self.support[index]
            mask = first | self.domain[self.support[index]]
            for second in range(index + 1, self.n_support):
                other = self.support[second]
                if count_bits(mask | self.domain[other]) == 3 and self._sees(self.support[index], other):
                    self.pattern[2] = other
                    if self._subset_sight(mask | self.domain[other]):
                        return True
        return False

    def _subset_sight(self, mask):
        """Remove each digit of the subset from the cells that see all its places in the subset."""
        cython.declare(bit=cython.ulonglong, index=cython.int, first=cython.int, cell=cython.int)
        cython.declare(place=cython.int, at=cython.int, fits=cython.bint)
        left: cython.ulonglong = mask
        self.share = mask
        while left:
            bit = left & ~(left - 1)
            left ^= bit
            # Cells that see all places are in sight of the first: one sorted list to scan.
            at = 0
            while not self.domain[self.pattern[at]] & bit:
                at += 1
            if not self.n_seen[self.pattern[at]]:
                self._see(self.pattern[at])
            first = self.sees_from[self.pattern[at]]
            self.n_losers = 0
            for index in range(first, first + self.n_seen[self.pattern[at]]):
                cell = self.sight[index]
                if not self.domain[cell] & bit:
                    continue
                fits = True
                for place in range(self.n_pattern):
                    if cell == self.pattern[place] or (
                        place > at
                        and self.domain[self.pattern[place]] & bit
                        and not self._sees(cell, self.pattern[place])
                    ):
                        fits = False
                if fits:
                    self.losers[self.n_losers] = cell
                    self.n_losers += 1
            if self.n_losers:
                self.mask = bit
                if self._emit(bit):
                    return True
        return False

    # -- the order of work

    def _deduce(self):
        """Search for findings by pure deduction; return whether there are any."""
        cython.declare(place=cython.int, at=cython.int, word=cython.int, row=cython.int)
        left: cython.ulonglong
        self._wait_for_pieces()
        self.n_found = 0
        for place in range(self.n_order):
            at = self.order[place]
            self.technique = self.number[at]
            if not self.n_found:
                self.kind = self.technique
            row = at * self.words
            for word in range(self.lowest[at], self.words):
                left = self.waiting[row + word]
                # A copy serves: examining a unit queues nothing, since changes are applied later.
                while left:
                    if self._look(at, 64 * word + first_bit(left)):
                        self.waiting[row + word] = left
                        self.lowest[at] = word
                        return True
                    left &= left - 1
                self.waiting[row + word] = 0
            self.lowest[at] = self.words
            if self.n_found and self.ends[place]:
                return True
        return False

    def _open(self):
        """Return the number of undecided cells."""
        cython.declare(index=cython.int, mask=cython.ulonglong)
        count: cython.int = 0
        for index in range(self.width * self.height):
            mask = self.domain[self.cells[index]]
            if mask & (mask - 1):
                count += 1
        return count
