"""Pictures of a walls board: as text, and as SVG.

Both show the row and column numbers of the matrix at the edges, so that moves can be read off.
"""

from zet.engines.walls.model import FIRST, FREE, SECOND, Position
from zet.formats import ansi
from zet.formats.svg import CENTERED, Element, document, make, picture

_ANSI = {FREE: "", FIRST: ansi.BLUE, SECOND: ansi.RED}
_POST = "•"
_HORIZONTAL = {FREE: " ", FIRST: "━", SECOND: "═"}
_VERTICAL = {FREE: " ", FIRST: "┃", SECOND: "║"}
_BOX = {FREE: " ", FIRST: "1", SECOND: "2"}

_STEP = 20
_MARGIN = 30
_COLORS = {FREE: "#ddd", FIRST: "#2a63c4", SECOND: "#c8372d"}
_GROUNDS = {FIRST: "#dbe6f8", SECOND: "#f8dedb"}


def as_text(position: Position, *, color: bool = False, columns: int | None = None) -> str:
    """Return the board as lines of text.

    The first player's fences are heavy lines, the second player's double lines; a taken box has its
    owner's number. With `color` (ANSI escapes), the first player's fences and boxes are blue, the second
    player's red. A board wider than `columns` characters has boxes of one character, and shows only
    the last digit of each column number.
    """
    board = position.board
    fences = dict(zip(board.fences, position.fences, strict=True))
    boxes = {board.box_place(box): owner for box, owner in enumerate(position.boxes)}
    places = range(2 * board.columns + 1)
    is_narrow = columns is not None and 3 * len(places) + 2 > columns
    width = 1 if is_narrow else 5
    head = "".join(str(column % 10) if is_narrow else f"{column:3}" for column in places)
    lines = [("    " if is_narrow else "  ") + head]
    for row in range(2 * board.rows + 1):
        line = f"{row:2}  "
        for column in places:
            place = row, column
            owner = fences.get(place) or boxes.get(place) or FREE
            if place in boxes:
                text = _BOX[owner].center(width)
            elif place in fences:
                text = _VERTICAL[owner] if row % 2 else _HORIZONTAL[owner] * width
            else:
                text = _POST
            line += ansi.styled(text, _ANSI[owner]) if color else text
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def as_svg(position: Position, *, title: str = "") -> bytes:
    """Return the board as an SVG document, blue for the first player and red for the second.

    Free fences are thin and gray; a taken box is shaded and has its owner's number.
    """
    board = position.board
    width, height = 2 * board.columns * _STEP, 2 * board.rows * _STEP
    outer = {"width": width + 2 * _MARGIN, "height": height + 2 * _MARGIN}
    svg = picture(width, height, margin=_MARGIN, title=title)
    svg.append(make.rect(x=-_MARGIN, y=-_MARGIN, **outer, fill="white"))
    svg.append(_numbers(board.rows, board.columns))
    for box, owner in enumerate(position.boxes):
        if owner:
            row, column = board.box_place(box)
            svg.append(_box(row, column, owner))
    for owner, stroke in ((FREE, 1), (FIRST, 5), (SECOND, 5)):
        path = "".join(
            _segment(*place)
            for place, painter in zip(board.fences, position.fences, strict=True)
            if painter == owner
        )
        if path:
            svg.append(make.path(d=path, stroke=_COLORS[owner], stroke_width=stroke))
    posts = make.g(fill="#333")
    for row in range(0, 2 * board.rows + 1, 2):
        for column in range(0, 2 * board.columns + 1, 2):
            posts.append(make.circle(cx=column * _STEP, cy=row * _STEP, r=4))
    svg.append(posts)
    return document(svg)


def _segment(row: int, column: int) -> str:
    """Return the path of a fence, from post to post."""
    if row % 2:
        return f"M{column * _STEP} {(row - 1) * _STEP}v{2 * _STEP}"
    return f"M{(column - 1) * _STEP} {row * _STEP}h{2 * _STEP}"


def _numbers(rows: int, columns: int) -> Element:
    """Return the numbers of the rows at the left edge and of the columns at the upper edge."""
    group = make.g(**CENTERED, font_size=11, fill="#777")
    edge = -_MARGIN * 2 // 3
    for column in range(2 * columns + 1):
        group.append(make.text(str(column), x=column * _STEP, y=edge + 4))
    for row in range(2 * rows + 1):
        group.append(make.text(str(row), x=edge, y=row * _STEP + 4))
    return group


def _box(row: int, column: int, owner: int) -> Element:
    """Return the mark of a taken box."""
    x, y = column * _STEP, row * _STEP
    side = 2 * _STEP
    ground = make.rect(x=x - _STEP, y=y - _STEP, width=side, height=side, fill=_GROUNDS[owner])
    return make.g(
        ground, make.text(str(owner), **CENTERED, x=x, y=y + 6, font_size=18, fill=_COLORS[owner])
    )
