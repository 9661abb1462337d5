"""The command `zet renju threats`."""

from __future__ import annotations

from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.renju.options import by_rule, game_rule_option, limits, reading, threats_option
from zet.cli.renju.words import color_word, over
from zet.cli.words import _, ngettext
from zet.engines import renju
from zet.formats import renju as formats


@command("text", "json", reading=reading, answers="ThreatsFound NoThreats")
@limits
@game_rule_option
@threats_option
@by_rule
def threats(record: Record, **search: Any) -> Outcome:
    """Report how each side would win if it were to move: by making five, or by a sequence of threats."""
    try:
        both = renju.threats_of(record.value, **search)
    except renju.GameOverError as error:
        return over(error, formats.answers.no_threats)
    size = record.value.size
    return Outcome(
        "unknown" if any(one.win.status == "unknown" for one in both) else "ok",
        lambda: formats.answers.threats(both, size),
        lambda: "; ".join(f"{color_word(color)}: {_words(one, size)}" for color, one in enumerate(both)),
    )


def _words(threat: renju.Threat, size: int) -> str:
    if threat.fives:
        return _("five at {points}").format(points=" ".join(renju.model.names(threat.fives, size)))
    proof = threat.win.proof
    if proof is None:
        words = {"no-win": _("no win by these threats"), "unknown": _("unknown"), "over": _("over")}
        return words[threat.win.status]
    words_of_win = ngettext("win in {n} move by {moves}", "win in {n} moves by {moves}", proof.length)
    return words_of_win.format(n=proof.length, moves=" ".join(renju.model.names(threat.win.line, size)))
