"""`zet renju verify`."""

from typing import Any

from zet.cli.command import Found, Record, command
from zet.cli.options import Reading, gathered
from zet.cli.renju.words import color_word
from zet.cli.words import _, ngettext, said
from zet.engines.messages import Message
from zet.engines.renju import proof as proofs
from zet.engines.renju.model import Game, names
from zet.formats.registry import Format
from zet.formats.renju import FORMATS

_PROOFS: dict[str, Format[Any]] = {
    "json": Format("json", "zet.formats.renju.proofs", FORMATS["json"].looks_like)
}


@command("text", "json", reading=gathered("load", lambda: Reading(_PROOFS, Message("proof"), "json")))
def verify(record: Record) -> Found:
    """Hold proofs of wins against the plain rules, answer by answer.

    The input is what `solve --tree --format json` writes. A proof that fails is reported with the moves
    to the place where it does (exit code 1).
    """
    game: Game
    proof: proofs.Proof
    game, color, rule, proof = record.value
    fault = proofs.verify(game, proof, color, rule)
    if fault is None:
        words = ngettext(
            "valid, {color} wins in {n} move", "valid, {color} wins in {n} moves", proof.length
        ).format(color=color_word(color), n=proof.length)
    else:
        words = _("invalid, {fault}").format(fault=said(fault))
    keys = {
        "moves": None if fault is None else names(fault.moves),
        "reason": "" if fault is None else said(fault.reason),
        "length": proof.length,
        "size": proof.size,
    }
    return Found("valid" if fault is None else "invalid", keys, words)
