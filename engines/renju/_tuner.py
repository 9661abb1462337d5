# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The weights of the positional search, learned from games: logistic regression by Newton's method.

Invariants:
- `numbers` hold sets of SIZE numbers: of each pair of shapes for the color to move, of each for the other
  one, a constant, and of each two states. The first set is for what positions are worth, the second for
  what moves are called for, which is said by pairs alone; in renju, where the colors differ, they are for
  Black to move, and two more for White.
- `slopes` and `curves` are, for each set, the sums of the first and second derivatives of what is lost on
  the positions that came since the last step; `loss` is what is lost by their values, of `n_seen`
  positions, in `n_hit` of which the cell that was chosen was called for most.
- `mean` is a vector of one set with `n_touched` places that are not 0, `touched`; empty between calls.
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
"""By how much a number changes in a step at most."""


@cython.cclass
class Tuner(ShapeBoard):
    """A board that learns from the games that are played over on it."""

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
        """Add to a place of the vector."""
        if self.mean[at] == 0:
            self.touched[self.n_touched] = at
            self.n_touched += 1
        self.mean[at] += by

    def _bend(self, first, by):
        """Add the vector's square to the curves of a set, so many times, and empty it."""
        cython.declare(one=cython.int, other=cython.int, row=cython.int, at=cython.int)
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
        """Learn from what a position was worth to a color that is to move: 1 a win, 0 a loss."""
        cython.declare(cell=cython.int, index=cython.int, chance=cython.double)
        total: cython.double = 0
        self._touch(CONSTANT, 1)
        self._touch(CONSTANT + 1 + STATES * self._state(color) + self._state(1 - color), 1)
        for cell in range(self.n_cells):
            if self.owner[cell] < 0:
                self._touch(self.pair[self.n_cells * color + cell], 1)
                self._touch(PAIRS + self.pair[self.n_cells * (1 - color) + cell], 1)
        for index in range(self.n_touched):
            total += self.mean[self.touched[index]] * self.numbers[first + self.touched[index]]
        total = max(-STEEPEST, min(total, STEEPEST))
        chance = 1 / (1 + exp(-total))
        self.loss -= target * log(chance) + (1 - target) * log(1 - chance)
        for index in range(self.n_touched):
            self.slopes[first + self.touched[index]] += (chance - target) * self.mean[self.touched[index]]
        self._bend(first, chance * (1 - chance))

    def _learn_call(self, first, color, chosen):
        """Learn from the cell that a color chose."""
        cython.declare(cell=cython.int, own=cython.int, other=cython.int, best=cython.int)
        cython.declare(score=cython.double, index=cython.int)
        total: cython.double = 0
        most: cython.double = -1e9
        best = -1
        for cell in range(self.n_cells):
            if self.owner[cell] < 0:
                score = self.numbers[first + self.pair[self.n_cells * color + cell]]
                score += self.numbers[first + PAIRS + self.pair[self.n_cells * (1 - color) + cell]]
                self.chances[cell] = score
                if score > most:
                    most = score
                    best = cell
        for cell in range(self.n_cells):
            if self.owner[cell] < 0:
                self.chances[cell] = exp(max(self.chances[cell] - most, -STEEPEST))
                total += self.chances[cell]
        self.n_hit += best == chosen
        for cell in range(self.n_cells):
            if self.owner[cell] < 0:
                own = self.pair[self.n_cells * color + cell]
                other = PAIRS + self.pair[self.n_cells * (1 - color) + cell]
                score = self.chances[cell] / total
                self._touch(own, score)
                self._touch(other, score)
                self.curves[(first + own) * SIZE + own] += score
                self.curves[(first + other) * SIZE + other] += score
                self.curves[(first + own) * SIZE + other] += score
                self.curves[(first + other) * SIZE + own] += score
        for index in range(self.n_touched):
            self.slopes[first + self.touched[index]] += self.mean[self.touched[index]]
        self.slopes[first + self.pair[self.n_cells * color + chosen]] -= 1
        self.slopes[first + PAIRS + self.pair[self.n_cells * (1 - color) + chosen]] -= 1
        self._bend(first, -1)

    def _step(self, first, ridge):
        """Move a set to where its slopes and curves say that the loss is least."""
        cython.declare(row=cython.int, column=cython.int, at=cython.int, n=cython.int)
        cython.declare(one=cython.int, other=cython.int, total=cython.double)
        # What never came about stays 0; the others get places in a row.
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
        # Cholesky: the curves are the product of a triangle and its mirror image.
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
        total = 1 if total < FARTHEST else FARTHEST / total
        for row in range(n):
            at = self.place_of[row]
            self.numbers[at] -= total * self.slopes[at]

    # -- for Python

    def learn(self, cells, first: cython.int, points: cython.double, chosen) -> None:
        """Learn from a game of alternate moves, from the position before move `first` on.

        `points` are those of Black in it, 0 to 1; `chosen` are the cells to play in its positions.
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
        """Take Newton's step for what was learned since the last one, and forget it.

        `ridge` times the half of each squared number is what it costs not to be 0.
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
        """Return the sets of numbers: what pairs, the turn and states are worth; what pairs call for."""
        return [
            list(self.numbers[SIZE * number : SIZE * number + (CONSTANT if number & 1 else SIZE)])
            for number in range(len(self.numbers) // SIZE)
        ]
