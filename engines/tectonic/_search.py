# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Constraint propagation on bit masks and depth-first search for Tectonic boards.

The search maintains consistency while it backtracks (MAC: D. Sabin, E. Freuder, "Contradicting
Conventional Wisdom in Constraint Satisfaction", ECAI 1994), with cheap rules instead of generalized arc
consistency: naked singles, hidden singles, and exclusion (a cell that touches all places of a
digit in a piece cannot have that digit). It branches on the smallest domain (R. Haralick, G. Elliott,
"Increasing Tree Search Efficiency for Constraint Satisfaction Problems", Artificial Intelligence 14,
1980). `probe` is singleton consistency (R. Debruyne, C. Bessiere, "Some Practicable Filtering Techniques
for the Constraint Satisfaction Problem", IJCAI 1997) with the same propagation; it decides most minimal
boards without branching, three times as fast as clause learning (_learn).

Layout: one mask for each cell of a padded board in `domain`; the cells of piece p are
`member[start[p]:start[p + 1]]`, ascending. A trail of (cell, old mask) undoes changes.

Cost per node: each decided cell visits its eight neighbors and its piece; each piece that lost a
candidate is scanned twice, and once more for each digit with several places, up to the digit's last
place. No memory is allocated. The cost of a changed cell is independent of the size of the board; only
`_choose` reads all cells.

Invariants:
- The board is padded with one cell on every side, `stride = width + 2`; a padding cell has an empty
  domain and belongs to no piece (-1), so neighbors need no bounds check. The same holds for missing
  cells.
- `domain[cell]` has bit d-1 set while digit d is possible. The old mask is written to the trail before
  every change, so undoing to a trail length restores the state at that length exactly.
- A cell enters the stack `single` when one digit is left in its domain. This happens only once on a path,
  so the stack never outgrows the board. A piece is on the stack `dirty` at most once (`is_dirty`).
- `run` can be called again after any return, and resumes from there.
- The neighbors of a cell are numbered 0 to 7, row by row (`offset`). Bit i of `reach[d]` is set if
  neighbor i of any cell c touches, or is, the cell c + d. `reach[d]` is 0 if d is `far` or more.
"""

from array import array

import cython

from zet.engines.tectonic import model

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check

LIMIT = cython.declare(cython.int, 0)
SOLUTION = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)

# The states of `_advance`; with an explicit stack of levels, `run` can stop and resume anywhere.
FRESH = cython.declare(cython.int, 0)  # before the first propagation
CONSISTENT = cython.declare(cython.int, 1)  # propagated without a conflict; next: open a level
OPEN = cython.declare(cython.int, 2)  # the top level has an untried value
CONFLICT = cython.declare(cython.int, 3)  # next: return to the last level with an untried value
OVER = cython.declare(cython.int, 4)  # ended by `probe` or `root_domains`

MAX_SIDE = cython.declare(cython.int, model.MAX_SIDE)
MAX_PIECE = cython.declare(cython.int, model.MAX_PIECE)

AROUND = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
COMMON = [
    sum(
        1 << number
        for number, (row, column) in enumerate(AROUND)
        if abs(row - down) <= 1 and abs(column - right) <= 1
    )
    for down in range(3)
    for right in range(-2, 3)
]
"""For each position of a second cell relative to a first cell (0 to 2 rows down, -2 to 2 columns to the
right), the mask of the first cell's neighbors that touch the second cell or are the second cell.
"""

MAX_IDLE_TRIALS = cython.declare(cython.int, 4000)
"""The number of consecutive trials without a removal after which probing ends."""

FULL = cython.declare(cython.ulonglong[::1], array("Q", [(1 << size) - 1 for size in range(65)]))
"""For each size of a piece, the mask of its digits."""


class Search:
    """A resumable search over one board: propagation, then branching on the smallest domain.

    `pieces` lists the piece index (0, 1, ...; -1: no cell) of each cell, `domains` the candidate mask of
    each cell (0: no cell), both row by row. `nodes` counts the values tried.
    """

    def __init__(self, width: cython.int, height: cython.int, pieces, domains):
        cython.declare(row=cython.int, column=cython.int, cell=cython.int, index=cython.int)
        cython.declare(at=cython.int)
        check(0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE, "size of the board out of range")
        n_cells: cython.int = width * height
        check(len(pieces) == n_cells and len(domains) == n_cells, "number of cells out of range")
        n_pieces: cython.int = 0
        n_trail: cython.int = 1  # each entry removes at least one candidate
        for index in range(n_cells):
            at = pieces[index]
            n_pieces = max(n_pieces, at + 1)
            n_trail += count_bits(domains[index])
        check(0 < n_pieces <= n_cells, "number of pieces out of range")
        self.depth = self.n_trail = self.n_single = self.n_dirty = 0
        self.state = FRESH
        self.nodes = 0
        self.probing = self.idle_cells = self.idle_trials = 0
        self.is_begun = self.is_late = False
        self.untried = 0
        self.conflict_cell = self.conflict_piece = self.conflict_digit = -1
        self.width = width
        self.height = height
        self.stride = width + 2
        self.n_pieces = n_pieces
        padded: cython.int = (width + 2) * (height + 2)
        # One allocation for all arrays of a type, since each board allocates its own.
        ints: cython.int[::1] = memoryview(
            array("i", bytes(4 * (padded + 4 * n_cells + 3 * n_pieces + n_trail + 2 * width + 20)))
        )
        self.piece = ints[:padded]
        ints = ints[padded:]
        self.member = ints[:n_cells]
        self.single = ints[n_cells : 2 * n_cells]
        self.mark = ints[2 * n_cells : 3 * n_cells + 1]
        self.branch = ints[3 * n_cells + 1 : 4 * n_cells + 2]
        ints = ints[4 * n_cells + 2 :]
        self.start = ints[: n_pieces + 1]
        self.dirty = ints[n_pieces + 1 : 2 * n_pieces + 1]
        self.is_dirty = ints[2 * n_pieces + 1 : 3 * n_pieces + 1]
        ints = ints[3 * n_pieces + 1 :]
        self.reach = ints[: 2 * width + 8]
        self.offset = ints[2 * width + 8 : 2 * width + 16]
        self.trail = ints[2 * width + 16 :]
        masks: cython.ulonglong[::1] = memoryview(
            array("Q", bytes(8 * (2 * padded + n_cells + n_trail + 1)))
        )
        self.domain = masks[:padded]
        masks = masks[padded:]
        self.sound = masks[:padded]
        self.rest = masks[padded : padded + n_cells + 1]
        self.old = masks[padded + n_cells + 1 :]
        self.room = len(self.old)
        self.full = FULL
        for index in range(8):
            at = index + (index > 3)  # the cell itself has no number
            self.offset[index] = (at // 3 - 1) * self.stride + at % 3 - 1
        self.far = 2 * width + 7
        for row in range(3):
            for column in range(-2, 3):
                if -width < column < width and (row > 0 or column >= 0):
                    self.reach[row * self.stride + column] = COMMON[5 * row + column + 2]
        for cell in range(padded):
            self.piece[cell] = -1
        index = 0
        for row in range(height):
            cell = (row + 1) * self.stride + 1
            for column in range(width):
                at = pieces[index]
                check(-1 <= at < n_pieces, "piece out of range")
                self.domain[cell] = domains[index]
                if at >= 0:
                    self.piece[cell] = at
                    self.start[at + 1] += 1
                else:
                    check(self.domain[cell] == 0, "digit out of range")
                index += 1
                cell += 1
        for at in range(n_pieces):
            check(self.start[at + 1] <= MAX_PIECE, "size of a piece out of range")
            self.start[at + 1] += self.start[at]
        for row in range(height):
            cell = (row + 1) * self.stride + 1
            for column in range(width):
                at = self.piece[cell]
                if at >= 0:
                    check(
                        self.domain[cell] & ~self.full[self.start[at + 1] - self.start[at]] == 0,
                        "digit out of range",
                    )
                    # `dirty` serves as the fill count of each piece until the search starts.
                    self.member[self.start[at] + self.dirty[at]] = cell
                    self.dirty[at] += 1
                cell += 1

    def _remove(self, cell, mask):
        """Remove the digits of a mask from a cell; return False if the cell has no candidate left."""
        before: cython.ulonglong = self.domain[cell]
        after: cython.ulonglong = before & ~mask
        at: cython.int
        if after == before:  # always true for padding, whose domain is empty
            return True
        self.trail[self.n_trail] = cell
        self.old[self.n_trail] = before
        self.n_trail += 1
        self.domain[cell] = after
        at = self.piece[cell]
        # Only queue the piece here; examining it at once would be repeated for each of its cells that
        # changes.
        if not self.is_dirty[at]:
            self.is_dirty[at] = 1
            self.dirty[self.n_dirty] = at
            self.n_dirty += 1
        if after & (after - 1) == 0:  # at most one bit
            if after == 0:
                self.conflict_cell = cell
                return False
            self.single[self.n_single] = cell
            self.n_single += 1
        return True

    def _spread(self, cell):
        """Remove the digit of a decided cell from its neighbors and from the rest of its piece."""
        mask: cython.ulonglong = self.domain[cell]
        stride: cython.int = self.stride
        at: cython.int = self.piece[cell]
        cython.declare(index=cython.int, other=cython.int)
        # Unrolled, and in the order of memory. Neighbors in the same piece are visited twice; the second
        # visit ends at the test for no change.
        if not (
            self._remove(cell - stride - 1, mask)
            and self._remove(cell - stride, mask)
            and self._remove(cell - stride + 1, mask)
            and self._remove(cell - 1, mask)
            and self._remove(cell + 1, mask)
            and self._remove(cell + stride - 1, mask)
            and self._remove(cell + stride, mask)
            and self._remove(cell + stride + 1, mask)
        ):
            return False
        for index in range(self.start[at], self.start[at + 1]):
            other = self.member[index]
            if other != cell and not self._remove(other, mask):
                return False
        return True

    def _examine(self, at, touching):
        """Apply hidden singles to a piece and, if `touching`, exclusion.

        Return False on a conflict.
        """
        first: cython.int = self.start[at]
        last: cython.int = self.start[at + 1]
        size: cython.int = last - first
        cython.declare(index=cython.int, cell=cython.int, other=cython.int, common=cython.int)
        once: cython.ulonglong = 0
        twice: cython.ulonglong = 0
        cython.declare(mask=cython.ulonglong, bit=cython.ulonglong)
        # One pass computes, for all digits at once, which have at least one place and which at least two.
        for index in range(first, last):
            mask = self.domain[self.member[index]]
            twice |= once & mask
            once |= mask
        if once != self.full[size]:
            self.conflict_piece = at
            self.conflict_digit = first_bit(self.full[size] & ~once)
            return False
        mask = once & ~twice  # the hidden singles, including decided cells
        if mask:
            for index in range(first, last):
                cell = self.member[index]
                bit = self.domain[cell] & mask
                if bit and self.domain[cell] != bit:
                    if bit & (bit - 1):
                        # Two digits have this cell as their only place.
                        self.conflict_piece = at
                        self.conflict_digit = first_bit(bit)
                        return False
                    if not self._remove(cell, ~bit):
                        return False
                elif bit & (bit - 1):  # the same conflict, which will show later
                    self.is_late = True
        if not touching:
            return True
        # Exclusion, digit by digit. `twice` was computed before the removals above: removals only
        # make the rule stronger, and the piece is then on the stack again. A cell that touches all places
        # is a neighbor of the first place, so the candidates are eight bits; each further place narrows
        # them by one table look-up, until none is left.
        while twice:
            bit = twice & ~(twice - 1)
            twice ^= bit
            cell = -1
            common = 0  # the neighbors of the first place that touch all places so far
            for index in range(first, last):
                other = self.member[index]
                if self.domain[other] & bit:
                    if cell < 0:
                        cell = other
                        common = 0xFF
                    else:
                        common &= self.reach[min(other - cell, self.far)]
                        if not common:
                            break
            while common:
                other = cell + self.offset[first_bit(common)]
                common &= common - 1
                if self.domain[other] & bit and self.piece[other] != at and not self._remove(other, bit):
                    return False
        return True

    def _propagate(self):
        """Apply all rules until nothing changes; return False on a conflict.

        If the trail reaches `room` entries, propagation stops early and returns True, without emptying
        the stacks.
        """
        at: cython.int
        consistent: cython.bint = True
        # Decided cells come first: they are the cheapest rule and remove the most, so that a piece is
        # examined when few changes to it are still to come. Any order leads to the same fixpoint, but the
        # order determines which conflict is found and the number of changes before it, which `refute`
        # reports.
        while consistent:
            if self.n_trail >= self.room:
                return True
            if self.n_single:
                self.n_single -= 1
                consistent = self._spread(self.single[self.n_single])
            elif self.n_dirty:
                self.n_dirty -= 1
                at = self.dirty[self.n_dirty]
                self.is_dirty[at] = 0
                consistent = self._examine(at, True)
            else:
                return True
        # After a conflict the stacks are emptied, so that the next trial starts with empty stacks.
        self._empty()
        return False

    def _empty(self):
        """Empty the stacks of decided cells and of changed pieces."""
        while self.n_dirty:
            self.n_dirty -= 1
            self.is_dirty[self.dirty[self.n_dirty]] = 0
        self.n_single = 0

    def _undo(self, length):
        """Undo changes of domains until the trail has a given length."""
        while self.n_trail > length:
            self.n_trail -= 1
            self.domain[self.trail[self.n_trail]] = self.old[self.n_trail]

    def _begin(self):
        """Propagate the initial domains; return False if they are contradictory."""
        cython.declare(at=cython.int, index=cython.int, cell=cython.int, mask=cython.ulonglong)
        for at in range(self.n_pieces):
            self.dirty[at] = at
            self.is_dirty[at] = 1
        self.n_dirty = self.n_pieces
        for index in range(self.start[self.n_pieces]):
            cell = self.member[index]
            mask = self.domain[cell]
            if mask & (mask - 1) == 0:
                if mask == 0:
                    return False
                self.single[self.n_single] = cell
                self.n_single += 1
        return self._propagate()

    def _choose(self, cells, n_cells):
        """Return the first of the undecided cells with the fewest candidates; -1 if all are decided."""
        best: cython.int = -1
        fewest: cython.int = 65
        cython.declare(index=cython.int, count=cython.int, mask=cython.ulonglong)
        for index in range(n_cells):
            mask = self.domain[cells[index]]
            if mask & (mask - 1):
                count = count_bits(mask)
                if count < fewest:
                    fewest = count
                    best = cells[index]
                    if count == 2:  # no undecided cell has fewer
                        break
        return best

    def _advance(self, limit):
        """Search until `nodes` reaches the limit; return SOLUTION, EXHAUSTED or LIMIT."""
        cython.declare(cell=cython.int, bit=cython.ulonglong)
        # A loop over states and not a recursion: a call that reaches its limit leaves its state in
        # `branch`, `rest` and `mark`, and no C stack has to be unwound.
        if self.state == FRESH:
            self.state = CONSISTENT if self._begin() else CONFLICT
        while True:
            if self.state == CONSISTENT:
                cell = self._choose(self.member, self.start[self.n_pieces])
                if cell < 0:
                    self.state = CONFLICT  # a further call searches for the next solution
                    return SOLUTION
                self.branch[self.depth] = cell
                self.rest[self.depth] = self.domain[cell]
                self.mark[self.depth] = self.n_trail
                self.depth += 1
                self.state = OPEN
            elif self.state == CONFLICT:
                while self.depth and not self.rest[self.depth - 1]:
                    self.depth -= 1
                if not self.depth:
                    return EXHAUSTED
                self._undo(self.mark[self.depth - 1])
                self.state = OPEN
            else:
                if self.nodes >= limit:
                    return LIMIT
                cell = self.branch[self.depth - 1]
                bit = self.rest[self.depth - 1]
                bit &= ~(bit - 1)
                # Values in ascending order (d-way branching): the exclusion of a failed value is not
                # propagated, unlike in `_probe`. `solver.solve` lets this search try only PATIENCE values
                # before the heavier methods.
                self.rest[self.depth - 1] &= ~bit
                self.nodes += 1
                self._remove(cell, ~bit)
                self.state = CONSISTENT if self._propagate() else CONFLICT

    def run(self, limit: cython.longlong) -> bool | None:
        """Resume the search: return True at a solution, False if none is left, None at the limit.

        The limit applies to `nodes`, the values tried since the search began.
        """
        result: cython.int
        check(self.state != OVER, "the search is over")
        with cython.nogil:
            result = self._advance(limit)
        return None if result == LIMIT else result == SOLUTION

    def refute(self, cell: cython.int, mask: cython.ulonglong) -> tuple[int, int, int, int] | None:
        """Try to restrict a cell (an index row by row) to the candidates in a mask; return the conflict.

        The restriction is propagated and then undone. The result is None if there is no conflict.
        Otherwise it is (struck, cell, piece, digit): the number of changes before the conflict, and the
        location of the conflict. The location is a cell without candidates, or a piece (from 0) and a
        digit without a place; entries that do not apply are -1.
        """
        cython.declare(row=cython.int, struck=cython.int)
        check(0 <= cell < self.width * self.height, "cell out of range")
        row = cell // self.width
        struck = self._refute((row + 1) * self.stride + cell - row * self.width + 1, mask, self.room)
        if struck < 0:
            return None
        if self.conflict_cell >= 0:
            row = self.conflict_cell // self.stride
            return struck, (row - 1) * self.width + self.conflict_cell % self.stride - 1, -1, -1
        return struck, -1, self.conflict_piece, self.conflict_digit + 1

    def _refute(self, cell, mask, most):
        """Try candidates of a cell; return the number of changes before a conflict, -1 if none arises.

        A conflict that takes `most` changes or more does not count. The trial is undone. If propagation
        neither reports a conflict nor leaves one unreported (`is_late`), the digits of all cells that the
        trial decided are added to `sound`: these digits need no trial.
        """
        cython.declare(consistent=cython.bint, struck=cython.int)
        before: cython.int = self.n_trail
        self.conflict_cell = -1
        self.conflict_piece = -1
        self.is_late = False
        self.room = min(before + most, len(self.old))
        consistent = self._remove(cell, ~mask) and self._propagate()
        self.room = len(self.old)
        if consistent and not (self.n_single or self.n_dirty or self.is_late):
            self._trust(before)
        self._empty()
        struck = self.n_trail - before
        self._undo(before)
        return -1 if consistent or struck >= most else struck

    def _trust(self, before):
        """Add to `sound` the digits of all cells that were decided by a trial without a conflict.

        These digits need no trials of their own, as none would find a conflict.
        """
        # A trial of any of them alone would decide no more than this one, so it cannot fail either.
        cython.declare(index=cython.int, digit=cython.ulonglong)
        for index in range(before, self.n_trail):
            digit = self.domain[self.trail[index]]
            if digit & (digit - 1) == 0:
                self.sound[self.trail[index]] |= digit

    def _advance_singles(self):
        """Apply all singles of the board at once, as one round; return False on a conflict."""
        # Breadth first, where `_propagate` works in depth: the cells decided in this round spread in the
        # next one, and a piece changes only its own cells, so that the order on the stacks, and with it
        # the position of the board, makes no difference.
        cython.declare(index=cython.int, before=cython.int)
        count: cython.int = self.n_single
        left: cython.int = 0
        for index in range(count):
            if not self._spread(self.single[index]):
                return False
        for index in range(count, self.n_single):
            self.single[index - count] = self.single[index]
        self.n_single -= count
        for index in range(self.n_dirty):
            before = self.n_trail
            if not self._examine(self.dirty[index], False):
                return False
            if self.n_trail > before:  # it is still marked as dirty, so this did not add it again
                self.dirty[left] = self.dirty[index]
                left += 1
            else:
                self.is_dirty[self.dirty[index]] = 0
        self.n_dirty = left
        return True

    def _look_ahead(self, cell, mask, limit):
        """Try candidates and undo the trial; return whether `limit` rounds of singles find a conflict.

        If singles lead to no conflict in any number of rounds, the decided digits are added to `sound`:
        they need no trial.
        """
        before: cython.int = self.n_trail
        n_rounds: cython.int = 0
        self.is_late = False
        consistent: cython.bint = self._remove(cell, ~mask)
        while consistent and n_rounds < limit and (self.n_single or self.n_dirty):
            n_rounds += 1
            consistent = self._advance_singles()
        if consistent and not (self.n_single or self.n_dirty or self.is_late):
            self._trust(before)
        self._empty()
        self._undo(before)
        return not consistent

    def _probe(self, limit):
        """Remove candidates that propagation refutes, until many trials in a row remove nothing."""
        cython.declare(cell=cython.int, before=cython.int, refuted=cython.bint, mask=cython.ulonglong)
        cython.declare(bit=cython.ulonglong)
        n_cells: cython.int = self.start[self.n_pieces]
        if self.depth:
            self._undo(self.mark[0])
            self.depth = 0
        self.state = OVER
        # Repeated passes over the board, as in AC-1, without a queue of cells worth another trial: a
        # removal may make a trial fail anywhere. A full pass without a removal ends the loop.
        while self.idle_cells < n_cells and self.idle_trials < MAX_IDLE_TRIALS:
            cell = self.member[self.probing]
            if not self.is_begun:
                mask = self.domain[cell]
                self.untried = mask if mask & (mask - 1) else 0
                self.is_begun = True
            while self.untried:
                if self.nodes >= limit:
                    return LIMIT
                bit = self.untried & ~(self.untried - 1)
                self.untried &= ~bit
                before = self.n_trail  # final removals stay on the trail below this mark
                self.nodes += 1
                self.idle_trials += 1
                refuted = not (self._remove(cell, ~bit) and self._propagate())
                self._undo(before)
                if refuted:
                    self.idle_cells = 0
                    self.idle_trials = 0
                    if not (self._remove(cell, bit) and self._propagate()):
                        return EXHAUSTED
                    mask = self.domain[cell]
                    self.untried &= mask if mask & (mask - 1) else 0
            self.is_begun = False
            self.probing = (self.probing + 1) % n_cells
            self.idle_cells += 1
        return SOLUTION if self._choose(self.member, self.start[self.n_pieces]) < 0 else LIMIT

    def probe(self, limit: cython.longlong) -> bool | None:
        """Try every candidate separately; return True if all cells are decided, False on a contradiction.

        The result is None if cells remain open, or if `nodes` has reached the limit; `probe` may then be
        called again. `probe` ends the search: `run` must not be called afterwards, and `root_domains`
        returns the remaining candidates.
        """
        result: cython.int
        with cython.nogil:
            result = self._probe(limit)
        return None if result == LIMIT else result == SOLUTION

    def root_domains(self) -> list[int]:
        """Return the candidate masks, row by row, that remain after propagation without any branch.

        This ends the search: `run` must not be called again.
        """
        cython.declare(row=cython.int, column=cython.int)
        if self.depth:
            self._undo(self.mark[0])
            self.depth = 0
        self.state = OVER
        result = []
        for row in range(1, self.height + 1):
            for column in range(1, self.width + 1):
                result.append(self.domain[row * self.stride + column])
        return result

    def digits(self) -> bytes:
        """Return the digit of each cell, row by row; 0 for an undecided cell."""
        cython.declare(row=cython.int, column=cython.int)
        index: cython.int = 0
        mask: cython.ulonglong
        result = bytearray(self.width * self.height)
        view: cython.uchar[::1] = result
        for row in range(1, self.height + 1):
            for column in range(1, self.width + 1):
                mask = self.domain[row * self.stride + column]
                if mask and mask & (mask - 1) == 0:
                    view[index] = first_bit(mask) + 1
                index += 1
        return bytes(result)
