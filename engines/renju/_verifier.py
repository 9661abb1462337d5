# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The verifier of proofs: it plays every answer on a board that no search uses.

Algorithm: exhaustive replay of an and/or proof graph, with a memo of (node, position) pairs. Rules, lines
and cells that make five are computed by other methods than in `_board.py` (runs of stones instead
of counts in windows), and no code is shared with the searches, so an error in the searches cannot confirm
itself.

Cost: for each answer, a stone is placed and removed, and the node that follows is tested; few answers
need a test of their legality. At each node that branches, all 225 answers are played; thanks to the
memo, a node is verified only once in the same position. Verifying 110 proofs took 1.4 s (BENCHMARKS.md,
"Wins by fours and threes").

Invariants:
- A line is a line of `rules.lines_of`; its stones and its empty places are masks of at most 22 bits.
  Lines are numbered per color: `stones[N * color + line]` are its stones, and `fives` at the same index
  the empty places at which the color makes five. Both are recomputed for the lines through a stone that
  is placed or removed; `n_fives[color]` counts the lines with such a place.
- Node i of the proof has `move[i]`, `threat[i]` (-1 if the move makes five) and answers `first[i]` up to
  `first[i + 1]`, which lead to nodes `after`. Threats and answers lead to nodes with smaller numbers.
- `used[index]` is 1 if the answer with this index was played in some position.
- If `seen` contains a node with a position, the node was found to win in that position; the full
  position is stored, not a hash. Nodes that threaten five have a single answer, and are not stored.
- Each node on a path places a stone on an empty cell, so no path is longer than the number of cells.
"""

from array import array
from functools import cache

import cython

from zet.engines.kernel._polls import Poll
from zet.engines.kernel.arrays import resized
from zet.engines.renju.model import LEAST_SIZE, MOST_SIZE
from zet.engines.renju.rules import lines_of, lines_through

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.polling import must_stop

N = cython.declare(cython.int, 128)
"""An upper bound on the number of lines of a board: arrays have this many entries per color."""

# The kinds of faults.
NOTHING = cython.declare(cython.int, 0)
TAKEN = cython.declare(cython.int, 1)
FORBIDDEN = cython.declare(cython.int, 2)
"""The first of three consecutive kinds of fault: overline, double four, double three."""

NO_FIVE = cython.declare(cython.int, 5)
OTHER_FIVE = cython.declare(cython.int, 6)

GIVEN_UP = cython.declare(cython.int, -1)
FAILS = cython.declare(cython.int, 0)
HOLDS = cython.declare(cython.int, 1)

LOOK_EVERY = cython.declare(cython.longlong, 1 << 16)
MOST_SEEN = cython.declare(cython.int, 1 << 22)
"""The maximum number of stored positions; when it is reached, further positions are not stored."""


@cache
def _geometry(size):
    """Return tables that relate the lines and cells of a board of `size` points per side.

    The tables are: the lines of each cell, and the cell's places in its lines (four entries each, -1 for
    none); the cells of each line, 32 entries per line; and the mask of all places of each line.
    """
    numbers, places = (array("i", [-1]) * (4 * size * size) for _ in range(2))
    for cell, through in enumerate(lines_through(size)):
        for way, (line, at) in enumerate(through):
            numbers[4 * cell + way] = line
            places[4 * cell + way] = at
    lines = lines_of(size)
    cells_of = array("i", [-1]) * (32 * len(lines))
    for number, line in enumerate(lines):
        for at, cell in enumerate(line):
            cells_of[32 * number + at] = cell
    return numbers, places, cells_of, array("i", [(1 << len(line)) - 1 for line in lines])


@cython.cclass
class Verifier:
    """A board on which a proof is verified.

    `exact_black` and `exact_white` specify which colors need exactly five, `restricted` whether Black has
    forbidden points. The board has `size` points per side. `count` is the number of moves played.
    """

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        if not LEAST_SIZE <= size <= MOST_SIZE:
            raise ValueError("the board size is out of range")
        self.exact_black = exact_black
        self.exact_white = exact_white
        self.restricted = restricted
        self.size = size
        self.n_cells = size * size
        self.n_words = (self.n_cells + 63) // 64
        self.lines_of, self.places, self.cells_of, self.masks = _geometry(size)
        self.stones = array("i", bytes(4 * 2 * N))
        self.fives = array("i", bytes(4 * 2 * N))
        self.n_fives = array("i", [0, 0])
        self.owner = array("i", [-1]) * self.n_cells
        self.moved = array("i", bytes(4 * (self.n_cells + 1)))
        self.saved = array("i", bytes(4 * (self.n_cells + 1) * 8))
        self.n_moved = self.n_start = 0
        self.move = self.threat = self.first = self.answer = self.after = array("i", [0])
        self.used = array("b", [0])
        self.replies = array("i", bytes(4 * (self.n_cells + 1) * self.n_cells))
        self.position = array("Q", bytes(8 * 2 * self.n_words))
        self.slots = self.seen_node = array("i", [0])
        self.seen = array("Q", [0])
        self.n_seen = self.room = 0
        self.count = self.limit = self.look_at = 0
        self.poll = Poll(None)
        self.fault = NOTHING
        self.fault_cell = -1
        self.n_path = 0
        self.path = array("i", bytes(4 * (self.n_cells + 1)))

    # -- the board

    def _five_places(self, stones, empty, exact):
        """Return the empty places of a line at which one more stone makes five."""
        # By number: the places with at least as many stones immediately below or above them.
        below1: cython.int = stones << 1
        below2: cython.int = below1 & below1 << 1
        below3: cython.int = below2 & below1 << 2
        below4: cython.int = below3 & below1 << 3
        above1: cython.int = stones >> 1
        above2: cython.int = above1 & above1 >> 1
        above3: cython.int = above2 & above1 >> 2
        above4: cython.int = above3 & above1 >> 3
        cython.declare(five=cython.int, more=cython.int)
        # The five ways to divide four neighbors between the two sides. Slower than counting, and chosen
        # for a reason: it shares no idea with `_board._patterns`.
        five = below4 | below3 & above1 | below2 & above2 | below1 & above3 | above4
        if exact:
            more = below4 & below1 << 4 | below4 & above1 | below3 & above2
            more |= below2 & above3 | below1 & above4 | above4 & above1 >> 4
            five &= ~more
        return five & empty

    def _put(self, cell, color):
        """Place a stone on an empty cell."""
        cython.declare(way=cython.int, line=cython.int, empty=cython.int, who=cython.int, now=cython.int)
        at: cython.int = 8 * self.n_moved
        one: cython.ulonglong = 1
        # Four lines, both colors: a stone also blocks the fives of the other color. The old values are
        # saved for `_take`.
        for way in range(4):
            line = self.lines_of[4 * cell + way]
            if line < 0:
                break
            self.stones[N * color + line] |= 1 << self.places[4 * cell + way]
            empty = self.masks[line] & ~(self.stones[line] | self.stones[N + line])
            for who in range(2):
                now = self.fives[N * who + line]
                self.saved[at + 2 * way + who] = now
                self.n_fives[who] -= now != 0
                now = self._five_places(
                    self.stones[N * who + line], empty, self.exact_white if who else self.exact_black
                )
                self.n_fives[who] += now != 0
                self.fives[N * who + line] = now
        self.owner[cell] = color
        self.position[self.n_words * color + (cell >> 6)] |= one << (cell & 63)
        self.moved[self.n_moved] = cell
        self.n_moved += 1

    def _take(self):
        """Remove the stone placed last."""
        cython.declare(way=cython.int, line=cython.int, who=cython.int, was=cython.int)
        one: cython.ulonglong = 1
        self.n_moved -= 1
        at: cython.int = 8 * self.n_moved
        cell: cython.int = self.moved[self.n_moved]
        color: cython.int = self.owner[cell]
        for way in range(4):
            line = self.lines_of[4 * cell + way]
            if line < 0:
                break
            self.stones[N * color + line] ^= 1 << self.places[4 * cell + way]
            for who in range(2):
                was = self.saved[at + 2 * way + who]
                self.n_fives[who] += (was != 0) - (self.fives[N * who + line] != 0)
                self.fives[N * who + line] = was
        self.owner[cell] = -1
        self.position[self.n_words * color + (cell >> 6)] ^= one << (cell & 63)

    def _may_make_five(self, cell, color):
        """Return whether a stone of a color on an empty cell makes five."""
        way: cython.int
        for way in range(4):
            if self.lines_of[4 * cell + way] < 0:
                break
            if self.fives[N * color + self.lines_of[4 * cell + way]] >> self.places[4 * cell + way] & 1:
                return True
        return False

    def _lowest_five(self, color):
        """Return the lowest cell at which a color makes five; at least one must exist."""
        cell: cython.int = 0
        # Called once per fault, so that a scan of all cells is fast enough; the lowest cell is returned,
        # so that the report does not depend on the numbering of lines.
        while self.owner[cell] >= 0 or not self._may_make_five(cell, color):
            cell += 1
        return cell

    # -- Black's forbidden points

    def _run(self, stones, at):
        """Return the unbroken row of stones through a place, as a mask."""
        run: cython.int = 1 << at
        # Extended stone by stone at both ends at once: at most 21 rounds, usually one or two.
        while run << 1 & stones & ~run or run >> 1 & stones & ~run:
            run |= (run << 1 | run >> 1) & stones
        return run

    def _four_places(self, stones, empty, at):
        """Return the empty places where a stone makes exactly five with the stone at a place."""
        cython.declare(place=cython.int, run=cython.int)
        found: cython.int = 0
        # Place by place, as the rule is worded: place a stone there and test whether the run through both
        # is exactly five. `_board` counts in windows instead, and an error in either shows as a
        # difference.
        for place in range(at - 4 if at > 4 else 0, min(at + 5, self.size)):
            if empty >> place & 1:
                run = self._run(stones | 1 << place, at)
                if run >> place & 1 and run >> first_bit(run) == 31:
                    found |= 1 << place
        return found

    def _is_straight_four(self, stones, empty, at):
        """Return whether the stone at a place is in a straight four: a stone at either end makes five."""
        run: cython.int = self._run(stones, at)
        if run >> first_bit(run) != 15 or run & 1:
            return False
        return self._four_places(stones, empty, at) == (run << 1 | run >> 1) & ~run

    def _is_three(self, line, at):
        """Return whether a legal black move makes a straight four with the stone at a place."""
        cython.declare(place=cython.int, cell=cython.int, run=cython.int)
        stones: cython.int = self.stones[line]
        empty: cython.int = self.masks[line] & ~(stones | self.stones[N + line])
        # Each candidate place is tried as the definition says: place a stone, and test whether it makes a
        # straight four.
        for place in range(at - 3 if at > 3 else 0, min(at + 4, self.size)):
            if empty >> place & 1:
                run = self._run(stones | 1 << place, at)
                if run >> place & 1 and self._is_straight_four(
                    stones | 1 << place, empty & ~(1 << place), at
                ):
                    cell = self.cells_of[32 * line + place]
                    if not self._may_make_five(cell, 0) and self._forbidden(cell) == NOTHING:
                        return True
        return False

    def _forbidden(self, cell):
        """Return the fault if Black may not play on an empty cell, otherwise NOTHING."""
        cython.declare(way=cython.int, line=cython.int, at=cython.int, near=cython.int)
        cython.declare(stones=cython.int, empty=cython.int, run=cython.int)
        n_near: cython.int = 0
        fours: cython.int = 0
        threes: cython.int = 0
        is_over: cython.bint = False
        if not self.restricted or self._may_make_five(cell, 0):
            return NOTHING
        # A forbidden move needs at least two stones nearby in each of two lines, or four in one line: a
        # quick test, which nearly all empty cells fail.
        for way in range(4):
            line = self.lines_of[4 * cell + way]
            if line < 0:
                break
            near = self.stones[line] << 5 >> self.places[4 * cell + way] & 0x3FF
            if near & (near - 1):
                n_near += 1
                near &= near - 1
                near &= near - 1
                if near & (near - 1):
                    n_near += 1
        if n_near < 2:
            return NOTHING
        for way in range(4):
            line = self.lines_of[4 * cell + way]
            if line < 0:
                break
            at = self.places[4 * cell + way]
            stones = self.stones[line] | 1 << at
            empty = self.masks[line] & ~(stones | self.stones[N + line])
            run = self._run(stones, at)
            if run >> first_bit(run) > 31:
                is_over = True
            if self._is_straight_four(stones, empty, at):
                fours += 1
            else:
                near = self._four_places(stones, empty, at)
                while near:
                    fours += 1
                    near &= near - 1
        if is_over:
            return FORBIDDEN
        if fours > 1:
            return FORBIDDEN + 1
        # A three counts only if its straight four may be played, which is the same question with one more
        # stone.
        self._put(cell, 0)
        for way in range(4):
            line = self.lines_of[4 * cell + way]
            if line < 0:
                break
            threes += self._is_three(line, self.places[4 * cell + way])
            if threes == 2:
                break
        self._take()
        return FORBIDDEN + 2 if threes == 2 else NOTHING

    # -- positions already seen

    def _find(self, node):
        """Return the slot of a node in the current position, or the empty slot to store it in."""
        key: cython.ulonglong = node
        word: cython.int
        # Hashed from the bits themselves at each call, not updated with each stone (Zobrist): only
        # branching nodes need it, and the board has no keys that could be wrong.
        for word in range(2 * self.n_words):
            key = (key ^ self.position[word]) * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
            if not cython.compiled:
                key &= (1 << 64) - 1
            key ^= key >> 29
        mask: cython.int = 2 * self.room - 1
        slot: cython.int = cython.cast(cython.int, key & mask)
        # The position itself is compared, all words of both colors: a proof must not depend on a hash.
        # The cost is memory, 8 words per position on a board of 15.
        while self.slots[slot]:
            if self.seen_node[self.slots[slot] - 1] == node:
                for word in range(2 * self.n_words):
                    if self.seen[2 * self.n_words * (self.slots[slot] - 1) + word] != self.position[word]:
                        break
                else:
                    break
            slot = (slot + 1) & mask
        return slot

    def _is_known(self, node):
        """Return whether the node is known to win in the current position."""
        return self.slots[self._find(node)] != 0

    def _know(self, node):
        """Record that the node wins in the current position."""
        cython.declare(slot=cython.int, word=cython.int)
        if self.n_seen == self.room:
            if self.room == MOST_SEEN:
                return
            self._grow()
            if self.n_seen == self.room:
                return
        slot = self._find(node)
        for word in range(2 * self.n_words):
            self.seen[2 * self.n_words * self.n_seen + word] = self.position[word]
        self.seen_node[self.n_seen] = node
        self.n_seen += 1
        self.slots[slot] = self.n_seen

    def _grow(self):
        """Double the space for positions, and rehash them."""
        cython.declare(index=cython.int, word=cython.int)
        n: cython.int = self.n_seen
        room: cython.int = 2 * self.room or 1 << 10
        try:
            here = array("Q", self.position)
            self.seen = resized(self.seen[: 2 * self.n_words * n], "Q", 2 * self.n_words * room)
            self.seen_node = resized(self.seen_node[:n], "i", room)
            self.slots = array("i", bytes(4 * 2 * room))
        except BaseException as error:  # out of memory, or Ctrl-C: `holds` raises it at the end
            self.poll.fail(error)
            self.limit = self.count
            return
        self.room = room
        # `_find` hashes `position`: each stored one is copied there in turn, and that of the board is
        # restored at the end.
        for index in range(n):
            for word in range(2 * self.n_words):
                self.position[word] = self.seen[2 * self.n_words * index + word]
            self.slots[self._find(self.seen_node[index])] = index + 1
        for word in range(2 * self.n_words):
            self.position[word] = here[word]

    # -- proofs

    def _fails(self, kind, cell):
        """Record a fault, with the moves that lead to it; return FAILS."""
        index: cython.int
        self.fault = kind
        self.fault_cell = cell
        self.n_path = self.n_moved - self.n_start
        for index in range(self.n_path):
            self.path[index] = self.moved[self.n_start + index]
        return FAILS

    def _holds(self, node, color):
        """Verify that a node wins for the color to move here; return HOLDS, FAILS or GIVEN_UP."""
        # One long function: the cases of the proof format, in the order in which each can be refuted
        # fastest.
        cython.declare(cell=cython.int, result=cython.int, index=cython.int, five=cython.int)
        cython.declare(base=cython.int, is_branching=cython.bint)
        move: cython.int = self.move[node]
        threat: cython.int = self.threat[node]
        if self.count >= self.look_at:
            self.look_at = self.count + LOOK_EVERY
            if must_stop(self.poll, self.count):
                self.limit = self.count
        if self.count >= self.limit:
            return GIVEN_UP
        self.count += 1
        if self.owner[move] >= 0:
            return self._fails(TAKEN, move)
        if threat < 0:
            if self._may_make_five(move, color):
                return HOLDS
            if color == 0:
                result = self._forbidden(move)
                if result != NOTHING:
                    return self._fails(result, move)
            self._put(move, color)
            self._fails(NO_FIVE, move)
            self._take()
            return FAILS
        is_branching = self.threat[threat] >= 0
        # Only branching nodes are stored: others have one answer, and cost less to replay than to look
        # up.
        if is_branching and self._is_known(node):
            return HOLDS
        if color == 0:
            result = self._forbidden(move)
            if result != NOTHING:
                return self._fails(result, move)
        self._put(move, color)
        five = self.move[threat]
        result = HOLDS
        # A move after which the other color can make five is refuted, whatever the proof says.
        if self.n_fives[1 - color]:
            result = self._fails(OTHER_FIVE, self._lowest_five(1 - color))
        elif not is_branching and self.owner[five] < 0 and self._may_make_five(five, color):
            # A four: the other color has one move, the place of the five, listed or not. The search runs
            # from the end, as the last of two entries for a cell also counts in the table of replies
            # below.
            index = self.first[node + 1] - 1
            while index >= self.first[node] and self.answer[index] != five:
                index -= 1
            if index >= self.first[node]:
                result = self._answered(index, five, self.after[index], color, True)
            else:
                result = self._answered(-1, five, threat, color, True)
        else:
            # A branching node claims a threat: first verify its win after a pass, then every empty cell
            # as an answer, followed by the listed node or else by the threat itself, which then has to
            # hold with that stone on the board.
            result = self._holds(threat, color)
            base = self.n_cells * self.n_moved
            for cell in range(self.n_cells):
                self.replies[base + cell] = -1
            for index in range(self.first[node], self.first[node + 1]):
                self.replies[base + self.answer[index]] = index
            for cell in range(self.n_cells):
                if result != HOLDS:
                    break
                if self.owner[cell] < 0:
                    index = self.replies[base + cell]
                    result = self._answered(
                        index, cell, threat if index < 0 else self.after[index], color, index >= 0
                    )
        self._take()
        if result == HOLDS and is_branching:
            self._know(node)
        return result

    def _answered(self, index, cell, reply, color, is_listed):
        """Return HOLDS if an answer is forbidden or node `reply` wins after it; else FAILS or GIVEN_UP.

        `index` is the number of the answer in the proof; -1 if the proof contains no answer on the cell.
        """
        result: cython.int
        if is_listed and color == 1 and self._forbidden(cell) != NOTHING:
            return HOLDS
        if index >= 0:
            self.used[index] = 1
        self._put(cell, 1 - color)
        result = self._holds(reply, color)
        self._take()
        # Most answers fail, legal or not, so that legality is checked last, and only for answers that
        # refute.
        if result == FAILS and not is_listed and color == 1 and self._forbidden(cell) != NOTHING:
            return HOLDS
        return result

    # -- for Python callers

    def clear(self) -> None:
        """Remove all stones from the board."""
        while self.n_moved:
            self._take()

    def put(self, cell: cython.int, color: cython.int) -> None:
        """Place a stone on an empty cell.

        Raises:
            ValueError: the cell is taken, or the cell or the color is invalid.
        """
        if not 0 <= cell < self.n_cells or not 0 <= color < 2 or self.owner[cell] >= 0:
            raise ValueError("expected a color (0 or 1) and an empty cell")
        self._put(cell, color)

    def forbidden(self, cell: cython.int) -> int:
        """Return why Black may not play on an empty cell, or 0 if he may.

        The reasons are 1 for an overline, 2 for a double four, 3 for a double three.

        Raises:
            ValueError: the cell is taken or invalid.
        """
        if not 0 <= cell < self.n_cells or self.owner[cell] >= 0:
            raise ValueError("expected an empty cell")
        kind: cython.int = self._forbidden(cell)
        return 0 if kind == NOTHING else kind - FORBIDDEN + 1

    def five_cells(self, color: cython.int) -> list[int]:
        """Return the empty cells at which a color makes five.

        Raises:
            ValueError: the color is invalid.
        """
        if not 0 <= color < 2:
            raise ValueError("the color must be 0 or 1")
        return [
            cell
            for cell in range(self.n_cells)
            if self.owner[cell] < 0 and self._may_make_five(cell, color)
        ]

    def holds(
        self,
        graph: tuple,
        color: cython.int,
        limit: cython.longlong,
        poll: object,
    ) -> bool | None:
        """Return whether the last node of a proof wins for the color to move; None if a limit is reached.

        `graph` consists of the arrays `move`, `threat`, `first`, `answer` and `after`, described in the
        module docstring, with items of the C type int. `limit` is the maximum number of moves played;
        `poll` is called periodically; if it returns true, verification ends as if the limit were reached.

        Raises:
            ValueError: a number in the arrays is out of its range.
        """
        move, threat, first, answer, after = graph
        n: cython.int = len(move)
        node: cython.int
        index: cython.int
        result: cython.int
        if n < 1 or len(threat) != n or len(first) != n + 1 or len(answer) != len(after):
            raise ValueError("the arrays have inconsistent lengths")
        if not 0 <= color < 2:
            raise ValueError("the color must be 0 or 1")
        self.move, self.threat, self.first, self.answer, self.after = move, threat, first, answer, after
        if self.first[0] != 0 or self.first[n] != len(answer):
            raise ValueError("`first` is not in ascending order")
        for node in range(n):
            if not 0 <= self.move[node] < self.n_cells or not -1 <= self.threat[node] < node:
                raise ValueError("`move` or `threat` has a value out of range")
            if not 0 <= self.first[node] <= self.first[node + 1] <= len(answer):
                raise ValueError("`first` is not in ascending order")
            for index in range(self.first[node], self.first[node + 1]):
                if not 0 <= self.answer[index] < self.n_cells or not 0 <= self.after[index] < node:
                    raise ValueError("`answer` or `after` has a value out of range")
        self.n_start = self.n_moved
        self.n_seen = self.room = 0
        self.count = 0
        self.limit = limit
        self.look_at = LOOK_EVERY
        self.poll = Poll(poll)
        self._grow()
        self.poll.raise_error()
        self.fault = NOTHING
        self.used = array("b", bytes(max(1, len(answer))))
        with cython.nogil:
            result = self._holds(n - 1, color)
        self.poll.raise_error()
        return None if result == GIVEN_UP else result == HOLDS

    def unused(self) -> list[int]:
        """Return the numbers of the answers that were never played: the proof does not need them."""
        return [index for index, is_used in enumerate(self.used[: len(self.answer)]) if not is_used]

    def found_fault(self) -> tuple[int, int, list[int]]:
        """Return the fault of the proof: its kind, a cell, and the moves that lead to it.

        The kind is 1 if the cell is taken, 2 to 4 if it is forbidden (overline, double four, double
        three), 5 if the move there should make five but does not, and 6 if the other color can make five
        there.
        """
        return self.fault, self.fault_cell, list(self.path[: self.n_path])
