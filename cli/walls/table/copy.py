"""The command `zet walls table copy`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.options import check_writable, refuse_without, table_size
from zet.cli.output import plain_errors
from zet.cli.parameters import Command, FilePath, is_given
from zet.cli.walls.tables import MOST_MEBIBYTES, PLAIN, read_table, write_table
from zet.cli.words import _
from zet.engines import walls
from zet.formats.files import whole_file
from zet.formats.walls import answers

if TYPE_CHECKING:
    from pathlib import Path


@click.command("copy", cls=Command)
@click.argument("source", type=FilePath(dir_okay=False, exists=True))
@click.argument("target", type=FilePath(dir_okay=False))
@batch_options("text", "json", answers="TableCopied", files=False, spread=False)
@table_size(
    MOST_MEBIBYTES,
    "Memory for the transposition table in an uncompressed TARGET, in mebibytes; by default, the size "
    "of SOURCE if SOURCE is uncompressed, otherwise 64.",
    show_default=False,
)
def copy_(batch: Batch, source: Path, target: Path, table_size: int) -> int:
    """Copy a table to TARGET, uncompressed if TARGET ends in .slots, otherwise gzip-compressed."""
    if target.suffix != PLAIN:
        refuse_without(_("a TARGET that ends in .slots"), "table_size")
    check_writable(target, force=batch.force)
    bits = walls.table.bits_of(table_size) if is_given("table_size") else None
    return answer(batch, [Record(str(source), 1, source)], partial(_copied, target=target, bits=bits))


def _copied(record: Record, target: Path, bits: int | None) -> Outcome:
    table = read_table(record.value, bits)
    with plain_errors(target, force=True), whole_file(target) as stream:
        write_table(target, table, stream)
    words = _("wrote {path}").format(path=target)
    size = target.stat().st_size
    return Outcome("ok", answers.table_copied(str(target), size), board=f"{words}\n")
