from zet.engines.renju._fours cimport FourSearch
from zet.engines.renju.constants cimport *

cdef class ProofGraph(FourSearch):
    cdef int attacker
    cdef readonly bint is_full
    # By node: its key, numbers and edges. By edge: its move and the node it leads to. `slots` is an open
    # hash table of node numbers, twice as large as the space for nodes.
    cdef int n_nodes, n_edges, node_room, edge_room
    cdef unsigned long long[::1] node_key
    cdef unsigned int[::1] proof, disproof
    cdef int[::1] first_edge, edge_count, edge_move, edge_node, slots

    cdef void _grow_nodes(self) noexcept with gil
    cdef void _grow_edges(self) noexcept with gil
    cdef inline int _slot(self, unsigned long long key) noexcept nogil
    cdef inline unsigned long long _key(self, int kind, int left) noexcept nogil
    cdef int _node(self, int kind, int left) noexcept nogil
    cdef void _add_edge(self, int node, int move, int target) noexcept nogil
    cdef inline void _settle(self, int node, bint is_won) noexcept nogil
    cdef inline bint _is_new(self, int node) noexcept nogil
