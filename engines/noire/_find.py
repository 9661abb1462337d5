# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The board that goes through a game and finds where rules match.

Invariants:
- Between calls the board holds the game's position after `ply` moves, even if plans moved it in between.
- `asks` has for each rule the color that must be to move, -1 for any; `active` whether the rule is tried.
  `turns` has the color that its plan needs to be to move, `lasts` that of the last stone.
"""

from array import array

import cython

from zet.engines.noire._match import Matcher

if not cython.compiled:  # in C they come by the .pxd
    from zet.engines.kernel.checks import check, check_all
    from zet.engines.renju.constants import N_CELLS


@cython.cclass
class GameMatcher(Matcher):
    """A board for the positions of games; the rules are those of renju."""

    def __init__(self, rules: tuple, plans, asks):
        Matcher.__init__(self, rules, plans, False)
        check(len(asks) == self.n_rules, "not as many colors as rules")
        self.asks = asks
        self.turns = plans.turns
        self.lasts = plans.lasts
        self.active = array("B", bytes(len(asks) + 1))
        self.found = array("i", bytes(4 * (len(asks) + 1)))

    def set_game(self, game, last_at, first: cython.int, winner: cython.int, how: cython.int) -> None:
        """Set the game: its moves (-1 a pass), the last stone before each, and the first color.

        `last_at` has one more entry, after the last move. `winner` is a color, -1 for none, -2 if not
        known; `how` is the number of a word, -2 if not known. After this no stones can be put until
        `clear`.
        """
        check(self.ply == 0, "a game is under way")
        check(len(last_at) == len(game) + 1, "not one last move more than moves")
        check(0 <= first <= 1, "color out of range")
        check(-2 <= winner <= 1 and -2 <= how <= 100, "result out of range")
        moves = array("i", game or [-1])
        lasts = array("i", last_at)
        check_all(moves, -1, N_CELLS - 1, "move out of range")
        check_all(lasts, -1, N_CELLS - 1, "last move out of range")
        taken = bytearray(N_CELLS)
        for cell in moves:
            if cell >= 0:
                check(not taken[cell] and self.owner[cell] < 0, "a move is on a stone")
                taken[cell] = 1
        self.game = moves
        self.last_at = lasts
        self.n_plies = len(game)
        self.first = first
        self.winner_color = winner
        self.how_ended = how
        self.last = -1

    def go(self, ply: cython.int) -> None:
        """Put the position after a number of the game's moves on the board."""
        check(0 <= ply <= self.n_plies, "the game has not so many moves")
        self.ply = ply
        self._show()

    def put(self, cell: cython.int, color: cython.int) -> None:
        """Play a stone from before the game; it becomes the last one."""
        check(self.n_plies == 0, "a game is set")
        Matcher.put(self, cell, color)

    def take(self) -> None:
        """Take the last stone back."""
        check(self.n_plies == 0, "a game is set")
        Matcher.take(self)

    def clear(self) -> None:
        """Empty the board; the game is forgotten."""
        Matcher.clear(self)
        self.n_plies = self.ply = self.shown = 0

    def ask(self, rules: list[int]) -> None:
        """Set the rules to try."""
        check_all(rules, 0, self.n_rules - 1, "rule out of range")
        for rule in range(self.n_rules):
            self.active[rule] = 0
        for rule in rules:
            self.active[rule] = 1

    def dismiss(self, rule: cython.int) -> None:
        """Stop trying a rule."""
        check(0 <= rule < self.n_rules, "rule out of range")
        self.active[rule] = 0

    def scan(self, ply: cython.int, step: cython.int) -> list[int]:
        """Return the rules that match at the first moment at which any does, which is then `ply`.

        The search begins at the given moment; `step` is 1 or -1: to the end of the game, or its
        beginning.
        """
        count: cython.int
        check(step == 1 or step == -1, "step out of range")
        with cython.nogil:
            count = self._scan(ply, step)
        self._resume()
        return [self.found[k] for k in range(count)]

    def _scan(self, ply, step):
        cython.declare(k=cython.int, side=cython.int, color=cython.int)
        count: cython.int = 0
        while 0 <= ply <= self.n_plies:
            self.ply = ply
            self._show()
            side = (self.first + ply) & 1
            color = self.owner[self.last] if self.last >= 0 else -1
            for k in range(self.n_rules):
                if (
                    self.active[k]
                    and (self.asks[k] < 0 or self.asks[k] == side)
                    and (self.turns[k] < 0 or self.turns[k] == side)
                    and (self.lasts[k] < 0 or self.lasts[k] == color)
                ):
                    if self._run(2 * self.quick[k], 0) >= 0:
                        self.found[count] = k
                        count += 1
            self.ply = ply  # a halt may have left it elsewhere
            self._show()
            if self.is_halted:
                return 0
            if count:
                return count
            ply += step
        return 0

    @property
    def moment(self) -> int:
        """How many moves of the game have been played."""
        return self.ply
