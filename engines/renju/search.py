"""The searches for a move to play, which a process allocates once and loads with weights."""

from functools import cache

from zet.engines.renju._player import PositionalSearch
from zet.engines.renju._quiet import QuietSearch
from zet.engines.renju.board import BOARDS, shared_search
from zet.engines.renju.model import SIDE
from zet.engines.renju.weights import Weights, by_hand, tables


@cache
def player_search(
    rule: str,
    size: int = SIDE,
    thread: int = 0,  # noqa: ARG001 - a key of the cache
) -> PositionalSearch:
    """Return this process's `PositionalSearch` for a rule, size and thread, allocated on first use."""
    return PositionalSearch(*BOARDS[rule], size)


def weighed_search(weights: Weights, size: int = SIDE, thread: int = 0) -> PositionalSearch:
    """Return the `player_search` for the rule of `weights` and a size, loaded with these weights."""
    search = player_search(weights.rule, size, thread)
    search.weigh(*tables(weights.sets))
    search.judge_by(weights.networks)
    return search


@cache
def quiet_search(rule: str, size: int = SIDE) -> QuietSearch:
    """Return this process's `QuietSearch` for a rule and a size, allocated on first use."""
    return QuietSearch(*BOARDS[rule], size)


@cache
def move_order(rule: str, size: int = SIDE) -> PositionalSearch:
    """Return a board, separate from the player's, that orders moves by the weights set by hand."""
    board = PositionalSearch(*BOARDS[rule], size)
    board.weigh(*tables(by_hand(rule).sets))
    return board


def forget_tables() -> None:
    """Release all searches of this process, including searches for threats, and their tables."""
    player_search.cache_clear()
    shared_search.cache_clear()
    quiet_search.cache_clear()
    move_order.cache_clear()
