"""Walls positions as JSON, one object per line.

Keys: `board` (like "6x6"), `extra_move`, `score`, `to_move` (1 or 2; `turn` is its older name), `matrix`
(rows of numbers), `moves` (a list of [row, column] in the order of play, or null). Other keys are
ignored, so any JSON line that zet prints with these keys can be parsed again.
`docs/formats/walls-json.md` describes the format.
"""

import json
from typing import TYPE_CHECKING

from zet.engines.walls.model import FIRST, SECOND, Board, Position, PositionError
from zet.formats.errors import UnreadableError
from zet.formats.json_object import read_object
from zet.formats.walls.notation import (
    check_agreement,
    check_row,
    matrix_of,
    places,
    position_of,
    read_size,
    stated_rule,
)

if TYPE_CHECKING:
    from zet.formats.walls import contract


def loads(text: str, *, extra_move: bool = False) -> Position:
    """Return the position that a JSON object describes.

    The argument `extra_move` is the rule assumed for an object without the key `extra_move`.

    >>> loads('{"board": "1x1", "moves": [[0, 1], [1, 0]]}').free
    [2, 3]

    Raises:
        ValueError: the text is not a JSON object of a position, the position breaks the rules, or the
            object rules out the extra move although the argument `extra_move` is true.
    """
    data = read_object(text, "position")
    if not isinstance(data.get("board"), str):
        raise UnreadableError('board must be a string like "6x6"')
    board = read_size(data["board"])
    stated = data.get("extra_move", extra_move)
    if not isinstance(stated, bool):
        raise UnreadableError("extra_move must be true or false")
    extra_move = stated_rule(extra_move=extra_move, stated=stated)
    turn, key = None, "to_move"
    for name in ("to_move", "turn"):
        said = data.get(name)
        if said is not None and (type(said) is not int or said not in (FIRST, SECOND)):
            raise UnreadableError("{name} must be 1 or 2", name=name)
        if said and turn not in (None, said):
            raise UnreadableError("to_move and turn must be the same")
        turn, key = (said, name) if said else (turn, key)
    played = given = None
    if data.get("moves") is not None:
        played = _played(Position.empty(board, extra_move=extra_move), data["moves"])
        turn = turn or played.to_move
    if data.get("matrix") is not None:
        if turn is None:
            raise UnreadableError("to_move is missing")
        given = position_of(board, _matrix(board, data["matrix"]), turn, extra_move=extra_move)
    if played and given:
        check_agreement(played, given)
    found = played or given
    if found is None:
        raise UnreadableError("moves or matrix must be given")
    if turn != found.to_move:
        raise UnreadableError("after these moves, {key} must be {turn}", key=key, turn=found.to_move)
    if data.get("score") not in (None, list(found.score)):
        raise UnreadableError(
            "score must be {score}, the numbers of boxes taken", score=list(found.score)
        )
    return found


def _played(position: Position, moves: object) -> Position:
    """Return the position after moves."""
    if not isinstance(moves, list):
        raise UnreadableError("moves must be a list of [row, column]")
    for number, move in enumerate(moves, 1):
        if not isinstance(move, list) or len(move) != 2 or not all(type(part) is int for part in move):
            raise UnreadableError("move {number} must be [row, column]", number=number)
        try:
            position = position.after(position.board.fence_at(move))
        except PositionError as error:
            raise UnreadableError("move {number}: {reason}", number=number, reason=str(error)) from None
    return position


def _matrix(board: Board, matrix: object) -> list[list[int]]:
    """Return the matrix, after checking its shape and codes."""
    if not isinstance(matrix, list) or not all(isinstance(row, list) for row in matrix):
        raise UnreadableError("matrix must be a list of rows")
    if len(matrix) != 2 * board.rows + 1:
        raise UnreadableError(
            "the matrix has {n} rows, but a {name} board has {rows}",
            n=len(matrix),
            name=board.name,
            rows=2 * board.rows + 1,
        )
    for row, codes in enumerate(matrix):
        check_row(board, row, codes)
    return matrix


def as_dict(position: Position) -> "contract.PositionObject":
    """Return the JSON object of a position."""
    moves = position.moves
    return {
        "board": position.board.name,
        "extra_move": position.extra_move,
        "score": list(position.score),
        "turn": position.to_move,
        "to_move": position.to_move,
        "matrix": matrix_of(position),
        "moves": None if moves is None else places(position.board, moves),
    }


def dumps(position: Position) -> str:
    """Return the JSON object of a position as a line, with a newline."""
    return json.dumps(as_dict(position)) + "\n"
