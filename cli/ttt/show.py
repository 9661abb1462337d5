"""The command `zet ttt show`."""

from __future__ import annotations

from zet.cli.command import Outcome, Record, command
from zet.cli.drawing import Drawing, drawn, picture_option
from zet.cli.ttt.options import position_found, reading
from zet.engines import ttt
from zet.formats import ttt as formats


@command("text", "json", "line", reading=reading, spread=False, answers="PositionAnswer Drawn")
@picture_option("the position", "position")
def show(record: Record, *, drawing: Drawing | None = None) -> Outcome:
    """Draw each position as text, with its cell numbers next to it, or as a picture.

    --format line writes each position as a line of text, with the side to move.
    """
    position: ttt.Position = record.value
    if drawing is None:
        return position_found(position)
    return drawn(drawing.write(record, formats.as_svg(position)))
