"""Games turned, mirrored, with colors swapped; and the one of eight images that stands for all."""

from collections.abc import Iterator
from dataclasses import replace

from zet.engines.renju.model import COLORS, N_CELLS, Game
from zet.engines.renju.openings import turned

MIRROR = 1
TURNS = {90: 6, 180: 3, 270: 5}
"""The symmetries that turn the board, by degrees to the left."""

_NO_CELL = 255
_IMAGES = tuple(
    bytes(turned(cell, symmetry) for cell in range(N_CELLS)) + bytes(range(N_CELLS, _NO_CELL + 1))
    for symmetry in range(8)
)
"""For each symmetry where a byte goes, which is a cell or a pass."""


def image(game: Game, symmetry: int) -> Game:
    """Return the game on the turned board; 0 leaves it, and `turned` of openings says what each does."""
    black, white, moves = (
        tuple(turned(cell, symmetry) for cell in cells) for cells in (game.black, game.white, game.moves)
    )
    return replace(game, black=tuple(sorted(black)), white=tuple(sorted(white)), moves=moves)


def canonical(game: Game) -> Game:
    """Return the image that comes first: the same for all eight images of a game."""
    return image(game, min(range(8), key=lambda symmetry: _key(game, symmetry)))


def key(game: Game) -> bytes:
    """Return bytes that are the same for the eight images of a game, and for no other one."""
    return bytes([game.first]) + min(_key(game, symmetry) for symmetry in range(8))


def _key(game: Game, symmetry: int) -> bytes:
    table = _IMAGES[symmetry]
    black, white = (bytes(sorted(bytes(cells).translate(table))) for cells in (game.black, game.white))
    moves = bytes(cell % 256 for cell in game.moves).translate(table)
    return bytes([len(black), len(white)]) + black + white + moves


def position_of(found: bytes) -> Game:
    """Return the canonical position that a key stands for."""
    first, n_black, n_white = found[:3]
    return Game(tuple(found[3 : 3 + n_black]), tuple(found[3 + n_black : 3 + n_black + n_white]), first)


def positions_in(game: Game) -> Iterator[bytes]:
    """Yield the keys of the positions of a game, from its beginning, as positions without moves."""
    for number in range(len(game.moves) + 1):
        position = game.at(number)
        black, white = position.stones()
        yield key(Game(tuple(black), tuple(white), position.side))


def swapped(game: Game) -> Game:
    """Return the game with Black's stones for White's; the players keep theirs."""
    black, white = map(str, COLORS)
    other = {black: white, white: black}
    info = tuple(
        (other.get(name, name), other.get(text, text) if name == "result" else text)
        for name, text in game.info
    )
    return replace(game, black=game.white, white=game.black, first=1 - game.first, info=info)
