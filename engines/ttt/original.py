"""The player of the original program: minimax to a depth limit, with a static evaluation for X.

The player plays only on the 3 x 3 board. It may postpone an immediate win, because a win has the same
value at every depth.
"""

from functools import lru_cache

from zet.engines.errors import GameError
from zet.engines.ttt.constants import DEPTH as DEPTH
from zet.engines.ttt.model import Position, lines

WON = 1_000_000

_LINES = lines(3, 3, 3)
_BONUS = ((0, 1, 2, 5, 8, 4), (1, 5, 8, 7, 6, 4), (8, 7, 6, 4, 2, 5), (6, 3, 0, 4, 8, 7))
_WORTH = {"X..": 1, ".X.": 1, "..X": 1, "XX.": 4, "X.X": 7, ".XX": 4, "XXX": 10} | dict.fromkeys(
    ("OO.", "O.O", ".OO"), -3
)


class OriginalBoardError(GameError):
    """Raised for a board on which the original program cannot play."""


def judge(cells: str) -> int:
    """Return the original program's static evaluation of a board for X, used at the depth limit."""
    rows = ("".join([cells[cell] for cell in line]) for line in _LINES)
    worth = sum([_WORTH.get(row, 0) for row in rows])
    return worth + 7 * sum([[cells[cell] for cell in line].count("X") == 3 for line in _BONUS])


def original_moves(position: Position, depth: int = DEPTH) -> tuple[int | None, tuple[int, ...]]:
    """Return the value of an unfinished position, and the moves that the original program may choose.

    The value is for X: X maximizes, O minimizes. If X, the computer's side in the original program, moves
    on the empty board, the move is random, no search is made, and the value is None.

    Raises:
        OriginalBoardError: the board is not 3 x 3 with 3 in a row.
        ValueError: the depth is below 1.
    """
    if (position.width, position.height, position.k) != (3, 3, 3):
        raise OriginalBoardError("the original program supports only 3 in a row on a 3x3 board")
    if depth < 1:
        raise ValueError(f"the depth must be at least 1, not {depth}")
    if position.to_move == "X" and len(position.free) == len(position.cells):
        return None, tuple(position.free)
    values = {
        cell: _value(_put(position.cells, cell, position.to_move), position.to_move == "O", depth - 1)
        for cell in position.free
    }
    best = max(values.values()) if position.to_move == "X" else min(values.values())
    return best, tuple(cell for cell, value in values.items() if value == best)


def _put(cells: str, cell: int, side: str) -> str:
    return cells[:cell] + side + cells[cell + 1 :]


@lru_cache(maxsize=1 << 16)
def _value(cells: str, x_moves: bool, depth: int) -> int:  # noqa: FBT001 - the key of the cache
    for a, b, c in _LINES:
        if cells[a] != "." and cells[a] == cells[b] == cells[c]:
            return WON if cells[a] == "X" else -WON
    if "." not in cells:
        return 0
    if depth == 0:
        return judge(cells)
    side = "X" if x_moves else "O"
    values = [
        _value(_put(cells, cell, side), not x_moves, depth - 1)
        for cell, content in enumerate(cells)
        if content == "."
    ]
    return max(values) if x_moves else min(values)
