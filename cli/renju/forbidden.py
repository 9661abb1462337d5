"""The command `zet renju forbidden`."""

from __future__ import annotations

from zet.cli.command import Outcome, Record, command
from zet.cli.renju.options import by_rule, game_rule_option, reading
from zet.cli.words import _, translate
from zet.engines import renju
from zet.formats import renju as formats


@command("text", "json", reading=reading, answers="ForbiddenPoints", spread=False)
@game_rule_option
@by_rule
def forbidden(record: Record, *, rule: str) -> Outcome:
    """List Black's forbidden points in each position, with the reason for each.

    The result does not depend on the side to move.
    """
    game: renju.Game = record.value
    cells = renju.board.forbidden_cells(game) if rule == "renju" else {}

    def words() -> str:
        kinds = renju.rules.FORBIDDEN_WORDS
        points = (
            f"{renju.name(cell, game.size)} {translate(kinds[kind])}" for cell, kind in cells.items()
        )
        return ", ".join(points) or _("no forbidden points")

    return Outcome("ok", lambda: formats.answers.forbidden(cells, game.size), words)
