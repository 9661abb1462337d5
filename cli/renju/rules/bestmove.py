"""The command `zet renju rules bestmove`."""

from __future__ import annotations

from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import turn_limits
from zet.cli.renju.options import reading, rule_option
from zet.cli.renju.rules.options import play_options, positional_options, program_of
from zet.cli.renju.words import over, reason_word
from zet.cli.words import _
from zet.engines import noire, renju
from zet.formats import blanche, renju as formats


def _prepare(rule_bases: tuple[str, ...], order: noire.Order | None, rule: str) -> dict[str, Any]:
    return {"program": program_of(rule_bases, rule, order), "rule": rule}


@command("text", "json", reading=reading, prepare=_prepare, answers="blanche.NoireMove NoMove")
@turn_limits("visiting this many positions")
@rule_option
@play_options
@positional_options
def bestmove(record: Record, **search: Any) -> Outcome:
    """Choose the best move in each position with NOIRE, the rule-based player.

    If NOIRE finds a forced win with the help of its rules, it plays the first move of this win; otherwise
    a positional search chooses among the moves after which NOIRE finds no forced win for the opponent. If
    neither --nodes nor --time is given, the search visits 200,000 positions.
    """
    size = record.value.size
    try:
        found = noire.best_move(record.value, **search)
    except renju.GameOverError as error:
        return over(error, formats.answers.no_move)
    keys = blanche.answers.best_move(found, size)
    words = f"{keys['move']} ({reason_word(found.reason)})"
    if found.line:
        words += f": {' '.join(keys['line'])}"
    if found.refuted:
        words += "; " + _("{moves} would lose").format(moves=" ".join(keys["refuted"]))
    return Outcome("ok", keys, words)
