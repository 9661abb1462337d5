"""Piskvork's tournament files (.rec): the names of two programs, then a move `X,Y,MILLISECONDS` per line.

X counts from the left and Y from the top, both from 0. After the moves, a line may contain a single
number. A file normally contains one game; if it contains more, all are read. The file does not record the
size of the board, which is 15 points per side unless the caller gives another size. Source: the source
code of Piskvork (`openPsq`, `savePsq`). `docs/formats/renju-piskvork.md` describes the format.
"""

import io
from collections.abc import Iterator

from zet.engines.renju.model import SIDE, Game
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.renju.lost import lose_info, lose_size
from zet.formats.renju.psq import CLOSING, MoveLines, move_lines


def load(
    stream: io.BufferedIOBase, source: str = "-", *, size: int = SIDE
) -> Iterator[Game | FormatError]:
    r"""Yield the games in a file, on boards of `size` points per side.

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
            is_closed = lines.text is not None and CLOSING.fullmatch(lines.text.strip())
            if not moves and not is_closed:
                raise UnreadableError("expected a move like 7,7,0")
            info = zip(("black", "white"), players, strict=True)
            yield Game.build(moves=moves, info=info, size=size)
        except ValueError as error:
            yield FormatError(source, lines.number, str(error))
            return
        if is_closed:
            lines.take()
        is_first = False


def dumps(game: Game) -> str:
    """Return the text of a rec file with a game; the times of the moves are unknown, and written as 0.

    Raises:
        UnwritableError: the game has a pass or initial stones.
    """
    lines = move_lines(game, 0, "rec")
    info = dict(game.info)
    lose_info(game, "black", "white")
    lose_size(game)
    players = [info.get("black", "black"), info.get("white", "white")]
    return "\n".join([*players, *lines, "-1", ""])
