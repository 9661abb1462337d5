"""The command `zet renju check`."""

from __future__ import annotations

from functools import partial

from zet.cli.command import Outcome, Record, command
from zet.cli.options import choice
from zet.cli.renju.options import by_rule, game_rule_option, reading
from zet.cli.words import _, translate
from zet.engines import renju
from zet.engines.messages import Message
from zet.formats import renju as formats


@command("text", "json", reading=reading, answers="GameChecked")
@game_rule_option
@choice(
    "--opening-rule",
    words=renju.constants.OPENING_RULES,
    help="The opening rule that the first moves must follow, as far as the game record shows the "
    "choices of the players.",
)
@by_rule
def check(record: Record, *, rule: str, opening_rule: str | None = None) -> Outcome:
    """Check whether each game follows the rules, and report its result so far.

    A forbidden move by Black loses the game but is not illegal. A game is illegal (exit code 1) if it
    contains a move after the end, fives of both colors or, with --opening-rule, an opening move that the
    opening rule excludes. In a game with variations, only the main line is checked; --select line=all
    checks all lines.
    """
    game: renju.Game = record.value
    found = renju.referee.judge(game, rule)
    opening = renju.openings.opening_of(game) if rule == "renju" else None
    opened = (
        renju.opening_rules.judge(game, renju.opening_rules.RULES[opening_rule]) if opening_rule else None
    )
    if opened and opened.fault:
        reason = Message(
            "the opening rule {rule} is violated: {reason}",
            code="opening-rule",
            reason=opened.fault,
            rule=opening_rule,
        )
        found = renju.Verdict("illegal", reason, opened.move, found.forbidden)
    unshown = opened.unshown if opened else ()

    def words() -> str:
        line = f"{found.status}: {translate(found.reason)}"
        if game.black or game.white:
            line += "; " + _("the order of play is not known")
        if opening:
            line += "; " + _("opening {name} ({code})").format(name=opening.name, code=opening.code)
        if opened and opened.status == "kept":
            line += "; " + _("the opening rule {rule} is followed").format(rule=opening_rule)
        if unshown:
            line += "; " + _("not checked, because not recorded: {list}").format(
                list=", ".join(map(translate, unshown))
            )
        if hint := formats.answers.hint_about(game):
            line += f"; {translate(hint)}"
        return line

    keys = partial(formats.answers.check, game, found, opening, opening_rule, unshown)
    return Outcome(found.status, keys, words)
