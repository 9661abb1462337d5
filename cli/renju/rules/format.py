"""The command `zet renju rules format`."""

from collections.abc import Iterator
from typing import Any, BinaryIO

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.options import flag
from zet.cli.parameters import Command
from zet.cli.words import _
from zet.formats import blanche
from zet.formats.errors import UnwritableError
from zet.formats.files import whole_file


@click.command("format", cls=Command)
@batch_options("text", "json", spread=False, answers="blanche.RulesFormatted")
@flag(
    "--check",
    "only_check",
    help="Only report the files that do not have the standard layout; write nothing.",
)
@flag("--write", help="Rewrite the files instead of writing to standard output.")
def format_(batch: Batch, only_check: bool, write: bool) -> int:
    """Format rule files in the standard layout: one literal per line, ¬ for not; comments are kept.

    A folder in FILES means all its *.blanche files. With --check the exit code is 1 if a file does not
    have the standard layout.
    """
    if only_check and write:
        raise click.UsageError(_("--check writes nothing, so it cannot be combined with --write"))
    files = [file for source in batch.files for file in blanche.files_of(source)]
    how = "check" if only_check else "write" if write else "print"
    return answer(batch, batch.records(_documents, files), _formatted, {"how": how})


def _documents(stream: BinaryIO, source: str) -> Iterator[Any]:
    data = stream.read(blanche.MAX_BYTES + 1)
    try:
        yield blanche.load_bytes(data, source), data
    except blanche.BlancheError as error:
        yield error


def _formatted(record: Record, how: str) -> Outcome:
    document, data = record.value
    text = blanche.format_document(document)
    changes = text.encode() != data
    if how == "print":
        return Outcome("ok", blanche.answers.formatted(changes=changes, text=text), board=text)
    if how == "write" and changes:
        _replace(record.source, text)
    words = _("rewritten") if how == "write" else _("is not in the standard layout")
    keys = blanche.answers.formatted(changes=changes, is_fault=how == "check")
    return Outcome(keys["status"], keys, board=f"{record.name}: {words}\n" if changes else "")


def _replace(source: str, text: str) -> None:
    if source == "-":
        raise UnwritableError("standard input cannot be rewritten")
    try:
        from pathlib import Path

        with whole_file(Path(source)) as stream:
            stream.write(text.encode())
    except OSError as error:
        raise UnwritableError(str(error.strerror)) from None
