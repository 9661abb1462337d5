"""`zet renju solve`."""

from __future__ import annotations

from functools import partial
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import flag, number_option
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


@command("text", "json", *proofs.FORMS, reading=reading, prepare=proofs.prepare)
@limits
@game_rule_option
@threats_option
@to_move_option("Who is to move, and wins; without it the side whose turn it is.")
@number_option("--length", help="Only wins within N moves of both.")
@flag("--shortest", help="Look for the shortest win.")
@proofs.proof_options
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
    """Say whether the side to move has a forced win by threats, and prove it.

    The line holds the moves of both sides to the five; it ends earlier where all of Black's answers are
    forbidden. The formats sgf and lib write the tree of all defenses, proof writes the same in
    the shortest form; `verify` reads them all. The answer is no-win when all wins
    by the threats are excluded, unknown when a limit was reached. A position with a five on the board,
    or without an empty point, is over (exit code 1). Without a limit the search may take long: Ctrl-C
    ends it.
    """
    game: renju.Game = record.value
    found = renju.solve(game, side=side, rule=rule, **search)
    keys, words = partial(_keys, found, game.size), partial(_words, found, game.size)
    return proofs.outcome(game, side, rule, found, keys, words, tree=tree, graph=graph)


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
