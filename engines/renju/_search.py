# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The renju board with its patterns, and the search for wins by fours.

Invariants:
- A line is a row, a column or a diagonal: 15 + 15 + 29 + 29 = 88 of them. A cell lies on four; in each it
  has a place 0..14, a bit of the line's masks. Bit 15 and places off the board are never set, so that
  the four lines through a cell, packed into the four lanes of a 64-bit word, are worked on at once:
  no pattern reaches from one lane into the next.
- `pattern[88 * color + line]` is up to date after each change. Its lanes, from the lowest, hold the empty
  places at which this color makes five, a four, a three (two more stones make a straight four), and a
  straight four. A four and a three are meant as shapes of the line alone.
- `four_lines[2 * color : 2 * color + 2]` has a bit for each line whose second lane is not empty.
- A change is written to the trail first (cell, color, 8 patterns, 4 words of `four_lines`), so that
  `_undo` restores everything.
- Black's forbidden points are worked out when they are asked for; only a cell with two patterns pays.
"""

from array import array
from random import Random

import cython

LANE = cython.declare(cython.ulonglong, 0xFFFF)
SET_BITS = cython.declare(cython.ulonglong, 0x03F79D71B4CB0A89)
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
TRAIL = cython.declare(cython.int, 12)
N_LINES = cython.declare(cython.int, 88)
N_CELLS = cython.declare(cython.int, 225)

LEGAL = cython.declare(cython.int, 0)
OVERLINE = cython.declare(cython.int, 1)
DOUBLE_FOUR = cython.declare(cython.int, 2)
DOUBLE_THREE = cython.declare(cython.int, 3)

WIN = cython.declare(cython.int, 1)
NO_WIN = cython.declare(cython.int, 0)
GIVEN_UP = cython.declare(cython.int, -1)

INFINITE = cython.declare(cython.longlong, 1 << 30)
UNIT = cython.declare(cython.int, 4)
"""The proof number of a move that makes a four or a three in a line, before it is looked at."""

THIRD = cython.declare(cython.int, 16)
"""That of another move that puts a third stone into five places: it may threaten nothing."""

REST = cython.declare(cython.int, 24)
"""That of all other moves together."""

MAX_NODES = cython.declare(cython.int, 1 << 23)

SURE = cython.declare(cython.int, 1_000_000)
"""The value of a win, less the moves it takes."""

WORTH = (0, 1, 6, 30, 120, 120)
"""What five places are worth that hold so many stones of one color and none of the other."""

# Budgets of searches by fours within the search by threats: at the attacker's nodes, at nodes that may
# yet be settled otherwise, and for the defender's own win.
ATTACK = cython.declare(cython.longlong, 300)
QUICK = cython.declare(cython.longlong, 30)
COUNTER = cython.declare(cython.longlong, 200)

MANY = cython.declare(cython.int, 50)
"""More threes than a short win takes."""

COUNTER_FOUR = cython.declare(cython.int, 256)
"""Added to an edge's move if it is a four of the defender's."""

DEAD_BITS = cython.declare(cython.int, 18)
POLL = cython.declare(cython.longlong, 1 << 12)
NEVER = cython.declare(cython.longlong, 1 << 62)


def _geometry():
    """Return for each cell its lines and its places in them, for each line its cells and its mask."""
    line_of, place = array("i"), array("i")
    cell_at = array("i", [-1]) * (88 * 16)
    mask = array("Q", bytes(8 * 88))
    for cell in range(225):
        y, x = divmod(cell, 15)
        for line, at in ((y, x), (15 + x, y), (44 + x - y, x), (59 + x + y, x)):
            line_of.append(line)
            place.append(at)
            cell_at[16 * line + at] = cell
            mask[line] |= 1 << at
    return line_of, place, cell_at, mask


def _bit_numbers():
    """Return the number of the bit for each hash of a single bit (multiplication by SET_BITS)."""
    numbers = array("i", bytes(4 * 64))
    for bit in range(64):
        numbers[((0x03F79D71B4CB0A89 << bit) & 0xFFFFFFFFFFFFFFFF) >> 58] = bit
    return numbers


LINE_OF, PLACE, CELL_AT, LINE_MASK = _geometry()
BIT_NUMBERS = _bit_numbers()
_random = Random(20010501)
KEYS = array("Q", [_random.getrandbits(64) for _ in range(453)])
"""A random number for each color and cell, and one for each color that attacks."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _spread(windows: cython.ulonglong, size: cython.int) -> cython.ulonglong:
    """Return the places covered by windows of four, five or six places, named by their first one."""
    covered: cython.ulonglong = windows | windows << 1 | windows << 2 | windows << 3
    if size > 4:
        covered |= windows << 4
    return covered


def _longer(kind: str, content, size: int):
    """Return an array that begins with the content."""
    grown = array(kind, bytes(array(kind).itemsize * size))
    memoryview(grown)[: len(content)] = content
    return grown


@cython.cclass
class Board:
    """Stones and patterns; moves are made and undone.

    `exact` holds for each color whether an overline is no win; `restricted` says whether Black has
    forbidden points.
    """

    exact_black: cython.bint
    exact_white: cython.bint
    restricted: cython.bint
    key: cython.ulonglong
    deep_checks: cython.longlong

    line_of: cython.int[::1]
    place: cython.int[::1]
    cell_at: cython.int[::1]
    bit_numbers: cython.int[::1]
    keys: cython.ulonglong[::1]
    stones: cython.ulonglong[::1]
    empty: cython.ulonglong[::1]
    pattern: cython.ulonglong[::1]
    four_lines: cython.ulonglong[::1]
    trail: cython.ulonglong[::1]
    moved: cython.int[::1]
    moved_color: cython.int[::1]
    owner: cython.int[::1]

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool):
        self.exact_black = exact_black
        self.exact_white = exact_white
        self.restricted = restricted
        self.n_moves = 0
        self.key = 0
        self.deep_checks = 0
        self.line_of = LINE_OF
        self.place = PLACE
        self.cell_at = CELL_AT
        self.bit_numbers = BIT_NUMBERS
        self.keys = KEYS
        self.stones = array("Q", bytes(8 * 2 * 88))
        self.empty = array("Q", LINE_MASK)
        self.pattern = array("Q", bytes(8 * 2 * 88))
        self.four_lines = array("Q", bytes(8 * 4))
        self.trail = array("Q", bytes(8 * 226 * 12))
        self.moved = array("i", bytes(4 * 226))
        self.moved_color = array("i", bytes(4 * 226))
        self.owner = array("i", [-1]) * 225

    # -- bits

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _first(self, mask: cython.ulonglong) -> cython.int:
        """Return the number of the lowest bit of a mask that is not empty."""
        return self.bit_numbers[(((mask & (~mask + 1)) * SET_BITS) & ALL) >> 58]

    # -- patterns

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _renew(
        self,
        color: cython.int,
        exact: cython.bint,
        e: cython.ulonglong,
        l0: cython.int,
        l1: cython.int,
        l2: cython.int,
        l3: cython.int,
    ) -> cython.void:
        """Work out a color's patterns in four lines whose empty places are packed in `e`."""
        own: cython.int = N_LINES * color
        b0: cython.ulonglong = (
            self.stones[own + l0]
            | self.stones[own + l1] << 16
            | self.stones[own + l2] << 32
            | self.stones[own + l3] << 48
        )
        b1: cython.ulonglong = b0 >> 1
        b2: cython.ulonglong = b0 >> 2
        b3: cython.ulonglong = b0 >> 3
        b4: cython.ulonglong = b0 >> 4
        open1: cython.ulonglong = b0 | e
        open2: cython.ulonglong = open1 & open1 >> 1
        open4: cython.ulonglong = open2 & open2 >> 2
        # Windows of five places without a stone of the other color, and how many stones they hold.
        window: cython.ulonglong = open4 & open1 >> 4
        # Windows of six whose ends are empty, and how many stones the four places between them hold.
        between: cython.ulonglong = e & e >> 5 & open4 >> 1
        half: cython.ulonglong = b1 ^ b2
        other: cython.ulonglong = b3 ^ b4
        ones: cython.ulonglong = half ^ other
        pairs: cython.ulonglong = half & other
        twos: cython.ulonglong = (b1 & b2) ^ (b3 & b4) ^ pairs
        all4: cython.ulonglong = b1 & b2 & b3 & b4
        five: cython.ulonglong
        four: cython.ulonglong
        three: cython.ulonglong
        straight: cython.ulonglong
        if exact:
            five = b0 << 1 | b0 >> 5
            window &= ~five
            between &= ~(b0 << 1 | b0 >> 6)
        three = _spread(between & twos & ~ones & ~all4, 4) << 1 & e
        straight = _spread(between & twos & ones, 4) << 1 & e
        # Adding the first place to the count of the other four.
        four = _spread(window & ((twos & ~all4 & ~ones & b0) | (twos & ones & ~b0)), 5) & e
        five = _spread(window & ((all4 & ~b0) | (twos & ones & b0)), 5) & e
        self.pattern[own + l0] = (
            (five & LANE) | (four & LANE) << 16 | (three & LANE) << 32 | (straight & LANE) << 48
        )
        self.pattern[own + l1] = (
            (five >> 16 & LANE) | (four & LANE << 16) | (three & LANE << 16) << 16
            | (straight & LANE << 16) << 32
        )  # fmt: skip
        self.pattern[own + l2] = (
            (five >> 32 & LANE) | (four & LANE << 32) >> 16 | (three & LANE << 32)
            | (straight & LANE << 32) << 16
        )  # fmt: skip
        self.pattern[own + l3] = (
            (five >> 48 & LANE) | (four >> 48 & LANE) << 16 | (three >> 48 & LANE) << 32
            | (straight >> 48 & LANE) << 48
        )  # fmt: skip
        # l0 and l1 are below 30, l3 is above 58: only l2 may be in either word.
        own = 2 * color
        one: cython.ulonglong = 1
        low: cython.ulonglong = self.four_lines[own] & ~(one << l0 | one << l1)
        high: cython.ulonglong = self.four_lines[own + 1]
        if four & LANE:
            low |= one << l0
        if four & LANE << 16:
            low |= one << l1
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _play(self, cell: cython.int, color: cython.int) -> cython.void:
        """Put a stone on an empty cell."""
        l0: cython.int = self.line_of[4 * cell]
        l1: cython.int = self.line_of[4 * cell + 1]
        l2: cython.int = self.line_of[4 * cell + 2]
        l3: cython.int = self.line_of[4 * cell + 3]
        at: cython.int = TRAIL * self.n_moves
        own: cython.int = N_LINES * color
        one: cython.ulonglong = 1
        bit: cython.ulonglong
        e: cython.ulonglong
        self.moved[self.n_moves] = cell
        self.moved_color[self.n_moves] = color
        self.n_moves += 1
        self.trail[at] = self.pattern[l0]
        self.trail[at + 1] = self.pattern[l1]
        self.trail[at + 2] = self.pattern[l2]
        self.trail[at + 3] = self.pattern[l3]
        self.trail[at + 4] = self.pattern[N_LINES + l0]
        self.trail[at + 5] = self.pattern[N_LINES + l1]
        self.trail[at + 6] = self.pattern[N_LINES + l2]
        self.trail[at + 7] = self.pattern[N_LINES + l3]
        self.trail[at + 8] = self.four_lines[0]
        self.trail[at + 9] = self.four_lines[1]
        self.trail[at + 10] = self.four_lines[2]
        self.trail[at + 11] = self.four_lines[3]
        self.owner[cell] = color
        self.key ^= self.keys[N_CELLS * color + cell]
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
        e = self.empty[l0] | self.empty[l1] << 16 | self.empty[l2] << 32 | self.empty[l3] << 48
        self._renew(0, self.exact_black, e, l0, l1, l2, l3)
        self._renew(1, self.exact_white, e, l0, l1, l2, l3)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _undo(self) -> cython.void:
        """Take the last stone back."""
        self.n_moves -= 1
        cell: cython.int = self.moved[self.n_moves]
        color: cython.int = self.moved_color[self.n_moves]
        at: cython.int = TRAIL * self.n_moves
        own: cython.int = N_LINES * color
        one: cython.ulonglong = 1
        bit: cython.ulonglong
        way: cython.int
        line: cython.int
        for way in range(4):
            line = self.line_of[4 * cell + way]
            bit = one << self.place[4 * cell + way]
            self.stones[own + line] &= ~bit
            self.empty[line] |= bit
            self.pattern[line] = self.trail[at + way]
            self.pattern[N_LINES + line] = self.trail[at + 4 + way]
        self.four_lines[0] = self.trail[at + 8]
        self.four_lines[1] = self.trail[at + 9]
        self.four_lines[2] = self.trail[at + 10]
        self.four_lines[3] = self.trail[at + 11]
        self.owner[cell] = -1
        self.key ^= self.keys[N_CELLS * color + cell]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _has(self, cell: cython.int, color: cython.int, lane: cython.int) -> cython.bint:
        """Whether a cell is in a lane of a color's pattern in any of its lines."""
        way: cython.int
        found: cython.ulonglong = 0
        for way in range(4):
            found |= (
                self.pattern[N_LINES * color + self.line_of[4 * cell + way]]
                >> self.place[4 * cell + way] + 16 * lane
            )
        return (found & 1) != 0

    # -- forbidden points

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forbidden(self, cell: cython.int) -> cython.int:
        """Return why Black may not play on an empty cell, LEGAL if he may."""
        way: cython.int
        line: cython.int
        at: cython.int
        found: cython.ulonglong
        fours: cython.int = 0
        threes: cython.int = 0
        if not self.restricted:
            return LEGAL
        for way in range(4):
            line = self.line_of[4 * cell + way]
            at = self.place[4 * cell + way]
            found = self.pattern[line] >> at
            if found & 1:
                return LEGAL
            if found >> 16 & 1:
                fours += 1
                if not found >> 48 & 1 and self._is_double_four(line, at):
                    fours += 1
            threes += cython.cast(cython.int, found >> 32 & 1)
        if self._is_overline(cell):
            return OVERLINE
        if fours > 1:
            return DOUBLE_FOUR
        if threes < 2:
            return LEGAL
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_overline(self, cell: cython.int) -> cython.bint:
        """Whether a black stone on an empty cell stands in six or more."""
        way: cython.int
        run: cython.ulonglong
        one: cython.ulonglong = 1
        for way in range(4):
            run = self.stones[self.line_of[4 * cell + way]] | one << self.place[4 * cell + way]
            run &= run >> 1
            run &= run >> 2 & run >> 4
            if _spread(run, 5) | run << 5:
                run = _spread(run, 5) | run << 5
                if run >> self.place[4 * cell + way] & 1:
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_double_four(self, line: cython.int, at: cython.int) -> cython.bint:
        """Whether a black stone on an empty place would have two places in the line that make it five.

        A straight four has them as well: that is not asked for here.
        """
        one: cython.ulonglong = 1
        b: cython.ulonglong = self.stones[line] | one << at
        e: cython.ulonglong = self.empty[line] & ~(one << at)
        first: cython.int
        window: cython.ulonglong
        rest: cython.ulonglong
        found: cython.ulonglong = 0
        for first in range(at - 4 if at > 4 else 0, at + 1):
            window = one * 31 << first
            rest = window & ~b
            # One empty place, and no further stone on either side.
            if rest and not rest & (rest - 1) and rest & e:
                if not b & (one << first + 5) and not (b << 1) & (one << first):
                    found |= rest
        return (found & (found - 1)) != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_three(self, line: cython.int, at: cython.int) -> cython.bint:
        """Whether Black can make a straight four with the stone on a place, where he may play."""
        one: cython.ulonglong = 1
        b: cython.ulonglong = self.stones[line]
        e: cython.ulonglong = self.empty[line]
        first: cython.int
        cell: cython.int
        inner: cython.ulonglong
        rest: cython.ulonglong
        ends: cython.ulonglong
        for first in range(at - 4 if at > 4 else 0, at):
            inner = one * 15 << first + 1
            ends = one * 33 << first
            rest = inner & ~b
            if rest and not rest & (rest - 1) and rest & e and (e & ends) == ends:
                if not b & (one << first + 6) and not (b << 1) & (one << first):
                    cell = self.cell_at[16 * line + self._first(rest)]
                    if not self._has(cell, 0, 0) and self._forbidden(cell) == LEGAL:
                        return True
        return False

    # -- for Python

    def play(self, cell: cython.int, color: cython.int):
        """Put a stone on an empty cell."""
        self._play(cell, color)

    def undo(self):
        """Take the last stone back."""
        self._undo()

    def forbidden(self, cell: cython.int) -> int:
        """Return 1 overline, 2 double four, 3 double three, or 0 where Black may play an empty cell."""
        return self._forbidden(cell)

    def empty_cells(self) -> list[int]:
        """Return the empty cells."""
        return [cell for cell in range(225) if self.owner[cell] < 0]

    def cells(self, color: cython.int, lane: cython.int) -> list[int]:
        """Return the cells of a lane: 0 making five, 1 a four, 2 a three, 3 a straight four."""
        return [c for c in range(225) if self.owner[c] < 0 and self._has(c, color, lane)]

    def winner(self) -> int:
        """Return the color that has a five on the board, -1 if none has."""
        line: cython.int
        color: cython.int
        b: cython.ulonglong
        run: cython.ulonglong
        for color in range(2):
            for line in range(N_LINES):
                b = self.stones[N_LINES * color + line]
                run = b & b >> 1
                run &= run >> 2 & b >> 4
                if self.exact_black if color == 0 else self.exact_white:
                    run &= ~(b << 1 | b >> 5)
                if run:
                    return color
        return -1

    def rate(self, count: cython.longlong) -> int:
        """Make and undo this many moves on the empty cells in turn, and return their number."""
        done: cython.longlong = 0
        cell: cython.int = 0
        with cython.nogil:
            while done < count:
                if self.owner[cell] < 0:
                    self._play(cell, cython.cast(cython.int, done & 1))
                    self._undo()
                    done += 1
                cell = cell + 1 if cell < 224 else 0
        return done


@cython.cclass
class Search(Board):
    """A board and the searches for forced wins on it.

    The poll that `begin` is given is called every 2^12 moves; a true answer ends the search, an exception
    goes on to the caller when the search has come back. `nodes` counts the moves that attackers tried.
    """

    nodes = cython.declare(cython.longlong, visibility="readonly")
    hits = cython.declare(cython.longlong, visibility="readonly")
    budget: cython.longlong
    poll_at: cython.longlong
    poll: object
    error: object
    salt: cython.ulonglong
    dead_keys: cython.ulonglong[::1]
    dead_left: cython.uchar[::1]
    moves: cython.int[::1]
    seen: cython.longlong[::1]
    stamp: cython.longlong
    root: cython.int
    banned: cython.int
    banned_at: cython.int
    found: cython.int[::1]
    n_found: cython.int
    end: cython.int
    second_end: cython.int
    refutations: cython.int[::1]
    is_tracing: cython.bint
    traced: cython.ulonglong[::1]
    traced_fives: cython.ulonglong[::1]

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool):
        Board.__init__(self, exact_black, exact_white, restricted)
        self.nodes = 0
        self.hits = 0
        self.budget = 0
        self.poll_at = POLL
        self.poll = None
        self.error = None
        self.salt = 0
        self.dead_keys = array("Q", bytes(8 << DEAD_BITS))
        self.dead_left = array("B", bytes(1 << DEAD_BITS))
        self.moves = array("i", bytes(4 * 226 * 225))
        self.seen = array("q", bytes(8 * 225))
        self.stamp = 0
        self.root = 0
        self.banned = self.banned_at = -1
        self.found = array("i", bytes(4 * 226))
        self.n_found = 0
        self.end = self.second_end = -1
        self.refutations = array("i", bytes(4 * 226))
        self.is_tracing = False
        self.traced = array("Q", bytes(8 * 88))
        self.traced_fives = array("Q", bytes(8 * 88))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_spent(self) -> cython.bint:
        """Whether the search has to end: the budget is spent, or the poll says so."""
        if self.nodes >= self.poll_at:
            self.poll_at = self.nodes + POLL
            with cython.gil:
                self._ask()
        return self.nodes >= self.budget

    @cython.cfunc
    @cython.exceptval(check=False)
    def _ask(self) -> cython.void:
        """Poll; keep an exception for later."""
        try:
            if self.poll is not None and self.poll():
                self.budget = -1
        except BaseException as error:
            self.error = error
            self.budget = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _five_of(self, cell: cython.int, color: cython.int) -> cython.int:
        """Return where a color makes five in the lines through a cell: -1 nowhere, -2 in two places."""
        way: cython.int
        line: cython.int
        at: cython.int
        places: cython.ulonglong
        found: cython.int = -1
        for way in range(4):
            line = self.line_of[4 * cell + way]
            places = self.pattern[N_LINES * color + line] & LANE
            while places:
                at = self.cell_at[16 * line + self._first(places)]
                places &= places - 1
                if found >= 0 and found != at:
                    return -2
                found = at
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _any_five(self, color: cython.int) -> cython.int:
        """Return where a color makes five on the board: -1 nowhere, -2 at several cells."""
        line: cython.int
        at: cython.int
        places: cython.ulonglong
        found: cython.int = -1
        places = 0
        for line in range(N_LINES):
            places |= self.pattern[N_LINES * color + line]
        if not places & LANE:
            return -1
        for line in range(N_LINES):
            places = self.pattern[N_LINES * color + line] & LANE
            while places:
                at = self.cell_at[16 * line + self._first(places)]
                places &= places - 1
                if found >= 0 and found != at:
                    return -2
                found = at
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _some_five(self, color: cython.int) -> cython.int:
        """Return a cell where a color makes five; there is one."""
        line: cython.int = 0
        while not self.pattern[N_LINES * color + line] & LANE:
            line += 1
        return self.cell_at[16 * line + self._first(self.pattern[N_LINES * color + line] & LANE)]

    # -- fours

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_line(
        self, color: cython.int, line: cython.int, base: cython.int, n: cython.int
    ) -> cython.int:
        """Add the line's cells that make a four to the moves, straight fours in front."""
        word: cython.ulonglong = self.pattern[N_LINES * color + line]
        places: cython.ulonglong = word >> 16 & LANE
        at: cython.int
        cell: cython.int
        while places:
            at = self._first(places)
            places &= places - 1
            cell = self.cell_at[16 * line + at]
            if self.seen[cell] != self.stamp:
                self.seen[cell] = self.stamp
                if word >> 48 + at & 1:
                    self.moves[base + n] = self.moves[base]
                    self.moves[base] = cell
                else:
                    self.moves[base + n] = cell
                n += 1
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _four_moves(self, color: cython.int, base: cython.int) -> cython.int:
        """List the cells that make a four, those near the last two stones first; return their number."""
        n: cython.int = 0
        way: cython.int
        last: cython.int
        word: cython.int
        lines: cython.ulonglong
        self.stamp += 1
        for last in range(self.n_moves - 1, self.n_moves - 3, -1):
            if last >= self.root:
                for way in range(4):
                    n = self._add_line(color, self.line_of[4 * self.moved[last] + way], base, n)
        for word in range(2):
            lines = self.four_lines[2 * color + word]
            while lines:
                n = self._add_line(color, 64 * word + self._first(lines), base, n)
                lines &= lines - 1
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fours(self, color: cython.int, left: cython.int, forced: cython.int) -> cython.int:
        """Search for a win by at most `left` fours; `forced` is where the other makes five, or -1.

        The color to move has no five to make itself.
        """
        key: cython.ulonglong = self.key ^ self.keys[450 + color] ^ self.salt
        slot: cython.int = cython.cast(cython.int, key & ((1 << DEAD_BITS) - 1))
        base: cython.int = 225 * self.n_moves
        n: cython.int
        index: cython.int
        result: cython.int
        if left <= 0:
            return NO_WIN
        if forced >= 0:
            if not self._has(forced, color, 1):
                return NO_WIN
        elif not self.four_lines[2 * color] | self.four_lines[2 * color + 1]:
            return NO_WIN
        if self.dead_keys[slot] == key and self.dead_left[slot] >= left:
            self.hits += 1
            return NO_WIN
        if forced >= 0:
            self.moves[base] = forced
            n = 1
        else:
            n = self._four_moves(color, base)
        for index in range(n):
            if self.n_moves == self.banned_at and self.moves[base + index] == self.banned:
                continue
            result = self._try_four(color, left, self.moves[base + index])
            if result != NO_WIN:
                return result
        if self.n_moves != self.banned_at:
            self.dead_keys[slot] = key
            self.dead_left[slot] = left
        return NO_WIN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_four(self, color: cython.int, left: cython.int, cell: cython.int) -> cython.int:
        """Play a four and its answer, and search on."""
        answer: cython.int
        counter: cython.int
        result: cython.int = NO_WIN
        if color == 0 and self._forbidden(cell) != LEGAL:
            return NO_WIN
        self.nodes += 1
        if self._is_spent():
            return GIVEN_UP
        if self.is_tracing:
            self._trace(cell)
        self._play(cell, color)
        answer = self._five_of(cell, color)
        if answer == -2 or (answer >= 0 and color == 1 and self._forbidden(answer) != LEGAL):
            self._keep()
            result = WIN
        elif answer >= 0:
            self._play(answer, 1 - color)
            counter = self._five_of(answer, 1 - color)
            if self.is_tracing and counter != -1:
                self._trace_fives(answer, 1 - color)
            if counter != -2:
                result = self._fours(color, left - 1, counter)
            self._undo()
        self._undo()
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _trace(self, cell: cython.int) -> cython.void:
        """Note a four that is tried."""
        way: cython.int
        one: cython.ulonglong = 1
        for way in range(4):
            self.traced[self.line_of[4 * cell + way]] |= one << self.place[4 * cell + way]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _trace_fives(self, cell: cython.int, color: cython.int) -> cython.void:
        """Note where an answer that was tried makes four."""
        way: cython.int
        line: cython.int
        for way in range(4):
            line = self.line_of[4 * cell + way]
            self.traced_fives[line] |= self.pattern[N_LINES * color + line] & LANE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self) -> cython.void:
        """Keep the moves from the root as the winning line, and the first two places of five after it."""
        index: cython.int
        way: cython.int
        line: cython.int
        at: cython.int
        places: cython.ulonglong
        cell: cython.int = self.moved[self.n_moves - 1]
        color: cython.int = self.moved_color[self.n_moves - 1]
        self.end = self.second_end = -1
        for way in range(4):
            line = self.line_of[4 * cell + way]
            places = self.pattern[N_LINES * color + line] & LANE
            while places:
                at = self.cell_at[16 * line + self._first(places)]
                places &= places - 1
                if self.end < 0:
                    self.end = at
                elif self.second_end < 0 and at != self.end:
                    self.second_end = at
        self.n_found = self.n_moves - self.root
        for index in range(self.n_found):
            self.found[index] = self.moved[self.root + index]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _win_by_fours(self, color: cython.int, most: cython.int) -> cython.int:
        """Search for a win by at most `most` fours from here, whatever stands on the board."""
        forced: cython.int
        result: cython.int
        root: cython.int = self.root
        self.root = self.n_moves
        if self._any_five(color) != -1:
            self.n_found = 0
            self.end = self._some_five(color)
            self.second_end = -1
            result = WIN
        else:
            forced = self._any_five(1 - color)
            result = NO_WIN if forced == -2 else self._fours(color, most, forced)
        self.root = root
        return result

    # -- wins within so many moves, by any moves

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _wins_within(self, color: cython.int, most: cython.int) -> cython.int:
        """Search for a win within `most` moves of both, an odd number, of the color to move."""
        base: cython.int = 225 * self.n_moves
        forced: cython.int
        n: cython.int = 0
        index: cython.int
        cell: cython.int
        result: cython.int
        if self._any_five(color) != -1:
            return WIN
        forced = self._any_five(1 - color)
        if most < 3 or forced == -2:
            return NO_WIN
        if forced >= 0:
            return self._wins_by(forced, color, most)
        n = self._four_moves(color, base)
        for index in range(n):
            result = self._wins_by(self.moves[base + index], color, most)
            if result != NO_WIN:
                return result
        if most > 3:  # with three moves left, a four is needed
            for cell in range(N_CELLS):
                if self.owner[cell] < 0 and not self._has(cell, color, 1):
                    result = self._wins_by(cell, color, most)
                    if result != NO_WIN:
                        return result
        return NO_WIN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _wins_by(self, cell: cython.int, color: cython.int, most: cython.int) -> cython.int:
        """Whether a move that makes no five wins within `most` moves, itself among them."""
        result: cython.int
        if color == 0 and self._forbidden(cell) != LEGAL:
            return NO_WIN
        self.nodes += 1
        if self._is_spent():
            return GIVEN_UP
        self._play(cell, color)
        result = self._loses_within(1 - color, most - 1)
        self._undo()
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _loses_within(self, color: cython.int, most: cython.int) -> cython.int:
        """Whether the color to move loses within `most` moves, an even number, whatever it plays."""
        cell: cython.int
        result: cython.int
        ply: cython.int = self.n_moves
        if self._any_five(color) != -1 or most < 2 or ply == N_CELLS:
            return NO_WIN
        cell = self._any_five(1 - color)
        if cell == -2:
            return WIN
        if cell >= 0:
            return self._loses_by(cell, color, most)
        if most < 4:
            return NO_WIN
        cell = self.refutations[ply]
        if self.owner[cell] < 0:
            result = self._loses_by(cell, color, most)
            if result != WIN:
                return result
        for cell in range(N_CELLS):
            if self.owner[cell] < 0 and cell != self.refutations[ply]:
                result = self._loses_by(cell, color, most)
                if result != WIN:
                    self.refutations[ply] = cell
                    return result
        return WIN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _loses_by(self, cell: cython.int, color: cython.int, most: cython.int) -> cython.int:
        """Whether an answer loses within `most` moves, itself among them; a forbidden one always does."""
        result: cython.int
        if color == 0 and self._forbidden(cell) != LEGAL:
            return WIN
        self._play(cell, color)
        result = self._wins_within(1 - color, most - 1)
        self._undo()
        return result

    # -- for Python

    def wins_within(self, color: cython.int, most: cython.int, cell: cython.int = -1) -> bool | None:
        """Whether the color to move wins within `most` moves of both, whatever is answered.

        All moves are tried, not threats alone; with a cell, that move first. None for given up.
        """
        result: cython.int
        if cell < 0:
            with cython.nogil:
                result = self._wins_within(color, most - 1 + most % 2)
        elif self._has(cell, color, 0):
            return most > 0
        else:
            with cython.nogil:
                result = self._wins_by(cell, color, most - 1 + most % 2)
        self._raise()
        return None if result == GIVEN_UP else result == WIN

    def begin(self, budget: cython.longlong, poll):
        """Empty the board and forget what was searched; `budget` limits `nodes`, -1 is no limit."""
        self.poll = poll
        while self.n_moves:
            self._undo()
        self.nodes = self.hits = 0
        self.poll_at = POLL
        self.banned_at = -1
        self.budget = budget if budget >= 0 else NEVER
        self.salt = (self.salt * 0x5851F42D4C957F2D + 0x14057B7EF767814F) & ALL

    def ban(self, cell: cython.int):
        """Leave this move out at the position on the board: is there another win?"""
        self.banned = cell
        self.banned_at = self.n_moves

    def lift_limits(self) -> tuple:
        """Let what comes now take as long as it takes; return the limits."""
        limits = self.budget, self.poll, self.nodes
        self.budget = NEVER
        self.poll = None
        return limits

    def restore_limits(self, limits: tuple):
        """Let the limits hold again; what was tried without them does not count."""
        self.budget, self.poll, self.nodes = limits
        self.poll_at = self.nodes + POLL

    def win_by_fours(
        self, color: cython.int, most: cython.int, budget: cython.longlong = -1
    ) -> bool | None:
        """Search for a win by at most `most` fours: found, there is none, or None for given up.

        A five that is there already needs no four. `budget` limits the further nodes of this search.
        """
        result: cython.int
        whole: cython.longlong = self.budget
        if budget >= 0:
            self.budget = min(whole, self.nodes + budget)
        with cython.nogil:
            result = self._win_by_fours(color, min(most, 112))
        if self.budget >= 0:
            self.budget = whole
        self._raise()
        return None if result == GIVEN_UP else result == WIN

    @cython.cfunc
    def _raise(self):
        """Raise the exception that the poll met, if any."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error

    def line(self) -> list[int]:
        """Return the moves of the win that was found last, to the last four."""
        return list(self.found[: self.n_found])

    def ends(self) -> list[int]:
        """Return one or two cells that make five after that line."""
        return [self.end] if self.second_end < 0 else [self.end, self.second_end]


@cython.cclass
class ThreatSearch(Search):
    """Proof-number search for a win by threats: fours, and moves that threaten to win by fours.

    A three, here, is a move after which a search by fours would win if the defender passed. The search is
    for wins with at most so many threes on the way (`left`); answers to a four of the defender's are not
    counted. If `is_counting`, all moves of the attacker's are.

    The positions that are met form a graph. A node with the attacker to move (kind 0) is proven by one
    move, one with the defender to move (kind 1) when all its answers are. Fours, and moves that put a
    third stone into five places without one of the other color, become children as they are: whether
    they threaten a win is seen when they are looked at. In a wide search one more child (kind 2, reached
    without a move, -1) stands for all other moves; when it is looked at, those that threaten a win become
    its children. The answers that need no look
    are left out: those after which the threatened line of fours (the chain) still works as it stands, and
    those after which a search by fours wins.

    Node `i` has `proof[i]` and `disproof[i]`, and its edges from `first_edge[i]`, 0 before it is
    expanded; edge `j` is `edge_move[j]`, leading to `edge_node[j]`. Node 0 and edge 0 are not used.
    `slots` finds a node by its key. `is_unsure` says that a search by fours was given up on the way, and
    `is_cut` that more threes might find more.
    """

    attacker: cython.int
    scale: cython.longlong
    is_wide: cython.bint
    is_counting: cython.bint
    is_full = cython.declare(cython.bint, visibility="readonly")
    is_unsure = cython.declare(cython.bint, visibility="readonly")
    is_cut = cython.declare(cython.bint, visibility="readonly")
    n_nodes: cython.int
    n_edges: cython.int
    node_room: cython.int
    edge_room: cython.int
    node_key: cython.ulonglong[::1]
    proof: cython.uint[::1]
    disproof: cython.uint[::1]
    first_edge: cython.int[::1]
    edge_count: cython.int[::1]
    edge_move: cython.int[::1]
    edge_node: cython.int[::1]
    slots: cython.int[::1]
    chain: cython.int[::1]
    n_chain: cython.int
    chain_end: cython.int
    chain_second_end: cython.int
    useful: cython.int[::1]

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool):
        Search.__init__(self, exact_black, exact_white, restricted)
        self.attacker = 0
        self.scale = 1
        self.is_wide = self.is_unsure = self.is_cut = self.is_counting = self.is_full = False
        self.n_nodes = self.n_edges = 1
        self.node_room = self.edge_room = 0
        self.chain = array("i", bytes(4 * 226))
        self.n_chain = 0
        self.chain_end = self.chain_second_end = -1
        self.useful = array("i", bytes(4 * 225))
        self.node_key = array("Q", [0])
        self.proof = self.disproof = array("I", [0])
        self.first_edge = self.edge_count = array("i", [0])
        self.edge_move = self.edge_node = self.slots = array("i", [0])
        self._grow_nodes()
        self._grow_edges()

    # -- memory

    @cython.cfunc
    @cython.exceptval(check=False)
    def _grow_nodes(self) -> cython.void:
        """Make room for twice as many nodes, and find them by their keys again."""
        room: cython.int = 2 * self.node_room or 1 << 12
        n: cython.int = self.n_nodes
        node: cython.int
        self.node_key = _longer("Q", self.node_key[:n], room)
        self.proof = _longer("I", self.proof[:n], room)
        self.disproof = _longer("I", self.disproof[:n], room)
        self.first_edge = _longer("i", self.first_edge[:n], room)
        self.edge_count = _longer("i", self.edge_count[:n], room)
        self.slots = array("i", bytes(4 * 2 * room))
        self.node_room = room
        for node in range(1, n):
            self.slots[self._slot(self.node_key[node])] = node

    @cython.cfunc
    @cython.exceptval(check=False)
    def _grow_edges(self) -> cython.void:
        """Make room for twice as many edges."""
        room: cython.int = 2 * self.edge_room or 1 << 13
        self.edge_move = _longer("i", self.edge_move[: self.n_edges], room)
        self.edge_node = _longer("i", self.edge_node[: self.n_edges], room)
        self.edge_room = room

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _slot(self, key: cython.ulonglong) -> cython.int:
        """Return the slot of a key: that of its node, or the empty one where it belongs."""
        mask: cython.int = 2 * self.node_room - 1
        slot: cython.int = cython.cast(cython.int, key & mask)
        while self.slots[slot] and self.node_key[self.slots[slot]] != key:
            slot = (slot + 1) & mask
        return slot

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _key(self, kind: cython.int, left: cython.int) -> cython.ulonglong:
        """Return the key of the position on the board."""
        key: cython.ulonglong = self.key ^ self.keys[450 + self.attacker] ^ self.keys[left] << 1 & ALL
        if kind == 2:
            key ^= self.keys[452]
        return ~key & ALL if kind == 1 else key

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _node(self, kind: cython.int, left: cython.int) -> cython.int:
        """Return the node of the position on the board, a new one if it has none yet."""
        key: cython.ulonglong = self._key(kind, left)
        slot: cython.int = self._slot(key)
        node: cython.int = self.slots[slot]
        if node:
            return node
        if self.n_nodes == self.node_room:
            with cython.gil:
                self._grow_nodes()
            slot = self._slot(key)
        node = self.n_nodes
        self.n_nodes += 1
        if node >= MAX_NODES:
            self.is_full = True
            self.budget = 0
        self.slots[slot] = node
        self.node_key[node] = key
        self.proof[node] = UNIT
        self.disproof[node] = UNIT
        self.first_edge[node] = 0
        self.edge_count[node] = 0
        return node

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_edge(self, node: cython.int, move: cython.int, target: cython.int) -> cython.void:
        """Add an edge to the node that is being expanded."""
        if self.n_edges == self.edge_room:
            with cython.gil:
                self._grow_edges()
        if not self.first_edge[node]:
            self.first_edge[node] = self.n_edges
        self.edge_move[self.n_edges] = move
        self.edge_node[self.n_edges] = target
        self.n_edges += 1
        self.edge_count[node] += 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self, node: cython.int, is_won: cython.bint) -> cython.void:
        """Mark a node as proven or disproven."""
        self.proof[node] = 0 if is_won else INFINITE
        self.disproof[node] = INFINITE if is_won else 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_new(self, node: cython.int) -> cython.bint:
        """Whether nothing is known of a node yet."""
        return not self.first_edge[node] and self.proof[node] and self.disproof[node]

    # -- threats

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _quick_win(self, color: cython.int, moves: cython.longlong, most: cython.int = 112) -> cython.int:
        """Search for a win by at most so many fours, with a small budget of its own."""
        budget: cython.longlong = self.budget
        result: cython.int
        self.budget = min(budget, self.nodes + moves * self.scale)
        result = self._win_by_fours(color, most)
        if self.budget >= 0:
            self.budget = budget
        return result

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _most(self, left: cython.int) -> cython.int:
        """Return how many fours the attacker may make if he is to move and so much is left."""
        return left - 1 if self.is_counting else 112

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _third_places(self, color: cython.int, line: cython.int) -> cython.ulonglong:
        """Return the empty places of a line that lie in five places with two stones, all others empty."""
        one: cython.ulonglong = 1
        b: cython.ulonglong = self.stones[N_LINES * color + line]
        e: cython.ulonglong = self.empty[line]
        open1: cython.ulonglong = b | e
        windows: cython.ulonglong = open1 & open1 >> 1
        stones: cython.ulonglong
        places: cython.ulonglong = 0
        first: cython.int
        if not b & (b - 1):
            return 0
        windows &= windows >> 2 & open1 >> 4
        if self.exact_black if color == 0 else self.exact_white:
            windows &= ~(b << 1 | b >> 5)
        while windows:
            first = self._first(windows)
            windows &= windows - 1
            stones = b >> first & 31
            stones &= stones - 1
            if stones and not stones & (stones - 1):
                places |= one * 31 << first
        return places & e

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _third_moves(self, color: cython.int, base: cython.int, n: cython.int) -> cython.int:
        """Add the cells of `_third_places` to what `_four_moves` listed; return the number of all."""
        line: cython.int
        cell: cython.int
        places: cython.ulonglong
        for line in range(N_LINES):
            places = self._third_places(color, line)
            while places:
                cell = self.cell_at[16 * line + self._first(places)]
                places &= places - 1
                if self.seen[cell] != self.stamp:
                    self.seen[cell] = self.stamp
                    self.moves[base + n] = cell
                    n += 1
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_chain(self) -> cython.void:
        """Copy the line of fours that was found last: it is what the last move threatens."""
        index: cython.int
        self.n_chain = self.n_found
        for index in range(self.n_found):
            self.chain[index] = self.found[index]
        self.chain_end = self.end
        self.chain_second_end = self.second_end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _disturbers(self, base: cython.int) -> cython.int:
        """List the cells where a stone of the defender's may disturb the chain; return how many.

        It can stand on one of the chain's cells or in line with one at a distance of up to five, or make
        a four. Where a double three decides on legality, any stone can matter.
        """
        other: cython.int = 1 - self.attacker
        n: cython.int = 0
        cell: cython.int
        index: cython.int
        checks: cython.longlong = self.deep_checks
        is_deep: cython.bint
        self._works(-1)
        is_deep = self.deep_checks != checks
        self.stamp += 1
        for index in range(self.n_chain):
            self._mark_around(self.chain[index])
        self._mark_around(self.chain_end)
        if self.chain_second_end >= 0:
            self._mark_around(self.chain_second_end)
        for cell in range(N_CELLS):
            if self.owner[cell] < 0:
                if is_deep or self.seen[cell] == self.stamp or self._has(cell, other, 1):
                    self.moves[base + n] = cell
                    n += 1
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark_around(self, cell: cython.int) -> cython.void:
        """Mark a cell and those in line with it at a distance of up to five."""
        way: cython.int
        at: cython.int
        line: cython.int
        place: cython.int
        near: cython.int
        for way in range(4):
            line = self.line_of[4 * cell + way]
            place = self.place[4 * cell + way]
            for at in range(max(place - 5, 0), min(place + 6, 15)):
                near = self.cell_at[16 * line + at]
                if near >= 0:
                    self.seen[near] = self.stamp

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _works(self, answer: cython.int) -> cython.bint:
        """Whether the chain, move by move, still wins after an answer that is on the board (-1: none)."""
        color: cython.int = self.attacker
        other: cython.int = 1 - self.attacker
        forced: cython.int = -1
        before: cython.int = self.n_moves
        works: cython.bint = False
        index: cython.int = 0
        five: cython.int
        cell: cython.int
        if answer >= 0:
            forced = self._five_of(answer, other)
        while True:
            cell = self.chain[index]
            if forced == -2 or (forced >= 0 and forced != cell) or self.owner[cell] >= 0:
                break
            if color == 0 and self._forbidden(cell) != LEGAL:
                break
            self._play(cell, color)
            if index == self.n_chain - 1:
                works = self.owner[self.chain_end] < 0 and self._has(self.chain_end, color, 0)
                if works and self.chain_second_end >= 0:
                    works = self.owner[self.chain_second_end] < 0
                    works = works and self._has(self.chain_second_end, color, 0)
                elif works:
                    works = self._forbidden(self.chain_end) != LEGAL
                break
            five = self._five_of(cell, color)
            if five != self.chain[index + 1]:
                break
            if color == 1 and self._forbidden(five) != LEGAL:
                works = True
                break
            self._play(five, other)
            forced = self._five_of(five, other)
            index += 2
        while self.n_moves > before:
            self._undo()
        return works

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark_useful(self, left: cython.int) -> cython.bint:
        """Mark in `seen` the cells where a stone of the attacker's could make a win by fours of none.

        There is no such win at the node, and the defender makes no five. All fours are tried once more,
        and noted. A stone changes what they come to if it stands in five places, none of them the
        defender's, with two more that hold stones or fours that were tried; or if it takes a place away
        where an answer made a four. Return whether that is all: not if the search was given up, if a
        double three decided on legality, or if a move is left out here.
        """
        color: cython.int = self.attacker
        salt: cython.ulonglong = self.salt
        checks: cython.longlong = self.deep_checks
        line: cython.int
        first: cython.int
        count: cython.int
        result: cython.int
        one: cython.ulonglong = 1
        b: cython.ulonglong
        e: cython.ulonglong
        open1: cython.ulonglong
        windows: cython.ulonglong
        stones: cython.ulonglong
        places: cython.ulonglong
        if self.n_moves == self.banned_at:
            return False
        for line in range(N_LINES):
            self.traced[line] = self.traced_fives[line] = 0
        # What is known as a dead end from before is not noted: look again.
        self.salt = (salt ^ cython.cast(cython.ulonglong, self.nodes)) * SET_BITS & ALL
        self.is_tracing = True
        result = self._quick_win(color, ATTACK, self._most(left - 1))
        self.is_tracing = False
        self.salt = salt
        if result != NO_WIN or self.deep_checks != checks:
            return False
        self.stamp += 1
        for line in range(N_LINES):
            b = self.stones[N_LINES * color + line] | self.traced[line]
            e = self.empty[line]
            places = self.traced_fives[line]
            if b & (b - 1):
                open1 = b | e
                windows = open1 & open1 >> 1
                windows &= windows >> 2 & open1 >> 4
                while windows:
                    first = self._first(windows)
                    windows &= windows - 1
                    stones = b >> first & 31
                    count = 0
                    while stones:
                        stones &= stones - 1
                        count += 1
                    if count > 2:
                        places |= one * 31 << first & e
                    elif count == 2:
                        places |= one * 31 << first & e & ~self.traced[line]
            while places:
                self.seen[self.cell_at[16 * line + self._first(places)]] = self.stamp
                places &= places - 1
        return True

    # -- expansion

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand_attack(self, node: cython.int, left: cython.int) -> cython.void:
        """List the attacker's moves."""
        base: cython.int = 225 * self.n_moves
        n: cython.int = 0
        index: cython.int
        cell: cython.int
        child: cython.int
        result: cython.int
        color: cython.int = self.attacker
        forced: cython.int = self._any_five(1 - color)
        if self._any_five(color) != -1:
            self._settle(node, left > 0 or not self.is_counting)
            return
        if forced == -2 or (self.is_counting and left < 2):
            self._settle(node, False)
            return
        result = self._quick_win(color, ATTACK, self._most(left))
        if result == WIN:
            self._settle(node, True)
            return
        if forced >= 0:
            self.moves[base] = forced
            n = 1
        elif left < (3 if self.is_counting else 1):
            self.is_cut = True
            if result == GIVEN_UP:
                self.is_unsure = True
            self._settle(node, False)
            return
        else:
            n = self._four_moves(color, base)
            n = self._third_moves(color, base, n)
        for index in range(n):
            cell = self.moves[base + index]
            if self.n_moves == self.banned_at and cell == self.banned:
                continue
            if color == 0 and self._forbidden(cell) != LEGAL:
                continue
            if self._has(cell, color, 2):
                self._add_edge(node, cell, -UNIT)
            elif forced >= 0 or self._has(cell, color, 1):
                # If the win is to be short, fours that only delay it come last.
                self._add_edge(node, cell, -UNIT - 1 if left < MANY else -UNIT)
            else:
                self._add_edge(node, cell, -THIRD)
        if self.is_wide and forced < 0:
            child = self._node(2, left)
            if self._is_new(child):
                self.proof[child] = REST
            if self.disproof[child]:
                self._add_edge(node, -1, child)
        if not self.edge_count[node]:
            self._settle(node, False)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand_rest(self, node: cython.int, left: cython.int) -> cython.void:
        """List the attacker's other moves that are threats, which a search by fours finds out."""
        color: cython.int = self.attacker
        base: cython.int = 225 * self.n_moves
        index: cython.int
        cell: cython.int
        child: cython.int
        result: cython.int
        n: cython.int
        is_limited: cython.bint = self._mark_useful(left)
        for cell in range(N_CELLS):
            self.useful[cell] = not is_limited or self.seen[cell] == self.stamp
        self._third_moves(color, base, self._four_moves(color, base))
        n = 0
        for cell in range(N_CELLS):
            if self.owner[cell] < 0 and self.seen[cell] != self.stamp and self.useful[cell]:
                self.moves[base + n] = cell
                n += 1
        for index in range(n):
            cell = self.moves[base + index]
            if self.n_moves == self.banned_at and cell == self.banned:
                continue
            if color == 0 and self._forbidden(cell) != LEGAL:
                continue
            self._play(cell, color)
            self.nodes += 1
            result = self._quick_win(color, QUICK, self._most(left - 1))
            if result == WIN:
                child = self._node(1, left - 1)
                if self._is_new(child):
                    self.proof[child] = 2 * UNIT
                if self.disproof[child]:
                    self._add_edge(node, cell, child)
                if self.proof[child] == 0:
                    self._settle(node, True)
                    self._undo()
                    return
            elif result == GIVEN_UP:
                self.is_unsure = True
            self._undo()
        if not self.edge_count[node]:
            self._settle(node, False)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand_defence(self, node: cython.int, left: cython.int) -> cython.void:
        """List the defender's answers to the attacker's last move."""
        color: cython.int = self.attacker
        other: cython.int = 1 - self.attacker
        base: cython.int = 225 * self.n_moves
        cell: cython.int
        child: cython.int
        result: cython.int
        n: cython.int
        index: cython.int
        counter: cython.int
        five: cython.int = self._any_five(color)
        if five != -1 and self.is_counting and left < 1:
            self._settle(node, False)
            return
        if five == -2 or (five >= 0 and color == 1 and self._forbidden(five) != LEGAL):
            self._settle(node, True)
            return
        if five >= 0:
            self._play(five, other)
            self._add_edge(node, five, self._node(0, left))
            self._undo()
            return
        result = self._quick_win(color, ATTACK, self._most(left))
        if result != WIN:
            if result == GIVEN_UP:
                self.is_unsure = True
            self._settle(node, False)
            return
        self._take_chain()
        if self._quick_win(other, COUNTER) == WIN:
            self._settle(node, False)
            return
        n = self._disturbers(base)
        for index in range(n):
            cell = self.moves[base + index]
            if other == 0 and self._forbidden(cell) != LEGAL:
                continue
            self._play(cell, other)
            if self._works(cell):
                self._undo()
                continue
            counter = self._five_of(cell, other)
            child = self._node(0, left)
            if counter == -2:
                self._settle(child, False)
            elif self._is_new(child):
                if self._quick_win(color, QUICK, self._most(left)) == WIN:
                    self._settle(child, True)
                else:
                    self.proof[child] = self._first_guess(color)
            self._undo()
            if self.disproof[child] == 0:
                self._settle(node, False)
                return
            if self.proof[child]:
                self._add_edge(node, cell if counter < 0 else cell + COUNTER_FOUR, child)
        if not self.edge_count[node]:
            self._settle(node, True)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _first_guess(self, color: cython.int) -> cython.int:
        """Return the proof number of an attacker's node that is new: less for each line to go on in."""
        line: cython.int
        guess: cython.int = 3 * UNIT
        for line in range(N_LINES):
            if self.pattern[N_LINES * color + line] >> 16 & LANE:
                guess -= 2
            if self.pattern[N_LINES * color + line] >> 32 & LANE:
                guess -= 1
        return max(guess, UNIT)

    # -- search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _prove(
        self,
        node: cython.int,
        kind: cython.int,
        left: cython.int,
        most_proof: cython.longlong,
        most_disproof: cython.longlong,
    ) -> cython.void:
        """Search below a node until one of its numbers reaches its bound, or the budget is spent."""
        edge: cython.int
        best: cython.int
        child: cython.int
        move: cython.int
        least: cython.longlong
        second: cython.longlong
        total: cython.longlong
        mine: cython.longlong
        theirs: cython.longlong
        is_defence: cython.bint
        open_count: cython.longlong
        worst: cython.longlong
        was_unsure: cython.bint
        if self._is_new(node):
            was_unsure = self.is_unsure
            self.nodes += 1
            if kind == 1:
                self._expand_defence(node, left)
            elif kind:
                self._expand_rest(node, left)
            else:
                self._expand_attack(node, left)
            if self.nodes >= self.budget and self.proof[node]:
                # A limit has cut this short: nothing is known.
                self.proof[node] = self.disproof[node] = UNIT
                self.first_edge[node] = self.edge_count[node] = 0
                self.is_unsure = was_unsure
        is_defence = kind == 1
        while self.proof[node] and self.disproof[node] and not self._is_spent():
            least = second = INFINITE
            total = 0
            open_count = 0
            worst = 0
            best = self.first_edge[node]
            for edge in range(best, best + self.edge_count[node]):
                child = self.edge_node[edge]
                # The number of which one child is enough, and that of which all are needed.
                if child < 0:
                    mine = -child
                    theirs = UNIT
                elif is_defence:
                    mine = self.disproof[child]
                    theirs = self.proof[child]
                else:
                    mine = self.proof[child]
                    theirs = self.disproof[child]
                if mine < least:
                    second = least
                    least = mine
                    best = edge
                elif mine < second:
                    second = mine
                if not is_defence or self.edge_move[edge] >= COUNTER_FOUR:
                    worst = max(worst, theirs)
                    open_count += theirs > 0
                else:
                    total += theirs
            # What comes to the same in the end is not to be added up: the attacker's moves, and the
            # fours of the defender's, after which the threat is still to be met.
            total += worst
            if not is_defence and open_count:
                total += open_count - 1
            total = min(total, INFINITE - 1)
            if least == 0:
                total = INFINITE
            elif least >= INFINITE:
                total = 0
            self.proof[node] = cython.cast(cython.uint, total if is_defence else least)
            self.disproof[node] = cython.cast(cython.uint, least if is_defence else total)
            if self.proof[node] >= most_proof or self.disproof[node] >= most_disproof:
                return
            child = self.edge_node[best]
            move = self.edge_move[best]
            if child < 0:
                self.edge_node[best] = self._node_after(move, left, -child)
                continue
            second += 1 + second // 4
            if move < 0:
                self._prove(
                    child, 2, left, min(most_proof, second), most_disproof - total + self.disproof[child]
                )
                continue
            if is_defence:
                self._play(move & COUNTER_FOUR - 1, 1 - self.attacker)
                self._prove(
                    child, 0, left, most_proof - total + self.proof[child], min(most_disproof, second)
                )
            elif self._is_counted(move):
                self._play(move, self.attacker)
                self._prove(
                    child,
                    1,
                    left - 1,
                    min(most_proof, second),
                    most_disproof - total + self.disproof[child],
                )
            else:
                self._play(move, self.attacker)
                self._prove(
                    child, 1, left, min(most_proof, second), most_disproof - total + self.disproof[child]
                )
            self._undo()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _node_after(self, move: cython.int, left: cython.int, first: cython.int) -> cython.int:
        """Return the node after a move of the attacker's; `first` is its proof number if it is new."""
        key: cython.int = N_CELLS * self.attacker + move
        child: cython.int
        if self._is_counted(move):
            left -= 1
        self.key ^= self.keys[key]
        child = self._node(1, left)
        self.key ^= self.keys[key]
        if self._is_new(child):
            self.proof[child] = first
        return child

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_counted(self, move: cython.int) -> cython.bint:
        """Whether a move of the attacker counts: as a three, it makes no four and meets none."""
        if self.is_counting:
            return True
        return not self._has(move, self.attacker, 1) and self._any_five(1 - self.attacker) == -1

    # -- for Python

    def win_by_threats(
        self,
        color: cython.int,
        threes: cython.int,
        is_wide: cython.bint,
        scale: cython.longlong,
        budget: cython.longlong = -1,
        is_counting: cython.bint = False,
    ) -> bool | None:
        """Search for a win with at most so many threes: found, there is none, or None for given up.

        If `is_counting`, all moves of the attacker's count, the five as well. The nested searches by
        fours have budgets that grow with `scale`; `budget` limits the further nodes of this search. If a
        wide search finds that there is none, there is none unless `is_unsure`; and if `is_cut` is not set
        either, there is none with any number of threes.
        """
        node: cython.int
        slot: cython.int
        whole: cython.longlong = self.budget
        self.attacker = color
        self.scale = scale
        self.is_wide = is_wide
        self.is_counting = is_counting
        self.is_unsure = self.is_cut = self.is_full = False
        self.n_nodes = self.n_edges = 1
        for slot in range(2 * self.node_room):
            self.slots[slot] = 0
        if budget >= 0:
            self.budget = min(whole, self.nodes + budget)
        with cython.nogil:
            node = self._node(0, threes)
            self._prove(node, 0, threes, INFINITE, INFINITE)
        is_spent: cython.bint = self.nodes >= self.budget
        if self.budget >= 0:
            self.budget = whole
        self._raise()
        if self.proof[node] == 0:
            return True
        return False if self.disproof[node] == 0 and not is_spent else None

    def is_spent(self) -> bool:
        """Whether the search as a whole has come to its limits."""
        return self.nodes >= self.budget

    def proven_move(self, threes: cython.int) -> int:
        """Return the attacker's move that wins here by `win_by_threats`; -1 if a line of fours does."""
        kind: cython.int
        node: cython.int
        edge: cython.int
        for kind in (0, 2):
            node = self.slots[self._slot(self._key(kind, threes))]
            for edge in range(self.first_edge[node], self.first_edge[node] + self.edge_count[node]):
                if self.edge_move[edge] >= 0 and self.edge_node[edge] > 0:
                    if self.proof[self.edge_node[edge]] == 0:
                        return self.edge_move[edge]
        return -1

    def counts(self, move: cython.int) -> bool:
        """Whether a move of the attacker counts as a three: it makes no four and meets none."""
        return self._is_counted(move)

    def disturbing_answers(self, color: cython.int) -> list[int]:
        """Return the defender's legal moves after which the line of fours found last works no more."""
        base: cython.int = 225 * self.n_moves
        n: cython.int
        index: cython.int
        cell: cython.int
        works: cython.bint
        found = []
        self.attacker = color
        self._take_chain()
        n = self._disturbers(base)
        for index in range(n):
            cell = self.moves[base + index]
            if color == 0 or self._forbidden(cell) == LEGAL:
                self._play(cell, 1 - color)
                works = self._works(cell)
                self._undo()
                if not works:
                    found.append(cell)
        return found


@cython.cclass
class Player(ThreatSearch):
    """Alpha-beta search for a playing move, with searches by fours at every position.

    A position is worth what its fives to be are: each five places without a stone of the other color
    count by the number of stones in them (WORTH). The same windows give every empty cell a score, which
    orders the moves and limits them to the most promising ones.
    """

    worth: cython.int[::1]
    scores: cython.int[::1]

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool):
        ThreatSearch.__init__(self, exact_black, exact_white, restricted)
        self.worth = array("i", WORTH)
        self.scores = array("i", bytes(4 * 226 * 225))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _windows(self, color: cython.int, line: cython.int) -> cython.ulonglong:
        """Return the windows of five places of a line in which a color can still make five."""
        b: cython.ulonglong = self.stones[N_LINES * color + line]
        open1: cython.ulonglong = b | self.empty[line]
        windows: cython.ulonglong = open1 & open1 >> 1
        windows &= windows >> 2 & open1 >> 4
        if self.exact_black if color == 0 else self.exact_white:
            windows &= ~(b << 1 | b >> 5)
        return windows

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self, stones: cython.ulonglong) -> cython.int:
        n: cython.int = 0
        while stones:
            stones &= stones - 1
            n += 1
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _worth_of(self, color: cython.int) -> cython.int:
        """Return what the position is worth for a color, which is to move."""
        line: cython.int
        who: cython.int
        first: cython.int
        windows: cython.ulonglong
        total: cython.int = 0
        for line in range(N_LINES):
            for who in range(2):
                if self.stones[N_LINES * who + line]:
                    windows = self._windows(who, line)
                    while windows:
                        first = self._first(windows)
                        windows &= windows - 1
                        first = self._count(self.stones[N_LINES * who + line] >> first & 31)
                        total += 5 * self.worth[first] if who == color else -4 * self.worth[first]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best_cells(self, color: cython.int, width: cython.int) -> cython.int:
        """List the most promising cells, the best first; return their number."""
        base: cython.int = 225 * self.n_moves
        line: cython.int
        who: cython.int
        cell: cython.int
        first: cython.int
        score: cython.int
        n: cython.int = 0
        at: cython.int
        windows: cython.ulonglong
        places: cython.ulonglong
        one: cython.ulonglong = 1
        for cell in range(N_CELLS):
            self.scores[base + cell] = 0
        for line in range(N_LINES):
            for who in range(2):
                windows = self._windows(who, line)
                while windows:
                    first = self._first(windows)
                    windows &= windows - 1
                    score = self.worth[self._count(self.stones[N_LINES * who + line] >> first & 31) + 1]
                    score = 5 * score if who == color else 4 * score
                    places = self.empty[line] & one * 31 << first
                    while places:
                        self.scores[base + self.cell_at[16 * line + self._first(places)]] += score
                        places &= places - 1
        for cell in range(N_CELLS):
            score = self.scores[base + cell]
            if self.owner[cell] >= 0 or (
                n == width and score <= self.scores[base + self.moves[base + n - 1]]
            ):
                continue
            if color == 0 and self._forbidden(cell) != LEGAL:
                continue
            at = n if n < width else n - 1
            while at > 0 and self.scores[base + self.moves[base + at - 1]] < score:
                self.moves[base + at] = self.moves[base + at - 1]
                at -= 1
            self.moves[base + at] = cell
            if n < width:
                n += 1
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _value(
        self,
        color: cython.int,
        depth: cython.int,
        width: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """Return the value of the position for the color to move, within the bounds."""
        base: cython.int = 225 * self.n_moves
        n: cython.int
        index: cython.int
        value: cython.int
        forced: cython.int
        self.nodes += 1
        if self._is_spent():
            return 0
        if self._any_five(color) != -1:
            return SURE - self.n_moves
        forced = self._any_five(1 - color)
        if forced == -2 or (forced >= 0 and color == 0 and self._forbidden(forced) != LEGAL):
            return self.n_moves - SURE
        if self._quick_win(color, QUICK) == WIN:
            return SURE - self.n_moves - self.n_found - 1
        if self.n_moves == N_CELLS:
            return 0
        if forced >= 0:
            self.moves[base] = forced
            n = 1
        elif depth <= 0:
            return self._worth_of(color)
        else:
            n = self._best_cells(color, width)
        if n == 0:
            return 0
        for index in range(n):
            self._play(self.moves[base + index], color)
            value = -self._value(1 - color, depth - 1, width, -beta, -alpha)
            self._undo()
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    break
        return alpha

    # -- for Python

    def best_cells(self, color: cython.int, width: cython.int) -> list[int]:
        """Return the most promising legal cells for a color, the best first."""
        n: cython.int = self._best_cells(color, width)
        return list(self.moves[225 * self.n_moves : 225 * self.n_moves + n])

    def value(
        self, color: cython.int, depth: cython.int, width: cython.int, alpha: cython.int, beta: cython.int
    ) -> int | None:
        """Return the value of the position for the color to move, within the bounds; None at a limit."""
        value: cython.int
        self.scale = 1
        with cython.nogil:
            value = self._value(color, depth, width, alpha, beta)
        self._raise()
        return None if self.nodes >= self.budget else value
