"""Positions as a board of text: on the 15x15 board, 15 lines of 15 points, the highest rank first.

`.`, `+`, `-`, `_` or `·` is an empty point; `x`, `@`, `#`, `*` or `●` a black stone; `o` or `○` a white
stone; case and blanks do not matter. Rank numbers before a line, the letters of the files above or below
the board, and `black to move` or `white to move` before or after it are optional. A blank line ends a
board.
"""

import io
import re
from collections.abc import Iterator

from zet.engines.renju.model import (
    BLACK,
    COLORS,
    FILES,
    LEAST_SIZE,
    MOST_SIZE,
    WHITE,
    Game,
    cell_at,
    check_size,
)
from zet.formats.errors import FormatError, UnreadableError, attempt
from zet.formats.lines import numbered_lines
from zet.formats.renju.lost import lose_info, lose_order

_STONES = {**dict.fromkeys(".+-_·"), **dict.fromkeys("x@#*●", BLACK), **dict.fromkeys("o○", WHITE)}
_RANK = re.compile(r"\d{1,2}\s*")
_FILES = {FILES[:size] for size in range(LEAST_SIZE, MOST_SIZE + 1)}
_SIDE = re.compile(r"(black|white) to move")


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Game | FormatError]:
    r"""Yield the positions in a text file.

    >>> text = ("." * 15 + "\n") * 14 + "X" + "." * 14 + "\n"
    >>> [found] = load(io.BytesIO(text.encode()))
    >>> found.black
    (0,)
    """
    rows: list[str] = []
    side: int | None = None
    fault: FormatError | None = None
    started = 1
    for number, text in (*numbered_lines(stream, source), (0, "")):
        if isinstance(text, FormatError):
            yield text
            continue
        line = "".join(text.lower().split())
        if text.startswith("#") and not rows and side is None:
            continue
        match = _SIDE.fullmatch(text.strip().lower())
        if match:
            said = COLORS.index(match[1])
            if side not in (None, said):
                fault = fault or FormatError(
                    source, number, "this line contradicts an earlier one that states the side to move"
                )
            side = said
        elif line and line not in _FILES:
            if not rows:
                started = number
            rows.append(_RANK.sub("", line, count=1))
        elif not line and (rows or side is not None):
            yield fault if fault else attempt(source, started, _position, rows, side)
            rows, side, fault = [], None, None
        if len(rows) > MOST_SIZE:
            yield FormatError(source, started, "a board has at most {side} lines", side=MOST_SIZE)
            return


def _position(rows: list[str], side: int | None) -> Game:
    size = len(rows[0]) if rows else 0
    check_size(size)
    if len(rows) != size:
        raise UnreadableError(
            "the board has {n} line, not {side}",
            "the board has {n} lines, not {side}",
            n=len(rows),
            side=size,
        )
    stones: tuple[list[int], list[int]] = ([], [])
    for number, row in enumerate(rows):
        if len(row) != size:
            raise UnreadableError(
                "line {line} of the board has {n} point, not {side}",
                "line {line} of the board has {n} points, not {side}",
                line=number + 1,
                n=len(row),
                side=size,
            )
        for file, point in enumerate(row):
            if point not in _STONES:
                raise UnreadableError(
                    "{point!r} is not a point; expected '.' (empty), 'x' (Black) or 'o' (White)",
                    point=point,
                )
            color = _STONES[point]
            if color is not None:
                stones[color].append(cell_at(file, number, size))
    return Game.build(*stones, side, size=size)


def dumps(game: Game) -> str:
    """Return the board after all moves, the side to move, and a blank line."""
    points = ["."] * game.n_cells
    for color, cells in enumerate(game.stones()):
        for cell in cells:
            points[cell] = "XO"[color]
    size = game.size
    rows = [" ".join(points[at : at + size]) for at in range(game.n_cells - size, -1, -size)]
    lose_info(game)
    lose_order(game)
    return "\n".join([*rows, f"{COLORS[game.side]} to move", "", ""])
