# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The part of the evaluation computed by a small network, updated from move to move.

Algorithm: an efficiently updatable neural network (NNUE: Nasu, 2018) over patterns of lines, similar to
the pattern codebook of Rapfi (Jin, Duan and Hang, 2025): an embedding for each pattern of eight
neighbors, summed over the four lines of a cell, clipped, summed over the board, then one hidden layer.
All computations are in integers, so every machine finds the same moves.

Data layout: a row of CHANNELS numbers for each pattern, cell and color. The 16 numbers of 16 bits fill
one or two vector registers, and every inner loop runs over them. Cost: a stone changes the patterns of at
most 32 cells for two colors, so it needs at most 64 vector updates; removing the stone copies the old
rows back.
Computing a value takes 2 * CHANNELS * UNITS multiplications. The sums are updated only when a value is
computed, so a move that is made and undone in between costs nothing.

Invariants:
- A pattern is a color's view of a line, four places on each side of a cell: a number of eight ternary
  digits, the lowest for the first of these places along the line; 0 is an empty place, 1 a stone of that
  color, 2 a stone of the other color or a place off the board. `codes[4 * cell + way]` holds Black's view
  in the lower 16 bits and White's in the upper ones.
- `lines` holds CHANNELS numbers for each pattern, in one table for both colors or a table for each
  (`has_two`). `sums[CHANNELS * (2 * cell + color):]` are the sums over the four lines of a cell. Each of
  these sums is clipped to 0..CEILING and added over all empty cells to give `total[CHANNELS * color:]`.
  The old sums and totals are logged for each stone.
- All these sums are for the position after the `n_carried` stones in `carried`, which may lag behind the
  board: `_catch_up` must be called before any use. The first `n_common` of these stones are the same as
  on the board. A cell with a stone retains the sums that it had when the stone was placed.
- A layer of UNITS units follows, each clipped below at 0; its inputs are the totals of the color to move
  and of the other color. `first_layer`, `biases` and `second_layer` are its parameters, which both colors
  share unless `has_two`. Within the bounds of `judge_by` no sum overflows in any position, so all
  machines agree.
"""

from array import array
from functools import cache

import cython

from zet.engines.renju._shapes import ShapeBoard, neighbors

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.checks import check, check_all
    from zet.engines.renju.constants import *

    def clipped(number):
        return max(0, min(number, CEILING))


STEPS = (0, 1), (1, 0), (1, 1), (1, -1)
"""The steps (row, column) to the next cell in each of the four lines through a cell."""


POWERS = [1, 3, 9, 27, 81, 243, 729, 2187]


@cache
def pattern_classes():
    """Return the class of each pattern; a pattern and its mirror image have the same class."""
    mirrored = [0]
    for power in reversed(POWERS):  # the next digit moves to the other end
        mirrored = [code + digit * power for digit in range(3) for code in mirrored]
    firsts = [code for code in range(CODES) if code <= mirrored[code]]
    number = {code: at for at, code in enumerate(firsts)}
    return array("i", [number[min(code, mirrored[code])] for code in range(CODES)])


@cython.cclass
class NetworkBoard(ShapeBoard):
    """A board that can evaluate the patterns of its lines with a network."""

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        ShapeBoard.__init__(self, exact_black, exact_white, restricted, size)
        self.near, self.n_near = neighbors(size, STEPS, 4, 1)
        self.codes = array("i", bytes(4 * 4 * self.n_cells))
        self.carried = array("i", bytes(4 * (self.n_cells + 1)))
        self.carried_color = array("i", bytes(4 * (self.n_cells + 1)))
        self.sums = array("h", bytes(2 * 2 * CHANNELS * self.n_cells))
        self.total = array("H", bytes(2 * 2 * CHANNELS))
        self.old_rows = array("h", [0])
        self.old_totals = array("H", bytes(2 * 2 * CHANNELS * (self.n_cells + 1)))
        self.pooled = array("h", bytes(2 * 2 * CHANNELS))
        self.is_full = array("B", bytes(self.n_cells))
        self.lines = self.first_layer = array("h", [0])
        self.biases = self.second_layer = array("i", [0])
        self.n_carried = self.n_common = 0
        self.has_network = self.is_begun = self.has_two = False
        self.networks = ()

    def _shift(self, row, first, log, after, before):
        """Replace the pattern `before` by `after` in the sums at `row`, and update the totals.

        The old sums are logged at `log`.
        """
        cython.declare(at=cython.Py_ssize_t, old=cython.short, new=cython.short)
        # The clipped sum enters the total, so the old one is subtracted and the new one added, not the
        # difference of the patterns.
        if cython.compiled:
            shift(
                cython.address(self.sums[row]), cython.address(self.total[first]),
                cython.address(self.old_rows[log]), cython.address(self.lines[after]),
                cython.address(self.lines[before]),
            )  # fmt: skip
        else:
            for at in range(CHANNELS):
                self.old_rows[log + at] = old = self.sums[row + at]
                self.sums[row + at] = new = old + self.lines[after + at] - self.lines[before + at]
                self.total[first + at] += clipped(new) - clipped(old)

    def _carry(self, cell, color):
        """Add a stone to the network's sums."""
        cython.declare(n=cython.int, there=cython.int, before=cython.int, after=cython.int)
        cython.declare(at=cython.Py_ssize_t, row=cython.Py_ssize_t, log=cython.Py_ssize_t)
        # A stone is digit 1 for its own color and 2 for the other: the code of each neighbor changes by a
        # power of three, or by twice that.
        digits: cython.int = 1 << 16 | 2 if color else 2 << 16 | 1
        of_white: cython.Py_ssize_t = CODES * CHANNELS if self.has_two else 0
        row = 2 * CHANNELS * self.n_carried
        self.is_full[cell] = 1
        for at in range(2 * CHANNELS):
            self.old_totals[row + at] = self.total[at]
        for at in range(2 * CHANNELS):
            self.total[at] -= cython.cast(cython.ushort, clipped(self.sums[2 * CHANNELS * cell + at]))
        # Neighbors with a stone are skipped; they are not in the totals.
        log = 64 * CHANNELS * self.n_carried
        for n in range(64 * cell, 64 * cell + 2 * self.n_near[cell], 2):
            there = self.near[n]
            if self.is_full[there >> 2]:
                continue
            before = self.codes[there]
            self.codes[there] = after = before + digits * self.near[n + 1]
            row = 2 * CHANNELS * cython.cast(cython.Py_ssize_t, there >> 2)
            self._shift(row, 0, log, CHANNELS * (after & 0xFFFF), CHANNELS * (before & 0xFFFF))
            self._shift(
                row + CHANNELS, CHANNELS, log + CHANNELS,
                of_white + CHANNELS * (after >> 16), of_white + CHANNELS * (before >> 16),
            )  # fmt: skip
            log += 2 * CHANNELS

    def _uncarry(self):
        """Remove the stone added last from the network's sums."""
        cython.declare(n=cython.int, there=cython.int, at=cython.Py_ssize_t, row=cython.Py_ssize_t)
        self.n_carried -= 1
        cell: cython.int = self.carried[self.n_carried]
        digits: cython.int = 1 << 16 | 2 if self.carried_color[self.n_carried] else 2 << 16 | 1
        log: cython.Py_ssize_t = 64 * CHANNELS * self.n_carried
        # In the order of `_carry`: the same neighbors are empty, as stones are removed in reverse order.
        for n in range(64 * cell, 64 * cell + 2 * self.n_near[cell], 2):
            there = self.near[n]
            if self.is_full[there >> 2]:
                continue
            self.codes[there] -= digits * self.near[n + 1]
            row = 2 * CHANNELS * cython.cast(cython.Py_ssize_t, there >> 2)
            for at in range(2 * CHANNELS):
                self.sums[row + at] = self.old_rows[log + at]
            log += 2 * CHANNELS
        row = 2 * CHANNELS * self.n_carried
        for at in range(2 * CHANNELS):
            self.total[at] = self.old_totals[row + at]
        self.is_full[cell] = 0

    def _catch_up(self):
        """Bring the network's sums and totals up to date with the board."""
        # Lazy: most positions of a search are never evaluated by the network, and most of the stones of
        # one evaluated position are still on the board at the next. Only the difference of the two
        # positions is computed.
        while self.n_carried > self.n_common:
            self._uncarry()
        while self.n_carried < self.n_moves:
            self.carried[self.n_carried] = self.moved[self.n_carried]
            self.carried_color[self.n_carried] = self.moved_color[self.n_carried]
            self._carry(self.carried[self.n_carried], self.carried_color[self.n_carried])
            self.n_carried += 1
        self.n_common = self.n_moves

    def _begin_network(self):
        """Compute the network's sums and totals for the empty board."""
        cython.declare(cell=cython.int, way=cython.int, n=cython.int)
        cython.declare(at=cython.Py_ssize_t, row=cython.Py_ssize_t, code=cython.Py_ssize_t)
        self.is_begun = True
        self.n_carried = self.n_common = 0
        for at in range(2 * CHANNELS):
            self.total[at] = 0
        for at in range(4 * self.n_cells):
            self.codes[at] = (CODES - 1) * (1 << 16 | 1)
        for cell in range(self.n_cells):
            self.is_full[cell] = 0
            for n in range(64 * cell, 64 * cell + 2 * self.n_near[cell], 2):
                self.codes[self.near[n]] -= 2 * self.near[n + 1] * (1 << 16 | 1)
        for cell in range(2 * self.n_cells):
            row = CHANNELS * cell
            for at in range(CHANNELS):
                self.sums[row + at] = 0
            for way in range(4):
                code = self.codes[4 * (cell >> 1) + way] >> 16 * (cell & 1) & 0xFFFF
                if self.has_two:
                    code += CODES * (cell & 1)
                for at in range(CHANNELS):
                    self.sums[row + at] += self.lines[CHANNELS * code + at]
            for at in range(CHANNELS):
                self.total[CHANNELS * (cell & 1) + at] += cython.cast(
                    cython.ushort, clipped(self.sums[row + at])
                )

    def _refresh(self):
        """Recompute all shapes, and count the leading stones of `carried` that are the same on the board.

        The count is stored in `n_common`.
        """
        ShapeBoard._refresh(self)
        if not self.has_network:
            return
        if not self.is_begun:
            self._begin_network()
        self.n_common = 0
        while (
            self.n_common < min(self.n_carried, self.n_moves)
            and self.carried[self.n_common] == self.moved[self.n_common]
            and self.carried_color[self.n_common] == self.moved_color[self.n_common]
        ):
            self.n_common += 1

    def _take(self):
        """Remove the stone placed last."""
        ShapeBoard._take(self)
        self.n_common = min(self.n_common, self.n_moves)

    def _added(self, color):
        """Return the network's correction to the value of the position for the color to move."""
        cython.declare(at=cython.Py_ssize_t, row=cython.Py_ssize_t, unit=cython.int, total=cython.int)
        cython.declare(head=cython.int, value=cython.longlong)
        if not self.has_network:
            return 0
        self._catch_up()
        for at in range(CHANNELS):
            self.pooled[at] = self.total[CHANNELS * color + at] >> 2
            self.pooled[CHANNELS + at] = self.total[CHANNELS * (1 - color) + at] >> 2
        head = color if self.has_two else 0
        value = cython.cast(cython.longlong, self.second_layer[(UNITS + 1) * head + UNITS])
        value *= 1 << TOTAL_BITS  # multiplied, as shifting a negative number left is undefined in C
        # A dense layer of 16 x 32 in integers, with 16-bit factors and 32-bit sums: `judge_by` bounds the
        # parameters so that no sum overflows.
        for unit in range(UNITS):
            total = self.biases[UNITS * head + unit]
            row = 2 * CHANNELS * (UNITS * head + unit)
            for at in range(2 * CHANNELS):
                total += cython.cast(cython.int, self.first_layer[row + at]) * self.pooled[at]
            if total > 0:
                value += (
                    cython.cast(cython.longlong, total) * self.second_layer[(UNITS + 1) * head + unit]
                )
        return cython.cast(cython.int, value >> TOTAL_BITS + SECOND_BITS)

    # -- for Python callers

    def judge_by(self, networks) -> None:
        """Use one network for both colors, or one for each, or none.

        A network is four lists: CHANNELS numbers for each class of patterns; 2 * CHANNELS weights for
        each unit; a bias for each unit; and a weight for each unit, followed by a constant. Passing the
        same object again changes nothing.
        """
        if networks is self.networks:
            return
        check(len(networks) <= 2, "number of networks out of range")
        n: cython.int = CHANNELS * N_CLASSES
        cython.declare(code=cython.Py_ssize_t, at=cython.Py_ssize_t, end=cython.Py_ssize_t)
        classes: cython.int[::1] = pattern_classes()
        rows: cython.short[::1]
        lines: cython.short[::1] = array("h", bytes(max(2 * CHANNELS * CODES * len(networks), 2)))
        first, biases, second = array("h"), array("i"), array("i")
        end = 0
        for of_lines, of_first, of_biases, of_second in networks:
            for numbers, length, most in (
                (of_lines, n, MOST_LINE),
                (of_first, 2 * CHANNELS * UNITS, MOST_FIRST),
                (of_biases, UNITS, MOST_BIAS),
                (of_second, UNITS + 1, MOST_SECOND),
            ):
                check(len(numbers) == length, "length of a table out of range")
                check_all(numbers, -most, most, "number of a table out of range")
            rows = array("h", of_lines)
            # Expanded from classes to patterns here, once: looking up the class in the inner loops would
            # double their loads.
            for code in range(CODES):
                for at in range(CHANNELS):
                    lines[end + at] = rows[CHANNELS * classes[code] + at]
                end += CHANNELS
            first.extend(of_first)
            biases.extend(of_biases)
            second.extend(of_second)
        self.networks = networks
        self.has_network, self.has_two = len(networks) > 0, len(networks) > 1
        self.is_begun = False
        if self.has_network:
            self.lines, self.first_layer, self.biases, self.second_layer = lines, first, biases, second
            self.old_rows = array("h", bytes(2 * 64 * CHANNELS * (self.n_cells + 1)))

    def added(self, color: cython.int) -> int:
        """Return the network's correction to the value if `color` is to move; call `refresh` first."""
        check(0 <= color <= 1, "color out of range")
        return self._added(color)
