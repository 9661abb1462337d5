"""`zet renju check`."""

from typing import Any

from zet.cli.command import Found, Record, command
from zet.cli.renju.options import reading, rule_option
from zet.cli.words import _, said
from zet.engines.renju.model import Game
from zet.engines.renju.openings import opening_of
from zet.engines.renju.referee import judge


@command("text", "json", reading=reading)
@rule_option
def check(record: Record, *, rule: str = "renju") -> Found:
    """Say whether each game keeps to the rules, and how it stands.

    A forbidden move of Black's loses. Illegal is what cannot be: a move after the end, two fives.
    """
    game: Game = record.value
    found = judge(game, rule)
    opening = opening_of(game) if rule == "renju" else None
    reason = said(found.reason)
    keys: dict[str, Any] = {
        "reason": reason,
        "move": found.move,
        "forbidden": found.forbidden,
        "opening": opening.name if opening else None,
    }
    black, white = map(len, game.stones())
    if black < white:
        keys["hint"] = _("more white than black stones; convert --swap-colors gives them the other color")

    def words() -> str:
        line = f"{found.status}: {reason}"
        if opening:
            line += "; " + _("opening {name} ({code})").format(name=opening.name, code=opening.code)
        if hint := keys.get("hint"):
            line += f"; {hint}"
        return line

    return Found(found.status, keys, words)
