"""The option --defenses and the formats of proofs, for all commands that prove a win."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from zet.cli.command import Outcome
from zet.cli.options import flag
from zet.cli.parameters import keyed, requires
from zet.cli.renju.words import color_word
from zet.cli.words import translate
from zet.engines import renju
from zet.formats import renju as formats

if TYPE_CHECKING:
    from zet.cli.output import Keys
    from zet.formats.renju import contract

FORMS = ("proof", "sgf", "lib")
"""The formats that can represent a proof."""

graph_option = requires("--format json", flag("--graph"))

defenses_option = keyed(
    "--defenses",
    metavar="tree|graph",
    keys={"tree": flag("--tree"), "graph": graph_option},
    help="Write every defense, not only the main line: as a tree or, in JSON only, as a graph in which "
    "shared continuations appear only once.",
)


class SearchResult(Protocol):
    """The interface of the result of a search for a win."""

    @property
    def status(self) -> str:
        """The status of the search: whether it found a win."""
        ...

    @property
    def proof(self) -> renju.Proof | None:
        """The proof of the win; None if no win was found."""
        ...


def outcome(
    game: renju.Game,
    side: int | None,
    rule: str,
    found: SearchResult,
    keys_of: Callable[[contract.ProofKeys | None], Keys],
    words: Callable[[], str],
    *,
    tree: bool,
    graph: bool,
) -> Outcome:
    """Return the outcome of a search for a win for `side` (None: the side to move), with the proof.

    `keys_of` is called with the keys of the proof, or with None if no proof is requested, and returns the
    JSON keys of the answer.
    """
    color = game.side if side is None else side
    proof = found.proof

    def keys() -> Keys:
        if not (tree or graph):
            return keys_of(None)
        return keys_of(formats.answers.proof_keys(game, color, rule, proof, tree=tree, graph=graph))

    return Outcome(
        found.status,
        keys,
        lambda: f"{color_word(color)}: {words()}",
        (lambda **_: formats.proofs.as_text(proof, game.size, translate)) if tree and proof else "",
        partial(_written, formats.proofs.Claim(game, color, rule, proof)) if proof else None,
        note="" if proof else words(),
    )


def _written(claim: formats.proofs.Claim, form: str) -> str | bytes:
    from zet.formats.renju import lib, proof_lines, proof_trees, sgf, work

    if form == "proof":
        return proof_lines.dumps(claim)
    if form == "outline":
        return work.outline(claim)
    moves = proof_trees.as_tree(claim, translate)
    return sgf.dumps(moves) if form == "sgf" else lib.dumps(moves)
