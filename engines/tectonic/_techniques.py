# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The techniques of pure deduction: findings on a board, one at a time or all together.

`docs/tectonic/techniques.md` states the premise and the conclusion of each technique; naked and hidden
subsets (6, 11, 12) are Hall sets of the all-different constraint (J.-C. Regin, AAAI 1994).

Layout, cost and invariants are described in `_findings`, which contains the board and the waiting units.
A technique examines one unit, lists in `losers` the cells that lose candidates, and in `pattern` the
cells from which the removal follows.
"""

from array import array

import cython

from zet.engines.tectonic._findings import Findings

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit

MAX_COMBINATIONS = cython.declare(cython.int, 10_000)
"""The maximum number of subsets of one size in a piece; a piece with more is not searched for subsets of
that size.
"""

# The neighbors of a cell are numbered 0 to 7, row by row. First the mask of each corner of three
# neighbors (with the cell they form a 2x2 block), then that of each row of three neighbors.
SHAPES = array("i", [0b1011, 0b10110, 0b1101000, 0b11010000, 0b111, 0b11100000, 0b101001, 0b10010100])


class Techniques(Findings):
    """A board, and the findings of the techniques whose bits are set in the mask `techniques`."""

    def __init__(
        self,
        width: cython.int,
        height: cython.int,
        pieces,
        domains,
        techniques: cython.int,
        groups=(),
    ):
        Findings.__init__(self, width, height, pieces, domains, techniques, groups)
        self.shape = SHAPES

    # Each function of a technique returns whether the search for findings may stop, as `_emit` does.

    def _look(self, at, unit):
        """Examine a unit with the technique `number[at]`.

        Like `_emit`, return whether the examination stops at a finding.
        """
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
        """Techniques 1 and 2: remove the digit of a solved cell from its piece, or from its neighbors."""
        mask: cython.ulonglong = self.domain[cell]
        at: cython.int = self.piece[cell]
        index: cython.int
        self.n_losers = 0
        # Two techniques and not one pass over both: 1 is easier than 2 for a person, and comes first.
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

    def _lose(self, cell, mask):
        """Add a cell to `losers` if one of its candidates is in the mask."""
        if self.domain[cell] & mask:
            self.losers[self.n_losers] = cell
            self.n_losers += 1

    def _whole_piece(self, at):
        """Set the pattern to all cells of a piece."""
        index: cython.int
        self.n_pattern = 0
        for index in range(self.start[at], self.start[at + 1]):
            self.pattern[self.n_pattern] = self.member[index]
            self.n_pattern += 1

    def _hidden_single(self, at):
        """Technique 3: place a digit that has only one place in its piece."""
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
        # Most pieces have no hidden single, so the cell is looked up only here.
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
        """Return whether two cells touch, judging by the difference between their padded indices."""
        distance: cython.int = other - one if other > one else one - other
        return distance == 1 or self.stride - 1 <= distance <= self.stride + 1

    def _pair(self, cell, step):
        """Techniques 4 and 5: remove the digits of a pair from the common neighbors of its cells.

        A pair is two touching cells with the same two candidates.
        """
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
        """Return, as a mask, the digits that have several places in a piece."""
        cython.declare(index=cython.int, mask=cython.ulonglong)
        once: cython.ulonglong = 0
        twice: cython.ulonglong = 0
        # Saturating counters as in `_hidden_single`, which handles digits with one place.
        for index in range(self.start[at], self.start[at + 1]):
            mask = self.domain[self.member[index]]
            twice |= once & mask
            once |= mask
        return twice

    def _places(self, at, bit):
        """Set the pattern to the places of a digit in a piece.

        Return a bit mask of the neighbors of the first place that touch all places. If it is 0, the
        pattern is incomplete, as the scan ends early.
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
        """Return whether the pattern consists of two cells that share a side."""
        return self.n_pattern == 2 and (
            self.pattern[1] == self.pattern[0] + 1 or self.pattern[1] == self.pattern[0] + self.stride
        )

    def _any_confined(self, at):
        """Technique 5: remove a digit from cells that touch its two adjacent places in a piece.

        The scan also shows which of the techniques 7, 8 and 10 would find nothing in the piece; the piece
        is removed from their queues.
        """
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
        """Remove a digit from cells that touch all its places in a piece.

        `number` is the technique (5, 7, 8 or 10), or 0 for all of them.
        """
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
        """Return the technique (7, 8 or 10) that fits the shape of a digit's places around a cell."""
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
        # All three cells of a shape must be of the piece, and all places among them.
        for index in range(8):
            if self.shape[index] & ~own == 0 and places & ~self.shape[index] == 0:
                return 7 if index < 4 else 8
        return 10

    def _naked(self, at, size):
        """Techniques 6 and 11: find naked subsets, which are `size` cells with `size` digits in total.

        The other cells of the piece lose these digits.
        """
        cython.declare(index=cython.int, count=cython.int)
        first: cython.int = self.start[at]
        last: cython.int = self.start[at + 1]
        if size > 2 and size >= last - first:
            return False
        self.n_items = 0
        for index in range(first, last):
            count = count_bits(self.domain[self.member[index]])
            # Solved cells are left to 1 and 2; a cell with more digits than `size` is in no such subset.
            if 2 <= count <= size:
                self.item[self.n_items] = self.domain[self.member[index]]
                self.name[self.n_items] = index - first
                self.n_items += 1
        self.by_place = False
        return self._subsets(at, size)

    def _hidden(self, at, size):
        """Technique 12: find hidden subsets, which are `size` digits with `size` places in total.

        These places lose all other digits.
        """
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
        """Examine all subsets of `size` items in lexicographic order; skip them if there are too many."""
        cython.declare(index=cython.int, count=cython.longlong)
        count = 1
        # Counted before any is examined: a piece of 64 cells has 635,376 subsets of four.
        for index in range(size):
            count = count * (self.n_items - index) // (index + 1)
        if count <= 0 or count > MAX_COMBINATIONS:
            return False
        self.size = size
        self.first = self.start[at]
        return self._choose(0, 0, 0)

    def _choose(self, count, least, union):
        """Extend a subset of `count` items in all ways by items numbered `least` or higher.

        `union` is the union of the masks of the subset's items.
        """
        cython.declare(index=cython.int, mask=cython.ulonglong)
        # Depth-first over the combinations of items, to a depth of at most four.
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
        # The pattern is the whole piece: the conclusion follows from the digits that its other cells
        # lack.
        self._whole_piece(self.piece[self.support[0]])
        return self._emit(others)

    def _sees(self, one, other):
        """Return whether two different cells cannot have the same digit."""
        return self.piece[one] == self.piece[other] or self._touch(one, other)

    def _touching_subset(self, cell):
        """Technique 13: find n cells, two or three, that see each other and have n digits in total.

        These cells contain all n digits, so each digit is removed from the cells that see all of its
        places among the n cells.
        """
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
        # Pairs come first: in a step, the easier finding is reported.
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
            # A round examines a group to its end; a step has already returned at its first finding.
            if self.n_found and self.ends[place]:
                return True
        return False
