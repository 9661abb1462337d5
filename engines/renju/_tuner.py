# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Fitting of the weights of the positional search to games: logistic regression by Newton's method.

Algorithm: the values are fitted by iteratively reweighted least squares with a ridge, that is, by
Newton's method on the cross-entropy. (Tuning chess evaluations by results is known as Texel tuning; here,
Newton's steps replace its local search.) The urgencies of moves are fitted by a conditional logit, a
softmax over the empty cells; Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007,
describes a similar model. Newton's equations are solved by Cholesky decomposition.

Cost per position: for the second derivatives, the square of its number of distinct features (a few
dozen). A step costs SIZE^3 / 6 multiplications and is taken once for thousands of games. Gradient steps
would need many passes, and a learning rate.

Invariants:
- `numbers` contains sets of SIZE weights: one for each pair of shapes for the color to move, one for each
  pair for the other color, a constant, and one for each combination of a state of the color to move with
  a state of the other color. The first set is for the values of positions, the second for the urgency of
  moves, which depends on pairs only; in renju, where the colors differ, these two sets are for Black to
  move, and two more sets are for White to move.
- `slopes` and `curves` are, for each set, the sums of the first and second derivatives of the loss over
  the positions since the last step; `loss` is the sum of the losses of the values of these positions.
  `n_seen` counts the positions, `n_hit` the positions in which the chosen cell had the highest urgency.
- `mean` is a sparse vector, whose `n_touched` nonzero places are listed in `touched`; it is zero between
  calls.
"""

from array import array

import cython

from zet.engines.renju._shapes import ShapeBoard

if cython.compiled:
    from cython.cimports.libc.math import exp, log, sqrt
else:
    from math import exp, log, sqrt

    from zet.engines.kernel.checks import check
    from zet.engines.renju.constants import *

CONSTANT = cython.declare(cython.int, 2 * PAIRS)
SIZE = cython.declare(cython.int, 2 * PAIRS + 1 + STATES * STATES)

FARTHEST = cython.declare(cython.double, 1.5)
"""The bound on the change of a weight in one step."""


@cython.cclass
class Tuner(ShapeBoard):
    """A board that learns from the games that are replayed on it.

    In its private methods, `first` is the index in `numbers` of the first weight of a set.
    """

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        ShapeBoard.__init__(self, exact_black, exact_white, restricted, size)
        self.is_symmetric = not restricted and bool(exact_black) == bool(exact_white)
        n: cython.int = 2 if self.is_symmetric else 4
        self.numbers = array("d", bytes(8 * n * SIZE))
        self.slopes = array("d", bytes(8 * n * SIZE))
        self.curves = array("d", bytes(8 * n * SIZE * SIZE))
        self.chances = array("d", bytes(8 * self.n_cells))
        self.mean = array("d", bytes(8 * SIZE))
        self.touched = array("i", bytes(4 * SIZE))
        self.place_of = array("i", bytes(4 * SIZE))
        self.n_touched = 0
        self.loss = 0
        self.n_seen = self.n_hit = 0

    def _touch(self, at, by):
        """Add `by` to the entry `at` of the sparse vector."""
        # A sparse accumulator: most of the 309 places are 0 in any position, and only those touched are
        # read and cleared.
        if self.mean[at] == 0:
            self.touched[self.n_touched] = at
            self.n_touched += 1
        self.mean[at] += by

    def _bend(self, first, by):
        """Add the outer product of the vector with itself, times `by`, to `curves`; clear the vector."""
        cython.declare(one=cython.int, other=cython.int, row=cython.int, at=cython.int)
        # The outer product over touched places only. Both triangles are written: with only the lower one,
        # the inner loop would need sorted places.
        for one in range(self.n_touched):
            at = self.touched[one]
            row = (first + at) * SIZE
            for other in range(self.n_touched):
                self.curves[row + self.touched[other]] += (
                    by * self.mean[at] * self.mean[self.touched[other]]
                )
        for one in range(self.n_touched):
            self.mean[self.touched[one]] = 0
        self.n_touched = 0

    def _learn_value(self, first, color, target):
        """Learn that the result for the color to move is `target`: 1 for a win, 0 for a loss."""
        cython.declare(cell=cython.int, index=cython.int, chance=cython.double)
        total: cython.double = 0
        self._touch(CONSTANT, 1)
        self._touch(CONSTANT + 1 + STATES * self._state(color) + self._state(1 - color), 1)
        # The features are counts of pairs over the cells; the value of the board is the sum of their
        # weights.
        for cell in range(self.n_cells):
            if self.owner[cell] < 0:
                self._touch(self._pair(color, cell), 1)
                self._touch(PAIRS + self._pair(1 - color, cell), 1)
        for index in range(self.n_touched):
            total += self.mean[self.touched[index]] * self.numbers[first + self.touched[index]]
        total = max(-STEEPEST, min(total, STEEPEST))
        chance = 1 / (1 + exp(-total))
        self.loss -= target * log(chance) + (1 - target) * log(1 - chance)
        # Logistic loss: its gradient is (chance - target) x, its Hessian chance (1 - chance) x x'.
        for index in range(self.n_touched):
            self.slopes[first + self.touched[index]] += (chance - target) * self.mean[self.touched[index]]
        self._bend(first, chance * (1 - chance))

    def _learn_call(self, first, color, chosen):
        """Learn the urgency of cells from the cell that a color chose."""
        cython.declare(cell=cython.int, own=cython.int, other=cython.int, best=cython.int)
        cython.declare(score=cython.double, index=cython.int)
        total: cython.double = 0
        most: cython.double = -1e9
        best = -1
        for cell in range(self.n_cells):
            if self.owner[cell] < 0:
                score = self.numbers[first + self._pair(color, cell)]
                score += self.numbers[first + PAIRS + self._pair(1 - color, cell)]
                self.chances[cell] = score
                if score > most:
                    most = score
                    best = cell
        for cell in range(self.n_cells):
            if self.owner[cell] < 0:
                # Scores relative to the highest, so that exp cannot overflow.
                self.chances[cell] = exp(max(self.chances[cell] - most, -STEEPEST))
                total += self.chances[cell]
        self.n_hit += best == chosen
        for cell in range(self.n_cells):
            if self.owner[cell] < 0:
                own = self._pair(color, cell)
                other = PAIRS + self._pair(1 - color, cell)
                # The Hessian of a softmax is the mean of the squares minus the square of the mean: the
                # first part is added cell by cell, as a cell has just two features, the second by
                # `_bend`.
                score = self.chances[cell] / total
                self._touch(own, score)
                self._touch(other, score)
                self.curves[(first + own) * SIZE + own] += score
                self.curves[(first + other) * SIZE + other] += score
                self.curves[(first + own) * SIZE + other] += score
                self.curves[(first + other) * SIZE + own] += score
        for index in range(self.n_touched):
            self.slopes[first + self.touched[index]] += self.mean[self.touched[index]]
        self.slopes[first + self._pair(color, chosen)] -= 1
        self.slopes[first + PAIRS + self._pair(1 - color, chosen)] -= 1
        self._bend(first, -1)

    def _step(self, first, ridge):
        """Move a set of weights to the minimum predicted by its derivatives (Newton's step)."""
        cython.declare(row=cython.int, column=cython.int, at=cython.int, n=cython.int)
        cython.declare(one=cython.int, other=cython.int, total=cython.double)
        # Features that never occurred stay 0; the others get consecutive places. Otherwise the matrix
        # would be singular.
        n = 0
        for at in range(SIZE):
            if self.curves[(first + at) * SIZE + at] > 0:
                self.place_of[n] = first + at
                n += 1
            else:
                self.slopes[first + at] = 0
        for row in range(n):
            at = self.place_of[row]
            self.slopes[at] += ridge * self.numbers[at]
            self.curves[at * SIZE + at - first] += ridge
        # Cholesky: the Hessian is the product of a triangular matrix and its transpose. The result
        # overwrites the curves, which are cleared after the step in any case.
        for row in range(n):
            one = self.place_of[row] * SIZE - first
            for column in range(row + 1):
                other = self.place_of[column] * SIZE - first
                total = self.curves[one + self.place_of[column]]
                for at in range(column):
                    total -= self.curves[one + self.place_of[at]] * self.curves[other + self.place_of[at]]
                if row == column:
                    self.curves[one + self.place_of[row]] = sqrt(max(total, 1e-9))
                else:
                    self.curves[one + self.place_of[column]] = (
                        total / self.curves[other + self.place_of[column]]
                    )
        for row in range(n):
            one = self.place_of[row] * SIZE - first
            total = self.slopes[self.place_of[row]]
            for at in range(row):
                total -= self.curves[one + self.place_of[at]] * self.slopes[self.place_of[at]]
            self.slopes[self.place_of[row]] = total / self.curves[one + self.place_of[row]]
        for row in range(n - 1, -1, -1):
            total = self.slopes[self.place_of[row]]
            for at in range(row + 1, n):
                other = self.place_of[at] * SIZE - first
                total -= self.curves[other + self.place_of[row]] * self.slopes[self.place_of[at]]
            one = self.place_of[row] * SIZE - first
            self.slopes[self.place_of[row]] = total / self.curves[one + self.place_of[row]]
        total = 0
        for row in range(n):
            total = max(total, abs(self.slopes[self.place_of[row]]))
        # The step is shortened as a whole if any weight would change too much: the direction remains
        # Newton's.
        total = 1 if total < FARTHEST else FARTHEST / total
        for row in range(n):
            at = self.place_of[row]
            self.numbers[at] -= total * self.slopes[at]

    # -- for Python callers

    def learn(self, cells, first: cython.int, points: cython.double, chosen) -> None:
        """Learn from a game of alternating moves, starting with the position before move `first`.

        `points` is Black's result, from 0 to 1; `chosen` lists the best move in each of these positions.
        """
        cython.declare(number=cython.int, color=cython.int, cell=cython.int, at=cython.int)
        check(0 <= points <= 1, "points out of range")
        check(0 <= first <= len(cells) <= self.n_cells, "first position out of range")
        check(len(chosen) == len(cells) - first, "number of chosen cells out of range")
        self.begin(-1, None)
        self._refresh()
        for number, cell in enumerate(cells):
            self._check_empty(cell)
            color = number & 1
            if number >= first:
                at = chosen[number - first]
                self._check_empty(at)
                self._learn_call(SIZE + (0 if self.is_symmetric else 2 * SIZE * color), color, at)
                at = 0 if self.is_symmetric else 2 * SIZE * color
                self._learn_value(at, color, 1 - points if color else points)
                self.n_seen += 1
            self._put(cell, color)

    def step(self, ridge: cython.double) -> None:
        """Take a Newton step on the data accumulated since the last step, then discard the data.

        The loss includes a penalty: `ridge` / 2 times the sum of the squared weights.
        """
        cython.declare(first=cython.int, at=cython.int)
        check(0 < ridge <= 1e6, "ridge out of range")
        for first in range(0, len(self.numbers), SIZE):
            self._step(first, ridge)
        for at in range(len(self.slopes)):
            self.slopes[at] = 0
        for at in range(len(self.curves)):
            self.curves[at] = 0
        self.loss = 0
        self.n_seen = self.n_hit = 0

    def learned(self) -> list[list[float]]:
        """Return the sets of weights in the order of `numbers`; sets of urgencies contain only pairs."""
        return [
            list(self.numbers[SIZE * number : SIZE * number + (CONSTANT if number & 1 else SIZE)])
            for number in range(len(self.numbers) // SIZE)
        ]
