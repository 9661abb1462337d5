"""`zet ttt verify`."""

from __future__ import annotations

from functools import partial

from zet.cli.command import Outcome, Record, command
from zet.cli.options import Reading
from zet.cli.parameters import grouped_options
from zet.cli.words import _, ngettext, translate
from zet.engines import ttt
from zet.engines.messages import Message
from zet.formats.ttt import PROOFS, answers


@command(
    "text",
    "json",
    reading=grouped_options("load", lambda: Reading(PROOFS, Message("proof"))),
    answers="ProofChecked",
    spread=False,
)
def verify(record: Record) -> Outcome:
    """Replay proofs that a side never gets a line, move by move, by the rules alone.

    The input is what `solve --format proof` writes.
    """
    proof: ttt.proof.Proof = record.value
    fault = ttt.proof.check(proof)

    def words() -> str:
        if fault is not None:
            return _("invalid, {fault}").format(fault=translate(fault))
        valid = ngettext(
            "valid, {side} never gets {k} in a row; {n} part",
            "valid, {side} never gets {k} in a row; {n} parts",
            len(proof.parts),
        )
        return valid.format(side=proof.attacker, k=proof.position.k, n=len(proof.parts))

    return Outcome("valid" if fault is None else "invalid", partial(answers.verify, proof, fault), words)
