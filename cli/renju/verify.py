"""`zet renju verify`."""

from __future__ import annotations

from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import Reading, limits
from zet.cli.parameters import grouped_options
from zet.cli.renju.words import color_word, limit_words
from zet.cli.words import _, ngettext, translate
from zet.engines import renju
from zet.engines.messages import Message
from zet.formats.renju import PROOFS


@command("text", "json", reading=grouped_options("load", lambda: Reading(PROOFS, Message("proof"))))
@limits("proof", "playing this many moves")
def verify(record: Record, **search: Any) -> Outcome:
    """Check proofs of wins against the rules, answer by answer.

    The input is what `solve --format proof`, sgf or lib writes, or --format json with --tree or --graph.
    A proof that fails is reported with the moves to the place where it does (exit code 1). Without a
    limit one is given up after 100,000 moves for each of its parts, and 1,000,000,000 in all.
    """
    game: renju.Game
    proof: renju.proof.Proof
    game, color, rule, proof = record.value
    check = renju.proof.check(game, proof, color, rule, **search)
    fault = check.fault
    if check.status == "unknown":
        words = limit_words(check.limit)
    elif fault is None:
        words = ngettext(
            "valid, {color} wins in {n} move", "valid, {color} wins in {n} moves", proof.length
        ).format(color=color_word(color), n=proof.length)
    else:
        words = _("invalid, {fault}").format(fault=translate(fault))
    keys = {
        "moves": None if fault is None else renju.model.names(fault.moves, game.size),
        "reason": "" if fault is None else str(fault.reason),
        "length": proof.length,
        "size": proof.size,
        "parts": check.parts,
        "limit": check.limit,
        "nodes": check.nodes,
    }
    return Outcome(check.status, keys, words)
