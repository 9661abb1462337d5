"""Tic-tac-toe positions as JSON, one object per line.

Keys: `board` (the cells, as in the text format), `k` (the number of stones in a row that wins), `to_move`
("X" or "O"), `moves` (the cells in the order of play, or null). Other keys are ignored, so any JSON line
that zet prints with a board can be parsed again. `docs/formats/ttt-json.md` describes the format.
"""

import json
from typing import TYPE_CHECKING

from zet.engines.ttt.model import OTHER, Position, PositionError, Side
from zet.formats.errors import UnreadableError
from zet.formats.json_object import read_object
from zet.formats.ttt import line

if TYPE_CHECKING:
    from zet.formats.ttt import contract


def loads(text: str, *, k: int | None = None, first: Side = "X") -> Position:
    """Return the position that a JSON object describes.

    `k` stones in a row win; if `k` is None, the object may state any number, by default 3. If the key
    `to_move` is missing, and both sides have equally many stones, `first` is to move.

    >>> loads('{"board": "XO..X....", "moves": [0, 1, 4]}').moves
    (0, 1, 4)

    Raises:
        ValueError: the text is not a JSON object of a board, no game leads to its position, or the
            object states that a number of stones other than `k` wins.
    """
    data = read_object(text, "position")
    if not isinstance(data.get("board"), str):
        raise UnreadableError('board must be a string like "XO..X...O"')
    if type(stated := data.get("k", 3 if k is None else k)) is not int:
        raise UnreadableError("k must be a whole number")
    if k not in (None, stated):
        raise UnreadableError(
            "the position states k = {stated}, but k = {k} was requested", stated=stated, k=k
        )
    to_move = data.get("to_move")
    if to_move not in (None, *OTHER):
        raise UnreadableError("to_move must be X or O")
    found = line.loads(f"{data['board']} {to_move or ''}", k=stated, first=first)
    if (moves := data.get("moves")) is None:
        return found
    if not isinstance(moves, list) or not all(type(move) is int for move in moves):
        raise UnreadableError("moves must be a list of cells")
    played = _played(found, moves)
    if played != found:
        raise UnreadableError(
            "the moves lead to {board}, not to this board", board=line.board_text(played)
        )
    return played


def _played(end: Position, moves: list[int]) -> Position:
    """Return the position after moves from an empty board of the same size as the board of `end`."""
    begins = end.to_move if len(moves) % 2 == 0 else OTHER[end.to_move]
    start = Position.empty(end.width, end.height, end.k, begins)
    try:
        return start.then(moves)
    except PositionError as error:
        raise UnreadableError(error.args[0]) from None


def as_dict(position: Position) -> "contract.PositionObject":
    """Return the JSON object of a position."""
    return {
        "width": position.width,
        "height": position.height,
        "board": line.board_text(position),
        "k": position.k,
        "to_move": position.to_move,
        "over": position.is_over,
        "winner": position.winner,
        "moves": position.moves,
    }


def dumps(position: Position) -> str:
    """Return the JSON object of a position as a line, with a newline."""
    return json.dumps(as_dict(position)) + "\n"
