# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The alpha-beta search shared by the games on boxes (`_boxes.py`) and on corridors (`_corridors.py`).

Algorithm: fail-soft alpha-beta (Knuth and Moore, "An analysis of alpha-beta pruning", 1975; Fishburn,
"Another optimization of alpha-beta search", 1983) with a transposition table, the history heuristic
(Schaeffer, 1983) and symmetry reduction. The boxes that a move wins shift the window, so the value of a
position does not depend on the boxes won before it.

Cost per node: at most eight comparisons to find the representative image, one probe of the table (a
bucket is 64 bytes), and the time the subclass spends on listing and making moves. A node allocates
nothing.

Invariants:
- A value is the number of remaining boxes that the player to move gets, minus the number that the
  opponent gets.
- Each ply has a row of eight hashes in `hashes`, one for each symmetry of the board; the smallest hash
  identifies the position in the table.
- The moves of ply p are listed in `moves` from p * width on, and their scores are at the same
  indices of `scores`.
"""

from array import array

import cython

from zet.engines.kernel._polls import LimitedSearch
from zet.engines.walls import constants
from zet.engines.walls._table import Table

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.checks import check, checked_bytes

# C variables: a Python constant would be looked up as an object at each use.
INFINITY = cython.declare(cython.int, constants.INFINITY)
NOTHING = cython.declare(cython.int, constants.NOTHING)
FULL_DEPTH = cython.declare(cython.int, constants.FULL_DEPTH)
N_SYMMETRIES = cython.declare(cython.int, constants.N_SYMMETRIES)

NO_MOVE = cython.declare(cython.int, constants.NO_MOVE)
MAX_HISTORY = cython.declare(cython.int, 1 << 26)


class AlphaBeta(LimitedSearch):
    """Alpha-beta with a transposition table; a subclass implements the position and its moves.

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
        """Set the limits of a search and decay the history of moves."""
        code: cython.int
        LimitedSearch.begin(self, limit)
        self.at_horizon = False
        # A quarter of the history is kept, so that the searches of one game help each other, but the
        # first one does not fix the order for good. Zeroing it would be just as correct: the order of
        # moves never changes a value.
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
        """Return the value of a position, or a bound if it is outside the window (alpha, beta).

        `fences` contains a nonzero byte for each painted fence. Afterwards `at_horizon` is true if the
        value depends on an estimate. If the limit on `nodes` or the poll stopped the search, `stopped` is
        true and the value is meaningless.

        Raises:
            any exception that the poll raises.
        """
        fences = checked_bytes(fences, self.n_fences, "number of fences out of range")
        check(-INFINITY <= alpha < beta <= INFINITY, "window out of range")
        check(0 <= depth <= FULL_DEPTH, "depth out of range")
        self.begin(limit)
        self.place(fences)
        value: cython.int = self.rest(0, alpha, beta, depth)
        self.poll.raise_error()
        return value

    def entry(self, fences: object) -> tuple[int, int, int]:
        """Return the key of a position's entry in the table, and a base and a sign.

        The value of the position is base + sign * the value in the entry.
        """
        fences = checked_bytes(fences, self.n_fences, "number of fences out of range")
        self.begin(0)
        self.place(fences)
        return self.hashes[self.orientation(0)] ^ self.extra_key(0), 0, 1

    def place(self, fences):
        """Set up the position at ply 0."""

    def rest(self, ply, alpha, beta, depth):
        """Search the position after a move; return its value, or a bound if it is outside the window."""
        return self.search(ply, alpha, beta, depth)

    def set_bounds(self, ply, depth):
        """Set `low` and `high` to bounds on the value; both are 0 if the game is over."""
        self.low = 0
        self.high = 0

    def is_quiet(self, ply):
        """Return whether the position may be estimated once the depth is exhausted."""
        return True

    def glance(self, ply, alpha, beta, depth):
        """Return a value or a bound if one is known at this depth without a search; otherwise NOTHING."""
        return NOTHING

    def mirrored(self, ply, alpha, beta):
        """Return a bound outside the window if a symmetry proves one; otherwise NOTHING."""
        return NOTHING

    def extra_key(self, ply):
        """Return the part of a position's key that is not in its smallest hash."""
        return 0

    def turned(self, move, orientation, back):
        """Return a move's image under a symmetry, or its preimage if `back` is true."""
        return move

    def list_moves(self, ply, hint):
        """Write the moves to search to `moves`, from index `ply * width` on; return the end of the list.

        A list of one move means that the move is forced: no other move is better.
        """
        return 0

    def after(self, ply, move, alpha, beta, depth):
        """Return the value of a move for the player who makes it, and restore the position."""
        return 0

    def orientation(self, ply):
        """Return the symmetry under which the hash of a ply is smallest."""
        index: cython.int
        best: cython.int = 0
        row: cython.int = N_SYMMETRIES * ply
        # The minimum over all images is canonical and needs no sorting of the position. Images that
        # coincide with the identity have equal hashes, of which the first one is chosen; the best move is
        # transformed by the same symmetry when it is stored and when it is fetched.
        for index in range(1, self.n_symmetries):
            if self.hashes[row + index] < self.hashes[row + best]:
                best = index
        return best

    def offer(self, place, move, score):
        """Write a move to the list at index `place`; add its history of cutoffs to its score."""
        self.moves[place] = move
        self.scores[place] = score + self.history[move]

    def pick(self, place, end):
        """Swap the best remaining move to `place`, and return it."""
        index: cython.int
        best: cython.int = place
        move: cython.int
        # One step of a selection sort for each move searched. Most nodes are cut off after a move or two,
        # for which sorting the whole list would be wasted. Ties go to the earlier move, so that the
        # order, and with it the node count, is the same on every machine.
        for index in range(place + 1, end):
            if self.scores[index] > self.scores[best]:
                best = index
        move = self.moves[best]
        self.moves[best] = self.moves[place]
        self.scores[best] = self.scores[place]
        self.moves[place] = move
        return move

    def search(self, ply, alpha, beta, depth):
        """Search a position; return its value, or a bound if the value is outside the window."""
        # One long function, as each step needs the window, the key or the table entry of earlier steps:
        # if split, it would pass a dozen values back and forth at every node.
        cython.declare(index=cython.int, orientation=cython.int, move=cython.int, value=cython.int)
        cython.declare(end=cython.int)
        place: cython.int = ply * self.width
        choice: cython.int = NO_MOVE
        hint: cython.int = NO_MOVE
        best: cython.int = -INFINITY
        floor: cython.int = alpha
        below: cython.int = depth
        cython.declare(had_horizon=cython.bint, key=cython.ulonglong, data=cython.ulonglong)
        # The poll needs the GIL, so it is called only when `nodes` reaches `pause`, every 2^16 nodes.
        self.nodes += 1
        if self.nodes >= self.pause:
            self.check()
        if self.stopped:
            return 0
        # The cheapest test comes first: bounds from counting boxes, then the horizon, then bounds from
        # theory, and only then the hashes and the table.
        self.set_bounds(ply, depth)
        if self.high <= alpha or self.low == self.high:
            return self.high
        if self.low >= beta:
            return self.low
        if depth == 0 and self.is_quiet(ply):
            self.at_horizon = True
            return 0
        # The mirror argument proves bounds to the end of the game only, and `glance` evaluates a horizon
        # only, so each is called where its result is valid.
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
        # An entry decides only if it was searched at least as deep. The move of a shallower entry is
        # still searched first: these moves make up for the cost of iterative deepening.
        if data:
            if self.table.depth(data) >= depth:
                value = self.table.settled(data, alpha, beta)
                if value != NOTHING:
                    self.hits += 1
                    # A value from an entry that depends on a horizon has to be marked as such; otherwise
                    # the caller would store its own result as exact to the end of the game.
                    if self.table.depth(data) != FULL_DEPTH:
                        self.at_horizon = True
                    return value
            hint = data >> 22 & 0xFFFFF
            if hint < len(self.history):  # this excludes NO_MOVE
                hint = self.turned(hint, orientation, True)
        # A forced move must not end the search at the horizon: an estimate in the middle of a series of
        # captures would count boxes for the wrong player. Forced moves do not reduce the depth; the
        # length of the game bounds such a series.
        end = self.list_moves(ply, hint)
        if end > place + 1:  # a forced move does not reduce the depth
            if depth == 0:
                self.at_horizon = True
                return 0
            if depth < FULL_DEPTH:
                below = depth - 1
        # `at_horizon` is collected for this subtree alone, so that a subtree searched completely to the
        # end of the game is stored as exact at any depth, even if a sibling reached the horizon.
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
                # Cutoffs near the root spare more moves and weigh more. The cap keeps the history smaller
                # than the gaps between the classes of scores.
                if value >= beta:
                    if self.history[move] < MAX_HISTORY:
                        self.history[move] += end - place
                    break
        # The stored value is fail-soft: `best` may lie outside the window, which makes it a tighter
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
