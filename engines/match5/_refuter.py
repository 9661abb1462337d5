# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A search that finds a line by which blue beats a player who only defends, or proves that none exists.

Algorithm: depth-first search over all moves of blue; red has a single answer, the player's
(`Table._defend`), so only blue's moves branch. Red's own rows do not count, and blue may pass: this makes
a proof stronger and the state small. Besides positions seen before, two facts prune the search:
- Potential (P. Erdos and J. Selfridge, "On a combinatorial game", 1973): a row that is open to blue with
  e empty fields counts 1/2^e. If the sum is less than 1/2 with blue to move, and red always plays on the
  field with the highest sum over the rows through it, blue never completes a row: after blue's move the
  sum is less than 1, and after red's answer it is not higher than before the two moves. Red's fallback
  plays this way. If the sum is less than 1, the answer to a four is also on the field where the sum is
  highest, and red ignores its patterns above level 1 (`Table._is_safe`).
- Symmetry: the player answers all images of a board alike.

Data layout: a position consists of the fields on blue's open rows, each empty or blue; the player reads
no other fields. The key of a position is a number in base 3, stored in three words with up to 40 fields
each. The keys are exact, and are stored in a hash set with linear probing.

Cost per position: one pass over the rows for the potential; the keys of eight images (four unless the
board is square), with 81 fields each; and for each move tried, red's answer and two stones placed and
removed. On 6x7 this takes 16 microseconds (BENCHMARKS.md, "A player that never loses").

Invariants:
- `table` plays by the fallback BLOCK if no pattern matches, and its board has the size of the search;
  each call leaves the table unchanged.
- `bound` and the potentials are in units of 1/32: a row with n stones of blue counts 2^n.
- If a pattern has a field that is in none of its own rows of five (`is_covered` is false), all empty and
  blue fields are in the key.
"""

from array import array

import cython

from zet.engines.kernel._polls import LimitedSearch
from zet.engines.match5 import constants, model

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.checks import check
    from zet.engines.match5._board import field_at
    from zet.engines.match5._table import Table

EMPTY = cython.declare(cython.int, model.EMPTY)
RED = cython.declare(cython.int, model.RED)
BLUE = cython.declare(cython.int, model.BLUE)
N_WINDOWS = cython.declare(cython.int, constants.N_WINDOWS)

SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
SPREAD_2 = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)
ALL_64 = cython.declare(cython.ulonglong, (1 << 64) - 1)
PASS = cython.declare(cython.int, -1)
FIRST_SLOTS = cython.declare(cython.longlong, 1 << 12)

LOST, HELD, STOPPED = 0, 1, 2
"""The results of a search: blue beats red, blue cannot beat red, or the search was stopped."""

_LOST = cython.declare(cython.int, LOST)
_HELD = cython.declare(cython.int, HELD)
_STOPPED = cython.declare(cython.int, STOPPED)


class Refuter(LimitedSearch):
    """A search that tries to beat the red player of a table on a board of `width` x `height` fields.

    `bound` is the potential, in units of 1/32, below which red cannot lose: 16, or 0 if red does not know
    all rows. `is_plain` states that all patterns are rows of five; `is_covered` states that every field
    of each pattern belongs to a row of five that lies within the pattern.
    """

    def __init__(
        self,
        table: Table,
        width: cython.int,
        height: cython.int,
        bound: cython.int,
        is_plain: cython.bint,
        is_covered: cython.bint,
        ask=None,
    ) -> None:
        super().__init__(ask)
        check(table is not None and table.fallback == constants.BLOCK, "no player who blocks")
        check(0 <= bound <= 16, "bound out of range")
        table.resize(width, height)
        self.table = table
        self.width = width
        self.height = height
        self.bound = bound
        self.is_plain = is_plain
        self.is_covered = is_covered
        self.rows = table.rows
        self.n_rows = len(self.rows)
        self.weight = memoryview(array("i", bytes(4 * 81 * 84)))
        self.order = memoryview(array("i", bytes(4 * 82 * 84)))
        self.line = memoryview(array("i", bytes(4 * 2 * 84)))
        self.n_turns = 8 if width == height else 4
        # Field f of an image is digit f of the key, 40 digits to a word: 3**40 < 2**64. The tables give
        # the word and the value of the digit, so that building the keys of all images divides nothing.
        word = []
        power = []
        for turn in range(8):
            for field in range(81):
                x, y = field % 9, field // 9
                if turn & 1:
                    x = width - 1 - x
                if turn & 2:
                    y = height - 1 - y
                if turn & 4:
                    x, y = y, x
                index = (9 * y + x) % 81
                word.append(index // 40)
                power.append(3 ** (index % 40))
        self.word = memoryview(array("b", word))
        self.power = memoryview(array("Q", power))
        self.n_slots = FIRST_SLOTS
        self.n_used = 0
        self.is_spent = False
        self.slot = memoryview(array("Q", [ALL_64]) * (3 * FIRST_SLOTS))

    def search(self, begins: cython.int, limit: cython.longlong) -> int:
        """Search from the empty board, up to `limit` nodes; return LOST (by red), HELD or STOPPED.

        `begins` is the color that moves first. Positions seen in an earlier search count as held, so a
        further search is valid only if the earlier search returned HELD.
        """
        check(not self.is_spent, "a search that did not hold came before")
        check(begins == RED or begins == BLUE, "color out of range")
        check(limit >= 0, "limit out of range")
        self.begin(limit)
        self.n_line = 0
        if begins == RED:
            self.table._put(self.table._defend(self.table.red, RED), RED)
        result: cython.int = self._holds(0)
        if begins == RED:
            self.table._take()
        self.is_spent = result != _HELD
        self.poll.raise_error()
        return result

    def refutation(self) -> list[int]:
        """Return the line that beats red, with the moves of blue and red alternating; -1 is a pass."""
        return list(self.line[: self.n_line])

    def _weigh(self, ply):
        """Set each field's weight to the sum of the values of its open rows; return the potential."""
        cython.declare(index=cython.int, row=cython.int, at=cython.int, value=cython.int)
        base: cython.int = 81 * ply
        potential: cython.int = 0
        for index in range(81):
            self.weight[base + index] = 0
        for index in range(self.n_rows):
            row = self.rows[index]
            if self.table.count[row] == 0:
                value = 1 << self.table.count[N_WINDOWS + row]
                potential += value
                for at in range(5 * row, 5 * row + 5):
                    self.weight[base + field_at(self.table.windows[at])] += value
        return potential

    def _is_new(self, ply):
        """Store the position; return whether it was new."""
        cython.declare(turn=cython.int, field=cython.int, index=cython.int, value=cython.ulonglong)
        cython.declare(a=cython.ulonglong, b=cython.ulonglong, c=cython.ulonglong, at=cython.longlong)
        cython.declare(low=cython.ulonglong, middle=cython.ulonglong, high=cython.ulonglong)
        low = middle = high = 0
        # The smallest key of all images represents the position. The keys are built from scratch: if they
        # were updated with each move, the update would have to remove all fields whose last open row a
        # stone of red closes.
        for turn in range(self.n_turns):
            a = b = c = 0
            for field in range(81):
                at = self.table.cell[self.table.position[field]]
                if at != EMPTY and at != BLUE:
                    continue
                # No open row crosses the field, so neither blue's fives nor the player's answers depend
                # on it.
                if self.is_covered and self.weight[81 * ply + field] == 0:
                    continue
                index = 81 * turn + field
                value = self.power[index] if at == EMPTY else 2 * self.power[index]
                if self.word[index] == 0:
                    a += value
                elif self.word[index] == 1:
                    b += value
                else:
                    c += value
            if turn == 0 or a < low or (a == low and (b < middle or (b == middle and c < high))):
                low = a
                middle = b
                high = c
        a = low
        b = middle
        c = high
        if 10 * self.n_used > 7 * self.n_slots:
            self._spread()
        # Linear probing stops at the first free slot, which is right because nothing is ever removed.
        # ALL_64 marks a free slot: no word of a key exceeds 3**40 - 1.
        at = self._slot_of(a, b, c)
        while self.slot[3 * at] != ALL_64:
            if self.slot[3 * at] == a and self.slot[3 * at + 1] == b and self.slot[3 * at + 2] == c:
                return False
            at = (at + 1) & (self.n_slots - 1)
        self.slot[3 * at] = a
        self.slot[3 * at + 1] = b
        self.slot[3 * at + 2] = c
        self.n_used += 1
        return True

    def _slot_of(self, a, b, c):
        """Return the slot at which probing for the given key begins."""
        # The keys of positions that differ in one stone differ by a power of three, so their low bits
        # alone would fill neighboring slots. Two multiplications, each followed by a fold, mix all bits
        # into the low ones.
        spread: cython.ulonglong = (a * SPREAD & ALL_64) ^ (b + (c << 40) & ALL_64)
        # The masks keep interpreted Python within 64 bits.
        spread = (spread ^ spread >> 32) * SPREAD_2 & ALL_64
        return cython.cast(cython.longlong, (spread ^ spread >> 32) & (self.n_slots - 1))

    def _spread(self):
        """Double the hash set."""
        cython.declare(a=cython.ulonglong, b=cython.ulonglong, c=cython.ulonglong, at=cython.longlong)
        index: cython.longlong
        old: cython.ulonglong[::1] = self.slot
        count: cython.longlong = self.n_slots
        self.slot = memoryview(array("Q", [ALL_64]) * (6 * count))
        self.n_slots = 2 * count
        for index in range(count):
            a = old[3 * index]
            if a == ALL_64:
                continue
            b = old[3 * index + 1]
            c = old[3 * index + 2]
            at = self._slot_of(a, b, c)
            while self.slot[3 * at] != ALL_64:
                at = (at + 1) & (self.n_slots - 1)
            self.slot[3 * at] = a
            self.slot[3 * at + 1] = b
            self.slot[3 * at + 2] = c

    def _makes_four(self, field):
        """Return whether a blue stone on a field is the fourth in a row that is still open."""
        index: cython.int
        row: cython.int
        at: cython.int = self.table.position[field]
        for index in range(self.table.window_start[at], self.table.window_start[at + 1]):
            row = self.table.window_of[index]
            if self.table.count[row] == 0 and self.table.count[N_WINDOWS + row] == 3:
                return True
        return False

    def _list_moves(self, ply, potential):
        """List blue's moves, the highest weight first and the pass last; return their number.

        A move is omitted if red's answer certainly brings the potential below the bound: red answers on
        the field of the highest weight, and the move decreases only the weight of the field on which it
        is made.
        """
        cython.declare(field=cython.int, weight=cython.int, index=cython.int, rest=cython.int)
        base: cython.int = 81 * ply
        order: cython.int = 82 * ply
        count: cython.int = 0
        first: cython.int = 0
        second: cython.int = 0
        for field in range(81):
            if self.table.cell[self.table.position[field]] == EMPTY:
                weight = self.weight[base + field]
                if weight > first:
                    second = first
                    first = weight
                elif weight > second:
                    second = weight
        for field in range(81):
            if self.table.cell[self.table.position[field]] != EMPTY:
                continue
            weight = self.weight[base + field]
            if weight == 0 and self.is_covered:
                continue
            # Blue's stone doubles all open rows through the field, and so adds its weight to the
            # potential; red's answer closes the rows of the heaviest other field. The bound holds only if
            # red does answer there. It does if the potential is below 1 after blue's stone (2 * bound),
            # as it then ignores its patterns above level 1; or if its patterns are rows of five and none
            # of them has four stones, so that none matches.
            rest = potential + weight - (second if weight == first else first)
            if rest < self.bound and (
                potential + weight < 2 * self.bound or (self.is_plain and not self._makes_four(field))
            ):
                continue
            # Insertion sort. Moves of equal weight stay in the order of the fields, so every machine
            # visits the same nodes.
            index = count
            while index > 0 and self.weight[base + self.order[order + index - 1]] < weight:
                self.order[order + index] = self.order[order + index - 1]
                index -= 1
            self.order[order + index] = field
            count += 1
        self.order[order + count] = PASS
        return count + 1

    def _holds(self, ply):
        """Search a position with blue to move; return LOST, HELD or STOPPED."""
        cython.declare(index=cython.int, row=cython.int, count=cython.int, at=cython.int)
        cython.declare(result=cython.int)
        potential: cython.int = self._weigh(ply)
        if potential == 0 or potential < self.bound:
            return _HELD
        # The tests go from cheap to expensive: the potential and a five of blue's need no key. A five in
        # one move ends the search, and red has none of its own, since its rows do not count.
        for index in range(self.n_rows):
            row = self.rows[index]
            if self.table.count[row] == 0 and self.table.count[N_WINDOWS + row] == 4:
                for at in range(5 * row, 5 * row + 5):
                    if self.table.cell[self.table.windows[at]] == EMPTY:
                        self.line[2 * ply] = field_at(self.table.windows[at])
                        self.n_line = 2 * ply + 1
                        return _LOST
        # A known position was held, since the first loss ends the whole search. A position that is still
        # being searched recurs only after passes, and blue gains nothing by returning to it.
        if not self._is_new(ply):
            return _HELD
        self.nodes += 1
        if self.nodes >= self.pause:
            self.check()
            if self.stopped:
                return _STOPPED
        count = self._list_moves(ply, potential)
        for index in range(count):
            result = self._after(ply, self.order[82 * ply + index])
            if result != _HELD:
                return result
        return _HELD

    def _after(self, ply, field):
        """Continue after blue's move on `field` and red's reply; return LOST, HELD or STOPPED."""
        cython.declare(at=cython.int, result=cython.int)
        if field != PASS:
            self.table._put(self.table.position[field], BLUE)
        result = _HELD
        # On a full board red has no answer, and needs none: `_holds` has looked for a five before.
        if self.table.n_moves < self.width * self.height:
            at = self.table._defend(self.table.red, RED)
            self.line[2 * ply] = field
            self.line[2 * ply + 1] = field_at(at)
            self.table._put(at, RED)
            result = self._holds(ply + 1)
            self.table._take()
        if field != PASS:
            self.table._take()
        return result
