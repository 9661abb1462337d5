# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Alpha-beta on junctions and corridors, the reduced game of docs/walls/theory.md.

Algorithm: the search of `_alphabeta.py` on a quotient of the game in which the turn always passes.
`decide` searches to the end of the game, with two bounds for each table entry and enhanced transposition
cutoffs (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph properties of game trees", AAAI 1996);
here such a cutoff can prove that the value reaches `beta`, or that it does not. Pairs, chains, loops and
tails have known values and are removed from the position before it is searched. Only the parity of a
corridor's length matters. The proofs are in docs/walls/theory.md, sections 4 to 9; we know of no earlier
source, as the literature is about the game with the extra move.

Data layout: each ply has its own copy of the position: a row of packed corridors, a row of degrees, eight
hashes, and counts. A move copies these rows and never undoes anything. Cost per node: copying a few dozen
words, eight multiplications for each corridor added or removed, and a pass over the corridors to list
them. To depth 7 on 6x6 this search visits 567 states, where alpha-beta on fences visits 47,398,703
(BENCHMARKS.md, "States visited").

Invariants:
- Boxes with at least three free fences are junctions. They are joined to each other and to the ground by
  corridors, each of which consists of any number of boxes with two free fences. The position at a node
  consists of junctions, corridors and possibly a tempo, a move that changes nothing.
- Move (high * stride + low) * 2 + parity paints a corridor between two junctions.
- `answer` is the root move that reached `beta` in the last search to the end of the game, or NO_MOVE.
- A corridor is packed into an integer: its two ends from bits 20 and 10 on, and its number of boxes in
  the low bits. An end is a box, or `ground`, the number after the last box.
"""

from array import array

import cython

from zet.engines.walls import constants
from zet.engines.walls._alphabeta import AlphaBeta
from zet.engines.walls._table import Table
from zet.engines.walls.model import board as board_of
from zet.engines.walls.shape import shape as shape_of

NOTHING = cython.declare(cython.int, constants.NOTHING)
NO_MOVE = cython.declare(cython.int, constants.NO_MOVE)
MAX_HISTORY = cython.declare(cython.int, 1 << 26)
INFINITY = cython.declare(cython.int, constants.INFINITY)
FULL_DEPTH = cython.declare(cython.int, constants.FULL_DEPTH)
N_SYMMETRIES = cython.declare(cython.int, constants.N_SYMMETRIES)
FROM_TABLE = cython.declare(cython.int, constants.FROM_TABLE)

QUIET_MOVES = cython.declare(cython.int, 8)
"""The maximum number of quiet moves (see `glance`) that cease to be quiet through a single move."""

LATER = cython.declare(cython.int, 1 << 27)
"""The unit of the scores by which moves are sorted; the history of cutoffs stays below one unit."""

ALL_BITS = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
EVEN_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
ODD_FACTOR = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)


class Corridors(AlphaBeta):
    """Alpha-beta on junctions and corridors, for the game in which the turn always passes."""

    def __init__(self, board: object, table: Table, ask: object):
        shape = shape_of(board_of(board.rows, board.columns))
        stride: cython.int = shape.n_boxes + 1
        n_fences: cython.int = len(shape.sides) // 2
        super().__init__(shape, table, ask, 2 * n_fences + 4, n_fences + 1, 2 * stride * stride + 1)
        self.n_boxes = shape.n_boxes
        self.ground = shape.n_boxes
        self.stride = stride
        self.tempo_code = 2 * stride * stride
        self.sides = memoryview(array("i", shape.sides))
        self.images = memoryview(array("i", shape.box_images))
        self.names = memoryview(array("Q", shape.names))
        # There are twice as many plies as fences: a tempo is a ply that paints no fence.
        self.corridors = memoryview(array("i", bytes(4 * n_fences * (2 * n_fences + 4))))
        self.degrees = memoryview(array("i", bytes(4 * self.n_boxes * (2 * n_fences + 4))))
        self.counts = memoryview(array("i", bytes(4 * (2 * n_fences + 4))))
        self.odds = memoryview(array("i", bytes(4 * (2 * n_fences + 4))))
        self.junctions = memoryview(array("i", bytes(4 * (2 * n_fences + 4))))
        self.tempos = memoryview(array("i", bytes(4 * (2 * n_fences + 4))))
        self.tempo_key = shape.tempo_key
        self.seen = memoryview(array("q", bytes(8 * (2 * stride * stride + 1))))
        self.stamp = 0
        self.reached = memoryview(array("i", bytes(4 * stride)))
        self.n_reached = 0
        self.has_bridge = False
        self.n_pairs = 0
        self.n_tails = 0
        self.n_prizes = 0
        self.base = 0
        self.sign = 1
        self.most = 0
        self.move = 0
        self.answer = NO_MOVE

    def place(self, fences):
        """Set up the position at ply 0: reduce the free fences to junctions and corridors."""
        cython.declare(fence=cython.int, box=cython.int)
        is_odd: cython.int = 0
        self.counts[0] = self.odds[0] = self.tempos[0] = self.junctions[0] = 0
        self.answer = NO_MOVE
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
        # All corridors have to exist before a box of degree 1 or 0 is settled: a tail is counted as a
        # whole, by the parity of its length, and not box by box.
        for box in range(self.n_boxes):
            if self.degrees[box] == 2:
                self.settle(0, box)
        for box in range(self.n_boxes):
            self.settle(0, box)
        self.fold(is_odd)

    def mix(self, ply, one, two, length, sign):
        """Add a corridor to a ply's hashes, or subtract it.

        `sign` is 1 to add, or -1 (all bits set, as an unsigned number) to subtract.
        """
        index: cython.int
        factor: cython.ulonglong = ODD_FACTOR if length & 1 else EVEN_FACTOR
        key: cython.ulonglong
        # Hashes are sums and not exclusive ors: two equal parallel corridors would cancel out. The hash
        # of a corridor is computed from the product of the names of its ends, which is the same in either
        # direction; two rounds of multiply and shift (as in splitmix64) prevent sums of products from
        # colliding. Only the parity of the length selects the factor, so that positions that differ by an
        # even number of boxes in a corridor share an entry.
        for index in range(N_SYMMETRIES):
            key = (
                self.names[N_SYMMETRIES * one + index] * self.names[N_SYMMETRIES * two + index]
            ) & ALL_BITS
            key = ((key ^ key >> 29) * factor) & ALL_BITS
            key = ((key ^ key >> 32) * sign) & ALL_BITS
            self.hashes[N_SYMMETRIES * ply + index] = (
                self.hashes[N_SYMMETRIES * ply + index] + key
            ) & ALL_BITS

    def add(self, ply, one, two, length):
        """Add a corridor to a ply; the degrees of its ends do not change."""
        self.corridors[ply * self.n_fences + self.counts[ply]] = one << 20 | two << 10 | length
        self.counts[ply] += 1
        self.odds[ply] += length & 1
        self.mix(ply, one, two, length, 1)

    def drop(self, ply, slot):
        """Remove and return the corridor in a slot; the last corridor moves into the slot."""
        row: cython.int = ply * self.n_fences
        corridor: cython.int = self.corridors[row + slot]
        self.counts[ply] -= 1
        self.corridors[row + slot] = self.corridors[row + self.counts[ply]]
        self.odds[ply] -= corridor & 1
        self.mix(ply, corridor >> 20, corridor >> 10 & 1023, corridor & 1023, ALL_BITS)
        return corridor

    def find(self, ply, box, slot):
        """Return the first slot, starting at `slot`, whose corridor ends at a box; one must exist."""
        row: cython.int = ply * self.n_fences
        # A linear search: a row has at most some dozens of corridors in adjacent words, and lists by
        # junction would have to be copied with every move.
        while (
            self.corridors[row + slot] >> 20 != box and (self.corridors[row + slot] >> 10 & 1023) != box
        ):
            slot += 1
        return slot

    def lower(self, ply, box):
        """Decrease the degree of a box that loses an end of a corridor; the ground has no degree."""
        place: cython.int = ply * self.n_boxes + box
        if box < self.ground:
            self.degrees[place] -= 1
            if self.degrees[place] == 2:
                self.junctions[ply] -= 1

    def settle(self, ply, box):
        """Merge a box that is no longer a junction into a corridor, or remove the part ending at the box.

        The parts of known value are described in docs/walls/theory.md. A removed part is counted in
        `n_tails`, `n_pairs` or `n_prizes`, or toggles the tempo (an even corridor from the ground to the
        ground). A box with one corridor is the end of a closed tail: an odd tail is counted, an even tail
        is worth 0. If the box at the other end of the part ceases to be a junction, that box is settled
        as well.
        """
        cython.declare(slot=cython.int, other=cython.int, length=cython.int, one=cython.int)
        cython.declare(two=cython.int, place=cython.int)
        # A loop, since removing a tail may lower its junction to degree 2 or 1, which is then settled in
        # turn.
        while box < self.ground:
            place = ply * self.n_boxes + box
            if self.degrees[place] == 0 or self.degrees[place] > 2:
                return
            slot = self.find(ply, box, 0)
            # A closed tail; if its other end is closed too, it is a whole chain, or a pair if it has two
            # boxes.
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
            # Both ends of the corridor are this box: an isolated loop, worth two prizes.
            if one >> 20 == (one >> 10 & 1023):
                self.drop(ply, slot)
                self.n_prizes += 2
                return
            # Drop the later slot first: dropping the earlier one would move the last corridor into its
            # place.
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

    def fold(self, is_odd):
        """Convert the counts of `settle` to `base` and `sign`: value = base + sign * value of the rest.

        Let V be the value of the rest of the position. If the number of tails is odd, V becomes 1 - V;
        then, if the number of pairs is odd, it becomes 2 - V. The prizes go to the player who makes the
        last move: their number is added if `is_odd`, otherwise subtracted. `is_odd` means that the number
        of free fences was odd before anything was settled, that is, that the player to move makes the
        last move.
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

    def settle_parallels(self, ply):
        """Remove a corridor of known value; return whether one was found.

        An odd loop is a prize, which is worth 1 to the player who makes the last move. One of two
        parallel odd corridors is a prize as well. An even corridor parallel to an odd corridor is a
        tempo.
        """
        cython.declare(slot=cython.int, code=cython.int, corridor=cython.int)
        row: cython.int = ply * self.n_fences
        is_odd: cython.bint = self.is_last(ply)
        self.stamp += 1
        # Odd corridors come first: the marks left by this pass are the odd corridors that the second pass
        # needs.
        for slot in range(self.counts[ply]):
            corridor = self.corridors[row + slot]
            if corridor & 1:
                code = self.code_of(corridor)
                if corridor >> 20 == (corridor >> 10 & 1023) or self.seen[code] == self.stamp:
                    self.n_prizes += 1
                    self.fold(is_odd)
                    self.take(ply, slot)
                    # A removal has changed the slots and degrees, so the caller starts over; most
                    # positions have no such corridor and cost two passes.
                    return True
                self.seen[code] = self.stamp
        for slot in range(self.counts[ply]):
            corridor = self.corridors[row + slot]
            if not corridor & 1 and self.seen[self.code_of(corridor) + 1] == self.stamp:
                self.tempos[ply] ^= 1
                self.take(ply, slot)
                return True
        return False

    def take(self, ply, slot):
        """Remove a corridor, `settle` each end that is no longer a junction, and `fold` the counts."""
        corridor: cython.int = self.drop(ply, slot)
        is_odd: cython.bint = self.is_last(ply)
        self.lower(ply, corridor >> 20)
        self.lower(ply, corridor >> 10 & 1023)
        self.settle(ply, corridor >> 20)
        self.settle(ply, corridor >> 10 & 1023)
        self.fold(is_odd)

    def entry(self, fences: object) -> tuple[int, int, int]:
        """Return the key of a position's entry in the table, and a base and a sign.

        The entry describes the rest of the position, without the parts of known value. The value of the
        position is base + sign * the value of that rest.
        """
        AlphaBeta.entry(self, fences)
        while self.odds[0] and self.settle_parallels(0):
            pass
        return self.hashes[self.orientation(0)] ^ self.extra_key(0), self.base, self.sign

    def rest(self, ply, alpha, beta, depth):
        """Return the value of the position after a move, without searching parts of known value."""
        base: cython.int
        while self.odds[ply] and self.settle_parallels(ply):
            pass
        # `base` and `sign` are attributes, which the search below overwrites.
        base = self.base
        if self.sign > 0:
            return base + self.search(ply, alpha - base, beta - base, depth)
        return base - self.search(ply, base - beta, base - alpha, depth)

    def make(self, ply, move):
        """Make a move in a copy of the position, at the next ply.

        The value of the move for the player who makes it is `base` + `sign` * the value of the position
        at the next ply.
        """
        # Copying is cheaper here than undoing: one move may merge corridors, remove tails and fold
        # values, and undoing that would need a log.
        index: cython.int
        for index in range(N_SYMMETRIES * ply, N_SYMMETRIES * ply + N_SYMMETRIES):
            self.hashes[index + N_SYMMETRIES] = self.hashes[index]
        for index in range(self.n_fences * ply, self.n_fences * ply + self.counts[ply]):
            self.corridors[index + self.n_fences] = self.corridors[index]
        for index in range(self.n_boxes * ply, self.n_boxes * ply + self.n_boxes):
            self.degrees[index + self.n_boxes] = self.degrees[index]
        self.counts[ply + 1] = self.counts[ply]
        self.odds[ply + 1] = self.odds[ply]
        self.junctions[ply + 1] = self.junctions[ply]
        self.tempos[ply + 1] = self.tempos[ply]
        self.base = 0
        self.sign = 1
        if move == self.tempo_code:
            self.tempos[ply + 1] = 0
        else:
            index = 0
            while self.code_of(self.corridors[ply * self.n_fences + index]) != move:
                index += 1
            self.take(ply + 1, index)
            while self.odds[ply + 1] and self.settle_parallels(ply + 1):
                pass
            # An odd corridor has an even number of fences: the same player is to move afterwards, one
            # box behind.
            if move & 1:
                self.base -= 1
                return
        self.base = -self.base
        self.sign = -self.sign

    def after(self, ply, move, alpha, beta, depth):
        """Return the value of a move for the player who makes it, using a copy of the position."""
        base: cython.int
        self.make(ply, move)
        # `base` and `sign` are attributes, which the search below overwrites.
        base = self.base
        if self.sign > 0:
            return base + self.search(ply + 1, alpha - base, beta - base, depth)
        return base - self.search(ply + 1, base - beta, base - alpha, depth)

    def search(self, ply, alpha, beta, depth):
        """Search a position; return its value, or a bound if the value is outside the window."""
        if depth == FULL_DEPTH and beta == alpha + 1:
            return self.decide(ply, beta)
        return AlphaBeta.search(self, ply, alpha, beta, depth)

    def decide(self, ply, beta):
        """Search to the end of the game: return a lower bound >= `beta`, or an upper bound below it.

        By docs/walls/theory.md, section 9, the value of each move is that of the position, or 2 less. So
        every move bounds the position from both sides: a single move that reaches `beta` suffices, and a
        single move worth at most `beta` - 4 proves that no move reaches `beta`.
        """
        # All moves are looked up first, as each may decide: "at least -4" on the empty 4x4 takes 238,512
        # states and a quarter of the time of alpha-beta, which takes 6,063,167. Searching one move for
        # `beta` - 4 before the others was tried, too: two of five moves are that bad, but searching one
        # that is not costs too much (400,267 states became 13.8 million).
        cython.declare(place=cython.int, orientation=cython.int, move=cython.int, value=cython.int)
        cython.declare(end=cython.int, low=cython.int, high=cython.int, most=cython.int)
        cython.declare(key=cython.ulonglong, data=cython.ulonglong, started=cython.longlong)
        cython.declare(choice=cython.int)
        hint: cython.int = NO_MOVE
        self.nodes += 1
        if self.nodes >= self.pause:
            self.check()
        if self.stopped:
            return 0
        started = self.nodes
        self.set_bounds(ply, FULL_DEPTH)
        low = self.low
        high = self.high
        # A value has the parity of these bounds, so that the next larger `beta` may ask the same
        # question. Every bound returned needs that parity: one between both numbers would answer the
        # wrong question.
        beta += (beta ^ high) & 1
        if high < beta or low == high:
            return high
        if low >= beta:
            return low
        value = self.mirrored(ply, beta - 1, beta)
        if value != NOTHING:
            return value
        orientation = self.orientation(ply)
        key = self.hashes[N_SYMMETRIES * ply + orientation] ^ self.extra_key(ply)
        data = self.table.find(key)
        if data:
            self.narrow(data)
            low = self.low
            high = self.high
            hint = data >> 22 & 0xFFFFF
            if hint < len(self.history):  # this excludes NO_MOVE
                hint = self.turned(hint, orientation, True)
            if low >= beta or high < beta:
                self.hits += 1
                if ply == 0 and low >= beta:
                    self.answer = hint
                return low if low >= beta else high
        place = ply * self.width
        end = self.list_moves(ply, hint)
        self.low = low
        self.high = high
        end = self.probe(ply, end, beta)
        low = self.low
        high = self.high
        choice = self.move
        most = self.most
        while low < beta <= high and place < end:
            move = self.pick(place, end)
            value = self.after(ply, move, beta - 1, beta, FULL_DEPTH)
            if self.stopped:
                return 0
            place += 1
            if value >= beta:
                low = value
                choice = move
                self.history[move] = min(self.history[move] + end - ply * self.width, MAX_HISTORY)
            elif value <= beta - 4:
                high = value + 2
            else:
                most = max(most, value)
        if high >= beta > low:
            high = most
        if ply == 0:
            self.answer = choice
        if choice != NO_MOVE:
            choice = self.turned(choice, orientation, False)
        self.table.keep_bounds(key, low, high, self.nodes - started, choice)
        return low if low >= beta else high

    def narrow(self, data):
        """Narrow the bounds `low` and `high` of a position, using a table entry; keep their parity."""
        low: cython.int = self.table.lower(data)
        high: cython.int = self.table.upper(data)
        # A search to a limited depth may have stored a bound of the other parity.
        self.low = max(self.low, low + ((low ^ self.low) & 1))
        self.high = min(self.high, high - ((high ^ self.high) & 1))

    def probe(self, ply, end, beta):
        """Look up all listed moves in the table and narrow the bounds `low` and `high` of the position.

        Moves that are known to be worth less than `beta` are removed from the list, whose new end is
        returned; `most` becomes the greatest upper bound on the values of the removed moves. `move`
        becomes a move that is known to reach `beta`, or NO_MOVE.
        """
        cython.declare(move=cython.int, least=cython.int, most=cython.int, data=cython.ulonglong)
        cython.declare(low=cython.int, high=cython.int)
        place: cython.int = ply * self.width
        low = self.low
        high = self.high
        self.most = -INFINITY
        self.move = NO_MOVE
        while place < end:
            move = self.moves[place]
            self.make(ply, move)
            self.set_bounds(ply + 1, FULL_DEPTH)
            data = 0
            if self.low < self.high:
                data = self.table.find(
                    self.hashes[N_SYMMETRIES * (ply + 1) + self.orientation(ply + 1)]
                    ^ self.extra_key(ply + 1)
                )
                if data:
                    self.narrow(data)
            least = self.base + self.sign * (self.low if self.sign > 0 else self.high)
            most = self.base + self.sign * (self.high if self.sign > 0 else self.low)
            low = max(low, least)
            high = min(high, most + 2)
            if low >= beta:
                self.move = move
            if low >= beta or most < beta:
                self.hits += data > 0
            if low >= beta or high < beta:
                break
            if most < beta:
                self.most = max(self.most, most)
                end -= 1
                self.moves[place] = self.moves[end]
                self.scores[place] = self.scores[end]
                continue
            # Moves that leave few corridors come first: a small position is cheap to search.
            self.scores[place] -= self.counts[ply + 1] << 22
            place += 1
        self.low = low
        self.high = high
        return end

    def code_of(self, corridor):
        """Return the code of a move in a corridor; parallel corridors of equal parity share a code."""
        one: cython.int = corridor >> 20
        two: cython.int = corridor >> 10 & 1023
        if one < two:
            one, two = two, one
        return (one * self.stride + two) * 2 + (corridor & 1)

    def list_moves(self, ply, hint):
        """List the moves to search: even corridors and the tempo or, failing these, odd corridors.

        The player who does not make the last move also needs the odd corridors if an even one is a bridge
        (docs/walls/theory.md, section 9).
        """
        end: cython.int = ply * self.width
        cython.declare(slot=cython.int, code=cython.int, score=cython.int)
        row: cython.int = ply * self.n_fences
        n_even: cython.int = self.counts[ply] - self.odds[ply]
        is_last: cython.bint = self.is_last(ply)
        needs_odd: cython.bint = n_even == 0
        if self.tempos[ply]:
            score = 4 * LATER if is_last else 0
            self.offer(end, self.tempo_code, FROM_TABLE if hint == self.tempo_code else score)
            end += 1
            if n_even == 0:
                return end
        if self.odds[ply] and not is_last and not needs_odd:
            needs_odd = self.find_bridge(ply)
        # With two stamps, one pass finds the corridors that have a parallel of the same parity; the
        # second pass lists one of each group and clears its mark. Comparing all pairs would take a pass
        # for every corridor.
        self.stamp += 2
        for slot in range(row, row + self.counts[ply]):
            code = self.code_of(self.corridors[slot])
            self.seen[code] = self.stamp if self.seen[code] >= self.stamp - 1 else self.stamp - 1
        for slot in range(row, row + self.counts[ply]):
            code = self.code_of(self.corridors[slot])
            if (code & 1 and not needs_odd) or self.seen[code] < self.stamp - 1:
                continue
            if self.seen[code] == self.stamp:  # a parallel corridor exists
                score = 0 if is_last else 3
            else:
                score = 1 if (code >> 1) // self.stride == self.ground else 2
            self.seen[code] = 0
            self.offer(end, code, FROM_TABLE if code == hint else LATER * score)
            end += 1
        return end

    def find_bridge(self, ply):
        """Return whether any even corridor is a bridge, the only connection between its ends."""
        box: cython.int
        self.has_bridge = False
        self.n_reached = 0
        for box in range(self.stride):
            self.reached[box] = 0
        self.climb(ply, self.ground, -1)
        for box in range(self.n_boxes):
            if self.degrees[ply * self.n_boxes + box] and not self.reached[box]:
                self.climb(ply, box, -1)
        return self.has_bridge

    def climb(self, ply, box, slot):
        """Number the boxes beyond a corridor depth-first; return the lowest number reached.

        The corridor is a bridge if the result is the number of `box`, the first box beyond it.
        `has_bridge` is set if an even corridor is a bridge.
        """
        cython.declare(other=cython.int, corridor=cython.int, far=cython.int)
        # Depth-first search for bridges by low numbers (Tarjan, "A note on finding the bridges of a
        # graph", 1974), with a scan of the row instead of adjacency lists. The corridor that led here is
        # skipped by its slot and not by its end: of two parallel corridors neither is a bridge.
        row: cython.int = ply * self.n_fences
        self.n_reached += 1
        own: cython.int = self.n_reached
        least: cython.int = own
        self.reached[box] = own
        for other in range(self.counts[ply]):
            corridor = self.corridors[row + other]
            if other == slot or (corridor >> 20 != box and (corridor >> 10 & 1023) != box):
                continue
            far = (corridor >> 20) + (corridor >> 10 & 1023) - box
            least = min(least, self.reached[far] or self.climb(ply, far, other))
        if slot >= 0 and least == own and not self.corridors[row + slot] & 1:
            self.has_bridge = True
        return least

    def glance(self, ply, alpha, beta, depth):
        """Return an estimate at the horizon if no search is needed; otherwise NOTHING.

        A move is quiet if both its ends remain junctions (or are the ground), so nothing is settled. If
        the quiet moves last to the horizon, the player who makes the last move gets at least 0 by playing
        them: the opponent gets no prizes, and any other box that the opponent wins is won back at once.
        At depth 1, only moves that are not quiet can be worth more than that, and only they are searched.
        At the root, the estimate is 0 if the quiet moves last to the horizon.
        """
        cython.declare(slot=cython.int, corridor=cython.int)
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
        # One move makes at most QUIET_MOVES quiet moves loud, so that this many of them cannot run out
        # before the horizon.
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

    def stays(self, ply, box):
        """Return whether an end is the ground, or remains a junction if it loses a corridor."""
        return box == self.ground or self.degrees[ply * self.n_boxes + box] > 3

    def set_bounds(self, ply, depth):
        """Set the bounds `low` and `high` on the position's value.

        The player who moves last gets at least half of the remaining boxes.
        """
        most: cython.int = self.junctions[ply] + self.odds[ply]
        least: cython.int = most & 1 if depth == FULL_DEPTH else 0
        if self.is_last(ply):
            self.low = least
            self.high = most
        else:
            self.low = -most
            self.high = -least

    def is_last(self, ply):
        """Return whether the player to move makes the last move (the number of free fences is odd)."""
        return (self.counts[ply] - self.odds[ply] + self.tempos[ply]) & 1

    def extra_key(self, ply):
        return self.tempo_key if self.tempos[ply] else 0

    def turned(self, move, orientation, back):
        cython.declare(one=cython.int, two=cython.int)
        if move == self.tempo_code:
            return move
        if back and orientation > 5:  # the quarter turns are each other's inverses
            orientation = 13 - orientation
        one = self.images[orientation * self.stride + (move >> 1) // self.stride]
        two = self.images[orientation * self.stride + (move >> 1) % self.stride]
        return self.code_of(one << 20 | two << 10 | move & 1)

    def mirrored(self, ply, alpha, beta):
        """Return a bound outside the window if a symmetry proves one; otherwise NOTHING.

        Consider a symmetry that is its own inverse and maps the position to itself. If it fixes no fence,
        the player who answers each move with its image gets the f fixed boxes, so the value is at most
        -f. If it fixes one fence, the player who paints that fence becomes the answering player, so the
        value is at least f. Two parallel corridors can be each other's images. A corridor whose ends are
        exchanged, or a loop, is reversed: it has a fixed box in its middle if it is odd, and a fixed
        fence if it is even.
        """
        cython.declare(which=cython.int, slot=cython.int, other=cython.int, corridor=cython.int)
        cython.declare(one=cython.int, two=cython.int, n_boxes=cython.int, n_fences=cython.int)
        row: cython.int = ply * self.n_fences
        # Equal hashes mean equal positions, so that testing whether the position is its own image costs
        # one comparison per symmetry. Only the first six symmetries are their own inverses.
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
                # Of parallel corridors, the first, third and so on count as fixed until the next one
                # becomes their image.
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
