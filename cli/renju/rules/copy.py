"""`zet renju rules copy`: copy a shipped set for editing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.options import check_writable
from zet.cli.output import plain_errors, write_file
from zet.cli.parameters import Command, FilePath, WordChoice
from zet.cli.words import _
from zet.formats import blanche

if TYPE_CHECKING:
    from pathlib import Path


@click.command("copy", cls=Command)
@click.argument("name", metavar="SET", type=WordChoice(blanche.SETS))
@click.argument("folder", type=FilePath(file_okay=False))
@batch_options("text", "json", files=False, spread=False, brief=True, answers="blanche.FileCopied")
def copy_(batch: Batch, name: str, folder: Path) -> int:
    """Copy the files of a shipped set into a folder, for editing.

    The folder is created if it does not exist. Existing files of the same names are overwritten only with
    --force.
    """
    files = blanche.copied(name)
    if not folder.is_dir():
        check_writable(folder, force=False)
        with plain_errors(folder, force=False):
            folder.mkdir()
    for file in files:
        check_writable(folder / file, force=batch.force)
    records = (Record(name, number, file) for number, file in enumerate(files.items(), 1))
    return answer(batch, records, partial(_copied, folder=folder))


def _copied(record: Record, folder: Path) -> Outcome:
    file, data = record.value
    path = folder / file
    write_file(path, data)
    words = _("wrote {path}").format(path=path)
    return Outcome("ok", blanche.answers.file_copied(str(path)), board=f"{words}\n")
