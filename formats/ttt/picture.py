"""Pictures of a tic-tac-toe board: as text next to a map of the cell numbers, and as SVG."""

from zet.engines.ttt.model import Position
from zet.formats import ansi
from zet.formats.svg import CENTERED, Element, document, make, picture

_STYLES = {"X": (ansi.BLUE, ansi.BOLD_BLUE), "O": (ansi.RED, ansi.BOLD_RED)}
_INKS = {"X": "#2a5db0", "O": "#c0392b"}
_SIDE = 40
_MARGIN = 4


def as_text(position: Position, *, color: bool = False) -> str:
    """Return the rows of the board, each followed by the numbers of its cells.

    With `color` (ANSI escapes), X has a blue background, O a red background, and the winner's lines are
    bold.
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
    return ansi.styled(content, _STYLES[content][bold])


def as_svg(position: Position, *, title: str = "") -> bytes:
    """Return the board as an SVG document, with numbered empty cells and the winner's lines shaded."""
    width, height = position.width * _SIDE, position.height * _SIDE
    svg = picture(width, height, margin=_MARGIN, title=title)
    ground = {"width": width + 2 * _MARGIN, "height": height + 2 * _MARGIN, "fill": "white"}
    svg.append(make.rect(x=-_MARGIN, y=-_MARGIN, **ground))
    winning = position.winning_cells
    for cell, content in enumerate(position.cells):
        y, x = divmod(cell, position.width)
        if cell in winning:
            svg.append(make.rect(width=_SIDE, height=_SIDE, fill="#ffe9a8", x=x * _SIDE, y=y * _SIDE))
        svg.append(_content(content, cell, x * _SIDE + _SIDE // 2, y * _SIDE + _SIDE // 2))
    grid = [f"M0 {row * _SIDE}h{width}" for row in range(1, position.height)]
    grid += [f"M{column * _SIDE} 0v{height}" for column in range(1, position.width)]
    if grid:
        svg.append(make.path(d="".join(grid), stroke="black", stroke_width=2))
    return document(svg)


def _content(content: str, cell: int, x: int, y: int) -> Element:
    """Return a cross, a ring or the number of an empty cell, centered on (x, y)."""
    arm = _SIDE * 3 // 10
    if content == "O":
        return make.circle(cx=x, cy=y, r=arm, stroke=_INKS["O"], stroke_width=4, fill="none")
    if content == "X":
        path = f"M{x - arm} {y - arm}l{2 * arm} {2 * arm}m0 {-2 * arm}l{-2 * arm} {2 * arm}"
        return make.path(d=path, stroke=_INKS["X"], stroke_width=4, fill="none")
    return make.text(str(cell), x=x, y=y + 4, **CENTERED, font_size=12, fill="#999")
