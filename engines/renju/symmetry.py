"""Rotation and reflection of games, canonical images, and the exchange of colors."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from zet.engines.renju.ending import with_winner_exchanged
from zet.engines.renju.model import COLORS, PASS, Game, PositionError, cell_of, name
from zet.engines.renju.openings import turned

MIRROR = 1
TURNS = {90: 6, 180: 3, 270: 5}
"""The symmetries that rotate the board counterclockwise, by degrees."""

BYTE = 15
"""The number of points on a side of the largest board whose keys have one byte per cell; keys of larger
boards have two.
"""

HEAD = 6
"""The number of bytes in a key before the cells: the size, the color of the first move, and the
numbers of black and of white stones (two bytes each).
"""


@cache
def _images(size: int) -> tuple[Sequence[int], ...]:
    """Return, for each symmetry, the image of each cell; the last entry maps a pass to itself."""
    cells = [*range(size * size), PASS]
    if size > BYTE:
        return tuple(
            [turned(cell, symmetry, size) % (1 << 16) for cell in cells] for symmetry in range(8)
        )
    cells += [PASS] * (256 - len(cells))
    return tuple(bytes(turned(cell, symmetry, size) % 256 for cell in cells) for symmetry in range(8))


def image(game: Game, symmetry: int) -> Game:
    """Return the image of a game under a symmetry, numbered from 0 to 7 as in `openings.turned`."""
    black, white, moves = (
        tuple(turned(cell, symmetry, game.size) for cell in cells)
        for cells in (game.black, game.white, game.moves)
    )
    info = tuple(
        (key, _image_of_points(text, symmetry, game.size) if key == "alt" else text)
        for key, text in game.info
    )
    return replace(game, black=tuple(sorted(black)), white=tuple(sorted(white)), moves=moves, info=info)


def _image_of_points(text: str, symmetry: int, size: int) -> str:
    """Return the image of a list of points, such as the fifth moves that were offered."""

    def point(word: re.Match[str]) -> str:
        try:
            return name(turned(cell_of(word[0], size), symmetry, size), size)
        except PositionError:
            return word[0]

    return re.sub(r"[^\s,]+", point, text)


def canonical(game: Game) -> Game:
    """Return the image that sorts first, which is the same for all eight images of a game."""
    return image(game, min(range(8), key=lambda symmetry: _key(game, symmetry)))


def key(game: Game) -> bytes:
    """Return bytes that are equal for two games if and only if they are images of each other."""
    return bytes([game.size, game.first]) + min(_key(game, symmetry) for symmetry in range(8))


def _key(game: Game, symmetry: int) -> bytes:
    table = _images(game.size)[symmetry]
    if isinstance(table, bytes):
        stones = [bytes(sorted(bytes(cells).translate(table))) for cells in (game.black, game.white)]
        moves = bytes(cell % 256 for cell in game.moves).translate(table)
    else:
        stones = [_pairs(sorted(table[cell] for cell in cells)) for cells in (game.black, game.white)]
        moves = _pairs(table[cell] for cell in game.moves)
    return _pairs((len(game.black), len(game.white))) + b"".join(stones) + moves


def _pairs(numbers: Iterable[int]) -> bytes:
    """Return numbers as bytes, two bytes for each number."""
    return b"".join(number.to_bytes(2) for number in numbers)


def n_stones(position_key: bytes) -> tuple[int, int]:
    """Return the numbers of black and of white stones in the position that `position_key` identifies."""
    return int.from_bytes(position_key[2:4]), int.from_bytes(position_key[4:HEAD])


def position_of(position_key: bytes) -> Game:
    """Return the canonical position that `position_key` identifies."""
    size, first = position_key[:2]
    n_black, n_white = n_stones(position_key)
    cells = list(position_key[HEAD:])
    if size > BYTE:
        cells = [high << 8 | low for high, low in zip(cells[::2], cells[1::2], strict=True)]
    return Game(tuple(cells[:n_black]), tuple(cells[n_black : n_black + n_white]), first, size=size)


def positions_in(game: Game) -> Iterator[bytes]:
    """Yield the key of each position of a game, from its beginning."""
    for number in range(len(game.moves) + 1):
        position = game.at(number)
        black, white = position.stones()
        yield key(Game(tuple(black), tuple(white), position.side, size=game.size))


def swapped(game: Game) -> Game:
    """Return the game with the colors exchanged: each player has the same stones in the other color.

    The player who won is the winner of the new game, too.
    """
    black, white = map(str, COLORS)
    other = {black: white, white: black}
    change: dict[str, Callable[[str], str]] = {
        "result": with_winner_exchanged,
        "swap2": lambda color: other.get(color, color),
    }
    info = tuple((other.get(key, key), change.get(key, str)(text)) for key, text in game.info)
    return replace(game, black=game.white, white=game.black, first=1 - game.first, info=info)
