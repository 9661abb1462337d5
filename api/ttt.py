"""Tic-tac-toe and the other m,n,k games: best moves, proofs, play; read and write positions.

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


def _reading(k: int, first: Side) -> Files[Position]:
    return replace(_files, options={name: {"k": k, "first": first} for name in FORMATS})


@checked
def load(source: Source, *, k: int = 3, first: Side = "X") -> Position:
    """Return the one position of a file, a path or a binary stream; `load_all` is for files with more.

    `k` in a row win; where both sides have as many stones, `first` is to move. Gzip is unpacked.

    Raises:
        FormatError: it cannot be read, or holds no position or more than one.
        OSError: the file cannot be opened.
    """
    return _reading(k, first).load(source)


@checked
def load_all(
    source: Source,
    *,
    k: int = 3,
    first: Side = "X",
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[Position]:
    """Yield the positions of a file one by one, as they are read; see `load`.

    A position that cannot be read raises its error and ends the iteration; with `on_error` that function
    is called with the error instead, and the iteration goes on.

    Raises:
        FormatError: a position cannot be read, or there is none.
        OSError: the file cannot be opened.
    """
    return _reading(k, first).load_all(source, on_error=on_error)


@checked
def loads(text: str | bytes, *, k: int = 3, first: Side = "X") -> Position:
    """Return the one position of a text like `XO..X...O X`; see `load`.

    Raises:
        FormatError: it cannot be read, or holds no position or more than one; its source is `<text>`.
    """
    return _reading(k, first).loads(text)


@checked
def start(rows: int = 3, columns: int = 3, k: int = 3, *, first: Side = "X") -> Position:
    """Return the empty board of a size, on which `k` in a row win.

    Raises:
        PositionError: there is no such board.
    """
    return Position.empty(columns, rows, k, first)


def play(position: Position, *moves: int) -> Position:
    """Return the position after moves of the sides in turn.

    Raises:
        PositionError: the rules do not allow a move.
    """
    for cell in moves:
        position = position.after(cell)
    return position


def legal_moves(position: Position) -> list[int]:
    """Return all moves of the side to move; none when the game is over."""
    return [] if position.is_over else position.free


@checked
def best_move(
    position: Position, *, nodes: int | None = None, seconds: float | None = None, table_size: int = 64
) -> Result:
    """Return the best move of a position, its value, and the moves that are as good.

    Small boards are looked up, larger ones searched within the limits; `table_size` is in mebibytes.

    Raises:
        PositionError: the game is over.
        ValueError: a limit is negative.
    """
    if position.is_over:
        raise PositionError("the game is over")
    return _best_move(position, nodes=nodes, seconds=seconds, table_size=table_size)
