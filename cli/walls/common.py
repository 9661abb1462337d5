"""What the commands on walls share: reading and writing positions, sizes and words."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click
from zet.cli.batch import Answer, Record, json_line
from zet.cli.common import Reading, from_option, heading
from zet.engines.walls.model import Board, Position
from zet.formats.registry import Format
from zet.formats.walls import FORMATS
from zet.formats.walls.notation import PLAYERS, read_size

WHAT = "position"
"""The word for a record."""


@dataclass(frozen=True, slots=True)
class PositionReading(Reading):
    """How a command reads positions; `extra_move` is the rule where a line doesn't say it."""

    extra_move: bool = False

    def _values(self, form: Format | None, stream: io.BufferedReader, source: str) -> Iterator[Any]:
        if form is not None and form.name == "line":
            yield from form.load(stream, source, extra_move=self.extra_move)
        else:
            yield from Reading._values(self, form, stream, source)


def reading(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of commands that read positions; the command gets them as `load`."""

    @wraps(command)
    def with_load(*, form: str | None, extra_move: bool, **values: Any) -> int:
        return command(load=PositionReading(FORMATS, WHAT, form, extra_move), **values)

    option = click.option(
        "--extra-move",
        is_flag=True,
        help="Read one-line positions that don't name their rule under that of the extra move.",
    )
    return option(from_option(FORMATS)(with_load))


class Size(click.ParamType[Board]):
    """The size of a board, like 6x6."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Board:
        """Return the board."""
        if isinstance(value, Board):
            return value
        try:
            return read_size(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


board_option = click.option(
    "--board",
    type=Size(),
    default="6x6",
    show_default=True,
    metavar="ROWSxCOLUMNS",
    help="Boxes in a column and in a row, 1 to 16 each.",
)
extra_move_option = click.option(
    "--extra-move", is_flag=True, help="Who takes a box moves again: the well-known rule."
)


def situation(position: Position) -> str:
    """Return in words how a game stands."""
    first, second = position.score
    rule = " with the extra move" if position.extra_move else ""
    head = f"{position.board.name}{rule}, score {first}:{second}"
    if not position.is_over:
        return f"{head}, the {PLAYERS[position.turn]} player to move"
    if first == second:
        return f"{head}, over: a draw"
    return f"{head}, over: the {'first' if first > second else 'second'} player has won"


def outcome(position: Position) -> str:
    """Return how a game has ended, as a status."""
    first, second = position.score
    if not position.is_over:
        return "unfinished"
    return "draw" if first == second else "first-won" if first > second else "second-won"


def answer(form: str, record: Record, position: Position, *, color: bool = False) -> Answer:
    """Return the position as the answer to a record, in a format or as text for people."""
    if form == "text":
        from zet.formats.walls.picture import as_text

        text = heading(record, WHAT, situation(position)) + as_text(position, color=color)
    elif form == "json":
        from zet.formats.walls.json_lines import as_dict

        text = json_line(record, "ok", **as_dict(position))
    else:
        text = FORMATS[form].dumps()(position)
    return Answer("ok", text)
