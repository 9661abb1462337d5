# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The graph of a proof-number search: its nodes, its edges, and their memory.

Data layout: nodes and edges are in parallel arrays, without objects or pointers. A node takes 32 bytes,
including its two slots, and an edge takes 8. The arrays double when they are full, and no node is ever
evicted: a search that needs more than MAX_NODES gives up. Finding a node costs a hash lookup with a short
probe sequence.

Invariants:
- Node `i` has the numbers `proof[i]` and `disproof[i]`; its edges begin at `first_edge[i]` (0 until the
  node is expanded). Edge `j` is the move `edge_move[j]` to the node `edge_node[j]`. Node 0 and edge 0 are
  unused.
- If an edge has not been examined, it has no node yet: `edge_node[j]` is minus the proof number that a
  new node will get.
- The edges of a node are adjacent, because they are all added before another node is expanded.
- `slots` maps the key of a node to the node. The key combines the position, the threes left (the number
  that the attacker may still make) and the kind of node (see `ThreatSearch`).
"""

from array import array

import cython

from zet.engines.kernel.arrays import resized
from zet.engines.renju._fours import FourSearch

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.renju.constants import *

# At most 256 MiB of nodes; the edges need memory besides.
MAX_NODES = cython.declare(cython.int, 1 << 23)


@cython.cclass
class ProofGraph(FourSearch):
    """A graph of positions with proof numbers, for searches that look for a win by the `attacker`."""

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        FourSearch.__init__(self, exact_black, exact_white, restricted, size)
        self.attacker = 0
        self.is_full = False
        self.n_nodes = self.n_edges = 1
        self.node_room = self.edge_room = 0
        self.node_key = array("Q", [0])
        self.proof = self.disproof = array("I", [0])
        self.first_edge = self.edge_count = array("i", [0])
        self.edge_move = self.edge_node = self.slots = array("i", [0])
        self._grow_nodes()
        self._grow_edges()
        self.poll.raise_error()

    def _grow_nodes(self):
        """Double the space for nodes, and rebuild their slots."""
        room: cython.int = 2 * self.node_room or 1 << 12
        n: cython.int = self.n_nodes
        node: cython.int
        # With the GIL: no exception can propagate through the loops, so the search stops and raises it
        # afterwards.
        try:
            self.node_key = resized(self.node_key[:n], "Q", room)
            self.proof = resized(self.proof[:n], "I", room)
            self.disproof = resized(self.disproof[:n], "I", room)
            self.first_edge = resized(self.first_edge[:n], "i", room)
            self.edge_count = resized(self.edge_count[:n], "i", room)
            # Twice as many slots as nodes, all new: rehashing costs less than storing a key in each slot
            # would.
            self.slots = array("i", bytes(4 * 2 * room))
        except BaseException as error:
            self._fail(error)
            return
        self.node_room = room
        for node in range(1, n):
            self.slots[self._slot(self.node_key[node])] = node

    def _grow_edges(self):
        """Double the space for edges."""
        room: cython.int = 2 * self.edge_room or 1 << 13
        try:
            self.edge_move = resized(self.edge_move[: self.n_edges], "i", room)
            self.edge_node = resized(self.edge_node[: self.n_edges], "i", room)
        except BaseException as error:
            self._fail(error)
            return
        self.edge_room = room

    def _slot(self, key):
        """Return the slot that holds the node with the given key, or the empty slot to store it in."""
        mask: cython.int = 2 * self.node_room - 1
        # Linear probing at a load factor of at most one half. Keys are already random numbers and need no
        # mixing.
        slot: cython.int = cython.cast(cython.int, key & mask)
        while self.slots[slot] and self.node_key[self.slots[slot]] != key:
            slot = (slot + 1) & mask
        return slot

    def _key(self, kind, left):
        """Return the key of a node of the given kind in the current position, with `left` threes left."""
        # The same stones with another number of threes left, or another side to move, are another node: a
        # proof for two threes does not hold for one.
        key: cython.ulonglong = (
            self.key ^ self.keys[2 * self.n_cells + self.attacker] ^ self.keys[left] << 1 & ALL
        )
        if kind == 2:
            key ^= self.keys[2 * self.n_cells + 2]
        return ~key & ALL if kind == 1 else key

    def _node(self, kind, left):
        """Return the node of the current position with `left` threes left; create it if necessary.

        If memory runs out, node 0 is returned, and the search stops.
        """
        key: cython.ulonglong = self._key(kind, left)
        slot: cython.int = self._slot(key)
        node: cython.int = self.slots[slot]
        if node:
            return node
        if self.n_nodes == self.node_room:
            self._grow_nodes()
            slot = self._slot(key)
        if self.n_nodes < self.node_room:
            node = self.n_nodes
            self.n_nodes += 1
            self.slots[slot] = node
        if node >= MAX_NODES:
            self.is_full = True
            self.budget = 0
        self.node_key[node] = key
        self.proof[node] = UNIT
        self.disproof[node] = UNIT
        self.first_edge[node] = 0
        self.edge_count[node] = 0
        return node

    def _add_edge(self, node, move, target):
        """Append an edge for a move from the node that is being expanded to the node `target`."""
        if self.n_edges == self.edge_room:
            self._grow_edges()
            if self.n_edges == self.edge_room:
                return
        # No edge of another node comes in between: expanding a node never expands its children.
        if not self.first_edge[node]:
            self.first_edge[node] = self.n_edges
        self.edge_move[self.n_edges] = move
        self.edge_node[self.n_edges] = target
        self.n_edges += 1
        self.edge_count[node] += 1

    def _settle(self, node, is_won):
        """Mark a node as proven if `is_won`, otherwise as disproven."""
        self.proof[node] = 0 if is_won else INFINITE
        self.disproof[node] = INFINITE if is_won else 0

    def _is_new(self, node):
        """Return whether nothing is known about a node yet."""
        return not self.first_edge[node] and self.proof[node] and self.disproof[node]
