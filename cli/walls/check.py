"""The command `zet walls check`."""

from __future__ import annotations

from functools import partial

from zet.cli.command import Outcome, Record, command
from zet.cli.walls.options import reading, situation
from zet.cli.words import _
from zet.engines import walls
from zet.formats.walls import answers


@command("text", "json", reading=reading, spread=False, answers="Checked")
def check(record: Record) -> Outcome:
    """Validate each position, and report the state of the game.

    A position that violates a rule is an error (exit code 2).
    """
    position: walls.Position = record.value
    board, free = position.board, position.fences.count(walls.model.FREE)

    def words() -> str:
        fences = _("{free} of {n} fences free").format(free=free, n=board.n_fences)
        line = f"legal: {situation(position)}; {fences}"
        if position.moves is None:
            line += "; " + _("the order of play is not known")
        return line

    return Outcome("legal", partial(answers.check, position), words)
