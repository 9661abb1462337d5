"""The command `zet renju verify`."""

from __future__ import annotations

from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import Reading, limits
from zet.cli.parameters import grouped_options
from zet.cli.renju.words import color_word, limit_words
from zet.cli.words import _, ngettext, translate
from zet.engines import renju
from zet.engines.messages import Message
from zet.formats import renju as formats
from zet.formats.renju import PROOFS

MOST_NAMED = 10
"""The maximum number of unused parts listed in text; JSON lists all."""


@command(
    "text",
    "json",
    reading=grouped_options("load", lambda: Reading(PROOFS, Message("proof"))),
    answers="ProofChecked",
)
@limits("proof", "checking this many moves")
def verify(record: Record, **search: Any) -> Outcome:
    """Verify proofs of wins against the rules, reply by reply.

    The input is the output of `zet renju solve` in the formats proof, sgf and lib, or in JSON with
    --defenses tree or graph. An invalid proof is reported with the moves that lead to the fault (exit
    code 1). If a valid proof has parts that it does not need, its status is `unused` (exit code 3); these
    parts are listed but not checked. If neither --nodes nor --time is given, the limit is 100,000 moves
    for each part of a proof, and 10,000,000,000 in all.
    """
    game: renju.Game
    proof: renju.proof.Proof
    loose: tuple[int, ...]
    game, color, rule, proof, loose = record.value
    check = renju.proof.check(game, proof, color, rule, **search)
    fault = check.fault
    unused: list[tuple[int, int | None]] = []
    if fault is None and check.status != "unknown":
        unused = [*check.unused, *((move, None) for move in loose)]
    status = "unused" if unused else check.status
    if check.status == "unknown":
        words = limit_words(check.limit)
    elif fault is None:
        words = ngettext(
            "{status}: {color} wins in {n} move", "{status}: {color} wins in {n} moves", proof.length
        ).format(status=status, color=color_word(color), n=proof.length)
        if unused:
            points = ", ".join(_point(one, game.size) for one in unused[:MOST_NAMED])
            points += ", ..." if len(unused) > MOST_NAMED else ""
            words = _("{words}; these parts are not needed and were not checked: {points}").format(
                words=words, points=points
            )
    else:
        words = _("invalid: {fault}").format(fault=translate(fault))
    return Outcome(status, lambda: formats.answers.verify(record.value, check, unused), words)


def _point(unused: tuple[int, int | None], size: int) -> str:
    """Describe an unused part of a proof: a reply to a move, or a move that is never reached."""
    move, *answer = renju.model.names([cell for cell in unused if cell is not None], size)
    return _("{answer} after {move}").format(answer=answer[0], move=move) if answer else move
