"""The compiled board, for questions about one position."""

import time
from collections.abc import Callable
from functools import cache

from zet.engines.renju._search import Player
from zet.engines.renju.model import Game
from zet.engines.renju.rules import Forbidden

KINDS: tuple[Forbidden, ...] = ("overline", "double_four", "double_three")


BOARDS = {
    "renju": (True, False, True),
    "freestyle": (False, False, False),
    "standard": (True, True, False),
}
"""What the compiled boards are made with: whether Black needs exactly five, whether White does, and
whether Black has forbidden points."""


@cache
def shared_search(rule: str) -> Player:
    """Return the search of this process for a rule: its memory is made once."""
    return Player(*BOARDS[rule])


def deadline(started: float, seconds: float | None) -> Callable[[], bool]:
    """Return a poll that ends a search some seconds after a time of `time.monotonic`; None: never.

    That it is called at all lets Ctrl-C through.
    """
    return lambda: seconds is not None and time.monotonic() - started >= seconds


def set_up(
    search: Player,
    game: Game,
    nodes: int | None = None,
    poll: Callable[[], bool] | None = None,
) -> None:
    """Put the position after all moves of a game on the board, and begin a new search with its limits."""
    search.begin(-1 if nodes is None else nodes, poll)
    for color, cells in enumerate(game.stones()):
        for cell in cells:
            search.play(cell, color)


def forbidden_cells(game: Game) -> dict[int, Forbidden]:
    """Return Black's forbidden cells after all moves of a game, each with the reason."""
    search = shared_search("renju")
    set_up(search, game)
    found = {cell: search.forbidden(cell) for cell in search.empty_cells()}
    return {cell: KINDS[kind - 1] for cell, kind in found.items() if kind}
