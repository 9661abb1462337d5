"""The manager's side of the Gomocup protocol in renju: commands that set up a game and ask for moves."""

from collections.abc import Iterable

from zet.engines.renju.model import SIDE, Game, cell_at, place_of
from zet.formats.gomocup import milliseconds, point_of


def turn_lines(game: Game, left: float | None, *, is_first: bool) -> list[str]:
    """Return the lines that ask a program for a move; `is_first` marks its first move in a game."""
    lines = [] if left is None else [f"INFO time_left {milliseconds(left)}"]
    stones = game.stones()
    if is_first and not any(stones):
        return [*lines, "BEGIN"]
    if is_first:
        return [*lines, "BOARD", *_stone_lines(game), "DONE"]
    return [*lines, f"TURN {point(game.moves[-1], game.size)}"]


def _stone_lines(game: Game) -> Iterable[str]:
    """Yield a line for each stone, with its owner (1: the program, 2: its opponent).

    The stones are in the order of play if it is known.
    """
    stones = game.stones()
    ordered = [(color, cell) for color in (0, 1) for cell in (game.black, game.white)[color]]
    ordered += [(color, cell) for color, cell in game.turns() if cell in stones[color]]
    for color, cell in ordered:
        yield f"{point(cell, game.size)},{1 if color == game.side else 2}"


def point(cell: int, size: int = SIDE) -> str:
    """Return a cell as `x,y`, zero-based: x counts from the left, y from the top.

    >>> point(0)
    '0,14'
    """
    return "{},{}".format(*place_of(cell, size))


def cell_of(line: str, size: int = SIDE) -> int:
    """Return the cell of a program's answer.

    Raises:
        RefusedError: the answer is an error message.
        ValueError: the answer is not a move on the board.
    """
    return cell_at(*point_of(line, size), size)
