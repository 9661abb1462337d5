# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The search for a move to play where no win is in sight.

Invariant: at ply p, `scores[n_cells * p:]` are those of the cells, and `moves[n_cells * p:]` are the
moves that are tried, the best first.
"""

from array import array

import cython

from zet.engines.renju._threats import ThreatSearch

if not cython.compiled:  # in C they come by the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check
    from zet.engines.renju.codes import *

WORTH = (0, 1, 6, 30, 120, 120)
"""What five places are worth that hold so many stones of one color and none of the other."""

MAX_VALUE = cython.declare(cython.int, 1 << 30)
"""More than anything is worth."""

QUICK = cython.declare(cython.longlong, 30)
"""Fours that the search at each position may try."""


@cython.cclass
class PositionalSearch(ThreatSearch):
    """Alpha-beta search for a playing move, with searches by fours at every position.

    A position is worth what its fives to be are: each five places without a stone of the other color
    count by the number of stones in them (WORTH). The same windows give every empty cell a score, which
    orders the moves and limits them to the most promising ones.
    """

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        ThreatSearch.__init__(self, exact_black, exact_white, restricted, size)
        self.worth = array("i", WORTH)
        self.scores = array("i", bytes(4 * (self.n_cells + 1) * self.n_cells))

    def _static_value(self, color):
        """Return what the position is worth for a color, which is to move."""
        cython.declare(line=cython.int, who=cython.int, first=cython.int, windows=cython.ulonglong)
        total: cython.int = 0
        for line in range(self.n_lines):
            for who in range(2):
                if self.stones[LINES * who + line]:
                    windows = self._windows(who, line)
                    while windows:
                        first = first_bit(windows)
                        windows &= windows - 1
                        first = count_bits(self.stones[LINES * who + line] >> first & 31)
                        total += 5 * self.worth[first] if who == color else -4 * self.worth[first]
        return total

    def _best_cells(self, color, width):
        """List the most promising cells, the best first; return their number."""
        base: cython.int = self.n_cells * self.n_moves
        cython.declare(line=cython.int, who=cython.int, cell=cython.int, first=cython.int)
        cython.declare(score=cython.int)
        n: cython.int = 0
        cython.declare(at=cython.int, windows=cython.ulonglong, places=cython.ulonglong)
        one: cython.ulonglong = 1
        for cell in range(self.n_cells):
            self.scores[base + cell] = 0
        for line in range(self.n_lines):
            for who in range(2):
                windows = self._windows(who, line)
                while windows:
                    first = first_bit(windows)
                    windows &= windows - 1
                    score = self.worth[count_bits(self.stones[LINES * who + line] >> first & 31) + 1]
                    score = 5 * score if who == color else 4 * score
                    places = self.empty[line] & one * 31 << first
                    while places:
                        self.scores[base + self.cell_at[32 * line + first_bit(places)]] += score
                        places &= places - 1
        for cell in range(self.n_cells):
            score = self.scores[base + cell]
            if self.owner[cell] >= 0 or (
                n == width and score <= self.scores[base + self.moves[base + n - 1]]
            ):
                continue
            if color == 0 and self._forbidden(cell) != LEGAL:
                continue
            at = n if n < width else n - 1
            while at > 0 and self.scores[base + self.moves[base + at - 1]] < score:
                self.moves[base + at] = self.moves[base + at - 1]
                at -= 1
            self.moves[base + at] = cell
            if n < width:
                n += 1
        return n

    def _value(self, color, depth, width, alpha, beta):
        """Return the value of the position for the color to move, within the bounds."""
        base: cython.int = self.n_cells * self.n_moves
        cython.declare(n=cython.int, index=cython.int, value=cython.int, forced=cython.int)
        self.nodes += 1
        if self._is_spent():
            return 0
        if self._any_five(color) != -1:
            return WIN_VALUE - self.n_moves
        forced = self._any_five(1 - color)
        if forced == -2 or (forced >= 0 and color == 0 and self._forbidden(forced) != LEGAL):
            return self.n_moves - WIN_VALUE
        if self._quick_win(color, QUICK) == WIN:
            return WIN_VALUE - self.n_moves - self.n_found - 1
        if self.n_moves == self.n_cells:
            return 0
        if forced >= 0:
            self.moves[base] = forced
            n = 1
        elif depth <= 0:
            return self._static_value(color)
        else:
            n = self._best_cells(color, width)
        if n == 0:
            return 0
        for index in range(n):
            self._play(self.moves[base + index], color)
            value = -self._value(1 - color, depth - 1, width, -beta, -alpha)
            self._undo()
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    break
        return alpha

    # -- for Python

    def best_cells(self, color: cython.int, width: cython.int) -> list[int]:
        """Return the most promising legal cells for a color, the best first."""
        check(0 <= color <= 1, "color out of range")
        check(1 <= width <= self.n_cells, "width out of range")
        n: cython.int = self._best_cells(color, width)
        return list(self.moves[self.n_cells * self.n_moves : self.n_cells * self.n_moves + n])

    def value(
        self, color: cython.int, depth: cython.int, width: cython.int, alpha: cython.int, beta: cython.int
    ) -> int | None:
        """Return the value of the position for the color to move, within the bounds; None at a limit."""
        value: cython.int
        check(0 <= color <= 1, "color out of range")
        check(1 <= width <= self.n_cells, "width out of range")
        check(-MAX_VALUE <= alpha and beta <= MAX_VALUE and alpha < beta, "window out of range")
        self.scale = 1
        with cython.nogil:
            value = self._value(color, depth, width, alpha, beta)
        self.poll.raise_error()
        return None if self.nodes >= self.budget else value
