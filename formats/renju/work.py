"""Work files: the results of a long search for proofs, to which each new result is appended.

    # unknown 2000000 freestyle h8g7/a1e8 black
    # no-win freestyle h8/a1i8 black
    # move g7 freestyle h8/a1 black
    proof 1510 freestyle h8g7/a1a5 black
    ...

A work file is a file of proofs (`proof_lines.py`). An `# unknown` comment gives an open position, and the
maximum number of moves that a search tried without finding a proof; a `# no-win` comment gives a position
in which no win by quiet moves exists. A `# move` comment gives a position in the outline of a proof
(`zet.engines.renju.outline`), and the winning move there; the file need not contain the proof.
`docs/formats/renju-proof.md` describes the format.
"""

import io
import os
import re
from collections.abc import Callable, Iterator
from typing import BinaryIO

from zet.engines.renju.model import RULES, SIDE, Game, cell_of, name
from zet.engines.renju.outline import outline as quiet_moves
from zet.engines.renju.proof import Proof
from zet.engines.renju.results import Results
from zet.formats.errors import FormatError, UnreadableError, attempt
from zet.formats.renju import proof_lines
from zet.formats.renju.lost import lose_info, lose_order
from zet.formats.renju.position import loads as position
from zet.formats.renju.proofs import Claim

_COMMENT = re.compile(
    rb"# (?:unknown (\d{1,12})|no-win|move (\w+)) (\w+) (?:(\d{1,2})x\4 )?(.*)", re.ASCII
)
_WORDS = (b"proof ", b"# unknown ", b"# no-win ", b"# move ")
"""The words with which records begin."""

_PROOF = re.compile(rb"proof (\d{1,9}) ", re.ASCII)


class WorkFile:
    """The results in a work file, by rule and size of the board.

    `stream` is open for reading and writing, and named `source`. If the last record is incomplete because
    a run was interrupted, it is removed. The proofs in the file are not verified.

    Raises:
        FormatError: the file has other content.
    """

    def __init__(self, stream: BinaryIO, source: str) -> None:
        self._stream = stream
        self.source = source
        self._results: dict[tuple[str, int], _Recorded] = {}
        data = stream.read()
        data = data[: _end(data)]
        for claim in proof_lines.load(io.BytesIO(data), source):
            if isinstance(claim, FormatError):
                raise claim
            known = self._recorded(claim.rule, claim.game.size)
            super(_Recorded, known).add(claim.game, claim.proof)
        for number, line in enumerate(data.split(b"\n"), 1):
            if (match := _COMMENT.fullmatch(line)) is not None:
                found = attempt(source, number, self._comment, match)
                if isinstance(found, FormatError):
                    raise found
        stream.truncate(len(data))
        stream.seek(0, os.SEEK_END)

    def _comment(self, match: re.Match[bytes]) -> None:
        """Record the result in a comment that begins with `# unknown`, `# no-win` or `# move`."""
        rule, size = match[3].decode(), int(match[4] or SIDE)
        if rule not in RULES:
            raise UnreadableError("rule must be one of {rules}", rules=", ".join(RULES))
        game = position(match[5].decode(), size)
        known = self._recorded(rule, size)
        if match[1]:
            super(_Recorded, known).fail(game, int(match[1]))
        elif match[2]:
            move = cell_of(match[2].decode(), size)
            game.then([move])  # raises an error if the point is occupied
            known.suggest(game, move)
        else:
            super(_Recorded, known).exclude(game)

    def __iter__(self) -> Iterator["_Recorded"]:
        """Yield the results for each rule and board size in the file."""
        return iter(self._results.values())

    def results(self, rule: str, size: int) -> Results:
        """Return the results for a rule and a board size; new results are also written to the file."""
        return self._recorded(rule, size)

    def _recorded(self, rule: str, size: int) -> "_Recorded":
        return self._results.setdefault((rule, size), _Recorded(rule, size, self._write))

    def _write(self, text: str) -> None:
        self._stream.write(text.encode())
        self._stream.flush()
        os.fsync(self._stream.fileno())


class _Recorded(Results):
    """Results that are also written to the work file, as text."""

    def __init__(self, rule: str, size: int, write: Callable[[str], None]) -> None:
        super().__init__()
        self.rule, self._size, self._write = rule, size, write

    def add(self, game: Game, proof: Proof) -> None:
        super().add(game, proof)
        self._write(proof_lines.dumps(Claim(game.position(), game.side, self.rule, proof)))

    def fail(self, game: Game, nodes: int) -> None:
        super().fail(game, nodes)
        self._comment(f"unknown {nodes}", game)

    def exclude(self, game: Game) -> None:
        super().exclude(game)
        self._comment("no-win", game)

    def _comment(self, words: str, game: Game) -> None:
        self._write(_comment(words, self.rule, game))


def outline(claim: Claim) -> str:
    """Return the outline of a proof as comments of a work file."""
    lose_info(claim.game, "rule")
    lose_order(claim.game)
    return "".join(
        _comment(f"move {name(move, game.size)}", claim.rule, game)
        for game, move in quiet_moves(claim.game, claim.proof)
    )


def _comment(words: str, rule: str, game: Game) -> str:
    return f"# {words} {proof_lines.setting(rule, game, game.side)}\n"


def _end(data: bytes) -> int:
    """Return the length of the content up to the end of the last complete record."""
    start = data.rfind(b"\n") + 1
    last = data[start:]
    if last and any(word.startswith(last) or last.startswith(word) for word in _WORDS):
        return start
    start = data.rfind(b"\nproof ") + 1
    match = _PROOF.match(data, start)
    n_lines = 1 + int(match[1]) if match else 0
    return len(data) if data.count(b"\n", start) >= n_lines else start
