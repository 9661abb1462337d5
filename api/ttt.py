"""Tic-tac-toe and the other (m,n,k) games: best moves, proofs, play, and files of positions.

A move is the number of a cell, row by row from the top left, from 0.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from zet._arguments import checked
from zet._files import Files, Source
from zet._pictures import show_as
from zet.engines.ttt import Position, PositionError, Result, best_move as _best_move, solve as _solve
from zet.engines.ttt.model import Side
from zet.formats.errors import FormatError
from zet.formats.ttt import FORMATS, as_svg, as_text
from zet.formats.ttt.answers import as_dict

__all__ = [
    "Position",
    "PositionError",
    "Result",
    "as_dict",
    "as_svg",
    "as_text",
    "best_move",
    "dump",
    "dump_all",
    "dumps",
    "legal_moves",
    "load",
    "load_all",
    "loads",
    "play",
    "solve",
    "start",
]

solve = checked(_solve)

_files = Files(FORMATS, "position", "line")
dump, dump_all, dumps = _files.dump, _files.dump_all, _files.dumps

show_as(Position, as_svg)


def __dir__() -> list[str]:
    return __all__


def _reading(k: int | None, first: Side) -> Files[Position]:
    options = {name: {"k": 3 if k is None else k, "first": first} for name in FORMATS}
    return replace(_files, options={**options, "json": {"k": k, "first": first}})


@checked
def load(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002 - the usual name
    k: int | None = None,
    first: Side = "X",
) -> Position:
    """Return the single position in a file; `load_all` reads several positions.

    `source` is a path or a binary stream. The format is detected from the content unless `format` names
    it. Gzip is decompressed. `k` stones in a row win; the default is 3 or, in JSON, the number that the
    position states. If both sides have the same number of stones, `first` is to move.

    Raises:
        FormatError: the file cannot be parsed, does not contain exactly one position, or states that a
            number of stones other than `k` wins.
        OSError: the file cannot be opened.
    """
    return _reading(k, first).load(source, format=format)


@checked
def load_all(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002
    k: int | None = None,
    first: Side = "X",
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[Position]:
    """Yield the positions of a file, or of all files in and below a folder, as they are read; see `load`.

    Without `on_error`, the first position that cannot be parsed raises a FormatError, which ends the
    iteration. With `on_error`, the function is called with each such error, and the iteration continues.

    Raises:
        FormatError: a position cannot be parsed, or the file contains no position.
        OSError: the file cannot be opened, or the folder contains no files.
    """
    return _reading(k, first).load_all(source, format=format, on_error=on_error)


@checked
def loads(
    text: str | bytes,
    *,
    format: str | None = None,  # noqa: A002
    k: int | None = None,
    first: Side = "X",
) -> Position:
    """Return the single position in a string such as `XO..X...O X`; see `load`.

    Raises:
        FormatError: the text cannot be parsed, or does not contain exactly one position. The error names
            `<text>` as its source.
    """
    return _reading(k, first).loads(text, format=format)


@checked
def start(rows: int = 3, columns: int = 3, k: int = 3, *, first: Side = "X") -> Position:
    """Return an empty board on which `k` stones in a row win, with `first` to move.

    Raises:
        PositionError: the size is not supported.
    """
    return Position.empty(columns, rows, k, first)


def play(position: Position, *moves: int) -> Position:
    """Return the position after the given moves, made by alternating sides.

    Raises:
        PositionError: a move breaks the rules.
    """
    for cell in moves:
        position = position.after(cell)
    return position


def legal_moves(position: Position) -> list[int]:
    """Return all moves for the side to move; empty if the game is over."""
    return [] if position.is_over else position.free


@checked
def best_move(
    position: Position, *, nodes: int | None = None, seconds: float | None = None, table_size: int = 64
) -> Result:
    """Return the best move in a position, its value, and all moves of equal value.

    Small boards are looked up in a table; larger boards are searched within the limits. `table_size` is
    the size of the transposition table in mebibytes.

    Raises:
        PositionError: the game is over.
        ValueError: a limit is negative.
    """
    if position.is_over:
        raise PositionError("the game is over")
    return _best_move(position, nodes=nodes, seconds=seconds, table_size=table_size)
