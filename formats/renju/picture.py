"""Pictures of a renju board: as text, and as SVG."""

from collections.abc import Iterator, Mapping, Sequence

from zet.engines.renju.model import BLACK, FILES, PASS, Game, cell_at, place_of
from zet.formats.svg import CENTERED, SIDE, Element, Style, document, make, picture

_SIGNS = {"overline": "6", "double_four": "4", "double_three": "3"}
_BAR_COLORS = ("#2a7fb8", "#d1495b", "#3c8d40", "#8e5ea2")

STYLE = Style(shading=True)
"""The default style: a wooden board."""

COORDINATES, LARGE_COORDINATES = 14, 19
"""The font sizes of coordinates in pixels: by default, and for pictures that are printed small."""


def as_text(
    game: Game,
    *,
    forbidden: Mapping[int, str] | None = None,
    line: Sequence[int] = (),
    numbers: bool = False,
    columns: int | None = None,
) -> str:
    """Return the board as lines of text, the highest rank first.

    `X` is Black, `O` is White, and the last move is in parentheses. With `numbers`, each move is shown as
    its number, odd for Black if Black began. If a board with numbers is wider than `columns` characters,
    points are separated by one space instead of two, and only the last two digits of a number are shown.
    `forbidden` cells are shown as `!6` (overline), `!4` (double four), `!3` (double three); the cells of
    `line` are lettered from `a` in the order of play.
    """
    labels = ["."] * game.n_cells
    for cell, why in (forbidden or {}).items():
        labels[cell] = "!" + _SIGNS[why]
    for number, cell in enumerate(line):
        labels[cell] = "abcdefghijklmnopqrstuvwxyz"[number % 26]
    for color, cells in enumerate((game.black, game.white)):
        for cell in cells:
            labels[cell] = "XO"[color]
    last = PASS
    for number, (color, cell) in enumerate(game.turns(), 1):
        if cell != PASS:
            labels[cell] = str(number) if numbers else "XO"[color]
            last = cell
    width = max(2, *map(len, labels)) if numbers else 1
    step = width + 2
    if numbers and columns is not None and 2 + step * game.size > columns:
        labels = [label[-2:] for label in labels]
        width, step = 2, 3
    rows = []
    for rank in range(game.size - 1, -1, -1):
        points = range(game.size * rank, game.size * (rank + 1))
        row = f"{rank + 1:2}" + "".join(f" {labels[cell]:>{width}} "[:step] for cell in points)
        if last in points:
            end = 3 + points.index(last) * step + width
            start = end - len(labels[last])
            row = f"{row[: start - 1]}({labels[last]}){row[end + 1 :]}"
        rows.append(row.rstrip())
    rows.append("  " + "".join(f" {file:>{width}} "[:step] for file in FILES[: game.size]).rstrip())
    return "\n".join(rows) + "\n"


def as_svg(
    game: Game,
    *,
    forbidden: Mapping[int, str] | None = None,
    line: Sequence[int] = (),
    groups: Mapping[str, Sequence[int]] | None = None,
    marks: Mapping[int, str] | None = None,
    title: str = "",
    style: Style = STYLE,
    coordinates: int = COORDINATES,
) -> bytes:
    """Return the board as an SVG document: numbered stones, with a ring around the last stone.

    `forbidden` cells have a red sign (6 overline, 4 double four, 3 double three); the moves of `line` are
    pale stones numbered from 1, in alternating colors from the side to move after the game. `groups` maps
    names to cells in a row, drawn as bars under the stones and named above the board; `marks` maps cells
    to strings. If the style has no shading, the board is white. `coordinates` is the font size of the
    coordinates in pixels, at most 20.
    """
    ground = "#f3d9a4" if style.shading else "white"
    whole = SIDE * (game.size + 1)
    svg = picture(whole, whole, title=title)
    svg.append(make.rect(width=whole, height=whole, fill=ground))
    svg.extend(_board(game.size, style, coordinates))
    for number, (name, cells) in enumerate((groups or {}).items()):
        paint = _BAR_COLORS[number % len(_BAR_COLORS)]
        svg.append(_bar(name, cells, paint, game.size, SIDE, SIDE))
        svg.append(_words(name, 100 + whole // 4 * (number % 4), 20 - 14 * (number // 4), 14, paint))
    for color, cells in enumerate((game.black, game.white)):
        for cell in cells:
            svg.append(_stone(cell, color, game.size, SIDE, SIDE))
    last = PASS
    for number, (color, cell) in enumerate(game.turns(), 1):
        if cell != PASS:
            last = cell
            svg.append(_stone(cell, color, game.size, SIDE, SIDE))
            svg.append(_number(number, cell, color, game.size))
    if last != PASS:
        x, y = _place(last, game.size, SIDE, SIDE)
        svg.append(make.circle(cx=x, cy=y, r=19, fill="none", stroke="#c22", stroke_width=2))
    for number, cell in enumerate(line, 1):
        color = (game.side + number - 1) % 2
        stone = _stone(cell, color, game.size, SIDE, SIDE)
        stone.set("opacity", "0.55")
        svg.append(stone)
        svg.append(_number(number, cell, color, game.size))
    for cell, why in (forbidden or {}).items():
        x, y = _place(cell, game.size, SIDE, SIDE)
        svg.append(make.circle(cx=x, cy=y, r=11, fill=ground))
        svg.append(_words(_SIGNS[why], x, y + 7, 20, "#c22"))
    taken = {cell for cells in game.stones() for cell in cells}
    for cell, words in (marks or {}).items():
        x, y = _place(cell, game.size, SIDE, SIDE)
        frame = {"fill": "none", "stroke": "#c22", "stroke_width": 2}
        svg.append(make.rect(x=x - 18, y=y - 18, width=36, height=36, **frame))
        below = 26 if cell in taken else 0
        svg.append(make.rect(x=x - 18, y=y + below - 7, width=36, height=14, fill=ground))
        svg.append(_words(words, x, y + below + 4, 11, "#c22"))
    return document(svg, style.font)


def _board(n_lines: int, style: Style, coordinates: int) -> Iterator[Element]:
    """Yield the elements of an empty board: its lines, star points and coordinates."""
    size, whole = SIDE * (n_lines - 1), SIDE * (n_lines + 1)
    path = "".join(
        f"M{SIDE} {SIDE + SIDE * step}h{size}M{SIDE + SIDE * step} {SIDE}v{size}"
        for step in range(n_lines)
    )
    yield make.path(d=path, stroke="#5b4a2b", stroke_width=f"{style.line:g}", fill="none")
    for cell in _stars(n_lines):
        x, y = _place(cell, n_lines, SIDE, SIDE)
        yield make.circle(cx=x, cy=y, r=4, fill="#5b4a2b")
    for step in range(n_lines):
        at = SIDE + SIDE * step
        below = whole - 15 + coordinates // 2  # 8 at the default size
        yield _words(FILES[step], at, below, coordinates, "#5b4a2b")
        yield _words(str(n_lines - step), 12, at + coordinates * 5 // 14, coordinates, "#5b4a2b")


def _number(number: int, cell: int, color: int, size: int) -> Element:
    """Return the SVG text of a move number, centered on the stone."""
    x, y = _place(cell, size, SIDE, SIDE)
    return _words(str(number), x, y + 6, 17, "white" if color == BLACK else "black")


def _stars(size: int) -> list[int]:
    """Return the star points: the center if `size` is odd, and four others if it is 8 or more."""
    edge = 3 if size > 10 else 2 if size > 7 else 0
    found = {
        cell_at(x, y, size) for x in (edge, size - 1 - edge) for y in (edge, size - 1 - edge) if edge
    }
    return sorted(found | ({size * size // 2} if size % 2 else set()))


def _place(cell: int, size: int, side: int, margin: int) -> tuple[int, int]:
    column, row = place_of(cell, size)
    return margin + side * column, margin + side * row


def _bar(name: str, cells: Sequence[int], color: str, size: int, side: int, margin: int) -> Element:
    """Return a broad line along the cells of a group, with the group's name as its tooltip."""
    (x1, y1), (x2, y2) = (_place(cell, size, side, margin) for cell in (cells[0], cells[-1]))
    looks = {"stroke": color, "stroke_width": 38, "stroke_linecap": "round", "opacity": 0.45}
    return make.line(make.title(name), x1=x1, y1=y1, x2=x2, y2=y2, **looks)


def _stone(cell: int, color: int, size: int, side: int, margin: int) -> Element:
    x, y = _place(cell, size, side, margin)
    fill = "black" if color == BLACK else "white"
    return make.circle(cx=x, cy=y, r=18, fill=fill, stroke="black", stroke_width=1)


def _words(words: str, x: int, y: int, size: int, fill: str) -> Element:
    return make.text(words, x=x, y=y, **CENTERED, font_size=size, fill=fill)
