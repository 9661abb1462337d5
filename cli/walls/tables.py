"""The table of a search that walls commands keep in a file, and its options."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import click

from zet.cli.batch import Batch
from zet.cli.options import file_option, flag, refuse_beside, table_size
from zet.cli.parameters import combined, is_given, requires
from zet.cli.signals import held
from zet.cli.words import _, translate
from zet.engines import walls
from zet.formats.errors import FormatError
from zet.formats.locks import BusyError, LockedFile, locked

if TYPE_CHECKING:
    from pathlib import Path


PLAIN = ".slots"
"""How the name of a plain table ends."""

MOST_MEBIBYTES = walls.constants.ENTRY_BYTES << walls.constants.MAX_BITS >> 20


class NewTables(NamedTuple):
    """A new table of 2**bits entries for each record."""

    bits: int

    def for_position(self, position: walls.Position, algorithm: str) -> walls.SearchTable:
        """Return an empty table."""
        return walls.SearchTable.new(
            position.board, algorithm, extra_move=position.extra_move, bits=self.bits
        )


class TableFile:
    """The file of a table, locked, that a command begins with, uses for all records, and writes."""

    def __init__(self, file: LockedFile, bits: int, *, is_new: bool) -> None:
        self.file = file
        self.table: walls.SearchTable | None = None
        self._new = NewTables(bits)
        self._is_new = is_new

    def for_position(self, position: walls.Position, algorithm: str) -> walls.SearchTable:
        """Return the table, which is for one board and rule.

        Raises:
            FormatError: the file is no table for the position.
        """
        board, extra_move, path = position.board, position.extra_move, self.file.path
        if self.table is None:
            table = self._new.for_position(position, algorithm)
            self.table = table if self._is_new else _read(path, table)
        if (self.table.board, self.table.extra_move) != (board, extra_move):
            raise FormatError(str(path), None, "the table is for another board or rule")
        return self.table


class ReadTables(NamedTuple):
    """The file of a table that is only read: each record begins with what stands in it."""

    path: Path
    bits: int
    is_plain: bool

    def for_position(self, position: walls.Position, algorithm: str) -> walls.SearchTable:
        """Return a copy of the table; one that is mapped takes memory only where it is changed.

        Raises:
            FormatError: the file is no table for the position.
        """
        asked = self.path, self.bits, position.board, position.extra_move, algorithm
        return _opened(*asked) if self.is_plain else _kept(*asked).copy()


def _read(path: Path, table: walls.SearchTable) -> walls.SearchTable:
    from zet.formats.walls.table import is_plain, load, mapped

    try:
        with path.open("rb") as stream:
            return (mapped if is_plain(path) else load)(stream, str(path), table)
    except OSError as error:
        raise FormatError(str(path), None, str(error.strerror)) from None


def read_table(path: Path, bits: int | None = None, *, checked: bool = False) -> walls.SearchTable:
    """Return the table of a file, whatever it is for; `checked`: a plain one is held to its checksum.

    With `bits` it has room for 2**bits entries, else as a plain file has, or by default.

    Raises:
        FormatError: it cannot be read.
    """
    empty = table_for(path, checked=checked)
    room = bits or walls.table.DEFAULT_BITS
    table = _opened(path, room, empty.board, empty.extra_move, empty.algorithm)
    return table if bits is None or bits == table.bits else table.resized(bits)


def table_for(path: Path, *, checked: bool = False) -> walls.SearchTable:
    """Return an empty table for the board, the rule and the algorithm that the table of a file is for.

    Raises:
        FormatError: it cannot be read; or, `checked`, it is a plain one that is damaged.
    """
    from zet.formats.walls.table import check_plain, is_plain, what_for

    try:
        with path.open("rb") as stream:
            if checked and is_plain(path):
                check_plain(stream, str(path))
                stream.seek(0)
            return what_for(stream, str(path))
    except OSError as error:
        raise FormatError(str(path), None, str(error.strerror)) from None


def write_table(path: Path, table: walls.SearchTable, stream: BinaryIO, *, plain: bool = False) -> None:
    """Write a table to the stream of a file: plain if that is asked for, or the file's name says so."""
    from zet.formats.walls.table import dump, dump_plain

    (dump_plain if plain or path.suffix == PLAIN else dump)(table, stream)


def _opened(
    path: Path, bits: int, board: walls.Board, extra_move: bool, algorithm: str
) -> walls.SearchTable:
    return _read(path, walls.SearchTable.new(board, algorithm, extra_move=extra_move, bits=bits))


@lru_cache(maxsize=1)
def _kept(
    path: Path, bits: int, board: walls.Board, extra_move: bool, algorithm: str
) -> walls.SearchTable:
    """Return what is in a file, which is read once by each process."""
    return _opened(path, bits, board, extra_move, algorithm)


Tables = NewTables | TableFile | ReadTables


def tables_of(batch: Batch, path: Path | None, mebibytes: int, only_reads: bool) -> Tables | None:
    """Return what --table and --table-size ask for; a file is written when the command has ended.

    With `only_reads` a file is neither locked nor written, so that any number of processes may have it.

    Raises:
        click.ClickException: other processes would have to share the file, another one has it, or it
            cannot be read or written.
    """
    from zet.formats.walls.table import is_plain

    bits = walls.table.bits_of(mebibytes)
    plain = path is not None and path.is_file() and is_plain(path)
    if plain:
        refuse_beside(_("a plain table, which has a size of its own"), "table_size")
    if path is None:
        return NewTables(bits) if is_given("table_size") else None
    if only_reads:
        if not path.is_file():
            raise click.ClickException(f"{path}: {_(os.strerror(errno.ENOENT))}")
        return ReadTables(path, bits, plain)
    if batch.jobs != 1 or batch.cluster:
        refuse_beside("--table", "jobs", "cluster")
    return click.get_current_context().with_resource(_locked_table(path, bits, plain=plain))


@contextmanager
def _locked_table(path: Path, bits: int, *, plain: bool) -> Iterator[TableFile]:
    is_new = not path.exists() or not path.stat().st_size  # a killed process leaves it empty
    try:
        with locked(path, wait=False, make=True) as file:
            table = TableFile(file, bits, is_new=is_new)
            try:
                yield table
            finally:  # also of a search that is interrupted
                try:
                    if table.table is not None:
                        with held():
                            file.rewrite(partial(write_table, path, table.table, plain=plain))
                finally:
                    if is_new and not path.stat().st_size:
                        path.unlink()  # it was made for the lock alone
    except BusyError as error:
        raise click.ClickException(f"{path}: {translate(error)}") from None
    except OSError as error:
        raise click.ClickException(f"{path}: {_(str(error.strerror))}") from None


table_options = combined(
    file_option(
        "--table",
        "table_path",
        help="Begin with the table in this file, if it is there, and write the table to it at the end.",
    ),
    requires(
        "--table",
        flag(
            "--read-only",
            "only_reads",
            help="Leave the file as it is; any number of processes may read it.",
        ),
    ),
    table_size(MOST_MEBIBYTES),
)
