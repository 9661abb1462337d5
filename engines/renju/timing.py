"""The limits of a player in a game, and how much of them a move takes."""

from dataclasses import dataclass

MARGIN = 0.01
"""Seconds of a move's time that are left for everything but the search, and the part of it that is."""
SHARE = 0.03

MOVES_TO_GO = 20
"""Among how many moves what is left of a game's time is divided."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a player has: seconds for a move, for all moves of a game, and more after each.

    None is no limit. `nodes` is how many moves its search may try for a move. A move may take `tolerance`
    seconds longer than there are.
    """

    turn: float | None = None
    game: float | None = None
    increment: float = 0.0
    nodes: int | None = None
    tolerance: float = 0.1

    def most(self, left: float | None) -> float | None:
        """Return the most seconds that a move may take, with so many left for the game."""
        both = [limit for limit in (self.turn, left) if limit is not None]
        return min(both) if both else None

    def thinking(self, left: float | None) -> float | None:
        """Return for how many seconds to think, with so many left for the game; None: without a limit.

        Of the time for a move all but a margin is used; of the time for a game a part, and the increment.
        """
        most = self.most(left)
        if most is None:
            return None
        if left is not None:
            most = min(most, left / MOVES_TO_GO + self.increment)
        return max(most - MARGIN - SHARE * most, most / 2)
