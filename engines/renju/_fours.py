# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The search for wins by fours, and for wins within a given number of moves.

Algorithm: depth-first search of winning threat sequences by fours, called VCF (victory by continuous
fours) by renju players. In terms of Thomsen's lambda search (2000), these sequences are of order 1.
Each four has only one answer, so the tree branches only for the attacker. Positions without a win are
stored (a transposition table of failures). The search for a win within a number of moves is an exhaustive
and/or search that tries the latest refutation at each ply first; it is used for minimal problems.

Data layout: one row of moves per ply, and a table of dead ends. The table has no buckets; two arrays
contain an 8-byte key and a byte per entry. The table begins with 2^16 entries (0.6 MB), which fit into
the cache of one core: with an initial table of 2.3 MB, the search by threats, which calls the search by
fours constantly, took 22.9 s instead of 20.5 s (BENCHMARKS.md, "Wins by fours and threes").

Cost: 4.9 to 7.0 million fours a second, including the answer, the test of legality and the undoing of
each four (BENCHMARKS.md, "Wins by fours").

Invariants:
- The moves of the node at ply p are `moves[n_cells * p:]`.
- `seen[cell] == stamp` means that a cell is already listed or marked; a new stamp clears all marks.
- A node that was searched to its end without a win is in `dead_keys`, with the number of fours in
  `dead_left`. Every stored key is combined with `salt`, which is new for each search. Entries of earlier
  searches therefore keep their slots but are never found, and the result of a search does not depend on
  earlier searches. `trace` is combined with the keys, too: a changed `trace` hides entries of the same
  search.
"""

from array import array

import cython

from zet.engines.kernel._polls import Poll
from zet.engines.kernel.arrays import resized
from zet.engines.renju._board import Board

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.checks import check
    from zet.engines.kernel.polling import must_stop
    from zet.engines.renju.constants import *

MOST_ROOM = cython.declare(cython.int, 1 << 22)
"""The maximum number of stored dead ends; the table begins with FIRST_ROOM entries, which fit into the
cache of a core.
"""

POLL_EVERY = cython.declare(cython.longlong, 1 << 10)
NEVER = cython.declare(cython.longlong, 1 << 62)


@cython.cclass
class FourSearch(Board):
    """A board and the searches for forced wins on it, by fours or by any moves.

    The poll passed to `begin` is called every 2^10 moves. If the poll returns true, the search stops; if
    the poll raises an exception, the search stops and raises this exception. `nodes` counts the moves
    tried for attackers.
    """

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        Board.__init__(self, exact_black, exact_white, restricted, size)
        self.nodes = 0
        self.hits = 0
        self.budget = 0
        self.poll_at = POLL_EVERY
        self.poll = Poll(None)
        self.salt = self.trace = 0
        self.dead_keys = array("Q", bytes(8 * FIRST_ROOM))
        self.dead_left = array("B", bytes(FIRST_ROOM))
        self.dead_room = FIRST_ROOM
        self.grow_at = NEVER
        self.moves = array("i", bytes(4 * (self.n_cells + 1) * self.n_cells))
        self.seen = array("q", bytes(8 * self.n_cells))
        self.stamp = 0
        self.root = 0
        self.banned = self.banned_at = -1
        self.found = array("i", bytes(4 * (self.n_cells + 1)))
        self.n_found = 0
        self.end = self.second_end = -1
        self.is_answered = False
        self.refutations = array("i", bytes(4 * (self.n_cells + 1)))
        self.is_tracing = False
        self.traced = array("Q", bytes(8 * LINES))
        self.traced_fives = array("Q", bytes(8 * LINES))

    def _is_spent(self):
        """Return whether the search must stop because the budget is spent or the poll returned true."""
        if self.nodes >= self.poll_at:
            self.poll_at = self.nodes + POLL_EVERY
            if must_stop(self.poll, self.nodes):
                self.budget = -1
        return self.nodes >= self.budget

    def _fail(self, error):
        """Stop the search and record an error that is raised later: out of memory, or Ctrl-C."""
        self.poll.fail(error)
        self.budget = -1

    def _five_of(self, cell, color):
        """Return the cell in line with `cell` at which a color makes five; -1 if none, -2 if several."""
        cython.declare(way=cython.int, line=cython.int, at=cython.int, places=cython.ulonglong)
        found: cython.int = -1
        # Four lines and not the whole board: new fives after a move are in its own lines.
        for way in range(4):
            line = self.line_of[4 * cell + way]
            places = self.pattern[LINES * color + line] & self.lane_mask
            while places:
                at = self.cell_at[32 * line + first_bit(places)]
                places &= places - 1
                if found >= 0 and found != at:
                    return -2
                found = at
        return found

    def _any_five(self, color):
        """Return the cell at which a color makes five; -1 if there is none, -2 if there are several."""
        cython.declare(line=cython.int, at=cython.int, places=cython.ulonglong)
        found: cython.int = -1
        places = 0
        # A pass without branches first: in nearly all positions no five can be made.
        for line in range(self.n_lines):
            places |= self.pattern[LINES * color + line]
        if not places & self.lane_mask:
            return -1
        for line in range(self.n_lines):
            places = self.pattern[LINES * color + line] & self.lane_mask
            while places:
                at = self.cell_at[32 * line + first_bit(places)]
                places &= places - 1
                if found >= 0 and found != at:
                    return -2
                found = at
        return found

    def _some_five(self, color):
        """Return a cell at which a color makes five; at least one must exist."""
        line: cython.int = 0
        while not self.pattern[LINES * color + line] & self.lane_mask:
            line += 1
        return self.cell_at[32 * line + first_bit(self.pattern[LINES * color + line] & self.lane_mask)]

    # -- fours

    def _add_line(self, color, line, base, n):
        """Append the cells at which a color makes a four in a line; straight fours are listed first."""
        places: cython.ulonglong = self.pattern[LINES * color + line] >> self.lane & self.lane_mask
        cython.declare(at=cython.int, cell=cython.int)
        while places:
            at = first_bit(places)
            places &= places - 1
            cell = self.cell_at[32 * line + at]
            if self.seen[cell] != self.stamp:
                self.seen[cell] = self.stamp
                # A straight four has two answers, of which the defender can play one: it wins at once. It
                # is swapped with the first move, which is cheaper than shifting the list.
                if self._threes(color, line) >> self.lane + at & 1:
                    self.moves[base + n] = self.moves[base]
                    self.moves[base] = cell
                else:
                    self.moves[base + n] = cell
                n += 1
        return n

    def _four_moves(self, color, base):
        """List the cells at which a color makes a four; cells near the last two stones come first."""
        n: cython.int = 0
        cython.declare(way=cython.int, last=cython.int, word=cython.int, lines=cython.ulonglong)
        self.stamp += 1
        # A sequence of fours mostly continues where the last four and its answer changed something.
        # Without this preference, problems with a win take 10% more nodes, hard ones 3%. All other lines
        # come from the bit set of lines with fours, so that no line without a four is visited.
        for last in range(self.n_moves - 1, self.n_moves - 3, -1):
            if last >= self.root:
                for way in range(4):
                    n = self._add_line(color, self.line_of[4 * self.moved[last] + way], base, n)
        for word in range(2):
            lines = self.four_lines[2 * color + word]
            while lines:
                n = self._add_line(color, 64 * word + first_bit(lines), base, n)
                lines &= lines - 1
        return n

    def _fours(self, color, left, forced):
        """Search for a win by at most `left` fours; return WIN, NO_WIN or GIVEN_UP.

        `forced` is the only cell at which the opponent makes five, -1 if there is none. The color to move
        must not be able to make five.
        """
        key: cython.ulonglong = self.key ^ self.keys[2 * self.n_cells + color]
        base: cython.int = self.n_cells * self.n_moves
        cython.declare(n=cython.int, index=cython.int, result=cython.int, slot=cython.int)
        if left <= 0:
            return NO_WIN
        # A five threatened by the answer must be stopped by a four; otherwise the attack is over.
        if forced >= 0:
            if not self._makes(forced, color, FOUR):
                return NO_WIN
        elif not self.four_lines[2 * color] | self.four_lines[2 * color + 1]:
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
        # Stored after the loop, so that a search that gave up leaves no entry. The slot is always
        # replaced: deciding which entry is more valuable takes longer than searching a short line again.
        if self.n_moves != self.banned_at:
            if self.nodes >= self.grow_at:
                self._grow_dead()
            key ^= self.trace
            slot = cython.cast(cython.int, key & (self.dead_room - 1))
            self.dead_keys[slot] = key ^ self.salt
            self.dead_left[slot] = left
        return NO_WIN

    def _is_dead(self, key, color, left):
        """Return whether the position with the given key is known to have no win by `left` fours."""
        cython.declare(slot=cython.int)
        # Tested by key before the answer is played: for a dead end, the board is not touched.
        key ^= self.keys[2 * self.n_cells + color] ^ self.trace
        slot = cython.cast(cython.int, key & (self.dead_room - 1))
        if self.dead_keys[slot] == key ^ self.salt and self.dead_left[slot] >= left:
            self.hits += 1
            return True
        return False

    def _grow_dead(self):
        """Quadruple the table of dead ends, and move the entries of this search."""
        room: cython.int = self.dead_room
        cython.declare(slot=cython.int, there=cython.int)
        # With the GIL and outside the loops, which cannot propagate an exception: it is raised at the
        # end.
        try:
            if len(self.dead_left) < 4 * room:
                self.dead_keys = resized(self.dead_keys[:room], "Q", 4 * room)
                self.dead_left = resized(self.dead_left[:room], "B", 4 * room)
        except BaseException as error:
            self._fail(error)
            return
        self.dead_room *= 4
        self.grow_at = 4 * self.grow_at if self.dead_room < MOST_ROOM else NEVER
        # In place: the low bits of a key's new slot are its old slot, so that an entry moves at most
        # once. An entry of an earlier search, whose salt differs, mostly fails the test and is left
        # behind.
        for slot in range(room):
            there = cython.cast(cython.int, (self.dead_keys[slot] ^ self.salt) & (self.dead_room - 1))
            if there & (room - 1) == slot:
                self.dead_keys[there] = self.dead_keys[slot]
                self.dead_left[there] = self.dead_left[slot]

    def _try_four(self, color, left, cell):
        """Play a four and its answer, search for a win, and undo both; return WIN, NO_WIN or GIVEN_UP."""
        cython.declare(answer=cython.int, counter=cython.int)
        result: cython.int = NO_WIN
        # The test of legality is the most expensive part of a node where patterns cross; it is made only
        # for moves that are tried.
        if color == 0 and self._forbidden(cell) != LEGAL:
            return NO_WIN
        self.nodes += 1
        if self._is_spent():
            return GIVEN_UP
        if self.is_tracing:
            self._trace(cell)
        self._play(cell, color)
        answer = self._five_of(cell, color)
        # Two fives, or one that Black may not stop: the attacker wins.
        if answer == -2 or (answer >= 0 and color == 1 and self._forbidden(answer) != LEGAL):
            self._keep_line()
            result = WIN
        elif answer >= 0 and not self._is_dead(
            self.key ^ self.keys[self.n_cells * (1 - color) + answer], color, left - 1
        ):
            self._play(answer, 1 - color)
            counter = self._five_of(answer, 1 - color)
            if self.is_tracing and counter != -1:
                self._trace_fives(answer, 1 - color)
            if counter != -2:
                result = self._fours(color, left - 1, counter)
            self._undo()
        self._undo()
        return result

    def _trace(self, cell):
        """Record in `traced` the cell of a four that the search tries; see `_mark_useful` in _threats."""
        way: cython.int
        one: cython.ulonglong = 1
        for way in range(4):
            self.traced[self.line_of[4 * cell + way]] |= one << self.place[4 * cell + way]

    def _trace_fives(self, cell, color):
        """Record in `traced_fives` where the defender makes five after an answer that makes a four."""
        cython.declare(way=cython.int, line=cython.int)
        for way in range(4):
            line = self.line_of[4 * cell + way]
            self.traced_fives[line] |= self.pattern[LINES * color + line] & self.lane_mask

    def _keep_line(self):
        """Store the moves from the root as the winning line, and the cells that make five after it.

        At most two of these cells are stored. `is_answered` means that the opponent may occupy one of
        them, which is then stored first.
        """
        cython.declare(index=cython.int, way=cython.int, line=cython.int, at=cython.int)
        cython.declare(places=cython.ulonglong)
        cell: cython.int = self.moved[self.n_moves - 1]
        color: cython.int = self.moved_color[self.n_moves - 1]
        self.end = self.second_end = -1
        self.is_answered = False
        for way in range(4):
            line = self.line_of[4 * cell + way]
            places = self.pattern[LINES * color + line] & self.lane_mask
            while places:
                at = self.cell_at[32 * line + first_bit(places)]
                places &= places - 1
                if at == self.end:
                    continue
                if not self.is_answered and (color == 0 or self._forbidden(at) == LEGAL):
                    self.is_answered = True
                    self.second_end = self.end
                    self.end = at
                elif self.end < 0:
                    self.end = at
                elif self.second_end < 0:
                    self.second_end = at
        self.n_found = self.n_moves - self.root
        for index in range(self.n_found):
            self.found[index] = self.moved[self.root + index]

    def _win_by_fours(self, color, most):
        """Search for a five or a win by at most `most` fours; return WIN, NO_WIN or GIVEN_UP."""
        cython.declare(forced=cython.int, result=cython.int)
        root: cython.int = self.root
        self.root = self.n_moves
        if self._any_five(color) != -1:
            self.n_found = 0
            self.end = self._some_five(color)
            self.second_end = -1
            self.is_answered = False
            result = WIN
        else:
            forced = self._any_five(1 - color)
            result = NO_WIN
            if forced != -2 and not self._is_dead(self.key, color, most):
                result = self._fours(color, most, forced)
        self.root = root
        return result

    # -- wins within a number of moves, by any moves

    def _wins_within(self, color, most):
        """Search for a win within `most` moves of both sides; return WIN, NO_WIN or GIVEN_UP.

        `most` must be odd.
        """
        base: cython.int = self.n_cells * self.n_moves
        forced: cython.int
        n: cython.int = 0
        cython.declare(index=cython.int, cell=cython.int, result=cython.int)
        if self._any_five(color) != -1:
            return WIN
        forced = self._any_five(1 - color)
        if most < 3 or forced == -2:
            return NO_WIN
        if forced >= 0:
            return self._wins_by(forced, color, most)
        n = self._four_moves(color, base)
        # Fours first, as they leave one answer; then all other moves, since a win may begin with a quiet
        # move.
        for index in range(n):
            result = self._wins_by(self.moves[base + index], color, most)
            if result != NO_WIN:
                return result
        if most > 3:  # with three moves left, only a four can win
            for cell in range(self.n_cells):
                if self.owner[cell] < 0 and not self._makes(cell, color, FOUR):
                    result = self._wins_by(cell, color, most)
                    if result != NO_WIN:
                        return result
        return NO_WIN

    def _wins_by(self, cell, color, most):
        """Return WIN if the move `cell` wins within `most` moves, else NO_WIN or GIVEN_UP.

        The move must not make five. It counts as one of the `most` moves.
        """
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

    def _loses_within(self, color, most):
        """Return WIN if every move of a color loses within `most` moves, else NO_WIN or GIVEN_UP.

        `most` must be even.
        """
        cython.declare(cell=cython.int, result=cython.int)
        ply: cython.int = self.n_moves
        if self._any_five(color) != -1 or most < 2 or ply == self.n_cells:
            return NO_WIN
        cell = self._any_five(1 - color)
        if cell == -2:
            return WIN
        if cell >= 0:
            return self._loses_by(cell, color, most)
        if most < 4:
            return NO_WIN
        # The killer heuristic (Akl and Newborn, 1977) with one move per ply: the move that refuted one
        # attack at this ply refutes most similar ones. The loop below skips it.
        cell = self.refutations[ply]
        if self.owner[cell] < 0:
            result = self._loses_by(cell, color, most)
            if result != WIN:
                return result
        for cell in range(self.n_cells):
            if self.owner[cell] < 0 and cell != self.refutations[ply]:
                result = self._loses_by(cell, color, most)
                if result != WIN:
                    self.refutations[ply] = cell
                    return result
        return WIN

    def _loses_by(self, cell, color, most):
        """Return WIN if move `cell` is forbidden or loses within `most` moves, else NO_WIN or GIVEN_UP.

        The move counts as one of the `most` moves.
        """
        result: cython.int
        if color == 0 and self._forbidden(cell) != LEGAL:
            return WIN
        self._play(cell, color)
        result = self._wins_within(1 - color, most - 1)
        self._undo()
        return result

    # -- for Python callers

    def wins_within(self, color: cython.int, most: cython.int, cell: cython.int = -1) -> bool | None:
        """Return whether the color to move wins within `most` moves, counting both sides.

        All moves are tried, not only threats; with a `cell`, the first move is fixed. The result is None
        if the search gave up.
        """
        result: cython.int
        check(0 <= color <= 1, "color out of range")
        if cell >= 0:
            self._check_empty(cell)
        if cell < 0:
            with cython.nogil:
                result = self._wins_within(color, most - 1 + most % 2)
        elif self._makes(cell, color, FIVE):
            return most > 0
        else:
            with cython.nogil:
                result = self._wins_by(cell, color, most - 1 + most % 2)
        self.poll.raise_error()
        return None if result == GIVEN_UP else result == WIN

    def begin(self, budget: cython.longlong, poll) -> None:
        """Empty the board and start a new search; `budget` limits `nodes` (-1: no limit)."""
        self.poll = Poll(poll)
        while self.n_moves:
            self._undo()
        self.nodes = self.hits = 0
        self.poll_at = POLL_EVERY
        self.banned_at = -1
        self.budget = min(budget, NEVER) if budget >= 0 else NEVER
        self.dead_room = FIRST_ROOM
        # A new salt instead of clearing: clearing a table of 2^22 entries would take longer than finding
        # a win.
        self.salt = (self.salt * 0x5851F42D4C957F2D + 0x14057B7EF767814F) & ALL
        self.trace = 0

    def ban(self, cell: cython.int) -> None:
        """Exclude a move in the current position, so that a search shows whether another move wins."""
        self.banned = cell
        self.banned_at = self.n_moves

    def lift_limits(self, poll=None) -> tuple[int, Poll, int]:
        """Replace the limits by `poll`; return the old limits, which `restore_limits` expects."""
        limits = self.budget, self.poll, self.nodes
        self.budget = NEVER
        self.poll = Poll(poll)
        return limits

    def restore_limits(self, limits: tuple) -> None:
        """Restore the limits; moves tried since `lift_limits` are not counted."""
        budget, poll, nodes = limits
        check(isinstance(poll, Poll) and 0 <= nodes <= NEVER, "not what lift_limits returned")
        self.budget, self.poll, self.nodes = budget, poll, nodes
        self.poll_at = self.nodes + POLL_EVERY

    def win_by_fours(
        self, color: cython.int, most: cython.int, budget: cython.longlong = -1
    ) -> bool | None:
        """Return whether a win by at most `most` fours exists; None if unknown.

        A five that can be made at once counts as a win by 0 fours. `budget` limits the additional nodes
        of this search.
        """
        result: cython.int
        whole: cython.longlong = self.budget
        check(0 <= color <= 1, "color out of range")
        check(budget <= NEVER, "budget out of range")
        if budget >= 0:
            self.budget = min(whole, self.nodes + budget)
        self.grow_at = self.nodes + FIRST_ROOM // 2
        with cython.nogil:
            result = self._win_by_fours(color, min(most, MOST_FOURS))
        self.grow_at = NEVER
        if self.budget >= 0:
            self.budget = whole
        self.poll.raise_error()
        return None if result == GIVEN_UP else result == WIN

    def line(self) -> list[int]:
        """Return the moves of both sides in the last win found, from the first four to the last."""
        return list(self.found[: self.n_found])

    def ends(self) -> list[int]:
        """Return a cell that makes five after `line`, and a second cell in case the first is occupied."""
        return [self.end, self.second_end] if self.is_answered else [self.end]
