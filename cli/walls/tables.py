"""The table of a search that walls commands keep in a file, and its options."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from zet.cli.batch import Batch
from zet.cli.options import file_option, is_given, not_with, table_size, together
from zet.cli.words import _, said
from zet.engines.walls.model import Position
from zet.engines.walls.table import ENTRY_BYTES, MAX_BITS, SearchTable, bits_of
from zet.formats.errors import FormatError
from zet.formats.locks import BusyError, LockedFile, locked

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class NewTables:
    """A new table of 2**bits entries for each record."""

    bits: int

    def for_position(self, position: Position, algorithm: str) -> SearchTable:
        """Return an empty table."""
        return SearchTable.new(position.board, algorithm, extra_move=position.extra_move, bits=self.bits)


class TableFile:
    """The file of a table, locked, that a command begins with, uses for all records, and writes."""

    def __init__(self, file: LockedFile, bits: int) -> None:
        self.file = file
        self.table: SearchTable | None = None
        self._new = NewTables(bits)

    def for_position(self, position: Position, algorithm: str) -> SearchTable:
        """Return the table, which is for one board and rule.

        Raises:
            FormatError: the file is no table for the position.
        """
        board, extra_move, path = position.board, position.extra_move, self.file.path
        if self.table is None:
            table = self._new.for_position(position, algorithm)
            if path.stat().st_size:
                from zet.formats.walls.table import load

                with path.open("rb") as stream:
                    load(stream, str(path), table)
            self.table = table
        if (self.table.board, self.table.extra_move) != (board, extra_move):
            raise FormatError(str(path), None, _("the table is for another board or rule"))
        return self.table


Tables = NewTables | TableFile


def tables_of(batch: Batch, path: "Path | None", mebibytes: int) -> Tables | None:
    """Return what --table and --table-size ask for; a file is written when the command has ended.

    Raises:
        click.ClickException: other processes would have to share the file, another one has it, or it
            cannot be read or written.
    """
    bits = bits_of(mebibytes)
    if path is None:
        return NewTables(bits) if is_given("table_size") else None
    if batch.jobs != 1 or batch.cluster:
        not_with("--table", "jobs", "cluster")
    return click.get_current_context().with_resource(_locked_table(path, bits))


@contextmanager
def _locked_table(path: "Path", bits: int) -> Iterator[TableFile]:
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


table_options = together(
    file_option(
        "--table",
        "table_path",
        help="Begin with the table in this file, if it is there, and write the table to it at the end.",
    ),
    table_size(ENTRY_BYTES << MAX_BITS >> 20),
)
