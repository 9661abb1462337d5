"""The notation that the formats of walls share: sizes, moves as text, and the matrix.

The matrix is the same as in the original program: 2 * rows + 1 rows of 2 * columns + 1 numbers, one for
each post, fence and box. The original program defines the codes of free fences and boxes; the codes of
painted fences and taken boxes are specific to zet.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from zet.engines.messages import Message
from zet.engines.walls.model import FIRST, FREE, Board, Position, PositionError, board
from zet.formats import size
from zet.formats.errors import UnreadableError

_BLANKS = " ,\t\r\n\v\f"
_MOVE = (
    r"(?a)(?P<blanks>[ ,\t\r\n\v\f]*)"
    r"(?:\[\s*(\d{1,4})\s*,\s*(\d{1,4})\s*\]|(\d{1,4})\s*,\s*(\d{1,4})(?!\d))"
)

_KINDS = {
    (0, 0): (Message("a post"), (0,)),
    (0, 1): (Message("a horizontal fence"), (2, 3, 4)),
    (1, 0): (Message("a vertical fence"), (1, 3, 4)),
    (1, 1): (Message("a box"), (6, 7, 8)),
}
"""The name of an item, and its codes for FREE, FIRST and SECOND, by the parities of its row and its
column.
"""


@lru_cache(64)
def read_size(text: str) -> Board:
    """Return an empty board of the given size: rows x columns, such as `6x6`.

    Raises:
        ValueError: the text is not a size, or the size is not supported.
    """
    return board(*size.read_size(text))


def stated_rule(*, extra_move: bool, stated: bool) -> bool:
    """Return `stated` (whether a position has the extra move) unless it contradicts `extra_move`.

    Raises:
        ValueError: `extra_move` is true, but the position does not have the extra move.
    """
    if extra_move and not stated:
        raise UnreadableError(
            "the position is from a game without the extra move, but a game with it was requested"
        )
    return stated


def play_moves(position: Position, text: str, start: int = 0) -> Position:
    """Return the position after moves written as `[row,column]`, starting at index `start` of the text.

    Brackets, and blanks and commas between moves, are optional.

    Raises:
        PositionError: a part of the text is not a move, a move is not a fence, or its fence is already
        painted; the message begins with the column, from 1.
    """
    fences = _fences(position.board)
    try:  # the usual notation; if this fails, the slow path below finds the place of the error
        return position.then([fences[move] for move in text[start:].split()])
    except (KeyError, PositionError):
        pass
    while match := re.compile(_MOVE).match(text, start):
        row, column = (int(number) for number in match.groups()[1:] if number is not None)
        try:
            position = position.after(position.board.fence_at((row, column)))
        except PositionError as error:
            raise PositionError(
                "column {column}: {reason}", column=match.end("blanks") + 1, reason=str(error)
            ) from None
        start = match.end()
    rest = text[start:].lstrip(_BLANKS)
    if rest:
        raise PositionError(
            "column {column}: {text!r} is not a move like [0,1]",
            column=len(text) - len(rest) + 1,
            text=rest[:20],
        )
    return position


@lru_cache(64)
def _fences(board: Board) -> dict[str, int]:
    """Map the text of each move, as written by `moves_text`, to its fence."""
    return {moves_text(board, [fence]): fence for fence in range(board.n_fences)}


def moves_text(board: Board, moves: Iterable[int]) -> str:
    """Return moves as text, separated by blanks."""
    return " ".join("[{},{}]".format(*board.fences[fence]) for fence in moves)


def places(board: Board, moves: Iterable[int]) -> list[list[int]]:
    """Return the [row, column] of each fence."""
    return [list(board.fences[fence]) for fence in moves]


def matrix_of(position: Position) -> list[list[int]]:
    """Return the matrix of a position."""
    board = position.board
    matrix = [
        [_KINDS[row % 2, column % 2][1][FREE] for column in range(2 * board.columns + 1)]
        for row in range(2 * board.rows + 1)
    ]
    for (row, column), owner in zip(board.fences, position.fences, strict=True):
        matrix[row][column] = _KINDS[row % 2, column % 2][1][owner]
    for box, owner in enumerate(position.boxes):
        row, column = board.box_place(box)
        matrix[row][column] = _KINDS[1, 1][1][owner]
    return matrix


def check_row(board: Board, row: int, codes: Sequence[object]) -> None:
    """Check a row of a matrix.

    Raises:
        ValueError: the row has the wrong length, or an invalid code.
    """
    if len(codes) != 2 * board.columns + 1:
        raise UnreadableError(
            "row {row} of the matrix has {n} numbers, but a {name} board has {columns}",
            row=row,
            n=len(codes),
            name=board.name,
            columns=2 * board.columns + 1,
        )
    for column, code in enumerate(codes):
        name, allowed = _KINDS[row % 2, column % 2]
        if type(code) is not int or code not in allowed:
            *others, last = map(str, allowed)
            expected = last
            if others:
                expected = Message("{some} or {last}", some=", ".join(others), last=last)
            raise UnreadableError(
                "row {row}, column {column}: expected {name} ({expected}), not {value!r}",
                row=row,
                column=column,
                value=str(code)[:20],
                name=name,
                expected=expected,
            )


def position_of(
    board: Board, matrix: Sequence[Sequence[int]], to_move: int, *, extra_move: bool
) -> Position:
    """Return the position that a matrix of checked rows describes; the order of play is not known.

    Raises:
        PositionError: the position breaks the rules.
    """
    fences = bytes(
        _KINDS[row % 2, column % 2][1].index(matrix[row][column]) for row, column in board.fences
    )
    places = map(board.box_place, range(board.n_boxes))
    boxes = bytes(_KINDS[1, 1][1].index(matrix[row][column]) for row, column in places)
    return Position.build(board, fences, boxes, to_move, extra_move=extra_move)


def check_agreement(played: Position, position: Position) -> None:
    """Check that the moves of a record lead to the position in the same record.

    Raises:
        ValueError: the positions differ; the message names the first difference.
    """
    rows = zip(matrix_of(played), matrix_of(position), strict=True)
    for row, (ours, theirs) in enumerate(rows):
        for column, (our, their) in enumerate(zip(ours, theirs, strict=True)):
            if our != their:
                raise UnreadableError(
                    "row {row}, column {column}: {their} in the matrix, but {our} after the moves",
                    row=row,
                    column=column,
                    their=their,
                    our=our,
                )
    if played.to_move != position.to_move:
        if played.to_move == FIRST:
            raise UnreadableError(
                "after the moves it is the first player's turn, not the second player's"
            )
        raise UnreadableError("after the moves it is the second player's turn, not the first player's")
