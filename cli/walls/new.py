"""`zet walls new`."""

import click

from zet.cli.command import Batch, Found, Record, answer, batch_options
from zet.cli.walls.options import WHAT, board_option, extra_move_option, position_found
from zet.engines.walls.model import Board, Position


@click.command()
@batch_options("line", "save", "json", "text", files=False)
@board_option
@extra_move_option
def new(batch: Batch, board: Board, extra_move: bool) -> int:
    """Write the position before the first move."""
    start = Position.empty(board, extra_move=extra_move)
    return answer(batch, [Record("-", 1, start)], _new, what=WHAT)


def _new(record: Record) -> Found:
    return position_found(record.value)
