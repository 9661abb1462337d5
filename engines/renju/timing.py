"""The limits of a player in a game, and the share of them for a move."""

from dataclasses import dataclass

MARGIN = 0.01
"""The part of a move's time kept for everything but the search: seconds, and a share."""
SHARE = 0.03

MOVES_TO_GO = 20
"""The number of moves among which the rest of a game's time is divided."""


@dataclass(frozen=True, slots=True)
class Limits:
    """A player's limits: seconds for a move, for all moves of a game, and added after each.

    None is no limit. `nodes` is how many moves its search may try for a move. A move may be `tolerance`
    seconds late.
    """

    turn: float | None = None
    game: float | None = None
    increment: float = 0.0
    nodes: int | None = None
    tolerance: float = 0.1

    def most(self, left: float | None) -> float | None:
        """Return the most seconds that a move may take, with `left` seconds for the game."""
        both = [limit for limit in (self.turn, left) if limit is not None]
        return min(both) if both else None

    def thinking(self, left: float | None) -> float | None:
        """Return the seconds to think, with `left` seconds for the game; None: no limit.

        A move uses all but a margin of its own time, or a part of the time for the game and the
        increment.
        """
        most = self.most(left)
        if most is None:
            return None
        if left is not None:
            most = min(most, left / MOVES_TO_GO + self.increment)
        return max(most - MARGIN - SHARE * most, most / 2)
