"""The command `zet renju rules experiment`."""

from __future__ import annotations

from functools import partial
from types import GenericAlias
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from zet.cli import options, parameters
from zet.cli.command import Batch, Outcome, Record, Values, answer, batch_options, render
from zet.cli.drawing import Drawing
from zet.cli.parameters import Command, option
from zet.cli.renju.options import GameReading, reading
from zet.cli.renju.rules.options import (
    DEFAULT_RULES,
    legality_option,
    order_option,
    program_of,
    remember_option,
    rules_option,
)
from zet.cli.renju.rules.words import words_of
from zet.cli.words import _, ngettext, translate
from zet.engines import noire
from zet.formats import blanche
from zet.formats.errors import UnwritableError

if TYPE_CHECKING:
    from pathlib import Path


def _levels(_context: click.Context, _parameter: click.Parameter, text: str) -> tuple[int, ...]:
    try:
        levels = tuple(int(part) for part in text.split(","))
    except ValueError:
        levels = ()
    is_in_range = bool(levels) and 0 <= min(levels) <= max(levels) <= noire.choices.MAX_LEVEL
    if not is_in_range or len(levels) > 10 or levels != tuple(sorted({*levels})):
        reason = _("{text!r} is not an ascending list of one to ten levels up to 225, as in 1,3,5,7")
        raise click.BadParameter(reason.format(text=text))
    return levels


@click.command(cls=Command)
@batch_options("text", "json", answers="blanche.LevelsSearched blanche.ExperimentTotal")
@reading
@rules_option(*DEFAULT_RULES["renju"])
@order_option
@legality_option
@options.limits("position", "visiting this many positions in the search at each level of the rules")
@remember_option
@option(
    "--levels",
    default=",".join(map(str, noire.choices.LEVELS)),
    metavar="N,N,...",
    callback=_levels,
    help="The levels to compare; at level N the search uses the rules of level N or lower.",
)
@option(
    "--svg",
    type=parameters.FilePath(),
    metavar="PATH",
    help="Draw the totals as a chart into this SVG file.",
)
def experiment(
    batch: Batch,
    load: GameReading,
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    levels: tuple[int, ...],
    svg: Path | None,
    **search: Any,
) -> int:
    """Measure how much rules shorten the search: solve each position at several levels of rules.

    For each level the answer gives the result (the length of the win, no win, or unknown) and the number
    of positions that the search visited. The totals exclude positions for which the search at the first
    level proves that no win exists. If neither --nodes nor --time is given, the limit is 1,000,000
    positions.
    """
    if search["nodes"] is None and search["seconds"] is None:
        search["nodes"] = 1_000_000
    if svg:
        options.check_writable(svg, force=batch.force)
    search |= {"program": program_of(rule_bases, order=order), "levels": levels}
    drawing = Drawing(svg, batch.force, ("total",)) if svg else None
    total = partial(_total, batch, levels, drawing)
    kind = GenericAlias(tuple, (Searched,) * len(levels))
    records = batch.records(load, later=True)
    return answer(batch, records, _searched, search, what=load.what, use=Values(total, kind))


class Searched(NamedTuple):
    """The result of one search, as its contribution to the total."""

    status: str
    nodes: int


def _searched(record: Record, program: noire.Program, levels: tuple[int, ...], **search: Any) -> Outcome:
    found = noire.experiment.searched(record.value, program, levels, **search)

    def lines(**_keywords: object) -> str:
        level_words = _("level {level}")
        runs = zip(levels, found, strict=True)
        return "".join(f"  {level_words.format(level=level)}: {words_of(one)}\n" for level, one in runs)

    status = found[-1].status
    keys = partial(blanche.answers.experiment, record.value, levels, found)
    return Outcome(status, keys, status, lines, value=[Searched(one.status, one.nodes) for one in found])


def _total(
    batch: Batch,
    levels: tuple[int, ...],
    drawing: Drawing | None,
    rows: list[list[Searched]],
) -> str | bytes:
    found = noire.experiment.totals(rows, levels)
    record = Record("total", 1, None)
    if drawing:
        from zet.formats.blanche.chart import as_svg

        visited = [
            [one.nodes for one in row] for row in rows if row[0].status in noire.experiment.COUNTED
        ]
        try:
            drawing.write(record, as_svg(levels, visited, [one.nodes for one in found], translate))
        except UnwritableError as error:
            raise click.ClickException(translate(error)) from None
    total = _("total")
    return render(
        batch,
        record,
        Outcome(
            "total",
            blanche.answers.experiment_total(len(rows), found),
            board="".join(f"{total}, {_total_words(one)}\n" for one in found),
        ),
    )


def _total_words(one: noire.experiment.Total) -> str:
    words = ngettext(
        "level {level}: {wins} won, {nodes:,} position visited",
        "level {level}: {wins} won, {nodes:,} positions visited",
        one.nodes,
    )
    words = words.format(level=one.level, wins=one.wins, nodes=one.nodes)
    if one.saved is None or one.saved_in_all is None:
        return words
    saved = _("{saved:.1%} fewer than at the previous level, {all:.1%} fewer than at the first").format(
        saved=one.saved, all=one.saved_in_all
    )
    return f"{words}, {saved}"
