from zet.engines.kernel.checks cimport check, check_all
from zet.engines.noire._match cimport Matcher
from zet.engines.noire.codes cimport MAX_NUMBER
from zet.engines.renju.constants cimport N_CELLS

cdef class GameMatcher(Matcher):
    # For each rule; but `found` lists the rules that match at the position where the scan ended.
    cdef int[::1] asks, turns, lasts, found
    cdef unsigned char[::1] active
    # The moves and the last stones of a game that `excludes` examines.
    cdef int[::1] line, line_lasts

    cdef int _scan(self, int ply, int step) noexcept nogil
