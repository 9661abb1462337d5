"""The one-line text of a tic-tac-toe position, for pipes: `CELLS SIDE`.

CELLS contains `X`, `O` or `.` for each cell, row by row: nine cells, or rows separated by `/` for any
board up to 19 x 19. SIDE is the side to move; it may be omitted. The format is specific to zet and
resembles the printed boards of the original program; `docs/formats/ttt-line.md` describes it.
"""

from functools import lru_cache
from typing import cast

from zet.engines.messages import Message
from zet.engines.ttt.model import MAX_SIDE, Position, PositionError, Side
from zet.formats.errors import UnreadableError
from zet.formats.losses import lose

K, ORDER = Message("number of marks in a winning row"), Message("order of moves")

_CELLS = str.maketrans("xo-_", "XO..")
_LONGEST = MAX_SIDE * (MAX_SIDE + 1)


@lru_cache(1 << 14)  # more than the number of positions on 3 x 3
def loads(text: str, *, k: int = 3, first: Side = "X") -> Position:
    """Parse a one-line position, in which `k` stones in a row win.

    If the line does not give the side to move, and both sides have equally many stones, `first` is to
    move.

    >>> loads("xo-/.X./..o").cells
    'XO..X...O'

    Raises:
        ValueError: the text does not have this form, or no game leads to its position.
    """
    cells, _, side = text.strip().partition(" ")
    side = side.lstrip().upper()
    if side not in ("", "X", "O"):
        raise UnreadableError(
            "{text} after the cells: expected the side to move, X or O", text=_shown(side)
        )
    if len(cells) > _LONGEST:
        raise UnreadableError(
            "{n} characters, but a board has at most {most} rows of {most} cells",
            n=len(cells),
            most=MAX_SIDE,
        )
    cells = cells.translate(_CELLS)
    if strange := cells.strip("XO./"):
        column = text.index(strange[0]) + 1
        raise UnreadableError(
            "column {column}: expected 'X', 'O' or '.', not {text}",
            column=column,
            text=_shown(strange[0]),
        )
    rows = cells.removesuffix("/").split("/")
    if "/" not in cells:
        if len(cells) != 9:
            raise UnreadableError(
                "{n} cell, not 9; on boards of other sizes, '/' separates the rows",
                "{n} cells, not 9; on boards of other sizes, '/' separates the rows",
                n=len(cells),
            )
        width, height = 3, 3
    else:
        width, height = len(rows[0]), len(rows)
        for number, row in enumerate(rows, 1):
            if len(row) != width:
                raise UnreadableError(
                    "row {number} has {n} cell, but row 1 has {width}",
                    "row {number} has {n} cells, but row 1 has {width}",
                    number=number,
                    n=len(row),
                    width=width,
                )
    to_move = cast(Side, side) if side else None
    return Position.build(width, height, k, "".join(rows), to_move, first)


def _shown(text: str) -> str:
    """Return a part of the input, truncated and escaped for an error message."""
    return repr(text if len(text) <= 20 else text[:20] + "...")


def dumps(position: Position) -> str:
    """Return a position as a line of text, with a newline."""
    lose_k(position)
    lose_order(position)
    return f"{board_text(position)} {position.to_move}\n"


def lose_k(position: Position) -> None:
    """Record that k, the length of a winning line, is lost, unless k is 3, which programs assume."""
    if position.k != 3:
        lose(K)


def lose_order(position: Position) -> None:
    """Record that the order of the moves is lost."""
    if position.moves:
        lose(ORDER)


def board_text(position: Position) -> str:
    """Return the cells in the notation of a line."""
    cells, width = position.cells, position.width
    if (width, position.height) == (3, 3):
        return cells
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    return "/".join(rows) + ("/" if len(rows) == 1 else "")


def play_moves(position: Position, text: str) -> Position:
    """Return the position after moves written as cell numbers, separated by blanks or commas.

    Raises:
        PositionError: a part of the text is not a number, or a move breaks the rules.
    """
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit() and len(word) <= 4):
            raise PositionError("{text!r} is not the number of a cell", text=word[:20])
        position = position.after(int(word))
    return position
