# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Pattern matching, updated while stones are placed on a board.

Algorithm: incremental matching with a trie, in the spirit of Rete, which processes only changes (Forgy,
"Rete", 1982): a stone looks up the sets of stones that it completes. Nodes of the trie have masks as
summaries, and Bloom filters (Bloom, 1970) of the offsets of their children.

Cost: a stone visits only those paths of the trie that the surrounding stones of its color spell out. With
4,000 patterns a game takes two and a half times as long as with 1,000, whereas the cost of a linear scan
is proportional to the number of placements. In the worst case, with patterns learned from the threat
player, the masks doubled the speed (BENCHMARKS.md, "Matching").

Invariants:
- `cell` is the board with 8 fields of padding (OUTSIDE) above, below and between the rows: field (x, y)
  is at 17 * (y + 8) + x + 8. If a field of a pattern is off the board, it is on the padding.
- A pattern can only begin to match when the last of its stones is placed, because fields never become
  empty in a game. Each stone is therefore looked up only in placements that contain it, and matches are
  stored in a list of hits. The empty fields of a hit are checked again when the hit is used.
- Placements that contain a stone are found in a trie that is independent of the stone's location: an
  entry is an image of a pattern with one of its stones as the anchor. Its key consists of the offsets of
  the other stones from the anchor in ascending order, but at most the first DEPTH of them.
- An entry also has two masks of the 8 x 8 fields around the anchor: its empty fields and its other
  stones. The masks of a node are the intersection over all entries at and below it (or a subset, if
  patterns were removed), so most of the trie is skipped at once.
- The keys of hits sort them in order of preference: by level, then by the pattern's rank, the symmetry,
  y, x. No two hits have the same key.
- Of arrays that grow together, the array whose length is checked grows last: if memory runs out in
  between, no array is shorter than the checked length.
- Stones are removed in reverse order, so `put` after `take` finds the lists of hits as they were before
  the removed stone was placed.
"""

from array import array

import cython

from zet.engines.kernel.arrays import resized
from zet.engines.match5 import constants, model

if not cython.compiled:  # the compiled kernel has it in the .pxd
    from zet.engines.kernel.checks import check

EMPTY = cython.declare(cython.int, model.EMPTY)
RED = cython.declare(cython.int, model.RED)
BLUE = cython.declare(cython.int, model.BLUE)
OUTSIDE = cython.declare(cython.int, model.ABSENT)
STRIDE = cython.declare(cython.int, constants.STRIDE)
CELLS = cython.declare(cython.int, constants.CELLS)

# Offsets between fields are from -144 to 144; a bias turns them into indices of rows of SPAN. Beyond
# DEPTH offsets an entry is checked field by field: few entries share so long a prefix.
BIAS = cython.declare(cython.int, 144)
SPAN = cython.declare(cython.int, 289)
DEPTH = cython.declare(cython.int, 4)

# Named constants, because Cython would treat these literals as Python integers.
SPREAD = cython.declare(cython.longlong, 0x9E3779B1)
ALL_64 = cython.declare(cython.ulonglong, (1 << 64) - 1)

RANK_SHIFT = cython.declare(cython.int, 12)
LEVEL_SHIFT = cython.declare(cython.int, 49)
MAX_RANK = cython.declare(cython.longlong, 1 << 36)

OFFSETS = frozenset(17 * y + x for y in range(9) for x in range(9))
"""The possible offsets of a pattern's fields from its top left corner."""


def _near_bit(offset):
    """Return the mask bit of an offset from an anchor; 0 beyond the 8 x 8 fields around the anchor."""
    y, x = divmod(offset + 8, 17)
    return 1 << 8 * (y + 4) + x - 4 if -4 <= y < 4 and 4 <= x < 12 else 0


NEAR_BITS = array("Q", [_near_bit(offset - 144) for offset in range(289)])
_FIELDS = frozenset(constants.POSITIONS)
WALLS = array(
    "Q",
    [
        sum(_near_bit(offset) for offset in range(-72, 55) if at + offset not in _FIELDS)
        if at in _FIELDS
        else 0
        for at in range(442)
    ],
)
"""For each position on the board, the mask of nearby fields that are off the board."""


def check_images(images):
    """Raise ValueError if there are no images, or if an image does not fit on the board."""
    check(len(images) > 0, "number of images out of range")
    for symmetry, stones, whites in images:
        check(0 <= symmetry < 8, "symmetry out of range")
        check(0 < len(stones) and len(stones) + len(whites) <= 81, "number of fields out of range")
        check(
            OFFSETS.issuperset(stones) and OFFSETS.issuperset(whites), "field of a pattern out of range"
        )


class Hits:
    """The placements that match on the current board, with their sort keys."""

    def __init__(self):
        self.n = 0
        self.key = memoryview(array("q", bytes(8 * 256)))
        self.image = memoryview(array("i", bytes(4 * 256)))
        self.base = memoryview(array("i", bytes(4 * 256)))

    def add(self, key, image, base):
        """Append a match: an image with its top left corner at `base`."""
        number: cython.int = self.n
        if number == len(self.key):
            self.image = resized(self.image, "i", 2 * number)
            self.base = resized(self.base, "i", 2 * number)
            self.key = resized(self.key, "q", 2 * number)
        self.key[number] = key
        self.image[number] = image
        self.base[number] = base
        self.n += 1
        return 0


class Matcher:
    """A set of patterns, and their matches on a board.

    Patterns are numbered in the order in which they are added; removed patterns retain their numbers.
    """

    def __init__(self) -> None:
        self.n_emptied = 0
        self.changes = memoryview(array("q", bytes(8 * 82)))
        self.empty()

    def empty(self) -> None:
        """Remove all patterns."""
        self.n_emptied += 1
        number: cython.int
        for number in range(82):
            self.changes[number] += 1
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
        # The first two levels of the trie are plain arrays (`root`, and `pair` of 289 x 289 numbers):
        # each stone looks up every other stone and every pair of stones, mostly in vain, and an index is
        # cheaper than a hash.
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

    def add(self, level: cython.int, rank: cython.longlong, images) -> int:
        """Add a pattern and return its number.

        `images` lists (symmetry, stones, whites) for each different image; stones and whites (the empty
        fields) are lists of offsets 17 * y + x, with the focus as the first of the whites. `rank` orders
        the patterns of a level: the pattern with the smallest rank is preferred.
        """
        number: cython.int = self.n_patterns
        check(0 <= level <= 81, "level out of range")
        check(0 <= rank < MAX_RANK, "rank out of range")
        check_images(images)
        if number == len(self.level):
            self.rank = resized(self.rank, "q", 2 * number)
            self.live = resized(self.live, "b", 2 * number)
            self.uses = resized(self.uses, "q", 2 * number)
            self.level = resized(self.level, "i", 2 * number)
        self.level[number] = level
        self.rank[number] = rank
        self.live[number] = 1
        self.uses[number] = 0
        self.n_patterns += 1
        self.n_live += 1
        self.changes[level] += 1
        for symmetry, stones, whites in images:
            self._add_image(number, symmetry, stones, whites)
        return number

    def remove(self, number: cython.int) -> None:
        """Stop matching a pattern."""
        check(0 <= number < self.n_patterns, "pattern out of range")
        # The pattern remains in the trie and is skipped when it is met: deleting it would mean
        # recomputing the masks along its paths.
        self.n_live -= self.live[number]
        self.live[number] = 0
        self.changes[self.level[number]] += 1

    def uses_of(self, number: cython.int) -> int:
        """Return the number of moves that a pattern has decided since its count was reset."""
        check(0 <= number < self.n_patterns, "pattern out of range")
        return self.uses[number]

    def reset_uses(self) -> None:
        """Reset all counts of uses to 0."""
        number: cython.int
        for number in range(self.n_patterns):
            self.uses[number] = 0

    def sort_key(self, number: cython.int) -> tuple[int, int]:
        """Return the sort key of a pattern: level, then rank."""
        check(0 <= number < self.n_patterns, "pattern out of range")
        return (self.level[number], self.rank[number])

    def _add_image(self, number, symmetry, stones, whites):
        """Add an image of a pattern, with one entry for each of its stones."""
        image: cython.int = self.n_images
        if image == len(self.image_pattern):
            self.image_symmetry = resized(self.image_symmetry, "i", 2 * image)
            self.image_start = resized(self.image_start, "i", 2 * image)
            self.image_stones = resized(self.image_stones, "i", 2 * image)
            self.image_whites = resized(self.image_whites, "i", 2 * image)
            self.image_pattern = resized(self.image_pattern, "i", 2 * image)
        if self.n_pool + 81 > len(self.pool):
            self.pool = resized(self.pool, "i", 2 * len(self.pool))
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
        # One entry for each stone: whichever is placed last, it is the anchor of one of them.
        for anchor in stones:
            self._add_entry(
                image,
                anchor,
                sorted([other - anchor for other in stones if other != anchor]),
                self._near([white - anchor for white in whites]),
            )

    def _near(self, offsets):
        """Return a mask of the offsets that lie within the 8 x 8 fields around the anchor."""
        mask: cython.ulonglong = 0
        offset: cython.int
        for offset in offsets:
            mask |= self.near_bits[offset + BIAS]
        return mask

    def _add_entry(self, image, anchor, others, near_whites):
        """Add an entry where the trie path of the offsets `others` ends; narrow the masks on the path."""
        entry: cython.int = self.n_entries
        node: cython.int = -1
        cython.declare(offset=cython.int, slot=cython.int)
        near_stones: cython.ulonglong = self._near(others)
        if entry == len(self.entry_image):
            self.entry_whites = resized(self.entry_whites, "Q", 2 * entry)
            self.entry_stones = resized(self.entry_stones, "Q", 2 * entry)
            self.entry_anchor = resized(self.entry_anchor, "i", 2 * entry)
            self.entry_next = resized(self.entry_next, "i", 2 * entry)
            self.entry_image = resized(self.entry_image, "i", 2 * entry)
        if len(others) == 1:
            node = self._new_node(self.root, others[0] + BIAS)
        elif others:
            node = self._new_node(self.pair, (others[0] + BIAS) * SPAN + others[1] + BIAS)
            self.has_pairs[others[0] + BIAS] = 1
        if node >= 0:
            self.node_whites[node] &= near_whites
            self.node_stones[node] &= near_stones
        # The masks of a node retain only the fields that all entries below it have in common, so that one
        # test can skip them all.
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

    def _slot(self, key):
        """Return the index of the record with the given key, or of a free record if no record has it."""
        # Open addressing with linear probing at a load factor below one half; the multiplication spreads
        # keys that differ only in their low bits.
        slot: cython.int = cython.cast(cython.int, (key * SPREAD >> 15) & (self.n_slots - 1))
        while self.slot[4 * slot] != ALL_64 and self.slot[4 * slot] != key:
            slot = (slot + 1) & (self.n_slots - 1)
        return 4 * slot

    def _new_node(self, table, at):
        """Return the node whose number is at `table[at]`; create a node if there is none."""
        if table[at] < 0:
            table[at] = self._append_node()
        return table[at]

    def _append_node(self):
        """Append an empty node, whose masks exclude nothing yet."""
        node: cython.int = self.n_nodes
        if node == len(self.node_entry):
            self.node_whites = resized(self.node_whites, "Q", 2 * node)
            self.node_stones = resized(self.node_stones, "Q", 2 * node)
            self.node_filter = resized(self.node_filter, "Q", 2 * node)
            self.node_entry = resized(self.node_entry, "i", 2 * node)
        self.node_filter[node] = 0
        self.node_whites[node] = ALL_64
        self.node_stones[node] = ALL_64
        self.node_entry[node] = -1
        self.n_nodes += 1
        return node

    def _slot_at(self, parent, offset):
        """Return the index of the record for the child of `parent` at `offset`; create it if missing."""
        key: cython.ulonglong = parent
        slot: cython.int
        key = key << 9 | (offset + BIAS)
        slot = self._slot(key)
        if self.slot[slot] == ALL_64:
            if 2 * self.n_nodes > self.n_slots:
                self._spread_slots()
                slot = self._slot(key)
            self.slot[slot + 3] = self._append_node()
            self.slot[slot] = key
            self.node_filter[parent] |= cython.cast(cython.ulonglong, 1) << ((offset + BIAS) & 63)
        return slot

    def _spread_slots(self):
        """Double the number of slots and rehash the records."""
        # Four words per record, moved together: masks and node are on the same cache line as the key, so
        # that a lookup that fails at the masks costs one cache miss.
        old: cython.ulonglong[::1] = self.slot
        cython.declare(index=cython.int, slot=cython.int)
        n_old: cython.int = self.n_slots
        self.slot = memoryview(array("Q", [ALL_64]) * (8 * n_old))
        self.n_slots = 2 * n_old
        for index in range(0, 4 * n_old, 4):
            if old[index] != ALL_64:
                slot = self._slot(old[index])
                self.slot[slot : slot + 4] = old[index : index + 4]

    def clear(self, cell, stones):
        """Clear the hits, and use `cell`, which must be an empty board, for matching from now on."""
        self.cell = cell
        self.stones = stones
        self.red_hits.n = self.blue_hits.n = 0

    def put(self, at, first, n_stones, n_others):
        """Collect the matches completed by the stone just placed on `at`.

        The `n_stones` earlier stones of its color begin at `stones[first]`, and the `n_others` stones of
        the opponent begin at `stones[81 - first]`.
        """
        cython.declare(index=cython.int, other=cython.int, node=cython.int, offset=cython.int)
        end: cython.int = first + n_stones
        bits: cython.ulonglong = 0
        own: cython.ulonglong = 0
        taken: cython.ulonglong = self.walls[at]
        # The surroundings of the stone as two masks, computed once: each node and entry then needs two
        # operations instead of a comparison for each field.
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
        # Suffix filters: `bloom[i]` contains the offsets, modulo 64, of all stones from i on. A node with
        # none of its children among them need not be visited. A false positive costs one lookup in vain.
        for index in range(n_stones - 1, -1, -1):
            bits |= cython.cast(cython.ulonglong, 1) << ((self.stones[first + index] - at + BIAS) & 63)
            self.bloom[index] = bits
        # Pairs before deeper nodes: all pairs of own stones, in ascending order, as in the keys of the
        # trie. With 40 stones of a color these are 780 lookups, nearly all of which end at `has_pairs` or
        # `pair`.
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

    def _may_match(self, node):
        """Return whether the masks of a node allow an entry at or below it to match."""
        return (self.node_whites[node] & self.taken | self.node_stones[node] & self.lacking) == 0

    def _walk(self, at, first, index, end, parent):
        """Visit the descendants of a node that are reached by the stones from `index` to `end` - 1."""
        cython.declare(offset=cython.int, slot=cython.int, node=cython.int)
        key: cython.ulonglong = parent
        filter_: cython.ulonglong = self.node_filter[parent]
        key = key << 9
        # Loop over the stones and not over the children: stones are few and sorted, children would need a
        # list.
        while index < end:
            offset = self.stones[index] - at + BIAS
            index += 1
            if filter_ >> (offset & 63) & 1:
                slot = self._slot(key | offset)
                # A free record has no node: its masks, all ones, fail the test like any other mismatch.
                if self.slot[slot + 1] & self.taken | self.slot[slot + 2] & self.lacking:
                    continue
                node = self.slot[slot + 3]
                if self.node_entry[node] >= 0:
                    self._collect(at, self.node_entry[node])
                if self.node_filter[node] & self.bloom[index - first]:
                    self._walk(at, first, index, end, node)
        return 0

    def _collect(self, at, entry):
        """Add each matching entry of a linked list to the hits."""
        color: cython.int = self.cell[at]
        cython.declare(image=cython.int, base=cython.int, index=cython.int, middle=cython.int)
        cython.declare(end=cython.int, number=cython.int, key=cython.longlong)
        hits: Hits = self.red_hits if color == RED else self.blue_hits
        # From the cheapest test to the most expensive: two masks around the stone, then whether the
        # pattern was removed, then the stones and empty fields one by one; on the padded board no
        # coordinate needs a check.
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
            while index < middle and self.cell[base + self.pool[index]] == color:
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

    def is_open(self, image, base):
        """Return whether the empty fields of an image placed at `base` are still empty."""
        index: cython.int = self.image_start[image] + self.image_stones[image]
        end: cython.int = index + self.image_whites[image]
        while index < end:
            if self.cell[base + self.pool[index]] != EMPTY:
                return False
            index += 1
        return True

    def first_hit(self, color):
        """Return the index of a color's open hit with the smallest key; -1 if the color has none."""
        hits: Hits = self.red_hits if color == RED else self.blue_hits
        best: cython.int = -1
        index: cython.int
        # Keys are compared before fields, which need several loads. A heap would have to survive the
        # removal of stones; a list that is only appended to and truncated does so at no cost.
        for index in range(hits.n):
            if (best < 0 or hits.key[index] < hits.key[best]) and self.is_open(
                hits.image[index], hits.base[index]
            ):
                best = index
        return best

    def containers(self, images) -> list[int]:
        """Return the numbers of the patterns that contain one of `images` (as described for `add`)."""
        found = []
        number: cython.int
        image: cython.int = 0
        cython.declare(stone=cython.int, base=cython.int, index=cython.int, n_stones=cython.int)
        cython.declare(n_whites=cython.int)
        cell: cython.char[::1] = memoryview(array("b", [OUTSIDE] * (CELLS + 2 * BIAS)))
        stones: cython.int[::1]
        whites: cython.int[::1]
        check_images(images)
        shapes = [(array("i", shape[1]), array("i", shape[2])) for shape in images]
        # One image of each pattern is compared with all images of the shape, which covers all symmetries.
        # It is drawn on a padded board of its own, so that a shape that extends beyond its edge meets
        # padding.
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

    def shape(self, image: cython.int) -> tuple[int, int, list[int], list[int]]:
        """Return (pattern, symmetry, stones, whites) of an image, with stones and whites as offsets."""
        check(0 <= image < self.n_images, "image out of range")
        start: cython.int = self.image_start[image]
        middle: cython.int = start + self.image_stones[image]
        end: cython.int = middle + self.image_whites[image]
        return (
            self.image_pattern[image],
            self.image_symmetry[image],
            [self.pool[index] for index in range(start, middle)],
            [self.pool[index] for index in range(middle, end)],
        )
