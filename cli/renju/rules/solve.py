"""The command `zet renju rules solve`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Outcome, Record, command
from zet.cli.options import number_option
from zet.cli.renju import proofs
from zet.cli.renju.options import reading, rule_option, to_move_option
from zet.cli.renju.rules.options import limits, play_options, program_of, remember_option
from zet.cli.renju.rules.words import words_of
from zet.cli.words import _
from zet.engines import noire, renju
from zet.formats import blanche

if TYPE_CHECKING:
    from zet.cli.output import Keys
    from zet.formats.renju.contract import ProofKeys


def _prepare(
    batch: Batch,
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    legality: str,
    rule: str,
    tree: bool,
    graph: bool,
) -> dict[str, Any]:
    program = program_of(rule_bases, rule, order)
    prove = tree or graph or batch.format in proofs.FORMS
    if prove and legality != "exact":
        raise click.UsageError(
            _(
                "proofs cannot be combined with --legality rules, because they are verified by the rules "
                "of renju"
            )
        )
    return {
        "program": program,
        "legality": legality,
        "rule": rule,
        "tree": tree,
        "graph": graph,
        "prove": prove,
    }


@command(
    "text",
    "json",
    *proofs.FORMS,
    reading=reading,
    prepare=_prepare,
    answers="blanche.RulesSolved blanche.RulesSolvedWithProof",
)
@limits
@rule_option
@to_move_option("The side that attacks and moves first; by default the side whose turn it is.")
@number_option("--length", help="Find only wins of at most N moves, counting the moves of both sides.")
@proofs.defenses_option
@remember_option
@play_options
def solve(
    record: Record,
    *,
    program: noire.Program,
    rule: str,
    side: int | None = None,
    tree: bool = False,
    graph: bool = False,
    prove: bool = False,
    **search: Any,
) -> Outcome:
    """Find a forced win for the side to move with NOIRE, the rule-based program.

    NOIRE considers moves that make a four or an open three, and tries the rules in every position; a line
    of play ends at the first rule that matches for the side to move. A win is only as reliable as the
    rules. With --defenses or the formats sgf, lib and proof, NOIRE also proves the win, and `zet renju
    verify` can verify the proof. The status is `no-win` (exit code 1) if no sequence of fours and open
    threes wins, and `unknown` (exit code 3) if a limit was reached, or if a proof was requested and the
    rules claim a win that could not be proven.
    """
    game: renju.Game = record.value
    found = noire.solve(game, program, side=side, rule=rule, prove=prove, **search)

    is_claim = prove and found.status == "win" and found.proof is None

    def keys(proof: ProofKeys | None) -> Keys:
        if proof is None:
            return blanche.answers.solve(found)
        return blanche.answers.solve_with_proof(found, proof, is_claim=is_claim)

    words = partial(words_of, found, is_proven=not is_claim)
    outcome = proofs.outcome(game, side, rule, found, keys, words, tree=tree, graph=graph)
    return outcome._replace(status="unknown") if is_claim else outcome
