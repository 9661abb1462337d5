"""Wins by fours and threes, for the predicate `wins.by.threes`."""

from zet.engines.noire.codes import UNDECIDED
from zet.engines.renju._threats import ThreatSearch
from zet.engines.renju.constants import MOST_FOURS
from zet.engines.renju.solver import FEW, FIRST_FOURS, FOR_FEW, WIDER

MOVES = 50_000
"""The number of moves that a search for a win tries before it gives up."""

NO_WIN = -2


def move_by_threes(search: ThreatSearch, color: int, threes: int, moves: int) -> int:
    """Return a move by `color` that makes five or begins a win using fours and at most `threes` threes.

    `color` is assumed to be to move in the position on the board of `search`. The result is NO_WIN if
    no such win exists, and UNDECIDED if the search gave up after trying `moves` moves.
    """
    if search.winner() >= 0:
        return NO_WIN
    most = search.nodes + moves
    if search.win_by_fours(color, MOST_FOURS, min(FIRST_FOURS, moves)):
        return _first_four(search)
    for attempt, scale in enumerate((1, 1, *(WIDER**power for power in range(1, 5)))):
        left = most - search.nodes
        if left <= 0 or search.is_spent():
            break
        # Short wins first, as in the solver: few threes, and then a lean search for as many as allowed.
        few, budget = (min(threes, FEW), min(left, FOR_FEW)) if attempt == 0 else (threes, left)
        outcome = search.win_by_threats(
            color, few, is_wide=True, scale=scale, budget=budget, is_lean=attempt > 0
        )
        if outcome:
            move = search.proven_move(few)
            if move < 0 and search.win_by_fours(color, MOST_FOURS):
                return _first_four(search)
            return move
        if outcome is False and few == threes and not search.is_unsure:
            return NO_WIN
    return UNDECIDED


class KnownWins:
    """The results of `move_by_threes` in the positions of a game, on the board of `search`.

    The results are stored because a rule needs them twice, in its quick plan and in its plan as written,
    and because phrases refer to the same position from many moments.
    """

    def __init__(self, search: ThreatSearch) -> None:
        self._search, self._moves = search, MOVES
        self._known: dict[tuple[int, int, int], int] = {}

    def move(self, key: int, color: int, threes: int) -> int:
        """Return the result of `move_by_threes`; `key` is the hash of the position on the board."""
        asked = key, color, threes
        if asked not in self._known:
            found = move_by_threes(self._search, color, threes, self._moves)
            if self._search.is_spent():  # stopped, and not by its own limit
                return NO_WIN
            self._known[asked] = found
        return self._known[asked]

    def clear(self) -> None:
        """Forget all results."""
        self._known.clear()


def _first_four(search: ThreatSearch) -> int:
    """Return the first move of the win by fours that was found last."""
    return (search.line() or search.ends())[0]
