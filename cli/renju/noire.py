"""`zet renju experiment`, and what `solve` and `bestmove` do with `--method noire`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from zet.cli.batch import BAD, NO, UNKNOWN, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import Drawing, check_writable, heading
from zet.cli.common import limits as limits_for
from zet.cli.renju.common import GameReading, reading
from zet.cli.renju.rules import load_runnable, rules_option
from zet.cli.renju.words import forbidden_answer, limit_words, reason_word, win_in
from zet.engines.messages import _, ngettext
from zet.engines.noire.experiment import COUNTED, LEVELS, Total, searched, totals
from zet.engines.noire.interpreter import MAX_LEVEL
from zet.engines.noire.program import Program
from zet.engines.noire.solver import Choice, Result, choose_move, solve_noire
from zet.engines.renju.model import color_word, names
from zet.engines.renju.model import name as cell_name
from zet.formats.errors import UnwritableError
from zet.formats.renju.position import dumps as position_line

CODES = {"win": YES, "no-win": NO, "unknown": UNKNOWN, "over": NO}

knowledge_option = click.option(
    "--knowledge",
    type=click.IntRange(0, MAX_LEVEL),
    default=7,
    show_default=True,
    metavar="N",
    help="With noire: use rules up to this level; the shipped ones have 1, 3, 5 and 7.",
)
remember_option = click.option(
    "--remember",
    is_flag=True,
    help="With the method noire: keep positions without a win in a table, as the thesis's program does "
    "not; fewer are visited.",
)
limits = limits_for("position", "visiting this many positions at a level")


def method_option(usual: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return the decorator that adds --method, --knowledge and --rules."""

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        return click.option(
            "--method",
            type=click.Choice([usual, "noire"]),
            default=usual,
            show_default=True,
            help="How to search; noire is the program of that name, which rests on knowledge rules.",
        )(knowledge_option(rules_option(command)))

    return decorate


def refuse(message: str, *options: str) -> None:
    """Leave with a message if an option is given that would be ignored."""
    if any(map(is_given, options)):
        raise click.UsageError(message)


def is_given(option: str) -> bool:
    """Whether an option stands on the command line."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def program_of(rule_bases: tuple[str, ...], rule: str = "renju") -> Program:
    """Return the rules of all rule bases; if they have errors, say which and leave.

    In go-moku, where six or more win, they are those of go-moku if none are named. Where six do not win
    there is no set that tells the truth.
    """
    if rule != "renju" and not is_given("rule_bases"):
        if rule == "standard":
            raise click.UsageError(_("no set is of standard go-moku; --rules names rules of one's own"))
        rule_bases = ("gomoku",)
    return load_runnable(rule_bases, rule)


def solve_record(form: str, program: Program, search: dict[str, Any], record: Record) -> Answer:
    """Answer `solve --method noire` for a position."""
    found = solve_noire(record.value, program, **search)
    code = CODES[found.status]
    color = record.value.side if search["side"] is None else search["side"]
    if form == "json":
        return Answer(found.status, json_line(record, found.status, **_keys(found)), code)
    return Answer(found.status, heading(record, "game", f"{color_word(color)}: {_words(found)}"), code)


def _keys(found: Result) -> dict[str, Any]:
    is_won = found.status == "win"
    return {
        "line": names(found.line) if is_won else None,
        "length": found.length,
        "end": found.end,
        "searched": found.n_searched if is_won else None,
        "rule": found.rule.name if found.rule else None,
        "level": found.rule.level if found.rule else None,
        "limit": found.limit,
        "nodes": found.nodes,
        "depth": found.depth,
        "seconds": round(found.seconds, 6),
    }


def _words(found: Result) -> str:
    visited = ngettext("{n:,} position visited", "{n:,} positions visited", found.nodes)
    visited = visited.format(n=found.nodes)
    if found.status == "unknown":
        return f"{limit_words(found.limit)}, {visited}"
    if found.status == "over":
        return _("the game is over")
    if found.status == "no-win":
        return _("no win by forcing moves") + f", {visited}"
    moves = names(found.line)
    line = " ".join(moves[: found.n_searched])
    if found.rule:
        title = f"{found.rule.name}: {' '.join(moves[found.n_searched :])}".rstrip(": ")
        line = _("{line} then {rule}").format(line=line, rule=title) if line else title
    end = {"forbidden": forbidden_answer(), "open": " ..."}.get(found.end or "", "")
    return f"{win_in(found.length or 0)}, {visited}: {line}{end}"


def bestmove_record(form: str, program: Program, search: dict[str, Any], record: Record) -> Answer:
    """Answer `bestmove --method noire` for a position; that the game is over is for the caller to say."""
    found = choose_move(record.value, program, **search)
    if form == "json":
        return Answer("ok", json_line(record, "ok", **_choice_keys(found)))
    words = f"{cell_name(found.move)} ({reason_word(found.reason)})"
    if found.line:
        words += f": {' '.join(names(found.line))}"
    if found.refuted:
        words += "; " + _("{moves} would lose").format(moves=" ".join(names(found.refuted)))
    return Answer("ok", heading(record, "game", words))


def _choice_keys(found: Choice) -> dict[str, Any]:
    return {
        "move": cell_name(found.move),
        "reason": found.reason,
        "value": found.value,
        "line": names(found.line),
        "refuted": names(found.refuted),
        "nodes": found.nodes,
    }


def _levels(_context: click.Context, _parameter: click.Parameter, text: str) -> tuple[int, ...]:
    try:
        levels = tuple(int(part) for part in text.split(","))
    except ValueError:
        levels = ()
    if not levels or min(levels) < 0 or max(levels) > MAX_LEVEL or len(levels) > 10:
        reason = _("{text!r} is not a list of one to ten levels to 225, as in 1,3,5,7")
        raise click.BadParameter(reason.format(text=text))
    return levels


@click.command()
@batch_command("text", "json")
@reading
@rules_option
@limits
@remember_option
@click.option(
    "--levels",
    default=",".join(map(str, LEVELS)),
    show_default=True,
    metavar="N,N,...",
    callback=_levels,
    help="The levels of knowledge to compare.",
)
@click.option("--svg", "drawn", type=click.Path(path_type=Path), metavar="FILE", help="Draw the result.")
def experiment(
    batch: Batch,
    load: GameReading,
    rule_bases: tuple[str, ...],
    levels: tuple[int, ...],
    drawn: Path | None,
    **search: Any,
) -> int:
    """Say what knowledge saves: search each position with rules up to several levels.

    For each level: win and length, no win, or unknown, and the positions visited. The totals are of
    the positions that the first level wins or gives up. Without a limit a million positions are visited.
    """
    if search["nodes"] is None and search["seconds"] is None:
        search["nodes"] = 1_000_000
    if drawn:
        check_writable(drawn, batch.force)
    work = partial(_experiment, batch.format, program_of(rule_bases), levels, search)
    drawing = Drawing(drawn, batch.force, ("total",)) if drawn else None
    return batch.run(batch.records(load), work, total=partial(_total, batch.format, levels, drawing))


def _experiment(
    form: str, program: Program, levels: tuple[int, ...], search: dict[str, Any], record: Record
) -> Answer:
    found = searched(record.value, program, levels, **search)
    best = found[-1]
    code = CODES[best.status]
    if form == "json":
        runs = [
            {"knowledge": level, "status": one.status, **_keys(one)}
            for level, one in zip(levels, found, strict=True)
        ]
        for run in runs:
            del run["seconds"]
        position = position_line(record.value).strip()
        text = json_line(record, best.status, position=position, levels=runs)
        return Answer(best.status, text, code, value=found)
    level_words = _("level {level}")
    lines = "".join(
        f"  {level_words.format(level=level)}: {_words(one)}\n"
        for level, one in zip(levels, found, strict=True)
    )
    return Answer(best.status, heading(record, "game", best.status) + lines, code, value=found)


def _total(
    form: str, levels: tuple[int, ...], drawing: Drawing | None, rows: list[tuple[Result, ...]]
) -> str:
    found = totals(rows, levels)
    record = Record("total", 1, None)
    if drawing:
        from zet.formats.renju.chart import as_svg

        visited = [[one.nodes for one in row] for row in rows if row[0].status in COUNTED]
        try:
            drawing.write(record, as_svg(levels, visited, [one.nodes for one in found]))
        except UnwritableError as error:
            click.echo(f"zet: {error}", err=True)
            raise click.exceptions.Exit(BAD) from None
    if form == "json":
        keys = [
            {
                "knowledge": one.level,
                "wins": one.wins,
                "nodes": one.nodes,
                "saved": None if one.saved is None else round(one.saved, 6),
                "saved_in_all": None if one.saved_in_all is None else round(one.saved_in_all, 6),
            }
            for one in found
        ]
        return json_line(record, "total", positions=len(rows), totals=keys)
    total = _("total")
    return "".join(f"{total}, {_total_words(one)}\n" for one in found)


def _total_words(one: Total) -> str:
    words = ngettext(
        "level {level}: {wins} won, {nodes:,} position visited",
        "level {level}: {wins} won, {nodes:,} positions visited",
        one.nodes,
    )
    words = words.format(level=one.level, wins=one.wins, nodes=one.nodes)
    if one.saved is None or one.saved_in_all is None:
        return words
    saved = _("{saved:.1%} saved, {all:.1%} in all").format(saved=one.saved, all=one.saved_in_all)
    return f"{words}, {saved}"
