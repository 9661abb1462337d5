# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Training of the network's parameters from games: logistic regression with Adam.

Algorithm: backpropagation through the network of `_network.py` in floating point, on the cross-entropy of
the result, with Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015) and AdamW's
decay (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019). The linear evaluation is a
fixed offset of the logit, so the network learns the remainder. The embedding of a pattern is the sum of a
row for the pattern and a row for its shape, so that rare patterns share the values of similar ones
(factorized features, as in the training of NNUE for chess).

Cost per position: four rows of CHANNELS numbers for each of 2 * 225 cells in the forward pass, and the
same in the backward pass. A step visits all parameters, so it is taken once for many positions.

Invariants:
- `numbers` holds SIZE parameters for each head; there is one head for both colors or one for each. They
  are: CHANNELS embedding numbers for each of N_CLASSES classes of patterns and for each shape that a
  stone of the color would make; the weights and the biases of the first layer; the weights of the second
  layer; and a constant. The embedding of a pattern is the sum of two rows: one for its class and one for
  its shape.
- `tables` holds these sums by pattern, and `bends` holds the derivatives of the loss with respect to
  these sums, both in one table per head; for each pattern, `own_at` and `shape_at` are the offsets of its
  two rows of `numbers`.
- `rows[4 * (n_cells * view + cell) + way]` is the offset in `tables` of an empty cell's pattern in the
  position being learned; the first view consists of the patterns of the color to move, the second of the
  patterns of the other color.
- `slopes` holds the derivatives with respect to `numbers`, for the `n_waiting` positions since the last
  step. `means` and `squares` are the running means of slopes and of their squares; `mean_left` and
  `square_left` are the weights that the initial zeros still have in these means.
- The clipped sums of a cell range from 0 to 1 here, and from 0 to CEILING in the network's integers.
"""

from array import array

import cython

from zet.engines.renju._network import NetworkBoard, pattern_classes

if cython.compiled:
    from cython.cimports.libc.math import exp, log, sqrt
else:
    from math import exp, log, sqrt

    from zet.engines.kernel.checks import check
    from zet.engines.renju._shapes import _shape_of
    from zet.engines.renju.constants import *

INPUTS = cython.declare(cython.int, 2 * CHANNELS)
SHAPE_NUMBERS = cython.declare(cython.int, N_CLASSES * CHANNELS)
FIRST_LAYER = cython.declare(cython.int, SHAPE_NUMBERS + 16 * CHANNELS)
BIASES = cython.declare(cython.int, FIRST_LAYER + UNITS * INPUTS)
SECOND_LAYER = cython.declare(cython.int, BIASES + UNITS)
SIZE = cython.declare(cython.int, SECOND_LAYER + UNITS + 1)

POOL = cython.declare(cython.float, 1.0 / POOL_PARTS)
"""The factor applied to the sum of a channel over all points."""

DECAY = cython.declare(cython.float, 0.3)
"""Weight decay: a step at learning rate r multiplies a pattern's own parameters by 1 - r * DECAY."""

MEAN = cython.declare(cython.float, 0.9)
SQUARE = cython.declare(cython.float, 0.999)
"""Adam's decay rates for the running means of the slopes (MEAN) and of their squares (SQUARE): each step
multiplies the old mean by this rate.
"""


@cython.cclass
class NetworkLearner(NetworkBoard):
    """A board whose network learns from the games that are replayed on it."""

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, random):
        """Initialize the parameters at random; `random` returns a number from 0 to 1."""
        NetworkBoard.__init__(self, exact_black, exact_white, restricted)
        cython.declare(head=cython.int, code=cython.int, place=cython.int, own=cython.int)
        cython.declare(blocked=cython.int, digit=cython.int, rest=cython.int)
        self.n_heads = 1 if not restricted and bool(exact_black) == bool(exact_white) else 2
        n: cython.int = self.n_heads
        self.numbers = array("f", bytes(4 * n * SIZE))
        self.slopes = array("f", bytes(4 * n * SIZE))
        self.means = array("f", bytes(4 * n * SIZE))
        self.squares = array("f", bytes(4 * n * SIZE))
        self.tables = array("f", bytes(4 * n * CODES * CHANNELS))
        self.bends = array("f", bytes(4 * n * CODES * CHANNELS))
        self.values = array("f", bytes(4 * self.n_cells * INPUTS))
        self.pools = array("f", bytes(4 * INPUTS))
        self.back = array("f", bytes(4 * INPUTS))
        self.hidden = array("f", bytes(4 * UNITS))
        self.rows = array("i", bytes(4 * 8 * self.n_cells))
        self.own_at = array("i", bytes(4 * n * CODES))
        self.shape_at = array("i", bytes(4 * n * CODES))
        classes: cython.int[::1] = pattern_classes()
        # The shape is computed from the same eight neighbors, so that a pattern determines it.
        for code in range(CODES):
            own = blocked = 0
            rest = code
            for place in range(8):
                digit = rest % 3
                rest //= 3
                own |= (digit == 1) << place + 1
                blocked |= (digit == 2) << place + 1
            for head in range(n):
                self.own_at[CODES * head + code] = SIZE * head + CHANNELS * classes[code]
                self.shape_at[CODES * head + code] = (
                    SIZE * head
                    + SHAPE_NUMBERS
                    + CHANNELS * _shape_of(own, blocked, exact_white if head else exact_black)
                )
        for head in range(n):
            for place in range(SHAPE_NUMBERS, FIRST_LAYER):
                self.numbers[SIZE * head + place] = 0.2 * random() - 0.08
            for place in range(FIRST_LAYER, BIASES):
                self.numbers[SIZE * head + place] = random() - 0.5
        self.mean_left = self.square_left = 1
        self.loss = 0
        self.n_seen = self.n_waiting = 0
        # A network of zeros: the sums of the board are not used, but only the patterns that are updated
        # along with them.
        nothing = [0] * (CHANNELS * N_CLASSES), [0] * (INPUTS * UNITS), [0] * UNITS, [0] * (UNITS + 1)
        self.judge_by([nothing])
        self._spread_out()

    def _spread_out(self):
        """Compute the embedding of each pattern: the sum of its two rows of parameters."""
        cython.declare(
            row=cython.Py_ssize_t, at=cython.Py_ssize_t, own=cython.Py_ssize_t, shape=cython.Py_ssize_t
        )
        # Once per step, so that the inner loops of `_learn` read one row per pattern and not two.
        for row in range(self.n_heads * CODES):
            own = self.own_at[row]
            shape = self.shape_at[row]
            for at in range(CHANNELS):
                self.tables[CHANNELS * row + at] = self.numbers[own + at] + self.numbers[shape + at]

    def _gather(self):
        """Add the gradient of each embedding to the gradients of its two rows of parameters."""
        cython.declare(
            row=cython.Py_ssize_t, at=cython.Py_ssize_t, own=cython.Py_ssize_t, shape=cython.Py_ssize_t
        )
        # The transpose of `_spread_out`: by the chain rule both summands of a pattern get its derivative.
        for row in range(self.n_heads * CODES):
            own = self.own_at[row]
            shape = self.shape_at[row]
            for at in range(CHANNELS):
                self.slopes[own + at] += self.bends[CHANNELS * row + at]
                self.slopes[shape + at] += self.bends[CHANNELS * row + at]
                self.bends[CHANNELS * row + at] = 0

    def _learn(self, color, target):
        """Learn that the result for the color to move is `target`: 1 for a win, 0 for a loss."""
        # One long function, forward and backward: both passes need every intermediate sum.
        cython.declare(cell=cython.int, view=cython.int, who=cython.int, head=cython.int, unit=cython.int)
        cython.declare(n=cython.Py_ssize_t, at=cython.Py_ssize_t, row=cython.Py_ssize_t)
        cython.declare(one=cython.Py_ssize_t, two=cython.Py_ssize_t, three=cython.Py_ssize_t)
        cython.declare(four=cython.Py_ssize_t, code=cython.Py_ssize_t, base=cython.Py_ssize_t)
        cython.declare(place=cython.Py_ssize_t, way=cython.Py_ssize_t)
        cython.declare(number=cython.float, slope=cython.float, odds=cython.double, chance=cython.double)
        self._catch_up()
        for at in range(INPUTS):
            self.pools[at] = 0
        for view in range(2):
            who = 1 - color if view else color
            base = CODES * who if self.n_heads == 2 else 0
            # Four rows of the table are added and clipped; `values` keeps the sums, as the backward pass
            # has to know which of them were clipped. Occupied cells are in neither pass.
            for cell in range(self.n_cells):
                if self.is_full[cell]:
                    continue
                place = 4 * (self.n_cells * view + cell)
                for way in range(4):
                    code = self.codes[4 * cell + way] >> 16 * who & 0xFFFF
                    self.rows[place + way] = CHANNELS * (base + code)
                one = self.rows[place]
                two = self.rows[place + 1]
                three = self.rows[place + 2]
                four = self.rows[place + 3]
                row = CHANNELS * (self.n_cells * view + cell)
                for at in range(CHANNELS):
                    number = self.tables[one + at] + self.tables[two + at]
                    number = number + self.tables[three + at] + self.tables[four + at]
                    self.values[row + at] = number
                    number = number if number > 0 else 0
                    self.pools[CHANNELS * view + at] += number if number < 1 else 1
        for at in range(INPUTS):
            self.pools[at] *= POOL
        head = color if self.n_heads == 2 else 0
        base = SIZE * head
        odds = (
            cython.cast(cython.double, self._worth(color)) / ODDS
            + self.numbers[base + SECOND_LAYER + UNITS]
        )
        # The dense layer of `_added` in `_network`, whose integers are these parameters scaled and
        # rounded: both must clip at the same bounds.
        for unit in range(UNITS):
            row = base + FIRST_LAYER + INPUTS * unit
            number = self.numbers[base + BIASES + unit]
            for at in range(INPUTS):
                number += self.numbers[row + at] * self.pools[at]
            self.hidden[unit] = number if number > 0 else 0
            odds += self.hidden[unit] * self.numbers[base + SECOND_LAYER + unit]
        # Clipped, so that neither exp nor log leaves the range of a double.
        odds = max(-STEEPEST, min(odds, STEEPEST))
        chance = 1 / (1 + exp(-odds))
        self.loss -= target * log(chance) + (1 - target) * log(1 - chance)
        # Backward. For a logistic output and cross-entropy, the derivative with respect to the logit is
        # chance - target.
        slope = cython.cast(cython.float, chance - target)
        self.slopes[base + SECOND_LAYER + UNITS] += slope
        for at in range(INPUTS):
            self.back[at] = 0
        for unit in range(UNITS):
            # A unit whose output was clipped passes nothing back.
            if self.hidden[unit] <= 0:
                continue
            self.slopes[base + SECOND_LAYER + unit] += slope * self.hidden[unit]
            number = slope * self.numbers[base + SECOND_LAYER + unit]
            self.slopes[base + BIASES + unit] += number
            row = base + FIRST_LAYER + INPUTS * unit
            for at in range(INPUTS):
                self.slopes[row + at] += number * self.pools[at]
                self.back[at] += number * self.numbers[row + at]
        for at in range(INPUTS):
            self.back[at] *= POOL
        for view in range(2):
            for cell in range(self.n_cells):
                if self.is_full[cell]:
                    continue
                place = 4 * (self.n_cells * view + cell)
                one = self.rows[place]
                two = self.rows[place + 1]
                three = self.rows[place + 2]
                four = self.rows[place + 3]
                row = CHANNELS * (self.n_cells * view + cell)
                n = CHANNELS * view
                # The derivative of a clipped sum is 1 within its bounds and 0 outside; all four patterns
                # get the same.
                for at in range(CHANNELS):
                    number = self.values[row + at]
                    number = self.back[n + at] if 0 < number < 1 else 0
                    self.bends[one + at] += number
                    self.bends[two + at] += number
                    self.bends[three + at] += number
                    self.bends[four + at] += number

    def _step(self, rate):
        """Update all parameters by a step of Adam."""
        cython.declare(at=cython.Py_ssize_t, slope=cython.float, share=cython.float, decay=cython.float)
        cython.declare(
            mean_part=cython.float, square_part=cython.float, head=cython.int, mean=cython.float
        )
        cython.declare(square=cython.float)
        share = 1 / cython.cast(cython.float, self.n_waiting)
        self.mean_left *= MEAN
        self.square_left *= SQUARE
        mean_part = cython.cast(cython.float, rate / (1 - self.mean_left))
        square_part = cython.cast(cython.float, 1 / (1 - self.square_left))
        # Means first, then the correction of their bias from starting at 0, which is the same for all
        # parameters and computed once.
        for at in range(self.n_heads * SIZE):
            slope = self.slopes[at] * share
            self.slopes[at] = 0
            mean = MEAN * self.means[at] + (1 - MEAN) * slope
            square = SQUARE * self.squares[at] + (1 - SQUARE) * slope * slope
            self.means[at] = mean
            self.squares[at] = square
            self.numbers[at] -= (
                mean_part
                * mean
                / (
                    cython.cast(cython.float, sqrt(square * square_part))
                    + cython.cast(cython.float, 1e-8)
                )
            )
        # Only a pattern's own rows decay, so that the shape explains as much as possible.
        decay = 1 - rate * DECAY
        for head in range(self.n_heads):
            for at in range(SIZE * head, SIZE * head + SHAPE_NUMBERS):
                self.numbers[at] *= decay

    # -- for Python callers

    def learn(self, cells, first: cython.int, chances) -> None:
        """Learn from a game of alternating moves, starting with the position before move `first`.

        `chances` lists the winning chances (0 to 1) of the color to move in these positions.
        """
        cython.declare(number=cython.int, cell=cython.int)
        check(self.has_network, "the patterns are not kept")
        check(0 <= first <= len(cells) <= self.n_cells, "first position out of range")
        check(len(chances) == len(cells) - first, "number of chances out of range")
        for chance in chances:
            check(0 <= chance <= 1, "chance out of range")
        self.begin(-1, None)
        self._refresh()
        for number, cell in enumerate(cells):
            self._check_empty(cell)
            if number >= first:
                self._learn(number & 1, chances[number - first])
                self.n_seen += 1
                self.n_waiting += 1
            self._put(cell, number & 1)

    def step(self, rate: cython.float) -> None:
        """Take a gradient step based on the positions learned since the last step."""
        check(0 < rate <= 1, "rate out of range")
        check(self.n_waiting > 0, "nothing learned")
        self._gather()
        self._step(rate)
        self._spread_out()
        self.n_waiting = 0

    def forget_loss(self) -> None:
        """Reset the loss and the number of positions."""
        self.loss = 0
        self.n_seen = 0

    def learned(self) -> list[list[list[float]]]:
        """Return four lists of parameters per network: embeddings, first layer, biases, second layer.

        Embeddings are listed by class of patterns. The first layer expects inputs on the learner's scale,
        on which a cell contributes 0 to 1; the second layer yields log-odds.
        """
        cython.declare(head=cython.int, at=cython.int, row=cython.int)
        found = []
        for head in range(self.n_heads):
            lines = [0.0] * (N_CLASSES * CHANNELS)
            for row in range(CODES * head, CODES * (head + 1)):
                for at in range(CHANNELS):
                    lines[self.own_at[row] - SIZE * head + at] = self.tables[CHANNELS * row + at]
            own = list(self.numbers[SIZE * head : SIZE * (head + 1)])
            layers = FIRST_LAYER, BIASES, SECOND_LAYER, SIZE
            found.append(
                [lines, *(own[layers[at] : layers[at + 1]] for at in range(3))],
            )
        return found
