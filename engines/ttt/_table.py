# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The value of every reachable position of a small board.

Algorithm: depth-first minimax over a direct-addressed table of all 3^n codes, which is filled once; every
later query is one lookup. Cost: 3 x 3 takes 19,683 bytes and visits 5,478 positions; 4 x 4, the largest
board, takes 43 MB.

Invariants:
- The code of a position is a number in base 3 with a digit for each cell, the most significant for cell
  0. A digit is 0 for an empty cell, 1 for a stone of the side that moves first, 2 for a stone of the
  other side.
- `scores[code]` is UNSEEN until the position is visited. Then it is, for the side to move, 0 for a draw,
  64 - d for a win in d plies, -(64 - d) for a loss in d plies.
"""

from array import array
from itertools import accumulate
from operator import mul

import cython

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.checks import check, check_all

UNSEEN = cython.declare(cython.int, -128)
NOW = cython.declare(cython.int, 64)
MAX_CELLS = cython.declare(cython.int, 16)


class Table:
    """The scores of all positions reachable from the empty board.

    `lines` contains the cells of each line.
    """

    def __init__(self, n_cells: cython.int, lines):
        check(0 < n_cells <= MAX_CELLS, "number of cells out of range")
        for line in lines:
            check_all(line, 0, n_cells - 1, "cell out of range")
        masks = []
        starts = array("i", [0])
        for cell in range(n_cells):
            masks += [sum(1 << other for other in line) for line in lines if cell in line]
            starts.append(len(masks))
        self.n_cells = n_cells
        powers = list(accumulate([3] * n_cells, mul, initial=1))
        self.scores = array("b", [-128]) * powers.pop()
        self.powers = array("i", powers[::-1])
        self.first_line = starts
        self.masks = array("i", masks or [0])
        self._visit(0, 0, 0, 1)

    def _visit(self, code, own, other, digit):
        """Return the score of a position without a complete line.

        `own` is the mask of the stones of the side to move, whose digit in position codes is `digit`.
        """
        cython.declare(cell=cython.int, bit=cython.int, child=cython.int, score=cython.int)
        best: cython.int = -NOW
        if self.scores[code] != UNSEEN:
            return self.scores[code]
        if own | other == (1 << self.n_cells) - 1:
            self.scores[code] = 0
            return 0
        # No pruning: the table has to contain the exact score of every position, so that all best moves
        # are known.
        for cell in range(self.n_cells):
            bit = 1 << cell
            if (own | other) & bit:
                continue
            # One addition yields the code of the child: no position is ever encoded from its cells.
            child = code + digit * self.powers[cell]
            if self._completes(own | bit, cell):
                self.scores[child] = -NOW
                score = NOW - 1
            else:
                score = -self._visit(child, other, own | bit, 3 - digit)
                # One ply further from the end: wins and losses move one step towards a draw.
                if score > 0:
                    score -= 1
                elif score < 0:
                    score += 1
            best = max(best, score)
        self.scores[code] = best
        return best

    def _completes(self, stones, cell):
        """Return whether the stones of a mask complete a line through a cell."""
        at: cython.int
        # Only lines through the last stone: the position before it had no line.
        for at in range(self.first_line[cell], self.first_line[cell + 1]):
            if stones & self.masks[at] == self.masks[at]:
                return True
        return False
