"""`zet ttt show`."""

from zet.cli.command import Found, Record, command, drawn
from zet.cli.options import Drawing, picture_option
from zet.cli.ttt.options import position_found, reading
from zet.engines.mnk.model import Position


@command("text", "json", "line", reading=reading)
@picture_option("the position", "position")
def show(record: Record, *, drawing: Drawing | None = None) -> Found:
    """Draw each position as text beside the numbers of its cells, or as a picture.

    --format line writes the positions as text again, with the side to move.
    """
    position: Position = record.value
    if drawing is None:
        return position_found(position)
    from zet.formats.ttt.picture import as_svg

    return drawn(drawing.write(record, as_svg(position)))
