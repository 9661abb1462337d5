"""`zet walls check`."""

from __future__ import annotations

from zet.cli.command import Outcome, Record, command
from zet.cli.walls.options import reading, situation
from zet.cli.words import _
from zet.engines import walls


@command("text", "json", reading=reading, spread=False)
def check(record: Record) -> Outcome:
    """Say how the game stands in each position.

    A position that breaks the rules is an error, and the message names the rule.
    """
    position: walls.Position = record.value
    board, free = position.board, position.fences.count(walls.model.FREE)
    keys = {
        "board": board.name,
        "extra_move": position.extra_move,
        "score": position.score,
        "turn": position.to_move,
        "to_move": position.to_move,
        "painted": board.n_fences - free,
        "free": free,
        "over": position.is_over,
        "moves_known": position.moves is not None,
    }

    def words() -> str:
        fences = _("{free} of {n} fences free").format(free=free, n=board.n_fences)
        line = f"legal: {situation(position)}; {fences}"
        if position.moves is None:
            line += "; " + _("the order of play is not known")
        return line

    return Outcome("legal", keys, words)
