"""The command `zet match5 hall`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from zet.cli.command import Batch, Outcome, Record, answer
from zet.cli.errors import BAD, YES
from zet.cli.match5.options import home, plain_errors
from zet.cli.options import flag, format_option
from zet.cli.parameters import Command, FilePath
from zet.cli.words import _, translate
from zet.formats import match5 as formats

if TYPE_CHECKING:
    from pathlib import Path


@click.command(cls=Command)
@click.argument("folder", required=False, type=FilePath(file_okay=False))
@flag("--rebuild", help="Rebuild the Hall of Fame from the .fivo files in the folder.")
@format_option("output", "text", "json", answers="HallEntry")
def hall(folder: Path | None, rebuild: bool, format: str) -> int:  # noqa: A002 - the option's name
    """Show the Hall of Fame of a folder: the top 100 players by number of patterns.

    Without FOLDER, the Hall of Fame of the current folder is shown or, if it has none, the Hall of Fame
    of the default folder for knowledge files (see `zet help match5 new`). Players whose knowledge files
    no longer exist are marked; --rebuild removes these players.
    """
    is_default = folder is None
    if folder is None:
        from pathlib import Path

        is_here = rebuild or Path(formats.leaderboard.NAME).exists()
        folder = Path() if is_here else home()
    path = folder / formats.leaderboard.NAME
    code = YES
    if rebuild:
        with plain_errors(path):
            refused = formats.store.renew(folder)
        for error in refused:
            click.echo(translate(error), err=True)
            code = BAD
    entries: list[formats.leaderboard.Entry] = []
    if path.exists() or not (is_default or folder.is_dir()):
        with plain_errors(path), path.open("rb") as stream:
            entries = formats.leaderboard.loads(stream.read(formats.leaderboard.MAX_BYTES + 1), str(path))
    if not entries:
        words = _("{path}: no players yet; a player is listed after learning the first pattern")
        click.echo(words.format(path=path), err=True)
    records = (Record(str(path), number, entry) for number, entry in enumerate(entries, 1))
    return answer(Batch(format=format), records, _hall, {"folder": folder}) or code


def _hall(record: Record, folder: Path) -> Outcome:
    entry: formats.leaderboard.Entry = record.value
    is_there = (folder / entry.file).exists()
    file = "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in entry.file)
    mark = "" if is_there else ", " + _("the file does not exist")
    line = f"{record.number:3}  {entry.level:6}  {entry.name}  ({file}{mark})\n"
    keys = partial(formats.answers.hall, entry, entry.file, there=is_there)
    return Outcome("ok", keys, board=line)
