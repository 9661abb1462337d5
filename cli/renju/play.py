"""`zet renju bestmove`, `defend`, `threats` and `puzzle`."""

from functools import partial
from typing import Any

import click
from zet.cli.batch import NO, UNKNOWN, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import heading
from zet.cli.renju.common import GameReading, reading, rule_option
from zet.cli.renju.noire import bestmove_record, method_option, program_of, refuse
from zet.cli.renju.solve import CODES, limits, threats_option
from zet.cli.renju.words import reason_word
from zet.engines.messages import _, ngettext
from zet.engines.noire.program import Program
from zet.engines.renju.model import COLORS, color_word, name, names
from zet.engines.renju.play import GameOverError, Threat, best_move, threats_of
from zet.engines.renju.play import defend as find_defence
from zet.engines.renju.puzzle import MIN_LENGTH, Problem, problems_in
from zet.formats.renju.json_lines import as_dict
from zet.formats.renju.position import dumps as position_line


@click.command()
@batch_command("text", "json")
@reading
@limits
@rule_option
@method_option("search")
def bestmove(
    batch: Batch,
    load: GameReading,
    rule: str,
    method: str,
    knowledge: int,
    rule_bases: tuple[str, ...],
    **search: Any,
) -> int:
    """Give a move to play in each position.

    A proven win is played, the other side's proven win refuted; else a positional search chooses. Without
    a limit 200,000 moves are tried, and the answer is the same each time.
    """
    if method == "noire":
        search |= {"rule": rule, "level": knowledge}
        work = partial(_bestmove_by_rules, batch.format, program_of(rule_bases, rule), search)
        return batch.run(batch.records(load), work)
    refuse(_("--knowledge and --rules are for --method noire"), "knowledge", "rule_bases")
    return batch.run(batch.records(load), partial(_bestmove, batch.format, rule, search))


def _bestmove(form: str, rule: str, search: dict[str, Any], record: Record) -> Answer:
    try:
        found = best_move(record.value, rule, **search)
    except GameOverError as error:
        return _over(form, record, error, move=None)
    if form == "json":
        keys = {
            "move": name(found.move),
            "reason": found.reason,
            "value": found.value,
            "depth": found.depth,
            "line": names(found.line),
            "nodes": found.nodes,
        }
        return Answer("ok", json_line(record, "ok", **keys))
    words = f"{name(found.move)} ({reason_word(found.reason)})"
    if found.line:
        words += f": {' '.join(names(found.line))}"
    return Answer("ok", heading(record, "game", words))


def _bestmove_by_rules(form: str, program: Program, search: dict[str, Any], record: Record) -> Answer:
    try:
        return bestmove_record(form, program, search, record)
    except GameOverError as error:
        return _over(form, record, error, move=None)


def _over(form: str, record: Record, error: GameOverError, **keys: object) -> Answer:
    """Return the answer where nothing is left to play."""
    if form == "json":
        return Answer("over", json_line(record, "over", **keys, reason=str(error)), NO)
    return Answer("over", heading(record, "game", str(error)), NO)


@click.command()
@batch_command("text", "json")
@reading
@limits
@rule_option
@threats_option
def defend(batch: Batch, load: GameReading, rule: str, **search: Any) -> int:
    """List all moves of the side to move that refute what the other side threatens.

    The limits are for each move that is tried; without any, 100,000 moves.
    """
    return batch.run(batch.records(load), partial(_defend, batch.format, rule, search))


def _defend(form: str, rule: str, search: dict[str, Any], record: Record) -> Answer:
    try:
        found = find_defence(record.value, rule, **search)
    except GameOverError as error:
        return _over(form, record, error, moves=[], unclear=[], threat=None)
    code = {"ok": YES, "no-threat": YES, "lost": NO, "unknown": UNKNOWN}[found.status]
    proof = found.threat.proof
    line = names(proof.line()) if proof else None
    if form == "json":
        text = json_line(
            record, found.status, moves=names(found.moves), unclear=names(found.unclear), threat=line
        )
        return Answer(found.status, text, code)
    words = {"no-threat": _("no threat"), "unknown": _("unknown")}.get(found.status, found.status)
    if line:
        words = _("{moves} is threatened").format(moves=" ".join(line)) + "; "
        refuted = _("refuted by {moves}") if found.moves else _("nothing refutes it")
        words += refuted.format(moves=" ".join(names(found.moves)))
        if found.unclear:
            words += "; " + _("unclear {moves}").format(moves=" ".join(names(found.unclear)))
    return Answer(found.status, heading(record, "game", words), code)


@click.command()
@batch_command("text", "json")
@reading
@limits
@rule_option
@threats_option
def threats(batch: Batch, load: GameReading, rule: str, **search: Any) -> int:
    """Say what each side would win with if it were to move: fives at once, or a forced win."""
    return batch.run(batch.records(load), partial(_threats, batch.format, rule, search))


def _threats(form: str, rule: str, search: dict[str, Any], record: Record) -> Answer:
    try:
        both = threats_of(record.value, rule, **search)
    except GameOverError as error:
        return _over(form, record, error, black=None, white=None)
    code = UNKNOWN if any(one.win.status == "unknown" for one in both) else YES
    status = "unknown" if code == UNKNOWN else "ok"
    if form == "json":
        keys = {color: _threat_keys(one) for color, one in zip(COLORS, both, strict=True)}
        return Answer(status, json_line(record, status, **keys), code)
    words = "; ".join(f"{color_word(color)}: {_threat_words(one)}" for color, one in enumerate(both))
    return Answer(status, heading(record, "game", words), code)


def _threat_keys(threat: Threat) -> dict[str, Any]:
    proof = threat.win.proof
    return {
        "fives": names(threat.fives),
        "status": threat.win.status,
        "line": names(proof.line()) if proof else None,
        "length": proof.length if proof else None,
    }


def _threat_words(threat: Threat) -> str:
    if threat.fives:
        return _("five at {points}").format(points=" ".join(names(threat.fives)))
    proof = threat.win.proof
    if proof is None:
        words = {"no-win": _("no win"), "unknown": _("unknown"), "over": _("over")}
        return words[threat.win.status]
    words_of_win = ngettext("win in {n} move by {moves}", "win in {n} moves by {moves}", proof.length)
    return words_of_win.format(n=proof.length, moves=" ".join(names(proof.line())))


@click.command()
@batch_command("text", "json", "position")
@reading
@rule_option
@click.option(
    "--min-length",
    type=click.IntRange(3),
    default=MIN_LENGTH,
    show_default=True,
    metavar="N",
    help="Wins of at least N moves of both.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1),
    default=50_000,
    show_default=True,
    metavar="N",
    help="Give up on a position after trying this many moves.",
)
def puzzle(batch: Batch, load: GameReading, **search: Any) -> int:
    """Find problems in games: positions in which one move alone wins by force.

    They are graded by the length of the win and the effort of the search. A game without a problem gives
    no text, and an empty list in JSON.
    """
    return batch.run(batch.records(load), partial(_puzzle, batch.format, search))


def _puzzle(form: str, search: dict[str, Any], record: Record) -> Answer:
    found = list(problems_in(record.value, **search))
    status, code = ("ok", YES) if found else ("none", CODES["no-win"])
    if form == "json":
        return Answer(status, json_line(record, status, problems=[_keys(one) for one in found]), code)
    if form == "position":
        return Answer(status, "".join(position_line(one.game) for one in found), code)
    game = _("game")
    lines = [
        f"{record.source}, {game} {record.number}, "
        + _("after {n} moves: {level}, {color} wins in {length} by {threats}").format(
            n=one.n_moves,
            level=_level_word(one.level),
            color=color_word(one.game.side),
            length=one.proof.length,
            threats=_("fours") if one.threats == "fours" else _("fours,threes"),
        )
        + f": {position_line(one.game)}"
        for one in found
    ]
    return Answer(status, "".join(lines), code)


def _level_word(level: str) -> str:
    words = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard"), "expert": _("expert")}
    return words[level]


def _keys(problem: Problem) -> dict[str, Any]:
    position = as_dict(problem.game)
    return {
        **{key: position[key] for key in ("black", "white", "first", "moves", "side")},
        "after": problem.n_moves,
        "line": names(problem.proof.line()),
        "length": problem.proof.length,
        "threats": problem.threats,
        "level": problem.level,
        "effort": problem.effort,
    }
