"""`zet ttt convert`."""

from zet.cli.command import Outcome, Record, command
from zet.cli.ttt.options import position_found, reading


@command(
    "line", "json", "board", reading=reading, spelling="--to", spread=False, answers="PositionAnswer"
)
def convert(record: Record) -> Outcome:
    """Write positions of any format in another.

    Only JSON holds how many in a row win, and the moves in the order of play.
    """
    return position_found(record.value)
