"""The command `zet ttt table`."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.errors import YES
from zet.cli.images import unique_option
from zet.cli.options import flag
from zet.cli.parameters import Command, conflicts_with
from zet.cli.ttt.options import (
    begins_option,
    board_option,
    empty,
    ending_words,
    k_option,
    moves_text,
    value_words,
)
from zet.cli.words import _
from zet.engines import ttt
from zet.formats import ttt as formats


def _head() -> str:
    """Return the column headings, padded to the width that they have in English."""
    return _(
        "marks  positions classes  first won  second won  drawn  classes of these  games: first won  "
        "second won   drawn       all"
    )


@click.command(cls=Command)
@batch_options("text", "json", "line", files=False, spread=False, answers="TableEntry TableCount")
@board_option("3x3")
@k_option
@conflicts_with("--counts", begins_option, unique_option("position"))
@flag("--counts", help="Write only how many positions and games there are, for each number of marks.")
def table(
    batch: Batch, size: tuple[int, int], k: int, first: ttt.model.Side, unique: bool, counts: bool
) -> int:
    """List every position that a game can reach, with its value and its best moves.

    The value is for the side to move. The board may have up to 12 cells.
    """
    start = empty(size, k, first)
    width, height, n_cells = start.width, start.height, len(start.cells)
    if n_cells > ttt.table.MAX_CELLS:
        reason = _("a {rows} x {columns} board is too large: the table can hold at most {most} cells")
        raise click.UsageError(reason.format(rows=height, columns=width, most=ttt.table.MAX_CELLS))
    if counts:
        if batch.format == "line":
            raise click.UsageError(_("--counts requires --format text or json"))
        tallies = enumerate(ttt.table.count_positions(width, height, k))
        rows = (Record("-", stones + 1, (stones, tally)) for stones, tally in tallies)
        frame = ("", "") if batch.format == "json" else (f"{_head()}\n", "")
        return answer(batch, rows, _counted, {"n_cells": n_cells}, frame=frame)
    chosen = (
        each
        for each in ttt.table.positions(width, height, k, first)
        if not unique or ttt.table.is_representative(each)
    )
    records = (Record("-", number, position) for number, position in enumerate(chosen, 1))
    return answer(batch, records, _listed, codes={"ok": YES, "over": YES})


def _listed(record: Record) -> Outcome:
    position: ttt.Position = record.value
    status = "over" if position.is_over else "ok"
    return Outcome(
        status,
        lambda: formats.answers.table_entry(position, formats.line.board_text(position)),
        None,
        partial(_line, position),
        lambda _: formats.line.dumps(position),
    )


def _line(position: ttt.Position, **_screen: Any) -> str:
    if position.is_over:
        words = ending_words(position)
    else:
        value, distance, moves = ttt.table.evaluate(position)
        words = f"{value_words(value, distance)}; " + _("best: {moves}").format(moves=moves_text(moves))
    return f"{formats.line.board_text(position)} {position.to_move}: {words}\n"


def _counted(record: Record, n_cells: int) -> Outcome:
    """Return the number of positions with a given number of marks; the last record has the totals."""
    stones: int
    tally: ttt.table.Counts
    stones, tally = record.value
    in_all = stones > n_cells
    cells = f"{_('all') if in_all else stones:>6} {tally.positions:9} {tally.classes:7} "
    cells += "{:10} {:11} {:6}".format(*tally.final) + f"{'{}, {}, {}'.format(*tally.final_classes):>18}"
    cells += "{:18} {:11} {:7}".format(*tally.games) + f" {sum(tally.games):9}\n"
    return Outcome(
        "ok", partial(formats.answers.table_count, None if in_all else stones, tally), board=cells
    )
