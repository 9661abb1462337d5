"""`zet match5 hall`."""

from typing import TYPE_CHECKING

import click

from zet.cli.command import Batch, Found, Record, answer
from zet.cli.match5.options import plain_errors
from zet.cli.options import FilePath, format_option
from zet.formats.match5 import hall as halls

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("folder", default=".", type=FilePath(file_okay=False))
@format_option("players", "text", "json")
def hall(folder: "Path", format: str) -> int:  # noqa: A002 - the option's name
    """Show the Hall of Fame of a folder: the best 100 players, by the number of their patterns."""
    path = folder / halls.NAME
    with plain_errors(path), path.open("rb") as stream:
        entries = halls.loads(stream.read(halls.MAX_BYTES + 1), str(path))
    records = (Record(str(path), number, entry) for number, entry in enumerate(entries, 1))
    return answer(Batch(format=format), records, _hall)


def _hall(record: Record) -> Found:
    entry: halls.Entry = record.value
    file = "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in entry.file)
    line = f"{record.number:3}  {entry.level:6}  {entry.name}  ({file})\n"
    return Found("ok", {"name": entry.name, "level": entry.level, "file": entry.file}, board=line)
