"""`zet walls convert`."""

from zet.cli.command import Outcome, Record, command
from zet.cli.walls.options import position_found, reading


@command("line", "save", "json", reading=reading, spelling="--to", spread=False, answers="PositionAnswer")
def convert(record: Record) -> Outcome:
    """Write positions of any format in another.

    A line holds the moves in the order of play. A save or a JSON object without them can't become one.
    """
    return position_found(record.value)
