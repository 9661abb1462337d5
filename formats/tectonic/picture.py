"""Pictures of a Tectonic board: as text with box-drawing characters, and as SVG."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, starmap
from math import isqrt
from textwrap import wrap
from types import MappingProxyType
from typing import NamedTuple

from zet.engines.tectonic.model import MISSING, Puzzle, digits_of
from zet.formats import ansi
from zet.formats.svg import CENTERED, SIDE, Element, Style, document, make, picture

# The characters where lines meet, at 27 * up + 9 * right + 3 * down + left; the weight of a line is 0 (no
# line), 1 (thin) or 2 (thick).
_CROSSINGS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_LINES = ansi.style(250, 232)
_GIVEN, _FOUND = 231, 159
"""The colors of givens (which are bold) and of all other digits, by number in the 256-color palette."""
_GROUNDS = (234, 238, 236, 240, 235, 239, 237, 241)
_SHADES = ("", "#e4e4e4", "#f1f1f1", "#d4d4d4", "#ebebeb", "#dcdcdc", "#f7f7f7", "#cccccc")


STYLE = Style()
"""The default style of boards."""


def as_text(
    puzzle: Puzzle,
    digits: Sequence[int] | None = None,
    *,
    notes: Sequence[int] | None = None,
    color: bool = False,
    columns: int | None = None,
) -> str:
    """Return the board as lines of text, with thick borders around pieces.

    `digits` lists the contents of the cells (None: only the givens). `notes` lists candidate masks; if a
    cell without a digit has candidates, all cells are large enough to show candidates. With `color` (ANSI
    escapes) givens are bold, other digits cyan, and adjacent pieces have different backgrounds. Missing
    cells are not drawn, except for enclosed holes, which are filled. If the board is wider than `columns`
    characters, its cells have no space around the digit. If it is still too wide, it is divided into
    bands of columns, one below the other, with row and column names at their edges.
    """
    digits = puzzle.givens if digits is None else digits
    widest = max(puzzle.sizes)
    each, deep, across = len(str(widest)), 1, 1
    if notes is not None and any(note and not digit for note, digit in zip(notes, digits, strict=True)):
        across = min(widest, isqrt(widest - 1) + 1)
        deep = -(-widest // across)
    size = (each + 1) * across + 1
    if columns is not None and puzzle.width * (size + 1) + 1 > columns:
        size = each * across
    styles = _styles(puzzle) if color else [""] * len(puzzle.pieces)
    holes = _holes(puzzle)

    def content(cell: int, line: int) -> str:
        if cell in holes:
            text = "▒" * size
        elif notes is not None and notes[cell] and not digits[cell]:
            text = _noted(notes[cell], line, across, size)
        else:
            digit = digits[cell] if line == (deep - 1) // 2 else 0
            text = (str(digit or "") + " " * ((size - 1) // 2)).rjust(size)
        return ansi.styled(text, styles[cell])

    bands = _bands(puzzle, size, columns)
    margin = len(f"R{puzzle.height} ") if len(bands) > 1 else 0
    lines = []
    for band in bands:
        if margin:
            lines.append(_names(band, size, margin))
        lines += _drawn(puzzle, band, size, deep, content, margin, _LINES if color else "")
    return "\n".join(lines) + "\n"


def _bands(puzzle: Puzzle, size: int, columns: int | None) -> list[range]:
    """Divide the columns into ranges of similar width, which are drawn one below the other."""
    if columns is None or puzzle.width * (size + 1) + 1 <= columns:
        return [range(puzzle.width)]
    most = max((columns - len(f"R{puzzle.height} ") - 1) // (size + 1), 1)
    n_bands = -(-puzzle.width // most)
    edges = [puzzle.width * band // n_bands for band in range(n_bands + 1)]
    return list(starmap(range, pairwise(edges)))


def _names(band: range, size: int, margin: int) -> str:
    """Return the line above a band: the names of its first column and of every tenth column."""
    whole = margin + len(band) * (size + 1) + 1
    line = ""
    for column in band:
        name, at = f"C{column + 1}", margin + 1 + (column - band.start) * (size + 1)
        is_named = column == band.start or (column + 1) % 10 == 0
        if is_named and not len(line) >= at > margin + 1 and at + len(name) <= whole:
            line = line.ljust(at) + name
    return line


def _drawn(
    puzzle: Puzzle,
    band: range,
    size: int,
    deep: int,
    content: Callable[[int, int], str],
    margin: int,
    border: str,
) -> Iterator[str]:
    """Yield the lines of text of a band of columns.

    A cell is `size` characters wide and `deep` lines high; `content` returns one line of a cell. `margin`
    is the width of the left margin, which contains the row names; 0 means no margin.
    """
    beside, above = _weights(puzzle)
    for row in range(puzzle.height + 1):
        line = " " * margin
        for column in range(band.start, band.stop + 1):
            line += _crossing(row, column, beside, above)
            if column < band.stop:
                line += " ─━"[above[row][column]] * size
        yield _bordered(line.rstrip(), border)
        if row == puzzle.height:
            break
        for line_of_cell in range(deep):
            name = f"R{row + 1}" if margin and line_of_cell == (deep - 1) // 2 else ""
            line = name.ljust(margin) + _bordered(" │┃"[beside[row][band.start]], border)
            for column in band:
                line += content(row * puzzle.width + column, line_of_cell)
                line += _bordered(" │┃"[beside[row][column + 1]], border)
            yield line.rstrip()


def _bordered(line: str, style: str) -> str:
    """Return a line of text in a style; spaces are left unstyled."""
    return re.sub(r"\S+", lambda part: ansi.styled(part[0], style), line) if style else line


def _noted(mask: int, line: int, across: int, size: int) -> str:
    """Return one line of a cell's candidates, each at its fixed place, `across` places per line."""
    each = max(size - 1, across) // across
    places = range(line * across, (line + 1) * across)
    return "".join((str(at + 1) if mask >> at & 1 else "").rjust(each) for at in places).ljust(size)


def _weights(puzzle: Puzzle) -> tuple[list[list[int]], list[list[int]]]:
    """Return the weights of the vertical lines and of the horizontal lines, row by row.

    A weight is 0 for no line (neither side is a cell), 1 for a thin line, 2 for a thick line. The first
    table contains, for each row, the line to the left of each column and one more at the right end; the
    second contains, for each row and one more at the bottom, the line above each column.
    """
    width, height = puzzle.width, puzzle.height
    rows = puzzle.rows(puzzle.pieces)

    def weight(one: int, other: int) -> int:
        return 1 + (one != other) if one >= 0 or other >= 0 else 0

    def along(line: list[int]) -> list[int]:
        return list(map(weight, [MISSING, *line], [*line, MISSING]))

    beside = [along(row) for row in rows]
    above = [along([row[column] for row in rows]) for column in range(width)]
    return beside, [[above[column][row] for column in range(width)] for row in range(height + 1)]


def _crossing(row: int, column: int, beside: list[list[int]], above: list[list[int]]) -> str:
    """Return the character at the top left corner of a cell, given the `_weights` of the lines.

    The row or the column may be one beyond the last.
    """
    up = beside[row - 1][column] if row else 0
    down = beside[row][column] if row < len(beside) else 0
    left = above[row][column - 1] if column else 0
    right = above[row][column] if column < len(above[0]) else 0
    return _CROSSINGS[27 * up + 9 * right + 3 * down + left]


def _styles(puzzle: Puzzle) -> list[str]:
    """Return, for each cell, the ANSI escape sequence that precedes its content."""
    grounds = [_GROUNDS[shade] for shade in _shades(puzzle)]
    return [
        ansi.style(_GIVEN if given else _FOUND, grounds[piece], bold=bool(given))
        if piece != MISSING
        else ""
        for piece, given in zip(puzzle.pieces, puzzle.givens, strict=True)
    ]


def _holes(puzzle: Puzzle) -> set[int]:
    """Return the enclosed missing cells, from which no path of missing cells leads out of the board."""
    width = puzzle.width
    left = {cell for cell, piece in enumerate(puzzle.pieces) if piece == MISSING}
    rows, columns = (0, puzzle.height - 1), (0, width - 1)
    reached = [cell for cell in left if cell // width in rows or cell % width in columns]
    left.difference_update(reached)
    while reached:
        cell = reached.pop()
        row = cell // width
        near = {cell - width, cell + width, *(one for one in (cell - 1, cell + 1) if one // width == row)}
        reached += near & left
        left -= near
    return left


def _shades(puzzle: Puzzle) -> list[int]:
    """Return a number from 0 to 7 for each piece, different for adjacent pieces if possible."""
    touching: list[set[int]] = [set() for _ in puzzle.sizes]
    neighbors = puzzle.neighbors()
    for cell in puzzle.cells:
        touching[puzzle.pieces[cell]].update(puzzle.pieces[other] for other in neighbors[cell])
    shades: list[int] = []
    for others in touching:
        used = {shades[other] for other in others if other < len(shades)}
        shades.append(next((shade for shade in range(8) if shade not in used), 0))
    return shades


class Marks(NamedTuple):
    """The marks of a step: the cells of its reason and, in another color, the cells that it changes.

    `struck` maps the index of a changed cell to the mask of the candidates that the step removes from the
    cell. These candidates are crossed out, and a single remaining candidate is emphasized.
    """

    pattern: Sequence[int] = ()
    changed: Sequence[int] = ()
    struck: Mapping[int, int] = MappingProxyType({})


NO_MARKS = Marks()


def as_svg(
    puzzle: Puzzle,
    digits: Sequence[int] | None = None,
    *,
    notes: Sequence[int] | None = None,
    marks: Marks = NO_MARKS,
    caption: str = "",
    title: str = "",
    style: Style = STYLE,
) -> bytes:
    """Return the board as an SVG document: givens bold, other digits lighter, thick piece borders.

    `notes` lists candidate masks, drawn in cells without a digit. The `caption` is below the board.
    Shading gives adjacent pieces different backgrounds. Missing cells are not drawn, except for enclosed
    holes, which are dark.
    """
    width, height = puzzle.width * SIDE, puzzle.height * SIDE
    lines = _wrapped(caption, max(width, CAPTION)) if caption else []
    below_board = len(lines) * LINE + 8 if lines else 0
    whole = max(width, CAPTION) if lines else width
    svg = picture(whole, height + below_board, margin=4, title=title)
    if lines:
        paper = make.rect(x=-4, y=-4, width=whole + 8, height=height + below_board + 8, fill="white")
        svg.append(paper)
    elif MISSING not in puzzle.pieces:
        svg.append(make.rect(width=width, height=height, fill="white"))
    else:
        svg.extend(_squares(puzzle, puzzle.cells, "white"))
    shades = zip(puzzle.members, map(_SHADES.__getitem__, _shades(puzzle)), strict=True)
    for cells, ground in shades:
        if style.shading and ground:
            svg.extend(_squares(puzzle, cells, ground))
    svg.extend(_squares(puzzle, sorted(_holes(puzzle)), "#666"))
    svg.extend(_squares(puzzle, marks.pattern, "#cfe3f7"))
    svg.extend(_squares(puzzle, marks.changed, "#ffe9a8"))
    thin, thick = _borders(puzzle)
    if thin:  # a renderer may refuse an empty path
        svg.append(make.path(d=thin, stroke="#999", stroke_width=f"{style.line:g}"))
    border = {"stroke_width": f"{style.border:g}", "stroke_linecap": "square"}
    svg.append(make.path(d=thick, stroke="black", **border))
    for cell, digit in enumerate(puzzle.givens if digits is None else digits):
        y, x = divmod(cell, puzzle.width)
        gone = marks.struck.get(cell, 0)
        if gone and notes is not None:
            svg.append(_candidates(puzzle, cell, notes[cell], gone))
        elif digit:
            svg.append(_digit(str(digit), x, y, SIDE, given=bool(puzzle.givens[cell])))
        elif notes is not None and notes[cell].bit_count() > 1:
            svg.append(_candidates(puzzle, cell, notes[cell], 0))
    for number, line in enumerate(lines):
        at = height + 8 + (number + 0.75) * LINE
        svg.append(make.text(line, x=0, y=f"{at:.1f}", font_family="sans-serif", font_size=13))
    return document(svg, style.font)


def _squares(puzzle: Puzzle, cells: Iterable[int], fill: str) -> Iterator[Element]:
    for cell in cells:
        y, x = divmod(cell, puzzle.width)
        yield make.rect(x=x * SIDE, y=y * SIDE, width=SIDE, height=SIDE, fill=fill)


def _borders(puzzle: Puzzle) -> tuple[str, str]:
    """Return the SVG paths of the thin lines between cells, and of the thick borders of pieces."""
    beside, above = _weights(puzzle)
    paths: tuple[list[str], ...] = [], [], []  # the path of each weight of lines
    for row in range(puzzle.height):
        for column in range(puzzle.width + 1):
            paths[beside[row][column]].append(f"M{column * SIDE} {row * SIDE}v{SIDE}")
    for row in range(puzzle.height + 1):
        for column in range(puzzle.width):
            paths[above[row][column]].append(f"M{column * SIDE} {row * SIDE}h{SIDE}")
    _, thin, thick = paths
    return "".join(thin), "".join(thick)


CAPTION, LINE = 360, 18
"""The minimum width of a caption, and the height of its lines."""


def _wrapped(text: str, width: int) -> list[str]:
    """Wrap a caption to lines `width` units wide; a character is assumed to be 2/5 of LINE wide."""
    return wrap(text, width * 2 // LINE * 5 // 4)


def _digit(digit: str, x: int, y: int, side: int, *, given: bool) -> Element:
    style = {"font_weight": "bold"} if given else {"fill": "#4a6fa5"}
    x, y = x * side + side // 2, y * side + side * 7 // 10
    return make.text(digit, x=x, y=y, **CENTERED, font_size=side * 6 // 10, **style)


def places_in_cell(size: int) -> tuple[float, list[tuple[float, float]]]:
    """Return the font size of candidates from 1 to `size`, and the place of each: x and the baseline y.

    All values are fractions of the cell's side. All cells of a board have the same places.
    """
    across = max(3, isqrt(size - 1) + 1)
    deep = -(-size // across)
    font = (0.9 if size < 10 else 0.65) / across
    middles = ((n % across + 0.5, n // across + 0.5) for n in range(size))
    return font, [(0.06 + 0.88 * x / across, 0.04 + 0.92 * y / deep + 0.35 * font) for x, y in middles]


def _candidates(puzzle: Puzzle, cell: int, mask: int, struck: int) -> Element:
    """Return an SVG element with a cell's candidates, each at its fixed place.

    Candidates in the mask `struck` are crossed out.
    """
    row, column = divmod(cell, puzzle.width)
    font, places = places_in_cell(max(puzzle.sizes))
    size = font * SIDE
    group = make.g(font_family="sans-serif", font_size=f"{size:.1f}", fill="#555")
    left = mask & ~struck
    for digit in digits_of(mask | struck):
        if digit > len(places):
            continue
        x, y = ((at + by) * SIDE for at, by in zip((column, row), places[digit - 1], strict=True))
        style: dict[str, object] = {}
        if struck >> digit - 1 & 1:
            style = {"fill": "#c22"}
        elif struck and left & (left - 1) == 0:
            style = {"fill": "#0f6636", "font_weight": "bold"}
        text = make.text(str(digit), x=f"{x:.1f}", y=f"{y:.1f}", text_anchor="middle", **style)
        group.append(text)
        if struck >> digit - 1 & 1:
            half, low = size * 0.4, y - size * 0.35
            cross = f"M{x - half:.1f} {low + half:.1f}L{x + half:.1f} {low - half:.1f}"
            group.append(make.path(d=cross, stroke="#c22", stroke_width=1.5))
    return group
