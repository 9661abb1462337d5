# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The shapes that a stone would make on each empty cell, and their values, updated with each move.

Algorithm: incremental linear evaluation over patterns of lines, the usual evaluation of five-in-a-row
programs. The shape of a cell in a line depends on ten neighbors; it is looked up by the ternary number of
these neighbors (3^10 bytes per rule), and the two strongest shapes of a cell are the index of a table of
weights, which `_tuner.py` fits.

Data layout: arrays by color and cell. Cost: a move examines up to 40 cells for each color, of which
usually one or two dozen are empty, and logs and updates only those whose shape changes; undoing reads the
log backwards.

Invariants, from `_refresh` on, for `_put` and `_take`:
- The shape of an empty cell in a line (FIVE_SHAPE to 0, in constants) is the shape that a stone of a
  color would make there, given the five places on each side. `shapes[n_cells * color + cell]` has the
  shapes in the four lines, four bits each. Cells with a stone retain the shapes that they had when it was
  placed.
- `pair[n_cells * color + cell]` is the number of the two strongest of these shapes. `count[16 * color +
  kind]` counts the empty cells by the kind of their pair.
- `worth[4 * pair + 2 * color + side]` is the value for Black of a pair of a color if `side` is to move,
  in 200ths of log-odds, and `worth[4 * PAIRS + side]` is the value of having the move; `urge` is the
  urgency for `side` of playing in a cell with that pair. `stake[STATES * STATES * color + STATES * own +
  other]` is the value for `color`, if it is to move, of its threats (state `own`) and the threats of the
  other color (state `other`). `sum_black` and `sum_white` are the sums of the values of all empty cells
  and of having the move, the first if Black is to move, the second if White is.
- The tables from places to shapes, and from shapes to pairs, are filled on first use.
- `_put` changes no more than 80 shapes and the sums; the old values are logged first.
"""

from array import array
from functools import cache

import cython

from zet.engines.renju._threats import ThreatSearch

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check, check_all
    from zet.engines.renju.constants import *

CHANGES = cython.declare(cython.int, 80)
"""The maximum number of shapes that a move changes: ten places in each of four lines, for both colors."""

# A value that is not a shape: initially all entries of the tables.
UNKNOWN = cython.declare(cython.int, 255)


SHAPES = {exact: array("B", [255]) * 3**10 for exact in (False, True)}
"""Two tables of shapes, with and without exact fives, indexed by the ternary number of the neighbors;
their entries are computed on first use.
"""


def _kind_of(first, second):
    """Return the kind of a pair of shapes, given the stronger shape first; 0 if the pair is no threat.

    The kinds are FIVE_SHAPE, TWO_FIVES, FORK, LONE_FOUR, TWO_THREES and LONE_THREE.
    """
    if first >= TWO_FIVES:
        return first
    if first == ONE_FIVE:
        return FORK if second >= OPEN_THREE else LONE_FOUR
    if first >= OPEN_THREE:
        return TWO_THREES if second >= OPEN_THREE else LONE_THREE
    return 0


@cache
def _pairs():
    """Return three tables: pairs by shapes (filled on first use), kinds by pair, sums of powers of three.

    The third table is indexed by a number of ten bits: if bit n is set, it contributes 3 ** n to the sum.
    """
    # A ternary number from bit masks in two lookups; assembling it digit by digit would be a loop of ten.
    ternary = array(
        "i", [sum(3**place for place in range(10) if bits >> place & 1) for bits in range(1024)]
    )
    kinds = array("B", (_kind_of(first, second) for first in range(16) for second in range(first + 1)))
    return array("h", [-1]) * 65536, kinds, ternary


def _shape_of(own, blocked, exact):
    """Return the shape of a stone, given its neighbors: five places on each side.

    `own` and `blocked` are masks of ten places, the lower five before the stone.
    """
    cython.declare(first=cython.int, stones=cython.int, empty=cython.int)
    best: cython.int = 0
    # Insert the place of the stone as the sixth of eleven bits: the ten neighbors leave it out.
    windows: cython.int = 0
    of_best: cython.int = 0
    fives: cython.int = 0
    straight: cython.int = 0
    twos: cython.int = 0
    own = own & 31 | 32 | own >> 5 << 6
    blocked = blocked & 31 | blocked >> 5 << 6
    empty = ~(own | blocked)
    # The five windows of five that contain the stone. Slow but rare: each of the 59,049 neighborhoods is
    # computed at most once per process and rule, and only if it occurs.
    for first in range(1, 6):
        # A window with a blocked place cannot become five; nor can one beside a further stone if five
        # must be exact.
        if blocked >> first & 31 or (exact and own >> first - 1 & 65):
            continue
        windows += 1
        stones = count_bits(own >> first & 31)
        if stones > best:
            best = stones
            of_best = 0
        if stones == best:
            of_best += 1
        if stones == 4:
            fives |= empty & 31 << first
        # Six places whose ends are empty, and the four between them: a future straight four.
        if first < 5 and not blocked >> first & 63 and not own >> first & 33:
            if not exact or not own >> first - 1 & 129:
                stones = count_bits(own >> first + 1 & 15)
                if stones == 3:
                    straight |= empty & 15 << first + 1
                twos += stones == 2
    if best == 5:
        return FIVE_SHAPE
    if best == 4:
        return TWO_FIVES if fives & (fives - 1) else ONE_FIVE
    # Three stones are open if a straight four can follow, on one place or on two.
    if best == 3:
        if straight:
            return OPEN_THREE + ((straight & (straight - 1)) != 0)
        return CLOSED_THREE + (of_best > 1)
    if best == 2:
        return OPEN_TWO + min(twos, 3) - 1 if twos else CLOSED_TWO + (of_best > 1)
    return 1 + windows // 2 if best else 0


def _neighbors(padded, at):
    """Return the ten places around a place of a line, as bits; `padded` has the line from bit 5 on."""
    # The mask is shifted by five, so that a place at the edge needs no special case.
    places: cython.int = cython.cast(cython.int, padded >> at & 2047)
    return places & 31 | places >> 6 << 5


def _pair_of(shapes):
    """Return the number of the pair of the two strongest of four shapes; each shape has four bits."""
    cython.declare(way=cython.int, shape=cython.int)
    first: cython.int = 0
    second: cython.int = 0
    # The two largest in one pass; the table of all 65,536 combinations caches the result.
    for way in range(4):
        shape = shapes >> 4 * way & 15
        if shape > first:
            second = first
            first = shape
        elif shape > second:
            second = shape
    return first * (first + 1) // 2 + second


@cython.cclass
class ShapeBoard(ThreatSearch):
    """A board with the shapes of its empty cells, and their values."""

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        ThreatSearch.__init__(self, exact_black, exact_white, restricted, size)
        self.black_shapes = SHAPES[bool(exact_black)]
        self.white_shapes = SHAPES[bool(exact_white)]
        self.pairs, self.kind, self.ternary = _pairs()
        self.shapes = array("H", bytes(2 * 2 * self.n_cells))
        self.pair = array("h", bytes(2 * 2 * self.n_cells))
        self.old_shapes = array("H", bytes(2 * CHANGES * (self.n_cells + 1)))
        self.changed = array("i", bytes(4 * CHANGES * (self.n_cells + 1)))
        self.n_changed = array("i", bytes(4 * (self.n_cells + 1)))
        self.old_sum = array("q", bytes(8 * 2 * (self.n_cells + 1)))
        self.count = array("i", bytes(4 * 32))
        self.worth = array("i", bytes(4 * (4 * PAIRS + 2)))
        self.urge = array("i", bytes(4 * 4 * PAIRS))
        self.stake = array("i", bytes(4 * 2 * STATES * STATES))
        self.sum_black = self.sum_white = 0

    def _add(self, index, sign):
        """Add an entry of `pair` to the sums of values and the counts (`sign` 1), or subtract it (-1)."""
        color: cython.int = index >= self.n_cells
        at: cython.int = 4 * self.pair[index] + 2 * color
        self.sum_black += sign * self.worth[at]
        self.sum_white += sign * self.worth[at + 1]
        self.count[16 * color + self.kind[self.pair[index]]] += sign

    def _shape(self, color, own, other, off):
        """Return the shape of a color's stone with the given ten neighbors, cached in a table."""
        # Digit 1 for own stones, 2 for blocked places, including those off the board.
        code: cython.int = self.ternary[own] + 2 * (self.ternary[other] + self.ternary[off])
        shape: cython.int
        if color:
            shape = self.white_shapes[code]
            if shape == UNKNOWN:
                self.white_shapes[code] = shape = _shape_of(own, other | off, self.exact_white)
        else:
            shape = self.black_shapes[code]
            if shape == UNKNOWN:
                self.black_shapes[code] = shape = _shape_of(own, other | off, self.exact_black)
        return shape

    def _set_shapes(self, index, shapes):
        """Set the shapes of a cell for a color, and the pair of the two strongest."""
        found: cython.int = self.pairs[shapes]
        if found < 0:
            self.pairs[shapes] = found = _pair_of(shapes)
        self.shapes[index] = shapes
        self.pair[index] = found

    def _refresh(self):
        """Compute all shapes of the current position."""
        cython.declare(cell=cython.int, way=cython.int, line=cython.int, at=cython.int, off=cython.int)
        cython.declare(black=cython.int, white=cython.int, b=cython.int, w=cython.int)
        for cell in range(32):
            self.count[cell] = 0
        self.sum_black = self.worth[4 * PAIRS]
        self.sum_white = self.worth[4 * PAIRS + 1]
        # Only at the start of a search: every cell, four lines, both colors. Occupied cells get shapes
        # too, which `_take` needs when their stone is removed.
        for cell in range(self.n_cells):
            black = white = 0
            for way in range(4):
                line = self.line_of[4 * cell + way]
                # A diagonal of less than five places contains no shape.
                if line >= self.n_lines:
                    continue
                at = self.place[4 * cell + way]
                b = _neighbors(self.stones[line] << 5, at)
                w = _neighbors(self.stones[LINES + line] << 5, at)
                off = 1023 & ~(b | w | _neighbors(self.empty[line] << 5, at))
                black |= self._shape(0, b, w, off) << 4 * way
                white |= self._shape(1, w, b, off) << 4 * way
            self._set_shapes(cell, black)
            self._set_shapes(self.n_cells + cell, white)
            if self.owner[cell] < 0:
                self._add(cell, 1)
                self._add(self.n_cells + cell, 1)

    def _put(self, cell, color):
        """Place a stone on an empty cell, and update the shapes that change."""
        cython.declare(way=cython.int, line=cython.int, at=cython.int, near=cython.ulonglong)
        cython.declare(b=cython.int, w=cython.int, off=cython.int, index=cython.int, who=cython.int)
        cython.declare(shape=cython.int, shapes=cython.int, there=cython.int)
        cython.declare(black=cython.ulonglong, white=cython.ulonglong, empty=cython.ulonglong)
        one: cython.ulonglong = 1
        n: cython.int = CHANGES * self.n_moves
        self.old_sum[2 * self.n_moves] = self.sum_black
        self.old_sum[2 * self.n_moves + 1] = self.sum_white
        # The cell is subtracted from the sums before the stone is placed, while its pairs are those of an
        # empty cell.
        self._add(cell, -1)
        self._add(self.n_cells + cell, -1)
        self._play(cell, color)
        # Only the five places on each side in each line are affected by the stone. Both colors are
        # handled in one visit, as the masks of neighbors are the same with own and other exchanged.
        for way in range(4):
            line = self.line_of[4 * cell + way]
            if line >= self.n_lines:
                continue
            at = self.place[4 * cell + way]
            black = self.stones[line] << 5
            white = self.stones[LINES + line] << 5
            empty = self.empty[line] << 5
            near = (one * 2047 << at) >> 5 & self.empty[line]
            while near:
                at = first_bit(near)
                near &= near - 1
                there = self.cell_at[32 * line + at]
                b = _neighbors(black, at)
                w = _neighbors(white, at)
                off = 1023 & ~(b | w | _neighbors(empty, at))
                for who in range(2):
                    index = self.n_cells * who + there
                    shape = self._shape(1, w, b, off) if who else self._shape(0, b, w, off)
                    shapes = self.shapes[index]
                    # Most neighbors keep their shape; they cost two lookups and no write.
                    if (shapes >> 4 * way & 15) != shape:
                        self.changed[n] = index
                        self.old_shapes[n] = shapes
                        n += 1
                        # Subtracted with the old pair, added with the new one: both sums and one count
                        # change in two calls.
                        self._add(index, -1)
                        self._set_shapes(index, shapes & ~(15 << 4 * way) | shape << 4 * way)
                        self._add(index, 1)
        self.n_changed[self.n_moves - 1] = n

    def _take(self):
        """Remove the stone placed last."""
        self._undo()
        cell: cython.int = self.moved[self.n_moves]
        first: cython.int = CHANGES * self.n_moves
        cython.declare(n=cython.int, index=cython.int)
        # Backwards, since a cell may have been logged more than once. Sums are restored from the log
        # instead of being computed: one load each.
        for n in range(self.n_changed[self.n_moves] - 1, first - 1, -1):
            index = self.changed[n]
            self.count[16 * (index >= self.n_cells) + self.kind[self.pair[index]]] -= 1
            self._set_shapes(index, self.old_shapes[n])
            self.count[16 * (index >= self.n_cells) + self.kind[self.pair[index]]] += 1
        self._add(cell, 1)
        self._add(self.n_cells + cell, 1)
        self.sum_black = self.old_sum[2 * self.n_moves]
        self.sum_white = self.old_sum[2 * self.n_moves + 1]

    def _worth(self, color):
        """Return the value of the position for the color to move."""
        return (
            cython.cast(cython.int, -self.sum_white if color else self.sum_black)
            + self.stake[STATES * STATES * color + STATES * self._state(color) + self._state(1 - color)]
        )

    def _state(self, color):
        """Return the state number that encodes the threats of a color."""
        first: cython.int = 16 * color
        # Mixed radix, 2 * 3 * 2 * 3: forks, other fours, double threes, threes. The numbers of points are
        # divided by the number of points that one line contributes: two for a four and four for a three.
        return (
            (self.count[first + FORK] > 0)
            + 2 * min((self.count[first + LONE_FOUR] + 1) // 2, 2)
            + 6 * (self.count[first + TWO_THREES] > 0)
            + 12 * min((self.count[first + LONE_THREE] + 3) // 4, 2)
        )

    def _urge(self, color, cell):
        """Return the urgency of playing on an empty cell for a color."""
        return (
            self.urge[4 * self.pair[cell] + color]
            + self.urge[4 * self.pair[self.n_cells + cell] + 2 + color]
        )

    def _find(self, color, kind):
        """Return the first empty cell of a kind for a color; -1 if there is none."""
        cell: cython.int
        # Called only if `count` shows that the kind exists: such scans are rarer than updates of a list
        # would be.
        for cell in range(self.n_cells):
            if self.owner[cell] < 0 and self.kind[self.pair[self.n_cells * color + cell]] == kind:
                return cell
        return -1

    # -- for Python callers

    def weigh(self, worth, urge, tempo, stake) -> None:
        """Set the tables of values and urgencies, by pair, color and side to move.

        `tempo` has two values for Black: of having the move, and of White having the move.
        """
        check(len(tempo) == 2, "length of a table out of range")
        for table in (worth, urge):
            check(len(table) == 4 * PAIRS, "length of a table out of range")
        check(len(stake) == 2 * STATES * STATES, "length of a table out of range")
        for table in (worth, urge, tempo, stake):
            check_all(table, -MOST_WORTH, MOST_WORTH, "number of a table out of range")
        self.worth = array("i", [*worth, *tempo])
        self.urge = array("i", urge)
        self.stake = array("i", stake)

    def put(self, cell: cython.int, color: cython.int) -> None:
        """Place a stone on an empty cell; `refresh` must be called first."""
        self._check_empty(cell)
        check(0 <= color <= 1, "color out of range")
        self._put(cell, color)

    def take(self) -> None:
        """Remove the last stone placed by `put`."""
        check(self.n_moves > 0, "no stone to take back")
        check(CHANGES * (self.n_moves - 1) <= self.n_changed[self.n_moves - 1], "no stone that was put")
        self._take()

    def refresh(self) -> None:
        """Compute the shapes of the current position."""
        self._refresh()

    def shapes_of(self, color: cython.int) -> list[int]:
        """Return, for each cell, its shapes for a color, four bits each; -1 if it has a stone."""
        check(0 <= color <= 1, "color out of range")
        first: cython.int = self.n_cells * color
        return [self.shapes[first + cell] if self.owner[cell] < 0 else -1 for cell in range(self.n_cells)]

    def worth_for(self, color: cython.int) -> int:
        """Return the value of the position for a color that is to move."""
        check(0 <= color <= 1, "color out of range")
        return self._worth(color)

    def pairs_of(self, color: cython.int) -> list[int]:
        """Return, for each cell, the number of its pair of shapes for a color; -1 if it has a stone."""
        check(0 <= color <= 1, "color out of range")
        first: cython.int = self.n_cells * color
        return [self.pair[first + cell] if self.owner[cell] < 0 else -1 for cell in range(self.n_cells)]

    def state_of(self, color: cython.int) -> int:
        """Return the state number that encodes the threats of a color."""
        check(0 <= color <= 1, "color out of range")
        return self._state(color)
