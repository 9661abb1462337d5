# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The shapes that a stone would make on each empty cell, and their values, updated with each move.

Algorithm: incremental linear evaluation over patterns of lines, the usual evaluation of five-in-a-row
programs. The shape of a cell in a line depends on ten neighbors; it is looked up by the ternary number of
these neighbors (3^10 bytes per rule), which is updated with each move. The two strongest shapes of a cell
together form the index into a table of weights, which `_tuner.py` fits.

Data layout: arrays are indexed by cell and color, so that a cell's entries for both colors share a cache
line. Words are packed: one addition changes the sums for Black to move and for White to move, and another
changes the counts of a color's threats of all kinds. Cost: a move examines up to 40 cells, of which one
or two dozen are usually empty; it logs and updates only the cells whose shape changes, about two thirds
of the empty ones; undoing copies the old words back.

Invariants, established by `_refresh` and maintained by `_put` and `_take`:
- The shape of an empty cell in a line (from FIVE_SHAPE down to 0) is the shape that a stone of a color
  would make there, given the five places on each side. `entries[2 * cell + color]` holds the shapes
  of the four lines in its lowest 16 bits, four bits each, and above them the number of the pair formed
  by the two strongest shapes. An occupied cell retains the entries that it had when its stone was placed.
- `views[4 * cell + way]` holds the ten neighbors of an empty cell in a line as ternary numbers, Black's
  view in the lower 16 bits and White's in the upper ones. The lowest digit is for the first of these
  places along the line; 0 is an empty place, 1 a stone of the color, 2 a stone of the other color or a
  place off the board.
- `kinds[color]` counts the empty cells by the kind of their pair, in KIND_BITS bits for each kind from
  LONE_THREE on; `unit[pair]` is the amount that a pair adds to these counts.
- `value[2 * pair + color]` is the value for Black of a pair of shapes of `color`, in 200ths of log-odds:
  the value if Black is to move, plus 2^32 times the value if White is. `value[2 * PAIRS]` is the value of
  having the move, and `sum` the sum of this and of the values of all empty cells. `urge[4 * pair + 2 *
  color + side]` is the urgency for `side` of playing in a cell with that pair. `stake[STATES * STATES *
  color + STATES * own + other]` is the value for `color`, if it is to move, of its threats (state `own`)
  and the threats of the other color (state `other`).
- The tables from places to shapes, and from shapes to pairs, are filled on first use. Threads share them
  without locks: an entry is one byte or two, and every thread fills in the same number.
- `_put` changes no more than 80 entries and the sums; the old words are logged first.
"""

from array import array
from functools import cache

import cython

from zet.engines.renju._threats import ThreatSearch

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits
    from zet.engines.kernel.checks import check, check_all
    from zet.engines.renju.constants import *

CHANGES = cython.declare(cython.int, 80)
"""The maximum number of shapes that a move changes: ten places in each of four lines, for both colors."""

STEPS = (0, 1), (1, 0), (1, 1), (-1, 1)
"""The steps (row, column) along the four lines of a cell, from lower to higher places of the line."""

KIND_BITS = cython.declare(cython.int, 10)
"""The number of bits that count the cells of one kind; the count is at most MOST_CELLS, 484."""

LOW = cython.declare(cython.longlong, 0xFFFFFFFF)
SIGN = cython.declare(cython.longlong, 0x80000000)
"""The mask of the lower half of a word (LOW), and the highest bit of this half (SIGN)."""

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
    """Return four tables: pair numbers by shapes, kinds of pairs, units of pairs, sums of powers of 3.

    The first table is filled in on first use; the next two are indexed by the number of the pair. The
    last table maps a mask of ten bits to the sum of 3 ** n over the bits n that are set.
    """
    ternary = array(
        "i", [sum(3**place for place in range(10) if bits >> place & 1) for bits in range(1024)]
    )
    kinds = array("B", (_kind_of(first, second) for first in range(16) for second in range(first + 1)))
    bits_of = {0: 0} | {kind: 1 << KIND_BITS * (kind - LONE_THREE) for kind in [*kinds] if kind}
    return array("h", [-1]) * 65536, kinds, array("q", map(bits_of.__getitem__, kinds)), ternary


@cache
def neighbors(size, steps, reach, least):
    """Return, for each cell, how a stone there changes the line views of its neighbors.

    The first array lists the changes, with space for 8 * reach of them per cell; the second array
    contains the number of changes for each cell. A change is a pair: 4 * neighbor + way, and the power of
    three for the cell's place in the neighbor's view along this way. A view has `reach` places on each
    side. `steps` lists the step (row, column) of each way. Lines of fewer than `least` places are
    omitted.
    """
    room = 16 * reach
    near, n_near = array("i", bytes(4 * room * size * size)), array("i", bytes(4 * size * size))
    for cell in range(size * size):
        y, x = divmod(cell, size)
        found = []
        for way, (dy, dx) in enumerate(steps):
            places = [
                (off, (y + off * dy) * size + x + off * dx)
                for off in range(1 - size, size)
                if 0 <= y + off * dy < size and 0 <= x + off * dx < size
            ]
            for off, there in places if len(places) >= least else ():
                if 0 < abs(off) <= reach:
                    # From a neighbor, this stone is at the opposite offset: hence the powers in reverse.
                    found += 4 * there + way, 3 ** (reach - off - (off < 0))
        near[room * cell : room * cell + len(found)] = array("i", found)
        n_near[cell] = len(found) // 2
    return near, n_near


def _shape_of(own, blocked, exact):
    """Return the shape of a stone, given its neighbors: five places on each side.

    `own` and `blocked` are masks of these ten places; the lower five bits are for those before the stone.
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
    """Return the ten places around a place of a line, as bits; in `padded` the line begins at bit 5."""
    # The mask is shifted by five, so that a place at the edge needs no special case.
    places: cython.int = cython.cast(cython.int, padded >> at & 2047)
    return places & 31 | places >> 6 << 5


def _pair_of(shapes):
    """Return the number of the pair formed by the two strongest of four shapes (four bits each)."""
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
    """A board with the shapes that a stone would make on each empty cell, and the values of the cells."""

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        ThreatSearch.__init__(self, exact_black, exact_white, restricted, size)
        self.black_shapes = SHAPES[bool(exact_black)]
        self.white_shapes = SHAPES[bool(exact_white)]
        self.pairs, self.kind, self.unit, self.ternary = _pairs()
        # A diagonal of fewer than five places contains no shape.
        self.near_views, self.n_near_views = neighbors(size, STEPS, 5, 5)
        self.views = array("I", bytes(4 * 4 * self.n_cells))
        self.entries = array("i", bytes(4 * 2 * self.n_cells))
        self.old_entries = array("i", bytes(4 * CHANGES * (self.n_cells + 1)))
        self.changed = array("i", bytes(4 * CHANGES * (self.n_cells + 1)))
        self.n_changed = array("i", bytes(4 * (self.n_cells + 1)))
        self.old_sums = array("q", bytes(8 * 3 * (self.n_cells + 1)))
        self.kinds = array("q", bytes(8 * 2))
        self.value = array("q", bytes(8 * (2 * PAIRS + 1)))
        self.urge = array("i", bytes(4 * 4 * PAIRS))
        self.stake = array("i", bytes(4 * 2 * STATES * STATES))
        self.sum = 0

    def _pair(self, color, cell):
        """Return the number of the pair formed by a color's two strongest shapes on an empty cell."""
        return self.entries[2 * cell + color] >> 16

    def _n_of(self, color, kind):
        """Return the number of empty cells of a kind for a color; `kind` is at least LONE_THREE."""
        return cython.cast(
            cython.int, self.kinds[color] >> KIND_BITS * (kind - LONE_THREE) & (1 << KIND_BITS) - 1
        )

    def _add(self, cell, sign):
        """Add an empty cell's share of the value and counts by kind (`sign` 1), or subtract it (-1)."""
        cython.declare(color=cython.int, pair=cython.int)
        for color in range(2):
            pair = self._pair(color, cell)
            self.sum += sign * self.value[2 * pair + color]
            self.kinds[color] += sign * self.unit[pair]

    def _shape(self, color, view):
        """Return the shape of a color's stone with the given ten neighbors, cached in a table."""
        shape: cython.int = self.white_shapes[view] if color else self.black_shapes[view]
        cython.declare(own=cython.int, blocked=cython.int, place=cython.int, rest=cython.int)
        if shape == UNKNOWN:
            own = blocked = 0
            rest = view
            for place in range(10):
                own |= (rest % 3 == 1) << place
                blocked |= (rest % 3 == 2) << place
                rest //= 3
            shape = _shape_of(own, blocked, self.exact_white if color else self.exact_black)
            if color:
                self.white_shapes[view] = shape
            else:
                self.black_shapes[view] = shape
        return shape

    def _entry_of(self, shapes):
        """Return a cell's entry: its four shapes, and the pair formed by the two strongest shapes."""
        found: cython.int = self.pairs[shapes]
        if found < 0:
            self.pairs[shapes] = found = _pair_of(shapes)
        return found << 16 | shapes

    def _change(self, index, entry):
        """Set a color's entry for an empty cell, and update the value and the counts of cells by kind."""
        color: cython.int = index & 1
        old: cython.int = self.entries[index] >> 16
        self.sum += self.value[2 * (entry >> 16) + color] - self.value[2 * old + color]
        self.kinds[color] += self.unit[entry >> 16] - self.unit[old]
        self.entries[index] = entry

    def _refresh(self):
        """Compute all shapes of the current position."""
        cython.declare(cell=cython.int, way=cython.int, line=cython.int, at=cython.int, off=cython.int)
        cython.declare(black=cython.int, white=cython.int, b=cython.int, w=cython.int)
        self.kinds[0] = self.kinds[1] = 0
        self.sum = self.value[2 * PAIRS]
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
                b, w = self.ternary[b], self.ternary[w]
                off = 2 * self.ternary[off]
                at = 4 * cell + way
                self.views[at] = cython.cast(cython.uint, b + 2 * w + off)
                self.views[at] |= cython.cast(cython.uint, w + 2 * b + off) << 16
                black |= self._shape(0, b + 2 * w + off) << 4 * way
                white |= self._shape(1, w + 2 * b + off) << 4 * way
            self.entries[2 * cell] = self._entry_of(black)
            self.entries[2 * cell + 1] = self._entry_of(white)
            if self.owner[cell] < 0:
                self._add(cell, 1)

    def _put(self, cell, color):
        """Place a stone on an empty cell, and update the shapes that change."""
        cython.declare(n=cython.int, there=cython.int, way=cython.int, index=cython.int, who=cython.int)
        cython.declare(shape=cython.int, entry=cython.int, view=cython.uint)
        logged: cython.int = CHANGES * self.n_moves
        # A stone is digit 1 in the view of its color, and digit 2 in the view of the other color.
        digits: cython.uint = 1 << 16 | 2 if color else 2 << 16 | 1
        self.old_sums[3 * self.n_moves] = self.sum
        self.old_sums[3 * self.n_moves + 1] = self.kinds[0]
        self.old_sums[3 * self.n_moves + 2] = self.kinds[1]
        self._add(cell, -1)
        self._play(cell, color)
        # Only the five places on each side in each line are affected by the stone, each in one line, so
        # that an entry changes once.
        for n in range(80 * cell, 80 * cell + 2 * self.n_near_views[cell], 2):
            there = self.near_views[n]
            if self.owner[there >> 2] >= 0:
                continue
            view = self.views[there] + digits * cython.cast(cython.uint, self.near_views[n + 1])
            self.views[there] = view
            way = 4 * (there & 3)
            for who in range(2):
                index = 2 * (there >> 2) + who
                shape = self._shape(who, view >> 16 if who else view & 0xFFFF)
                entry = self.entries[index]
                if (entry >> way & 15) != shape:
                    self.changed[logged] = index
                    self.old_entries[logged] = entry
                    logged += 1
                    self._change(index, self._entry_of(entry & 0xFFFF & ~(15 << way) | shape << way))
        self.n_changed[self.n_moves - 1] = logged

    def _take(self):
        """Remove the stone placed last."""
        self._undo()
        cell: cython.int = self.moved[self.n_moves]
        digits: cython.uint = 1 << 16 | 2 if self.moved_color[self.n_moves] else 2 << 16 | 1
        cython.declare(n=cython.int, there=cython.int)
        # The cells that are empty now were so when the stone was placed, as stones are removed in reverse
        # order.
        for n in range(80 * cell, 80 * cell + 2 * self.n_near_views[cell], 2):
            there = self.near_views[n]
            if self.owner[there >> 2] < 0:
                self.views[there] -= digits * cython.cast(cython.uint, self.near_views[n + 1])
        # Sums and entries are copied back from the log, not computed again.
        for n in range(CHANGES * self.n_moves, self.n_changed[self.n_moves]):
            self.entries[self.changed[n]] = self.old_entries[n]
        self.sum = self.old_sums[3 * self.n_moves]
        self.kinds[0] = self.old_sums[3 * self.n_moves + 1]
        self.kinds[1] = self.old_sums[3 * self.n_moves + 2]

    def _worth(self, color):
        """Return the value of the position for the color to move."""
        black: cython.longlong = ((self.sum + SIGN) & LOW) - SIGN
        worth: cython.longlong = (black - self.sum) >> 32 if color else black
        return (
            cython.cast(cython.int, worth)
            + self.stake[STATES * STATES * color + STATES * self._state(color) + self._state(1 - color)]
        )

    def _state(self, color):
        """Return the number that encodes the threats of a color."""
        # Mixed radix, 2 * 3 * 2 * 3: forks, other fours, double threes, threes. The numbers of points are
        # divided by the number of points that one line contributes: two for a four and four for a three.
        return (
            (self._n_of(color, FORK) > 0)
            + 2 * min((self._n_of(color, LONE_FOUR) + 1) // 2, 2)
            + 6 * (self._n_of(color, TWO_THREES) > 0)
            + 12 * min((self._n_of(color, LONE_THREE) + 3) // 4, 2)
        )

    def _urge(self, color, cell):
        """Return how urgent it is for a color to play on an empty cell."""
        return self.urge[4 * self._pair(0, cell) + color] + self.urge[4 * self._pair(1, cell) + 2 + color]

    def _find(self, color, kind):
        """Return the first empty cell of a kind for a color; -1 if there is none."""
        cell: cython.int
        # Called only if `kinds` shows that the kind exists: such scans are rarer than updates of a list
        # would be.
        for cell in range(self.n_cells):
            if self.owner[cell] < 0 and self.kind[self._pair(color, cell)] == kind:
                return cell
        return -1

    # -- for Python callers

    def weigh(self, worth, urge, tempo, stake) -> None:
        """Set the tables of values and urgencies.

        `worth` and `urge` are indexed by 4 * pair + 2 * color + side, where `color` owns the pair and
        `side` is to move. `tempo` lists two values for Black: that of Black's having the move, and that
        of White's having it.
        `stake` is described in the module docstring.
        """
        check(len(tempo) == 2, "length of a table out of range")
        for table in (worth, urge):
            check(len(table) == 4 * PAIRS, "length of a table out of range")
        check(len(stake) == 2 * STATES * STATES, "length of a table out of range")
        for table in (worth, urge, tempo, stake):
            check_all(table, -MOST_WORTH, MOST_WORTH, "number of a table out of range")
        numbers = [*worth, *tempo]
        self.value = array("q", (b + (w << 32) for b, w in zip(numbers[::2], numbers[1::2], strict=True)))
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
        """Return, for each cell, a color's shapes, four bits each; -1 for an occupied cell."""
        check(0 <= color <= 1, "color out of range")
        return [
            self.entries[2 * cell + color] & 0xFFFF if self.owner[cell] < 0 else -1
            for cell in range(self.n_cells)
        ]

    def worth_for(self, color: cython.int) -> int:
        """Return the value of the position for a color that is to move."""
        check(0 <= color <= 1, "color out of range")
        return self._worth(color)

    def pairs_of(self, color: cython.int) -> list[int]:
        """Return, for each cell, the code of a color's pair of shapes; -1 for an occupied cell."""
        check(0 <= color <= 1, "color out of range")
        return [self._pair(color, cell) if self.owner[cell] < 0 else -1 for cell in range(self.n_cells)]

    def state_of(self, color: cython.int) -> int:
        """Return the number that encodes the threats of a color."""
        check(0 <= color <= 1, "color out of range")
        return self._state(color)
