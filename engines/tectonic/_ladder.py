# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A person's way to the solution: the easiest technique first, trials where none finds anything.

Invariants:
- The result of trying a candidate is a finding like those of pure deduction: `_emit` takes it.
- `trial` is a separate board for trials by all of pure deduction; between two trials its contents mean
  nothing.
- In a round, what is tried on a board does not depend on how it was reached. `known` has records of
  1 + 2 * `n_cells` numbers: the technique (14, 15), the candidates of all cells, and those that it found
  to be wrong. They outlast `restart`.
"""

from array import array

import cython

from zet.engines.kernel._polls import Poll
from zet.engines.tectonic._techniques import Techniques

if not cython.compiled:  # in C they come by the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check

# The results of a step.
NOTHING = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
CONFLICT = cython.declare(cython.int, 2)
LIMIT = cython.declare(cython.int, 3)

CONTRADICTION = cython.declare(cython.int, 14)
DEEP_CONTRADICTION = cython.declare(cython.int, 15)
TRIALS = cython.declare(cython.int, 64)
"""Candidates that are tried between two calls of the poll."""


class Ladder(Techniques):
    """A board, and the steps that the techniques whose numbers are bits of a mask make on it.

    The arguments are those of `Techniques`. `nodes` counts candidates that were tried out, `steps` the
    steps or rounds.
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
        Techniques.__init__(self, width, height, pieces, domains, techniques, groups)
        self.pieces = tuple(pieces)
        self.groups = tuple(groups)
        self.nodes = 0
        self.struck = self.gap = self.gap_piece = self.gap_digit = 0
        self.trial = None
        self.n_cells = width * height
        self.n_known = self.room = 0
        self.known = None
        self.poll = Poll(None)

    def _wrong(self, cell, bit):
        """Record as a finding that a candidate is wrong."""
        self.losers[0] = cell
        self.n_losers = 1
        self.pattern[0] = cell
        self.n_pattern = 1
        self.mask = bit
        return self._emit(bit)

    def _may_try(self, limit):
        """Count a candidate that is tried out; return whether the limit and the poll allow it."""
        self.nodes += 1
        return self.nodes <= limit and (self.nodes % TRIALS != 1 or not self.poll.should_stop(self.nodes))

    def _make_trial(self):
        """Make the board for trials by all of pure deduction, which few puzzles need."""
        ones = [int(at >= 0) for at in self.pieces]
        pure = 0xFFFF & ~(1 << CONTRADICTION | 1 << DEEP_CONTRADICTION)
        self.trial = Techniques(self.width, self.height, self.pieces, ones, pure, self.groups)

    def _try_out(self, technique, limit):
        """14, 15: try candidates, those of cells with the fewest first.

        By singles and the touching rule (14) a step takes the shortest way to a conflict in the first
        number of candidates that has one; by all of pure deduction (15) the first. A round takes all
        wrong candidates there, and does not try those that others have shown to lead to no conflict.
        """
        cython.declare(count=cython.int, index=cython.int, cell=cython.int, struck=cython.int)
        cython.declare(best=cython.int, best_cell=cython.int, mask=cython.ulonglong)
        cython.declare(bit=cython.ulonglong, best_bit=cython.ulonglong)
        self.technique = technique
        if self.together and self._recall(technique):
            return FOUND if self.n_found else NOTHING
        for index in range(self.n_cells):
            self.search.sound[self.cells[index]] = 0
        best = -1
        best_cell = 0
        best_bit = 0
        for count in range(2, 65):
            for index in range(self.width * self.height):
                cell = self.cells[index]
                mask = self.domain[cell]
                if count_bits(mask) != count:
                    continue
                while mask:
                    bit = mask & ~(mask - 1)
                    mask ^= bit
                    if self.together and self.search.sound[cell] & bit:
                        continue
                    if not self._may_try(limit):
                        return LIMIT
                    struck = self._refuted(technique, cell, bit)
                    if struck < 0:
                        continue
                    if self.together:
                        self._wrong(cell, bit)
                    elif best < 0 or struck < best:
                        best = struck
                        best_cell = cell
                        best_bit = bit
                        self._note_gap(technique)
                        if technique == DEEP_CONTRADICTION:
                            mask = 0
                if best >= 0 and technique == DEEP_CONTRADICTION:
                    break
            if best >= 0:
                self.struck = best
                self._wrong(best_cell, best_bit)
            if self.n_found:
                break
        if self.together:
            self._remember(technique)
        return FOUND if self.n_found else NOTHING

    def _recall(self, technique):
        """Record as findings the wrong candidates that are known; return whether the board is."""
        cython.declare(record=cython.int, index=cython.int, mask=cython.ulonglong, bit=cython.ulonglong)
        at: cython.Py_ssize_t = 0
        for record in range(self.n_known):
            index = 0
            if cython.cast(cython.int, self.known[at]) == technique:
                while (
                    index < self.n_cells and self.known[at + 1 + index] == self.domain[self.cells[index]]
                ):
                    index += 1
            if index == self.n_cells:
                at += 1 + self.n_cells
                for index in range(self.n_cells):
                    mask = self.known[at + index]
                    while mask:
                        bit = mask & ~(mask - 1)
                        mask ^= bit
                        self._wrong(self.cells[index], bit)
                return True
            at += 1 + 2 * self.n_cells
        return False

    def _remember(self, technique):
        """Add a record of the board and the wrong candidates."""
        cython.declare(index=cython.int, cell=cython.int)
        at: cython.Py_ssize_t = self.n_known * (1 + 2 * cython.cast(cython.Py_ssize_t, self.n_cells))
        if self.n_known == self.room:
            self._make_room()
        self.known[at] = technique
        at += 1
        for index in range(self.n_cells):
            cell = self.cells[index]
            self.known[at + index] = self.domain[cell]
            self.known[at + self.n_cells + index] = self.pending[cell]
        self.n_known += 1

    def _make_room(self):
        """Make room for twice as many records."""
        index: cython.Py_ssize_t
        size: cython.Py_ssize_t = 1 + 2 * cython.cast(cython.Py_ssize_t, self.n_cells)
        before: cython.ulonglong[::1] = self.known
        self.known = memoryview(array("Q", bytes(8 * size * (2 * self.room + 8))))
        for index in range(size * self.room):
            self.known[index] = before[index]
        self.room = 2 * self.room + 8

    def _refuted(self, technique, cell, bit):
        """Return how many candidates (14) or steps (15) lead from a candidate to a conflict, or -1."""
        if technique == CONTRADICTION:
            return self.search._refute(cell, bit)
        return self.trial.steps - 1 if self.trial._fails(self, cell, bit) else -1

    def _note_gap(self, technique):
        """Record the place of the last trial's conflict."""
        if technique == CONTRADICTION:
            self.gap = self.search.conflict_cell
            self.gap_piece = self.search.conflict_piece
            self.gap_digit = self.search.conflict_digit + 1
        else:
            self.gap = self.trial.empty

    def _step(self, limit):
        cython.declare(found=cython.int)
        if self.empty >= 0:
            return CONFLICT
        found = FOUND if self._deduce() else NOTHING
        if found == NOTHING and self._open() > 0:
            if self.techniques >> CONTRADICTION & 1:
                found = self._try_out(CONTRADICTION, limit)
            if found == NOTHING and self.techniques >> DEEP_CONTRADICTION & 1:
                if self.trial is None:
                    self._make_trial()
                found = self._try_out(DEEP_CONTRADICTION, limit)
        if found == FOUND and not self._apply():
            return CONFLICT
        return found

    def run(self, limit: cython.longlong, ask=None, most: cython.longlong = (1 << 62) - 1) -> bool | None:
        """Do up to `most` steps or rounds: True if that many were done, False if there are no more.

        None: `nodes` would pass the limit, or the poll `ask` said stop. If there are no more, `conflict`
        says whether a cell has no candidate left.
        """
        cython.declare(found=cython.int, end=cython.longlong)
        self.poll = Poll(ask)
        end = self.steps + most if most < (1 << 62) - self.steps else 1 << 62
        found = FOUND
        with cython.nogil:
            while found == FOUND and self.steps < end:
                found = self._step(limit)
                if found == FOUND and self.steps & 1023 == 0 and self.poll.should_stop(self.nodes):
                    found = LIMIT
        self.poll.raise_error()
        return None if found == LIMIT else found == FOUND

    def strike(self, cell: cython.int, mask: cython.ulonglong, technique: cython.int) -> bool:
        """Take candidates from a cell (an index) as a step; return False if none is left.

        The number of the technique is one that this kernel does not use itself.
        """
        check(0 <= cell < self.width * self.height, "cell out of range")
        check(0 <= technique < 16, "technique out of range")
        self.technique = technique
        cell = self.cells[cell]
        check(self.piece[cell] >= 0, "cell out of range")
        self.n_losers = self.n_pattern = 1
        self.losers[0] = self.pattern[0] = cell
        self.mask = mask
        self.n_found = 0
        self._emit(mask)
        return self._apply()

    # For Python: cells are indices row by row again.

    def _index(self, cell):
        row: cython.int = cell // self.stride
        return (row - 1) * self.width + cell - row * self.stride - 1

    def conflict(self) -> int:
        """Return the cell without a candidate, or -1."""
        return self._index(self.empty) if self.empty >= 0 else -1

    def restart(self, groups) -> None:
        """Put the board as it was at first, or kept, for other techniques, in groups; `nodes` goes on."""
        self.groups = tuple(groups)
        self._begin(sum(self.groups), self.groups)

    def keep(self) -> None:
        """Let the next `restart` put the board as it is now."""
        cython.declare(index=cython.int, cell=cython.int)
        for index in range(self.n_cells):
            cell = self.cells[index]
            self.origin[cell] = self.domain[cell]

    def n_open(self) -> int:
        """Return how many cells have several candidates."""
        return self._open()

    def domains(self) -> list[int]:
        """Return the candidate masks, row by row."""
        return [self.domain[self.cells[index]] for index in range(self.width * self.height)]

    def counts(self) -> list[tuple[int, int]]:
        """Return for each number of a technique, from 0 to 15, its findings and its steps or rounds."""
        return [(self.uses[index], self.rounds[index]) for index in range(16)]

    def last(self) -> tuple:
        """Return the last step.

        It has the number of the technique, the cells that it changes, the digits that they lose (3: that
        is placed), the cells from which it follows, (cell, digit) of all cells that it solves; the digits
        and the cells of the subset (12, 13); and for a contradiction how many candidates (14) or steps
        (15) lead to it, the cell without a candidate, and the piece and the digit without a place, -1
        where there is none.
        """
        solved = [
            (self._index(self.solved[index]), first_bit(self.domain[self.solved[index]]) + 1)
            for index in range(self.n_solved)
        ]
        return (
            self.technique,
            tuple([self._index(self.losers[index]) for index in range(self.n_losers)]),
            self.mask,
            tuple([self._index(self.pattern[index]) for index in range(self.n_pattern)]),
            tuple(solved),
            self.share,
            tuple([self._index(self.support[index]) for index in range(self.n_support)]),
            self.struck,
            self._index(self.gap) if self.gap >= 0 else -1,
            self.gap_piece,
            self.gap_digit,
        )
