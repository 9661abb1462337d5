# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A search for one color's forced wins by fours, by threats, and by quiet moves.

Algorithm: lambda search (Thomsen, "Lambda-search in game trees, with application to Go", ICGA Journal 23,
2000) of three orders: fours, each with a single answer; threats, after which fours win if the defender
passes; and quiet moves, after which threats win if the defender passes. Answers are limited to the
relevance zone of the proofs found so far (Wu and Lin, "Relevance-zone-oriented proof search for
Connect6", 2010). Wins by fours and threats are the wins that threat-space search finds (Allis, van den
Herik and Huntjens, "Go-Moku solved by new search techniques", 1996).

Cost: a stone updates at most 20 windows through its field; a node scans the 140 windows for fours.

Each of the 81 fields is empty, has a stone of the attacker, or is closed: neither side can use a closed
field. A closed field only blocks the attacker's rows, whether or not the defender has a stone there.

Invariants:
- `own` and `closed` count, for each row of five, the attacker's stones and the fields that the attacker
  cannot use; `answers` counts the closed fields that the defender took during the search.
- A set of fields is two words: fields 0 to 40 in `low`, the others in `high`.
- A search that has found a win stores at its ply the fields that the proof needs, and the first move. A
  stone of either color on any other field leaves the proof valid; therefore only answers on the empty
  fields of the proof are searched.
- A counterattack consists of the defender's answers alone: four of them in an open row refute the attack.
- Failures are stored by position, with their depth. The slot depends only on the position, and a new
  search ignores the entries of earlier searches, so the same search always visits the same number of
  nodes.
"""

from array import array

import cython

from zet.engines.match5 import constants

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.checks import check, check_all, checked_bytes

EMPTY = cython.declare(cython.int, 0)
STONE = cython.declare(cython.int, constants.STONE)
CLOSED = cython.declare(cython.int, constants.CLOSED)

N_WINDOWS = cython.declare(cython.int, constants.N_WINDOWS)
HALF = cython.declare(cython.int, 41)
PLIES = cython.declare(cython.int, 64)
SLOTS = cython.declare(cython.int, 1 << 16)
MAX_QUIET = cython.declare(cython.int, 40)
ONE = cython.declare(cython.ulonglong, 1)

MAX_FOURS = cython.declare(cython.int, 3)
"""The maximum length of a win by fours after a threat, in moves of the attacker, including the five."""

ALONE = cython.declare(cython.int, 8)
"""The maximum length of a win, in moves of the attacker, in a search by fours alone."""

PATIENCE = cython.declare(cython.longlong, 40_000)
"""The node limit of one search for threats inside a search with quiet moves."""

WIDTH = cython.declare(cython.int, 12)
"""The maximum number of quiet moves tried in one position."""


def _keys():
    """Return random numbers below 2**62 for hashing, one for each field and side."""
    value = 1
    keys = array("Q")
    for _ in range(162):
        value = (value * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        keys.append((value >> 2) ^ (value >> 33))
    return keys


class Search:
    """A board and the search for forced wins on it."""

    def __init__(self, windows) -> None:
        """Create an empty board; `windows` contains the five fields of each row of five."""
        check(len(windows) == N_WINDOWS, "number of windows out of range")
        for window in windows:
            check(len(window) == 5 and len(set(window)) == 5, "length of a window out of range")
            check_all(window, 0, 80, "field out of range")
        starts = [0]
        of = []
        for field in range(81):
            of += [number for number, window in enumerate(windows) if field in window]
            starts.append(len(of))
        self.windows = memoryview(array("i", [field for window in windows for field in window]))
        self.window_start = memoryview(array("i", starts))
        self.window_of = memoryview(array("i", of))
        self.low_window = memoryview(
            array("Q", [sum(1 << field for field in window if field < HALF) for window in windows])
        )
        self.high_window = memoryview(
            array(
                "Q", [sum(1 << field - HALF for field in window if field >= HALF) for window in windows]
            )
        )
        self.cell = memoryview(array("b", bytes(81)))
        self.own = memoryview(array("b", bytes(N_WINDOWS)))
        self.closed = memoryview(array("b", bytes(N_WINDOWS)))
        self.answers = memoryview(array("b", bytes(N_WINDOWS)))
        self.low = memoryview(array("Q", bytes(8 * PLIES)))
        self.high = memoryview(array("Q", bytes(8 * PLIES)))
        self.move = memoryview(array("i", bytes(4 * PLIES)))
        self.worth = memoryview(array("i", bytes(4 * 81 * PLIES)))
        self.keys = memoryview(_keys())
        self.slot_key = memoryview(array("Q", bytes(8 * SLOTS)))
        self.slot_stamp = memoryview(array("q", bytes(8 * SLOTS)))
        self.slot_depth = memoryview(array("b", bytes(SLOTS)))
        self.nodes = self.end = self.stamp = 0

    def win(
        self, board, quiet: cython.int, threats: cython.int, limit: cython.longlong
    ) -> tuple[int, int, list[int]] | None:
        """Return (number of moves, first move, fields of the proof) of a win for the attacker.

        The result is None if no win is found. The attacker is to move. `board` has 81 values: 0 for an
        empty field, STONE or CLOSED. The win has at most `quiet` moves that are not threats, and at most
        `threats` successive threats between two of these moves. At most `limit` nodes are searched;
        afterwards `nodes` is the number of nodes searched.
        """
        cython.declare(field=cython.int, window=cython.int, level=cython.int)
        board = checked_bytes(board, 81, "number of fields out of range")
        check(quiet <= MAX_QUIET, "number of quiet moves out of range")
        check(threats <= 81, "number of threats out of range")
        self.stamp += 1
        # Keys are relative to the position of the call: they depend only on the moves of this search.
        self.key = 0
        self.nodes = 0
        self.end = limit
        self.low_empty = self.high_empty = 0
        for window in range(N_WINDOWS):
            self.own[window] = self.closed[window] = self.answers[window] = 0
        for field in range(81):
            self.cell[field] = EMPTY
            self._flip(field)
            if board[field] == STONE:
                self._put(field)
            elif board[field] == CLOSED:
                self.cell[field] = CLOSED
                self._flip(field)
                for window in range(self.window_start[field], self.window_start[field + 1]):
                    self.closed[self.window_of[window]] += 1
        self.key = 0
        level = self._fours(0, ALONE)
        if level == 0:
            level = self._win(0, quiet, threats, limit)
        if level == 0:
            return None
        return level, self.move[0], [at for at in range(81) if self._holds(0, at)]

    def _holds(self, ply, field):
        """Return whether the proof found at a ply needs `field`."""
        if field < HALF:
            return (self.low[ply] >> field) & 1 != 0
        return (self.high[ply] >> (field - HALF)) & 1 != 0

    def _flip(self, field):
        """Toggle a field in the set of empty fields."""
        if field < HALF:
            self.low_empty ^= ONE << field
        else:
            self.high_empty ^= ONE << (field - HALF)

    def _put(self, field):
        """Place a stone of the attacker."""
        index: cython.int
        self.cell[field] = STONE
        self.key ^= self.keys[field]
        self._flip(field)
        for index in range(self.window_start[field], self.window_start[field + 1]):
            self.own[self.window_of[index]] += 1

    def _take(self, field):
        """Remove a stone of the attacker."""
        index: cython.int
        self.cell[field] = EMPTY
        self.key ^= self.keys[field]
        self._flip(field)
        for index in range(self.window_start[field], self.window_start[field + 1]):
            self.own[self.window_of[index]] -= 1

    def _answer(self, field):
        """Give a field to the defender; return whether the defender's answers now threaten a five."""
        cython.declare(index=cython.int, window=cython.int)
        four: cython.bint = False
        self.cell[field] = CLOSED
        self.key ^= self.keys[81 + field]
        self._flip(field)
        for index in range(self.window_start[field], self.window_start[field + 1]):
            window = self.window_of[index]
            self.closed[window] += 1
            self.answers[window] += 1
            # Only a four that consists of answers is known to be the defender's: other closed fields may
            # be anything.
            if self.answers[window] > 3 and self.own[window] == 0:
                if self.closed[window] == self.answers[window]:
                    four = True
        return four

    def _retract(self, field):
        """Remove an answer by the defender."""
        index: cython.int
        self.cell[field] = EMPTY
        self.key ^= self.keys[81 + field]
        self._flip(field)
        for index in range(self.window_start[field], self.window_start[field + 1]):
            self.closed[self.window_of[index]] -= 1
            self.answers[self.window_of[index]] -= 1

    def _fours(self, ply, depth):
        """Return the number of moves, at most `depth`, of a win by fours; 0 if none is found."""
        cython.declare(window=cython.int, index=cython.int, other=cython.int, first=cython.int)
        cython.declare(second=cython.int, turn=cython.int, level=cython.int)
        # Fives are searched for first, in a pass of their own: a five in the last window beats a four in
        # the first.
        for window in range(N_WINDOWS):
            if self.own[window] == 4 and self.closed[window] == 0:
                self.low[ply] = self.low_window[window]
                self.high[ply] = self.high_window[window]
                for index in range(5 * window, 5 * window + 5):
                    if self.cell[self.windows[index]] == EMPTY:
                        self.move[ply] = self.windows[index]
                return 1
        if depth < 2:
            return 0
        self.nodes += 1
        if self.nodes > self.end:
            return 0
        # A window with three stones allows two fours, on either of its two empty fields; the other field
        # is the answer. The scan over all windows finds each four once per window and needs no list of
        # moves.
        for window in range(N_WINDOWS):
            if self.own[window] != 3 or self.closed[window] != 0:
                continue
            first = second = -1
            for index in range(5 * window, 5 * window + 5):
                if self.cell[self.windows[index]] == EMPTY:
                    if first < 0:
                        first = self.windows[index]
                    else:
                        second = self.windows[index]
            for turn in range(2):
                level = 0
                self._put(first)
                for index in range(self.window_start[first], self.window_start[first + 1]):
                    other = self.window_of[index]
                    # A second four whose empty field is not the answer to the first: a double four, which
                    # cannot be stopped.
                    if self.own[other] == 4 and self.closed[other] == 0:
                        if not self._lies_in(second, other):
                            level = 1
                            self.low[ply + 1] = self.low_window[other]
                            self.high[ply + 1] = self.high_window[other]
                            break
                if level == 0:
                    if not self._answer(second):
                        level = self._fours(ply + 1, depth - 1)
                    self._retract(second)
                self._take(first)
                if level:
                    # The proof needs the window of the four, which contains the answer, and the fields
                    # that the rest of the line needs.
                    self.low[ply] = self.low[ply + 1] | self.low_window[window]
                    self.high[ply] = self.high[ply + 1] | self.high_window[window]
                    self.move[ply] = first
                    return level + 1
                first, second = second, first
        return 0

    def _lies_in(self, field, window):
        """Return whether a field is in a window."""
        if field < HALF:
            return (self.low_window[window] >> field) & 1 != 0
        return (self.high_window[window] >> (field - HALF)) & 1 != 0

    def _order(self, ply, least):
        """Compute the worth of each field at a ply, from its open rows with at least `least` stones."""
        cython.declare(window=cython.int, index=cython.int, count=cython.int)
        start: cython.int = 81 * ply
        for index in range(81):
            self.worth[start + index] = 0
        # The squares of the stones: a row of three outweighs four rows of one. The loop is over windows
        # and not over fields, as each window is read once and most have too few stones.
        for window in range(N_WINDOWS):
            count = self.own[window]
            if count >= least and self.closed[window] == 0:
                for index in range(5 * window, 5 * window + 5):
                    if self.cell[self.windows[index]] == EMPTY:
                        self.worth[start + self.windows[index]] += count * count

    def _next(self, ply):
        """Return the field of the highest worth at a ply, and clear its worth; -1 if none is left."""
        index: cython.int
        best: cython.int = -1
        highest: cython.int = 0
        start: cython.int = 81 * ply
        for index in range(81):
            if self.worth[start + index] > highest:
                highest = self.worth[start + index]
                best = index
        if best >= 0:
            self.worth[start + best] = 0
        return best

    def _threats(self, ply, depth):
        """Return the number of moves of a win by `depth` threats and then fours; 0 if none is found."""
        # Only failures are stored: a win ends the search above it, and is seldom met again.
        slot: cython.int = cython.cast(cython.int, (self.key ^ (self.key >> 31)) & (SLOTS - 1))
        cython.declare(level=cython.int, field=cython.int)
        key: cython.ulonglong = self.key
        if (
            self.slot_stamp[slot] == self.stamp
            and self.slot_key[slot] == key
            and self.slot_depth[slot] >= depth
        ):
            return 0
        level = self._fours(ply, MAX_FOURS)
        if level or depth == 0 or ply + MAX_FOURS + 4 > PLIES:
            return level
        self._order(ply, 2)
        field = self._next(ply)
        # Every field in an open row of at least two stones is tried as a threat. A search by fours with
        # the defender passing shows whether it is one (`_after`), so that no definition of a three is
        # needed.
        while field >= 0 and self.nodes <= self.end:
            level = self._after(ply, field, -1, depth, 0)
            if level:
                return level
            field = self._next(ply)
        # A failure caused by the limit proves nothing and must not be stored.
        if self.nodes <= self.end:
            self.slot_stamp[slot] = self.stamp
            self.slot_key[slot] = key
            self.slot_depth[slot] = depth
        return 0

    def _win(self, ply, quiet, threats, limit):
        """Return the number of moves of a win with at most `quiet` quiet moves; 0 if none is found.

        At most `threats` successive threats are tried between quiet moves. The search stops once `nodes`
        exceeds `limit`.
        """
        cython.declare(depth=cython.int, level=cython.int, field=cython.int, n_tried=cython.int)
        self.end = limit if quiet < 0 or self.nodes + PATIENCE > limit else self.nodes + PATIENCE
        # Iterative deepening in the number of threats: a short win is found first, and its proof is
        # small.
        for depth in range(1, threats + 1):
            level = self._threats(ply, depth)
            if level:
                return level
            # Within the limit, the search at this depth was complete; beyond it, a deeper search would
            # only repeat this one.
            if self.nodes > self.end:
                break
        if quiet < 1:
            return 0
        self._order(ply, 1)
        # No early refutation cuts off quiet moves, so only the best ones are tried.
        for n_tried in range(WIDTH):
            field = self._next(ply)
            if field < 0 or self.nodes > limit:
                break
            level = self._after(ply, field, quiet, threats, limit)
            if level:
                return level
        return 0

    def _after(self, ply, field, quiet, threats, limit):
        """Return the number of moves of a win that begins with a move on a field; 0 if none is found.

        The search first lets the defender pass, then tries the answers on the fields needed by every
        proof found so far. If `quiet` is below 0, the search looks only for wins by threats.
        """
        cython.declare(level=cython.int, highest=cython.int, answer=cython.int)
        cython.declare(low_union=cython.ulonglong, high_union=cython.ulonglong, low_left=cython.ulonglong)
        cython.declare(high_left=cython.ulonglong)
        self._put(field)
        if quiet < 0:
            level = self._fours(ply + 1, MAX_FOURS)
        else:
            level = self._win(ply + 1, quiet - 1, threats, limit)
        # The null move comes first: its proof shows which answers matter. Each further proof can only
        # shrink the set of remaining answers, as a proof refutes all answers outside its fields.
        highest = level
        low_union = self.low[ply + 1]
        high_union = self.high[ply + 1]
        low_left = low_union & self.low_empty
        high_left = high_union & self.high_empty
        # Trying every empty field instead would be correct: on 60 random boards this took 1,780,843 nodes
        # in place of 856,445, and found 30 wins within the limit in place of 32.
        while level and (low_left or high_left):
            # The attacker's own next field is usually the best answer: if it refutes, the others are
            # never searched.
            answer = self.move[ply + 1]
            if answer < HALF:
                if not (low_left >> answer) & 1:
                    answer = -1
            elif not (high_left >> (answer - HALF)) & 1:
                answer = -1
            if answer < 0:
                answer = first_bit(low_left) if low_left else HALF + first_bit(high_left)
            if answer < HALF:
                low_left &= ~(ONE << answer)
            else:
                high_left &= ~(ONE << (answer - HALF))
            level = 0
            if not self._answer(answer):
                if quiet < 0:
                    level = self._threats(ply + 1, threats - 1)
                else:
                    level = self._win(ply + 1, quiet - 1, threats, limit)
            self._retract(answer)
            if level:
                low_union |= self.low[ply + 1]
                high_union |= self.high[ply + 1]
                low_left &= self.low[ply + 1]
                high_left &= self.high[ply + 1]
                if level > highest:
                    highest = level
        self._take(field)
        if level == 0:
            return 0
        if field < HALF:
            low_union |= ONE << field
        else:
            high_union |= ONE << (field - HALF)
        self.low[ply] = low_union
        self.high[ply] = high_union
        self.move[ply] = field
        return highest + 1
