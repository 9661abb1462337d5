"""`zet walls check`."""

from functools import partial

import click
from zet.cli.batch import Answer, Batch, Record, batch_command, json_line
from zet.cli.common import heading
from zet.cli.walls.common import WHAT, PositionReading, reading, situation
from zet.engines.walls.model import Position


@click.command()
@batch_command("text", "json")
@reading
def check(batch: Batch, load: PositionReading) -> int:
    """Say how the game stands in each position.

    A position that breaks the rules is an error, and the message names the rule.
    """
    return batch.run(batch.records(load), partial(_check, batch.format))


def _check(form: str, record: Record) -> Answer:
    position: Position = record.value
    free = len(position.free)
    if form == "json":
        text = json_line(
            record,
            "legal",
            board=position.board.name,
            extra_move=position.extra_move,
            score=list(position.score),
            turn=position.turn,
            painted=position.board.n_fences - free,
            free=free,
            over=position.is_over,
            moves_known=position.moves is not None,
        )
        return Answer("legal", text)
    words = f"legal: {situation(position)}; {free} of {position.board.n_fences} fences free"
    if position.moves is None:
        words += "; the order of play is not known"
    return Answer("legal", heading(record, WHAT, words))
