"""The table of a search that walls commands keep in a file, and its options."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from zet.cli.batch import Batch
from zet.cli.options import Function
from zet.cli.words import _, said
from zet.engines.walls.model import Position
from zet.engines.walls.table import DEFAULT_BITS, MAX_BITS, MIN_BITS, SearchTable
from zet.formats.errors import FormatError
from zet.formats.locks import BusyError, LockedFile, locked


class TableFile:
    """The file of a table, locked, that a command begins with, uses for all records, and writes."""

    def __init__(self, file: LockedFile, bits: int) -> None:
        self.file = file
        self.bits = bits
        self.table: SearchTable | None = None

    def for_position(self, position: Position, algorithm: str) -> SearchTable:
        """Return the table, which is for one board and rule.

        Raises:
            FormatError: the file is no table for the position.
        """
        board, extra_move, path = position.board, position.extra_move, self.file.path
        if self.table is None:
            table = SearchTable.new(board, algorithm, extra_move=extra_move, bits=self.bits)
            if path.stat().st_size:
                from zet.formats.walls.table import load

                with path.open("rb") as stream:
                    load(stream, str(path), table)
            self.table = table
        if (self.table.board, self.table.extra_move) != (board, extra_move):
            raise FormatError(str(path), None, _("the table is for another board or rule"))
        return self.table


def kept_table(batch: Batch, path: Path | None, bits: int) -> TableFile | None:
    """Return the file of a table, if there is one; it is written when the command has ended.

    Raises:
        click.ClickException: other processes would have to share it, another one has it, or it cannot
            be read or written.
    """
    if path is None:
        return None
    if batch.jobs != 1 or batch.cluster:
        raise click.UsageError(_("--table goes with neither --jobs nor --cluster"))
    return click.get_current_context().with_resource(_locked_table(path, bits))


@contextmanager
def _locked_table(path: Path, bits: int) -> Iterator[TableFile]:
    from zet.formats.walls.table import dumps

    try:
        with locked(path, wait=False, make=True) as file:
            table = TableFile(file, bits)
            try:
                yield table
            finally:  # also of a search that is interrupted
                try:
                    if table.table is not None:
                        file.replace(dumps(table.table))
                finally:
                    if not path.stat().st_size:
                        path.unlink()  # it was made for the lock alone
    except BusyError as error:
        raise click.ClickException(f"{path}: {said(error)}") from None
    except OSError as error:
        raise click.ClickException(f"{path}: {_(str(error.strerror))}") from None


def table_options(command: Function) -> Function:
    """Add the options of commands that can keep a table."""
    command = click.option(
        "--table-size",
        "bits",
        type=click.IntRange(MIN_BITS, MAX_BITS),
        default=DEFAULT_BITS,
        metavar="N",
        help="Keep at most 2**N entries of 16 bytes in memory, with --table.",
    )(command)
    return click.option(
        "--table",
        "table_path",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Begin with the table in this file, if it is there, and write the table to it at the end.",
    )(command)
