# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A board that records the content of each cell at every position of a game, not only the current one.

Stones are not removed in renju, so the number of the move that fills a cell, and its color, determine the
content of the cell at every position.

A game may be a variation of a tree. Variations are numbered in depth-first order, so all variations with
the same first moves are adjacent. Switching to another variation replaces the moves after the common
moves.

A picture is the square around a cell at a position. Two pictures are compared by hashes. The hash of a
picture is the exclusive or of keys: one for each stone, chosen by its color and its place in the square,
and one for each cell beyond the board, chosen by its place (Zobrist hashing, 1970). A picture has eight
hashes, one for each orientation of the board. A cache contains the most recent pictures; pictures with
equal hashes are compared cell by cell.

Cost: recording a move takes two stores; a switch to another variation removes and records the moves after
the common moves. Hashing a picture reads each cell of its square once and, unless the cell is empty,
updates eight hashes; while the picture is in the cache, comparing it with another picture means comparing
two numbers. In this way the predicate `echo` examines 265,000 positions a second; it examined 6,448 when
the board moved to every earlier position and all cells were compared (BENCHMARKS.md, "Questions to
games").

Invariants:
- `placed_at` is 0 for a stone from before the game, and MAX_NUMBER for a cell that remains empty.
- `n_games` changes with the game and the variation, so pictures of other games and variations are never
  found in the cache.
- `game`, `last_at`, `n_plies` and the result belong to the current variation.
"""

from array import array
from itertools import islice

import cython

from zet.engines.kernel.rng import splitmix64
from zet.engines.noire._tables import GroupBoard
from zet.engines.noire.codes import WAYS_X, WAYS_Y

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.noire.codes import MAX_NUMBER
    from zet.engines.renju.constants import N_CELLS

N_PICTURES = cython.declare(cython.int, 1024)
REACH = cython.declare(cython.int, 14)
"""The largest distance from the center of a picture to its edge."""
WIDTH = cython.declare(cython.int, 29)
STEPS_X, STEPS_Y = array("i", WAYS_X), array("i", WAYS_Y)
STONE_KEYS = array("Q", islice(splitmix64(19700401), 4 * 29 * 29))


@cython.cclass
class HistoryBoard(GroupBoard):
    """A board of groups with the history of a game, which `_note_board` and `_note_move` record."""

    def __init__(self, rules: tuple, plans):
        GroupBoard.__init__(self, rules, plans)
        self.placed_at = array("i", [MAX_NUMBER]) * 225
        self.placed_color = array("i", bytes(4 * 225))
        self.ways_x, self.ways_y = STEPS_X, STEPS_Y
        self.stone_keys = STONE_KEYS
        self.picture_keys = array("q", [-1]) * 1024
        self.pictures = array("Q", bytes(8 * 8 * 1024))
        self.n_games = 0
        self.winner_color = self.how_ended = -2
        self.n_variations = self.variation = self.home = 0

    def _note_board(self):
        """Begin a game: record the cells and the colors of the stones from before the game."""
        cell: cython.int
        self.n_games += 1
        for cell in range(N_CELLS):
            self.placed_at[cell] = 0 if self.owner[cell] >= 0 else MAX_NUMBER
            self.placed_color[cell] = self.owner[cell]

    def _note_move(self, ply, cell):
        """Record the cell and the color of the move that follows the first `ply` moves."""
        self.placed_at[cell] = ply + 1
        self.placed_color[cell] = (self.first + ply) & 1

    def _next_variation(self, after):
        """Return the next variation whose moves so far differ from the current ones only in the last.

        The result is -1 if no such variation is left. `after` is the result of the previous call for the
        same position, -1 in the first call.
        """
        cython.declare(k=cython.int, place=cython.int)
        common: cython.int = self.ply - 1
        if common < 0 or not self.n_variations:
            return -1
        k = after + 1
        if after < 0:
            k = self.variation
            # `shared[k]` is the number of first moves that variations k and k - 1 have in common. All
            # variations with the same first `common` moves are adjacent: go back to the first of them.
            while k > 0 and self.shared[k] >= common:
                k -= 1
        elif k == self.n_variations or self.shared[k] < common:
            return -1
        while True:
            place = self.begins[k] + common
            if place < self.begins[k + 1] and self.all_moves[place] != self.game[common]:
                return k
            k += 1
            if k == self.n_variations or self.shared[k] < common:
                return -1

    def _switch(self, variation):
        """Switch to the position after the same number of moves in the given variation."""
        cython.declare(k=cython.int, cell=cython.int, begin=cython.int, last=cython.int)
        ply: cython.int = self.ply
        common: cython.int = MAX_NUMBER
        if variation == self.variation:
            return
        # Two variations share the minimum of what the variations between them share with their
        # predecessors.
        for k in range(min(variation, self.variation) + 1, max(variation, self.variation) + 1):
            common = min(common, self.shared[k])
        if self.shown > common:
            self.ply = common
            self._show()
            self.ply = ply
        # All old moves are removed before the new ones are recorded, as both may use the same cells.
        for k in range(common, self.n_plies):
            if self.game[k] >= 0:
                self.placed_at[self.game[k]] = MAX_NUMBER
        begin = self.begins[variation]
        self.n_plies = self.begins[variation + 1] - begin
        last = self.last_at[common]
        for k in range(common, self.n_plies):
            cell = self.all_moves[begin + k]
            self.game[k] = cell
            if cell >= 0:
                self._note_move(k, cell)
                last = cell
            self.last_at[k + 1] = last
        self.winner_color = self.winners[variation]
        self.how_ended = self.hows[variation]
        self.variation = variation
        self.n_games += 1

    def _color(self, cell):
        """Return the color of a cell at the current position; -1 if empty."""
        if self.shown == self.ply:
            return self.owner[cell]
        return self.placed_color[cell] if self.placed_at[cell] <= self.ply else -1

    def _echoes(self, cell, most, moment, other, way):
        """Return whether the current square around `cell` equals the square around `other` at `moment`.

        The square around `other` is turned by the symmetry `way`. Both squares reach `most` cells in each
        direction. A cell beyond the board equals only another cell beyond the board.
        """
        cython.declare(i=cython.int, j=cython.int, color=cython.int, left=cython.int)
        cython.declare(x=cython.int, y=cython.int, picture=cython.ulonglong)
        if not (0 <= most <= REACH and 0 <= moment <= self.n_plies and 0 <= way < 8):
            return False
        # A question about echoes compares a picture with those at all earlier positions, eight times
        # each: nearly all of these comparisons end here.
        picture = self.pictures[self._picture(cell, most, self.ply)]
        if self.pictures[self._picture(other, most, moment) + way] != picture:
            return False
        left = way + 1 if way < 4 else way - 1
        left = 2 * left & 7
        way = 2 * way & 7
        # Equal hashes are no proof. `way` and `left` become the images of the two axes of the square: for
        # the first four ways `left` is a quarter turn from `way` in one direction (rotations), for the
        # others in the opposite direction (reflections).
        for j in range(-most, most + 1):
            for i in range(-most, most + 1):
                x = other % 15 + i * self.ways_x[way] + j * self.ways_x[left]
                y = other // 15 + i * self.ways_y[way] + j * self.ways_y[left]
                color = self._color_at(x, y, moment)
                if self._color_at(cell % 15 + i, cell // 15 + j, self.ply) != color:
                    return False
        return True

    def _picture(self, cell, most, moment):
        """Hash the eight images of a square at a moment; return the index of the first hash.

        The square reaches `most` cells from `cell` in each direction.
        """
        cython.declare(i=cython.int, j=cython.int, color=cython.int, left=cython.int, way=cython.int)
        cython.declare(place=cython.int, x=cython.int, y=cython.int, ahead=cython.int)
        key: cython.longlong = ((self.n_games * (MAX_NUMBER + 1) + moment) * 225 + cell) * 15 + most
        # A direct-mapped cache: a picture replaces the one in its slot.
        slot: cython.int = key % N_PICTURES
        if self.picture_keys[slot] == key:
            return 8 * slot
        self.picture_keys[slot] = key
        for way in range(8):
            self.pictures[8 * slot + way] = 0
        for j in range(-most, most + 1):
            for i in range(-most, most + 1):
                color = self._color_at(cell % 15 + i, cell // 15 + j, moment)
                if color == -1:
                    continue
                # The square turns and the board does not: one look at a cell serves all eight hashes.
                for way in range(8):
                    left = way + 1 if way < 4 else way - 1
                    left = 2 * left & 7
                    ahead = 2 * way & 7
                    x = i * self.ways_x[ahead] + j * self.ways_y[ahead] + REACH
                    y = i * self.ways_x[left] + j * self.ways_y[left] + REACH
                    place = ((color + 2) * WIDTH + y) * WIDTH + x
                    self.pictures[8 * slot + way] ^= self.stone_keys[place]
        return 8 * slot

    def _color_at(self, x, y, moment):
        """Return the color of a point at a moment of the game: -1 if empty, -2 beyond the board."""
        if not (0 <= x < 15 and 0 <= y < 15):
            return -2
        return self.placed_color[15 * y + x] if self.placed_at[15 * y + x] <= moment else -1
