# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The searches of walls: the seed's three, and the best two; and the table that they share.

Invariants:
- A value is what is still to come: boxes of the player to move minus boxes of the opponent.
- `Classic` holds the free fences in a doubly linked list in the seed's order (cell `n_fences` is its
  head), so that a fence that is painted leaves the list and comes back to its place when the move is
  undone. A fence at the border has the box `n_boxes` on its other side, which is never closed.
- `Boxes` sees a box as a coin on strings: shared fences are edges, and the fences of a box that belong to
  no other box are alike, so that only their number counts (`ground`). Move m < n_edges paints an edge,
  move n_edges + b a ground fence of box b.
- `Corridors` plays the game to which docs/walls/theory.md reduces a position: boxes with at least three
  free fences are junctions, and corridors of any number of boxes with two free fences join them to each
  other and to the ground. A position of a node has nothing else but a tempo, a move that changes
  nothing. Move (high * stride + low) * 2 + parity paints a corridor between two junctions.
- Each ply has a row of eight numbers in `hashes`, one for each symmetry of the board; the least of them
  names the position.
"""

from array import array
from mmap import mmap

import cython

INFINITY = cython.declare(cython.int, 1 << 14)
POLL = cython.declare(cython.int, 1 << 16)

UPPER = cython.declare(cython.int, 1)
LOWER = cython.declare(cython.int, 2)
EXACT = cython.declare(cython.int, 3)

FULL_DEPTH = cython.declare(cython.int, 1023)
"""The depth of what has been searched to the end of the game."""

NO_MOVE = cython.declare(cython.int, 0xFFFFF)

# Scores by which `AlphaBeta` orders moves; the history of cutoffs lies between the classes.
FROM_TABLE = cython.declare(cython.int, 1 << 30)
CAPTURE = cython.declare(cython.int, 1 << 29)
SAFE = cython.declare(cython.int, 1 << 28)
QUIET_MOVES = cython.declare(cython.int, 8)
"""More moves than these are not made loud by one move."""

LATER = cython.declare(cython.int, 1 << 27)
MAX_HISTORY = cython.declare(cython.int, 1 << 26)

N_SYMMETRIES = cython.declare(cython.int, 8)
ALL_BITS = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
EVEN_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
ODD_FACTOR = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
NOTHING = cython.declare(cython.int, 1 << 13)


@cython.final
@cython.cclass
class Table:
    """What searches found, in a fixed number of slots: four to a bucket, two numbers to a slot.

    The first number is the key of a position, the second, 0 in an empty slot, has from its lowest bit:
    value + 512 (10 bits), kind of bound (2), depth (10), move (20), generation (16).
    """

    slots: cython.ulonglong[::1]
    n_slots: cython.longlong
    mask: cython.ulonglong
    generation = cython.declare(cython.int, visibility="public")

    def __init__(self, bits: cython.int):
        self.n_slots = cython.cast(cython.longlong, 1) << bits
        self.mask = (cython.cast(cython.longlong, 1) << bits) - 4
        self.slots = memoryview(mmap(-1, 16 << bits)).cast("Q")  # zeros, as far as they are touched
        self.generation = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return what is known of a position, 0 for nothing."""
        first: cython.longlong = (key & self.mask) << 1
        place: cython.int
        for place in range(0, 8, 2):
            if self.slots[first + place] == key and self.slots[first + place + 1]:
                return self.slots[first + place + 1]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(
        self,
        key: cython.ulonglong,
        value: cython.int,
        bound: cython.int,
        depth: cython.int,
        move: cython.int,
    ) -> cython.void:
        """Put a finding into the slot of its position, an empty one, or the oldest and shallowest."""
        self.put(
            key,
            cython.cast(cython.ulonglong, value + 512)
            | cython.cast(cython.ulonglong, bound) << 10
            | cython.cast(cython.ulonglong, depth) << 12
            | cython.cast(cython.ulonglong, move) << 22
            | cython.cast(cython.ulonglong, self.generation) << 42,
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, key: cython.ulonglong, data: cython.ulonglong) -> cython.void:
        first: cython.longlong = (key & self.mask) << 1
        worst: cython.longlong = first
        least: cython.longlong = 1 << 40
        rank: cython.longlong
        old: cython.ulonglong
        place: cython.int
        for place in range(0, 8, 2):
            old = self.slots[first + place + 1]
            if old == 0 or self.slots[first + place] == key:
                worst = first + place
                break
            # The generation counts for more than any depth.
            rank = (old >> 42 << 10) + (old >> 12 & 1023)
            if rank < least:
                least = rank
                worst = first + place
        self.slots[worst] = key
        self.slots[worst + 1] = data

    def insert(self, key: cython.ulonglong, data: cython.ulonglong) -> None:
        """Put a packed entry, by the rule of replacement."""
        self.put(key, data)

    def entries(self) -> bytes:
        """Return all entries, 16 bytes each: the key and the packed data in the machine's order."""
        kept = array("Q")
        slot: cython.longlong
        for slot in range(0, 2 * self.n_slots, 2):
            if self.slots[slot + 1]:
                kept.append(self.slots[slot])
                kept.append(self.slots[slot + 1])
        return kept.tobytes()


@cython.cclass
class Limited:
    """A search that counts its states, and stops at a limit or when `poll`, called now and then, says so.

    What `poll` raises ends the search as well, and is kept in `error`.
    """

    nodes = cython.declare(cython.longlong, visibility="public")
    hits = cython.declare(cython.longlong, visibility="public")
    stopped = cython.declare(cython.bint, visibility="public")
    error = cython.declare(object, visibility="public")
    limit: cython.longlong
    pause: cython.longlong
    poll: object

    def __init__(self, poll: object):
        self.nodes = 0
        self.hits = 0
        self.stopped = False
        self.error = None
        self.limit = 0
        self.pause = 0
        self.poll = poll

    @cython.cfunc
    def begin(self, limit: cython.longlong) -> cython.void:
        """Set the limit of a search: a number that `nodes` must not reach."""
        self.limit = limit
        self.pause = min(self.nodes + POLL, limit)
        self.stopped = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def check(self) -> cython.void:
        """Stop at the limit, or when the caller says so."""
        if self.nodes >= self.limit:
            self.stopped = True
        self.pause = min(self.nodes + POLL, self.limit)
        with cython.gil:
            try:
                self.stopped = self.poll(self.nodes) or self.stopped
            except BaseException as error:  # a signal: it is raised when the search has ended
                self.error = error
                self.stopped = True


@cython.final
@cython.cclass
class Classic(Limited):
    """Minimax, alpha-beta, and fail-soft alpha-beta with a table, in the seed's order of moves.

    The root counts as one state, and so does each leaf; a position at depth 0 is a leaf.
    """

    n_fences: cython.int
    extra_move: cython.bint
    uses_window: cython.bint
    table: Table
    has_table: cython.bint
    box: cython.int[::1]
    sides: cython.int[::1]
    after: cython.int[::1]
    before: cython.int[::1]
    keys: cython.ulonglong[::1]
    lines: cython.int[::1]
    lengths: cython.int[::1]

    def __init__(
        self,
        boxes: object,
        n_boxes: cython.int,
        fences: object,
        keys: object,
        extra_move: cython.bint,
        table: object,
        poll: object,
    ):
        n_fences: cython.int = len(fences)
        fence: cython.int
        super().__init__(poll)
        self.n_fences = n_fences
        self.extra_move = extra_move
        self.uses_window = True
        self.has_table = table is not None
        self.table = table if table is not None else Table(2)
        self.box = memoryview(array("i", boxes))
        self.keys = memoryview(array("Q", keys))
        self.sides = memoryview(array("i", [4] * n_boxes + [INFINITY]))
        self.after = memoryview(array("i", range(1, n_fences + 2)))
        self.before = memoryview(array("i", range(-1, n_fences)))
        self.after[n_fences] = 0
        self.before[0] = n_fences
        self.lines = memoryview(array("i", bytes(4 * (n_fences + 2) * (n_fences + 2))))
        self.lengths = memoryview(array("i", bytes(4 * (n_fences + 2))))
        for fence in range(n_fences):
            if fences[fence]:
                self.paint(fence)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def paint(self, fence: cython.int) -> cython.int:
        """Take a fence out of the list and return how many boxes it closes."""
        one: cython.int = self.box[2 * fence]
        two: cython.int = self.box[2 * fence + 1]
        self.after[self.before[fence]] = self.after[fence]
        self.before[self.after[fence]] = self.before[fence]
        self.sides[one] -= 1
        self.sides[two] -= 1
        return (self.sides[one] == 0) + (self.sides[two] == 0)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def unpaint(self, fence: cython.int) -> cython.void:
        self.after[self.before[fence]] = fence
        self.before[self.after[fence]] = fence
        self.sides[self.box[2 * fence]] += 1
        self.sides[self.box[2 * fence + 1]] += 1

    def run(self, order: object, depth: cython.int, uses_window: cython.bint, limit: cython.longlong):
        """Search to a depth, with the moves at the root in the given order.

        Returns (value, line), the line as far as it is known; the first of equal moves is best. When
        the limit of states is reached, or `poll` returns True, it is the best of the moves that were
        searched, and `stopped` is set; the value is None if there was none.
        """
        count: cython.int = len(order)
        index: cython.int
        fence: cython.int
        gained: cython.int
        value: cython.int
        best: cython.int = -INFINITY
        key: cython.ulonglong = 0
        data: cython.ulonglong
        self.begin(limit)
        self.uses_window = uses_window
        self.nodes += 1
        if depth == 0 or count == 0:
            return 0, []
        key = self.root_key()
        if self.has_table:
            data = self.table.find(key)
            fence = data >> 22 & 0xFFFFF
            if (data >> 12 & 1023) == depth and (data >> 10 & 3) == EXACT and fence in order:
                self.hits += 1
                return cython.cast(cython.int, data & 1023) - 512, [fence]
        self.lengths[0] = 0
        for index in range(count):
            fence = order[index]
            gained = self.paint(fence)
            if depth == 1:
                self.nodes += 1
                self.lengths[1] = 0
                value = gained
            else:
                value = self.value_of(fence, gained, key, depth, best, INFINITY, 0)
            self.unpaint(fence)
            if self.stopped:
                break
            if value > best:
                best = value
                self.note(0, fence)
        if best == -INFINITY:
            return None, []
        if self.has_table and not self.stopped:
            self.table.keep(key, best, EXACT, depth, self.lines[0])
        return best, [self.lines[index] for index in range(self.lengths[0])]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def root_key(self) -> cython.ulonglong:
        key: cython.ulonglong = 0
        fence: cython.int = self.after[self.n_fences]
        while fence != self.n_fences:
            key ^= self.keys[fence]
            fence = self.after[fence]
        return key

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def note(self, ply: cython.int, fence: cython.int) -> cython.void:
        """Make the line of a ply from a move and the line after it."""
        index: cython.int
        row: cython.int = ply * (self.n_fences + 2)
        under: cython.int = row + self.n_fences + 2
        self.lines[row] = fence
        for index in range(self.lengths[ply + 1]):
            self.lines[row + 1 + index] = self.lines[under + index]
        self.lengths[ply] = self.lengths[ply + 1] + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value_of(
        self,
        fence: cython.int,
        gained: cython.int,
        key: cython.ulonglong,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the value of a move that has just been made, for the player who made it."""
        if not self.uses_window:
            alpha = -INFINITY
            beta = INFINITY
        if depth == 2 and not self.has_table and not self.extra_move:
            self.nodes += 1
            return gained - self.leaves(gained - alpha, ply + 1)
        key ^= self.keys[fence]
        if gained and self.extra_move:
            return gained + self.search(key, depth - 1, alpha - gained, beta - gained, ply + 1)
        return gained - self.search(key, depth - 1, gained - beta, gained - alpha, ply + 1)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def leaves(self, beta: cython.int, ply: cython.int) -> cython.int:
        """Return the value at depth 1, and make the best move the line; 0 when the game is over."""
        head: cython.int = self.n_fences
        fence: cython.int = self.after[head]
        choice: cython.int = fence
        gained: cython.int
        best: cython.int = -1
        seen: cython.longlong = 0
        if fence == head:
            self.lengths[ply] = 0
            return 0
        while fence != head:
            seen += 1
            gained = (self.sides[self.box[2 * fence]] == 1) + (self.sides[self.box[2 * fence + 1]] == 1)
            if gained > best:
                best = gained
                choice = fence
                if best >= beta:
                    break
            fence = self.after[fence]
        self.nodes += seen
        self.lengths[ply] = 1
        self.lines[ply * (head + 2)] = choice
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(
        self,
        key: cython.ulonglong,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        head: cython.int = self.n_fences
        fence: cython.int
        gained: cython.int
        value: cython.int
        best: cython.int = -INFINITY
        choice: cython.int = 0
        bound: cython.int
        floor: cython.int = alpha
        data: cython.ulonglong
        self.nodes += 1
        self.lengths[ply] = 0
        fence = self.after[head]
        if fence == head:
            return 0
        if self.has_table:
            data = self.table.find(key)
            if (data >> 12 & 1023) == depth:
                value = cython.cast(cython.int, data & 1023) - 512
                bound = data >> 10 & 3
                if (
                    bound == EXACT
                    or (bound == LOWER and value >= beta)
                    or (bound == UPPER and value <= alpha)
                ):
                    self.hits += 1
                    return value
        if depth == 1:
            best = self.leaves(beta, ply)
            choice = self.lines[ply * (head + 2)]
        else:
            if self.nodes >= self.pause:
                self.check()
            while fence != head:
                gained = self.paint(fence)
                value = self.value_of(fence, gained, key, depth, alpha, beta, ply)
                self.unpaint(fence)
                if self.stopped:
                    return 0
                if value > best:
                    best = value
                    choice = fence
                    if value >= beta:
                        break
                    if value > alpha:
                        alpha = value
                        self.note(ply, fence)
                fence = self.after[fence]
        if self.has_table:
            bound = LOWER if best >= beta else EXACT if best > floor else UPPER
            self.table.keep(key, best, bound, depth, choice)
        return best

    def perft(self, depth: cython.int, limit: cython.longlong) -> tuple[int, int]:
        """Return the number of move sequences of a length, and of boxes that their last moves take."""
        self.begin(limit)
        self.walk(depth)
        return self.nodes, self.hits

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def walk(self, depth: cython.int) -> cython.void:
        fence: cython.int = self.after[self.n_fences]
        gained: cython.int
        while fence != self.n_fences and not self.stopped:
            gained = self.paint(fence)
            if depth == 1:
                self.nodes += 1
                self.hits += gained
            else:
                self.walk(depth - 1)
            self.unpaint(fence)
            fence = self.after[fence]
        if self.nodes >= self.pause:
            self.check()


@cython.cclass
class AlphaBeta(Limited):
    """Alpha-beta with the table; how a position is held, and its moves, are up to the subclass.

    `width` is the most moves of a position.
    """

    table: Table
    width: cython.int
    moves: cython.int[::1]
    scores: cython.int[::1]
    history: cython.int[::1]
    hashes: cython.ulonglong[::1]
    n_symmetries: cython.int
    low: cython.int
    high: cython.int
    at_horizon = cython.declare(cython.bint, visibility="public")

    def __init__(
        self,
        shape: object,
        table: Table,
        poll: object,
        n_plies: cython.int,
        width: cython.int,
        n_codes: cython.int,
    ):
        super().__init__(poll)
        self.table = table
        self.width = width
        self.moves = memoryview(array("i", bytes(4 * n_plies * width)))
        self.scores = memoryview(array("i", bytes(4 * n_plies * width)))
        self.history = memoryview(array("i", bytes(4 * n_codes)))
        self.hashes = memoryview(array("Q", bytes(8 * N_SYMMETRIES * n_plies)))
        self.n_symmetries = shape.n_symmetries
        self.low = 0
        self.high = 0
        self.at_horizon = False

    @cython.cfunc
    def begin(self, limit: cython.longlong) -> cython.void:
        """Set the limits of a search, and let what was learned of the order of moves fade."""
        code: cython.int
        Limited.begin(self, limit)
        self.at_horizon = False
        for code in range(len(self.history)):
            self.history[code] >>= 2
        for code in range(N_SYMMETRIES):
            self.hashes[code] = 0

    def value(
        self,
        fences: object,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        limit: cython.longlong,
    ):
        """Return the value of a position, or a bound of it outside the window (alpha, beta).

        `fences` tells of each fence whether it is painted. `at_horizon` says afterwards whether the value
        rests on an estimate; `stopped` that the limit of `nodes` was reached or `poll` returned True, and
        then the value means nothing.
        """
        self.begin(limit)
        self.place(fences)
        return self.rest(0, alpha, beta, depth)

    @cython.cfunc
    def place(self, fences: object) -> cython.void:
        """Make the position of the first ply."""

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rest(self, ply: cython.int, alpha: cython.int, beta: cython.int, depth: cython.int) -> cython.int:
        """Return the value of a position that has just come about."""
        return self.search(ply, alpha, beta, depth)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_hashes(self, ply: cython.int) -> cython.void:
        """Let the next ply begin with the hashes of this one."""
        index: cython.int
        for index in range(N_SYMMETRIES * ply, N_SYMMETRIES * ply + N_SYMMETRIES):
            self.hashes[index + N_SYMMETRIES] = self.hashes[index]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_bounds(self, ply: cython.int, depth: cython.int) -> cython.void:
        """Set `low` and `high` to bounds of the value; both are 0 when the game is over."""
        self.low = 0
        self.high = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_quiet(self, ply: cython.int) -> cython.bint:
        """Whether an estimate will do where the depth is used up."""
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def glance(
        self, ply: cython.int, alpha: cython.int, beta: cython.int, depth: cython.int
    ) -> cython.int:
        """Return the value at a depth, or a bound of it outside the window, if no search is needed."""
        return NOTHING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mirrored(self, ply: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return a bound outside the window that the mirror argument gives, or NOTHING."""
        return NOTHING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def extra_key(self, ply: cython.int) -> cython.ulonglong:
        """Return what the key of a position has beside its least hash."""
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turned(self, move: cython.int, orientation: cython.int, back: cython.bint) -> cython.int:
        """Return the image of a move under a symmetry of the board, or the move with that image."""
        return move

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_moves(self, ply: cython.int, hint: cython.int) -> cython.int:
        """List the moves worth a search from `ply * width` on and return the end of the list.

        A list of one is forced: no other move is better.
        """
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after(
        self, ply: cython.int, move: cython.int, alpha: cython.int, beta: cython.int, depth: cython.int
    ) -> cython.int:
        """Return the value of a move for the player who makes it; the position is as it was."""
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def orientation(self, ply: cython.int) -> cython.int:
        """Return the symmetry under which the hash of a ply is least."""
        index: cython.int
        best: cython.int = 0
        row: cython.int = N_SYMMETRIES * ply
        for index in range(1, self.n_symmetries):
            if self.hashes[row + index] < self.hashes[row + best]:
                best = index
        return best

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def offer(self, place: cython.int, move: cython.int, score: cython.int) -> cython.void:
        self.moves[place] = move
        self.scores[place] = score + self.history[move]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, place: cython.int, end: cython.int) -> cython.int:
        """Bring the best move from `place` on to `place` and return it."""
        index: cython.int
        best: cython.int = place
        move: cython.int
        for index in range(place + 1, end):
            if self.scores[index] > self.scores[best]:
                best = index
        move = self.moves[best]
        self.moves[best] = self.moves[place]
        self.scores[best] = self.scores[place]
        self.moves[place] = move
        return move

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(
        self, ply: cython.int, alpha: cython.int, beta: cython.int, depth: cython.int
    ) -> cython.int:
        """Return the value of a position, or a bound of it outside the window."""
        index: cython.int
        orientation: cython.int
        move: cython.int
        value: cython.int
        bound: cython.int
        end: cython.int
        place: cython.int = ply * self.width
        choice: cython.int = NO_MOVE
        hint: cython.int = NO_MOVE
        best: cython.int = -INFINITY
        floor: cython.int = alpha
        below: cython.int = depth
        had_horizon: cython.bint
        key: cython.ulonglong
        data: cython.ulonglong
        self.nodes += 1
        if self.nodes >= self.pause:
            self.check()
        if self.stopped:
            return 0
        self.set_bounds(ply, depth)
        if self.high <= alpha or self.low == self.high:
            return self.high
        if self.low >= beta:
            return self.low
        if depth == 0 and self.is_quiet(ply):
            self.at_horizon = True
            return 0
        if depth == FULL_DEPTH:
            value = self.mirrored(ply, alpha, beta)
        else:
            value = self.glance(ply, alpha, beta, depth)
        if value != NOTHING:
            self.at_horizon = self.at_horizon or depth < FULL_DEPTH
            return value
        orientation = self.orientation(ply)
        key = self.hashes[N_SYMMETRIES * ply + orientation] ^ self.extra_key(ply)
        data = self.table.find(key)
        if data:
            if cython.cast(cython.int, data >> 12 & 1023) >= depth:
                value = cython.cast(cython.int, data & 1023) - 512
                bound = data >> 10 & 3
                if (
                    bound == EXACT
                    or (bound == LOWER and value >= beta)
                    or (bound == UPPER and value <= alpha)
                ):
                    self.hits += 1
                    if (data >> 12 & 1023) != FULL_DEPTH:
                        self.at_horizon = True
                    return value
            hint = data >> 22 & 0xFFFFF
            if hint != NO_MOVE:
                hint = self.turned(hint, orientation, True)
        end = self.list_moves(ply, hint)
        if end > place + 1:  # a forced move takes no depth
            if depth == 0:
                self.at_horizon = True
                return 0
            if depth < FULL_DEPTH:
                below = depth - 1
        had_horizon = self.at_horizon
        self.at_horizon = False
        for index in range(place, end):
            move = self.pick(index, end)
            value = self.after(ply, move, alpha, beta, below)
            if self.stopped:
                return 0
            if value > best:
                best = value
                choice = move
                if value > alpha:
                    alpha = value
                if value >= beta:
                    if self.history[move] < MAX_HISTORY:
                        self.history[move] += end - place
                    break
        self.table.keep(
            key,
            best,
            LOWER if best >= beta else EXACT if best > floor else UPPER,
            depth if self.at_horizon else FULL_DEPTH,
            self.turned(choice, orientation, False),
        )
        self.at_horizon = self.at_horizon or had_horizon
        return best


@cython.final
@cython.cclass
class Boxes(AlphaBeta):
    """Alpha-beta on boxes and fences: for the extra move, and to check `Corridors`."""

    n_boxes: cython.int
    n_edges: cython.int
    n_moves: cython.int
    extra_move: cython.bint
    move_of: cython.int[::1]
    edge_box: cython.int[::1]
    side_edge: cython.int[::1]
    images: cython.int[::1]
    origins: cython.int[::1]
    keys: cython.ulonglong[::1]
    is_free: cython.int[::1]
    ground: cython.int[::1]
    degree: cython.int[::1]
    n_open: cython.int
    n_single: cython.int
    seen: cython.longlong[::1]
    stamp: cython.longlong

    def __init__(self, shape: object, table: Table, poll: object, extra_move: cython.bint):
        n_moves: cython.int = shape.n_edges + shape.n_boxes
        super().__init__(shape, table, poll, len(shape.move_of) + 2, n_moves, n_moves)
        self.n_boxes = shape.n_boxes
        self.n_edges = shape.n_edges
        self.n_moves = n_moves
        self.extra_move = extra_move
        self.move_of = memoryview(array("i", shape.move_of))
        self.edge_box = memoryview(array("i", shape.edge_box or [0]))
        self.side_edge = memoryview(array("i", shape.side_edge))
        self.images = memoryview(array("i", shape.images))
        self.origins = memoryview(array("i", shape.origins))
        self.keys = memoryview(array("Q", shape.keys))
        self.is_free = memoryview(array("i", [0] * (self.n_edges + 1)))
        self.ground = memoryview(array("i", [0] * self.n_boxes))
        self.degree = memoryview(array("i", [0] * self.n_boxes))
        self.n_open = 0
        self.n_single = 0
        self.seen = memoryview(array("q", [0] * self.n_boxes))
        self.stamp = 0

    @cython.cfunc
    def place(self, fences: object) -> cython.void:
        fence: cython.int
        box: cython.int
        move: cython.int
        for box in range(self.n_boxes):
            self.degree[box] = self.ground[box] = 0
        for move in range(self.n_edges):
            self.is_free[move] = 0
        for fence in range(len(self.move_of)):
            if fences[fence]:
                continue
            move = self.move_of[fence]
            if move < self.n_edges:
                self.is_free[move] = 1
                self.degree[self.edge_box[2 * move]] += 1
                self.degree[self.edge_box[2 * move + 1]] += 1
                self.mix(0, move)
            else:
                self.ground[move - self.n_edges] += 1
                self.degree[move - self.n_edges] += 1
        self.n_open = self.n_single = 0
        for box in range(self.n_boxes):
            self.n_open += self.degree[box] > 0
            self.n_single += self.degree[box] == 1
            if self.ground[box]:
                self.mix(0, self.n_edges + 4 * box + self.ground[box] - 1)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def mix(self, ply: cython.int, item: cython.int) -> cython.void:
        """Put an edge, or a number of ground fences, into the hashes of a ply, or take it out."""
        index: cython.int
        for index in range(N_SYMMETRIES):
            self.hashes[N_SYMMETRIES * ply + index] ^= self.keys[N_SYMMETRIES * item + index]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def lower(self, box: cython.int) -> cython.int:
        """Take a fence from a box and return how many boxes that closes."""
        left: cython.int = self.degree[box] - 1
        self.degree[box] = left
        if left == 1:
            self.n_single += 1
        elif left == 0:
            self.n_single -= 1
            self.n_open -= 1
            return 1
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def raise_(self, box: cython.int) -> cython.void:
        left: cython.int = self.degree[box]
        self.degree[box] = left + 1
        if left == 1:
            self.n_single -= 1
        elif left == 0:
            self.n_single += 1
            self.n_open += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_bounds(self, ply: cython.int, depth: cython.int) -> cython.void:
        self.low = -self.n_open
        self.high = self.n_open

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_quiet(self, ply: cython.int) -> cython.bint:
        return not self.extra_move or self.n_single == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turned(self, move: cython.int, orientation: cython.int, back: cython.bint) -> cython.int:
        return (self.origins if back else self.images)[orientation * (self.n_moves + 1) + move]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after(
        self, ply: cython.int, move: cython.int, alpha: cython.int, beta: cython.int, depth: cython.int
    ) -> cython.int:
        value: cython.int
        gained: cython.int
        box: cython.int = move - self.n_edges
        count: cython.int
        self.copy_hashes(ply)
        if box < 0:
            self.is_free[move] = 0
            self.mix(ply + 1, move)
            gained = self.lower(self.edge_box[2 * move]) + self.lower(self.edge_box[2 * move + 1])
        else:
            count = self.ground[box] - 1
            self.ground[box] = count
            self.mix(ply + 1, self.n_edges + 4 * box + count)
            if count:
                self.mix(ply + 1, self.n_edges + 4 * box + count - 1)
            gained = self.lower(box)
        if gained and self.extra_move:
            value = gained + self.search(ply + 1, alpha - gained, beta - gained, depth)
        else:
            value = gained - self.search(ply + 1, gained - beta, gained - alpha, depth)
        if box < 0:
            self.is_free[move] = 1
            self.raise_(self.edge_box[2 * move])
            self.raise_(self.edge_box[2 * move + 1])
        else:
            self.ground[box] += 1
            self.raise_(box)
        return value

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def free_edge(self, box: cython.int, except_: cython.int) -> cython.int:
        """Return the first free edge of a box other than the one given, or -1."""
        side: cython.int
        edge: cython.int
        for side in range(4 * box, 4 * box + 4):
            edge = self.side_edge[side]
            if edge >= 0 and edge != except_ and self.is_free[edge]:
                return edge
        return -1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def across(self, edge: cython.int, box: cython.int) -> cython.int:
        """Return the box on the other side of an edge."""
        return self.edge_box[2 * edge] + self.edge_box[2 * edge + 1] - box

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_moves(self, ply: cython.int, hint: cython.int) -> cython.int:
        end: cython.int = ply * self.width
        edge: cython.int
        box: cython.int
        one: cython.int
        two: cython.int
        if self.extra_move:
            if self.n_single:
                return self.list_captures(end)
            end = self.list_chains(end)
        for edge in range(self.n_edges):
            if self.is_free[edge]:
                one = self.degree[self.edge_box[2 * edge]]
                two = self.degree[self.edge_box[2 * edge + 1]]
                if self.extra_move and (one == 2 or two == 2):
                    continue
                self.offer(
                    end, edge, CAPTURE if one == 1 or two == 1 else 0 if one == 2 or two == 2 else SAFE
                )
                if edge == hint:
                    self.scores[end] = FROM_TABLE
                end += 1
        for box in range(self.n_boxes):
            if self.ground[box]:
                one = self.degree[box]
                if self.extra_move and one == 2:
                    continue
                self.offer(end, self.n_edges + box, CAPTURE if one == 1 else 0 if one == 2 else SAFE)
                if self.n_edges + box == hint:
                    self.scores[end] = FROM_TABLE
                end += 1
        return end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_chains(self, end: cython.int) -> cython.int:
        """List the moves that open a chain: one for each, and two for a chain of two boxes.

        All fences of a longer chain or of a loop come to the same; of a chain of two the one in the
        middle leaves the opponent no double-dealing move. The shortest chains come first.
        """
        box: cython.int
        here: cython.int
        edge: cython.int
        first: cython.int
        turn: cython.int
        length: cython.int
        self.stamp += 1
        for box in range(self.n_boxes):
            if self.degree[box] != 2 or self.seen[box] == self.stamp:
                continue
            self.seen[box] = self.stamp
            length = 1
            first = self.free_edge(box, -1)
            for turn in range(2):
                edge = first if turn == 0 else self.free_edge(box, first)
                here = box
                while edge >= 0:
                    here = self.across(edge, here)
                    if self.degree[here] != 2 or self.seen[here] == self.stamp:
                        break
                    self.seen[here] = self.stamp
                    length += 1
                    edge = self.free_edge(here, edge)
            edge = first
            if length == 2 and self.degree[self.across(first, box)] != 2:
                edge = self.free_edge(box, first)
            self.offer(end, self.n_edges + box if edge < 0 else edge, -length)
            end += 1
            if length == 2:
                # The other fence of the box is at an end of the chain.
                edge = first if edge != first else self.free_edge(box, first)
                self.offer(end, self.n_edges + box if edge < 0 else edge, -length)
                end += 1
        return end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_captures(self, place: cython.int) -> cython.int:
        """List the moves worth a search where a capture is followed by another move.

        Every capture is best but two: the last two boxes of a chain, and the last four of a chain that
        is closed at both ends, may be left to the opponent by the move that parts them from the rest
        (a double-dealing move); where there are both, the four are taken.
        """
        box: cython.int
        here: cython.int
        edge: cython.int
        first: cython.int
        length: cython.int
        dealing: cython.int
        found: cython.int = 0
        for box in range(self.n_boxes):
            if self.degree[box] != 1:
                continue
            if self.ground[box]:
                self.moves[place] = self.n_edges + box
                return place + 1
            first = self.free_edge(box, -1)
            edge = first
            here = self.across(edge, box)
            dealing = 0
            length = 1
            while self.degree[here] == 2 and length < 5:
                length += 1
                if self.ground[here]:
                    edge = -1
                    break
                edge = self.free_edge(here, edge)
                if length == 2:
                    dealing = edge
                here = self.across(edge, here)
            if length == 2 and edge < 0:
                dealing = self.n_edges + here
            elif length == 3 and edge >= 0 and self.degree[here] == 1:
                length = 4
            elif length != 2 or self.degree[here] == 1:
                length = 1
            if length == 1:
                self.moves[place] = first
                return place + 1
            if length > found:
                found = length
                self.offer(place, first, CAPTURE)
                self.offer(place + 1, dealing, 0)
        return place + 2


@cython.final
@cython.cclass
class Corridors(AlphaBeta):
    """Alpha-beta on junctions and corridors: the turn always passes.

    A corridor is packed: its ends (20 and 10 bits up), then its number of boxes. Its ends are boxes, or
    `ground`, the number after the last box.
    """

    n_boxes: cython.int
    ground: cython.int
    stride: cython.int
    tempo_code: cython.int
    n_fences: cython.int
    sides: cython.int[::1]
    images: cython.int[::1]
    names: cython.ulonglong[::1]
    corridors: cython.int[::1]
    degrees: cython.int[::1]
    counts: cython.int[::1]
    odds: cython.int[::1]
    junctions: cython.int[::1]
    tempos: cython.int[::1]
    tempo_key: cython.ulonglong
    seen: cython.longlong[::1]
    stamp: cython.longlong
    n_pairs: cython.int
    n_tails: cython.int
    n_prizes: cython.int
    base: cython.int
    sign: cython.int

    def __init__(self, shape: object, table: Table, poll: object):
        stride: cython.int = shape.n_boxes + 1
        n_fences: cython.int = len(shape.sides) // 2
        super().__init__(shape, table, poll, 2 * n_fences + 4, n_fences + 1, 2 * stride * stride + 1)
        self.n_boxes = shape.n_boxes
        self.ground = shape.n_boxes
        self.stride = stride
        self.tempo_code = 2 * stride * stride
        self.n_fences = n_fences
        self.sides = memoryview(array("i", shape.sides))
        self.images = memoryview(array("i", shape.box_images))
        self.names = memoryview(array("Q", shape.names))
        self.corridors = memoryview(array("i", bytes(4 * n_fences * (2 * n_fences + 4))))
        self.degrees = memoryview(array("i", bytes(4 * self.n_boxes * (2 * n_fences + 4))))
        self.counts = memoryview(array("i", bytes(4 * (2 * n_fences + 4))))
        self.odds = memoryview(array("i", bytes(4 * (2 * n_fences + 4))))
        self.junctions = memoryview(array("i", bytes(4 * (2 * n_fences + 4))))
        self.tempos = memoryview(array("i", bytes(4 * (2 * n_fences + 4))))
        self.tempo_key = shape.tempo_key
        self.seen = memoryview(array("q", bytes(8 * (2 * stride * stride + 1))))
        self.stamp = 0
        self.n_pairs = 0
        self.n_tails = 0
        self.n_prizes = 0
        self.base = 0
        self.sign = 1

    @cython.cfunc
    def place(self, fences: object) -> cython.void:
        fence: cython.int
        box: cython.int
        is_odd: cython.int = 0
        self.counts[0] = self.odds[0] = self.tempos[0] = self.junctions[0] = 0
        self.n_pairs = self.n_tails = self.n_prizes = self.base = 0
        self.sign = 1
        for box in range(self.n_boxes):
            self.degrees[box] = 0
        for fence in range(self.n_fences):
            if fences[fence]:
                continue
            is_odd ^= 1
            self.add(0, self.sides[2 * fence], self.sides[2 * fence + 1], 0)
            self.degrees[self.sides[2 * fence]] += 1
            if self.sides[2 * fence + 1] < self.ground:
                self.degrees[self.sides[2 * fence + 1]] += 1
        for box in range(self.n_boxes):
            self.junctions[0] += self.degrees[box] > 2
        # First the corridors as they are, and then what hangs from them.
        for box in range(self.n_boxes):
            if self.degrees[box] == 2:
                self.settle(0, box)
        for box in range(self.n_boxes):
            self.settle(0, box)
        self.fold(is_odd)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def mix(
        self,
        ply: cython.int,
        one: cython.int,
        two: cython.int,
        length: cython.int,
        sign: cython.ulonglong,
    ) -> cython.void:
        """Add what a corridor is to the hashes of a ply, or subtract it (sign 1 or all bits)."""
        index: cython.int
        factor: cython.ulonglong = ODD_FACTOR if length & 1 else EVEN_FACTOR
        key: cython.ulonglong
        for index in range(N_SYMMETRIES):
            key = (
                self.names[N_SYMMETRIES * one + index] * self.names[N_SYMMETRIES * two + index]
            ) & ALL_BITS
            key = ((key ^ key >> 29) * factor) & ALL_BITS
            key = ((key ^ key >> 32) * sign) & ALL_BITS
            self.hashes[N_SYMMETRIES * ply + index] = (
                self.hashes[N_SYMMETRIES * ply + index] + key
            ) & ALL_BITS

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, ply: cython.int, one: cython.int, two: cython.int, length: cython.int) -> cython.void:
        """Add a corridor; the degrees of its ends are as they are."""
        self.corridors[ply * self.n_fences + self.counts[ply]] = one << 20 | two << 10 | length
        self.counts[ply] += 1
        self.odds[ply] += length & 1
        self.mix(ply, one, two, length, 1)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def drop(self, ply: cython.int, slot: cython.int) -> cython.int:
        """Take the corridor in a slot of the row away, put the last one there, and return it."""
        row: cython.int = ply * self.n_fences
        corridor: cython.int = self.corridors[row + slot]
        self.counts[ply] -= 1
        self.corridors[row + slot] = self.corridors[row + self.counts[ply]]
        self.odds[ply] -= corridor & 1
        self.mix(ply, corridor >> 20, corridor >> 10 & 1023, corridor & 1023, ALL_BITS)
        return corridor

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, ply: cython.int, box: cython.int, slot: cython.int) -> cython.int:
        """Return the first slot from `slot` on whose corridor ends at a box; there is one."""
        row: cython.int = ply * self.n_fences
        while (
            self.corridors[row + slot] >> 20 != box and (self.corridors[row + slot] >> 10 & 1023) != box
        ):
            slot += 1
        return slot

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def lower(self, ply: cython.int, box: cython.int) -> cython.void:
        """Take a corridor's end from a box, or from the ground, which has any number."""
        place: cython.int = ply * self.n_boxes + box
        if box < self.ground:
            self.degrees[place] -= 1
            if self.degrees[place] == 2:
                self.junctions[ply] -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, ply: cython.int, box: cython.int) -> cython.void:
        """Make a box that is no junction part of a corridor, or count what it is part of, and go on.

        A box with one corridor is the end of a closed tail: an odd one counts, an even one is nothing.
        """
        slot: cython.int
        other: cython.int
        length: cython.int
        one: cython.int
        two: cython.int
        place: cython.int
        while box < self.ground:
            place = ply * self.n_boxes + box
            if self.degrees[place] == 0 or self.degrees[place] > 2:
                return
            slot = self.find(ply, box, 0)
            if self.degrees[place] == 1:
                one = self.drop(ply, slot)
                other = (one >> 20) + (one >> 10 & 1023) - box
                length = (one & 1023) + 1
                self.degrees[place] = 0
                if other < self.ground and self.degrees[ply * self.n_boxes + other] == 1:
                    self.degrees[ply * self.n_boxes + other] = 0
                    if length == 1:
                        self.n_pairs += 1
                    else:
                        self.n_prizes += 1
                        self.n_tails += length & 1
                    return
                self.n_tails += length & 1
                self.lower(ply, other)
                box = other
                continue
            self.degrees[place] = 0
            one = self.corridors[ply * self.n_fences + slot]
            if one >> 20 == (one >> 10 & 1023):
                self.drop(ply, slot)
                self.n_prizes += 2
                return
            two = self.drop(ply, self.find(ply, box, slot + 1))
            self.drop(ply, slot)
            length = (one & 1023) + (two & 1023) + 1
            one = (one >> 20) + (one >> 10 & 1023) - box
            two = (two >> 20) + (two >> 10 & 1023) - box
            if one != self.ground or two != self.ground:
                self.add(ply, one, two, length)
            elif length & 1:
                self.n_prizes += 1
            else:
                self.tempos[ply] ^= 1
            return

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def fold(self, is_odd: cython.int) -> cython.void:
        """Turn what was counted while settling into `base` and `sign`: the value is base + sign * rest.

        Let f(V) be 1 - V for an odd number of tails, then 2 - V for an odd number of pairs. The value is
        f(value of the rest), plus the number of prizes for the player who makes the last move, who is the
        one to move if the number of free fences, before anything was settled, is odd.
        """
        base: cython.int = 0
        sign: cython.int = 1
        if self.n_tails & 1:
            base = 1
            sign = -1
        if self.n_pairs & 1:
            base = 2 - base
            sign = -sign
        base += self.n_prizes if is_odd else -self.n_prizes
        self.base += self.sign * base
        self.sign *= sign
        self.n_pairs = self.n_tails = self.n_prizes = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle_parallels(self, ply: cython.int) -> cython.bint:
        """Take one corridor away that is worth something known, and say whether there was one.

        An odd loop, and one of two parallel odd corridors, is a prize. An even corridor beside an odd one
        is a tempo.
        """
        slot: cython.int
        code: cython.int
        corridor: cython.int
        row: cython.int = ply * self.n_fences
        is_odd: cython.bint = self.is_last(ply)
        self.stamp += 1
        for slot in range(self.counts[ply]):
            corridor = self.corridors[row + slot]
            if corridor & 1:
                code = self.code_of(corridor)
                if corridor >> 20 == (corridor >> 10 & 1023) or self.seen[code] == self.stamp:
                    self.n_prizes += 1
                    self.fold(is_odd)
                    self.take(ply, slot)
                    return True
                self.seen[code] = self.stamp
        for slot in range(self.counts[ply]):
            corridor = self.corridors[row + slot]
            if not corridor & 1 and self.seen[self.code_of(corridor) + 1] == self.stamp:
                self.tempos[ply] ^= 1
                self.take(ply, slot)
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self, ply: cython.int, slot: cython.int) -> cython.void:
        """Take a corridor away, settle what then is no junction, and fold that."""
        corridor: cython.int = self.drop(ply, slot)
        is_odd: cython.bint = self.is_last(ply)
        self.lower(ply, corridor >> 20)
        self.lower(ply, corridor >> 10 & 1023)
        self.settle(ply, corridor >> 20)
        self.settle(ply, corridor >> 10 & 1023)
        self.fold(is_odd)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rest(self, ply: cython.int, alpha: cython.int, beta: cython.int, depth: cython.int) -> cython.int:
        base: cython.int
        while self.odds[ply] and self.settle_parallels(ply):
            pass
        base = self.base  # the search folds into them anew
        if self.sign > 0:
            return base + self.search(ply, alpha - base, beta - base, depth)
        return base - self.search(ply, base - beta, base - alpha, depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after(
        self, ply: cython.int, move: cython.int, alpha: cython.int, beta: cython.int, depth: cython.int
    ) -> cython.int:
        index: cython.int
        self.copy_hashes(ply)
        for index in range(self.n_fences * ply, self.n_fences * ply + self.counts[ply]):
            self.corridors[index + self.n_fences] = self.corridors[index]
        for index in range(self.n_boxes * ply, self.n_boxes * ply + self.n_boxes):
            self.degrees[index + self.n_boxes] = self.degrees[index]
        self.counts[ply + 1] = self.counts[ply]
        self.odds[ply + 1] = self.odds[ply]
        self.junctions[ply + 1] = self.junctions[ply]
        self.tempos[ply + 1] = self.tempos[ply]
        if move == self.tempo_code:
            self.tempos[ply + 1] = 0
            return -self.search(ply + 1, -beta, -alpha, depth)
        index = 0
        while self.code_of(self.corridors[ply * self.n_fences + index]) != move:
            index += 1
        self.base = 0
        self.sign = 1
        self.take(ply + 1, index)
        if move & 1:
            return self.rest(ply + 1, alpha + 1, beta + 1, depth) - 1
        return -self.rest(ply + 1, -beta, -alpha, depth)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def code_of(self, corridor: cython.int) -> cython.int:
        """Return the move that paints a corridor; parallel corridors of one parity have the same."""
        one: cython.int = corridor >> 20
        two: cython.int = corridor >> 10 & 1023
        if one < two:
            one, two = two, one
        return (one * self.stride + two) * 2 + (corridor & 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_moves(self, ply: cython.int, hint: cython.int) -> cython.int:
        """List the corridors worth a search: the even ones, or the tempo, or else the odd ones.

        The tempo is of use to the player who makes the last move, and for him better than a corridor that
        has a parallel one.
        """
        end: cython.int = ply * self.width
        slot: cython.int
        code: cython.int
        score: cython.int
        row: cython.int = ply * self.n_fences
        n_even: cython.int = self.counts[ply] - self.odds[ply]
        is_last: cython.bint = self.is_last(ply)
        if self.tempos[ply] and (is_last or n_even == 0):
            self.offer(end, self.tempo_code, FROM_TABLE if hint == self.tempo_code else 4 * LATER)
            end += 1
            if n_even == 0:
                return end
        self.stamp += 2
        for slot in range(row, row + self.counts[ply]):
            code = self.code_of(self.corridors[slot])
            self.seen[code] = self.stamp if self.seen[code] >= self.stamp - 1 else self.stamp - 1
        for slot in range(row, row + self.counts[ply]):
            code = self.code_of(self.corridors[slot])
            if (code & 1 and n_even) or self.seen[code] < self.stamp - 1:
                continue
            if self.seen[code] == self.stamp:
                if is_last and self.tempos[ply]:
                    continue
                score = 0 if is_last else 3
            else:
                score = 1 if (code >> 1) // self.stride == self.ground else 2
            self.seen[code] = 0
            self.offer(end, code, FROM_TABLE if code == hint else LATER * score)
            end += 1
        return end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def glance(
        self, ply: cython.int, alpha: cython.int, beta: cython.int, depth: cython.int
    ) -> cython.int:
        """Return what the estimate at the horizon comes to, as far as that is seen without a search.

        A move that settles nothing is quiet. The player who makes the last move can go on with quiet
        moves until the horizon, as long as there are some, and that is worth at least 0: prizes fall to
        nobody else, and what else the opponent may win is won back at once. At depth 1 the player must
        make a prize to have more. At the root all is quiet if quiet moves last to the horizon.
        """
        slot: cython.int
        corridor: cython.int
        best: cython.int = 0
        n_quiet: cython.int = 0
        row: cython.int = ply * self.n_fences
        is_last: cython.bint = self.is_last(ply)
        if ply and (depth > 1 or not is_last):
            return NOTHING
        for slot in range(row, row + self.counts[ply]):
            corridor = self.corridors[slot]
            if (
                not corridor & 1
                and self.stays(ply, corridor >> 20)
                and self.stays(ply, corridor >> 10 & 1023)
            ):
                n_quiet += 1
        if n_quiet < QUIET_MOVES * (depth - 1) + 1:
            return NOTHING
        if ply:
            for slot in range(row, row + self.counts[ply]):
                corridor = self.corridors[slot]
                if not self.stays(ply, corridor >> 20) or not self.stays(ply, corridor >> 10 & 1023):
                    best = max(best, self.after(ply, self.code_of(corridor), best, beta, 0))
                    if best >= beta:
                        break
        return best

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def stays(self, ply: cython.int, box: cython.int) -> cython.bint:
        """Whether a junction stays one, or the end is the ground, when a corridor there is painted."""
        return box == self.ground or self.degrees[ply * self.n_boxes + box] > 3

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_bounds(self, ply: cython.int, depth: cython.int) -> cython.void:
        """Set `low` and `high`: the player who makes the last move never has less than the other."""
        most: cython.int = self.junctions[ply] + self.odds[ply]
        least: cython.int = most & 1 if depth == FULL_DEPTH else 0
        if self.is_last(ply):
            self.low = least
            self.high = most
        else:
            self.low = -most
            self.high = -least

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def is_last(self, ply: cython.int) -> cython.bint:
        """Whether the player to move makes the last move: the number of free fences is odd."""
        return (self.counts[ply] - self.odds[ply] + self.tempos[ply]) & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def extra_key(self, ply: cython.int) -> cython.ulonglong:
        return self.tempo_key if self.tempos[ply] else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turned(self, move: cython.int, orientation: cython.int, back: cython.bint) -> cython.int:
        one: cython.int
        two: cython.int
        if move == self.tempo_code:
            return move
        if back and orientation > 5:  # the quarter turns, which undo each other
            orientation = 13 - orientation
        one = self.images[orientation * self.stride + (move >> 1) // self.stride]
        two = self.images[orientation * self.stride + (move >> 1) % self.stride]
        return self.code_of(one << 20 | two << 10 | move & 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mirrored(self, ply: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return a bound outside the window that the mirror argument gives, or NOTHING.

        Under a symmetry that is its own inverse and leaves the position as it is: with no fence fixed,
        the f fixed boxes fall to the player who answers each move with its image, so the value is at
        most -f; with one fence fixed its painter becomes that player, so it is at least f. Two parallel
        corridors can be taken for each other's images; one whose ends are exchanged, or a loop, is turned
        round, and has a fixed box in its middle if it is odd and a fixed fence if it is even.
        """
        which: cython.int
        slot: cython.int
        other: cython.int
        corridor: cython.int
        one: cython.int
        two: cython.int
        n_boxes: cython.int
        n_fences: cython.int
        row: cython.int = ply * self.n_fences
        for which in range(1, min(self.n_symmetries, 6)):
            if self.hashes[N_SYMMETRIES * ply] != self.hashes[N_SYMMETRIES * ply + which]:
                continue
            n_boxes = 0
            n_fences = self.tempos[ply]
            for one in range(self.n_boxes):
                if (
                    self.images[which * self.stride + one] == one
                    and self.degrees[ply * self.n_boxes + one]
                ):
                    n_boxes += 1
            for slot in range(self.counts[ply]):
                corridor = self.corridors[row + slot]
                one = corridor >> 20
                two = corridor >> 10 & 1023
                if (
                    self.images[which * self.stride + one] == two
                    and self.images[which * self.stride + two] == one
                ):
                    if corridor & 1:
                        n_boxes += 1
                        continue
                elif (
                    self.images[which * self.stride + one] != one
                    or self.images[which * self.stride + two] != two
                ):
                    continue
                # The first, third ... of parallel corridors is fixed until the next one is its image.
                one = 1
                for other in range(slot):
                    if self.code_of(self.corridors[row + other]) == self.code_of(corridor):
                        one = -one
                n_fences += one if not corridor & 1 else 2 * one
            if n_fences == 0 and -n_boxes <= alpha:
                return -n_boxes
            if n_fences == 1 and n_boxes >= beta:
                return n_boxes
        return NOTHING
