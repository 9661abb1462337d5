"""The command `zet renju solve`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import flag, number_option, refuse_beside
from zet.cli.renju import proofs
from zet.cli.renju.options import (
    by_rule,
    game_rule_option,
    limits,
    reading,
    threats_option,
    to_move_option,
)
from zet.cli.renju.words import forbidden_answer, limit_words, win_in
from zet.cli.words import _
from zet.engines import renju
from zet.formats import renju as formats

if TYPE_CHECKING:
    from zet.cli.output import Keys
    from zet.formats.renju import contract


@command("text", "json", *proofs.FORMS, reading=reading, answers="Solved SolvedWithProof")
@limits
@game_rule_option
@threats_option
@to_move_option("The side that attacks and moves first; by default the side whose turn it is.")
@number_option("--length", help="Find only wins of at most N moves, counting the moves of both sides.")
@flag("--shortest", help="Find the shortest win, not just any win.")
@proofs.defenses_option
@by_rule
def solve(
    record: Record,
    *,
    rule: str,
    side: int | None = None,
    tree: bool = False,
    graph: bool = False,
    **search: Any,
) -> Outcome:
    """Find a forced win by threats for the side to move, and prove it.

    The answer is one line of play: the moves of both sides up to the five, or until all replies of Black
    are forbidden. --format sgf and --format lib write the tree of all defenses; --format proof writes the
    same tree in its shortest form. `zet renju verify` verifies all three formats.

    The status is `no-win` (exit code 1) if no win by these threats exists, `unknown` (exit code 3) if a
    limit was reached, and `over` (exit code 1) if the board has a five or no empty point. If neither
    --nodes nor --time is given, the search may take a long time; press Ctrl-C to
    stop it.
    """
    game: renju.Game = record.value
    if search["threats"] == "fours,threes,quiet":
        refuse_beside("--threats fours,threes,quiet", "length", "shortest")
    found = renju.solve(game, side=side, rule=rule, **search)

    def keys(proof: contract.ProofKeys | None) -> Keys:
        make, size = formats.answers, game.size
        return make.solve_with_proof(found, size, proof) if proof else make.solve(found, size)

    words = partial(_words, found, game.size)
    return proofs.outcome(game, side, rule, found, keys, words, tree=tree, graph=graph)


def _words(found: renju.Result, size: int) -> str:
    if found.proof is None:
        return {
            "no-win": _("no win by these threats"),
            "over": _("the game is over"),
            "unknown": limit_words(found.limit),
        }[found.status]
    shortest = ", " + _("the shortest") if found.shortest else ""
    end = forbidden_answer() if found.proof.end == "forbidden" else ""
    line = " ".join(renju.model.names(found.line, size))
    return f"{win_in(found.proof.length)}{shortest}: {line}{end}"
