"""Piskvork's tournament files (.rec): the names of two programs, then moves `X,Y,MILLISECONDS` by line.

X counts from the left and Y from the top, both from 0; a closing number may follow. One game in a file;
others that follow it are read as well. It does not say how large its board is: 15 points a side, if the
caller does not say it.
Source: the sources of Piskvork (`openPsq`, `savePsq`). `docs/formats/renju-piskvork.md` describes it.
"""

import io
from collections.abc import Iterator

from zet.engines.renju.model import SIDE, Game
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.renju.psq import CLOSING, MoveLines, move_lines


def load(
    stream: io.BufferedIOBase, source: str = "-", *, size: int = SIDE
) -> Iterator[Game | FormatError]:
    r"""Yield the game of a file, on a board of `size` points a side, and games that follow it.

    >>> [game] = load(io.BytesIO(b"one\ntwo\n7,7,0\n8,6,5\n-1\n"))
    >>> game.moves, dict(game.info)["white"]
    ((112, 128), 'two')
    """
    lines = MoveLines(stream, source)
    is_first = True
    while is_first or lines.text is not None:
        players: list[str] = []
        while len(players) < 2:
            if lines.text is None:
                if is_first:
                    yield FormatError(source, lines.number, "expected the names of two programs")
                return
            players.append(lines.text.strip())
            lines.take()
        try:
            moves = lines.moves(0, size)
            if not moves:
                raise UnreadableError("expected a move like 7,7,0")
            info = zip(("black", "white"), players, strict=True)
            yield Game.build(moves=moves, info=info, size=size)
        except ValueError as error:
            yield FormatError(source, lines.number, str(error))
            return
        if lines.text is not None and CLOSING.fullmatch(lines.text.strip()):
            lines.take()
        is_first = False


def dumps(game: Game) -> str:
    """Return the file of a game; the times are not known.

    Raises:
        UnwritableError: the game has a pass, or stones that stand at the beginning.
    """
    info = dict(game.info)
    players = [info.get("black", "black"), info.get("white", "white")]
    return "\n".join([*players, *move_lines(game, 0), "-1", ""])
