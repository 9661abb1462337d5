cimport cython
from zet.engines.noire._tables cimport GroupBoard
from zet.engines.noire.codes cimport MAX_NUMBER
from zet.engines.renju.constants cimport N_CELLS

cdef class HistoryBoard(GroupBoard):
    # For each cell, the number of the move that fills it, and the color of the stone.
    cdef int[::1] placed_at, placed_color
    cdef int[::1] ways_x, ways_y
    # The keys of the pictures in the cache, and eight hashes for each of them.
    cdef long long[::1] picture_keys
    cdef unsigned long long[::1] pictures, stone_keys
    cdef long long n_games
    cdef int winner_color, how_ended
    # The moves of all variations, where each begins, how many moves it shares with the one before, and
    # its result. `variation` is the current one, and `home` that of the game.
    cdef int[::1] all_moves, begins, shared, winners, hows
    cdef int n_variations, variation, home

    cdef void _note_board(self) noexcept nogil
    cdef void _note_move(self, int ply, int cell) noexcept nogil
    @cython.final
    cdef inline int _color(self, int cell) noexcept nogil
    cdef bint _echoes(self, int cell, int most, int moment, int other, int way) noexcept nogil
    cdef int _picture(self, int cell, int most, int moment) noexcept nogil
    cdef void _switch(self, int variation) noexcept nogil
    cdef int _next_variation(self, int after) noexcept nogil
    cdef int _color_at(self, int x, int y, int moment) noexcept nogil
