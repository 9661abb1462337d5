# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Matching of patterns while stones are put, and whole games between two players.

Invariants:
- `cell` is the board with 8 fields of padding (OUTSIDE) above, below and between the rows: field (x, y)
  stands at 17 * (y + 8) + x + 8. A field of a pattern that falls off the board meets the padding.
- A pattern can only begin to match at the moment when the last of its stones is put, because fields
  never become empty in a game. So each stone looks only for placements that hold it, and what matches
  is kept in a list of hits, whose empty fields are looked at again when a hit is to be used.
- Placements that hold a stone are found in a trie that does not depend on where on the board it is: an
  entry is an image of a pattern with one of its stones as the anchor, filed under the offsets of the
  other stones from the anchor in ascending order, the first DEPTH of them.
- An entry also has two masks of the 8 x 8 fields around the anchor: its empty fields and its other
  stones. Those of a node are what all entries at and below it have in common (or less, if patterns were
  removed), so that most of the trie is left aside at a glance.
- A hit's key orders hits as play does: level, then (`OTHER`) the own colour, then the pattern's
  rank, the symmetry, y, x. No two hits have the same key.
- Stones are taken back in the reverse order; `put` after `take` finds the lists of hits as they were.
"""

from array import array
from itertools import accumulate, chain

import cython

EMPTY = cython.declare(cython.int, 0)
RED = cython.declare(cython.int, 1)
BLUE = cython.declare(cython.int, 2)
OUTSIDE = cython.declare(cython.int, 3)

STRIDE = cython.declare(cython.int, 17)
CELLS = cython.declare(cython.int, 442)
BIAS = cython.declare(cython.int, 144)
SPAN = cython.declare(cython.int, 289)
DEPTH = cython.declare(cython.int, 4)
N_WINDOWS = cython.declare(cython.int, 140)

# Named, because Cython takes long literals for Python's integers.
SPREAD = cython.declare(cython.longlong, 0x9E3779B1)
LOW_51 = cython.declare(cython.ulonglong, (1 << 51) - 1)
ALL_64 = cython.declare(cython.ulonglong, (1 << 64) - 1)
LOW_47 = cython.declare(cython.ulonglong, (1 << 47) - 1)

RANK_SHIFT = cython.declare(cython.int, 12)
OTHER = cython.declare(cython.longlong, 1 << 48)
LEVEL_SHIFT = cython.declare(cython.int, 49)

RANDOM = cython.declare(cython.int, 0)
GREEDY = cython.declare(cython.int, 1)
THREAT = cython.declare(cython.int, 2)
KNOWING = cython.declare(cython.int, 3)

TRIES = cython.declare(cython.int, 4)
"""Matches from which a proof is tried to be put together."""

MAX_FOURS = cython.declare(cython.int, 6)
"""Continuous fours that the threat player looks ahead."""

POSITIONS = array("i", [17 * (field // 9 + 8) + field % 9 + 8 for field in range(81)])
OWN_WORTH = array("i", [1, 8, 40, 200])
OTHER_WORTH = array("i", [0, 6, 30, 150])


def _near_bit(offset):
    """Return the bit of an offset from an anchor in the masks; 0: it is not near."""
    y, x = divmod(offset + 8, 17)
    return 1 << 8 * (y + 4) + x - 4 if -4 <= y < 4 and 4 <= x < 12 else 0


NEAR_BITS = array("Q", [_near_bit(offset - 144) for offset in range(289)])
_FIELDS = frozenset(POSITIONS)
WALLS = array(
    "Q",
    [
        sum(_near_bit(offset) for offset in range(-72, 55) if at + offset not in _FIELDS)
        if at in _FIELDS
        else 0
        for at in range(442)
    ],
)
"""For each position on the board the fields near it that are off the board."""


def _grown(view, code, size):
    """Return a copy of an array of twice the length."""
    longer = memoryview(array(code, bytes(2 * size * array(code).itemsize)))
    longer[:size] = view
    return longer


@cython.cclass
class Hits:
    """Placements that match on the board at hand, with their keys."""

    n: cython.int
    key: cython.longlong[::1]
    image: cython.int[::1]
    base: cython.int[::1]

    def __init__(self):
        self.n = 0
        self.key = memoryview(array("q", bytes(8 * 256)))
        self.image = memoryview(array("i", bytes(4 * 256)))
        self.base = memoryview(array("i", bytes(4 * 256)))

    @cython.cfunc
    def add(self, key: cython.longlong, image: cython.int, base: cython.int) -> cython.int:
        number: cython.int = self.n
        if number == len(self.key):
            self.key = _grown(self.key, "q", number)
            self.image = _grown(self.image, "i", number)
            self.base = _grown(self.base, "i", number)
        self.key[number] = key
        self.image[number] = image
        self.base[number] = base
        self.n += 1
        return 0


@cython.cclass
class Matcher:
    """Stored patterns, and which of them match on the board that stones are put on.

    Patterns are numbered in the order in which they are added; those removed keep their number.
    """

    n_patterns = cython.declare(cython.int, visibility="readonly")
    n_live = cython.declare(cython.int, visibility="readonly")
    n_nodes: cython.int
    n_entries: cython.int
    n_images: cython.int
    n_pool: cython.int
    root_entry: cython.int

    # By pattern.
    level: cython.int[::1]
    rank: cython.longlong[::1]
    live: cython.char[::1]
    uses: cython.longlong[::1]
    # By image of a pattern: its stones and then its empty fields stand in the pool as offsets from
    # the top left; the focus first among the empty fields.
    image_pattern: cython.int[::1]
    image_symmetry: cython.int[::1]
    image_start: cython.int[::1]
    image_stones: cython.int[::1]
    image_whites: cython.int[::1]
    pool: cython.int[::1]
    # The trie: nodes of two stones are found in a table, deeper ones by their parent and offset in a
    # hash table of records: key, masks of whites and stones, node. The filter of a node has a bit for
    # each offset of a child, modulo 64.
    root: cython.int[::1]
    has_pairs: cython.char[::1]
    pair: cython.int[::1]
    node_filter: cython.ulonglong[::1]
    node_whites: cython.ulonglong[::1]
    node_stones: cython.ulonglong[::1]
    node_entry: cython.int[::1]
    n_slots: cython.int
    slot: cython.ulonglong[::1]
    entry_whites: cython.ulonglong[::1]
    entry_stones: cython.ulonglong[::1]
    entry_image: cython.int[::1]
    entry_anchor: cython.int[::1]
    entry_next: cython.int[::1]
    # The board at hand, its stones ascending (red's, from 81 on blue's), and what matches on it.
    cell: cython.char[::1]
    stones: cython.int[::1]
    bloom: cython.ulonglong[::1]
    near_bits: cython.ulonglong[::1]
    walls: cython.ulonglong[::1]
    # Around the stone that is put: what is not empty, and what is not of its colour.
    taken: cython.ulonglong
    lacking: cython.ulonglong
    red_hits: Hits
    blue_hits: Hits

    def __init__(self):
        self.empty()

    def empty(self):
        """Begin anew, without patterns."""
        self.n_patterns = self.n_live = self.n_images = self.n_pool = 0
        self.n_nodes = self.n_entries = 0
        self.red_hits = Hits()
        self.blue_hits = Hits()
        self.root_entry = -1
        self.level = memoryview(array("i", bytes(4 * 64)))
        self.rank = memoryview(array("q", bytes(8 * 64)))
        self.live = memoryview(array("b", bytes(64)))
        self.uses = memoryview(array("q", bytes(8 * 64)))
        self.image_pattern = memoryview(array("i", bytes(4 * 64)))
        self.image_symmetry = memoryview(array("i", bytes(4 * 64)))
        self.image_start = memoryview(array("i", bytes(4 * 64)))
        self.image_stones = memoryview(array("i", bytes(4 * 64)))
        self.image_whites = memoryview(array("i", bytes(4 * 64)))
        self.pool = memoryview(array("i", bytes(4 * 256)))
        self.root = memoryview(array("i", [-1] * SPAN))
        self.has_pairs = memoryview(array("b", bytes(SPAN)))
        self.pair = memoryview(array("i", [-1]) * (SPAN * SPAN))
        self.bloom = memoryview(array("Q", bytes(8 * 82)))
        self.cell = memoryview(array("b", bytes(CELLS)))
        self.stones = memoryview(array("i", bytes(4 * 162)))
        self.near_bits = memoryview(NEAR_BITS)
        self.walls = memoryview(WALLS)
        self.taken = self.lacking = 0
        self.node_filter = memoryview(array("Q", bytes(8 * 256)))
        self.node_whites = memoryview(array("Q", bytes(8 * 256)))
        self.node_stones = memoryview(array("Q", bytes(8 * 256)))
        self.n_slots = 1024
        self.slot = memoryview(array("Q", [ALL_64]) * (4 * 1024))
        self.node_entry = memoryview(array("i", bytes(4 * 256)))
        self.entry_whites = memoryview(array("Q", bytes(8 * 256)))
        self.entry_stones = memoryview(array("Q", bytes(8 * 256)))
        self.entry_image = memoryview(array("i", bytes(4 * 256)))
        self.entry_anchor = memoryview(array("i", bytes(4 * 256)))
        self.entry_next = memoryview(array("i", bytes(4 * 256)))

    def add(self, level: cython.int, rank: cython.longlong, images):
        """Add a pattern and return its number.

        `images` holds (symmetry, stones, whites) for each image that differs from those before it;
        stones and whites are lists of offsets 17 * y + x, the focus first among the whites.
        """
        number: cython.int = self.n_patterns
        if number == len(self.level):
            self.level = _grown(self.level, "i", number)
            self.rank = _grown(self.rank, "q", number)
            self.live = _grown(self.live, "b", number)
            self.uses = _grown(self.uses, "q", number)
        self.level[number] = level
        self.rank[number] = rank
        self.live[number] = 1
        self.uses[number] = 0
        self.n_patterns += 1
        self.n_live += 1
        for symmetry, stones, whites in images:
            self._add_image(number, symmetry, stones, whites)
        return number

    def remove(self, number: cython.int):
        """Let a pattern match no more."""
        self.n_live -= self.live[number]
        self.live[number] = 0

    def used(self, number: cython.int):
        """Return how many moves a pattern has decided since it was added or this was reset."""
        return self.uses[number]

    def reset_uses(self):
        """Begin to count anew."""
        number: cython.int
        for number in range(self.n_patterns):
            self.uses[number] = 0

    def order(self, number: cython.int):
        """Return what patterns are sorted by: level, then rank."""
        return (self.level[number], self.rank[number])

    @cython.cfunc
    def _add_image(self, number: cython.int, symmetry: cython.int, stones: list, whites: list):
        image: cython.int = self.n_images
        if image == len(self.image_pattern):
            self.image_pattern = _grown(self.image_pattern, "i", image)
            self.image_symmetry = _grown(self.image_symmetry, "i", image)
            self.image_start = _grown(self.image_start, "i", image)
            self.image_stones = _grown(self.image_stones, "i", image)
            self.image_whites = _grown(self.image_whites, "i", image)
        if self.n_pool + 81 > len(self.pool):
            self.pool = _grown(self.pool, "i", len(self.pool))
        self.image_pattern[image] = number
        self.image_symmetry[image] = symmetry
        self.image_start[image] = self.n_pool
        self.image_stones[image] = len(stones)
        self.image_whites[image] = len(whites)
        for offset in stones:
            self.pool[self.n_pool] = offset
            self.n_pool += 1
        for offset in whites:
            self.pool[self.n_pool] = offset
            self.n_pool += 1
        self.n_images += 1
        for anchor in stones:
            self._add_entry(
                image,
                anchor,
                sorted([other - anchor for other in stones if other != anchor]),
                self._near([white - anchor for white in whites]),
            )

    @cython.cfunc
    def _near(self, offsets: list) -> cython.ulonglong:
        """Return the mask of offsets from an anchor, of those that are near it."""
        mask: cython.ulonglong = 0
        offset: cython.int
        for offset in offsets:
            mask |= self.near_bits[offset + BIAS]
        return mask

    @cython.cfunc
    def _add_entry(
        self, image: cython.int, anchor: cython.int, others: list, near_whites: cython.ulonglong
    ):
        entry: cython.int = self.n_entries
        node: cython.int = -1
        offset: cython.int
        slot: cython.int
        near_stones: cython.ulonglong = self._near(others)
        if entry == len(self.entry_image):
            self.entry_whites = _grown(self.entry_whites, "Q", entry)
            self.entry_stones = _grown(self.entry_stones, "Q", entry)
            self.entry_image = _grown(self.entry_image, "i", entry)
            self.entry_anchor = _grown(self.entry_anchor, "i", entry)
            self.entry_next = _grown(self.entry_next, "i", entry)
        if len(others) == 1:
            node = self._new_node(self.root, others[0] + BIAS)
        elif others:
            node = self._new_node(self.pair, (others[0] + BIAS) * SPAN + others[1] + BIAS)
            self.has_pairs[others[0] + BIAS] = 1
        if node >= 0:
            self.node_whites[node] &= near_whites
            self.node_stones[node] &= near_stones
        for other in others[2:DEPTH]:
            offset = other
            slot = self._slot_at(node, offset)
            self.slot[slot + 1] &= near_whites
            self.slot[slot + 2] &= near_stones
            node = self.slot[slot + 3]
        self.entry_whites[entry] = near_whites
        self.entry_stones[entry] = near_stones
        self.entry_image[entry] = image
        self.entry_anchor[entry] = anchor
        if node < 0:
            self.entry_next[entry] = self.root_entry
            self.root_entry = entry
        else:
            self.entry_next[entry] = self.node_entry[node]
            self.node_entry[node] = entry
        self.n_entries += 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _slot(self, key: cython.ulonglong) -> cython.int:
        """Return the index of the record that has a key, or of the free one where it would be."""
        slot: cython.int = cython.cast(cython.int, (key * SPREAD >> 15) & (self.n_slots - 1))
        while self.slot[4 * slot] != ALL_64 and self.slot[4 * slot] != key:
            slot = (slot + 1) & (self.n_slots - 1)
        return 4 * slot

    @cython.cfunc
    def _new_node(self, table: cython.int[::1], at: cython.int) -> cython.int:
        """Return the node that a table has at an index, made if it is not there."""
        if table[at] < 0:
            table[at] = self._append_node()
        return table[at]

    @cython.cfunc
    def _append_node(self) -> cython.int:
        node: cython.int = self.n_nodes
        if node == len(self.node_entry):
            self.node_whites = _grown(self.node_whites, "Q", node)
            self.node_stones = _grown(self.node_stones, "Q", node)
            self.node_filter = _grown(self.node_filter, "Q", node)
            self.node_entry = _grown(self.node_entry, "i", node)
        self.node_filter[node] = 0
        self.node_whites[node] = ALL_64
        self.node_stones[node] = ALL_64
        self.node_entry[node] = -1
        self.n_nodes += 1
        return node

    @cython.cfunc
    def _slot_at(self, parent: cython.int, offset: cython.int) -> cython.int:
        """Return the index of the record of a node's child for an offset, made if it is not there."""
        key: cython.ulonglong = parent
        slot: cython.int
        key = key << 9 | (offset + BIAS)
        slot = self._slot(key)
        if self.slot[slot] == ALL_64:
            if 2 * self.n_nodes > self.n_slots:
                self._spread_slots()
                slot = self._slot(key)
            self.node_filter[parent] |= cython.cast(cython.ulonglong, 1) << ((offset + BIAS) & 63)
            self.slot[slot] = key
            self.slot[slot + 3] = self._append_node()
        return slot

    @cython.cfunc
    def _spread_slots(self):
        """Double the number of slots."""
        old: cython.ulonglong[::1] = self.slot
        index: cython.int
        slot: cython.int
        n_old: cython.int = self.n_slots
        self.n_slots = 2 * n_old
        self.slot = memoryview(array("Q", [ALL_64]) * (4 * self.n_slots))
        for index in range(0, 4 * n_old, 4):
            if old[index] != ALL_64:
                slot = self._slot(old[index])
                self.slot[slot : slot + 4] = old[index : index + 4]

    @cython.cfunc
    def clear(self, cell: cython.char[::1], stones: cython.int[::1]):
        """Begin with an empty board."""
        self.cell = cell
        self.stones = stones
        self.red_hits.n = self.blue_hits.n = 0

    @cython.cfunc
    def put(
        self, at: cython.int, first: cython.int, n_stones: cython.int, n_others: cython.int
    ) -> cython.int:
        """Find what begins to match by the stone at a position.

        The other stones of its colour stand in `stones` from `first` on, those of the other colour from
        81 - `first` on.
        """
        index: cython.int
        other: cython.int
        node: cython.int
        offset: cython.int
        end: cython.int = first + n_stones
        bits: cython.ulonglong = 0
        own: cython.ulonglong = 0
        taken: cython.ulonglong = self.walls[at]
        for index in range(first, end):
            own |= self.near_bits[self.stones[index] - at + BIAS]
        for index in range(81 - first, 81 - first + n_others):
            taken |= self.near_bits[self.stones[index] - at + BIAS]
        self.taken = taken | own
        self.lacking = ALL_64 ^ own
        if self.root_entry >= 0:
            self._collect(at, self.root_entry)
        if n_stones == 0:
            return 0
        self.bloom[n_stones] = 0
        for index in range(n_stones - 1, -1, -1):
            bits |= cython.cast(cython.ulonglong, 1) << ((self.stones[first + index] - at + BIAS) & 63)
            self.bloom[index] = bits
        for index in range(first, end):
            offset = self.stones[index] - at + BIAS
            if self.root[offset] >= 0:
                self._collect(at, self.node_entry[self.root[offset]])
            if not self.has_pairs[offset]:
                continue
            offset *= SPAN
            for other in range(index + 1, end):
                node = self.pair[offset + self.stones[other] - at + BIAS]
                if node >= 0 and self._may_match(node):
                    if self.node_entry[node] >= 0:
                        self._collect(at, self.node_entry[node])
                    if self.node_filter[node] & self.bloom[other + 1 - first]:
                        self._walk(at, first, other + 1, end, node)
        return 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _may_match(self, node: cython.int) -> cython.bint:
        """Whether the masks of a node leave it open that something at or below it matches."""
        return (self.node_whites[node] & self.taken | self.node_stones[node] & self.lacking) == 0

    @cython.cfunc
    def _walk(
        self, at: cython.int, first: cython.int, index: cython.int, end: cython.int, parent: cython.int
    ) -> cython.int:
        """Visit the children of a node for the stones from an index on."""
        offset: cython.int
        slot: cython.int
        node: cython.int
        key: cython.ulonglong = parent
        filter_: cython.ulonglong = self.node_filter[parent]
        key = key << 9
        while index < end:
            offset = self.stones[index] - at + BIAS
            index += 1
            if filter_ >> (offset & 63) & 1:
                slot = self._slot(key | offset)
                # A free record has no node: its masks, all ones, do not pass.
                if self.slot[slot + 1] & self.taken | self.slot[slot + 2] & self.lacking:
                    continue
                node = self.slot[slot + 3]
                if self.node_entry[node] >= 0:
                    self._collect(at, self.node_entry[node])
                if self.node_filter[node] & self.bloom[index - first]:
                    self._walk(at, first, index, end, node)
        return 0

    @cython.cfunc
    def _collect(self, at: cython.int, entry: cython.int) -> cython.int:
        """Add the entries of a list that match to the hits."""
        colour: cython.int = self.cell[at]
        image: cython.int
        base: cython.int
        index: cython.int
        middle: cython.int
        end: cython.int
        number: cython.int
        key: cython.longlong
        hits: Hits = self.red_hits if colour == RED else self.blue_hits
        while entry >= 0:
            if self.entry_whites[entry] & self.taken | self.entry_stones[entry] & self.lacking:
                entry = self.entry_next[entry]
                continue
            image = self.entry_image[entry]
            base = at - self.entry_anchor[entry]
            entry = self.entry_next[entry]
            number = self.image_pattern[image]
            if not self.live[number]:
                continue
            index = self.image_start[image]
            middle = index + self.image_stones[image]
            end = middle + self.image_whites[image]
            while index < middle and self.cell[base + self.pool[index]] == colour:
                index += 1
            if index < middle:
                continue
            while index < end and self.cell[base + self.pool[index]] == EMPTY:
                index += 1
            if index < end:
                continue
            key = self.level[number]
            key = (
                (key << LEVEL_SHIFT)
                + (self.rank[number] << RANK_SHIFT)
                + (self.image_symmetry[image] << 8)
                + ((base // STRIDE - 8) << 4)
                + (base % STRIDE - 8)
            )
            hits.add(key, image, base)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_open(self, image: cython.int, base: cython.int) -> cython.bint:
        """Whether the empty fields of a placement are empty still."""
        index: cython.int = self.image_start[image] + self.image_stones[image]
        end: cython.int = index + self.image_whites[image]
        while index < end:
            if self.cell[base + self.pool[index]] != EMPTY:
                return False
            index += 1
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def first_hit(self, colour: cython.int) -> cython.int:
        """Return the index of the first hit of a colour by its key, or -1."""
        hits: Hits = self.red_hits if colour == RED else self.blue_hits
        best: cython.int = -1
        index: cython.int
        for index in range(hits.n):
            if (best < 0 or hits.key[index] < hits.key[best]) and self.is_open(
                hits.image[index], hits.base[index]
            ):
                best = index
        return best

    def containers(self, images):
        """Return the numbers of the patterns that hold one of these images (as for `add`)."""
        found = []
        number: cython.int
        image: cython.int = 0
        stone: cython.int
        base: cython.int
        index: cython.int
        n_stones: cython.int
        n_whites: cython.int
        cell: cython.char[::1] = memoryview(array("b", [OUTSIDE] * (CELLS + 2 * BIAS)))
        stones: cython.int[::1]
        whites: cython.int[::1]
        shapes = [(array("i", shape[1]), array("i", shape[2])) for shape in images]
        for number in range(self.n_patterns):
            while self.image_pattern[image] < number:
                image += 1
            if not self.live[number]:
                continue
            start: cython.int = self.image_start[image]
            middle: cython.int = start + self.image_stones[image]
            end: cython.int = middle + self.image_whites[image]
            if self.image_stones[image] < len(shapes[0][0]) or self.image_whites[image] < len(
                shapes[0][1]
            ):
                continue
            for index in range(start, end):
                cell[BIAS + self.pool[index]] = BLUE if index < middle else EMPTY
            is_found: cython.bint = False
            for shape in shapes:
                stones, whites = shape
                n_stones = len(stones)
                n_whites = len(whites)
                for stone in range(start, middle):
                    base = BIAS + self.pool[stone] - stones[0]
                    index = 0
                    while index < n_stones and cell[base + stones[index]] == BLUE:
                        index += 1
                    if index < n_stones:
                        continue
                    index = 0
                    while index < n_whites and cell[base + whites[index]] == EMPTY:
                        index += 1
                    if index == n_whites:
                        is_found = True
                        break
                if is_found:
                    break
            if is_found:
                found.append(number)
            for index in range(start, end):
                cell[BIAS + self.pool[index]] = OUTSIDE
        return found

    def shape(self, image: cython.int):
        """Return (pattern, symmetry, stones, whites) of an image."""
        start: cython.int = self.image_start[image]
        middle: cython.int = start + self.image_stones[image]
        end: cython.int = middle + self.image_whites[image]
        return (
            self.image_pattern[image],
            self.image_symmetry[image],
            [self.pool[index] for index in range(start, middle)],
            [self.pool[index] for index in range(middle, end)],
        )


@cython.cclass
class Table:
    """A board, red's matcher, and an opponent; plays games one after another.

    Windows are the rows of five; `count` holds the red and then the blue stones of each.
    """

    red: Matcher
    blue: Matcher
    opponent: cython.int
    near: cython.int
    chance: cython.ulonglong
    seed: cython.ulonglong
    wins = cython.declare(cython.longlong, visibility="readonly")
    losses = cython.declare(cython.longlong, visibility="readonly")
    draws = cython.declare(cython.longlong, visibility="readonly")
    n_moves = cython.declare(cython.int, visibility="readonly")
    n_red: cython.int
    n_blue: cython.int

    cell: cython.char[::1]
    position: cython.int[::1]
    own_worth: cython.int[::1]
    other_worth: cython.int[::1]
    stones: cython.int[::1]
    windows: cython.int[::1]
    window_start: cython.int[::1]
    window_of: cython.int[::1]
    count: cython.char[::1]
    worth: cython.int[::1]
    union: cython.int[::1]
    best_union: cython.int[::1]
    level: cython.int
    best_level: cython.int
    move_at: cython.int[::1]
    move_colour: cython.int[::1]
    move_image: cython.int[::1]
    move_base: cython.int[::1]
    move_answers: cython.int[::1]
    red_hits: cython.int[::1]
    blue_hits: cython.int[::1]
    red_hits2: cython.int[::1]
    blue_hits2: cython.int[::1]

    def __init__(
        self,
        red: Matcher,
        blue: Matcher,
        opponent: cython.int,
        near: cython.int,
        seed: cython.ulonglong,
        windows,
    ):
        """`windows` are the fields of all rows of five; `seed` is any number below 2**63."""
        self.red = red
        self.blue = blue
        self.opponent = opponent
        self.near = near
        self.seed = seed
        self.chance = 1
        self.wins = self.losses = self.draws = 0
        self.n_moves = self.n_red = self.n_blue = 0
        self.cell = memoryview(array("b", [OUTSIDE] * CELLS))
        self.position = memoryview(POSITIONS)
        self.own_worth = memoryview(OWN_WORTH)
        self.other_worth = memoryview(OTHER_WORTH)
        self.stones = memoryview(array("i", bytes(4 * 164)))
        self.windows = memoryview(
            array("i", [POSITIONS[field] for window in windows for field in window])
        )
        through = [[] for _ in range(CELLS)]
        for number, window in enumerate(windows):
            for field in window:
                through[POSITIONS[field]].append(number)
        starts = [0, *accumulate(map(len, through))]
        of = list(chain.from_iterable(through))
        self.window_start = memoryview(array("i", starts))
        self.window_of = memoryview(array("i", of))
        self.count = memoryview(array("b", bytes(2 * N_WINDOWS)))
        self.worth = memoryview(array("i", bytes(4 * CELLS)))
        self.union = memoryview(array("i", bytes(4 * CELLS)))
        self.best_union = memoryview(array("i", bytes(4 * CELLS)))
        self.level = self.best_level = 0
        self.move_at = memoryview(array("i", bytes(4 * 82)))
        self.move_colour = memoryview(array("i", bytes(4 * 82)))
        self.move_image = memoryview(array("i", bytes(4 * 82)))
        self.move_base = memoryview(array("i", bytes(4 * 82)))
        self.move_answers = memoryview(array("i", bytes(4 * 82)))
        self.red_hits = memoryview(array("i", bytes(4 * 82)))
        self.blue_hits = memoryview(array("i", bytes(4 * 82)))
        self.red_hits2 = memoryview(array("i", bytes(4 * 82)))
        self.blue_hits2 = memoryview(array("i", bytes(4 * 82)))
        self._clear()

    @cython.cfunc
    def _clear(self):
        index: cython.int
        for index in range(81):
            self.cell[self.position[index]] = EMPTY
        for index in range(2 * N_WINDOWS):
            self.count[index] = 0
        self.n_moves = self.n_red = self.n_blue = 0
        self.red.clear(self.cell, self.stones)
        self.blue.clear(self.cell, self.stones)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _insert(self, first: cython.int, count: cython.int, at: cython.int) -> cython.void:
        """Put a position into the ascending list of stones that begins at `first`."""
        index: cython.int = first + count
        while index > first and self.stones[index - 1] > at:
            self.stones[index] = self.stones[index - 1]
            index -= 1
        self.stones[index] = at

    @cython.cfunc
    @cython.exceptval(check=False)
    def _delete(self, first: cython.int, count: cython.int, at: cython.int) -> cython.void:
        """Take a position out of such a list, which has `count` others."""
        index: cython.int = first
        while self.stones[index] != at:
            index += 1
        while index < first + count:
            self.stones[index] = self.stones[index + 1]
            index += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark(self, at: cython.int, colour: cython.int, change: cython.int) -> cython.bint:
        """Put a stone, or take it back, on the board and the windows alone; return whether it is five."""
        index: cython.int
        shift: cython.int = 0 if colour == RED else N_WINDOWS
        five: cython.bint = False
        self.cell[at] = colour if change > 0 else EMPTY
        for index in range(self.window_start[at], self.window_start[at + 1]):
            self.count[self.window_of[index] + shift] += change
            if self.count[self.window_of[index] + shift] == 5:
                five = True
        return five

    @cython.cfunc
    def _put(self, at: cython.int, colour: cython.int) -> cython.bint:
        """Put a stone, find what matches by it, and return whether it makes five in a row."""
        five: cython.bint = self._mark(at, colour, 1)
        number: cython.int = self.n_moves
        self.red_hits[number] = self.red.red_hits.n
        self.blue_hits[number] = self.red.blue_hits.n
        self.red_hits2[number] = self.blue.red_hits.n
        self.blue_hits2[number] = self.blue.blue_hits.n
        self.move_at[number] = at
        self.move_colour[number] = colour
        self.n_moves += 1
        first: cython.int = 0 if colour == RED else 81
        count: cython.int = self.n_red if colour == RED else self.n_blue
        others: cython.int = self.n_moves - 1 - count
        self.red.put(at, first, count, others)
        if self.blue is not self.red:
            self.blue.put(at, first, count, others)
        self._insert(first, count, at)
        if colour == RED:
            self.n_red += 1
        else:
            self.n_blue += 1
        return five

    @cython.cfunc
    @cython.exceptval(check=False)
    def _take(self) -> cython.void:
        """Take the last stone back."""
        self.n_moves -= 1
        number: cython.int = self.n_moves
        at: cython.int = self.move_at[number]
        self._mark(at, self.move_colour[number], -1)
        if self.move_colour[number] == RED:
            self.n_red -= 1
            self._delete(0, self.n_red, at)
        else:
            self.n_blue -= 1
            self._delete(81, self.n_blue, at)
        self.red.red_hits.n = self.red_hits[number]
        self.red.blue_hits.n = self.blue_hits[number]
        self.blue.red_hits.n = self.red_hits2[number]
        self.blue.blue_hits.n = self.blue_hits2[number]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _draw(self, below: cython.int) -> cython.int:
        """Return a random number below a bound (xorshift64)."""
        value: cython.ulonglong = self.chance
        value ^= (value & LOW_51) << 13
        value ^= value >> 7
        value ^= (value & 0x7FFFFFFFFFFF) << 17
        self.chance = value
        return cython.cast(cython.int, ((value >> 33) * below) >> 31)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _start_chance(self, game: cython.longlong) -> cython.void:
        """Begin the random numbers of a game: they depend on the seed and the game's number alone."""
        round_: cython.int
        self.chance = self.seed ^ cython.cast(cython.ulonglong, (game + 1) * SPREAD)
        if self.chance == 0:
            self.chance = 1
        for round_ in range(12):
            self._draw(1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _any(self, near: cython.int) -> cython.int:
        """Return a random empty position; with `near` one that touches a stone, if there is one."""
        field: cython.int
        at: cython.int
        n_fit: cython.int = 0
        if not near:
            n_fit = 81 - self.n_moves
        else:
            for field in range(81):
                at = self.position[field]
                if self.cell[at] == EMPTY and self._touches(at):
                    n_fit += 1
            if n_fit == 0:
                near = 0
                n_fit = 81 - self.n_moves
        n_fit = self._draw(n_fit)
        for field in range(81):
            at = self.position[field]
            if self.cell[at] == EMPTY and (not near or self._touches(at)):
                if n_fit == 0:
                    return at
                n_fit -= 1
        return -1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _touches(self, at: cython.int) -> cython.bint:
        return (
            self._is_stone(at - 1)
            or self._is_stone(at + 1)
            or self._is_stone(at - STRIDE)
            or self._is_stone(at + STRIDE)
            or self._is_stone(at - STRIDE - 1)
            or self._is_stone(at - STRIDE + 1)
            or self._is_stone(at + STRIDE - 1)
            or self._is_stone(at + STRIDE + 1)
        )

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _is_stone(self, at: cython.int) -> cython.bint:
        return self.cell[at] == RED or self.cell[at] == BLUE

    @cython.cfunc
    @cython.exceptval(check=False)
    def _completes(self, colour: cython.int) -> cython.int:
        """Return the first empty position, row by row, that makes five of a colour, or -1."""
        window: cython.int
        best: cython.int = -1
        at: cython.int
        own: cython.int = 0 if colour == RED else N_WINDOWS
        other: cython.int = N_WINDOWS - own
        for window in range(N_WINDOWS):
            if self.count[own + window] == 4 and self.count[other + window] == 0:
                at = self._hole(window)
                if best < 0 or at < best:
                    best = at
        return best

    @cython.cfunc
    @cython.exceptval(check=False)
    def _hole(self, window: cython.int) -> cython.int:
        """Return the first empty position of a window."""
        index: cython.int
        for index in range(5 * window, 5 * window + 5):
            if self.cell[self.windows[index]] == EMPTY:
                return self.windows[index]
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _fours(self, depth: cython.int) -> cython.int:
        """Return a position from which blue wins by continuous fours, or -1; red has no four."""
        window: cython.int
        turn: cython.int
        first: cython.int
        second: cython.int
        answer: cython.int
        index: cython.int
        if depth == 0:
            return -1
        for window in range(N_WINDOWS):
            if self.count[N_WINDOWS + window] != 3 or self.count[window] != 0:
                continue
            first = second = -1
            for index in range(5 * window, 5 * window + 5):
                if self.cell[self.windows[index]] == EMPTY:
                    if first < 0:
                        first = self.windows[index]
                    else:
                        second = self.windows[index]
            for turn in range(2):
                self._mark(first, BLUE, 1)
                self._mark(second, RED, 1)
                # Blue has made another five possible, or red has not and blue goes on.
                answer = self._completes(BLUE)
                if answer < 0 and self._completes(RED) < 0:
                    answer = self._fours(depth - 1)
                self._mark(second, RED, -1)
                self._mark(first, BLUE, -1)
                if answer >= 0:
                    return first
                first, second = second, first
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _worthiest(self) -> cython.int:
        """Return an empty position of the highest worth, at random if there are several.

        The worth of a window of one colour counts for its empty positions.
        """
        window: cython.int
        index: cython.int
        at: cython.int
        worth: cython.int
        n_best: cython.int = 0
        best: cython.int = -1
        for index in range(81):
            self.worth[self.position[index]] = 0
        for window in range(N_WINDOWS):
            worth = 0
            if self.count[window] == 0:
                worth = self.own_worth[self.count[N_WINDOWS + window]]
            elif self.count[N_WINDOWS + window] == 0:
                worth = self.other_worth[self.count[window]]
            if worth:
                for index in range(5 * window, 5 * window + 5):
                    self.worth[self.windows[index]] += worth
        for index in range(81):
            at = self.position[index]
            if self.cell[at] == EMPTY:
                if self.worth[at] > best:
                    best = self.worth[at]
                    n_best = 1
                elif self.worth[at] == best:
                    n_best += 1
        n_best = self._draw(n_best)
        for index in range(81):
            at = self.position[index]
            if self.cell[at] == EMPTY and self.worth[at] == best:
                if n_best == 0:
                    return at
                n_best -= 1
        return -1

    @cython.cfunc
    def _known(self, matcher: Matcher, colour: cython.int) -> cython.int:
        """Return the position that a matcher answers with, or -1; the move table learns why."""
        hits: Hits = matcher.red_hits if colour == RED else matcher.blue_hits
        other_hits: Hits = matcher.blue_hits if colour == RED else matcher.red_hits
        own: cython.int = matcher.first_hit(colour)
        other: cython.int = matcher.first_hit(RED + BLUE - colour)
        image: cython.int
        base: cython.int
        if own < 0 and other < 0:
            self.move_answers[self.n_moves] = EMPTY
            return -1
        if own >= 0 and (other < 0 or hits.key[own] < (other_hits.key[other] | OTHER)):
            self.move_answers[self.n_moves] = colour
        else:
            hits = other_hits
            own = other
            self.move_answers[self.n_moves] = RED + BLUE - colour
        image = hits.image[own]
        base = hits.base[own]
        self.move_image[self.n_moves] = image
        self.move_base[self.n_moves] = base
        matcher.uses[matcher.image_pattern[image]] += 1
        return base + matcher.pool[matcher.image_start[image] + matcher.image_stones[image]]

    @cython.cfunc
    def _choose(self, colour: cython.int) -> cython.int:
        """Return the position where a colour plays."""
        at: cython.int
        if colour == RED or self.opponent == KNOWING:
            at = self._known(self.red if colour == RED else self.blue, colour)
            return at if at >= 0 else self._any(self.near)
        self.move_answers[self.n_moves] = EMPTY
        if self.opponent == RANDOM:
            return self._any(0)
        at = self._completes(BLUE)
        if at < 0:
            at = self._completes(RED)
        if at >= 0:
            return at
        if self.opponent == GREEDY:
            return self._any(0)
        at = self._fours(MAX_FOURS)
        return at if at >= 0 else self._worthiest()

    def play(self, game: cython.longlong, end: cython.longlong, red_first: cython.int, stop: cython.int):
        """Play games from number `game` up to `end`, and return the number of the next.

        Stops after a game that was won by the colour `stop` (or either, if that is 3). `red_first`
        is 1, 0, or -1: red begins the games of even number.
        """
        colour: cython.int
        winner: cython.int
        while game < end:
            self._start_chance(game)
            self._clear()
            colour = BLUE
            if red_first == 1 or (red_first == -1 and game % 2 == 0):
                colour = RED
            winner = EMPTY
            while self.n_moves < 81:
                if self._put(self._choose(colour), colour):
                    winner = colour
                    break
                colour = RED + BLUE - colour
            game += 1
            if winner == RED:
                self.wins += 1
            elif winner == BLUE:
                self.losses += 1
            else:
                self.draws += 1
            if winner & stop:
                break
        return game

    def set_board(self, board):
        """Take a position of 81 values; red's stones first, then blue's, row by row.

        A field of the value OUTSIDE plays no part, as if it were off the board.
        """
        field: cython.int
        colour: cython.int
        self._clear()
        for field in range(81):
            if board[field] == OUTSIDE:
                self.cell[self.position[field]] = OUTSIDE
        for colour in range(RED, BLUE + 1):
            for field in range(81):
                if board[field] == colour:
                    self._put(self.position[field], colour)

    def put(self, field: cython.int, colour: cython.int) -> cython.bint:
        """Put a stone of a running game and return whether it makes five."""
        self.move_answers[self.n_moves] = EMPTY
        return self._put(self.position[field], colour)

    def take(self):
        """Take the last stone back."""
        self._take()

    def moves_before_newest(self) -> cython.int:
        """Return how many moves there were before red's newest pattern began to match, all if it did not.

        What matches after these, and after fewer, is known rightly; later stones are to be put again.
        """
        matcher: Matcher = self.red
        image: cython.int = matcher.n_images
        base: cython.int
        field: cython.int
        index: cython.int
        middle: cython.int
        end: cython.int
        colour: cython.int
        last: cython.int
        found: cython.int = self.n_moves
        # In `union` the number of the move at each position.
        for index in range(self.n_moves):
            self.union[self.move_at[index]] = index
        while image > 0 and matcher.image_pattern[image - 1] == matcher.n_patterns - 1:
            image -= 1
            for field in range(81):
                base = self.position[field]
                index = matcher.image_start[image]
                middle = index + matcher.image_stones[image]
                end = middle + matcher.image_whites[image]
                colour = self.cell[base + matcher.pool[index]]
                if colour != RED and colour != BLUE:
                    continue
                last = 0
                while index < middle and self.cell[base + matcher.pool[index]] == colour:
                    last = max(last, self.union[base + matcher.pool[index]])
                    index += 1
                if index < middle or last >= found:
                    continue
                while index < end and (
                    self.cell[base + matcher.pool[index]] == EMPTY
                    or (
                        self.cell[base + matcher.pool[index]] != OUTSIDE
                        and self.union[base + matcher.pool[index]] > last
                    )
                ):
                    index += 1
                if index == end:
                    found = last
        return found

    def start_chance(self, game: cython.longlong):
        """Begin the random numbers of a game."""
        self._start_chance(game)

    def choose(self, colour: cython.int) -> cython.int:
        """Return the field where a colour plays now."""
        at: cython.int = self._choose(colour)
        return 9 * (at // STRIDE - 8) + at % STRIDE - 8

    def reason(self):
        """Return (colour of the pattern, image, x, y) of the move chosen last; colour 0: none."""
        return self._reason(self.n_moves)

    def _reason(self, number: cython.int):
        base: cython.int = self.move_base[number]
        if self.move_answers[number] == EMPTY:
            return 0, -1, 0, 0
        return self.move_answers[number], self.move_image[number], base % STRIDE - 8, base // STRIDE - 8

    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_whites(self, hits: Hits) -> cython.int:
        """Count in `worth` how many open hits have each field empty; return the number of open hits."""
        index: cython.int
        at: cython.int
        end: cython.int
        image: cython.int
        n_open: cython.int = 0
        for index in range(81):
            self.worth[self.position[index]] = 0
        for index in range(hits.n):
            image = hits.image[index]
            if self.red.is_open(image, hits.base[index]):
                n_open += 1
                at = self.red.image_start[image] + self.red.image_stones[image]
                end = at + self.red.image_whites[image]
                while at < end:
                    self.worth[hits.base[index] + self.red.pool[at]] += 1
                    at += 1
        return n_open

    def answers(self, colour: cython.int):
        """Return the empty fields that all that matches in a colour has in common; None: nothing does.

        Red's matcher is asked; these are the answers to it that are not known to fail.
        """
        n_open: cython.int = self._count_whites(
            self.red.red_hits if colour == RED else self.red.blue_hits
        )
        if n_open == 0:
            return None
        return [field for field in range(81) if self.worth[self.position[field]] == n_open]

    @cython.cfunc
    def _join(self, hits: Hits, start: cython.int, wanted: cython.int, limit: cython.int) -> cython.int:
        """Gather hits from one on until they have no empty field in common, or not the wanted one.

        The union stands in `union`, the empty fields in common are those with `union` 2, others have 1.
        `wanted` is a position that must not stay in common, -1 for all. Returns the size of the
        union, and more than the limit if it would exceed that; the highest level is in `level`.
        """
        index: cython.int
        at: cython.int
        begin: cython.int
        middle: cython.int
        end: cython.int
        image: cython.int
        base: cython.int
        n_common: cython.int
        n_left: cython.int
        n_new: cython.int
        best: cython.int = start
        best_new: cython.int
        best_left: cython.int
        size: cython.int = 0
        first: cython.bint = True
        for index in range(81):
            self.union[self.position[index]] = 0
        self.level = 0
        while True:
            image = hits.image[best]
            base = hits.base[best]
            begin = self.red.image_start[image]
            middle = begin + self.red.image_stones[image]
            end = middle + self.red.image_whites[image]
            if self.red.level[self.red.image_pattern[image]] > self.level:
                self.level = self.red.level[self.red.image_pattern[image]]
            # 3: in common up to now and in this one too.
            for at in range(begin, end):
                if self.union[base + self.red.pool[at]] == 0:
                    size += 1
                    self.union[base + self.red.pool[at]] = 3 if first and at >= middle else 1
                elif self.union[base + self.red.pool[at]] == 2:
                    self.union[base + self.red.pool[at]] = 3
            first = False
            n_common = 0
            for index in range(81):
                at = self.position[index]
                if self.union[at] == 2:
                    self.union[at] = 1
                elif self.union[at] == 3:
                    self.union[at] = 2
                    n_common += 1
            if size > limit:
                return size
            if n_common == 0 or (wanted >= 0 and self.union[wanted] != 2):
                return size
            best = -1
            best_new = best_left = CELLS
            for index in range(hits.n):
                image = hits.image[index]
                base = hits.base[index]
                if not self.red.is_open(image, base):
                    continue
                begin = self.red.image_start[image]
                middle = begin + self.red.image_stones[image]
                end = middle + self.red.image_whites[image]
                n_new = n_left = 0
                at = begin
                while at < end and n_new <= best_new:
                    if self.union[base + self.red.pool[at]] == 0:
                        n_new += 1
                    elif self.union[base + self.red.pool[at]] == 2:
                        n_left += 1
                        if wanted == base + self.red.pool[at]:
                            n_left = n_common
                            break
                    at += 1
                if n_left == n_common or at < end:
                    continue
                if n_new < best_new or n_left < best_left:
                    best = index
                    best_new = n_new
                    best_left = n_left
            if best < 0:
                return CELLS

    @cython.cfunc
    def _smallest_union(self, hits: Hits, limit: cython.int) -> cython.int:
        """Find hits with no empty field in common whose union is small; it stands in `best_union`.

        Returns its size, and more than the limit if there is none. Each hit that is smaller than the
        limit may be the first, the smallest TRIES of them are tried.
        """
        index: cython.int
        tried: cython.int
        start: cython.int
        size: cython.int
        smallest: cython.int
        last: cython.longlong = -1
        image: cython.int
        found: cython.int = limit + 1
        for tried in range(TRIES):
            # The next one by size, then by index.
            start = -1
            smallest = CELLS
            for index in range(hits.n):
                image = hits.image[index]
                size = self.red.image_stones[image] + self.red.image_whites[image]
                if (
                    size < smallest
                    and size * 65536 + index > last
                    and self.red.is_open(image, hits.base[index])
                ):
                    smallest = size
                    start = index
            if start < 0 or smallest >= found:
                break
            last = smallest * 65536 + start
            size = self._join(hits, start, -1, found - 1)
            if size < found:
                found = size
                self.best_level = self.level
                self.best_union[:] = self.union
        return found

    def proof(self, colour: cython.int):
        """Return (fields, level) of matches in a colour that no one answer stops; None: there are none.

        The fields are a small union of such matches, the level is the highest among them.
        """
        hits: Hits = self.red.red_hits if colour == RED else self.red.blue_hits
        if self._smallest_union(hits, 81) > 81:
            return None
        return self._union_fields(), self.best_level

    @cython.cfunc
    def _union_fields(self):
        return [field for field in range(81) if self.best_union[self.position[field]]]

    def attack(self, colour: cython.int):
        """Return (field, fields, level) of the stone of a colour that makes such matches, or None.

        Of several the one whose fields are fewest. The stone is among the fields.
        """
        hits: Hits = self.red.red_hits if colour == RED else self.red.blue_hits
        field: cython.int
        before: cython.int
        index: cython.int
        size: cython.int
        is_won: cython.bint
        n_open: cython.int
        limit: cython.int = 81
        best = None
        for field in range(81):
            if self.cell[self.position[field]] != EMPTY:
                continue
            before = hits.n
            self._put(self.position[field], colour)
            if hits.n > before:
                n_open = self._count_whites(hits)
                is_won = n_open > 1
                for index in range(81):
                    if self.worth[self.position[index]] == n_open:
                        is_won = False
                if is_won:
                    size = self._smallest_union(hits, limit)
                    if size <= limit and self.best_union[self.position[field]]:
                        limit = size - 1
                        best = (field, self._union_fields(), self.best_level)
            self._take()
        return best

    def conflict(
        self, colour: cython.int, image: cython.int, x: cython.int, y: cython.int, field: cython.int
    ):
        """Return the fields of a match and of others, which together are not stopped at a field."""
        hits: Hits = self.red.red_hits if colour == RED else self.red.blue_hits
        index: cython.int
        for index in range(hits.n):
            if hits.image[index] == image and hits.base[index] == STRIDE * (y + 8) + x + 8:
                self._join(hits, index, self.position[field], 81)
                self.best_union[:] = self.union
                return self._union_fields()
        return None

    def moves(self):
        """Return (field, colour, reason) of each move of the game."""
        return [
            (
                9 * (self.move_at[number] // STRIDE - 8) + self.move_at[number] % STRIDE - 8,
                self.move_colour[number],
                self._reason(number),
            )
            for number in range(self.n_moves)
        ]
