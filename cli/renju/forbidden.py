"""`zet renju forbidden`."""

from __future__ import annotations

from zet.cli.command import Outcome, Record, command
from zet.cli.renju.options import reading
from zet.cli.words import _, translate
from zet.engines import renju


@command("text", "json", reading=reading)
def forbidden(record: Record) -> Outcome:
    """List Black's forbidden points in each position, with the kind of each.

    The side to move makes no difference.
    """
    game: renju.Game = record.value
    cells = renju.board.forbidden_cells(game)
    found = dict(zip(renju.model.names(cells, game.size), cells.values(), strict=True))

    def words() -> str:
        kinds = renju.rules.FORBIDDEN_WORDS
        points = (f"{point} {translate(kinds[kind])}" for point, kind in found.items())
        return ", ".join(points) or _("no forbidden points")

    return Outcome("ok", {"points": found}, words)
