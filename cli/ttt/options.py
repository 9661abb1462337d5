"""What the commands on tic-tac-toe share: reading, options, words."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import click
from zet.cli import options
from zet.cli.command import Found
from zet.cli.options import Option, Size
from zet.engines.mnk.model import MAX_SIDE, Position, Side, check_board
from zet.engines.mnk.symmetry import move_classes
from zet.formats.errors import FormatError
from zet.formats.registry import Format
from zet.formats.ttt import FORMATS


@dataclass(frozen=True, slots=True)
class PositionReading(options.Reading):
    """How a command reads positions: with the length of a line and the side that moves first."""

    k: int = 3
    first: Side = "X"

    def _values(self, form: Format | None, stream: io.BufferedReader, source: str) -> Iterator[Any]:
        if form is None:
            yield FormatError(source, None, "no position in it")
        else:
            yield from form.load(stream, source, k=self.k, first=self.first)


k_option = click.option(
    "--k",
    type=click.IntRange(1, MAX_SIDE),
    default=3,
    metavar="K",
    help="So many in a row win.",
)
first_option = click.option(
    "--first",
    type=click.Choice(["X", "O"]),
    default="X",
    help="The side that moves first.",
)
reading = options.reading(
    partial(PositionReading, FORMATS, "position", None), k_option, first_option, takes=("k", "first")
)
limits = options.limits("position", "visiting this many nodes")


def _size(rows: int, columns: int) -> tuple[int, int]:
    """Return the size of a board that there may be, rows first."""
    check_board(columns, rows, 1)
    return rows, columns


def board_option(default: str | None) -> Option:
    """Return the decorator that adds --board, which the command gets as `size`: rows and columns."""
    return click.option(
        "--board",
        "size",
        type=Size(_size),
        metavar="ROWSxCOLUMNS",
        default=default,
        help="The size of the board." if default else "Answer for the empty board of this size.",
    )


def empty(size: tuple[int, int], k: int, first: Side) -> Position:
    """Return the empty board of a size."""
    rows, columns = size
    return Position.empty(columns, rows, k, first)


table_size_option = click.option(
    "--table-size",
    type=click.IntRange(1, 1 << 14),
    default=64,
    metavar="MIB",
    help="Memory for the table of a search.",
)


def value_words(value: int, distance: int) -> str:
    """Return a value and a distance in words."""
    plies = "1 ply" if distance == 1 else f"{distance} plies"
    return f"{('drawn', 'won', 'lost')[value]}, {plies} to the end"


def ending_words(position: Position) -> str:
    """Return how a game has ended, in words."""
    return f"{position.winner} has won" if position.winner else "drawn"


def moves_text(moves: tuple[int, ...]) -> str:
    """Return moves with a blank between them."""
    return " ".join(map(str, moves))


def best_words(position: Position, moves: tuple[int, ...]) -> str:
    """Return the best moves in words, behind others; a bar stands between their classes."""
    return f"; best: {' | '.join(map(moves_text, move_classes(position, moves)))}"


def game_over(position: Position) -> Found:
    """Return that a game is over, and who has won. There is no best move, so it is a no."""
    keys = {
        "move": None,
        "moves": (),
        "value": -1 if position.winner else 0,
        "distance": 0,
        "winner": position.winner,
    }
    return Found("over", keys, f"the game is over: {ending_words(position)}")
