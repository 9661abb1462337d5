from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.renju._graph cimport ProofGraph
from zet.engines.renju.constants cimport *

cdef class ThreatSearch(ProofGraph):
    cdef long long scale
    cdef bint is_wide, is_counting, is_lean
    cdef readonly bint is_unsure, is_cut
    # The chain, its length, and the cells that make five after it; -1 if there is no second one.
    cdef int[::1] chain
    cdef int n_chain, chain_end, chain_second_end
    # By cell, for the node being expanded: whether a stone there could create a win by fours.
    cdef int[::1] useful

    cdef int _quick_win(self, int color, long long moves, int most=*) noexcept nogil
    cdef inline int _most_fours(self, int left) noexcept nogil
    cdef unsigned long long _windows(self, int color, int line) noexcept nogil
    cdef unsigned long long _third_places(self, int color, int line) noexcept nogil
    cdef int _third_moves(self, int color, int base, int n) noexcept nogil
    cdef void _keep_chain(self) noexcept nogil
    cdef int _disturbing_cells(self, int base) noexcept nogil
    cdef inline void _mark_fours(self, int color, int line) noexcept nogil
    cdef void _mark_around(self, int cell) noexcept nogil
    cdef bint _chain_still_wins(self, int answer) noexcept nogil
    cdef bint _mark_useful(self, int left) noexcept nogil
    cdef void _expand_attack(self, int node, int left) noexcept nogil
    cdef void _expand_rest(self, int node, int left) noexcept nogil
    cdef void _expand_defense(self, int node, int left) noexcept nogil
    cdef int _first_guess(self, int color) noexcept nogil
    cdef void _prove(
        self, int node, int kind, int left, long long most_proof, long long most_disproof
    ) noexcept nogil
    cdef int _node_after(self, int move, int left, int first) noexcept nogil
    cdef bint _counts_as_three(self, int move) noexcept nogil
