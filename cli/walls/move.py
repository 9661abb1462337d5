"""`zet walls move`."""

from __future__ import annotations

import click

from zet.cli.command import Found, Record, command
from zet.cli.options import number_option
from zet.cli.walls.options import position_found, reading
from zet.engines import walls
from zet.formats import walls as formats


@command("line", "save", "json", "text", reading=reading)
@number_option("--undo", least=0, default=0, show_default=False, help="Take back the last N moves.")
@click.option(
    "--play", "moves", default="", show_default=False, metavar="MOVES",
    help='Then play these, as rows and columns of the matrix: "[0,1] [1,0]".',
)  # fmt: skip
def move(record: Record, *, undo: int = 0, moves: str = "") -> Found:
    """Take back and play moves in each position."""
    position: walls.Position = record.value
    if undo:
        position = position.undo(undo)
    try:
        return position_found(formats.notation.play_moves(position, moves))
    except walls.PositionError as error:
        raise walls.PositionError(f"--play, {error}") from None
