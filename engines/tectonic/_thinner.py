# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Removal of superfluous givens from a board with a known solution, by searching near each given.

This is deletion-based minimization, as for a minimal unsatisfiable subset (J. Marques-Silva, "Minimal
Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010): each given is removed if the others
still imply its digit. Two tests decide whether they do: a relaxation and a restriction of the board to a
window around the cell. The relaxed window ignores the givens outside it: if the window has no solution
with another digit in the cell, the given is superfluous, since additional givens cannot add a solution.
In the restricted window, all cells outside are fixed to the board's solution: if the window has a
solution with another digit in the cell, the given is needed. If neither test decides, the window grows.

Layout: the board of a `Search`, which is propagated once. A question asks whether a given can be removed.
Changes made to the board to answer a question are undone.

Cost per question: the propagation near the cell, and at most VALUES values tried in each test of a
window, so a cell of a large board costs as much as a cell of a small board. On a 100x100 board,
windows leave 64 of 10,000 questions to a solver, and these take a fifth of the time (BENCHMARKS.md,
"Making puzzles").

Invariants:
- Between questions, `search` is propagated from the pieces alone, without givens.
- `is_given` is the puzzle so far. It has one solution, `answer` (masks on the padded board of `Search`).
- `inside` equals the current `stamp` for the cells that a question must decide; `open` lists them.
"""

from array import array

import cython

from zet.engines.tectonic._search import Search
from zet.engines.tectonic.model import offsets

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.checks import check

# The results of a question.
OTHERS = cython.declare(cython.int, 1)  # all open cells have values, with another digit in the cell
NONE = cython.declare(cython.int, 2)
UNKNOWN = cython.declare(cython.int, 3)  # more than VALUES values would have to be tried

VALUES = cython.declare(cython.int, 60)
"""The maximum number of values tried in one test of a window; beyond it, the test is undecided."""

FIRST_REACH = cython.declare(cython.int, 2)
LAST_REACH = cython.declare(cython.int, 16)
"""The reach of the first and of the last window: a window contains all cells up to this distance from the
cell in question.
"""


class Thinner:
    """A full board from which givens are removed; `solution` lists the digit of each cell, row by row.

    `pieces` lists the piece index of each cell (-1: no cell); a missing cell has the digit 0.
    """

    def __init__(self, width: cython.int, height: cython.int, pieces, solution):
        cython.declare(index=cython.int, cell=cython.int, digit=cython.int)
        n_cells: cython.int = width * height
        one: cython.ulonglong = 1
        sizes = {}
        for at in pieces:
            sizes[at] = sizes.get(at, 0) + 1
        full = [(1 << min(sizes[at], 64)) - 1 if at >= 0 else 0 for at in pieces]
        self.search = Search(width, height, pieces, full)
        check(len(solution) == n_cells, "number of digits out of range")
        self.width = width
        self.height = height
        self.stride = width + 2
        self.stamp = 0
        self.n_open = self.left = 0
        padded: cython.int = (width + 2) * (height + 2)
        ints = memoryview(array("i", bytes(4 * 3 * padded)))
        self.is_given = ints[:padded]
        self.inside = ints[padded : 2 * padded]
        self.open = ints[2 * padded :]
        self.near = offsets(self.stride)
        self.answer = array("Q", bytes(8 * padded))
        for index in range(n_cells):
            digit = solution[index]
            cell = self._cell(index)
            if self.search.piece[cell] < 0:
                check(digit == 0, "digit out of range")
                continue
            check(1 <= digit <= sizes[pieces[index]], "digit out of range")
            self.answer[cell] = one << (digit - 1)
            self.is_given[cell] = 1
        for index in range(self.search.start[self.search.n_pieces]):
            check(self._fits(self.search.member[index]), "two equal digits touch or share a piece")
        check(self.search._begin(), "no solution")

    def _cell(self, index):
        row: cython.int = index // self.width
        return (row + 1) * self.stride + index - row * self.width + 1

    def _fits(self, cell):
        """Return whether the digit of a cell occurs neither in a neighbor nor elsewhere in its piece."""
        cython.declare(index=cython.int, other=cython.int)
        at: cython.int = self.search.piece[cell]
        for index in range(8):
            if self.answer[cell + self.near[index]] == self.answer[cell]:
                return False
        for index in range(self.search.start[at], self.search.start[at + 1]):
            other = self.search.member[index]
            if other != cell and self.answer[other] == self.answer[cell]:
                return False
        return True

    def _window(self, cell, reach):
        """List in `open` all cells of the pieces in a window; return whether they are the whole board."""
        cython.declare(row=cython.int, column=cython.int, r=cython.int, c=cython.int, at=cython.int)
        cython.declare(index=cython.int, other=cython.int)
        row = cell // self.stride
        column = cell - row * self.stride
        self.stamp += 1  # clears all marks of `inside` at once
        self.n_open = 0
        # Pieces are included as a whole: in a part of a piece, each digit may be inside or outside, and
        # no rule could draw a conclusion from it.
        for r in range(max(row - reach, 1), min(row + reach, self.height) + 1):
            for c in range(max(column - reach, 1), min(column + reach, self.width) + 1):
                other = r * self.stride + c
                at = self.search.piece[other]
                if at < 0 or self.inside[other] == self.stamp:
                    continue
                for index in range(self.search.start[at], self.search.start[at + 1]):
                    other = self.search.member[index]
                    self.inside[other] = self.stamp
                    self.open[self.n_open] = other
                    self.n_open += 1
        return self.n_open == self.search.start[self.search.n_pieces]

    def _state_givens(self):
        """Place the givens of the cells in `open` on the board; return False on a conflict."""
        cython.declare(index=cython.int, cell=cython.int)
        for index in range(self.n_open):
            cell = self.open[index]
            if self.is_given[cell] and not self.search._remove(cell, ~self.answer[cell]):
                return False
        return True

    def _fence(self):
        """Remove the digits of cells outside the window from cells in it; return False on a conflict.

        The digit of a cell outside is removed only from the cells that it touches.
        """
        cython.declare(index=cython.int, cell=cython.int, other=cython.int, side=cython.int)
        for index in range(self.n_open):
            cell = self.open[index]
            for side in range(8):
                other = cell + self.near[side]
                if (
                    self.answer[other]
                    and self.inside[other] != self.stamp
                    and not self.search._remove(cell, self.answer[other])
                ):
                    return False
        return True

    def _decide(self):
        """Search for values of all open cells in at most `left` tries; return OTHERS, NONE or UNKNOWN."""
        cython.declare(cell=cython.int, before=cython.int, found=cython.int)
        cython.declare(mask=cython.ulonglong, bit=cython.ulonglong)
        # Unlike `Search.run` this is recursive, to a depth of at most VALUES, and branches only on the
        # open cells: the rest of the board may remain undecided.
        cell = self.search._choose(self.open, self.n_open)
        if cell < 0:
            return OTHERS
        mask = self.search.domain[cell]
        while mask:
            if self.left <= 0:
                return UNKNOWN
            self.left -= 1
            bit = mask & ~(mask - 1)
            mask ^= bit
            # The next value is tried only if this one is refuted; OTHERS and UNKNOWN end the question.
            before = self.search.n_trail
            found = NONE
            if self.search._remove(cell, ~bit) and self.search._propagate():
                found = self._decide()
            self._forget(before)
            if found != NONE:
                return found
        return NONE

    def _forget(self, length):
        """Undo the trail down to a length, and discard changes that are not yet propagated."""
        while self.search.n_dirty:
            self.search.n_dirty -= 1
            self.search.is_dirty[self.search.dirty[self.search.n_dirty]] = 0
        self.search.n_single = 0
        self.search._undo(length)

    def _ask(self, cell, fenced):
        """Search a window for a solution with another digit in `cell`; return OTHERS, NONE or UNKNOWN.

        If `fenced`, the cells outside are fixed to the solution (the restricted window), otherwise they
        are free.
        """
        cython.declare(before=cython.int, found=cython.int)
        # The digit is removed last: givens and fence often leave no other digit, which ends the question
        # at once.
        before = self.search.n_trail
        self.left = VALUES
        found = NONE
        if (
            self._state_givens()
            and (not fenced or self._fence())
            and self.search._remove(cell, self.answer[cell])
            and self.search._propagate()
        ):
            found = self._decide()
        self._forget(before)
        return found

    def _question(self, cell):
        """Search ever larger windows until one decides whether `cell` may have another digit.

        Return OTHERS or NONE, or UNKNOWN if no window decides.
        """
        cython.declare(found=cython.int, whole=cython.bint)
        reach: cython.int = FIRST_REACH
        # Doubling bounds the work in all windows by a multiple of that in the last one. The relaxed
        # window comes first: most givens of a full board are superfluous (70 of 81 on 9x9; BENCHMARKS.md:
        # 2,166 remain on 200 boards).
        while reach <= LAST_REACH:
            whole = self._window(cell, reach)
            found = self._ask(cell, False)
            # On the whole board there is nothing outside to fix: the first answer is exact.
            if found == NONE or whole:
                return found
            if self._ask(cell, True) == OTHERS:
                return OTHERS
            reach *= 2
        return UNKNOWN

    def spare(self, cells) -> bool | None:
        """Remove the givens in `cells` (indices) if the solution remains unique; return whether it does.

        The result is None if no window decides, in which case the givens remain; a caller that then
        proves uniqueness in another way removes the givens with `take`.
        """
        cython.declare(index=cython.int, cell=cython.int, found=cython.int)
        self.take(cells)
        found = NONE
        for index in cells:
            if found == NONE:
                cell = self._cell(index)
                with cython.nogil:
                    found = self._question(cell)
                self.is_given[cell] = 1  # implied by the others: it may help later questions
        if found == NONE:
            self.take(cells)
            return True
        for index in cells:
            self.is_given[self._cell(index)] = 1
        return None if found == UNKNOWN else False

    def take(self, cells) -> None:
        """Remove the givens in `cells` (indices); the caller has proven that this is safe."""
        index: cython.int
        for index in cells:
            check(0 <= index < self.width * self.height, "cell out of range")
            check(self.search.piece[self._cell(index)] >= 0, "cell out of range")
        for index in cells:
            self.is_given[self._cell(index)] = 0

    def givens(self) -> bytes:
        """Return the digit of each given, row by row; 0 for a cell without a given."""
        cython.declare(index=cython.int, cell=cython.int)
        found = bytearray(self.width * self.height)
        for index in range(self.width * self.height):
            cell = self._cell(index)
            if self.is_given[cell]:
                found[index] = first_bit(self.answer[cell]) + 1
        return bytes(found)
