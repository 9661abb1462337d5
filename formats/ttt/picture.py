"""A tic-tac-toe board as text, beside a map of the cell numbers."""

from zet.engines.mnk.model import Position

_BOLD, _RESET = "\x1b[1m", "\x1b[0m"
_COLORS = {"X": "\x1b[34m", "O": "\x1b[31m"}


def as_text(position: Position, *, color: bool = False) -> str:
    """Return the rows of the board, and beside them the numbers of the cells.

    With `color` (ANSI escapes) X is blue, O red, and the winner's lines are bold.
    """
    size = len(str(len(position.cells) - 1))
    winning = position.winning_cells
    text = ""
    for start in range(0, len(position.cells), position.width):
        row = range(start, start + position.width)
        stones = [_stone(position.cells[cell], bold=cell in winning, color=color) for cell in row]
        numbers = [str(cell).rjust(size) for cell in row]
        text += f"{' '.join(stones)}   |   {' '.join(numbers)}\n"
    return text


def _stone(content: str, *, bold: bool, color: bool) -> str:
    if not color or content == ".":
        return content
    return f"{_BOLD if bold else ''}{_COLORS[content]}{content}{_RESET}"
