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

    # The number of positions of the game at which a search of a plan gave up, and the last such position.
    cdef readonly int n_undecided
    cdef int undecided_at

    cdef void _go_back(self, int ply) noexcept nogil
    cdef void _note_undecided(self, int ply) noexcept nogil
    cdef int _scan(self, int ply, int step) noexcept nogil
