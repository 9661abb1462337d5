# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The alpha-beta search that the games on boxes and on corridors share.

Algorithm: fail-soft alpha-beta (Knuth and Moore, "An analysis of alpha-beta pruning", 1975; Fishburn,
"Another optimization of alpha-beta search", 1983) with a transposition table, the history heuristic
(Schaeffer, 1983) and symmetry reduction. Boxes that a move wins shift the window, so that a position
has one value whatever was won before it.

Cost per node: at most eight comparisons to find the representative image, one probe of the table (a
bucket is 64 bytes), and what the subclass spends on listing and making moves. A node allocates nothing.

Invariants:
- A value counts the boxes still to be won: those that the player to move gets, minus the opponent's.
- Each ply has a row of eight hashes in `hashes`, one for each symmetry of the board; the smallest of
  them identifies the position in the table.
- Ply p lists its moves in `moves[p * width:]`, and their scores at the same places of `scores`.
"""

from array import array

import cython

from zet.engines.kernel._polls import LimitedSearch
from zet.engines.walls import constants
from zet.engines.walls._table import Table

if not cython.compiled:  # in C they come by the .pxd
    from zet.engines.kernel.checks import check, checked_bytes

# Declared as C variables: a Python constant would be looked up as an object at each use.
INFINITY = cython.declare(cython.int, constants.INFINITY)
NOTHING = cython.declare(cython.int, constants.NOTHING)
FULL_DEPTH = cython.declare(cython.int, constants.FULL_DEPTH)
N_SYMMETRIES = cython.declare(cython.int, constants.N_SYMMETRIES)

NO_MOVE = cython.declare(cython.int, 0xFFFFF)
MAX_HISTORY = cython.declare(cython.int, 1 << 26)


class AlphaBeta(LimitedSearch):
    """Alpha-beta with the table; a subclass supplies the position and its moves.

    `width` is the largest number of moves in a position.
    """

    def __init__(
        self,
        shape: object,
        table: Table,
        ask: object,
        n_plies: cython.int,
        width: cython.int,
        n_codes: cython.int,
    ):
        super().__init__(ask)
        check(table is not None, "no table")
        check(n_plies > 0 and width > 0 and n_codes > 0, "size of the board out of range")
        check(1 <= shape.n_symmetries <= N_SYMMETRIES, "number of symmetries out of range")
        self.table = table
        self.width = width
        self.n_fences = len(shape.move_of)
        self.moves = memoryview(array("i", bytes(4 * n_plies * width)))
        self.scores = memoryview(array("i", bytes(4 * n_plies * width)))
        self.history = memoryview(array("i", bytes(4 * n_codes)))
        self.hashes = memoryview(array("Q", bytes(8 * N_SYMMETRIES * n_plies)))
        self.n_symmetries = shape.n_symmetries
        self.low = 0
        self.high = 0
        self.at_horizon = False

    def begin(self, limit):
        """Set the limits of a search, and age the history of moves."""
        code: cython.int
        LimitedSearch.begin(self, limit)
        self.at_horizon = False
        # A quarter of the weight survives, so that the searches of one game help each other without the
        # first one deciding the order for good. Zeroing is as correct; the order of moves never changes
        # a value.
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
    ) -> int:
        """Return the value of a position, or a bound of it outside the window (alpha, beta).

        `fences` says for each fence whether it is painted. Afterwards `at_horizon` says whether the
        value depends on an estimate, and `stopped` whether the limit on `nodes` or the poll ended the
        search; the value is then meaningless.

        Raises:
            whatever the poll raises.
        """
        fences = checked_bytes(fences, self.n_fences, "number of fences out of range")
        check(-INFINITY <= alpha < beta <= INFINITY, "window out of range")
        check(0 <= depth <= FULL_DEPTH, "depth out of range")
        self.begin(limit)
        self.place(fences)
        value: cython.int = self.rest(0, alpha, beta, depth)
        self.poll.raise_error()
        return value

    def key(self, fences: object) -> int:
        """Return the key under which the table has a position, in which no box can be taken."""
        fences = checked_bytes(fences, self.n_fences, "number of fences out of range")
        self.begin(0)
        self.place(fences)
        return self.hashes[self.orientation(0)] ^ self.extra_key(0)

    def place(self, fences):
        """Set up the position at ply 0."""

    def rest(self, ply, alpha, beta, depth):
        """Return the value of a position after a move."""
        return self.search(ply, alpha, beta, depth)

    def set_bounds(self, ply, depth):
        """Set `low` and `high` to bounds of the value; both are 0 when the game is over."""
        self.low = 0
        self.high = 0

    def is_quiet(self, ply):
        """Whether an estimate is good enough once the depth is used up."""
        return True

    def glance(self, ply, alpha, beta, depth):
        """Return the value at a depth, or a bound of it outside the window, where no search is needed."""
        return NOTHING

    def mirrored(self, ply, alpha, beta):
        """Return a bound outside the window from the mirror argument, or NOTHING."""
        return NOTHING

    def extra_key(self, ply):
        """Return the part of a position's key that is not in its smallest hash."""
        return 0

    def turned(self, move, orientation, back):
        """Return the image of a move under a symmetry, or with `back` the move that has this image."""
        return move

    def list_moves(self, ply, hint):
        """List the moves to search from `ply * width` on, and return the end of the list.

        A list of one move says that this move is forced: no other is better.
        """
        return 0

    def after(self, ply, move, alpha, beta, depth):
        """Return the value of a move for the player who makes it; the position is restored afterwards."""
        return 0

    def orientation(self, ply):
        """Return the symmetry under which the hash of a ply is smallest."""
        index: cython.int
        best: cython.int = 0
        row: cython.int = N_SYMMETRIES * ply
        # The minimum of all images is canonical and needs no sorting of the position. The images that
        # coincide with the identity have equal hashes, and the first of them wins: the best move is
        # turned by the same symmetry when it is stored and when it is fetched.
        for index in range(1, self.n_symmetries):
            if self.hashes[row + index] < self.hashes[row + best]:
                best = index
        return best

    def offer(self, place, move, score):
        """Add a move to the list, with its score raised by its history."""
        self.moves[place] = move
        self.scores[place] = score + self.history[move]

    def pick(self, place, end):
        """Move the best remaining move to `place`, and return it."""
        index: cython.int
        best: cython.int = place
        move: cython.int
        # One step of a selection sort per move that is searched. Most nodes are cut off after a move or
        # two, for which sorting the whole list would be wasted. Ties go to the earlier move: the order,
        # and so the node count, is the same on every machine.
        for index in range(place + 1, end):
            if self.scores[index] > self.scores[best]:
                best = index
        move = self.moves[best]
        self.moves[best] = self.moves[place]
        self.scores[best] = self.scores[place]
        self.moves[place] = move
        return move

    def search(self, ply, alpha, beta, depth):
        """Return the value of a position, or a bound of it outside the window."""
        # One function of 78 lines, as each step needs the window, the key or the table entry of the
        # steps before: split, it would hand a dozen values back and forth at every node.
        cython.declare(index=cython.int, orientation=cython.int, move=cython.int, value=cython.int)
        cython.declare(end=cython.int)
        place: cython.int = ply * self.width
        choice: cython.int = NO_MOVE
        hint: cython.int = NO_MOVE
        best: cython.int = -INFINITY
        floor: cython.int = alpha
        below: cython.int = depth
        cython.declare(had_horizon=cython.bint, key=cython.ulonglong, data=cython.ulonglong)
        # The poll asks Python, which needs the GIL, so it runs when `nodes` reaches `pause`, every 2^16
        # nodes.
        self.nodes += 1
        if self.nodes >= self.pause:
            self.check()
        if self.stopped:
            return 0
        # Cheapest test first: bounds from counting boxes, then the horizon, then what theory knows
        # about the position, and only then the hashes and the table.
        self.set_bounds(ply, depth)
        if self.high <= alpha or self.low == self.high:
            return self.high
        if self.low >= beta:
            return self.low
        if depth == 0 and self.is_quiet(ply):
            self.at_horizon = True
            return 0
        # The mirror proves bounds to the end of the game alone, and a glance judges a horizon, so that
        # each is asked only where its answer holds.
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
        # An entry decides only if it was searched at least as deep. A shallower one still names the
        # move to try first: iterative deepening is paid for by these hints.
        if data:
            if self.table.depth(data) >= depth:
                value = self.table.settled(data, alpha, beta)
                if value != NOTHING:
                    self.hits += 1
                    # A value taken from an entry that was cut off by a horizon has to be marked as
                    # such, or the caller would store its own result as exact to the end of the game.
                    if self.table.depth(data) != FULL_DEPTH:
                        self.at_horizon = True
                    return value
            hint = data >> 22 & 0xFFFFF
            if hint < len(self.history):  # which excludes NO_MOVE
                hint = self.turned(hint, orientation, True)
        # A forced move may not end the search at the horizon: an estimate in the middle of a capture
        # would count boxes for the wrong player. It costs no depth; the game's length bounds such
        # sequences.
        end = self.list_moves(ply, hint)
        if end > place + 1:  # a forced move uses no depth
            if depth == 0:
                self.at_horizon = True
                return 0
            if depth < FULL_DEPTH:
                below = depth - 1
        # `at_horizon` is collected for this subtree alone, so that a subtree that reached the end of
        # the game everywhere is stored as exact at any depth, even if a sibling met the horizon.
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
                # Cutoffs near the root have more moves behind them and weigh more. The cap keeps the
                # history below the gap between the classes of scores, which it must never bridge.
                if value >= beta:
                    if self.history[move] < MAX_HISTORY:
                        self.history[move] += end - place
                    break
        # The stored value is fail-soft: `best` may lie outside the window, which makes it the tighter
        # bound.
        self.table.keep(
            key,
            best,
            floor,
            beta,
            depth if self.at_horizon else FULL_DEPTH,
            self.turned(choice, orientation, False),
        )
        self.at_horizon = self.at_horizon or had_horizon
        return best
