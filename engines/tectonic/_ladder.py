# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Solving as a person would: the easiest technique first, and trials if no technique finds anything.

This is forward chaining by priority: `Techniques` makes the steps of pure deduction; if it finds nothing,
candidates are refuted by trial (forcing chains, or "failed literal" tests in SAT: J. Freeman,
"Improvements to Propositional Satisfiability Search Algorithms", 1995).

Layout: the board belongs to `Techniques`. Trials by simple rules (technique 14) run on its `Search` and
are undone with the trail; trials by all techniques of pure deduction (technique 15) run on a copy,
`trial`.

Cost: a trial by simple rules costs one propagation, a deep trial (technique 15) as much as an explanation
of the whole board. Of the 2.5 million instructions that `run` takes to rate a 15x10 board, trials take
0.65 million (BENCHMARKS.md, "Step by step").

Invariants:
- A refuted candidate is a finding, which `_emit` records like a finding of pure deduction.
- Between two trials the contents of `trial` are undefined.
- The trials of a round depend on the board alone, not on the steps that led to it. `known` records the
  boards of rounds with trials, each in 1 + 2 * `n_cells` numbers: the technique (14, 15) and the kind of
  round, the candidates of each cell, and the refuted candidates of each cell. `restart` does not clear
  the records.
"""

from array import array

import cython

from zet.engines.kernel._polls import Poll
from zet.engines.tectonic._techniques import Techniques

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check
    from zet.engines.kernel.polling import must_stop

# The results of a step.
NOTHING = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
CONFLICT = cython.declare(cython.int, 2)
LIMIT = cython.declare(cython.int, 3)

CONTRADICTION = cython.declare(cython.int, 14)
DEEP_CONTRADICTION = cython.declare(cython.int, 15)
PURE = cython.declare(cython.int, 0x3DFE)
"""The techniques of pure deduction as a mask: 1 to 8 and 10 to 13."""

AHEAD = cython.declare(cython.int, 16)
"""A round of contradictions that appear after n rounds of singles has the kind `AHEAD` + n."""

NEAR = cython.declare(cython.int, 2)
"""The smallest number n of rounds of singles that is tried. It is not 1, because a single round hardly
ever leads to a conflict if exclusions find nothing.
"""

HORIZON = cython.declare(cython.int, 6)
"""The greatest number n of rounds of singles that is tried. If no trial leads to a conflict in that many
rounds, contradictions (14) have the kind `AHEAD + HORIZON + 1`.
"""

TRIALS = cython.declare(cython.int, 64)
"""The number of trials between two polls."""


class Ladder(Techniques):
    """A board that is solved step by step with the techniques in a bit mask.

    The arguments have the same meaning as for `Techniques`. `nodes` counts the candidates tried, `steps`
    the findings or, with `groups`, the rounds.
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
        """Record the refutation of a candidate as a finding."""
        self.losers[0] = cell
        self.n_losers = 1
        self.pattern[0] = cell
        self.n_pattern = 1
        self.mask = bit
        return self._emit(bit)

    def _may_try(self, limit):
        """Count a trial; return False if the limit or the poll forbids it."""
        self.nodes += 1
        return self.nodes <= limit and (self.nodes % TRIALS != 1 or not must_stop(self.poll, self.nodes))

    def _make_trial(self):
        """Create the board for deep trials; this is done on demand, as few puzzles need deep trials."""
        ones = [int(at >= 0) for at in self.pieces]
        self.trial = Techniques(self.width, self.height, self.pieces, ones, PURE, self.groups)

    def _try_out(self, technique, limit):
        """Refute candidates by trials (technique 14 or 15); return FOUND, NOTHING or LIMIT."""
        # Cells are grouped by their number of candidates, smallest first; the first group with a conflict
        # ends the trials. With singles and exclusions (14), a step reports the shortest way to a
        # conflict in the group; with all of pure deduction (15), the first one found. A round of 14
        # reports the candidates of the group that singles refute earliest (`_look_ahead`). If they refute
        # none before the horizon, and in a round of 15, it reports all wrong candidates. Candidates that
        # an earlier trial has shown not to lead to a conflict are counted but not tried, and a step gives
        # up a trial that is no shorter than the best so far. With both, all trials of a minimal board of
        # 20x20 to 40x40 take 5.7 ms instead of 15.
        cython.declare(count=cython.int, index=cython.int, cell=cython.int, struck=cython.int)
        cython.declare(best=cython.int, best_cell=cython.int, mask=cython.ulonglong)
        cython.declare(bit=cython.ulonglong, best_bit=cython.ulonglong)
        self.technique = self.kind = technique
        if self.together and self._recall(technique):
            return FOUND if self.n_found else NOTHING
        self._distrust()
        best = self.search.room  # more than the changes of any trial
        best_cell = 0
        best_bit = 0
        # One pass over the board for each number of candidates, instead of a sorted list of cells: the
        # loop ends with the first number that has a conflict.
        for count in range(2, 65):
            if self.together and technique == CONTRADICTION:
                if not self._look_ahead(count, limit):
                    return LIMIT
                if self.n_found:
                    break
                self.kind = AHEAD + HORIZON + 1
                self._distrust()
            for index in range(self.width * self.height):
                cell = self.cells[index]
                mask = self.domain[cell]
                if count_bits(mask) != count:
                    continue
                while mask:
                    bit = mask & ~(mask - 1)
                    mask ^= bit
                    if not self._may_try(limit):
                        return LIMIT
                    if self.search.sound[cell] & bit:
                        continue
                    struck = self._refuted(technique, cell, bit, best)
                    if struck < 0:
                        continue
                    if self.together:
                        self._wrong(cell, bit)
                    elif struck < best:
                        best = struck
                        best_cell = cell
                        best_bit = bit
                        self._note_gap(technique)
                        if technique == DEEP_CONTRADICTION:
                            mask = 0
                # A deep trial costs an explanation of the whole board, so a step uses the first conflict;
                # simple trials are cheap enough to try all candidates of the group for the shortest way.
                if best < self.search.room and technique == DEEP_CONTRADICTION:
                    break
            # Recorded only now: in a step, `_emit` overwrites the `losers` of an earlier finding.
            if best < self.search.room:
                self.struck = best
                self._wrong(best_cell, best_bit)
            if self.n_found:
                break
        if self.together:
            self._remember(technique)
        return FOUND if self.n_found else NOTHING

    def _distrust(self):
        """Clear `sound`, the digits that need no trial because earlier trials found no conflict."""
        index: cython.int
        for index in range(self.n_cells):
            self.search.sound[self.cells[index]] = 0

    def _look_ahead(self, count, limit):
        """Refute candidates of cells with `count` candidates, by as few rounds of singles as possible.

        Return False if the limit is reached.
        """
        cython.declare(ahead=cython.int, index=cython.int, cell=cython.int)
        cython.declare(mask=cython.ulonglong, bit=cython.ulonglong)
        # Iterative deepening: most conflicts show early, and then no trial is longer than the shortest.
        for ahead in range(NEAR, HORIZON + 1):
            self.kind = AHEAD + ahead
            for index in range(self.n_cells):
                cell = self.cells[index]
                mask = self.domain[cell]
                if count_bits(mask) != count:
                    continue
                mask &= ~self.search.sound[cell]
                while mask:
                    bit = mask & ~(mask - 1)
                    mask ^= bit
                    if not self._may_try(limit):
                        return False
                    if self.search._look_ahead(cell, bit, ahead):
                        self._wrong(cell, bit)
            if self.n_found:
                break
        return True

    def _recall(self, technique):
        """Record as findings the candidates that an earlier round refuted on an equal board.

        Return False if there was no such round.
        """
        cython.declare(record=cython.int, index=cython.int, mask=cython.ulonglong, bit=cython.ulonglong)
        at: cython.Py_ssize_t = 0
        # Memoization across solvers: a rating models three people one after another, and 2 of 4 boards
        # with trials recur (BENCHMARKS.md, "Step by step"). There are so few that they are compared one
        # by one, usually only up to the first difference; hashing a board would read all of its cells.
        for record in range(self.n_known):
            index = 0
            if cython.cast(cython.int, self.known[at]) & 15 == technique:
                while (
                    index < self.n_cells and self.known[at + 1 + index] == self.domain[self.cells[index]]
                ):
                    index += 1
            if index == self.n_cells:
                self.kind = cython.cast(cython.int, self.known[at]) >> 4
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
        """Store the board and its refuted candidates for `_recall`."""
        cython.declare(index=cython.int, cell=cython.int)
        at: cython.Py_ssize_t = self.n_known * (1 + 2 * cython.cast(cython.Py_ssize_t, self.n_cells))
        if self.n_known == self.room:
            self._make_room()
        # The key consists of the masks themselves, not of a hash: a false match would cause a wrong
        # rating.
        self.known[at] = technique | self.kind << 4
        at += 1
        for index in range(self.n_cells):
            cell = self.cells[index]
            self.known[at + index] = self.domain[cell]
            self.known[at + self.n_cells + index] = self.pending[cell]
        self.n_known += 1

    def _make_room(self):
        """Double the space for records."""
        index: cython.Py_ssize_t
        size: cython.Py_ssize_t = 1 + 2 * cython.cast(cython.Py_ssize_t, self.n_cells)
        before: cython.ulonglong[::1] = self.known
        self.known = memoryview(array("Q", bytes(8 * size * (2 * self.room + 8))))
        for index in range(size * self.room):
            self.known[index] = before[index]
        self.room = 2 * self.room + 8

    def _refuted(self, technique, cell, bit, most):
        """Return how many changes (technique 14) or steps (15) it takes to refute a candidate, or -1.

        The result is -1 if the candidate is not refuted or, with technique 14, if refuting it takes
        `most` changes or more.
        """
        if technique == CONTRADICTION:
            return self.search._refute(cell, bit, most)
        return self.trial.steps - 1 if self._fails(self.trial, cell, bit) else -1

    def _fails(self, trial, cell, bit):
        """Try a candidate on the board `trial`; return whether pure deduction refutes it there."""
        cython.declare(index=cython.int, other=cython.int)
        trial.empty = -1
        trial.steps = 0
        trial._forget()
        for index in range(self.n_cells):
            other = self.cells[index]
            trial.domain[other] = self.domain[other]
        trial.domain[cell] = bit
        # If this board is at its fixpoint, only the change can lead to findings: queue that alone.
        if self.techniques & PURE == PURE:
            trial._mark(cell, False)
        else:
            for index in range(self.n_cells):
                trial._mark(self.cells[index], True)
        while trial._deduce():
            if not trial._apply():
                return True
        return False

    def _note_gap(self, technique):
        """Record the location of the conflict found by the last trial."""
        if technique == CONTRADICTION:
            self.gap = self.search.conflict_cell
            self.gap_piece = self.search.conflict_piece
            self.gap_digit = self.search.conflict_digit + 1
        else:
            self.gap = self.trial.empty

    def _step(self, limit):
        cython.declare(found=cython.int)
        # From the cheapest to the most expensive: pure deduction, simple trials, deep trials. Each step
        # starts with the easiest technique again, as a person would.
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
        """Make up to `most` steps or rounds; return False if fewer could be made, otherwise True.

        The result is None if `nodes` would exceed the limit, or if the poll `ask` returned true. After
        the result False, the board is contradictory (`conflict` returns a cell), solved, or stuck.
        """
        cython.declare(found=cython.int, end=cython.longlong)
        self.poll = Poll(ask)
        end = self.steps + most if most < (1 << 62) - self.steps else 1 << 62
        found = FOUND
        with cython.nogil:
            while found == FOUND and self.steps < end:
                found = self._step(limit)
                # Trials poll for themselves (`_may_try`); this poll is for long runs of deductions. It
                # is omitted after the last step: a stop would hide that the step was applied.
                if found == FOUND and self.steps < end and self.steps & 1023 == 0:
                    if must_stop(self.poll, self.nodes):
                        found = LIMIT
        self.poll.raise_error()
        return None if found == LIMIT else found == FOUND

    def strike(self, cell: cython.int, mask: cython.ulonglong, technique: cython.int) -> bool:
        """Remove candidates from a cell (an index) as a step; return False if the cell has none left.

        The step is recorded under the number `technique`, which must not be in use by this kernel.
        """
        check(0 <= cell < self.width * self.height, "cell out of range")
        check(0 <= technique < 16, "technique out of range")
        self.technique = self.kind = technique
        cell = self.cells[cell]
        check(self.piece[cell] >= 0, "cell out of range")
        self.n_losers = self.n_pattern = 1
        self.losers[0] = self.pattern[0] = cell
        self.mask = mask
        self.n_found = 0
        self._emit(mask)
        return self._apply()

    # For Python callers: cells are indices row by row again.

    def _index(self, cell):
        row: cython.int = cell // self.stride
        return (row - 1) * self.width + cell - row * self.stride - 1

    def conflict(self) -> int:
        """Return the cell without a candidate; -1 if there is none."""
        return self._index(self.empty) if self.empty >= 0 else -1

    def restart(self, groups) -> None:
        """Reset the board to its state at the last `keep`, or to its initial state, and select groups.

        `nodes` is not reset.
        """
        self.groups = tuple(groups)
        self._begin(sum(self.groups), self.groups)

    def keep(self) -> None:
        """Save the current board for `restart`."""
        cython.declare(index=cython.int, cell=cython.int)
        for index in range(self.n_cells):
            cell = self.cells[index]
            self.origin[cell] = self.domain[cell]

    def n_open(self) -> int:
        """Return the number of undecided cells."""
        return self._open()

    def domains(self) -> list[int]:
        """Return the candidate masks, row by row."""
        return [self.domain[self.cells[index]] for index in range(self.width * self.height)]

    def counts(self) -> list[tuple[int, int]]:
        """Return, for each technique from 0 to 15, the numbers of findings and of steps or rounds."""
        counts = [(self.uses[index], self.rounds[index]) for index in range(16)]
        ahead = sum([self.rounds[AHEAD + index] for index in range(1, HORIZON + 2)])
        counts[CONTRADICTION] = (self.uses[CONTRADICTION], self.rounds[CONTRADICTION] + ahead)
        return counts

    def kinds(self) -> list[tuple[int, float]]:
        """Return, for each kind of round, the number of rounds and the longest search for a finding.

        The kind of a round is the number of its easiest technique with a finding. Contradictions (14)
        that appear after n rounds of singles have the kind 16 + n instead. The length of a search is the
        mean number of open cells to examine before the first finding: (n + 1) / (k + 1) with k findings
        among n open cells.
        """
        return [(self.rounds[index], self.looks[index]) for index in range(len(self.rounds))]

    def last(self) -> tuple:
        """Return a description of the last step, with the entries of `techniques.Finding`.

        The entries are:

        - the number of the technique;
        - the changed cells;
        - the digits that the changed cells lose (technique 3: the digit placed);
        - the cells from which the step follows (the source cells);
        - (cell, digit) of each cell that the step solves;
        - the digits of the subset (12, 13);
        - the cells of the subset (12);
        - the number of changes (14) or steps (15) that lead to the contradiction;
        - the cell without a candidate;
        - the first cell of the piece in which a digit has no place; for techniques up to 13 instead, the
          first cell of the piece that contains the first source cell;
        - the digit that has no place.

        An entry about a contradiction is -1 if it does not apply.
        """
        piece: cython.int = self.gap_piece
        if self.technique < CONTRADICTION:
            piece = self.piece[self.pattern[0]]
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
            self._index(self.member[self.start[piece]]) if piece >= 0 else -1,
            self.gap_digit,
        )
