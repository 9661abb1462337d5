"""`zet ttt convert`."""

from zet.cli.command import Outcome, Record, command
from zet.cli.ttt.options import position_found, reading


@command(
    "line", "json", "board", reading=reading, spelling="--to", spread=False, answers="PositionAnswer"
)
def convert(record: Record) -> Outcome:
    """Convert positions between formats.

    Only JSON stores the length of a winning row, and the moves in the order of play.
    """
    return position_found(record.value)
