"""The command `zet ttt verify`."""

from __future__ import annotations

from functools import partial

from zet.cli.command import Outcome, Record, command
from zet.cli.options import Reading
from zet.cli.parameters import grouped_options
from zet.cli.words import _, ngettext, translate
from zet.engines import ttt
from zet.engines.messages import Message
from zet.formats.ttt import PROOFS, answers

MOST_NAMED = 10
"""The maximum number of unused parts listed in text; JSON lists all."""


@command(
    "text",
    "json",
    reading=grouped_options("load", lambda: Reading(PROOFS, Message("proof"))),
    answers="ProofChecked",
    spread=False,
)
def verify(record: Record) -> Outcome:
    """Verify proofs that a side cannot win, by replaying them move by move.

    The input is the output of `zet ttt solve --format proof`. The verifier uses only the rules of the
    game. If a valid proof has parts that it does not need, its status is `unused` (exit code 3); these
    parts are not checked, and their numbers are listed.
    """
    proof: ttt.proof.Proof = record.value
    fault, unused = ttt.proof.examine(proof)
    status = "invalid" if fault is not None else "unused" if unused else "valid"

    def words() -> str:
        if fault is not None:
            return _("invalid: {fault}").format(fault=translate(fault))
        valid = ngettext(
            "{status}: {side} never gets {k} in a row; the proof has {n} part",
            "{status}: {side} never gets {k} in a row; the proof has {n} parts",
            len(proof.parts),
        )
        fields = {"side": proof.attacker, "k": proof.position.k, "n": len(proof.parts)}
        text = valid.format(status=status, **fields)
        if unused:
            numbers = ", ".join(map(str, unused[:MOST_NAMED])) + (", ..." if unused[MOST_NAMED:] else "")
            text = _("{words}; these parts are not needed and were not checked: {points}").format(
                words=text, points=numbers
            )
        return text

    return Outcome(status, partial(answers.verify, proof, fault, unused), words)
