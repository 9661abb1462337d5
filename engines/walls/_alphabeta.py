# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The alpha-beta search that the games on boxes and on corridors share.

Invariants:
- A value counts the boxes still to come: those of the player to move minus those of the opponent.
- Each ply has a row of eight numbers in `hashes`, one for each symmetry of the board; the smallest names
  the position.
"""

from array import array

import cython

from zet.engines.kernel._polls import LimitedSearch
from zet.engines.walls import constants
from zet.engines.walls._table import Table

if not cython.compiled:  # in C they come by the .pxd
    from zet.engines.kernel.checks import check, checked_bytes

INFINITY = cython.declare(cython.int, constants.INFINITY)
NOTHING = cython.declare(cython.int, constants.NOTHING)
FULL_DEPTH = cython.declare(cython.int, constants.FULL_DEPTH)
N_SYMMETRIES = cython.declare(cython.int, constants.N_SYMMETRIES)

NO_MOVE = cython.declare(cython.int, 0xFFFFF)
MAX_HISTORY = cython.declare(cython.int, 1 << 26)


class AlphaBeta(LimitedSearch):
    """Alpha-beta with the table; the subclass has the position and its moves.

    `width` is the most moves of a position.
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
        """Set the limits of a search, and reduce the weight of the history of moves."""
        code: cython.int
        LimitedSearch.begin(self, limit)
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
    ) -> int:
        """Return the value of a position, or a bound of it outside the window (alpha, beta).

        `fences` says for each fence whether it is painted. `at_horizon` says afterwards whether the value
        depends on an estimate; `stopped` that the limit of `nodes` was reached or the poll said so, and
        then the value means nothing.

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

    def place(self, fences):
        """Make the position of the first ply."""

    def rest(self, ply, alpha, beta, depth):
        """Return the value of a position after a move."""
        return self.search(ply, alpha, beta, depth)

    def set_bounds(self, ply, depth):
        """Set `low` and `high` to bounds of the value; both are 0 when the game is over."""
        self.low = 0
        self.high = 0

    def is_quiet(self, ply):
        """Whether an estimate is enough where the depth is used up."""
        return True

    def glance(self, ply, alpha, beta, depth):
        """Return the value at a depth, or a bound of it outside the window, if no search is needed."""
        return NOTHING

    def mirrored(self, ply, alpha, beta):
        """Return a bound outside the window that the mirror argument gives, or NOTHING."""
        return NOTHING

    def extra_key(self, ply):
        """Return the part of a position's key besides its smallest hash."""
        return 0

    def turned(self, move, orientation, back):
        """Return the image of a move under a symmetry of the board, or the move with that image."""
        return move

    def list_moves(self, ply, hint):
        """List the moves to search from `ply * width` on and return the end of the list.

        A single move is forced: no other move is better.
        """
        return 0

    def after(self, ply, move, alpha, beta, depth):
        """Return the value of a move for the player who makes it; the position is restored."""
        return 0

    def orientation(self, ply):
        """Return the symmetry under which the hash of a ply is smallest."""
        index: cython.int
        best: cython.int = 0
        row: cython.int = N_SYMMETRIES * ply
        for index in range(1, self.n_symmetries):
            if self.hashes[row + index] < self.hashes[row + best]:
                best = index
        return best

    def offer(self, place, move, score):
        self.moves[place] = move
        self.scores[place] = score + self.history[move]

    def pick(self, place, end):
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

    def search(self, ply, alpha, beta, depth):
        """Return the value of a position, or a bound of it outside the window."""
        cython.declare(index=cython.int, orientation=cython.int, move=cython.int, value=cython.int)
        cython.declare(end=cython.int)
        place: cython.int = ply * self.width
        choice: cython.int = NO_MOVE
        hint: cython.int = NO_MOVE
        best: cython.int = -INFINITY
        floor: cython.int = alpha
        below: cython.int = depth
        cython.declare(had_horizon=cython.bint, key=cython.ulonglong, data=cython.ulonglong)
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
            if self.table.depth(data) >= depth:
                value = self.table.settled(data, alpha, beta)
                if value != NOTHING:
                    self.hits += 1
                    if self.table.depth(data) != FULL_DEPTH:
                        self.at_horizon = True
                    return value
            hint = data >> 22 & 0xFFFFF
            if hint < len(self.history):  # which excludes NO_MOVE
                hint = self.turned(hint, orientation, True)
        end = self.list_moves(ply, hint)
        if end > place + 1:  # a forced move uses no depth
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
            floor,
            beta,
            depth if self.at_horizon else FULL_DEPTH,
            self.turned(choice, orientation, False),
        )
        self.at_horizon = self.at_horizon or had_horizon
        return best
