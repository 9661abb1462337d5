# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The board and its patterns of stones; a board has 5 to 22 places per side.

Algorithm: bitboards by line, and bit-parallel counting. The number of stones in every window of five
places is computed for all places of four lines at once, with carry-save adders in a word (SIMD within a
register; Warren, "Hacker's Delight", 2002). Black's forbidden points follow the international rules of
renju: a four counts only if a legal move makes it a five, and a three only if a legal move makes it a
straight four, which is decided by recursion.

Cost: a move computes four lines for two colors without a loop, and undoing the move copies the old values
back. A move and its undoing take 857 instructions in the middle of a game (callgrind), and 9.6 to 24.7
million such pairs are possible per second (BENCHMARKS.md, "The board"). A table of patterns by line, the
usual way, would need an index of 15 ternary digits, or of 9 digits for each cell and direction.

Invariants:
- A line is a row, a column or a diagonal, numbered in this order; diagonals of fewer than five places,
  which contain no pattern, come after the first `n_lines` lines. A cell is on four lines; in each line,
  its place 0..21 is the number of its bit in the line's masks. Places off the board are never set. The
  four diagonals with a single place share one line number, which keeps the number of lines within 128;
  this line is never read.
- Lines are processed together in lanes of `lane` bits in 64-bit words: on boards of up to 15 places per
  side, the four lines through a cell are four lanes of 16 bits; on larger boards, two lanes of 32 bits in
  each of two words. A lane is wider than a line, so no pattern extends from one lane into the next.
- `pattern[128 * color + line]` is up to date after each change. Its lanes, from the lowest, are the empty
  places at which this color makes five, a four, a three (one more stone makes it a straight four), and a
  straight four. If a word has only two lanes, the other two are in the word that comes `second` places
  later. These fours and threes are shapes in a line: whether Black may play them is not considered.
- `four_lines[2 * color : 2 * color + 2]` contains a bit for each line in which a four can be made.
- Before a change, the old values are written to the trail: 8 patterns, their second words, and 4 words of
  `four_lines`. The cell and the color are written to `moved` and `moved_color`. `_undo` restores the
  board from the trail and these two arrays.
- Black's forbidden points are not stored but computed; the computation is slow only for a cell that makes
  two or more threes.
"""

from array import array
from collections import Counter
from functools import cache
from itertools import islice

import cython

from zet.engines.kernel.rng import splitmix64

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.checks import check
    from zet.engines.renju.constants import *

TRAIL = cython.declare(cython.int, 20)
"""The number of words that a change adds to the trail."""

EVEN = cython.declare(cython.ulonglong, 0x0000FFFF0000FFFF)
"""The mask of the first and the third of four lanes."""

LOW = cython.declare(cython.ulonglong, 0xFFFFFFFF)
"""The mask of the lower half of a word."""


@cache
def _geometry(size):
    """Return the number of lines that can contain a five, and tables that relate lines and cells.

    The board has `size` places per side. The tables are: the four lines of each cell; the place of each
    cell in its lines; the cells of each line, 32 entries per line; and the mask of all places of each
    line.
    """
    through = []
    for cell in range(size * size):
        y, x = divmod(cell, size)
        through.append((((0, y), x), ((1, x), y), ((2, x - y), x), ((3, x + y), x)))
    lengths = Counter(line for ways in through for line, _ in ways)
    lines = sorted(lengths, key=lambda line: (lengths[line] < 5, lengths[line] == 1, line))
    n_shared = sum(length == 1 for length in lengths.values())
    number = {line: min(at, len(lines) - n_shared) for at, line in enumerate(lines)}
    line_of, place = array("i"), array("i")
    cell_at = array("h", [-1]) * (32 * LINES)
    mask = array("Q", bytes(8 * LINES))
    for cell, ways in enumerate(through):
        for line, at in ways:
            line_of.append(number[line])
            place.append(at)
            if lengths[line] > 1:
                cell_at[32 * number[line] + at] = cell
                mask[number[line]] |= 1 << at
    return sum(length >= 5 for length in lengths.values()), line_of, place, cell_at, mask


@cache
def _keys(n_cells):
    """Return random keys for Zobrist hashing: for stones, for the color to move, and for other state."""
    # Zobrist keys from a fixed seed: equal positions have equal keys in every process and every run.
    return array("Q", islice(splitmix64(20010501), max(2 * n_cells + 3, MOST_CELLS + 1)))


def _spread(windows, size):
    """Return the mask of all places in the windows of `size` (4 or 5) that begin at bits of `windows`."""
    # Shifted one place at a time. Doubling would save two operations, but not for both sizes, 4 and 5.
    covered: cython.ulonglong = windows | windows << 1 | windows << 2 | windows << 3
    if size > 4:
        covered |= windows << 4
    return covered


@cython.cclass
class Board:
    """A board on which moves are made and undone, with the patterns that its stones form.

    `exact` states for each color whether a row must be exactly five to win, `restricted` whether Black
    has forbidden points. `size` is the number of places per side, 5 to 22.
    """

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        check(LEAST_SIZE <= size <= MOST_SIZE, "the board size is out of range")
        self.exact_black = exact_black
        self.exact_white = exact_white
        self.restricted = restricted
        self.size = size
        self.n_cells = size * size
        self.n_moves = 0
        self.key = 0
        self.deep_checks = 0
        self.n_lines, self.line_of, self.place, self.cell_at, mask = _geometry(size)
        self.keys = _keys(self.n_cells)
        self.stones = array("Q", bytes(8 * 2 * LINES))
        self.empty = array("Q", mask)
        self.lane = 16 if size <= NARROW else 32
        self.lane_mask = LANE if size <= NARROW else ALL >> 32
        self.second = 0 if size <= NARROW else 2 * LINES
        self.pattern = array("Q", bytes(8 * 2 * 2 * LINES))
        self.four_lines = array("Q", bytes(8 * 4))
        self.trail = array("Q", bytes(8 * (self.n_cells + 1) * TRAIL))
        self.moved = array("i", bytes(4 * (self.n_cells + 1)))
        self.moved_color = array("i", bytes(4 * (self.n_cells + 1)))
        self.owner = array("i", [-1]) * self.n_cells

    # -- patterns

    def _patterns(self, b0, e, exact):
        """Return the places where a color makes a five, a four, a three and a straight four, in lanes.

        `b0` and `e` are the masks of the color's stones and of the empty places; if `exact`, an overline
        is not a five.
        """
        b1: cython.ulonglong = b0 >> 1
        b2: cython.ulonglong = b0 >> 2
        b3: cython.ulonglong = b0 >> 3
        b4: cython.ulonglong = b0 >> 4
        open1: cython.ulonglong = b0 | e
        open2: cython.ulonglong = open1 & open1 >> 1
        open4: cython.ulonglong = open2 & open2 >> 2
        # Bit i of each word is for the window that begins at place i: first, whether its five places have
        # no stone of the other color; below, in binary, how many stones they contain.
        window: cython.ulonglong = open4 & open1 >> 4
        # Windows of six whose ends are empty; the four places between them are those of a future straight
        # four.
        between: cython.ulonglong = e & e >> 5 & open4 >> 1
        # The four bits b1 to b4 are added in parallel, without carries between places: `ones` and `twos`
        # are the lower digits of the sum, `all4` its third digit. Counting window by window would take
        # eleven rounds for each line.
        half: cython.ulonglong = b1 ^ b2
        other: cython.ulonglong = b3 ^ b4
        ones: cython.ulonglong = half ^ other
        pairs: cython.ulonglong = half & other
        twos: cython.ulonglong = (b1 & b2) ^ (b3 & b4) ^ pairs
        all4: cython.ulonglong = b1 & b2 & b3 & b4
        cython.declare(five=cython.ulonglong, four=cython.ulonglong, three=cython.ulonglong)
        cython.declare(straight=cython.ulonglong)
        # A five next to another stone is an overline: such windows are excluded before anything is
        # counted.
        if exact:
            five = b0 << 1 | b0 >> 5
            window &= ~five
            between &= ~(b0 << 1 | b0 >> 6)
        three = _spread(between & twos & ~ones & ~all4, 4) << 1 & e
        straight = _spread(between & twos & ones, 4) << 1 & e
        # The fifth stone, b0, is added by the comparison: three of five stones are three of four without
        # it or two with it.
        four = _spread(window & ((twos & ~all4 & ~ones & b0) | (twos & ones & ~b0)), 5) & e
        five = _spread(window & ((all4 & ~b0) | (twos & ones & b0)), 5) & e
        return five, four, three, straight

    def _update_patterns(self, color, exact, e, l0, l1, l2, l3):
        """Recompute a color's patterns in four lines; `e` is the mask of their empty places, in lanes."""
        own: cython.int = LINES * color
        cython.declare(five=cython.ulonglong, four=cython.ulonglong)
        cython.declare(three=cython.ulonglong, straight=cython.ulonglong)
        b: cython.ulonglong = (
            self.stones[own + l0]
            | self.stones[own + l1] << 16
            | self.stones[own + l2] << 32
            | self.stones[own + l3] << 48
        )
        five, four, three, straight = self._patterns(b, e, exact)
        # A 4 x 4 transposition: four words with a lane for each line are computed, but the stored words
        # have a lane for each pattern, so that a reader of one line loads one word.
        even: cython.ulonglong = (five & EVEN) | (four & EVEN) << 16
        odd: cython.ulonglong = (five >> 16 & EVEN) | (four & ~EVEN)
        rest: cython.ulonglong = (three & EVEN) | (straight & EVEN) << 16
        odd_rest: cython.ulonglong = (three >> 16 & EVEN) | (straight & ~EVEN)
        self.pattern[own + l0] = (even & LOW) | (rest & LOW) << 32
        self.pattern[own + l1] = (odd & LOW) | (odd_rest & LOW) << 32
        self.pattern[own + l2] = even >> 32 | (rest & ~LOW)
        self.pattern[own + l3] = odd >> 32 | (odd_rest & ~LOW)
        # Rows and columns have numbers below 64, diagonals any number: for two of the four lines the half
        # of the bit set is known. Branching for all of them would cost two more comparisons per move and
        # color.
        own = 2 * color
        one: cython.ulonglong = 1
        low: cython.ulonglong = self.four_lines[own] & ~(one << l0 | one << l1)
        high: cython.ulonglong = self.four_lines[own + 1]
        if four & LANE:
            low |= one << l0
        if four & LANE << 16:
            low |= one << l1
        if l2 < 64:
            low &= ~(one << l2)
            if four & LANE << 32:
                low |= one << l2
        if l3 < 64:
            low &= ~(one << l3)
            if four & LANE << 48:
                low |= one << l3
        else:
            high &= ~(one << l3 - 64)
            if four & LANE << 48:
                high |= one << l3 - 64
        self.four_lines[own] = low
        self.four_lines[own + 1] = high

    def _update_wide(self, cell, at):
        """Recompute the patterns in the lines through a cell of a board larger than 15x15."""
        cython.declare(way=cython.int, color=cython.int, line=cython.int, exact=cython.bint)
        # Two lines per word: four calls of `_patterns` per move instead of two, so that boards above 15
        # make two fifths to a half fewer moves per second (BENCHMARKS.md, "Boards of other sizes").
        for color in range(2):
            exact = self.exact_white if color else self.exact_black
            for way in range(4):
                line = self.line_of[4 * cell + way]
                self.trail[at + 4 * color + way] = self.pattern[self.second + LINES * color + line]
                if way & 1:
                    self._update_pair(color, exact, self.line_of[4 * cell + way - 1], line)

    def _undo_wide(self, cell, at):
        """Restore from the trail the patterns that `_update_wide` changed."""
        cython.declare(way=cython.int, line=cython.int)
        for way in range(4):
            line = self.second + self.line_of[4 * cell + way]
            self.pattern[line] = self.trail[at + way]
            self.pattern[line + LINES] = self.trail[at + 4 + way]

    def _update_pair(self, color, exact, l0, l1):
        """Recompute a color's patterns in two lines of a board larger than 15x15."""
        own: cython.int = LINES * color
        cython.declare(five=cython.ulonglong, four=cython.ulonglong)
        cython.declare(three=cython.ulonglong, straight=cython.ulonglong)
        low: cython.ulonglong = self.lane_mask
        high: cython.ulonglong = low << 32
        b: cython.ulonglong = self.stones[own + l0] | self.stones[own + l1] << 32
        e: cython.ulonglong = self.empty[l0] | self.empty[l1] << 32
        five, four, three, straight = self._patterns(b, e, exact)
        self.pattern[own + l0] = (five & low) | (four & low) << 32
        self.pattern[own + l1] = five >> 32 | (four & high)
        self.pattern[self.second + own + l0] = (three & low) | (straight & low) << 32
        self.pattern[self.second + own + l1] = three >> 32 | (straight & high)
        self._note_four(color, l0, four & low)
        self._note_four(color, l1, four & high)

    def _note_four(self, color, line, four):
        """Record whether a color can make a four in a line."""
        one: cython.ulonglong = 1
        if four:
            self.four_lines[2 * color + (line >> 6)] |= one << (line & 63)
        else:
            self.four_lines[2 * color + (line >> 6)] &= ~(one << (line & 63))

    def _play(self, cell, color):
        """Place a stone on an empty cell."""
        l0: cython.int = self.line_of[4 * cell]
        l1: cython.int = self.line_of[4 * cell + 1]
        l2: cython.int = self.line_of[4 * cell + 2]
        l3: cython.int = self.line_of[4 * cell + 3]
        at: cython.int = TRAIL * self.n_moves
        own: cython.int = LINES * color
        one: cython.ulonglong = 1
        cython.declare(bit=cython.ulonglong, e=cython.ulonglong)
        # Unrolled: the four lines need different shifts and different halves of words.
        self.moved[self.n_moves] = cell
        self.moved_color[self.n_moves] = color
        self.n_moves += 1
        self.trail[at] = self.pattern[l0]
        self.trail[at + 1] = self.pattern[l1]
        self.trail[at + 2] = self.pattern[l2]
        self.trail[at + 3] = self.pattern[l3]
        self.trail[at + 4] = self.pattern[LINES + l0]
        self.trail[at + 5] = self.pattern[LINES + l1]
        self.trail[at + 6] = self.pattern[LINES + l2]
        self.trail[at + 7] = self.pattern[LINES + l3]
        self.trail[at + 8] = self.four_lines[0]
        self.trail[at + 9] = self.four_lines[1]
        self.trail[at + 10] = self.four_lines[2]
        self.trail[at + 11] = self.four_lines[3]
        self.owner[cell] = color
        self.key ^= self.keys[self.n_cells * color + cell]
        bit = one << self.place[4 * cell]
        self.stones[own + l0] |= bit
        self.empty[l0] &= ~bit
        bit = one << self.place[4 * cell + 1]
        self.stones[own + l1] |= bit
        self.empty[l1] &= ~bit
        bit = one << self.place[4 * cell + 2]
        self.stones[own + l2] |= bit
        self.empty[l2] &= ~bit
        bit = one << self.place[4 * cell + 3]
        self.stones[own + l3] |= bit
        self.empty[l3] &= ~bit
        if self.second:
            self._update_wide(cell, at + 12)
        else:
            e = self.empty[l0] | self.empty[l1] << 16 | self.empty[l2] << 32 | self.empty[l3] << 48
            self._update_patterns(0, self.exact_black, e, l0, l1, l2, l3)
            self._update_patterns(1, self.exact_white, e, l0, l1, l2, l3)

    def _undo(self):
        """Remove the stone placed last."""
        self.n_moves -= 1
        cell: cython.int = self.moved[self.n_moves]
        color: cython.int = self.moved_color[self.n_moves]
        at: cython.int = TRAIL * self.n_moves
        own: cython.int = LINES * color
        one: cython.ulonglong = 1
        cython.declare(bit=cython.ulonglong, way=cython.int, line=cython.int)
        # Copied back from the trail, not computed again.
        for way in range(4):
            line = self.line_of[4 * cell + way]
            bit = one << self.place[4 * cell + way]
            self.stones[own + line] &= ~bit
            self.empty[line] |= bit
            self.pattern[line] = self.trail[at + way]
            self.pattern[LINES + line] = self.trail[at + 4 + way]
        self.four_lines[0] = self.trail[at + 8]
        self.four_lines[1] = self.trail[at + 9]
        self.four_lines[2] = self.trail[at + 10]
        self.four_lines[3] = self.trail[at + 11]
        if self.second:
            self._undo_wide(cell, at + 12)
        self.owner[cell] = -1
        self.key ^= self.keys[self.n_cells * color + cell]

    def _threes(self, color, line):
        """Return the lanes of a color's threes and straight fours in a line."""
        if self.second:
            return self.pattern[self.second + LINES * color + line]
        return self.pattern[LINES * color + line] >> 32

    def _makes(self, cell, color, lane):
        """Return whether a stone on a cell makes the shape `lane`, such as FOUR, in any line."""
        cython.declare(way=cython.int, word=cython.ulonglong)
        found: cython.ulonglong = 0
        shift: cython.int = self.lane * (lane & 1)
        # All four words are combined before the one test, as four branches would be unpredictable.
        for way in range(4):
            if lane < THREE:
                word = self.pattern[LINES * color + self.line_of[4 * cell + way]]
            else:
                word = self._threes(color, self.line_of[4 * cell + way])
            found |= word >> self.place[4 * cell + way] + shift
        return (found & 1) != 0

    # -- forbidden points

    def _forbidden(self, cell):
        """Return the reason why Black may not play on an empty cell; LEGAL if he may."""
        cython.declare(way=cython.int, line=cython.int, at=cython.int)
        cython.declare(found=cython.ulonglong, rest=cython.ulonglong)
        fours: cython.int = 0
        threes: cython.int = 0
        if not self.restricted:
            return LEGAL
        # First from the stored patterns: nearly all cells have fewer than two fours or threes and are
        # decided here. A five is always legal, whatever else it makes.
        for way in range(4):
            line = self.line_of[4 * cell + way]
            at = self.place[4 * cell + way]
            found = self.pattern[line] >> at
            rest = self.pattern[self.second + line] >> at if self.second else found >> 32
            if found & 1:
                return LEGAL
            if found >> self.lane & 1:
                fours += 1
                if not rest >> self.lane & 1 and self._is_double_four(line, at):
                    fours += 1
            threes += cython.cast(cython.int, rest & 1)
        if self._is_overline(cell):
            return OVERLINE
        if fours > 1:
            return DOUBLE_FOUR
        if threes < 2:
            return LEGAL
        # Whether there is a double three depends on whether the straight fours behind the threes may be
        # played, which may depend on further double threes: the stone is placed, and `_is_three` recurs.
        # Each level has one more stone on the board, so that the recursion ends.
        self.deep_checks += 1
        threes = 0
        self._play(cell, 0)
        for way in range(4):
            if self._is_three(self.line_of[4 * cell + way], self.place[4 * cell + way]):
                threes += 1
                if threes == 2:
                    break
        self._undo()
        return DOUBLE_THREE if threes == 2 else LEGAL

    def _is_overline(self, cell):
        """Return whether a black stone on an empty cell makes a row of six or more."""
        cython.declare(way=cython.int, run=cython.ulonglong)
        one: cython.ulonglong = 1
        for way in range(4):
            run = self.stones[self.line_of[4 * cell + way]]
            if not run & run >> 1 & run >> 2:
                continue  # five stones with a gap among them include three in a row
            run |= one << self.place[4 * cell + way]
            run &= run >> 1
            run &= run >> 2 & run >> 4
            # Two windows of five that begin at adjacent places are a row of six.
            if _spread(run, 5) | run << 5:
                run = _spread(run, 5) | run << 5
                if run >> self.place[4 * cell + way] & 1:
                    return True
        return False

    def _is_double_four(self, line, at):
        """Return whether a black stone on an empty place makes two fours in the same line.

        The function counts the places that make five. It must not be called for a straight four, which
        has two such places but is one four.
        """
        one: cython.ulonglong = 1
        b: cython.ulonglong = self.stones[line] | one << at
        e: cython.ulonglong = self.empty[line] & ~(one << at)
        cython.declare(first=cython.int, window=cython.ulonglong, rest=cython.ulonglong)
        found: cython.ulonglong = 0
        for first in range(at - 4 if at > 4 else 0, at + 1):
            window = one * 31 << first
            rest = window & ~b
            # One empty place, and no further stone on either side, which would make it an overline.
            if rest and not rest & (rest - 1) and rest & e:
                if not b & (one << first + 5) and not (b << 1) & (one << first):
                    found |= rest
        return (found & (found - 1)) != 0

    def _is_three(self, line, at):
        """Return whether a legal move of Black makes a straight four with the stone at a place."""
        one: cython.ulonglong = 1
        b: cython.ulonglong = self.stones[line]
        e: cython.ulonglong = self.empty[line]
        cython.declare(first=cython.int, cell=cython.int, inner=cython.ulonglong, rest=cython.ulonglong)
        cython.declare(ends=cython.ulonglong)
        # At most four windows have the stone among their middle four places; each that lacks one stone
        # yields the cell whose legality decides.
        for first in range(at - 4 if at > 4 else 0, at):
            inner = one * 15 << first + 1
            ends = one * 33 << first
            rest = inner & ~b
            if rest and not rest & (rest - 1) and rest & e and (e & ends) == ends:
                if not b & (one << first + 6) and not (b << 1) & (one << first):
                    cell = self.cell_at[32 * line + first_bit(rest)]
                    if not self._makes(cell, 0, FIVE) and self._forbidden(cell) == LEGAL:
                        return True
        return False

    # -- for Python callers

    def _check_empty(self, cell):
        """Raise ValueError unless a cell is on the board and empty."""
        check(0 <= cell < self.n_cells, "cell out of range")
        check(self.owner[cell] < 0, "cell not empty")
        return 0

    def play(self, cell: cython.int, color: cython.int) -> None:
        """Place a stone on an empty cell."""
        self._check_empty(cell)
        check(0 <= color <= 1, "color out of range")
        self._play(cell, color)

    def undo(self) -> None:
        """Remove the stone placed last."""
        check(self.n_moves > 0, "no stone to take back")
        self._undo()

    def forbidden(self, cell: cython.int) -> int:
        """Return why Black may not play on an empty cell, or 0 if he may.

        The codes are 1 for an overline, 2 for a double four, 3 for a double three.
        """
        self._check_empty(cell)
        return self._forbidden(cell)

    def empty_cells(self) -> list[int]:
        """Return the empty cells."""
        return [cell for cell in range(self.n_cells) if self.owner[cell] < 0]

    def cells(self, color: cython.int, lane: cython.int) -> list[int]:
        """Return the empty cells at which a color makes the shape of the given lane.

        The lanes are 0 for fives, 1 for fours, 2 for threes, and 3 for straight fours.
        """
        check(0 <= color <= 1, "color out of range")
        check(0 <= lane <= 3, "lane out of range")
        return [c for c in range(self.n_cells) if self.owner[c] < 0 and self._makes(c, color, lane)]

    def winner(self) -> int:
        """Return the color that has a five on the board; -1 if there is none."""
        cython.declare(line=cython.int, color=cython.int, b=cython.ulonglong, run=cython.ulonglong)
        for color in range(2):
            for line in range(self.n_lines):
                b = self.stones[LINES * color + line]
                run = b & b >> 1
                run &= run >> 2 & b >> 4
                if self.exact_black if color == 0 else self.exact_white:
                    run &= ~(b << 1 | b >> 5)
                if run:
                    return color
        return -1

    def play_and_undo(self, count: cython.longlong) -> int:
        """Make and undo `count` moves on the empty cells in turn, as a benchmark; return `count`."""
        done: cython.longlong = 0
        cell: cython.int = 0
        check(self.n_moves < self.n_cells, "no empty cell")
        with cython.nogil:
            while done < count:
                if self.owner[cell] < 0:
                    self._play(cell, cython.cast(cython.int, done & 1))
                    self._undo()
                    done += 1
                cell = cell + 1 if cell < self.n_cells - 1 else 0
        return done
