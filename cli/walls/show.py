"""The command `zet walls show`."""

from __future__ import annotations

from zet.cli.command import Outcome, Record, command
from zet.cli.drawing import Drawing, drawn, picture_option
from zet.cli.walls.options import position_found, reading, situation
from zet.engines import walls


@command("text", "json", reading=reading, spread=False, answers="PositionAnswer Drawn")
@picture_option("the board", "position")
def show(record: Record, *, drawing: Drawing | None = None) -> Outcome:
    """Draw each position as text or as a picture.

    The first player's fences are heavy lines, the second player's double lines; on a terminal and in a
    picture they are blue and red. A taken box shows its owner's number.
    """
    position: walls.Position = record.value
    if drawing is None:
        return position_found(position)
    from zet.formats.walls.picture import as_svg

    return drawn(drawing.write(record, as_svg(position, title=situation(position))))
