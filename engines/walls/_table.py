# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The transposition table that the searches of walls share.

Algorithm: a hash table of buckets of four slots (two 64-bit numbers each, so a bucket is 64 bytes, one
cache line), indexed by the low bits of the key. Within a bucket the oldest generation is replaced first,
then the shallowest search: aging combined with the depth-preferred scheme of Breuker, Uiterwijk and van
den Herik, "Replacement schemes for transposition tables" (ICCA Journal 17, 1994).

Cost: one cache miss per access, which loads all four slots of a bucket.

Concurrency: a table needs no locks, as it has only one writer. Processes that map the same file have
private pages, which the system copies on the first write. Writers that shared slots could read a key with
the data of another position; storing the exclusive or of key and data in place of the key (Hyatt and
Mann, "A lockless transposition table implementation for parallel search", ICGA Journal 25, 2002) would
prevent that, at the cost of one instruction per access.

Invariant: the entry of a position is in one of the four slots of its bucket.
"""

import mmap
from array import array
from contextlib import suppress

import cython

from zet.engines.walls import constants

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bounds import EXACT, LOWER, UPPER
    from zet.engines.kernel.checks import check

    def prefetch(_address: object) -> None:
        """Do nothing: interpreted code cannot prefetch."""


NOTHING = cython.declare(cython.int, constants.NOTHING)
FULL_DEPTH = cython.declare(cython.int, constants.FULL_DEPTH)

LARGE = cython.declare(cython.int, 1 << 25)
"""The minimum size in bytes of an allocation in huge pages, which take time to fill with zeros."""


def fresh_memory(size: int) -> mmap.mmap:
    """Return `size` bytes of zeros, in huge pages if the system has any.

    Huge pages save time because a bucket is seldom in the processor's cache and, with small pages, the
    translation of its address is seldom cached either.

    Raises:
         MemoryError: there is not enough memory.
    """
    try:
        # Anonymous pages cost nothing until they are used: a table of 1 GiB for one small position is
        # free.
        if hasattr(mmap, "MAP_PRIVATE"):
            memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        else:
            memory = mmap.mmap(-1, size)
    except OSError:
        raise MemoryError from None
    if hasattr(mmap, "MADV_HUGEPAGE") and size >= LARGE:
        with suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


class Table:
    """Search results in a fixed number of slots: four per bucket, two 64-bit numbers per slot.

    The table allocates 2 ** `bits` slots, or uses `memory`, a writable buffer of that size.

    The first number is the key of a position. The second is 0 in an empty slot; otherwise its fields,
    from the lowest bit, are: value + 512 (10 bits), kind of bound (2), depth (10), move (20), generation
    (16). An entry of kind 0 contains two bounds on the value at the end of the game: the lower bound in
    place of the value, and the upper bound + 512 in place of the depth. The 6 bits above its generation
    are the binary logarithm of the number of nodes searched for these bounds. While `is_fixed` is true,
    nothing is stored.
    """

    def __init__(self, bits: cython.int, memory: object = None):
        check(2 <= bits <= 30, "size of the table out of range")
        self.n_slots = cython.cast(cython.longlong, 1) << bits
        self.mask = (cython.cast(cython.longlong, 1) << bits) - 4
        view = memoryview(fresh_memory(16 * self.n_slots) if memory is None else memory)
        check(view.nbytes == 16 * self.n_slots and not view.readonly, "no memory of this size")
        self.slots = view.cast("B").cast("Q")
        self.generation = 1
        self.is_fixed = False

    def find(self, key):
        """Return the entry of a position; 0 if the table has none."""
        first: cython.longlong = (key & self.mask) << 1
        place: cython.int
        # All 64 bits of the key are compared: two positions with the same key are the only way in which
        # the table could yield a wrong value.
        for place in range(0, 8, 2):
            if self.slots[first + place] == key and self.slots[first + place + 1]:
                return self.slots[first + place + 1]
        return 0

    def prefetch(self, key):
        """Prefetch the bucket of a key, which will be needed soon."""
        prefetch(cython.address(self.slots[(key & self.mask) << 1]))

    def depth(self, data):
        """Return the search depth recorded in an entry."""
        return cython.cast(cython.int, data >> 12 & 1023) if data >> 10 & 3 else FULL_DEPTH

    def lower(self, data):
        """Return an entry's lower bound on the value at the end of the game; -512 if it has none."""
        bound: cython.int = data >> 10 & 3
        if bound == UPPER or self.depth(data) != FULL_DEPTH:
            return -512
        return cython.cast(cython.int, data & 1023) - 512

    def upper(self, data):
        """Return an entry's upper bound on the value at the end of the game; 511 if it has none."""
        bound: cython.int = data >> 10 & 3
        if bound == 0:
            return cython.cast(cython.int, data >> 12 & 1023) - 512
        if bound == LOWER or self.depth(data) != FULL_DEPTH:
            return 511
        return cython.cast(cython.int, data & 1023) - 512

    def settled(self, data, alpha, beta):
        """Return an entry's value or bound if it decides a search with this window, otherwise NOTHING."""
        value: cython.int = cython.cast(cython.int, data & 1023) - 512
        bound: cython.int = data >> 10 & 3
        if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
            return value
        if bound == 0:
            if value >= beta or value == self.upper(data):
                return value
            if self.upper(data) <= alpha:
                return self.upper(data)
        return NOTHING

    def keep(self, key, value, alpha, beta, depth, move):
        """Store the result of a search with the window (`alpha`, `beta`)."""
        bound: cython.int = LOWER if value >= beta else EXACT if value > alpha else UPPER
        self.put(
            key,
            cython.cast(cython.ulonglong, value + 512)
            | cython.cast(cython.ulonglong, bound) << 10
            | cython.cast(cython.ulonglong, depth) << 12
            | cython.cast(cython.ulonglong, move) << 22
            | cython.cast(cython.ulonglong, self.generation) << 42,
        )

    def keep_bounds(self, key, low, high, n_nodes, move):
        """Store two bounds on the value at the end of the game, found by a search of `n_nodes` nodes."""
        effort: cython.ulonglong = 0
        # The logarithm suffices: `put` compares entries by the work that losing them would cost, and it
        # fits into six bits.
        while n_nodes > 1:
            n_nodes >>= 1
            effort += 1
        self.put(
            key,
            cython.cast(cython.ulonglong, low + 512)
            | cython.cast(cython.ulonglong, high + 512) << 12
            | cython.cast(cython.ulonglong, move) << 22
            | cython.cast(cython.ulonglong, self.generation) << 42
            | effort << 58,
        )

    def put(self, key, data):
        """Store an entry in its position's slot, else in an empty slot, else over the least useful entry.

        The least useful entry is the shallowest entry of the oldest generation; an entry with two bounds
        is ranked by its number of nodes instead of a depth.
        """
        first: cython.longlong = (key & self.mask) << 1
        worst: cython.longlong = first
        least: cython.longlong = 1 << 40
        cython.declare(rank=cython.longlong, old=cython.ulonglong, place=cython.int)
        # While entries are verified by sampling, the table must not learn from the proofs.
        if self.is_fixed:
            return
        # The slot of the position or an empty slot ends the scan: slots are filled from the front and
        # never emptied, so that no later slot can contain the position.
        for place in range(0, 8, 2):
            old = self.slots[first + place + 1]
            if old == 0 or self.slots[first + place] == key:
                worst = first + place
                break
            # The generation outranks any depth. Entries with two bounds have no depth: in its place, the
            # logarithm of their nodes times 16 is on the same scale of ten bits.
            rank = (old >> 42 & 0xFFFF) << 10
            rank += old >> 12 & 1023 if old >> 10 & 3 else old >> 58 << 4
            if rank < least:
                least = rank
                worst = first + place
        self.slots[worst] = key
        self.slots[worst + 1] = data

    def insert(self, key: cython.ulonglong, data: cython.ulonglong) -> None:
        """Store a packed entry, replacing another entry if the bucket is full."""
        self.put(key, data)

    def entries(self, first: cython.longlong = 0, last: cython.longlong = -1) -> bytes:
        """Return the entries in a range of slots (by default, all), 16 bytes each: key and packed data.

        Both are in the byte order of the machine.
        """
        kept = array("Q")
        slot: cython.longlong
        if last < 0 or last > self.n_slots:
            last = self.n_slots
        check(0 <= first <= last, "slots out of range")
        for slot in range(2 * first, 2 * last, 2):
            if self.slots[slot + 1]:
                kept.append(self.slots[slot])
                kept.append(self.slots[slot + 1])
        return kept.tobytes()

    def memory(self) -> memoryview:
        """Return a read-only view of the slots, 16 bytes each."""
        return memoryview(self.slots).toreadonly().cast("B")

    def copy_of(self, other: object) -> None:
        """Copy the entries of another table of the same size into this table."""
        cython.declare(source=Table, slot=cython.longlong)
        check(isinstance(other, Table), "no table")
        source = other
        check(source.n_slots == self.n_slots, "no table of this size")
        for slot in range(2 * self.n_slots):
            if source.slots[slot]:  # skipping empty slots keeps their pages unallocated
                self.slots[slot] = source.slots[slot]
        self.generation = source.generation
