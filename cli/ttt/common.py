"""What the commands on tic-tac-toe share: reading, options, words."""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click
from zet.cli.batch import NO, Answer, Record, json_line
from zet.cli.common import Reading, heading
from zet.engines.mnk.model import MAX_SIDE, Position, PositionError, Side, check_board
from zet.formats.errors import FormatError
from zet.formats.registry import Format
from zet.formats.ttt import FORMATS


@dataclass(frozen=True, slots=True)
class PositionReading(Reading):
    """How a command reads positions: with the length of a line and the side that moves first."""

    k: int = 3
    first: Side = "X"

    def _values(
        self,
        form: Format | None,
        stream: io.BufferedReader,
        source: str,
    ) -> Iterator[Any]:
        if form is None:
            yield FormatError(source, None, "no position in it")
        else:
            yield from form.load(stream, source, k=self.k, first=self.first)


k_option = click.option(
    "--k",
    type=click.IntRange(1, MAX_SIDE),
    default=3,
    show_default=True,
    metavar="K",
    help="So many in a row win.",
)
first_option = click.option(
    "--first",
    type=click.Choice(["X", "O"]),
    default="X",
    show_default=True,
    help="The side that moves first.",
)


def reading(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of commands that read positions; the command gets them as `load`."""

    @k_option
    @first_option
    @wraps(command)
    def function(*, k: int, first: Side, **values: Any) -> int:
        return command(load=PositionReading(FORMATS, "position", None, k, first), **values)

    return function


def _size(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Return the width and the height of a board, from WIDTHxHEIGHT."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,4})x(\d{1,4})", text, re.ASCII | re.IGNORECASE)
    if match is None:
        raise click.BadParameter(f"{text!r} is not of the form 4x3")
    width, height = int(match[1]), int(match[2])
    try:
        check_board(width, height, 1)
    except PositionError as error:
        raise click.BadParameter(str(error)) from None
    return width, height


def board_option(default: str | None) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return the decorator that adds --board, which the command gets as `size`."""
    return click.option(
        "--board",
        "size",
        callback=_size,
        metavar="WIDTHxHEIGHT",
        default=default,
        show_default=default is not None,
        help="The size of the board." if default else "Answer for the empty board of this size.",
    )


table_size_option = click.option(
    "--table-size",
    type=click.IntRange(1, 1 << 14),
    default=64,
    show_default=True,
    metavar="MIB",
    help="Memory for the table of a search.",
)


def outcome(value: int, distance: int) -> str:
    """Return a value and a distance in words."""
    plies = "1 ply" if distance == 1 else f"{distance} plies"
    return f"{('drawn', 'won', 'lost')[value]}, {plies} to the end"


def ending(position: Position) -> str:
    """Return how a game has ended, in words."""
    return f"{position.winner} has won" if position.winner else "drawn"


def listed(moves: tuple[int, ...]) -> str:
    """Return moves with a blank between them."""
    return " ".join(map(str, moves))


def over(form: str, record: Record) -> Answer:
    """Return the answer to a game that is over: who has won. There is no best move, so it is a no."""
    position: Position = record.value
    if form == "json":
        keys = {"value": -1 if position.winner else 0, "distance": 0, "winner": position.winner}
        return Answer("over", json_line(record, "over", move=None, moves=(), **keys), NO)
    line = heading(record, "position", f"the game is over: {ending(position)}")
    if form == "move":
        return Answer("over", "", NO, line.rstrip())
    return Answer("over", line, NO)
