# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Random cutting of a board into pieces, each filled with digits as soon as it is cut.

This is randomized greedy construction with local repair (rip-up and reroute, as in routing: W. Dees, P.
Karger, "Automated Rip-Up and Reroute Techniques", DAC 1982). A piece grows cell by cell and is then
filled by backtracking, before the next piece is cut, so no digit elsewhere ever changes. If no piece fits
a free cell, the cell joins an adjacent piece; if no adjacent piece can take it, a few pieces around the
cell, usually the latest ones, are removed and cut again. After many removals without progress all pieces
near the cell are removed, and less often all pieces in larger areas.

The board is filled diagonal by diagonal. With pieces of at most 5 cells, most 2x2 squares contain four of
five digits, so a wrong choice is detected only some cells later. On boards filled by rows of 100 cells, a
removal then leads to further removals along the row. Diagonals, the look-ahead of `_is_dead`, and
removing the latest pieces first save nine out of ten removals (BENCHMARKS.md, "Making puzzles").

Layout: arrays over the padded board; the cells of a piece are a linked list.

Cost per piece: growing to n cells sums the weights of the cells at its edge n times, and filling tries at
most MAX_PLACINGS digits. With the removal of givens afterwards, a 9x9 board takes 1.3 ms, a 100x100 board
1.7 s (BENCHMARKS.md, "Making puzzles").

Invariants:
- The board is padded with one cell on every side, `stride = width + 2`. `piece` is -1 for a free cell, -2
  for padding; `digit` is 0 for both, so neighbors need no bounds check.
- The cells of a piece are linked from its `head` through `after`, -1 at the end. `spare` lists the
  numbers of removed pieces for reuse.
- `turn` lists the cells in the order in which they are filled; `rank` is the index of a cell in this
  list. No free cell has a rank below `first`.
- Every free cell without an adjacent free cell was pushed onto the stack `pockets` (entries may be out of
  date).
- `grown` has at most `most` cells; `mark` equals the current `stamp` for these cells and for the cells at
  their edge.
"""

from array import array

import cython

from zet.engines.kernel._polls import Poll
from zet.engines.tectonic import model

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check
    from zet.engines.kernel.polling import must_stop
    from zet.engines.kernel.rng import mix, next_state

MAX_SIDE = cython.declare(cython.int, model.MAX_SIDE)
MAX_PIECE = cython.declare(cython.int, model.MAX_PIECE)

MAX_PLACINGS = cython.declare(cython.int, 500)
"""The maximum number of digits tried in the cells of a piece before another shape is grown."""

POCKETS = cython.declare(cython.int, 1024)
"""The maximum number of pockets (free cells without a free neighbor) on the stack; the scan for free
cells finds the others.
"""

MANY = cython.declare(cython.int, 4)
"""An area is cleared after `MANY * (width + height)` calls to `_rip_up` without progress (no new minimum
of free cells).
"""


class Cutter:
    """A board that is cut and filled at random; equal 64-bit seeds produce equal boards."""

    def __init__(self, width: cython.int, height: cython.int, most: cython.int, seed: cython.ulonglong):
        cython.declare(diagonal=cython.int, row=cython.int, cell=cython.int, index=cython.int)
        check(0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE, "size of the board out of range")
        check(min(width, 2) * min(height, 2) <= most <= MAX_PIECE, "size of a piece out of range")
        self.width = width
        self.height = height
        self.stride = width + 2
        self.most = most
        self.state = seed
        n_cells: cython.int = width * height
        padded: cython.int = (width + 2) * (height + 2)
        self.n_free = n_cells
        self.first = self.latest = self.n_idle = 0
        self.least_free = n_cells
        self.n_spare = self.n_pieces = self.n_pockets = self.n_grown = self.stamp = self.placings = 0
        ints = memoryview(array("i", bytes(4 * (6 * padded + 5 * n_cells + POCKETS + 140))))
        self.piece = ints[:padded]
        self.digit = ints[padded : 2 * padded]
        self.after = ints[2 * padded : 3 * padded]
        self.mark = ints[3 * padded : 4 * padded]
        self.edge = ints[4 * padded : 5 * padded]
        self.rank = ints[5 * padded : 6 * padded]
        ints = ints[6 * padded :]
        self.head = ints[:n_cells]
        self.size = ints[n_cells : 2 * n_cells]
        self.spare = ints[2 * n_cells : 3 * n_cells]
        self.turn = ints[3 * n_cells : 4 * n_cells]
        self.born = ints[4 * n_cells : 5 * n_cells]
        self.pockets = ints[5 * n_cells : 5 * n_cells + POCKETS]
        ints = ints[5 * n_cells + POCKETS :]
        self.grown = ints[:64]
        self.digits = ints[64:128]
        self.around = ints[128:136]
        self.beside = ints[136:140]
        self.near = model.offsets(self.stride)
        for index in range(padded):
            self.piece[index] = -2
        index = 0
        for diagonal in range(2, width + height + 1):
            for row in range(max(1, diagonal - width), min(height, diagonal - 1) + 1):
                cell = row * self.stride + diagonal - row
                self.piece[cell] = -1
                self.turn[index] = cell
                self.rank[cell] = index
                index += 1
        for index, row in enumerate((-self.stride, -1, 1, self.stride)):
            self.beside[index] = row

    def _random(self, below):
        """Return a random number from 0 to `below` - 1."""
        # The modulus has a bias below `below` / 2^31, but yields the same numbers on every machine.
        number: cython.ulonglong
        self.state = next_state(self.state)
        number = (mix(self.state) >> 33) % below
        return number

    def _openness(self, cell):
        """Return the number of free cells that share a side with a cell."""
        index: cython.int
        count: cython.int = 0
        # Counted each time: four loads of neighbors cost less than counts that every cut and every
        # removal of a piece would have to update.
        for index in range(4):
            if self.piece[cell + self.beside[index]] == -1:
                count += 1
        return count

    def _taken(self, cell):
        """Return the mask of the digits in a cell's neighbors, with bit d - 1 for digit d."""
        index: cython.int
        one: cython.ulonglong = 1
        mask: cython.ulonglong = 0
        for index in range(8):
            if self.digit[cell + self.near[index]]:
                mask |= one << (self.digit[cell + self.near[index]] - 1)
        return mask

    def _grow(self, start, size):
        """Collect up to `size` connected free cells at random.

        A cell with few free neighbors is chosen with a greater weight (`_weight`), because leaving it
        would create a pocket, a free cell without free neighbors.
        """
        cython.declare(index=cython.int, cell=cython.int, total=cython.int, weight=cython.int)
        cython.declare(chosen=cython.int)
        n_edge: cython.int = 0
        self.stamp += 1
        self.grown[0] = start
        self.n_grown = 1
        self.mark[start] = self.stamp
        while self.n_grown < size:
            # Only the cell added last can extend the edge; marks prevent a cell from entering it twice.
            for index in range(4):
                cell = self.grown[self.n_grown - 1] + self.beside[index]
                if self.piece[cell] == -1 and self.mark[cell] != self.stamp:
                    self.mark[cell] = self.stamp
                    self.edge[n_edge] = cell
                    n_edge += 1
            if not n_edge:
                return
            # Roulette selection by a sum and a second pass: the edge is short, and the sums are not
            # needed after the piece.
            total = 0
            for index in range(n_edge):
                total += self._weight(self.edge[index])
            weight = self._random(total)
            chosen = 0
            while weight >= self._weight(self.edge[chosen]):
                weight -= self._weight(self.edge[chosen])
                chosen += 1
            self.grown[self.n_grown] = self.edge[chosen]
            self.n_grown += 1
            n_edge -= 1
            self.edge[chosen] = self.edge[n_edge]  # the edge need not be sorted

    def _weight(self, cell):
        """Return the weight of a cell: 8 if no neighbor is free, 2 if one is, 1 if more are."""
        weight: cython.int = 8 >> 2 * self._openness(cell)
        return weight if weight else 1

    def _fill(self):
        """Fill the cells of `grown` with the digits from 1 to their number; return whether this succeeds.

        No equal digits may touch, and the free cells nearby must still have enough possible digits
        (forward checking, `_is_dead`).
        """
        cython.declare(index=cython.int, other=cython.int, cell=cython.int, count=cython.int)
        cython.declare(near=cython.int)
        for index in range(1, self.n_grown):  # most constrained first; insertion sort
            cell = self.grown[index]
            count = count_bits(self._taken(cell))
            other = index
            while other > 0 and count_bits(self._taken(self.grown[other - 1])) < count:
                self.grown[other] = self.grown[other - 1]
                other -= 1
            self.grown[other] = cell
        for index in range(self.n_grown):  # a random order of the digits (Fisher-Yates, inside out)
            other = self._random(index + 1)
            self.digits[index] = self.digits[other]
            self.digits[other] = index + 1
        # Backtracking has a limit: a shape that needs many placings usually has no filling at all, and
        # growing another shape takes less time than proving that.
        self.placings = MAX_PLACINGS
        if not self._place(0):
            return False
        # Without this look-ahead, a cell without a digit would only be discovered when its turn comes,
        # and pieces already filled would have to be removed for it.
        for index in range(self.n_grown):
            for other in range(8):
                near = self.grown[index] + self.near[other]
                if self._is_free(near) and self._is_dead(near):
                    for cell in range(self.n_grown):
                        self.digit[self.grown[cell]] = 0
                    return False
        return True

    def _is_free(self, cell):
        """Return whether a cell is free, and not in the piece that is being filled."""
        return self.piece[cell] == -1 and not self.digit[cell]

    def _options(self, cell):
        """Return, as a mask, the digits that are still possible in a free cell."""
        one: cython.ulonglong = 1
        # A shift by 64 is undefined in C, so the last step is a multiplication.
        return ((one << (self.most - 1)) * 2 - 1) & ~self._taken(cell)

    def _is_dead(self, cell):
        """Return whether too few digits are left for a free cell or a 2x2 square of free cells."""
        cython.declare(index=cython.int, corner=cython.int, other=cython.int, n_free=cython.int)
        cython.declare(across=cython.int, down=cython.int, size=cython.int, together=cython.ulonglong)
        options: cython.ulonglong = self._options(cell)
        if not options:
            return True
        # Hall's condition: the cells of a square all touch, so they need as many different digits.
        for index in range(4):
            across = 1 if index & 1 else -1
            down = self.stride if index & 2 else -self.stride
            n_free = 1
            together = options
            for corner in range(1, 4):
                other = cell + across * (corner & 1) + down * (corner >> 1)
                if self._is_free(other):
                    n_free += 1
                    together |= self._options(other)
            if count_bits(together) < n_free:
                return True
        if options & 1:
            return False
        # A pocket that cannot be a piece by itself must join an adjacent piece, as in `_join`.
        for index in range(4):
            other = cell + self.beside[index]
            if self._is_free(other):
                return False
            size = self.size[self.piece[other]] if self.piece[other] >= 0 else self.n_grown
            if self.piece[other] >= -1 and size < self.most and options >> size & 1:
                return False
        return True

    def _place(self, at):
        """Assign the remaining digits to `grown` from index `at` on; return whether this succeeds."""
        cython.declare(index=cython.int, digit=cython.int, taken=cython.ulonglong)
        # Backtracking over permutations: the unused digits are the tail of `digits`; a swap takes one
        # out, and the same swap puts it back. The digits around a cell are read again at each step, as a
        # digit placed earlier may touch it.
        if at == self.n_grown:
            return True
        taken = self._taken(self.grown[at])
        for index in range(at, self.n_grown):
            digit = self.digits[index]
            if taken >> (digit - 1) & 1:
                continue
            self.placings -= 1
            if self.placings < 0:
                break
            self.digits[index] = self.digits[at]
            self.digits[at] = digit
            self.digit[self.grown[at]] = digit
            if self._place(at + 1):
                return True
            self.digits[at] = self.digits[index]
            self.digits[index] = digit
        self.digit[self.grown[at]] = 0
        return False

    def _cut_piece(self, start):
        """Cut and fill a new piece that contains cell `start`; return False if no attempt succeeds."""
        cython.declare(attempt=cython.int, size=cython.int, weight=cython.int, index=cython.int)
        cython.declare(number=cython.int, cell=cython.int)
        most: cython.int = self.most
        squares: cython.int = most * (most + 1) * (2 * most + 1) // 6
        for attempt in range(8 + 2 * most):
            # Eight random sizes, with probabilities proportional to their squares, then all sizes twice,
            # from the largest down.
            if attempt < 8:
                weight = self._random(squares)
                size = 1
                while weight >= size * size:
                    weight -= size * size
                    size += 1
            else:
                size = most - (attempt - 8) % most
            self._grow(start, size)
            if not self._fill():
                continue
            # Numbers of removed pieces are reused, so that the size of the arrays is bounded by the
            # number of cells.
            if self.n_spare:
                self.n_spare -= 1
                number = self.spare[self.n_spare]
            else:
                number = self.n_pieces
                self.n_pieces += 1
            self.latest += 1
            self.born[number] = self.latest
            self.head[number] = -1
            self.size[number] = self.n_grown
            for index in range(self.n_grown):
                cell = self.grown[index]
                self.piece[cell] = number
                self.after[cell] = self.head[number]
                self.head[number] = cell
            self.n_free -= self.n_grown
            for index in range(self.n_grown):
                self._note_pockets(self.grown[index])
            return True
        return False

    def _note_pockets(self, cell):
        """Push onto `pockets` the free neighbors of a cell that have no free neighbors."""
        cython.declare(index=cython.int, other=cython.int)
        for index in range(4):
            other = cell + self.beside[index]
            if self.piece[other] == -1 and not self._openness(other) and self.n_pockets < POCKETS:
                self.pockets[self.n_pockets] = other
                self.n_pockets += 1

    def _join(self, cell):
        """Add a cell to an adjacent piece, with the piece's next digit; return whether this succeeds."""
        cython.declare(index=cython.int, number=cython.int, digit=cython.int)
        one: cython.ulonglong = 1
        taken: cython.ulonglong = self._taken(cell)
        # A piece of n cells has the digits 1 to n, so that a cell that joins it must have n + 1: this
        # takes one test, and no digit of the piece changes.
        for index in range(4):
            number = self.piece[cell + self.beside[index]]
            if number < 0:
                continue
            digit = self.size[number] + 1
            if digit <= self.most and not taken & one << (digit - 1):
                self.size[number] = digit
                self.piece[cell] = number
                self.digit[cell] = digit
                self.after[cell] = self.head[number]
                self.head[number] = cell
                self.n_free -= 1
                self._note_pockets(cell)
                return True
        return False

    def _rip_up(self, cell):
        """Remove pieces around a cell where no new piece fits.

        Usually one to three of the pieces around the cell are removed, less often all pieces in an area.
        An area is cleared after each `MANY * (width + height)` calls without a new minimum of free cells;
        its size follows the ruler sequence 1 2 1 3 1 2 1 4.
        """
        cython.declare(index=cython.int, other=cython.int, number=cython.int, left=cython.int)
        cython.declare(count=cython.int, known=cython.bint)
        if self.n_free < self.least_free:
            self.least_free = self.n_free
            self.n_idle = 0
        self.n_idle += 1
        if self.n_idle % (MANY * (self.width + self.height)) == 0:
            self._clear(cell, 2 + first_bit(self.n_idle // (MANY * (self.width + self.height))))
            return
        count = 0
        for index in range(8):
            number = self.piece[cell + self.near[index]]
            known = number < 0
            for other in range(count):
                if self.around[other] == number:
                    known = True
            if not known:
                self.around[count] = number
                count += 1
        # The number of pieces is random, and so is one choice of five, so that a failed repair is not
        # repeated for ever. Removing the latest piece leaves a hole that is open to the free cells; a
        # hole between old pieces rarely has another filling.
        left = self._random(5) - 1  # one piece in three of five cases, otherwise two or three
        if left < 1:
            left = 1
        while left and count:
            left -= 1
            index = self._random(count)
            if self._random(5):
                for other in range(count):
                    if self.born[self.around[other]] > self.born[self.around[index]]:
                        index = other
            self._undo(self.around[index])
            count -= 1
            self.around[index] = self.around[count]

    def _clear(self, cell, reach):
        """Remove all pieces that have a cell at most `reach` rows and columns away from `cell`."""
        cython.declare(row=cython.int, column=cython.int, r=cython.int, c=cython.int)
        row = cell // self.stride
        column = cell - row * self.stride
        for r in range(max(row - reach, 1), min(row + reach, self.height) + 1):
            for c in range(max(column - reach, 1), min(column + reach, self.width) + 1):
                if self.piece[r * self.stride + c] >= 0:
                    self._undo(self.piece[r * self.stride + c])

    def _undo(self, number):
        """Remove a piece; its cells become free."""
        cell: cython.int = self.head[number]
        while cell >= 0:
            self.piece[cell] = -1
            self.digit[cell] = 0
            if self.rank[cell] < self.first:
                self.first = self.rank[cell]
            self.n_free += 1
            cell = self.after[cell]
        self.spare[self.n_spare] = number
        self.n_spare += 1

    def _next(self):
        """Return the next cell to cover: a pocket if there is one, otherwise the first free cell."""
        cell: cython.int
        # Pockets come first: while there are few pieces around them, one of these may still absorb them.
        # `first` only advances, except when `_undo` sets it back, so that the scans take one pass over
        # the board in total, and not one for each piece.
        while self.n_pockets:
            self.n_pockets -= 1
            cell = self.pockets[self.n_pockets]
            # Since it was pushed, a pocket may have been filled, or opened by the removal of a piece.
            if self.piece[cell] == -1 and not self._openness(cell):
                return cell
        while self.piece[self.turn[self.first]] != -1:
            self.first += 1
        return self.turn[self.first]

    def cut(self, patience: cython.longlong, ask=None) -> bool | None:
        """Cut and fill the board; return False after `patience` removals of pieces without success.

        The result is None if the poll `ask` returned true.
        """
        cython.declare(cell=cython.int, steps=cython.longlong, stopped=cython.bint)
        self.poll = Poll(ask)
        steps = 0
        stopped = False
        with cython.nogil:
            while self.n_free and patience > 0 and not stopped:
                cell = self._next()
                if not self._cut_piece(cell) and not self._join(cell):
                    patience -= 1
                    self._rip_up(cell)
                steps += 1
                # Polled once per 1024 pieces and not by nodes: MAX_PLACINGS and the number of attempts
                # bound the work for each piece.
                stopped = steps % 1024 == 0 and must_stop(self.poll, steps)
        self.poll.raise_error()
        return None if stopped else self.n_free == 0

    def pieces(self) -> list[int]:
        """Return the number of each cell's piece, row by row; -1 for a free cell."""
        return [self.piece[cell] for cell in self._cells()]

    def solution(self) -> bytes:
        """Return the digit of each cell, row by row."""
        return bytes([self.digit[cell] for cell in self._cells()])

    def _cells(self):
        return [
            row * self.stride + column
            for row in range(1, self.height + 1)
            for column in range(1, self.width + 1)
        ]
