"""Games and positions of match5: what may be played, and who has won."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zet.engines.match5.model import (
    BLUE,
    EMPTY,
    FIELDS,
    RED,
    SIZE,
    WINDOWS,
    PositionError,
    winning_five,
)
from zet.engines.messages import Message

Status = Literal["open", "red-won", "blue-won", "draw"]


def field_name(field: int) -> str:
    """Return the name of a field: a letter for its column, a digit for its row, from the top left.

    >>> field_name(0), field_name(80)
    ('a1', 'i9')
    """
    y, x = divmod(field, SIZE)
    return f"{'abcdefghi'[x]}{y + 1}"


@dataclass(frozen=True, slots=True)
class Position:
    """A board, the colour to move, and the moves (fields) that led to it, if they are known."""

    board: bytes
    to_move: int
    moves: tuple[int, ...] = ()

    @property
    def status(self) -> Status:
        """Who has won, or whether the board is full."""
        for colour, status in ((RED, "red-won"), (BLUE, "blue-won")):
            if any(all(self.board[field] == colour for field in window) for window in WINDOWS):
                return status  # type: ignore[return-value]
        return "open" if EMPTY in self.board else "draw"

    @property
    def first(self) -> int:
        """The colour that made the first move."""
        return self.to_move if len(self.moves) % 2 == 0 else RED + BLUE - self.to_move


def position_of_moves(moves: Sequence[int], first: int) -> Position:
    """Return the position after moves, the colour `first` having begun.

    Raises:
        PositionError: a field is taken, or the game was over before the last move.
    """
    board = bytearray(FIELDS)
    colour = first
    over = False
    for number, field in enumerate(moves, 1):
        if over:
            raise PositionError(
                Message(
                    "move {number}, {field}: the game is over", number=number, field=field_name(field)
                )
            )
        if board[field] != EMPTY:
            raise PositionError(
                Message(
                    "move {number}, {field}: the field is taken", number=number, field=field_name(field)
                )
            )
        board[field] = colour
        over = winning_five(board, field) is not None
        colour = RED + BLUE - colour
    return Position(bytes(board), colour, tuple(moves))


def position_of_board(board: bytes, to_move: int) -> Position:
    """Return the position of 81 fields.

    Raises:
        PositionError: both colours have five in a row.
    """
    position = Position(board, to_move)
    fives = {
        board[window[0]]
        for window in WINDOWS
        if board[window[0]] != EMPTY and len({board[field] for field in window}) == 1
    }
    if len(fives) == 2:
        raise PositionError(Message("both colours have five in a row"))
    return position
