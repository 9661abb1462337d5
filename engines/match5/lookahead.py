"""An opponent that looks ahead: alpha-beta (`_alphabeta`), with a random choice among equal moves."""

import re
from collections.abc import Callable, Sequence

from zet.engines.match5._alphabeta import AlphaBeta
from zet.engines.match5.constants import BUILT_IN
from zet.engines.match5.model import BLUE, FIELDS, WINDOWS
from zet.engines.match5.player import Move

NAME = "alphabeta"
DEPTH = 4
"""The default number of moves to look ahead."""


def depth_of(opponent: str) -> int | None:
    """Return the number of moves that an opponent looks ahead; None unless it is `alphabeta`.

    >>> depth_of("alphabeta"), depth_of("alphabeta:6"), depth_of("greedy")
    (4, 6, None)

    Raises:
        ValueError: the depth is not a number from 1 to 81.
    """
    name, colon, depth = opponent.partition(":")
    if name != NAME:
        return None
    if not colon:
        return DEPTH
    if not (re.fullmatch("[1-9][0-9]?", depth) and int(depth) <= FIELDS):
        raise ValueError(f"the depth must be a number from 1 to {FIELDS}, not {depth!r}")
    return int(depth)


def is_built_in(opponent: str) -> bool:
    """Return whether an opponent is built in: one of BUILT_IN, or `alphabeta` with a depth.

    Raises:
        ValueError: the depth is not a number from 1 to 81.
    """
    return opponent in BUILT_IN or depth_of(opponent) is not None


class LookingAhead:
    """An opponent that plays blue and looks `depth` moves ahead; `is_stopped` can abort its search."""

    def __init__(self, depth: int, is_stopped: Callable[[], bool] = lambda: False) -> None:
        self.depth = depth
        self._search = AlphaBeta(lambda _nodes: is_stopped(), WINDOWS)

    def choose(self, moves: Sequence[Move], draw: Callable[[int], int]) -> int | None:
        """Return a best move for blue, drawn at random by `draw`; None if the search was stopped."""
        board = bytearray(FIELDS)
        for move in moves:
            board[move.field] = move.color
        found = self._search.best(board, BLUE, self.depth)
        return None if found is None else found[1][draw(len(found[1]))]
