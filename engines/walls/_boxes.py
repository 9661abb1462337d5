# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Alpha-beta on single boxes and fences, where each move paints one fence.

Algorithm: the search of `_alphabeta.py` on the game of strings and coins, the dual of dots and boxes
(Berlekamp, Conway and Guy, "Winning Ways", 1982, chapter 16; Berlekamp, "The Dots and Boxes Game", 2000).
With the extra move, captures follow Barker and Korf, "Solving Dots-and-Boxes" (AAAI 2012): take every
box, or leave the last two boxes of a chain, or the last four of a closed chain. `Corridors` and `Chains`
compute the same values with far fewer nodes; this kernel searches to a given depth with the extra move,
and the tests check `Corridors` against this kernel.

Cost per node: one pass over all edges and boxes to list the moves and, for each move, eight exclusive ors
for the hashes of its symmetric images.

Invariants:
- A box is a coin, and a fence shared by two boxes is an edge, the string between two coins. The ground
  fences of a box, which belong to no other box, are equivalent, so only their number (`ground`) matters.
  Move m < n_edges paints an edge, move n_edges + b a ground fence of box b.
- `degree[b]` is the number of free fences of box b; `n_open` counts the boxes with at least one free
  fence, `n_single` the boxes with exactly one.
"""

from array import array

import cython

from zet.engines.walls import constants
from zet.engines.walls._alphabeta import AlphaBeta
from zet.engines.walls._table import Table
from zet.engines.walls.model import board as board_of
from zet.engines.walls.shape import shape as shape_of

N_SYMMETRIES = cython.declare(cython.int, constants.N_SYMMETRIES)
FROM_TABLE = cython.declare(cython.int, constants.FROM_TABLE)

# Scores for the order of moves, so far apart that the history, which is added, never closes the gap.
CAPTURE = cython.declare(cython.int, 1 << 29)
SAFE = cython.declare(cython.int, 1 << 28)


class Boxes(AlphaBeta):
    """Alpha-beta on single boxes and fences, used with the extra move and for checking `Corridors`."""

    def __init__(self, board: object, table: Table, ask: object, extra_move: cython.bint):
        shape = shape_of(board_of(board.rows, board.columns))
        n_moves: cython.int = shape.n_edges + shape.n_boxes
        super().__init__(shape, table, ask, len(shape.move_of) + 2, n_moves, n_moves)
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
        # Boxes are marked with the current stamp, so that no loop has to clear the marks between two
        # lists.
        self.seen = memoryview(array("q", [0] * self.n_boxes))
        self.stamp = 0

    def place(self, fences):
        cython.declare(fence=cython.int, box=cython.int, move=cython.int)
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
                self.mix(0, 0, move)
            else:
                self.ground[move - self.n_edges] += 1
                self.degree[move - self.n_edges] += 1
        self.n_open = self.n_single = 0
        for box in range(self.n_boxes):
            self.n_open += self.degree[box] > 0
            self.n_single += self.degree[box] == 1
            if self.ground[box]:
                self.mix(0, 0, self.n_edges + 4 * box + self.ground[box] - 1)

    def mix(self, here, there, item):
        """Write the hashes of ply `there`: the hashes of `here` with an edge or ground fence toggled."""
        index: cython.int
        # Zobrist hashing ("A new hashing method with application for game playing", 1970) for all eight
        # images at once. An oblong board uses only four of them, but the fixed length lets the compiler
        # unroll the loop.
        for index in range(N_SYMMETRIES):
            self.hashes[N_SYMMETRIES * there + index] = (
                self.hashes[N_SYMMETRIES * here + index] ^ self.keys[N_SYMMETRIES * item + index]
            )

    def take_fence(self, box):
        """Remove a free fence from a box; return 1 if this closes the box, otherwise 0."""
        left: cython.int = self.degree[box] - 1
        self.degree[box] = left
        if left == 1:
            self.n_single += 1
        elif left == 0:
            self.n_single -= 1
            self.n_open -= 1
            return 1
        return 0

    def put_back(self, box):
        """Undo `take_fence`: give the box one more free fence."""
        left: cython.int = self.degree[box]
        self.degree[box] = left + 1
        if left == 1:
            self.n_single -= 1
        elif left == 0:
            self.n_single += 1
            self.n_open += 1

    def set_bounds(self, ply, depth):
        self.low = -self.n_open
        self.high = self.n_open

    def is_quiet(self, ply):
        return not self.extra_move or self.n_single == 0

    def turned(self, move, orientation, back):
        return (self.origins if back else self.images)[orientation * (self.n_moves + 1) + move]

    def after(self, ply, move, alpha, beta, depth):
        cython.declare(value=cython.int, gained=cython.int)
        box: cython.int = move - self.n_edges
        count: cython.int
        # An edge belongs to two boxes and has one key. The ground fences of a box are interchangeable and
        # have a key for each number of them, so that the key of the old number is removed and that of the
        # new number added.
        if box < 0:
            self.is_free[move] = 0
            self.mix(ply, ply + 1, move)
            gained = self.take_fence(self.edge_box[2 * move]) + self.take_fence(
                self.edge_box[2 * move + 1]
            )
        else:
            count = self.ground[box] - 1
            self.ground[box] = count
            self.mix(ply, ply + 1, self.n_edges + 4 * box + count)
            if count:
                self.mix(ply + 1, ply + 1, self.n_edges + 4 * box + count - 1)
            gained = self.take_fence(box)
        # The boxes won by the move shift the window: the value of the rest does not depend on the score
        # so far, and positions reached by different captures share one entry.
        if gained and self.extra_move:
            value = gained + self.search(ply + 1, alpha - gained, beta - gained, depth)
        else:
            value = gained - self.search(ply + 1, gained - beta, gained - alpha, depth)
        if box < 0:
            self.is_free[move] = 1
            self.put_back(self.edge_box[2 * move])
            self.put_back(self.edge_box[2 * move + 1])
        else:
            self.ground[box] += 1
            self.put_back(box)
        return value

    def free_edge(self, box, except_):
        """Return the first free edge of a box, not counting the edge `except_`; -1 if no edge is free."""
        cython.declare(side=cython.int, edge=cython.int)
        for side in range(4 * box, 4 * box + 4):
            edge = self.side_edge[side]
            if edge >= 0 and edge != except_ and self.is_free[edge]:
                return edge
        return -1

    def across(self, edge, box):
        """Return the box on the other side of an edge."""
        return self.edge_box[2 * edge] + self.edge_box[2 * edge + 1] - box

    def list_moves(self, ply, hint):
        end: cython.int = ply * self.width
        cython.declare(edge=cython.int, box=cython.int, one=cython.int, two=cython.int)
        # A possible capture is the only move considered; each chain is reduced to one or two moves; only
        # the other fences are listed one by one.
        if self.extra_move:
            if self.n_single:
                return self.list_captures(end)
            end = self.list_chains(end)
        # A capture is nearly always best, and painting a fence of a box with two free fences gives that
        # box away: hence three classes of scores, far enough apart for the history to be added.
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

    def list_chains(self, end):
        """List the moves that open a chain: one for each chain, two for a chain of two boxes.

        All fences of a longer chain, or of a loop, are equivalent. In a chain of two boxes the middle
        fence and the end fences differ: only an end fence leaves the opponent a double-dealing move. The
        shortest chains come first.
        """
        cython.declare(box=cython.int, here=cython.int, edge=cython.int, first=cython.int)
        cython.declare(turn=cython.int, length=cython.int)
        self.stamp += 1
        for box in range(self.n_boxes):
            if self.degree[box] != 2 or self.seen[box] == self.stamp:
                continue
            self.seen[box] = self.stamp
            length = 1
            first = self.free_edge(box, -1)
            # Walk from a box of the chain in both directions: the scan may meet a chain anywhere in its
            # middle. In a loop, the stamp stops the second walk, which ends where the first one did.
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

    def list_captures(self, place):
        """List the moves to search if a box can be taken and the player who takes it moves again.

        It is best to take every box, with two exceptions: the last two boxes of a chain, and the last
        four of a chain that is closed at both ends. The player may leave these boxes to the opponent with
        the move that cuts them off (a double-dealing move). If both exceptions apply, only moves on the
        four boxes are listed; the two boxes of the other chain remain for later.
        """
        cython.declare(box=cython.int, here=cython.int, edge=cython.int, first=cython.int)
        cython.declare(length=cython.int, dealing=cython.int)
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
            # Five boxes are enough to decide: a chain longer than the part that may be left is shortened
            # first, and the choice comes later.
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
            # Four boxes that may be left are preferred to two: the two remain for later.
            if length > found:
                found = length
                self.offer(place, first, CAPTURE)
                self.offer(place + 1, dealing, 0)
        return place + 2
