"""Tic-tac-toe: a position is the same after it was written as a line, and can be drawn and solved."""

import io
from typing import Any

from contract import Table, through

from zet.engines.ttt.model import Position
from zet.engines.ttt.proof import Proof, check
from zet.engines.ttt.solver import solve
from zet.formats.registry import Format
from zet.formats.ttt import FORMATS, PROOFS
from zet.formats.ttt.line import ORDER, K
from zet.formats.ttt.picture import as_svg, as_text


def use(position: Position) -> None:
    as_text(position)
    as_svg(position)
    if not position.is_over:
        solve(position, nodes=200, table_size=1)


def again(form: Format, position: Position) -> Position:
    found: Position = through(form, position, k=position.k)
    return found


def parts(position: Position) -> dict[str, Any]:
    """Return the parts of a position; equality ignores the moves."""
    return {K: position.k, ORDER: position.moves or None, "board": position}


def proof_parts(proof: Proof) -> dict[str, Any]:
    """Return the parts of a proof, and those of its position."""
    return {**parts(proof.position), "proof": proof}


PROOF = Table(PROOFS, parts=proof_parts)


def read_proof(data: bytes) -> bool:
    """Read proofs, check those that can be read, and write and read them again."""
    is_accepted = PROOF.read("proof", data)
    for found in PROOFS["proof"].load(io.BytesIO(data), "in"):
        if isinstance(found, Proof):
            check(found)
    return is_accepted


TABLE = Table(
    FORMATS,
    use,
    again=again,
    parts=parts,
    given=[K],
    ways=dict.fromkeys(FORMATS, ({}, {"k": 1}, {"k": 4, "first": "O"})),
    others={"proof": read_proof},
)
