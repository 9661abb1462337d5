"""Saved walls games: a text file that people read and edit.

The first line is `walls 1`, a magic word and the version. The `board`, `extra-move`, `score` and `turn`
lines follow, then the matrix row by row, and `moves` lines with the order of play if it is known. A file
may contain several saves. The saved games of the original program also contain the board, the scores and
the turn; this text form is specific to zet. `docs/formats/walls-save.md` describes the format.
"""

import io
import re
from collections.abc import Callable, Iterator
from typing import Any

from zet.engines.walls.model import FIRST, SECOND, Board, Position
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.lines import numbered_lines
from zet.formats.walls.notation import (
    check_agreement,
    check_row,
    matrix_of,
    moves_text,
    play_moves,
    position_of,
    read_size,
    stated_rule,
)

_MAGIC = "walls"
_VERSION = "1"
_MOVES_PER_LINE = 10
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


def load(
    stream: io.BufferedIOBase, source: str = "-", *, extra_move: bool = False
) -> Iterator[Position | FormatError]:
    r"""Yield the positions in a file; each begins at a `walls 1` line.

    `extra_move` is the rule assumed for saves that have no `extra-move` line. If it is true, a save with
    an `extra-move no` line is an error.

    >>> save = b"walls 1\nboard 1x1\nscore 0 0\nturn 2\n0 3 0\n1 6 1\n0 2 0\n"
    >>> [position] = load(io.BytesIO(save))
    >>> position.free
    [0, 2, 3]
    """
    save: _Save | None = None
    for number, text in numbered_lines(stream, source):
        if isinstance(text, FormatError):
            yield text
            continue
        text = text.partition("#")[0]
        words = text.split(maxsplit=1)
        if not words:
            continue
        if save is None or words[0] == _MAGIC:
            if save is not None:
                yield save.finish()
            save = _Save(source, number, extra_move=extra_move)
        save.read(number, words[0], text)
    if save is not None:
        yield save.finish()


class _Save:
    """A save that is parsed line by line; lines after the first error are skipped."""

    def __init__(self, source: str, line: int, *, extra_move: bool) -> None:
        self._source = source
        self._line = line
        self._usual_extra_move = extra_move
        self._error: FormatError | None = None
        self._values: dict[str, Any] = {}
        self._lines: dict[str, int] = {}
        self._rows: list[list[int]] = []
        self._played: Position | None = None

    def read(self, number: int, key: str, text: str) -> None:
        """Parse a line whose first word is `key`."""
        if self._error is None:
            try:
                self._read(number, key, text)
            except ValueError as error:
                self._error = FormatError(self._source, number, str(error))

    def finish(self) -> Position | FormatError:
        """Return the position that the lines describe, or the first error in them."""
        if self._error is None:
            try:
                return self._position()
            except FormatError as error:
                return error
            except ValueError as error:
                return FormatError(self._source, self._line, str(error))
        return self._error

    def _read(self, number: int, key: str, text: str) -> None:
        if number == self._line:
            if text.split() != [_MAGIC, _VERSION]:
                raise UnreadableError(
                    "expected the first line of a save: {magic} {version}", magic=_MAGIC, version=_VERSION
                )
        elif key == "moves":
            if self._played is None:
                self._played = Position.empty(self._board, extra_move=self._extra_move)
                self._lines[key] = number
            self._played = play_moves(self._played, text, text.index(key) + len(key))
        elif key in _VALUES:
            if self._rows or self._played:
                raise UnreadableError("{key} must come before the matrix", key=key)
            if key in self._values:
                raise UnreadableError("the line {key} occurs twice", key=key)
            self._values[key] = _VALUES[key](" ".join(text.split()[1:]))
            if key == "extra-move":
                stated_rule(extra_move=self._usual_extra_move, stated=self._values[key])
            self._lines[key] = number
        elif _NUMBER.fullmatch(key):
            self._read_row(text.split())
        else:
            raise UnreadableError(
                "{key!r} begins neither a row of the matrix nor a known line", key=key[:20]
            )

    def _read_row(self, words: list[str]) -> None:
        board = self._board
        if len(self._rows) > 2 * board.rows:
            raise UnreadableError(
                "one row too many: the matrix of a {name} board has {rows} rows",
                name=board.name,
                rows=2 * board.rows + 1,
            )
        codes = [int(word) if _NUMBER.fullmatch(word) else word for word in words]
        check_row(board, len(self._rows), codes)
        self._rows.append(codes)  # type: ignore[arg-type]  # check_row has checked it

    @property
    def _board(self) -> Board:
        if "board" not in self._values:
            raise UnreadableError("a line like 'board 6x6' must come before the matrix")
        board: Board = self._values["board"]
        return board

    @property
    def _extra_move(self) -> bool:
        return bool(self._values.get("extra-move", self._usual_extra_move))

    def _position(self) -> Position:
        """Return the position.

        Raises:
            ValueError: a line is missing, or contradicts the other lines.
        """
        board = self._board
        if missing := [key for key in ("score", "turn") if key not in self._values]:
            raise UnreadableError("the line {key} is missing", key=missing[0])
        if len(self._rows) <= 2 * board.rows:
            raise UnreadableError("row {row} of the matrix is missing", row=len(self._rows))
        found = position_of(board, self._rows, self._values["turn"], extra_move=self._extra_move)
        if self._values["score"] != found.score:
            raise FormatError(
                self._source,
                self._lines["score"],
                "the score is {score}, but the boxes taken are {taken}",
                score="{} {}".format(*self._values["score"]),
                taken="{} {}".format(*found.score),
            )
        if self._played is None:
            return found
        try:
            check_agreement(self._played, found)
        except ValueError as error:
            raise FormatError(self._source, self._lines["moves"], str(error)) from None
        return self._played


def _read_extra_move(text: str) -> bool:
    if text not in ("yes", "no"):
        raise UnreadableError("extra-move must be yes or no, not {text!r}", text=text[:20])
    return text == "yes"


def _read_score(text: str) -> tuple[int, int]:
    words = text.split()
    if len(words) != 2 or not all(map(_NUMBER.fullmatch, words)):
        raise UnreadableError(
            "score must be the numbers of boxes of both players, such as '3 1', not {text!r}",
            text=text[:20],
        )
    return int(words[0]), int(words[1])


def _read_turn(text: str) -> int:
    if text not in (str(FIRST), str(SECOND)):
        raise UnreadableError(
            "turn must be {first} or {second}, not {text!r}", first=FIRST, second=SECOND, text=text[:20]
        )
    return int(text)


_VALUES: dict[str, Callable[[str], Any]] = {
    "board": read_size,
    "extra-move": _read_extra_move,
    "score": _read_score,
    "turn": _read_turn,
}


def dumps(position: Position) -> str:
    """Return a position as a saved game, with a blank line at its end."""
    moves = position.moves or ()
    lines = [
        f"{_MAGIC} {_VERSION}",
        f"board {position.board.name}",
        f"extra-move {'yes' if position.extra_move else 'no'}",
        "score {} {}".format(*position.score),
        f"turn {position.to_move}",
        *(" ".join(map(str, row)) for row in matrix_of(position)),
        *(
            f"moves {moves_text(position.board, moves[start : start + _MOVES_PER_LINE])}"
            for start in range(0, len(moves), _MOVES_PER_LINE)
        ),
    ]
    return "\n".join(lines) + "\n\n"
