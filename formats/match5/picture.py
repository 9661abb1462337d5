"""Pictures of patterns and boards of match5: as text, and as SVG."""

from collections.abc import Mapping, Sequence

from zet.engines.match5.model import BLUE, CHARACTERS, EMPTY, RED, SIZE, Pattern
from zet.formats import ansi
from zet.formats.svg import document, make, picture

_STYLES = {"R": ansi.RED, "B": ansi.BLUE, "X": ansi.style(16, 220, bold=True)}
_FILLS = {RED: "#c0392b", BLUE: "#2c5fa8"}


def pattern_as_text(pattern: Pattern, *, color: bool = False) -> str:
    """Return the rows of a pattern, one per line: `0` empty, `B` blue, `X` the focus, `.` absent."""
    return _lines(pattern.rows, color=color)


def board_as_text(board: Sequence[int], marked: int | None = None, *, color: bool = False) -> str:
    """Return a board as lines with the names of rows and columns; the marked field is an X."""
    text = [CHARACTERS[value] for value in board]
    if marked is not None:
        text[marked] = "X"
    rows = ["".join(text[at : at + SIZE]) for at in range(0, len(text), SIZE)]
    named = [f"{number}{row}" for number, row in enumerate(rows, 1)]
    return "  a b c d e f g h i\n" + _lines(named, color=color)


def _lines(rows: Sequence[str], *, color: bool) -> str:
    return "".join(" ".join(_mark(mark, color=color) for mark in row) + "\n" for row in rows)


def _mark(mark: str, *, color: bool) -> str:
    return ansi.styled(mark, _STYLES.get(mark, "")) if color else mark


def pattern_as_svg(pattern: Pattern, title: str) -> bytes:
    """Return a pattern as an SVG document: absent fields gray, empty fields dotted, the focus crossed."""
    values = {
        pattern.place(at): value for at, value in enumerate(pattern.fields) if value in (EMPTY, BLUE)
    }
    return _as_svg(values, pattern.width, pattern.height, pattern.place(pattern.focus), title)


def board_as_svg(board: Sequence[int], marked: int | None, title: str) -> bytes:
    """Return a board as an SVG document with the marked field crossed."""
    values = {(at % SIZE, at // SIZE): value for at, value in enumerate(board)}
    return _as_svg(values, SIZE, SIZE, None if marked is None else (marked % SIZE, marked // SIZE), title)


def _as_svg(
    values: Mapping[tuple[int, int], int],
    width: int,
    height: int,
    focus: tuple[int, int] | None,
    title: str,
) -> bytes:
    side = 32
    svg = picture(width * side, height * side, margin=4, title=title)
    for y in range(height):
        for x in range(width):
            value = values.get((x, y))
            fill = "#ccc" if value is None else "white"
            field = {"x": x * side, "y": y * side, "width": side, "height": side}
            svg.append(make.rect(fill=fill, stroke="#888", **field))
            center = {"cx": x * side + side // 2, "cy": y * side + side // 2}
            if (x, y) == focus:
                path = f"M{x * side + 8} {y * side + 8}l16 16m0 -16l-16 16"
                svg.append(make.path(d=path, stroke="black", stroke_width=3))
            elif value == EMPTY:
                svg.append(make.circle(r=2, fill="#888", **center))
            elif value is not None:
                svg.append(make.circle(r=13, fill=_FILLS[value], **center))
    return document(svg)
