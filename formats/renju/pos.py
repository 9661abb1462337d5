"""Positions of RenLib and related programs (.pos): a byte with the number of moves, then a byte per move.

A point is 15 times the row from the top plus the column, both from 0, so h8 is 112. Black moves first.
A file may contain several games; RenLib reads only the first. Some programs put information into the file
name, which is ignored.
Source: the source code of RenLib (`Pos.cpp`). `docs/formats/renju-pos.md` describes the format.
"""

import io
from collections.abc import Iterator

from zet.engines.renju.model import N_CELLS, PASS, SIDE, Game, cell_at
from zet.formats.errors import FormatError, UnreadableError, UnwritableError, attempt
from zet.formats.renju.lost import lose_info


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Game | FormatError]:
    r"""Yield the games in a file.

    >>> [game] = load(io.BytesIO(b"\x02pb"))
    >>> game.moves
    (112, 128)
    """
    at = 0
    while count := stream.read(1):
        game = attempt(source, None, _game, at, count[0], stream)
        yield game
        if isinstance(game, FormatError):
            return
        at += 1 + count[0]


def _game(at: int, n_moves: int, stream: io.BufferedIOBase) -> Game:
    """Read a game of `n_moves` moves; `at` is the offset of the byte with the number of moves."""
    points = stream.read(n_moves)
    for offset, point in enumerate(points, at + 1):
        if point >= N_CELLS:
            raise UnreadableError(
                "offset {offset}: {byte} is not a point (0 to {most})",
                offset=offset,
                byte=point,
                most=N_CELLS - 1,
            )
    if len(points) < n_moves:
        raise UnreadableError(
            "offset {offset}: expected {n} moves, but the file has {found}",
            offset=at,
            n=n_moves,
            found=len(points),
        )
    return Game.build(moves=map(_flipped, points))


def _flipped(point: int) -> int:
    """Convert a point of the format to a cell, or a cell to a point of the format."""
    return cell_at(point % SIDE, point // SIDE)


def dumps(game: Game) -> bytes:
    """Return the content of a pos file with one game.

    Raises:
        UnwritableError: the game has a pass or initial stones, or the board is not 15x15.
    """
    if game.size != SIDE:
        raise UnwritableError("{format} supports only {side} x {side} boards", format="pos", side=SIDE)
    if game.black or game.white or game.first or PASS in game.moves:
        raise UnwritableError(
            "{format} files can represent only games that begin on the empty board, without passes",
            format="pos",
        )
    lose_info(game)
    return bytes([len(game.moves), *map(_flipped, game.moves)])
