"""`zet renju check`."""

from __future__ import annotations

from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import choice
from zet.cli.renju.options import by_rule, game_rule_option, reading
from zet.cli.words import _, translate
from zet.engines import renju
from zet.engines.messages import Message

HINT = Message("more white than black stones; convert --swap-colors gives them the other color")
"""What may be wrong with a position."""


@command("text", "json", reading=reading)
@game_rule_option
@choice(
    "--opening-rule",
    words=renju.constants.OPENING_RULES,
    help="The opening rule to check the first moves against, as far as a record shows it.",
)
@by_rule
def check(record: Record, *, rule: str, opening_rule: str | None = None) -> Outcome:
    """Check whether each game follows the rules, and report its result so far.

    A forbidden move by Black loses the game but is not illegal. A game is illegal if it is impossible: a
    move after the end, two fives, or, with --opening-rule, an opening move that this rule excludes (exit
    code 1).
    """
    game: renju.Game = record.value
    found = renju.referee.judge(game, rule)
    status, number, reason = found.status, found.move, found.reason
    opening = renju.openings.opening_of(game) if rule == "renju" else None
    opened = (
        renju.opening_rules.hold(game, renju.opening_rules.RULES[opening_rule]) if opening_rule else None
    )
    if opened and opened.fault:
        status, number = "illegal", opened.move
        reason = Message("{reason}, by the opening rule {rule}", reason=opened.fault, rule=opening_rule)
    keys: dict[str, Any] = {
        "reason": str(reason),
        "move": number,
        "forbidden": found.forbidden,
        "opening": opening.name if opening else None,
    }
    if opened:
        keys |= {"opening_rule": opening_rule, "unshown": list(map(str, opened.unshown))}
    black, white = game.n_stones()
    if black < white:
        keys["hint"] = HINT

    def words() -> str:
        line = f"{status}: {translate(reason)}"
        if opening:
            line += "; " + _("opening {name} ({code})").format(name=opening.name, code=opening.code)
        if opened and opened.status == "kept":
            line += "; " + _("{rule} is followed").format(rule=opening_rule)
        if unshown := keys.get("unshown"):
            line += "; " + _("not shown: {list}").format(list=", ".join(map(translate, unshown)))
        if hint := keys.get("hint"):
            line += f"; {translate(hint)}"
        return line

    return Outcome(status, keys, words)
