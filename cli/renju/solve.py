"""`zet renju solve`."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from zet.cli.command import Batch, Outcome, Record, command
from zet.cli.options import flag, number_option, refuse_beside, refuse_without
from zet.cli.renju.knowledge import NOIRE, method_option, program_of, remember_option
from zet.cli.renju.options import (
    by_rule,
    game_rule_option,
    limits,
    reading,
    threats_option,
    to_move_option,
)
from zet.cli.renju.words import color_word, forbidden_answer, limit_words, noire_keys, noire_words, win_in
from zet.cli.words import _, translate
from zet.engines import noire, renju
from zet.formats import renju as formats

FORMS = ("proof", "sgf", "lib")


def _prepare(
    batch: Batch,
    method: str,
    level: int,
    remember: bool,
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    legality: str,
    rule: str | None,
    threats: str,
    shortest: bool,
    tree: bool,
    graph: bool,
) -> dict[str, Any]:
    if batch.format != "json":
        refuse_without("--format json", "graph")
    if method != "noire":
        refuse_without("--method noire", *NOIRE, "remember")
        return {"rule": rule, "threats": threats, "shortest": shortest, "tree": tree, "graph": graph}
    refuse_beside("--method noire", "threats", "shortest")
    rule = rule or "renju"
    program = program_of(rule_bases, rule, order)
    prove = tree or graph or batch.format in FORMS
    if prove and legality != "exact":
        raise click.UsageError(_("no proofs with --legality rules: the rules of renju verify them"))
    return {
        "rule": rule,
        "program": program,
        "level": level,
        "legality": legality,
        "remember": remember,
        "tree": tree,
        "graph": graph,
        "prove": prove,
    }


@command("text", "json", *FORMS, reading=reading, prepare=_prepare)
@limits
@game_rule_option
@threats_option
@to_move_option("Who is to move, and wins; without it the side whose turn it is.")
@number_option("--length", help="Only wins within N moves of both.")
@flag("--shortest", help="Look for the shortest win.")
@flag("--tree", help="Write every defense, not only the main line.")
@flag("--graph", help="Write every defense; what follows from several is written once (json).")
@remember_option
@method_option("threats")
@by_rule
def solve(
    record: Record,
    *,
    program: noire.Program | None = None,
    tree: bool = False,
    graph: bool = False,
    side: int | None = None,
    rule: str,
    **search: Any,
) -> Outcome:
    """Say whether the side to move has a forced win by threats, and prove it.

    The line holds the moves of both sides to the five; it ends earlier where all of Black's answers are
    forbidden. The formats sgf and lib write the tree of all defenses, proof writes the same in
    the shortest form; `verify` reads them all. The answer is no-win when all wins
    by the threats are excluded, unknown when a limit was reached. A position with a five on the board,
    or without an empty point, is over (exit code 1). Without a limit the search may take long: Ctrl-C
    ends it.
    """
    game: renju.Game = record.value
    color = game.side if side is None else side
    if program:
        by_rules = noire.solve(game, program, side=side, rule=rule, **search)
        status, proof = by_rules.status, by_rules.proof
        keys_of = partial(noire_keys, by_rules)
        words = partial(noire_words, by_rules, is_proven=proof is not None or not search["prove"])
    else:
        found = renju.solve(game, side=side, rule=rule, **search)
        status, proof, keys_of, words = (
            found.status,
            found.proof,
            partial(_keys, found, game.size),
            partial(_words, found, game.size),
        )

    def keys() -> dict[str, Any]:
        keys = keys_of()
        if tree or graph:
            keys |= formats.json_lines.as_dict(game) | {
                "attacker": renju.constants.COLORS[color],
                "rule": rule,
            }
        if tree:
            keys["tree"] = formats.proofs.as_dict(proof, game.size) if proof else None
        if graph:
            keys["graph"] = formats.proofs.as_graph(proof, game.size) if proof else None
        return keys

    return Outcome(
        status,
        keys,
        lambda: f"{color_word(color)}: {words()}",
        (lambda **_: formats.proofs.as_text(proof, game.size, translate)) if tree and proof else "",
        partial(_written, formats.proofs.Claim(game, color, rule, proof)) if proof else None,
        note="" if proof else words(),
    )


def _keys(found: renju.Result, size: int) -> dict[str, Any]:
    proof = found.proof
    return {
        "line": renju.model.names(found.line, size) or None,
        "length": proof.length if proof else None,
        "end": proof.end if proof else None,
        "shortest": found.shortest,
        "limit": found.limit,
        "nodes": found.nodes,
        "table_hits": found.hits,
        "seconds": round(found.seconds, 6),
    }


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


def _written(claim: formats.proofs.Claim, form: str) -> str | bytes:
    from zet.formats.renju import lib, proof_lines, proof_trees, sgf

    if form == "proof":
        return proof_lines.dumps(claim)
    moves = proof_trees.as_tree(claim, translate)
    return sgf.dumps(moves) if form == "sgf" else lib.dumps(moves)
