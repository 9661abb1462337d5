# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""An opponent that looks ahead: alpha-beta to a fixed depth on the board of match5.

Algorithm: fail-soft alpha-beta (Knuth and Moore, 1975; Fishburn, 1983) with iterative deepening, an
always-replace transposition table, and moves sorted by the gain in static value. The evaluation of
windows (rows of five fields) is updated with each stone, as in five-in-a-row programs since Allis, van
den Herik and Huntjens, "Go-Moku solved by new search techniques" (1996).

In the static value for the color to move, each window with stones of only one color has a weight that
depends on their number; the weights of the other color's windows are subtracted. A five is worth WIN
minus the number of moves to it; a full board is worth 0. The search tries the empty fields at most two
steps from a stone, or all empty fields if no empty field is that near. On the empty board it tries only
the middle field.

Cost per node: placing a stone updates the counts of at most 20 windows through its field, and of at most
25 fields near it; listing the moves reads at most 20 windows for each candidate. At the last ply, values
are computed from the gains, and no move is made on the board.

Invariants:
- The result is the same as that of minimax over the moves tried, whatever the table contains: an entry is
  used only at its own depth, and only moves that cannot matter are omitted. (If the color to move has a
  four, it wins; if the other color has a four and at least two moves are left to search, the color to
  move must stop the four.)
- `count` holds the number of red stones in each window, then the number of blue stones in each; `fours`
  holds, for each color, the number of windows with four of its stones and an empty field; `score` is the
  static value for red; `stones_near` holds the number of stones near each field.
- A slot of the table contains a value, a depth, the kind of bound and a move. In this value, the number
  of moves to a forced five is counted from the stored position, not from the root.
"""

from array import array
from itertools import accumulate, chain

import cython

from zet.engines.kernel._polls import LimitedSearch
from zet.engines.kernel.rng import mix
from zet.engines.match5 import constants, model

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bounds import EXACT, LOWER, UPPER
    from zet.engines.kernel.checks import check, check_all, checked_bytes

EMPTY = cython.declare(cython.int, model.EMPTY)
RED = cython.declare(cython.int, model.RED)
BLUE = cython.declare(cython.int, model.BLUE)
N_WINDOWS = cython.declare(cython.int, constants.N_WINDOWS)

WEIGHTS = array("i", [0, 1, 8, 40, 200, 0])

WIN = cython.declare(cython.int, 1_000_000)
DECIDED = cython.declare(cython.int, 999_900)
"""A value above this, or below its negative, means that a five is forced."""

NODES = cython.declare(cython.longlong, 1 << 62)
SLOTS = cython.declare(cython.int, 1 << 16)

MIDDLE = cython.declare(cython.int, 40)
MOVES = cython.declare(cython.int, 81)

# Zobrist keys from a fixed generator: a position has the same slot in every run, and a search the same
# number of nodes.
RANDOM_64 = array("Q", [mix(number) for number in range(3 * 81)])


class AlphaBeta(LimitedSearch):
    """The alpha-beta search of match5, with its table of positions.

    `windows` contains the five fields of each row of five. `ask` is called periodically with the number
    of nodes searched so far; the search stops if `ask` returns true. If `ask` is None, only a signal
    stops the search.
    """

    def __init__(self, ask: object, windows) -> None:
        super().__init__(ask)
        check(len(windows) == N_WINDOWS, "number of windows out of range")
        for window in windows:
            check(len(window) == 5, "length of a window out of range")
            check_all(window, 0, 80, "field out of range")
        self.windows = memoryview(array("i", chain.from_iterable(windows)))
        through = [[] for _ in range(81)]
        for number, window in enumerate(windows):
            for field in window:
                through[field].append(number)
        self.window_start = memoryview(array("i", accumulate(map(len, through), initial=0)))
        self.window_of = memoryview(array("i", [*chain.from_iterable(through), 0]))
        near = [
            [
                9 * y + x
                for y in range(max(0, field // 9 - 2), min(9, field // 9 + 3))
                for x in range(max(0, field % 9 - 2), min(9, field % 9 + 3))
            ]
            for field in range(81)
        ]
        self.near_start = memoryview(array("i", accumulate(map(len, near), initial=0)))
        self.near_of = memoryview(array("i", chain.from_iterable(near)))
        self.weights = memoryview(WEIGHTS)
        self.keys = memoryview(RANDOM_64)
        self.cell = memoryview(array("b", bytes(81)))
        self.count = memoryview(array("b", bytes(2 * N_WINDOWS)))
        self.fours = memoryview(array("i", bytes(4 * 3)))
        self.stones_near = memoryview(array("i", bytes(4 * 81)))
        self.move = memoryview(array("i", bytes(4 * 81 * 83)))
        self.gain = memoryview(array("i", bytes(4 * 81 * 83)))
        self.slot_key = memoryview(array("Q", bytes(8 * SLOTS)))
        self.slot_value = memoryview(array("i", bytes(4 * SLOTS)))
        self.slot_data = memoryview(array("i", bytes(4 * SLOTS)))
        self.key = 0
        self.n_empty = 81
        self.score = self.n_moves = 0

    def best(self, board, color: cython.int, depth: cython.int) -> tuple[int, list[int]] | None:
        """Return the value for the color to move, and all best moves; None if stopped.

        `board` has 81 fields, each EMPTY, RED or BLUE, and contains no five in a row; `depth` is at least
        1.
        """
        cython.declare(field=cython.int, turn=cython.int, index=cython.int, n_moves=cython.int)
        cython.declare(value=cython.int, best=cython.int, other=cython.int)
        board = checked_bytes(board, 81, "number of fields out of range")
        check(color == RED or color == BLUE, "color out of range")
        check(1 <= depth <= 81, "depth out of range")
        check(EMPTY in board, "no empty field")
        check_all(board, EMPTY, BLUE, "value of a field out of range")
        for field in range(81):
            if self.cell[field] != EMPTY:
                self._take(field, self.cell[field])
        for field in range(81):
            if board[field] != EMPTY:
                self._put(field, board[field])
        for index in range(2 * N_WINDOWS):
            check(self.count[index] < 5, "the game is over")
        other = RED + BLUE - color
        depth = min(depth, self.n_empty)
        if self.fours[color]:
            n_moves = self._list_holes(0, color)
            return WIN - 1, sorted(self.move[:n_moves])
        n_moves = 0
        if depth > 1 and self.fours[other]:
            n_moves = self._list_holes(0, other)
        if n_moves > 1:
            return 2 - WIN, sorted(self.move[:n_moves])
        if n_moves == 0:
            n_moves = self._list_moves(0, color)
        for index in range(n_moves):
            self._bring_best(0, index, n_moves)
        best = -WIN
        found = []
        self.begin(self.nodes + NODES // 2)
        # Iterative deepening: each depth fills the table with the moves that the next depth searches
        # first.
        for turn in range(1, depth + 1):
            best = -WIN
            found = []
            for index in range(n_moves):
                field = self.move[index]
                self._put(field, color)
                with cython.nogil:
                    # The window is one wider than a null window: moves equal to the best get their exact
                    # value, so that all of them are returned and callers may choose among them at random.
                    value = -self._search(other, turn - 1, -WIN, 1 - best, 1)
                self._take(field, color)
                if self.stopped:
                    self.poll.raise_error()
                    return None
                if value > best:
                    best = value
                    found = []
                if value == best:
                    found.append(field)
            # The best moves so far come first at the next depth; the others remain in the same order.
            rest = [self.move[index] for index in range(n_moves) if self.move[index] not in found]
            for index, field in enumerate(found + rest):
                self.move[index] = field
        return best, sorted(found)

    def _put(self, field, color):
        """Place a stone, and update windows, value, key and neighborhood."""
        cython.declare(index=cython.int, window=cython.int, own=cython.int, others=cython.int)
        cython.declare(change=cython.int)
        shift: cython.int = 0 if color == RED else N_WINDOWS
        change = 0
        # The change depends on the earlier stones of the window: if they are all of this color, its
        # weight grows; if they are all of the other color, it loses its weight.
        for index in range(self.window_start[field], self.window_start[field + 1]):
            window = self.window_of[index]
            own = self.count[window + shift]
            others = self.count[window + N_WINDOWS - shift]
            if others == 0:
                change += self.weights[own + 1] - self.weights[own]
                if own == 3:
                    self.fours[color] += 1
                elif own == 4:
                    self.fours[color] -= 1
            elif own == 0:
                change += self.weights[others]
                if others == 4:
                    self.fours[RED + BLUE - color] -= 1
            self.count[window + shift] = own + 1
        self.score += change if color == RED else -change
        self.cell[field] = color
        self.key ^= self.keys[81 * color + field]
        self.n_empty -= 1
        for index in range(self.near_start[field], self.near_start[field + 1]):
            self.stones_near[self.near_of[index]] += 1

    def _take(self, field, color):
        """Remove a stone, and revert the updates made by `_put`."""
        cython.declare(index=cython.int, window=cython.int, own=cython.int, others=cython.int)
        cython.declare(change=cython.int)
        shift: cython.int = 0 if color == RED else N_WINDOWS
        change = 0
        for index in range(self.window_start[field], self.window_start[field + 1]):
            window = self.window_of[index]
            own = self.count[window + shift] - 1
            others = self.count[window + N_WINDOWS - shift]
            self.count[window + shift] = own
            if others == 0:
                change += self.weights[own + 1] - self.weights[own]
                if own == 3:
                    self.fours[color] -= 1
                elif own == 4:
                    self.fours[color] += 1
            elif own == 0:
                change += self.weights[others]
                if others == 4:
                    self.fours[RED + BLUE - color] += 1
        self.score -= change if color == RED else -change
        self.cell[field] = EMPTY
        self.key ^= self.keys[81 * color + field]
        self.n_empty += 1
        for index in range(self.near_start[field], self.near_start[field + 1]):
            self.stones_near[self.near_of[index]] -= 1

    def _gain_of(self, field, color):
        """Return the increase in the value for a color if it plays on a field without making five."""
        cython.declare(index=cython.int, window=cython.int, own=cython.int, others=cython.int)
        shift: cython.int = 0 if color == RED else N_WINDOWS
        found: cython.int = 0
        for index in range(self.window_start[field], self.window_start[field + 1]):
            window = self.window_of[index]
            own = self.count[window + shift]
            others = self.count[window + N_WINDOWS - shift]
            if others == 0:
                found += self.weights[own + 1] - self.weights[own]
            elif own == 0:
                found += self.weights[others]
        return found

    def _list_holes(self, ply, color):
        """List, without duplicates, the fields on which a color completes a five; return their number."""
        cython.declare(window=cython.int, index=cython.int, field=cython.int, other=cython.int)
        own: cython.int = 0 if color == RED else N_WINDOWS
        first: cython.int = MOVES * ply
        count: cython.int = 0
        # All 140 windows are scanned, but only if `fours` shows that one of them is a four.
        for window in range(N_WINDOWS):
            if self.count[window + own] != 4 or self.count[window + N_WINDOWS - own] != 0:
                continue
            index = 5 * window
            while self.cell[self.windows[index]] != EMPTY:
                index += 1
            field = self.windows[index]
            other = 0
            while other < count and self.move[first + other] != field:
                other += 1
            if other == count:
                self.move[first + count] = field
                self.gain[first + count] = 0
                count += 1
        return count

    def _list_moves(self, ply, color):
        """List the moves with their gains, row by row, and return their number."""
        field: cython.int
        first: cython.int = MOVES * ply
        count: cython.int = 0
        # Fields far from every stone belong to no window that matters soon. A list of the candidates,
        # updated with each stone, would be faster to read but would have to be undone; `stones_near` is
        # only incremented and decremented.
        for field in range(81):
            if self.cell[field] == EMPTY and self.stones_near[field]:
                self.move[first + count] = field
                self.gain[first + count] = self._gain_of(field, color)
                count += 1
        if count == 0:
            for field in range(81):
                if self.cell[field] == EMPTY and (self.n_empty < 81 or field == MIDDLE):
                    self.move[first + count] = field
                    self.gain[first + count] = self._gain_of(field, color)
                    count += 1
        return count

    def _bring_best(self, ply, index, count):
        """Swap the best of the moves from `index` to `count` - 1 into place `index`."""
        first: cython.int = MOVES * ply
        best: cython.int = first + index
        at: cython.int
        cython.declare(move=cython.int, gain=cython.int)
        # One step of a selection sort, as most nodes need a move or two. Ties go to the first move.
        for at in range(first + index + 1, first + count):
            if self.gain[at] > self.gain[best]:
                best = at
        move = self.move[best]
        gain = self.gain[best]
        self.move[best] = self.move[first + index]
        self.gain[best] = self.gain[first + index]
        self.move[first + index] = move
        self.gain[first + index] = gain

    def _search(self, color, depth, alpha, beta, ply):
        """Return the value for the color to move, or a bound outside the window (`alpha`, `beta`)."""
        cython.declare(index=cython.int, count=cython.int, best=cython.int, slot=cython.int)
        cython.declare(value=cython.int, bound=cython.int, key=cython.ulonglong)
        if self.nodes >= self.pause:
            self.check()
        if self.stopped:
            return 0
        self.nodes += 1
        # The cheap tests come before the table: evaluating a leaf is one comparison and one negation.
        if self.n_empty == 0:
            return 0
        if depth == 0:
            return self.score if color == RED else -self.score
        # A five that can be completed is: this replaces a ply of search at the end of nearly every line.
        if self.fours[color]:
            return WIN - ply - 1
        # The last ply is computed and not played: the value after a move that makes no five is the score
        # plus the gain of the move. Since most nodes of a tree are on its last ply, this saves most
        # updates of the board.
        if depth == 1:
            if self.n_empty == 1:
                return 0
            count = self._list_moves(ply, color)
            best = -WIN
            for index in range(MOVES * ply, MOVES * ply + count):
                best = max(best, self.gain[index])
            return best + (self.score if color == RED else -self.score)
        # Only an entry of exactly this depth is used: a deeper search has another value by this
        # evaluation, so the result would depend on earlier searches.
        key = self.key ^ self.keys[color]
        slot = cython.cast(cython.int, key & (SLOTS - 1))
        if self.slot_key[slot] == key and self.slot_data[slot] >> 9 == depth:
            value = self.slot_value[slot]
            # A stored win is counted from its own position, as positions may be reached at different
            # plies.
            if value > DECIDED:
                value -= ply
            elif value < -DECIDED:
                value += ply
            bound = self.slot_data[slot] >> 7 & 3
            if (
                bound == EXACT
                or (bound == LOWER and value >= beta)
                or (bound == UPPER and value <= alpha)
            ):
                return value
        return self._search_moves(color, depth, alpha, beta, ply, key)

    def _search_moves(self, color, depth, alpha, beta, ply, key):
        """Search the moves of a position; store its value in the table, and return it."""
        cython.declare(index=cython.int, count=cython.int, best=cython.int, field=cython.int)
        cython.declare(value=cython.int, bound=cython.int, move=cython.int, below=cython.int)
        first: cython.int = MOVES * ply
        slot: cython.int = cython.cast(cython.int, key & (SLOTS - 1))
        other: cython.int = RED + BLUE - color
        count = 0
        if self.fours[other]:
            count = self._list_holes(ply, other)
            # Two fields cannot both be blocked; a single field is the only move.
            if count > 1:
                return ply + 2 - WIN
        if count == 0:
            count = self._list_moves(ply, color)
            if self.slot_key[slot] == key:
                # The best move of a search at another depth comes first. The full key is compared: a slot
                # is always overwritten and may belong to any position.
                move = self.slot_data[slot] & 127
                for index in range(first, first + count):
                    if self.move[index] == move:
                        self.gain[index] = WIN
        best = -WIN
        move = 0
        below = alpha
        for index in range(count):
            self._bring_best(ply, index, count)
            field = self.move[first + index]
            self._put(field, color)
            value = -self._search(other, depth - 1, -beta, -below, ply + 1)
            self._take(field, color)
            if self.stopped:
                return 0
            if value > best:
                best = value
                move = field
                below = max(below, best)
                if best >= beta:
                    break
        bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
        value = best
        if value > DECIDED:
            value += ply
        elif value < -DECIDED:
            value -= ply
        # Always replace: the deepest search among the positions of a slot is nearest to the root, and
        # soon over.
        self.slot_key[slot] = key
        self.slot_value[slot] = value
        self.slot_data[slot] = depth << 9 | bound << 7 | move
        return best
