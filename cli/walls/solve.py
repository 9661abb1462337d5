"""The command `zet walls solve`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Outcome, Record, command
from zet.cli.options import flag
from zet.cli.output import located
from zet.cli.parameters import conflicts_with
from zet.cli.walls.options import as_far, limits, line_words, reading, situation, visited
from zet.cli.walls.tables import TableOptions, Tables, table_options
from zet.cli.words import _, ngettext, translate
from zet.engines import walls
from zet.formats import walls as formats

if TYPE_CHECKING:
    from pathlib import Path


def _prepare(
    batch: Batch, table_path: Path | None, only_reads: bool, table_size: int, no_theory: bool
) -> dict[str, Any]:
    tables = TableOptions(table_path, only_reads, table_size).open(batch)
    return {"theory": not no_theory, "tables": tables, "reports_bounds": batch.verbose}


@command("text", "json", reading=reading, answers="Proven", prepare=_prepare)
@limits
@flag("--all-moves", help="List all moves with their values.")
@conflicts_with(
    "--table",
    flag(
        "--no-theory",
        help="Search without the theory of chains, corridors and mirrors, as a cross-check; this is "
        "far slower.",
    ),
)
@table_options
def solve(
    record: Record,
    *,
    tables: Tables | None = None,
    reports_bounds: bool = False,
    theory: bool = True,
    **options: Any,
) -> Outcome:
    """Find the exact value of each position: the future boxes of the player to move minus the opponent's.

    If a limit is reached (exit code 3), the answer gives the bounds proven so far. --verbose reports each
    bound as soon as it is proven. If a symmetry of the position proves a bound, the answer names the
    symmetry, except with --no-theory.
    """
    position: walls.Position = record.value
    table = tables.for_position(position, "best") if tables else None
    report = partial(_report_bounds, record) if reports_bounds else None
    found = walls.solver.solve(position, table=table, report=report, theory=theory, **options)
    keys = partial(formats.answers.solve, position, found, theory=theory)
    words = situation(position) if found.status == "over" else _words(found, position, theory=theory)
    if options.get("all_moves") and found.limit and found.value is not None:
        words += "\n  " + _("the values of the moves are unknown: {reason}").format(reason=as_far())
    return Outcome(found.status, keys, words)


def _report_bounds(record: Record, low: int, high: int, nodes: int) -> None:
    """Report the proven bounds of a value on standard error."""
    words = _("value from {low:+} to {high:+}") if low < high else _("value {value:+}")
    searched = ngettext("{n} position visited", "{n} positions visited", nodes).format(n=nodes)
    words = f"{words.format(low=low, high=high, value=low)}, {searched}"
    click.echo(translate(located(record, words)), err=True)


def _winner(position: walls.Position, value: int) -> str:
    """Describe the winner and the final score under perfect play by both sides."""
    score = [*position.score]
    free = len(position.boxes) - sum(score)
    mover = 0 if position.to_move == walls.model.FIRST else 1
    score[mover] += (free + value) // 2
    score[1 - mover] += (free - value) // 2
    words = _("a draw, {first}:{second}")
    if score[0] != score[1]:
        words = _("the first player wins {first}:{second}")
        if score[0] < score[1]:
            words = _("the second player wins {first}:{second}")
    return words.format(first=score[0], second=score[1])


def _words(found: walls.solver.Result, position: walls.Position, *, theory: bool) -> str:
    board = position.board
    if found.value is None:
        words = _("value from {low:+} to {high:+}").format(low=found.lower, high=found.upper)
        words += f", {as_far()}"
    else:
        words = _("value {value:+} (counting only boxes not yet taken): {winner}")
        words = words.format(value=found.value, winner=_winner(position, found.value))
    words += f", {visited(found.nodes, found.hits)}"
    if found.move is not None:
        words += "\n  " + _("best: {moves}").format(
            moves=formats.notation.moves_text(board, [found.move])
        )
    if found.line:
        words += f"\n  {line_words(board, found.line)}"
    for fence, value in found.values.items():
        words += f"\n  {formats.notation.moves_text(board, [fence])} {value:+}"
    reasons = map(translate, formats.answers.reasons(position) if theory else ())
    return words + "".join(f"\n  {reason}" for reason in reasons)
