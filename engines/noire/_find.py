# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The board that goes through a game and says where rules match.

Invariants:
- Between calls the board holds the game's position after `ply` moves, whatever plans did in between.
- `asks` has for each rule the color that must be to move, -1 where any may; `active` whether it is asked.
"""

from array import array

import cython

from zet.engines.noire._match import Matcher


@cython.cclass
class GameMatcher(Matcher):
    """A board for the positions of games; the rules are those of renju."""

    def __init__(self, rules: tuple, plans, asks):
        Matcher.__init__(self, rules, plans, False)
        self.asks = asks
        self.active = array("B", bytes(len(asks) + 1))
        self.found = array("i", bytes(4 * (len(asks) + 1)))

    def ask(self, rules: list[int]) -> None:
        """Say which rules are asked from now on."""
        for rule in range(self.n_rules):
            self.active[rule] = 0
        for rule in rules:
            self.active[rule] = 1

    def dismiss(self, rule: cython.int) -> None:
        """Ask a rule no more."""
        self.active[rule] = 0

    def scan(self, ply: cython.int, step: cython.int) -> list[int]:
        """Return the rules that match at the first moment at which any does, which is then `ply`.

        The first to be looked at is given; `step` is 1 or -1: to the end of the game, or its beginning.
        """
        count: cython.int
        with cython.nogil:
            count = self._scan(ply, step)
        self._resume()
        return [self.found[k] for k in range(count)]

    def _scan(self, ply, step):
        cython.declare(k=cython.int, side=cython.int)
        count: cython.int = 0
        while 0 <= ply <= self.n_plies:
            self._go(ply)
            side = (self.first + ply) & 1
            for k in range(self.n_rules):
                if self.active[k] and (self.asks[k] < 0 or self.asks[k] == side):
                    if self._run(2 * self.quick[k], 0) >= 0:
                        self.found[count] = k
                        count += 1
            if self.is_halted:
                self._go(ply)
                return 0
            if count:
                return count
            ply += step
        return 0

    @property
    def moment(self) -> int:
        """How many moves of the game have been played."""
        return self.ply
