# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The table that the searches of walls share.

Invariant: what is known of a position stands in one of the four slots of its bucket.
"""

from array import array
from mmap import mmap

import cython

from zet.engines.walls import codes

if not cython.compiled:  # in C they come by the .pxd
    from zet.engines.kernel.checks import check

NOTHING = cython.declare(cython.int, codes.NOTHING)

UPPER = cython.declare(cython.int, 1)
LOWER = cython.declare(cython.int, 2)
EXACT = cython.declare(cython.int, 3)


class Table:
    """What searches found, in a fixed number of slots: four to a bucket, two numbers to a slot.

    The first number is the key of a position, the second, 0 in an empty slot, has from its lowest bit:
    value + 512 (10 bits), kind of bound (2), depth (10), move (20), generation (16).
    """

    def __init__(self, bits: cython.int):
        check(2 <= bits <= 30, "size of the table out of range")
        self.n_slots = cython.cast(cython.longlong, 1) << bits
        self.mask = (cython.cast(cython.longlong, 1) << bits) - 4
        self.slots = memoryview(mmap(-1, 16 << bits)).cast("Q")  # zeros, as far as they are touched
        self.generation = 1

    def find(self, key):
        """Return what is known of a position, 0 for nothing."""
        first: cython.longlong = (key & self.mask) << 1
        place: cython.int
        for place in range(0, 8, 2):
            if self.slots[first + place] == key and self.slots[first + place + 1]:
                return self.slots[first + place + 1]
        return 0

    def settled(self, data, alpha, beta):
        """Return the value in an entry, or NOTHING if it does not settle a search with this window."""
        value: cython.int = cython.cast(cython.int, data & 1023) - 512
        bound: cython.int = data >> 10 & 3
        if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
            return value
        return NOTHING

    def keep(self, key, value, alpha, beta, depth, move):
        """Note what a search with this window found."""
        bound: cython.int = LOWER if value >= beta else EXACT if value > alpha else UPPER
        self.put(
            key,
            cython.cast(cython.ulonglong, value + 512)
            | cython.cast(cython.ulonglong, bound) << 10
            | cython.cast(cython.ulonglong, depth) << 12
            | cython.cast(cython.ulonglong, move) << 22
            | cython.cast(cython.ulonglong, self.generation) << 42,
        )

    def put(self, key, data):
        """Put an entry into the slot of its position, an empty one, or the oldest and shallowest."""
        first: cython.longlong = (key & self.mask) << 1
        worst: cython.longlong = first
        least: cython.longlong = 1 << 40
        cython.declare(rank=cython.longlong, old=cython.ulonglong, place=cython.int)
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
