"""Set up the compiled board for questions about a single position."""

from collections.abc import Callable
from functools import cache

from zet.engines.kernel.budget import NO_LIMIT
from zet.engines.renju._threats import ThreatSearch
from zet.engines.renju.model import SIDE, Game
from zet.engines.renju.rules import Forbidden

KINDS: tuple[Forbidden, ...] = ("overline", "double_four", "double_three")


BOARDS = {
    "renju": (True, False, True),
    "freestyle": (False, False, False),
    "standard": (True, True, False),
}
"""The arguments of a compiled board, by rule: whether Black needs exactly five, whether White does, and
whether Black has forbidden points.
"""


@cache
def shared_search(rule: str, size: int = SIDE) -> ThreatSearch:
    """Return the search that this process shares for a rule and a size; it is allocated on first use."""
    return ThreatSearch(*BOARDS[rule], size)


def set_up(
    search: ThreatSearch,
    game: Game,
    nodes: int | None = None,
    poll: Callable[[int], bool] | None = None,
) -> None:
    """Place the stones of a game on the board of a search, and set new limits.

    The board and the game must have the same size. The search ends after trying `nodes` moves, or when
    `poll`, called periodically with the number of moves tried, returns true.
    """
    search.begin(-1 if nodes is None else min(nodes, NO_LIMIT), poll)
    for color, cells in enumerate(game.stones()):
        for cell in cells:
            search.play(cell, color)


def forbidden_cells(game: Game) -> dict[int, Forbidden]:
    """Return Black's forbidden cells after all moves of a game, each with the reason."""
    search = shared_search("renju", game.size)
    set_up(search, game)
    found = {cell: search.forbidden(cell) for cell in search.empty_cells()}
    return {cell: KINDS[kind - 1] for cell, kind in found.items() if kind}
