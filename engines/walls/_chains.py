# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The exact solver of the game with the extra move: alpha-beta on junctions and chains.

Algorithm: fail-soft alpha-beta to the end of the game, on the graph of strings and coins (Berlekamp, "The
Dots and Boxes Game", 2000), where each move opens one chain. A move's value takes account of the
opponent's reply, which is to take all boxes or to leave the last two (four of a loop), as in Barker and
Korf, "Solving Dots-and-Boxes" (AAAI 2012). The solver also uses two bounds for each table entry, enhanced
transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph properties of game trees",
AAAI 1996; here `probe`), windows narrowed by parity, a history of moves with penalties, and a mirror
argument. docs/walls/theory.md, section 10, states the rules and which of them are proven.

Data layout: each ply has its own copy of the position (chains, degrees, eight hashes); a move copies and
edits it. Cost per node: one probe of the table for each short move and, for each searched move, a copy of
a few dozen words. 2x6 takes 3,599,420 states, whereas alpha-beta on sets of fences takes 290,010,956
(BENCHMARKS.md, "Exact values with the extra move").

Invariants:
- A value is the number of remaining boxes that the player to move gets, minus the number that the
  opponent gets. It has the same parity as the number of boxes left.
- At a node, the position has no box that can be taken. Boxes with at least three free fences are
  junctions. A chain consists of any number of boxes with two free fences; it joins two junctions, or a
  junction and the ground, or the ground and itself, or is a loop. A move opens a chain; a chain without
  boxes is a fence.
- Each ply has a row of eight hashes in `hashes`, one for each symmetry of the board; the smallest hash
  identifies the position in the table.
"""

from array import array

import cython

from zet.engines.kernel._polls import LimitedSearch
from zet.engines.walls import constants
from zet.engines.walls._table import Table
from zet.engines.walls.model import board as board_of
from zet.engines.walls.shape import shape as shape_of

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.checks import check, checked_bytes

INFINITY = cython.declare(cython.int, constants.INFINITY)
FULL_DEPTH = cython.declare(cython.int, constants.FULL_DEPTH)
N_SYMMETRIES = cython.declare(cython.int, constants.N_SYMMETRIES)
FROM_TABLE = cython.declare(cython.int, constants.FROM_TABLE)

NO_MOVE = cython.declare(cython.int, constants.NO_MOVE)
N_INVOLUTIONS = cython.declare(cython.int, 6)
"""The number of symmetries that are their own inverses, including the identity; they have the lowest
indices.
"""

LONG = cython.declare(cython.int, 3)
"""The length of the shortest chain whose last two boxes may be left to the opponent."""

FENCE = cython.declare(cython.int, 1 << 28)
"""The base score of a fence that gives nothing away; it puts such a fence before all chains."""
MAX_HISTORY = cython.declare(cython.int, 1 << 26)

ALL_BITS = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
LOOP_NAME = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class Chains(LimitedSearch):
    """The exact solver of the game with the extra move.

    A chain is packed into an integer: the greater end from bit 20 on, the other end from bit 10 on, and
    its number of boxes in the low bits. An end is a box, or `ground`, the number after the last box; both
    ends of a loop are `loop`, the next number.
    """

    def __init__(self, board: object, table: Table, ask: object):
        shape = shape_of(board_of(board.rows, board.columns))
        cython.declare(one=cython.int, two=cython.int, index=cython.int, n_plies=cython.int)
        key: cython.ulonglong
        super().__init__(ask)
        check(table is not None, "no table")
        self.table = table
        self.n_boxes = shape.n_boxes
        self.ground = shape.n_boxes
        self.loop = shape.n_boxes + 1
        self.stride = shape.n_boxes + 2
        self.n_symmetries = shape.n_symmetries
        self.sides = memoryview(array("i", shape.sides))
        self.n_fences = len(shape.sides) // 2
        n_plies = self.n_fences + 2
        self.images = memoryview(array("i", bytes(4 * N_SYMMETRIES * self.stride)))
        self.history = memoryview(array("i", bytes(4 * 64 * self.stride * self.stride)))
        self.names = memoryview(array("Q", bytes(8 * N_SYMMETRIES * self.stride * self.stride)))
        self.factors = memoryview(array("Q", bytes(8 * (self.n_boxes + 1))))
        self.hashes = memoryview(array("Q", bytes(8 * N_SYMMETRIES * n_plies)))
        self.corridors = memoryview(array("i", bytes(4 * self.n_fences * n_plies)))
        self.degrees = memoryview(array("i", bytes(4 * self.n_boxes * n_plies)))
        self.counts = memoryview(array("i", bytes(4 * n_plies)))
        self.left = memoryview(array("i", bytes(4 * n_plies)))
        self.moves = memoryview(array("i", bytes(4 * self.n_fences * n_plies)))
        self.scores = memoryview(array("i", bytes(4 * self.n_fences * n_plies)))
        self.child = memoryview(array("Q", bytes(8 * N_SYMMETRIES)))
        self.near = memoryview(array("i", bytes(16 * self.n_boxes)))
        self.n_near = memoryview(array("i", bytes(4 * self.n_boxes)))
        self.child_keys = memoryview(array("Q", bytes(8 * self.n_fences)))
        self.freed = 0
        self.seen = 0
        self.answer = NO_MOVE
        self.at_horizon = False
        images: cython.int[::1] = memoryview(array("i", shape.box_images))
        names: cython.ulonglong[::1] = memoryview(array("Q", shape.names))
        for index in range(N_SYMMETRIES):
            for one in range(self.n_boxes + 1):
                self.images[index * self.stride + one] = images[index * (self.n_boxes + 1) + one]
            self.images[index * self.stride + self.loop] = self.loop
        key = LOOP_NAME
        for one in range(self.n_boxes + 1):
            self.factors[one] = key = (key * FACTOR) & ALL_BITS
        # Names of all pairs of ends, for each symmetry: `mix` and `shift` then need one multiplication
        # for each image instead of hashing a pair.
        for one in range(self.n_boxes + 1):
            for two in range(self.n_boxes + 1):
                for index in range(N_SYMMETRIES):
                    key = (
                        names[N_SYMMETRIES * one + index] * names[N_SYMMETRIES * two + index]
                    ) & ALL_BITS
                    key = ((key ^ key >> 29) * FACTOR) & ALL_BITS
                    self.names[(one * self.stride + two) * N_SYMMETRIES + index] = key ^ key >> 32
        for index in range(N_SYMMETRIES):
            self.names[(self.loop * self.stride + self.loop) * N_SYMMETRIES + index] = LOOP_NAME

    def value(
        self,
        fences: object,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        limit: cython.longlong,
    ) -> int:
        """Return the value of a position, or a bound if it is outside the window (alpha, beta).

        `fences` contains a nonzero byte for each painted fence. The search goes to the end of the game,
        whatever the `depth`. If the limit on `nodes` or the poll stopped the search, `stopped` is true
        afterwards, and the value is meaningless. `answer` is the code (see `packed`) of a move with a
        value above alpha; 0xFFFFF if no move was found.

        The search takes the boxes that can be taken. It may leave to the opponent only the last two boxes
        of a chain, or the last four boxes of a chain that is closed at both ends. If both kinds of chain
        exist, it may leave only the two boxes.

        Raises:
            any exception that the poll raises.
        """
        cython.declare(value=cython.int, code=cython.int, taken=cython.int, dealt=cython.int)
        fences = checked_bytes(fences, self.n_fences, "number of fences out of range")
        check(-INFINITY <= alpha < beta <= INFINITY, "window out of range")
        check(0 <= depth <= FULL_DEPTH, "depth out of range")
        self.begin(limit)
        for code in range(len(self.history)):
            self.history[code] >>= 2
        self.answer = NO_MOVE
        self.place(fences)
        taken = self.freed & 1023
        dealt = self.freed >> 10
        value = taken + self.search(0, alpha - taken, beta - taken)
        if dealt and value < beta and not self.stopped:
            # The player may leave `dealt` boxes, which the opponent takes before moving: this changes the
            # difference by twice that number.
            alpha = max(alpha, value)
            taken -= 2 * dealt
            value = max(value, taken - self.search(0, taken - beta, taken - alpha))
        self.poll.raise_error()
        return value

    def entry(self, fences: object) -> tuple[int, int, int]:
        """Return the key of a position's entry in the table, and a base and a sign, here always 0 and 1.

        The position must have no box that can be taken.
        """
        fences = checked_bytes(fences, self.n_fences, "number of fences out of range")
        self.begin(0)
        self.place(fences)
        return self.hashes[self.orientation(0)], 0, 1

    def place(self, fences):
        """Set up the position at ply 0, without the boxes that can be taken.

        The low bits of `freed` become the number of boxes that can be taken; bit 10 and the bits above it
        become the number of these boxes that may be left to the opponent.
        """
        cython.declare(fence=cython.int, box=cython.int, slot=cython.int, corridor=cython.int)
        cython.declare(other=cython.int, length=cython.int, taken=cython.int)
        has_two: cython.bint = False
        has_four: cython.bint = False
        self.counts[0] = self.left[0] = taken = 0
        for box in range(N_SYMMETRIES):
            self.hashes[box] = 0
        for box in range(self.n_boxes):
            self.degrees[box] = 0
        for fence in range(self.n_fences):
            if not fences[fence]:
                self.add(0, self.sides[2 * fence], self.sides[2 * fence + 1], 0)
                self.degrees[self.sides[2 * fence]] += 1
                if self.sides[2 * fence + 1] < self.ground:
                    self.degrees[self.sides[2 * fence + 1]] += 1
        for box in range(self.n_boxes):
            self.left[0] += self.degrees[box] > 0
        for box in range(self.n_boxes):
            self.settle(0, box)
        for box in range(self.n_boxes):
            # Each step takes one whole chain with an open end; if its other end then has one free fence
            # left, it is the next chain.
            if self.degrees[box] != 1:
                continue
            slot = self.find(0, box, 0)
            corridor = self.drop(0, slot)
            self.degrees[box] = 0
            other = (corridor >> 20) + (corridor >> 10 & 1023) - box
            length = (corridor & 1023) + 1
            if other < self.ground and self.degrees[other] == 1:
                self.degrees[other] = 0
                length += 1
                has_four = has_four or length > 3
            else:
                has_two = has_two or length > 1
                self.lower(0, other)
                self.settle(0, other)
            taken += length
        self.left[0] -= taken
        self.freed = taken | (2 if has_two else 4 if has_four else 0) << 10

    def mix(self, ply, corridor, sign):
        """Add the chain `corridor` to the hashes of a ply, or subtract it.

        `sign` is 1 to add, or -1 (all bits set, as an unsigned number) to subtract.
        """
        index: cython.int
        place: cython.int = (corridor >> 20) * self.stride + (corridor >> 10 & 1023)
        factor: cython.ulonglong = (self.factors[corridor & 1023] * sign) & ALL_BITS
        # Sums and not exclusive ors: equal chains, of which a position may have several, would cancel out
        # in pairs.
        for index in range(N_SYMMETRIES):
            self.hashes[N_SYMMETRIES * ply + index] = (
                self.hashes[N_SYMMETRIES * ply + index]
                + self.names[place * N_SYMMETRIES + index] * factor
            ) & ALL_BITS

    def add(self, ply, one, two, length):
        """Add a chain to a ply; the degrees of its ends do not change."""
        corridor: cython.int = one << 20 | two << 10 | length
        if one < two:
            corridor = two << 20 | one << 10 | length
        self.corridors[ply * self.n_fences + self.counts[ply]] = corridor
        self.counts[ply] += 1
        self.mix(ply, corridor, 1)

    def drop(self, ply, slot):
        """Remove and return the chain in a slot; the last chain moves into the slot."""
        row: cython.int = ply * self.n_fences
        corridor: cython.int = self.corridors[row + slot]
        self.counts[ply] -= 1
        self.corridors[row + slot] = self.corridors[row + self.counts[ply]]
        self.mix(ply, corridor, ALL_BITS)
        return corridor

    def find(self, ply, box, slot):
        """Return the first slot, starting at `slot`, whose chain ends at a box; one must exist."""
        row: cython.int = ply * self.n_fences
        while (
            self.corridors[row + slot] >> 20 != box and (self.corridors[row + slot] >> 10 & 1023) != box
        ):
            slot += 1
        return slot

    def lower(self, ply, box):
        """Decrease the degree of a box that loses an end of a chain; the ground has no degree."""
        if box < self.ground:
            self.degrees[ply * self.n_boxes + box] -= 1

    def settle(self, ply, box):
        """If a box has two free fences left, merge its two chains and the box into one chain."""
        cython.declare(slot=cython.int, one=cython.int, two=cython.int, length=cython.int)
        if box >= self.ground or self.degrees[ply * self.n_boxes + box] != 2:
            return
        self.degrees[ply * self.n_boxes + box] = 0
        slot = self.find(ply, box, 0)
        one = self.corridors[ply * self.n_fences + slot]
        if one >> 20 == (one >> 10 & 1023):
            self.drop(ply, slot)
            self.add(ply, self.loop, self.loop, (one & 1023) + 1)
            return
        # Drop the later slot first: dropping the earlier one would move the last chain into its place.
        two = self.drop(ply, self.find(ply, box, slot + 1))
        self.drop(ply, slot)
        length = (one & 1023) + (two & 1023) + 1
        one = (one >> 20) + (one >> 10 & 1023) - box
        two = (two >> 20) + (two >> 10 & 1023) - box
        self.add(ply, one, two, length)

    def copy(self, ply):
        """Copy the position of a ply to the next ply."""
        index: cython.int
        # Copying replaces undoing, as one move may merge chains at either end. Each of the three rows is
        # contiguous.
        for index in range(N_SYMMETRIES * ply, N_SYMMETRIES * ply + N_SYMMETRIES):
            self.hashes[index + N_SYMMETRIES] = self.hashes[index]
        for index in range(self.n_fences * ply, self.n_fences * ply + self.counts[ply]):
            self.corridors[index + self.n_fences] = self.corridors[index]
        for index in range(self.n_boxes * ply, self.n_boxes * ply + self.n_boxes):
            self.degrees[index + self.n_boxes] = self.degrees[index]
        self.counts[ply + 1] = self.counts[ply]

    def take(self, ply, slot):
        """Remove a chain with all its boxes from a ply, and return their number.

        If the chain begins and ends at one junction, and the junction has a single other chain, that
        chain is taken as well.
        """
        cython.declare(corridor=cython.int, one=cython.int, two=cython.int, length=cython.int)
        corridor = self.drop(ply, slot)
        one = corridor >> 20
        two = corridor >> 10 & 1023
        length = corridor & 1023
        if one != self.loop:
            self.lower(ply, one)
            self.lower(ply, two)
            if one == two and one < self.ground and self.degrees[ply * self.n_boxes + one] == 1:
                self.degrees[ply * self.n_boxes + one] = 0
                corridor = self.drop(ply, self.find(ply, one, 0))
                length += 1 + (corridor & 1023)
                two = (corridor >> 20) + (corridor >> 10 & 1023) - one
                self.lower(ply, two)
            else:
                self.settle(ply, one)
            self.settle(ply, two)
        self.left[ply] -= length
        return length

    def shift(self, corridor, sign):
        """Add the chain `corridor` to the hashes in `child`, or subtract it; `sign` is as in `mix`."""
        index: cython.int
        place: cython.int = ((corridor >> 20) * self.stride + (corridor >> 10 & 1023)) * N_SYMMETRIES
        factor: cython.ulonglong = (self.factors[corridor & 1023] * sign) & ALL_BITS
        # Two loops of fixed length, so that an oblong board, which has four symmetries, does half the
        # work.
        for index in range(4):
            self.child[index] = (self.child[index] + self.names[place + index] * factor) & ALL_BITS
        if self.n_symmetries > 4:
            for index in range(4, 8):
                self.child[index] = (self.child[index] + self.names[place + index] * factor) & ALL_BITS

    def note_ends(self, ply):
        """Fill `near` with the slots of the chains that end at each junction, four per junction."""
        cython.declare(slot=cython.int, corridor=cython.int, end=cython.int, box=cython.int)
        row: cython.int = ply * self.n_fences
        for box in range(self.n_boxes):
            self.n_near[box] = 0
        for slot in range(self.counts[ply]):
            corridor = self.corridors[row + slot]
            end = corridor >> 20
            if end < self.ground:
                self.near[4 * end + self.n_near[end]] = slot
                self.n_near[end] += 1
            end = corridor >> 10 & 1023
            if end < self.ground:
                self.near[4 * end + self.n_near[end]] = slot
                self.n_near[end] += 1

    def child_key(self, ply, slot):
        """Return the key of the position after a chain is taken; 0 if only `search` can find the key."""
        cython.declare(index=cython.int, turn=cython.int, end=cython.int, one=cython.int, two=cython.int)
        cython.declare(far=cython.int, other=cython.int, key=cython.ulonglong)
        row: cython.int = ply * self.n_fences
        corridor: cython.int = self.corridors[row + slot]
        # The hashes of the child are derived from those of the parent: the chain is subtracted, and if
        # one of its junctions is left with two chains, these are replaced by the chain that they merge
        # into. So a value is looked up without copying a position. If one junction is involved twice, the
        # case is left to `search`.
        for index in range(N_SYMMETRIES):
            self.child[index] = self.hashes[N_SYMMETRIES * ply + index]
        self.shift(corridor, ALL_BITS)
        end = corridor >> 20
        far = corridor >> 10 & 1023
        if end == far and end < self.ground:
            return 0
        for turn in range(2):
            if end < self.ground and self.n_near[end] == 3:
                one = self.near[4 * end]
                two = self.near[4 * end + 1]
                if one == slot:
                    one = self.near[4 * end + 2]
                elif two == slot:
                    two = self.near[4 * end + 2]
                one = self.corridors[row + one]
                two = self.corridors[row + two]
                self.shift(one, ALL_BITS)
                self.shift(two, ALL_BITS)
                index = (one & 1023) + (two & 1023) + 1
                one = (one >> 20) + (one >> 10 & 1023) - end
                two = (two >> 20) + (two >> 10 & 1023) - end
                if one == end or (
                    far < self.ground and self.n_near[far] == 3 and (one == far or two == far)
                ):
                    return 0
                if one < two:
                    one, two = two, one
                self.shift(one << 20 | two << 10 | index, 1)
            end, far = far, end
        key = self.child[0]
        for index in range(1, self.n_symmetries):
            key = min(key, self.child[index])
        return key

    def orientation(self, ply):
        """Return the symmetry under which the hash of a ply is smallest."""
        index: cython.int
        best: cython.int = 0
        row: cython.int = N_SYMMETRIES * ply
        for index in range(1, self.n_symmetries):
            if self.hashes[row + index] < self.hashes[row + best]:
                best = index
        return best

    def own_image(self, hashes, row, index):
        """Return the first self-inverse symmetry from `index` up that preserves a position.

        The result is 0 if no symmetry preserves the position.
        """
        while index < min(self.n_symmetries, N_INVOLUTIONS):
            if hashes[row + index] == hashes[row]:
                return index
            index += 1
        return 0

    def is_near(self, ply, one, two, room):
        """Return whether two junctions are connected by a path with at most `room` boxes between them."""
        cython.declare(slot=cython.int, corridor=cython.int, end=cython.int, left=cython.int)
        row: cython.int = ply * self.n_fences
        # No marks are needed: the path has at most two boxes, and a path that turns back only uses up its
        # room.
        for slot in range(row, row + self.counts[ply]):
            corridor = self.corridors[slot]
            left = room - (corridor & 1023)
            if left < 0 or (corridor >> 20 != one and (corridor >> 10 & 1023) != one):
                continue
            end = (corridor >> 20) + (corridor >> 10 & 1023) - one
            if end == two or (left > 0 and end < self.ground and self.is_near(ply, end, two, left - 1)):
                return True
        return False

    def is_mirrored(self, ply):
        """Return whether the opponent can avoid losing by answering each move with its mirror image.

        The position must be its own image under a symmetry that is its own inverse. This suffices if no
        junction is its own image or near its image, and if short chains that touch no junction occur in
        pairs (docs/walls/theory.md, section 10).
        """
        cython.declare(index=cython.int, slot=cython.int, box=cython.int, image=cython.int)
        row: cython.int = ply * self.n_fences
        alone: cython.int = self.ground << 10 | self.ground
        single: cython.int = 0
        # The comparison of hashes fails for nearly every position, so that the scans below seldom run.
        index = self.own_image(self.hashes, N_SYMMETRIES * ply, 1)
        if not index:
            return False
        for slot in range(row, row + self.counts[ply]):
            if self.corridors[slot] >> 10 == alone and (self.corridors[slot] & 1023) < LONG:
                single ^= 1 << (self.corridors[slot] & 1023)
        while index and not single:
            for box in range(self.n_boxes):
                image = self.images[index * self.stride + box]
                if (
                    self.degrees[ply * self.n_boxes + box]
                    and box <= image
                    and (box == image or self.is_near(ply, box, image, LONG - 1))
                ):
                    break
            else:
                return True
            index = self.own_image(self.hashes, N_SYMMETRIES * ply, index + 1)
        return False

    def leaves_mirrored(self, ply, slot):
        """Return whether opening and taking a chain leads to a position that satisfies `is_mirrored`."""
        self.copy(ply)
        self.left[ply + 1] = self.left[ply]
        self.take(ply + 1, slot)
        return self.is_mirrored(ply + 1)

    def packed(self, corridor):
        """Return the code used in the table and the history for the move that opens a chain."""
        length: cython.int = corridor & 1023
        return ((corridor >> 20) * self.stride + (corridor >> 10 & 1023)) * 8 + min(length, 7)

    def circumstance(self, ply, corridor):
        """Return an index into the history table for the move that opens the chain `corridor`.

        The index depends on the chain, on whether its junctions remain junctions or become parts of
        chains, and on the parity of the number of boxes left.
        """
        # A fence is good or bad depending on its effect on the two junctions and on the parity of the
        # boxes left. With one weight for all these cases, 2 x 5 takes 259,919 nodes (230,323 now), but 2
        # x 4 takes 20,233 (21,155 now): the gain grows with the board.
        row: cython.int = ply * self.n_boxes
        one: cython.int = corridor >> 20
        two: cython.int = corridor >> 10 & 1023
        index: cython.int = 8 * self.packed(corridor) + 4 * (self.left[ply] & 1)
        if one < self.ground:
            index += self.degrees[row + one] & 1
        if two < self.ground:
            index += 2 * (self.degrees[row + two] & 1)
        return index

    def turned(self, move, orientation, back):
        """Return the image of a move under a symmetry or, if `back` is true, its preimage."""
        cython.declare(one=cython.int, two=cython.int)
        if back and orientation > 5:  # the quarter turns are each other's inverses
            orientation = 13 - orientation
        one = self.images[orientation * self.stride + (move >> 3) // self.stride]
        two = self.images[orientation * self.stride + (move >> 3) % self.stride]
        if one < two:
            one, two = two, one
        return (one * self.stride + two) * 8 + (move & 7)

    def list_moves(self, ply, hint):
        """Write the slots of the chains worth opening to `moves`; return the end of the list.

        The list begins at index `ply * n_fences`.

        Among long chains with the same ends, among loops, and among short isolated chains, only the
        shortest needs to be searched (docs/walls/theory.md, section 10).
        """
        cython.declare(slot=cython.int, other=cython.int, corridor=cython.int, score=cython.int)
        cython.declare(place=cython.int, length=cython.int, known=cython.int, kept=cython.int)
        row: cython.int = ply * self.n_fences
        end: cython.int = row
        alone: cython.int = self.ground << 10 | self.ground
        for slot in range(row, row + self.counts[ply]):
            corridor = self.corridors[slot]
            length = corridor & 1023
            kept = -1
            # Quadratic, but only in the number of chains with boxes: fences between junctions, which are
            # most of the moves, have no equivalent and skip the inner loop.
            if length or corridor >> 20 == self.ground:
                for place in range(row, end):
                    other = self.corridors[row + self.moves[place]]
                    if other >> 10 != corridor >> 10:
                        continue
                    known = other & 1023
                    if (
                        known == length
                        or (known >= LONG and length >= LONG)
                        or (corridor >> 10 == alone and known < LONG and length < LONG)
                    ):
                        kept = place
                        break
            if kept >= 0:
                if length >= known:
                    continue
            else:
                kept = end
                end += 1
            # Short chains come before long ones, and all of them after the fences that give nothing away.
            if length:
                score = -length
            else:
                score = FENCE + self.history[self.circumstance(ply, corridor)]
            if self.packed(corridor) == hint:
                score = FROM_TABLE
            self.moves[kept] = slot - row
            self.scores[kept] = score
        return end

    def pick(self, place, end):
        """Swap the best remaining move to `place`, and return it."""
        index: cython.int
        best: cython.int = place
        move: cython.int
        # One step of a selection sort: most nodes are cut off after a move or two, and sorting all would
        # be wasted.
        for index in range(place + 1, end):
            if self.scores[index] > self.scores[best]:
                best = index
        move = self.moves[best]
        self.moves[best] = self.moves[place]
        self.scores[best] = self.scores[place]
        self.moves[place] = move
        return move

    def settled(self, gained, dealt, ply, alpha, beta):
        """Search the opponent's two replies to a move that opened a chain; return the move's value.

        The opponent either takes all `gained` boxes of the chain and is to move at `ply`, or leaves
        `dealt` of these boxes to the player who made the move, who takes them and is to move at `ply`;
        `dealt` is 0 if no boxes can be left. The value is for the player who made the move.
        """
        cython.declare(value=cython.int, most=cython.int)
        if dealt == 0:
            return -gained - self.search(ply, -beta - gained, -alpha - gained)
        # The opponent gets gained - dealt plus |V + dealt|, where V is the value at `ply`: it takes all
        # boxes if V is at least -dealt, and otherwise leaves `dealt`. The sum must stay below `most`. An
        # absolute value has to be bounded on both sides, so that one null window here becomes two; the
        # second is searched only if the first does not decide.
        most = dealt - gained - alpha
        if beta - alpha > 1:
            value = self.search(ply, -most - dealt, most - dealt) + dealt
            return dealt - gained - abs(value)
        value = self.search(ply, most - 1 - dealt, most - dealt) + dealt
        if value < most and not self.stopped:
            value = self.search(ply, -most - dealt, 1 - most - dealt) + dealt
            if value > -most:
                return beta
        return dealt - gained - abs(value)

    def probe(self, ply, end, alpha, beta):
        """Remove listed moves that the table shows to be worth alpha or less; return the new end.

        `seen` becomes the highest bound on a removed move. If the table shows that a move reaches beta,
        this move becomes the first of the list, and `seen` becomes its lower bound.
        """
        # One long function: the two passes share the list, the keys and `seen`.
        cython.declare(place=cython.int, corridor=cython.int, length=cython.int, value=cython.int)
        cython.declare(dealt=cython.int, is_worse=cython.bint)
        cython.declare(data=cython.ulonglong, key=cython.ulonglong)
        first: cython.int = ply * self.n_fences
        n_left: cython.int = self.left[ply]
        seen: cython.int = -INFINITY
        # Enhanced transposition cutoffs: 2 x 5 boxes with the extra move take 230,323 nodes, and
        # 1,129,085 if each of these moves is searched. There are two passes: the first computes all keys
        # and prefetches their buckets, the second reads them. A single pass would wait for memory at
        # every move.
        self.note_ends(ply)
        place = first
        while place < end:
            corridor = self.corridors[first + self.moves[place]]
            length = corridor & 1023
            key = 0
            if length < LONG:
                key = self.child_key(ply, self.moves[place])
                self.table.prefetch(key)
                if key and self.own_image(self.child, 0, 1):
                    # A player who leaves a position that is its own image may be able to continue with
                    # the mirror strategy: try this move right after the table's move.
                    if self.scores[place] < FROM_TABLE:
                        self.scores[place] = FROM_TABLE - 1
                    if -length >= beta and self.leaves_mirrored(ply, self.moves[place]):
                        self.seen = -length
                        self.moves[first] = self.moves[place]
                        return end
            else:
                # Long chains need no key: the opponent gets at least all boxes but those that may be
                # left, whatever the rest is worth.
                value = (4 if corridor >> 20 == self.loop else 2) - length
                if value <= alpha:
                    seen = max(seen, value - ((value ^ n_left) & 1))
                    end -= 1
                    self.moves[place] = self.moves[end]
                    self.scores[place] = self.scores[end]
                    continue
            self.child_keys[place - first] = key
            place += 1
        place = first
        while place < end:
            data = 0
            if self.child_keys[place - first]:
                data = self.table.find(self.child_keys[place - first])
            # Only short moves are looked up: for a long chain, the opponent's choice depends on two
            # bounds of the child.
            if data and not data >> 10 & 3:
                length = self.corridors[first + self.moves[place]] & 1023
                value = -length - self.table.upper(data)
                if value >= beta:
                    self.hits += 1
                    self.seen = value
                    self.moves[first] = self.moves[place]
                    return end
                value = -length - self.table.lower(data)
                if value <= alpha:
                    self.hits += 1
                    seen = max(seen, value)
                    end -= 1
                    self.moves[place] = self.moves[end]
                    self.scores[place] = self.scores[end]
                    self.child_keys[place - first] = self.child_keys[end - first]
                    continue
            place += 1
        self.seen = seen
        return end

    def learn(self, ply, end, weight):
        """Reward the last move before `end`, which caused a cutoff, and penalize all earlier moves."""
        cython.declare(place=cython.int, index=cython.int)
        row: cython.int = ply * self.n_fences
        # Without the penalty, 2 x 5 with the extra move takes 316,177 nodes (230,323 with it).
        for place in range(row, end):
            index = self.circumstance(ply, self.corridors[row + self.moves[place]])
            if place == end - 1:
                self.history[index] = min(self.history[index] + weight, MAX_HISTORY)
            else:
                self.history[index] = max(self.history[index] - weight, -MAX_HISTORY)

    def search(self, ply, alpha, beta):
        """Search a position; return its value, or a bound if the value is outside the window."""
        # One long function: every later step uses the window, the key, the bounds and the parity.
        cython.declare(orientation=cython.int, hint=cython.int, choice=cython.int, value=cython.int)
        cython.declare(place=cython.int, end=cython.int, slot=cython.int, length=cython.int)
        cython.declare(dealt=cython.int, floor=cython.int, best=cython.int, corridor=cython.int)
        cython.declare(key=cython.ulonglong, data=cython.ulonglong, started=cython.longlong)
        first: cython.int = ply * self.n_fences
        n_left: cython.int = self.left[ply]
        low: cython.int = -n_left
        high: cython.int = n_left
        # Positions decided by the number of boxes left are not counted as nodes and never reach the
        # table.
        if high <= alpha or n_left == 0:
            return high
        if low >= beta:
            return low
        self.nodes += 1
        if self.nodes >= self.pause:
            self.check()
        if self.stopped:
            return 0
        if high > 0 and self.is_mirrored(ply):
            high = 0
            if high <= alpha:
                return high
        orientation = self.orientation(ply)
        key = self.hashes[N_SYMMETRIES * ply + orientation]
        data = self.table.find(key)
        hint = choice = NO_MOVE
        # A lower and an upper bound share one entry: with null windows most results are bounds, and an
        # entry for a single bound would lose one whenever the other is stored.
        if data and not data >> 10 & 3:
            low = self.table.lower(data)
            high = min(high, self.table.upper(data))
            choice = data >> 22 & 0xFFFFF
            if choice < len(self.history) >> 3:  # this excludes NO_MOVE
                hint = self.turned(choice, orientation, True)
            if high <= alpha or low == high or low >= beta:
                self.hits += 1
                if ply == 0:
                    self.answer = hint
                return low if low >= beta else high
        # The value has the parity of n_left, so that alpha can be raised by one if it has the same
        # parity. On 2 x 5 this saves 7% of the nodes, on 2 x 4 it costs 6%.
        if (alpha ^ n_left) & 1 == 0:
            alpha += 1
            beta = max(beta, alpha + 1)
        started = self.nodes
        floor = alpha
        best = -INFINITY
        end = self.probe(ply, self.list_moves(ply, hint), alpha, beta)
        best = self.seen
        if best >= beta:
            hint = self.packed(self.corridors[first + self.moves[first]])
            if ply == 0:
                self.answer = hint
            choice = self.turned(hint, orientation, False)
            end = first
        for place in range(first, end):
            slot = self.pick(place, end)
            corridor = self.corridors[first + slot]
            length = corridor & 1023
            dealt = 0 if length < LONG else 4 if corridor >> 20 == self.loop else 2
            # The child is copied only now: moves already decided by `probe` are never made.
            self.copy(ply)
            self.left[ply + 1] = n_left
            length = self.take(ply + 1, slot)
            value = self.settled(length, dealt, ply + 1, alpha, beta)
            if self.stopped:
                return 0
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    hint = self.packed(corridor)
                    choice = self.turned(hint, orientation, False)
                    if ply == 0:
                        self.answer = hint
                if value >= beta:
                    self.learn(ply, place + 1, n_left * n_left)
                    break
        if best >= beta:
            low = max(low, best + ((best ^ n_left) & 1))
            best = low
        elif best <= floor:
            high = min(high, best - ((best ^ n_left) & 1))
            best = high
        else:
            low = high = best
        self.table.keep_bounds(key, low, high, self.nodes - started, choice)
        return best
