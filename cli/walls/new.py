"""`zet walls new`."""

from __future__ import annotations

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.parameters import Command
from zet.cli.walls.options import WHAT, board_option, extra_move_option, position_found
from zet.engines import walls


@click.command(cls=Command)
@batch_options("line", "save", "json", "text", files=False, spread=False, answers="PositionAnswer")
@board_option
@extra_move_option
def new(batch: Batch, board: walls.Board, extra_move: bool) -> int:
    """Write the position before the first move."""
    start = walls.Position.empty(board, extra_move=extra_move)
    return answer(batch, [Record("-", 1, start)], _new, what=WHAT)


def _new(record: Record) -> Outcome:
    return position_found(record.value)
