"""Weaker levels of the player, for people: less search, and slips.

In a slip, the player plays the move that it ranks second, or third, and so on; each rank is played half
as often as the rank above it. A slip never misses a five, never fails to block a five, and never plays a
move that the search has proven lost. Thus a weak level, like a person, overlooks plans and long wins, but
not the end of the game.
"""

from random import Random
from typing import NamedTuple

from zet.engines.renju.model import Game
from zet.engines.renju.player import Choice, best_move, explain
from zet.engines.renju.rules import Board
from zet.engines.renju.weights import Weights

WIDTH = 6
"""The number of moves that are ranked for a slip: the best move, and the moves that a slip may play."""


class Level(NamedTuple):
    """A level of play: the number of moves that a search tries, and the share of moves that are slips."""

    nodes: int
    slips: float


LEVELS = (
    Level(1, 0.8),
    Level(1, 0.62),
    Level(1, 0.42),
    Level(1, 0.2),
    Level(30, 0.08),
    Level(100, 0.04),
    Level(300, 0.02),
    Level(1_200, 0),
    Level(10_000, 0),
    Level(200_000, 0),
)
"""The levels, from 1; docs/renju/player.md lists the differences between them in Elo."""


def move_at(game: Game, weights: Weights, level: int, rng: Random) -> Choice:
    """Return the move that the player chooses at a level from 1 to 10; `rng` decides whether it slips.

    Raises:
        GameOverError: the game is over, or no legal move is left.
    """
    nodes, slips = LEVELS[level - 1]
    board = Board.of(game, weights.rule)
    is_urgent = any(board.five_cells(color) for color in (0, 1))
    if is_urgent or not game.moves or rng.random() >= slips:
        return best_move(game, weights, nodes=nodes)
    found = explain(game, weights, count=WIDTH, nodes=nodes)
    others = [one for one in found.others if one.reason != "lost"] or [found.choice]
    return rng.choices(others, [0.5**rank for rank in range(len(others))])[0]
