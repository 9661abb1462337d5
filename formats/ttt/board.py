"""Tic-tac-toe positions as boards of text: a line for each row, as `zet ttt show` draws them.

A row contains `X`, `O` or `.` for each cell, separated by blanks; the cell numbers after `|` are ignored.
In boards drawn by hand, bars may separate the cells, and lines of `-` and `+` may separate the rows. An
`X to move` or `O to move` line may precede or follow the rows. A blank line ends a board.
`docs/formats/ttt-board.md` describes the format.
"""

import io
import re
from collections.abc import Iterator

from zet.engines.ttt.model import Position, Side
from zet.formats.errors import FormatError, attempt
from zet.formats.lines import numbered_lines
from zet.formats.ttt import line
from zet.formats.ttt.picture import as_text

_RULE = re.compile(r"\s*-+(\+-+)+\s*")
"""The pattern of a horizontal line between two rows."""

_TO_MOVE = {"x to move": " X", "o to move": " O"}


def load(
    stream: io.BufferedIOBase, source: str = "-", *, k: int = 3, first: Side = "X"
) -> Iterator[Position | FormatError]:
    r"""Yield the positions in a file; `k` stones in a row win.

    If a board does not state the side to move, and both sides have equally many stones, `first` is to
    move.

    >>> [found] = load(io.BytesIO(b"X O .\n. X .\n. . O\nO to move\n"))
    >>> found.cells, found.to_move
    ('XO..X...O', 'O')
    """
    rows: list[str] = []
    side = ""
    fault: FormatError | None = None
    started = 1
    for number, text in (*numbered_lines(stream, source), (0, "")):
        if isinstance(text, FormatError):
            yield text
            continue
        row = _cells(text)
        if text.startswith("#") or _RULE.fullmatch(text):
            continue
        if not rows and not side:
            started = number
        if (said := _TO_MOVE.get(text.strip().lower())) is not None:
            if side not in ("", said):
                fault = fault or FormatError(
                    source, number, "this line contradicts an earlier one that states the side to move"
                )
            side = said
        elif row:
            rows.append(row)
        elif rows or side:
            drawn = "/".join(rows) + f"/{side}"
            yield fault if fault else attempt(source, started, _position, drawn, k, first)
            rows, side, fault = [], "", None


def _cells(text: str) -> str:
    """Return the cells of a row, which are separated by blanks or by bars."""
    cells, _bar, numbers = text.partition("|")
    if "".join(numbers.split()).isdigit() or not numbers.strip():
        return "".join(cells.split())
    if text.startswith("|"):  # bars at both ends
        text = text.strip()[1:].removesuffix("|")
    return "".join(cell.strip() or "." for cell in text.split("|"))


def _position(text: str, k: int, first: Side) -> Position:
    return line.loads(text, k=k, first=first)


def dumps(position: Position) -> str:
    """Return the board with its cell numbers next to it, then the side to move and a blank line."""
    line.lose_k(position)
    line.lose_order(position)
    return f"{as_text(position)}{position.to_move} to move\n\n"
