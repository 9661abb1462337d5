"""`zet walls convert`."""

from zet.cli.command import Outcome, Record, command
from zet.cli.walls.options import position_found, reading


@command("line", "save", "json", reading=reading, spelling="--to", spread=False, answers="PositionAnswer")
def convert(record: Record) -> Outcome:
    """Convert positions between formats.

    The format line lists the moves in the order of play. A save or a JSON object without that order
    cannot be converted to it.
    """
    return position_found(record.value)
