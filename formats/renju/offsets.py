"""Openings in Gomocup's format: each line gives the moves of one opening as offsets from the center.

An offset is `X,Y`, with X to the right and Y downwards; commas separate all numbers, as in `-1,-1, 0,0,
2,1`. The first stone is Black's. The center has the column and the row `size // 2`, both counted from 0
at the top left. The file does not record the size of the board, which is 15 points per side unless the
caller gives another size. Source: the sources of Piskvork (`initOpeningTab`) and of Gomocup's judge.
`docs/formats/renju-offsets.md` describes the format.
"""

import re

from zet.engines.renju.model import PASS, SIDE, Game, cell_at, place_of
from zet.formats.errors import UnreadableError, UnwritableError
from zet.formats.renju.lost import lose_info, lose_size

_NUMBER = re.compile(r"\s*([+-]?\d{1,4})\s*", re.ASCII)


def loads(text: str, size: int = SIDE) -> Game:
    """Parse a one-line opening, for a board of `size` points per side.

    >>> loads("0,0, 1,-1").moves
    (112, 128)

    Raises:
        ValueError: the line is malformed, or a point is off the board or occurs twice.
    """
    numbers = []
    for part in text.removesuffix(",").split(","):
        match = _NUMBER.fullmatch(part)
        if match is None:
            raise UnreadableError(
                "expected offsets such as '-1,-1, 0,0, 2,1', not {text!r}", text=part[:12]
            )
        numbers.append(int(match[1]))
    if len(numbers) % 2:
        raise UnreadableError("{n} numbers, but expected two for each point", n=len(numbers))
    offsets = zip(numbers[::2], numbers[1::2], strict=True)
    return Game.build(moves=[_cell(right, down, size) for right, down in offsets], size=size)


def _cell(right: int, down: int, size: int) -> int:
    x, y = size // 2 + right, size // 2 + down
    if not (0 <= x < size and 0 <= y < size):
        raise UnreadableError(
            "{point} is outside the {side} x {side} board", point=f"{right},{down}", side=size
        )
    return cell_at(x, y, size)


def dumps(game: Game) -> str:
    """Return the moves of an opening as a line of offsets.

    Raises:
        UnwritableError: the game has no moves, a pass, or initial stones.
    """
    if game.black or game.white or game.first or PASS in game.moves or not game.moves:
        raise UnwritableError(
            "offsets can represent only openings that begin on the empty board, without passes"
        )
    center = game.size // 2
    places = (place_of(cell, game.size) for cell in game.moves)
    lose_info(game)
    lose_size(game)
    return ", ".join(f"{x - center},{y - center}" for x, y in places) + "\n"
