"""`zet ttt show`."""

from functools import partial
from pathlib import Path

import click
from zet.cli.batch import Answer, Batch, Record, batch_command, json_line
from zet.cli.common import Drawing, heading, is_colored, picture_option
from zet.cli.ttt.common import PositionReading, ending, reading
from zet.engines.mnk.model import Position
from zet.formats.ttt.line import board, dumps
from zet.formats.ttt.picture import as_svg, as_text


@click.command()
@batch_command("text", "json", "line")
@reading
@picture_option("the position", "position")
def show(batch: Batch, load: PositionReading, picture: Path | None) -> int:
    """Draw each position as text beside the numbers of its cells, or as a picture.

    --format line writes the positions as text again, with the side to move.
    """
    drawing = Drawing.of(batch, picture)
    return batch.run(batch.records(load), partial(_show, batch.format, is_colored(batch), drawing))


def _show(form: str, color: bool, drawing: Drawing | None, record: Record) -> Answer:
    position: Position = record.value
    if drawing:
        return drawing.answer(form, record, "position", as_svg(position))
    if form == "line":
        return Answer("ok", dumps(position))
    if form == "json":
        keys = {"board": board(position), "k": position.k, "to_move": position.to_move}
        over = {"over": position.is_over, "winner": position.winner}
        size = {"width": position.width, "height": position.height}
        return Answer("ok", json_line(record, "ok", **size, **keys, **over))
    words = ending(position) if position.is_over else f"{position.to_move} to move"
    return Answer("ok", heading(record, "position", words) + as_text(position, color=color))
