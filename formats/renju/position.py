"""Positions on one line: Black's stones, a slash, White's stones, and the side to move.

An example is `h8i9/g7h7 black`. Either list of stones may be empty, and the side may be omitted if the
numbers of stones imply it. The line does not record the size of the board, which is 15 points per side
unless the caller gives another size. The format is specific to zet; `docs/formats/renju-position.md`
describes it.
"""

import re

from zet.engines.renju.model import COLORS, PASS, SIDE, Game, names
from zet.formats.errors import UnreadableError
from zet.formats.renju.lost import lose_info, lose_order, lose_size
from zet.formats.renju.moves import moves_in

_SHAPE = re.compile(r"\s*([^/]*)/(.*?)(?:\s*\b(black|white|b|w)(?: to move)?)?\s*", re.IGNORECASE)


def loads(text: str, size: int = SIDE) -> Game:
    """Parse a one-line position, for a board of `size` points per side.

    >>> loads("h8/ white").black
    (112,)

    Raises:
        ValueError: the text is not a position in this form, a point occurs twice, or the side is missing.
    """
    match = _SHAPE.fullmatch(text)
    if match is None:
        raise UnreadableError("expected BLACK/WHITE SIDE, as in 'h8i9/g7h7 black'")
    black, white = moves_in(match[1], size), moves_in(match[2], size)
    if PASS in black or PASS in white:
        raise UnreadableError("expected stones, not a pass")
    side = match[3]
    first = None if side is None else "bw".index(side[0].lower())
    return Game.build(black, white, first, size=size)


def dumps(game: Game) -> str:
    """Return the position after all moves as a line."""
    lose_info(game)
    lose_order(game)
    lose_size(game)
    return f"{as_line(*game.stones(), game.side, game.size)}\n"


def as_line(black: list[int], white: list[int], side: int, size: int) -> str:
    """Return the line of the position with these stones, without a newline."""
    stones = "/".join("".join(names(sorted(cells), size)) for cells in (black, white))
    return f"{stones} {COLORS[side]}"
