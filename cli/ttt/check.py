"""The command `zet ttt check`."""

from __future__ import annotations

from functools import partial

from zet.cli.command import Outcome, Record, command
from zet.cli.ttt.options import reading, situation
from zet.cli.words import _
from zet.engines import ttt
from zet.formats.ttt import answers


@command("text", "json", reading=reading, spread=False, answers="Checked")
def check(record: Record) -> Outcome:
    """Validate each position, and report the state of the game.

    A position that no game can reach is an error (exit code 2).
    """
    position: ttt.Position = record.value
    n_cells, free = len(position.cells), len(position.free)

    def words() -> str:
        cells = _("{free} of {n} cells free").format(free=free, n=n_cells)
        line = f"legal: {position.height}x{position.width}, {situation(position)}; {cells}"
        if position.moves is None:
            line += "; " + _("the order of play is not known")
        return line

    return Outcome("legal", partial(answers.check, position), words)
