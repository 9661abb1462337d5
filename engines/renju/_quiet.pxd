from zet.engines.kernel.bits cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.renju._threats cimport ThreatSearch
from zet.engines.renju.constants cimport *

cdef class QuietSearch(ThreatSearch):
    # The key of the defender's stone that tells the current search from one that has been proven; 0 if
    # there is none.
    cdef unsigned long long extra
    cdef bint is_limited
    # A proof, as in `Verifier`, and whether its parts have been visited.
    cdef int[::1] part_move, part_threat, part_first, answer, after
    cdef signed char[::1] part_seen

    cdef bint _counts_as_three(self, int move) noexcept nogil
    cdef void _expand_attack(self, int node, int left) noexcept nogil
    cdef int _known_move(self, int left) noexcept nogil
    cdef void _walk(self, int part) noexcept nogil
    cdef void _mark_lines(self, int cell) noexcept nogil
    cdef void _mark_line(self, int line) noexcept nogil
