"""`zet renju solve` and `verify`."""

from functools import partial
from typing import Any

import click
from zet.cli.batch import NO, UNKNOWN, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import Reading, heading
from zet.cli.common import limits as limits_for
from zet.cli.renju.common import GameReading, reading, rule_option
from zet.cli.renju.noire import method_option, program_of, refuse, remember_option, solve_record
from zet.cli.renju.words import forbidden_answer, limit_words, win_in
from zet.engines.messages import _, marked, ngettext
from zet.engines.renju.model import COLORS, Game, color_word, names
from zet.engines.renju.proof import verify as fault_of
from zet.engines.renju.solver import Result
from zet.engines.renju.solver import solve as find_win
from zet.formats.registry import Format
from zet.formats.renju import FORMATS
from zet.formats.renju.json_lines import as_dict
from zet.formats.renju.proofs import as_dict as proof_dict
from zet.formats.renju.proofs import as_text, as_tree

_TREES = ("sgf", "lib")
CODES = {"win": YES, "no-win": NO, "unknown": UNKNOWN, "over": NO}
limits = limits_for("position", "trying this many moves")
threats_option = click.option(
    "--threats",
    type=click.Choice(["fours", "fours,threes"]),
    default="fours,threes",
    show_default=True,
    help="The threats to win by: fours alone, or fours first and then threes as well.",
)


@click.command()
@batch_command("text", "json", "sgf", "lib")
@reading
@limits
@rule_option
@threats_option
@click.option("--side", type=click.Choice(COLORS), help="Who is to move and wins; else whose turn it is.")
@click.option("--length", type=click.IntRange(1), metavar="N", help="Only wins within N moves of both.")
@click.option("--shortest", is_flag=True, help="Look for the shortest win.")
@click.option("--tree", is_flag=True, help="Write every defence, not the main line alone.")
@remember_option
@method_option("threats")
def solve(
    batch: Batch,
    load: GameReading,
    tree: bool,
    side: str | None,
    method: str,
    knowledge: int,
    remember: bool,
    rule_bases: tuple[str, ...],
    **search: Any,
) -> int:
    """Say whether the side to move has a forced win by threats, and prove it.

    The line holds the moves of both sides to the five; it ends earlier where Black has forbidden answers
    alone. The formats sgf and lib write the tree of all defences. No win is said when all wins by the
    threats are excluded, unknown when a limit was met. A position with a five on the board, or without
    an empty point, is over (exit code 1). Without a limit the search may take long: Ctrl-C ends it.
    """
    search["side"] = None if side is None else COLORS.index(side)
    if method == "noire":
        reason = _("--method noire takes no --threats, --shortest and --tree")
        refuse(reason, "threats", "shortest", "tree")
        if batch.format in _TREES:
            raise click.UsageError(_("--method noire gives a line, which is no tree for sgf and lib"))
        del search["threats"], search["shortest"]
        search |= {"level": knowledge, "remember": remember}
        work = partial(solve_record, batch.format, program_of(rule_bases, search["rule"]), search)
        return batch.run(batch.records(load), work)
    refuse(
        _("--knowledge, --rules and --remember are for --method noire"),
        *("knowledge", "rule_bases", "remember"),
    )
    return batch.run(batch.records(load), partial(_solve, batch.format, tree, search))


def _solve(form: str, tree: bool, search: dict[str, Any], record: Record) -> Answer:
    game: Game = record.value
    found = find_win(game, **search)
    code = CODES[found.status]
    color = game.side if search["side"] is None else search["side"]
    if form == "json":
        keys = _keys(found)
        if tree:
            keys |= as_dict(game) | {"attacker": COLORS[color], "rule": search["rule"]}
            keys["tree"] = proof_dict(found.proof) if found.proof else None
        return Answer(found.status, json_line(record, found.status, **keys), code)
    if form == "text":
        text = heading(record, "game", f"{color_word(color)}: {_words(found)}")
        if tree and found.proof:
            text += as_text(found.proof)
        return Answer(found.status, text, code)
    if found.proof is None:
        message = _("{source}: record {number}: {reason}").format(
            source=record.source, number=record.number, reason=_words(found)
        )
        return Answer(found.status, "", code, message)
    from zet.formats.renju import lib, sgf

    moves = as_tree(game, found.proof)
    return Answer("win", sgf.dumps_tree(moves) if form == "sgf" else lib.dumps_tree(moves), code)


def _keys(found: Result) -> dict[str, Any]:
    proof = found.proof
    return {
        "line": names(proof.line()) if proof else None,
        "length": proof.length if proof else None,
        "end": proof.end if proof else None,
        "shortest": found.shortest,
        "limit": found.limit,
        "nodes": found.nodes,
        "table_hits": found.hits,
        "seconds": round(found.seconds, 6),
    }


def _words(found: Result) -> str:
    if found.proof is None:
        return {
            "no-win": _("no win by these threats"),
            "over": _("the game is over"),
            "unknown": limit_words(found.limit),
        }[found.status]
    shortest = ", " + _("the shortest") if found.shortest else ""
    end = forbidden_answer() if found.proof.end == "forbidden" else ""
    line = " ".join(names(found.proof.line()))
    return f"{win_in(found.proof.length)}{shortest}: {line}{end}"


_PROOFS = {"json": Format("json", "zet.formats.renju.proofs", FORMATS["json"].looks_like)}


@click.command()
@batch_command("text", "json")
def verify(batch: Batch) -> int:
    """Hold proofs of wins against the plain rules, answer by answer.

    The input is what `solve --tree --format json` writes. A proof that fails is reported with the moves
    to the place where it does (exit code 1).
    """
    return batch.run(
        batch.records(Reading(_PROOFS, marked("proof"), "json")), partial(_verify, batch.format)
    )


def _verify(form: str, record: Record) -> Answer:
    game, color, rule, proof = record.value
    fault = fault_of(game, proof, color, rule)
    status, code = ("valid", YES) if fault is None else ("invalid", NO)
    if form == "json":
        keys = {
            "moves": None if fault is None else names(fault.moves),
            "reason": "" if fault is None else fault.reason,
            "length": proof.length,
            "size": proof.size,
        }
        return Answer(status, json_line(record, status, **keys), code)
    if fault is None:
        words = ngettext(
            "valid, {color} wins in {n} move", "valid, {color} wins in {n} moves", proof.length
        ).format(color=color_word(color), n=proof.length)
    else:
        words = _("invalid, {fault}").format(fault=fault)
    return Answer(status, heading(record, "proof", words), code)
