"""The player's search, loaded with its weights."""

from functools import cache

from zet.engines.renju._player import PositionalSearch
from zet.engines.renju.board import BOARDS, shared_search
from zet.engines.renju.model import SIDE
from zet.engines.renju.weights import Weights, tables


@cache
def player_search(rule: str, size: int = SIDE) -> PositionalSearch:
    """Return the player's search of this process for a rule and a size; its memory is allocated once."""
    return PositionalSearch(*BOARDS[rule], size)


def weighed_search(weights: Weights, size: int = SIDE) -> PositionalSearch:
    """Return the player's search for a size and for the rule of the weights, loaded with them."""
    search = player_search(weights.rule, size)
    search.weigh(*tables(weights.sets))
    search.judge_by(weights.networks)
    return search


def forget_tables() -> None:
    """Release all searches of this process, including those for threats; new ones allocate new tables."""
    player_search.cache_clear()
    shared_search.cache_clear()
