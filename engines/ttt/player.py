"""Players of tic-tac-toe and its family, and the evaluation of their moves."""

from collections.abc import Callable
from functools import lru_cache
from random import Random

from zet.engines.ttt._search import Search
from zet.engines.ttt.model import Position, lines
from zet.engines.ttt.original import DEPTH, original_moves
from zet.engines.ttt.solver import TABLE_SIZE, Result, check_limits, over, solve
from zet.engines.ttt.table import evaluate

MAX_LOOKED_UP = 9
"""The largest board, in cells, whose positions are looked up in a complete table."""


def best_move(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    table_size: int = TABLE_SIZE,
) -> Result:
    """Return the value of a position and all its best moves.

    Positions of boards of up to `MAX_LOOKED_UP` cells are looked up in a table, so the limits have no
    effect. Positions of larger boards are searched within the limits.

    Raises:
        ValueError: a limit is negative, or the table size is not between 1 and `MAX_TABLE_SIZE`.
        PositionError: the board has more cells than the search supports.
        MemoryLimitError: the table does not fit in memory.
    """
    if len(position.cells) > MAX_LOOKED_UP:
        return solve(position, nodes=nodes, seconds=seconds, table_size=table_size)
    check_limits(nodes, seconds, table_size)
    return _looked_up(position)


@lru_cache(maxsize=1 << 14)
def _looked_up(position: Position) -> Result:
    if position.is_over:
        return over(position)
    value, distance, moves = evaluate(position)
    return Result("ok", value, distance, moves, value, value, None, 0, 0)


Player = Callable[[Position, Random], int]
"""A function that chooses a move in an unfinished position; its random choices use the given
generator.
"""


def perfect_player(seconds: float | None = None) -> Player:
    """Return the perfect player, which chooses at random among the best moves.

    If the search has not proven the best moves within `seconds`, or the board is too large for the
    search, the player chooses among the most promising moves.
    """

    def player(position: Position, random: Random) -> int:
        moves = None
        if len(position.cells) <= Search.most_cells():
            moves = best_move(position, seconds=seconds).moves
        return random.choice(_promising(position) if moves is None else moves)

    return player


def _promising(position: Position) -> list[int]:
    """Return the empty cells with the greatest weight of open lines.

    Each stone quadruples the weight of a line. Lines with stones of the side to move, and lines without
    stones, count twice.
    """
    worth = dict.fromkeys(position.free, 0)
    for line in lines(position.width, position.height, position.k):
        stones = "".join(position.cells[cell] for cell in line).replace(".", "")
        if len(set(stones)) < 2:
            own = stones.startswith(position.to_move)
            for cell in worth.keys() & set(line):
                worth[cell] += (2 if own else 1) * 4 ** len(stones)
    best = max(worth.values())
    return [cell for cell, value in worth.items() if value == best]


def original_player(depth: int = DEPTH) -> Player:
    """Return the original program's player, which chooses at random among equal moves."""
    return lambda position, random: random.choice(original_moves(position, depth)[1])


def random_player(position: Position, random: Random) -> int:
    """Return a random move."""
    return random.choice(position.free)
