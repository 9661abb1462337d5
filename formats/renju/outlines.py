"""The moves in outlines of proofs (`zet.engines.renju.outline`), for a player that follows these moves.

A work file (`work.py`) contains these moves in its `# move` comments and in its proofs.
"""

import io
from typing import BinaryIO

from zet.engines.renju.model import Game
from zet.engines.renju.outline import outline
from zet.formats.errors import FormatError
from zet.formats.files import decoded, read_whole
from zet.formats.renju.work import WorkFile

MAX_BYTES = 1 << 28
"""The maximum size of a file in bytes, uncompressed; a larger file is refused before it is parsed."""


class Outlines:
    """The moves of the outlines in a work file, by rule and size of the board."""

    def __init__(self, work: WorkFile) -> None:
        self._work = work
        for results in work:
            for game, proof in list(results):
                for position, move in outline(game, proof):
                    results.suggest(position, move)

    @property
    def source(self) -> str:
        """The name of the file."""
        return self._work.source

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules for which there are moves, sorted."""
        return tuple(sorted({results.rule for results in self._work if results.has_suggestions}))

    def move(self, rule: str, game: Game) -> int | None:
        """Return the move in a position; None if no outline contains the position or a symmetric one."""
        return self._work.results(rule, game.size).suggested(game)


def load(raw: BinaryIO, source: str) -> Outlines:
    """Return the outlines in a work file, which may be compressed with gzip.

    Raises:
        FormatError: the file is not a work file, has no moves, or is larger than MAX_BYTES.
        OSError: the file cannot be read.
    """
    data = read_whole(decoded(raw, lambda: None), source, MAX_BYTES)
    found = Outlines(WorkFile(io.BytesIO(data), source))
    if not found.rules:
        raise FormatError(source, None, "the file has no proof and no outline of a proof")
    return found
