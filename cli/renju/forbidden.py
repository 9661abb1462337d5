"""`zet renju forbidden`."""

from zet.cli.command import Found, Record, command
from zet.cli.renju.options import reading
from zet.cli.words import _, said
from zet.engines.renju.board import forbidden_cells
from zet.engines.renju.model import Game, name
from zet.engines.renju.rules import FORBIDDEN_WORDS


@command("text", "json", reading=reading)
def forbidden(record: Record) -> Found:
    """List Black's forbidden points in each position, with the kind of each.

    Whose turn it is does not matter.
    """
    game: Game = record.value
    found = {name(cell, game.size): kind for cell, kind in forbidden_cells(game).items()}
    words = ", ".join(f"{point} {said(FORBIDDEN_WORDS[kind])}" for point, kind in found.items())
    return Found("ok", {"points": found}, words or _("no forbidden points"))
