"""The compiled board, for questions about one position."""

from collections.abc import Callable
from functools import cache

from zet.engines.renju._player import PositionalSearch
from zet.engines.renju.model import SIDE, Game
from zet.engines.renju.rules import Forbidden
from zet.engines.renju.weights import Weights, tables

KINDS: tuple[Forbidden, ...] = ("overline", "double_four", "double_three")


BOARDS = {
    "renju": (True, False, True),
    "freestyle": (False, False, False),
    "standard": (True, True, False),
}
"""The rules as arguments of the compiled boards: whether Black needs exactly five, whether White does,
and whether Black has forbidden points."""


@cache
def shared_search(rule: str, size: int = SIDE) -> PositionalSearch:
    """Return the search of this process for a rule and a size; its memory is allocated once."""
    return PositionalSearch(*BOARDS[rule], size)


def weighed_search(weights: Weights, size: int = SIDE) -> PositionalSearch:
    """Return the search of this process for the rule of some weights and a size, with these weights."""
    search = shared_search(weights.rule, size)
    search.weigh(*tables(weights.sets))
    search.judge_by(weights.networks)
    return search


def set_up(
    search: PositionalSearch,
    game: Game,
    nodes: int | None = None,
    poll: Callable[[int], bool] | None = None,
) -> None:
    """Put the position after all moves of a game on a search's board, and begin with new limits.

    The search must be for boards of the game's size.
    """
    search.begin(-1 if nodes is None else nodes, poll)
    for color, cells in enumerate(game.stones()):
        for cell in cells:
            search.play(cell, color)


def forbidden_cells(game: Game) -> dict[int, Forbidden]:
    """Return Black's forbidden cells after all moves of a game, each with the reason."""
    search = shared_search("renju", game.size)
    set_up(search, game)
    found = {cell: search.forbidden(cell) for cell in search.empty_cells()}
    return {cell: KINDS[kind - 1] for cell, kind in found.items() if kind}
