"""What the commands on walls share: reading and writing positions, sizes and words."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import click
from zet.cli import options
from zet.cli.command import Found
from zet.cli.options import Size
from zet.engines.walls.model import Position, board
from zet.formats.registry import Format
from zet.formats.walls import FORMATS
from zet.formats.walls.notation import PLAYERS

WHAT = "position"
"""The word for a record."""


@dataclass(frozen=True, slots=True)
class PositionReading(options.Reading):
    """How a command reads positions; `extra_move` is the rule where a line doesn't say it."""

    extra_move: bool = False

    def _values(self, form: Format | None, stream: io.BufferedReader, source: str) -> Iterator[Any]:
        if form is not None and form.name == "line":
            yield from form.load(stream, source, extra_move=self.extra_move)
        else:
            yield from options.Reading._values(self, form, stream, source)


reading = options.reading(
    partial(PositionReading, FORMATS, WHAT),
    click.option(
        "--extra-move",
        is_flag=True,
        help="Read one-line positions that don't name their rule under that of the extra move.",
    ),
    options.from_option(FORMATS),
    takes=("from_format", "extra_move"),
)
limits = options.limits(WHAT, "visiting this many states")
board_option = click.option(
    "--board",
    type=Size(board),
    default="6x6",
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
        return f"{head}, the {PLAYERS[position.to_move]} player to move"
    if first == second:
        return f"{head}, over: a draw"
    return f"{head}, over: the {'first' if first > second else 'second'} player has won"


def end_status(position: Position) -> str:
    """Return how a game has ended, as a status."""
    first, second = position.score
    if not position.is_over:
        return "unfinished"
    return "draw" if first == second else "first-won" if first > second else "second-won"


def position_found(position: Position) -> Found:
    """Return a position as it is, in every format."""

    def keys() -> dict[str, Any]:
        from zet.formats.walls.json_lines import as_dict

        return as_dict(position)

    def drawing(*, color: bool) -> str:
        from zet.formats.walls.picture import as_text

        return as_text(position, color=color)

    def own(form: str) -> str:
        return FORMATS[form].dumps()(position)

    return Found("ok", keys, lambda: situation(position), drawing, own)
