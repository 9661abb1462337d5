"""The command `zet renju defend`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import limits
from zet.cli.renju.options import by_rule, game_rule_option, reading, threats_option
from zet.cli.renju.words import over
from zet.cli.words import _
from zet.engines import renju
from zet.formats import renju as formats


@command("text", "json", reading=reading, answers="Defended NoDefense")
@limits("defending move", "trying this many moves")
@game_rule_option
@threats_option
@by_rule
def defend(record: Record, **search: Any) -> Outcome:
    """List all moves with which the side to move refutes the opponent's threat to win.

    If neither --nodes nor --time is given, the search tries up to 100,000 moves for each defending move.
    """
    try:
        found = renju.defend(record.value, **search)
    except renju.GameOverError as error:
        return over(error, formats.answers.no_defense)
    size = record.value.size
    moves, unclear = renju.model.names(found.moves, size), renju.model.names(found.unclear, size)
    threat = renju.model.names(found.threat.line, size) or None
    words = {"no-threat": _("no threat"), "unknown": _("unknown")}.get(found.status, found.status)
    if threat:
        words = _threat_words(threat, moves, unclear)
    return Outcome(found.status, lambda: formats.answers.defend(found, size), words)


def _threat_words(threat: Sequence[str], moves: Sequence[str], unclear: Sequence[str]) -> str:
    words = _("threat: {moves}").format(moves=" ".join(threat)) + "; "
    refuted = _("no move refutes the threat")
    if moves:
        refuted = _("refuted by {moves}")
    elif unclear:
        refuted = _("no refutation found")
    words += refuted.format(moves=" ".join(moves))
    if unclear:
        words += "; " + _("unclear: {moves}").format(moves=" ".join(unclear))
    return words
