# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""What a small network adds to the worth of a position, kept up to date from move to move.

Invariants:
- A pattern is what a color sees in a line by the four places on each side of a cell: a number of eight
  ternary digits, the first for the place farthest before it, 0 for an empty place, 1 for a stone of its
  own, 2 for one of the other color or no place. `codes[4 * (n_cells * color + cell) + way]` has them.
- `lines` has CHANNELS numbers for each pattern, in a table for both colors or one for each (`has_two`).
  `sums[CHANNELS * (n_cells * color + cell):]` are those of the four lines together, and
  `total[CHANNELS * color:]` the sums over all empty cells of these, cut off below 0 and above CEILING.
- All of it is for the position after `n_carried` stones, `carried`, which may lag behind the board:
  `_catch_up` comes before it is used. The first `n_common` of them are the board's. What a cell with a
  stone has stays as it was when the stone was put.
- A layer of UNITS, each cut off below 0, follows, of the totals of the color to move and of the other
  one; `first_layer`, `biases` and `second_layer` are its numbers, for both colors or for each. Within the
  bounds of `judge_by` no sum is too large, whatever the position, so that all machines agree.
"""

from array import array
from functools import cache

import cython

from zet.engines.renju._shapes import ShapeBoard

if not cython.compiled:  # in C they come by the .pxd
    from zet.engines.kernel.checks import check, check_all
    from zet.engines.renju.constants import *

    def _clipped(number):
        return max(0, min(number, CEILING))


STEPS = (0, 1), (1, 0), (1, 1), (1, -1)
"""From one cell of a line to the next, by row and column."""


POWERS = [1, 3, 9, 27, 81, 243, 729, 2187]


@cache
def pattern_classes():
    """Return the number of each pattern where a pattern and its mirror image have the same."""
    mirrored = [0]
    for power in reversed(POWERS):  # the next digit goes to the other end
        mirrored = [code + digit * power for digit in range(3) for code in mirrored]
    firsts = [code for code in range(CODES) if code <= mirrored[code]]
    number = {code: at for at, code in enumerate(firsts)}
    return array("i", [number[min(code, mirrored[code])] for code in range(CODES)])


@cache
def _near(size):
    """Return for each cell the cells near it in its lines: place in `codes`, power of three of its digit.

    Then for each cell how many there are. There is room for 32 of them.
    """
    near, n_near = array("i", bytes(4 * 64 * size * size)), array("i", bytes(4 * size * size))
    for cell in range(size * size):
        y, x = divmod(cell, size)
        found = [
            (4 * ((y + off * dy) * size + x + off * dx) + way, POWERS[4 - off if off > 0 else 3 - off])
            for way, (dy, dx) in enumerate(STEPS)
            for off in (-4, -3, -2, -1, 1, 2, 3, 4)
            if 0 <= y + off * dy < size and 0 <= x + off * dx < size
        ]
        n_near[cell] = len(found)
        for at, pair in enumerate(found):
            near[64 * cell + 2 * at], near[64 * cell + 2 * at + 1] = pair
    return near, n_near


@cython.cclass
class NetworkBoard(ShapeBoard):
    """A board with a network over the patterns of its lines, or with none."""

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        ShapeBoard.__init__(self, exact_black, exact_white, restricted, size)
        self.near, self.n_near = _near(size)
        self.codes = array("i", bytes(4 * 8 * self.n_cells))
        self.carried = array("i", bytes(4 * (self.n_cells + 1)))
        self.carried_color = array("i", bytes(4 * (self.n_cells + 1)))
        self.sums = array("h", bytes(2 * 2 * CHANNELS * self.n_cells))
        self.total = array("H", bytes(2 * 2 * CHANNELS))
        self.pooled = array("h", bytes(2 * 2 * CHANNELS))
        self.is_full = array("B", bytes(self.n_cells))
        self.lines = self.first_layer = array("h", [0])
        self.biases = self.second_layer = array("i", [0])
        self.n_carried = self.n_common = 0
        self.has_network = self.is_begun = self.has_two = False
        self.networks = ()

    def _shift(self, row, after, before, first):
        """Take another pattern into the sums of a cell for a color, in place of the one before."""
        cython.declare(at=cython.Py_ssize_t, old=cython.short, new=cython.short)
        for at in range(CHANNELS):
            old = self.sums[row + at]
            new = old + self.lines[after + at] - self.lines[before + at]
            self.sums[row + at] = new
            self.total[first + at] += _clipped(new) - _clipped(old)

    def _count(self, row, first, sign):
        """Take the sums of a cell for a color into the totals, or out of them."""
        at: cython.Py_ssize_t
        for at in range(CHANNELS):
            self.total[first + at] += sign * _clipped(self.sums[row + at])

    def _carry(self, cell, color, sign):
        """Take a stone into the sums, or out of them."""
        cython.declare(n=cython.int, there=cython.int, power=cython.int, view=cython.int, at=cython.int)
        cython.declare(before=cython.int, after=cython.int, table=cython.int)
        if sign > 0:
            self.is_full[cell] = 1
            for view in range(2):
                self._count(CHANNELS * (self.n_cells * view + cell), CHANNELS * view, -1)
        for n in range(64 * cell, 64 * cell + 2 * self.n_near[cell], 2):
            there = self.near[n]
            if self.is_full[there >> 2]:
                continue
            power = sign * self.near[n + 1]
            for view in range(2):
                at = 4 * self.n_cells * view + there
                table = CODES * view if self.has_two else 0
                before = self.codes[at]
                self.codes[at] = after = before + (power if view == color else 2 * power)
                self._shift(
                    CHANNELS * (self.n_cells * view + (there >> 2)),
                    CHANNELS * (table + after),
                    CHANNELS * (table + before),
                    CHANNELS * view,
                )
        if sign < 0:
            self.is_full[cell] = 0
            for view in range(2):
                self._count(CHANNELS * (self.n_cells * view + cell), CHANNELS * view, 1)

    def _catch_up(self):
        """Take stones that were taken back out of the sums, and those that were put since into them."""
        while self.n_carried > self.n_common:
            self.n_carried -= 1
            self._carry(self.carried[self.n_carried], self.carried_color[self.n_carried], -1)
        while self.n_carried < self.n_moves:
            self.carried[self.n_carried] = self.moved[self.n_carried]
            self.carried_color[self.n_carried] = self.moved_color[self.n_carried]
            self._carry(self.carried[self.n_carried], self.carried_color[self.n_carried], 1)
            self.n_carried += 1
        self.n_common = self.n_moves

    def _begin_network(self):
        """Find the sums and totals of the empty board."""
        cython.declare(cell=cython.int, way=cython.int, n=cython.int, view=cython.int)
        cython.declare(at=cython.Py_ssize_t, row=cython.Py_ssize_t, code=cython.Py_ssize_t)
        self.is_begun = True
        self.n_carried = self.n_common = 0
        for at in range(2 * CHANNELS):
            self.total[at] = 0
        for at in range(8 * self.n_cells):
            self.codes[at] = CODES - 1
        for cell in range(self.n_cells):
            self.is_full[cell] = 0
            for n in range(64 * cell, 64 * cell + 2 * self.n_near[cell], 2):
                self.codes[self.near[n]] -= 2 * self.near[n + 1]
                self.codes[4 * self.n_cells + self.near[n]] -= 2 * self.near[n + 1]
        for view in range(2):
            for cell in range(self.n_cells):
                row = CHANNELS * (self.n_cells * view + cell)
                for at in range(CHANNELS):
                    self.sums[row + at] = 0
                for way in range(4):
                    code = self.codes[4 * (self.n_cells * view + cell) + way]
                    if self.has_two:
                        code += CODES * view
                    for at in range(CHANNELS):
                        self.sums[row + at] += self.lines[CHANNELS * code + at]
                self._count(row, CHANNELS * view, 1)

    def _refresh(self):
        """Find all shapes of the board anew, and what it has in common with what the network has seen."""
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
        """Take the last stone back."""
        ShapeBoard._take(self)
        self.n_common = min(self.n_common, self.n_moves)

    def _added(self, color):
        """Return what the network adds to the worth of the position for a color, which is to move."""
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
        value *= 1 << TOTAL_BITS  # a negative number is not to be shifted to the left in C
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

    # -- for Python

    def judge_by(self, networks) -> None:
        """Take a network for both colors, or one for each, or none.

        Each is four lists: CHANNELS numbers for each class of patterns, 2 * CHANNELS for each unit,
        one for each, and one for each and a constant. The same object as before changes nothing.
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

    def added(self, color: cython.int) -> int:
        """Return what the network adds for a color, which is to move; `refresh` comes first."""
        check(0 <= color <= 1, "color out of range")
        return self._added(color)
