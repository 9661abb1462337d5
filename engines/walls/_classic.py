# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The searches of the original program: minimax, alpha-beta, and alpha-beta with a table.

Algorithm: minimax, fail-soft alpha-beta, and fail-soft alpha-beta with a transposition table, with moves
in the order of the original program. The searches reproduce its counts of states, so no pruning may be
added here; `Corridors` and `Chains` are for playing well.

Data layout: the free fences are a doubly linked list in arrays ("dancing links": Hitotumatu and Noshita,
1979; Knuth, "Dancing links", 2000). Cost per state: a move relinks two neighbors and updates two boxes; a
leaf compares two counts and makes no move on the board. A plain C program with the same search runs 0.95
to 1.03 times as fast at odd depths, and 1.5 times as fast at even depths (BENCHMARKS.md, "Beside the same
search in plain C").

Invariants:
- A value is the number of remaining boxes that the player to move gets, minus the number that the
  opponent gets.
- Cell `n_fences` is the head of the list. A painted fence is unlinked from the list but retains its two
  links, so it returns to its place when the move is undone; moves are undone in reverse order.
- A fence at the border has a dummy box, `n_boxes`, on its other side; this box has so many sides that it
  is never closed.
"""

from array import array

import cython

from zet.engines.kernel._polls import LimitedSearch
from zet.engines.walls import constants
from zet.engines.walls._table import Table

if not cython.compiled:  # the compiled kernel has it in the .pxd
    from zet.engines.kernel.checks import check

INFINITY = cython.declare(cython.int, constants.INFINITY)
NOTHING = cython.declare(cython.int, constants.NOTHING)
FULL_DEPTH = cython.declare(cython.int, constants.FULL_DEPTH)
MAX_BOXES = cython.declare(cython.int, constants.MAX_BOXES)


class Classic(LimitedSearch):
    """Minimax, alpha-beta, and alpha-beta with a table, in the move order of the original program.

    Each position counts as one state, including the root and the leaves (positions at depth 0).
    """

    def __init__(
        self,
        boxes: object,
        n_boxes: cython.int,
        fences: object,
        keys: object,
        extra_move: cython.bint,
        table: object,
        ask: object,
    ):
        n_fences: cython.int = len(fences)
        fence: cython.int
        super().__init__(ask)
        check(0 <= n_boxes <= MAX_BOXES and n_fences <= 4 * MAX_BOXES, "size of the board out of range")
        check(len(boxes) == 2 * n_fences and len(keys) == n_fences, "number of fences out of range")
        check(table is None or isinstance(table, Table), "no table")
        self.n_fences = n_fences
        self.extra_move = extra_move
        self.uses_window = True
        self.has_table = table is not None
        self.table = table if table is not None else Table(2)
        self.box = memoryview(array("i", boxes))
        for fence in range(2 * n_fences):
            check(0 <= self.box[fence] <= n_boxes, "box out of range")
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

    def paint(self, fence):
        """Remove a fence from the list, and return the number of boxes that this closes."""
        one: cython.int = self.box[2 * fence]
        two: cython.int = self.box[2 * fence + 1]
        # Four writes, and no list of moves is ever built: at every depth the free fences are one list in
        # the original's order, on which the counts of states depend.
        self.after[self.before[fence]] = self.after[fence]
        self.before[self.after[fence]] = self.before[fence]
        self.sides[one] -= 1
        self.sides[two] -= 1
        return (self.sides[one] == 0) + (self.sides[two] == 0)

    def unpaint(self, fence):
        """Undo `paint` for the fence painted last."""
        self.after[self.before[fence]] = fence
        self.before[self.after[fence]] = fence
        self.sides[self.box[2 * fence]] += 1
        self.sides[self.box[2 * fence + 1]] += 1

    def run(
        self, order: object, depth: cython.int, uses_window: cython.bint, limit: cython.longlong
    ) -> tuple[int | None, list[int]]:
        """Search to a depth; return (value, line). `order` is the order of the moves at the root.

        The line ends where no further move is known; of equal moves the first is chosen. If the limit on
        states or the poll stops the search, the value is the value of the best move searched so far, or
        None, and `stopped` is set.

        Raises:
            any exception that the poll raises.
        """
        order = list(order)
        count: cython.int = len(order)
        cython.declare(index=cython.int, fence=cython.int, gained=cython.int, value=cython.int)
        best: cython.int = -INFINITY
        key: cython.ulonglong = 0
        data: cython.ulonglong
        check(0 <= depth <= FULL_DEPTH, "depth out of range")
        for fence in order:
            check(0 <= fence < self.n_fences, "fence out of range")
            check(self.before[self.after[fence]] == fence, "fence painted twice")
        self.begin(limit)
        self.uses_window = uses_window
        self.nodes += 1
        if depth == 0 or count == 0:
            return 0, []
        key = self.root_key()
        # An entry of exactly this depth is used, not a deeper one: the original tests depths for
        # equality, and its counts of states depend on that.
        if self.has_table:
            data = self.table.find(key)
            fence = data >> 22 & 0xFFFFF
            value = self.table.settled(data, -INFINITY, INFINITY)
            if self.table.depth(data) == depth and value != NOTHING and fence in order:
                self.hits += 1
                return value, [fence]
        self.lengths[0] = 0
        # The root has its own loop: the caller gives the order, and a stopped search still has a result.
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
        self.poll.raise_error()
        if best == -INFINITY:
            return None, []
        if self.has_table and not self.stopped:
            self.table.keep(key, best, -INFINITY, INFINITY, depth, self.lines[0])
        return best, [self.lines[index] for index in range(self.lengths[0])]

    def root_key(self):
        """Return the key of the position: the exclusive or of the keys of its free fences."""
        key: cython.ulonglong = 0
        fence: cython.int = self.after[self.n_fences]
        while fence != self.n_fences:
            key ^= self.keys[fence]
            fence = self.after[fence]
        return key

    def note(self, ply, fence):
        """Set the line of a ply to a move followed by the line of the next ply."""
        index: cython.int
        row: cython.int = ply * (self.n_fences + 2)
        under: cython.int = row + self.n_fences + 2
        self.lines[row] = fence
        # A triangular table of principal variations. Copying costs little, as it happens only when alpha
        # rises.
        for index in range(self.lengths[ply + 1]):
            self.lines[row + 1 + index] = self.lines[under + index]
        self.lengths[ply] = self.lengths[ply + 1] + 1

    def value_of(self, fence, gained, key, depth, alpha, beta, ply):
        """Search the position after a move; return the move's value for the player who made it."""
        if not self.uses_window:
            alpha = -INFINITY
            beta = INFINITY
        # Two plies before the horizon, without a table, a node consists of its leaves only, and the call
        # of `search` is skipped: at depth 7 on 6x6 most of the 47,398,703 states are such leaves.
        if depth == 2 and not self.has_table and not self.extra_move:
            self.nodes += 1
            return gained - self.leaves(gained - alpha, ply + 1)
        key ^= self.keys[fence]
        if gained and self.extra_move:
            return gained + self.search(key, depth - 1, alpha - gained, beta - gained, ply + 1)
        return gained - self.search(key, depth - 1, gained - beta, gained - alpha, ply + 1)

    def leaves(self, beta, ply):
        """Return the value at depth 1 (0 if the game is over), and store the best move as the line."""
        head: cython.int = self.n_fences
        fence: cython.int = self.after[head]
        choice: cython.int = fence
        gained: cython.int
        best: cython.int = -1
        seen: cython.longlong = 0
        if fence == head:
            self.lengths[ply] = 0
            return 0
        # A leaf need not be made on the board: a fence takes each of its boxes that has one free side
        # left. Each fence examined counts as a state, as if it had been painted.
        while fence != head:
            seen += 1
            gained = (self.sides[self.box[2 * fence]] == 1) + (self.sides[self.box[2 * fence + 1]] == 1)
            if gained > best:
                best = gained
                choice = fence
                if best >= beta:
                    break
            fence = self.after[fence]
        # Added once, after the loop: `nodes` is in memory, `seen` in a register.
        self.nodes += seen
        self.lengths[ply] = 1
        self.lines[ply * (head + 2)] = choice
        return best

    def search(self, key, depth, alpha, beta, ply):
        """Search a position; return its value or a bound, and store its line in `lines`."""
        head: cython.int = self.n_fences
        cython.declare(fence=cython.int, gained=cython.int, value=cython.int)
        best: cython.int = -INFINITY
        choice: cython.int = 0
        floor: cython.int = alpha
        data: cython.ulonglong
        self.nodes += 1
        self.lengths[ply] = 0
        fence = self.after[head]
        if fence == head:
            return 0
        if self.has_table:
            data = self.table.find(key)
            if self.table.depth(data) == depth:
                value = self.table.settled(data, alpha, beta)
                if value != NOTHING:
                    self.hits += 1
                    return value
        if depth == 1:
            best = self.leaves(beta, ply)
            choice = self.lines[ply * (head + 2)]
        else:
            # Poll only at inner nodes: nodes of depth 1 end soon, and a check there would cost as much as
            # a leaf.
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
                    # The line is stored only if alpha rises and stays below beta: a cutoff is a
                    # refutation and has no line.
                    if value > alpha:
                        alpha = value
                        self.note(ply, fence)
                fence = self.after[fence]
        if self.has_table:
            self.table.keep(key, best, floor, beta, depth, choice)
        return best

    def perft(self, depth: cython.int, limit: cython.longlong) -> tuple[int, int]:
        """Count the sequences of `depth` moves; return (sequences, boxes taken by their last moves)."""
        free: cython.int = 0
        fence: cython.int = self.after[self.n_fences]
        check(depth > 0, "depth out of range")
        self.begin(limit)
        while fence != self.n_fences:
            free += 1
            fence = self.after[fence]
        # No sequence is that long; without this test, `walk` would run through all shorter ones in vain.
        if depth > free:
            return 0, 0
        self.walk(depth)
        self.poll.raise_error()
        return self.nodes, self.hits

    def walk(self, depth):
        """Count the sequences of `depth` moves, and the boxes taken by their last moves."""
        fence: cython.int = self.after[self.n_fences]
        gained: cython.int
        # The successor is read after `unpaint`, when the list is the same as before the move.
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
