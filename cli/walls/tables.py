"""Transposition tables in files, and the options for tables, shared by the commands of walls."""

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
"""The file extension of a plain table, that is, an uncompressed one."""

MOST_MEBIBYTES = walls.constants.ENTRY_BYTES << walls.constants.MAX_BITS >> 20


class NewTables(NamedTuple):
    """A new table of 2**bits entries for each record."""

    bits: int

    def for_position(self, position: walls.Position, algorithm: str) -> walls.SearchTable:
        """Return an empty table for the board and the rule of a position."""
        return walls.SearchTable.new(
            position.board, algorithm, extra_move=position.extra_move, bits=self.bits
        )


class TableFile:
    """A locked table file, which a command loads once, uses for all records and saves at the end."""

    def __init__(self, file: LockedFile, bits: int, *, is_new: bool) -> None:
        self.file = file
        self.table: walls.SearchTable | None = None
        self._new = NewTables(bits)
        self._is_new = is_new

    def for_position(self, position: walls.Position, algorithm: str) -> walls.SearchTable:
        """Return the table, which is for a single board and rule.

        Raises:
            FormatError: the table is not valid for the position.
        """
        board, extra_move, path = position.board, position.extra_move, self.file.path
        if self.table is None:
            table = self._new.for_position(position, algorithm)
            self.table = table if self._is_new else _read(path, table)
        if (self.table.board, self.table.extra_move) != (board, extra_move):
            raise FormatError(str(path), None, "the table is for a different board or rule")
        return self.table


class ReadTables(NamedTuple):
    """A read-only table file; for each record, the search starts with the contents of the file."""

    path: Path
    bits: int
    is_plain: bool

    def for_position(self, position: walls.Position, algorithm: str) -> walls.SearchTable:
        """Return a copy of the table; a mapped table is copied on write, page by page.

        Raises:
            FormatError: the table is not valid for the position.
        """
        asked = self.path, self.bits, position.board, position.extra_move, algorithm
        return _opened(*asked) if self.is_plain else _cached(*asked).copy()


def _read(path: Path, table: walls.SearchTable) -> walls.SearchTable:
    from zet.formats.walls.table import is_plain, load, mapped

    try:
        with path.open("rb") as stream:
            return (mapped if is_plain(path) else load)(stream, str(path), table)
    except OSError as error:
        raise FormatError(str(path), None, str(error.strerror)) from None


def read_table(path: Path, bits: int | None = None, *, checked: bool = False) -> walls.SearchTable:
    """Return the table in a file, for any board; `checked` verifies the checksum of an uncompressed file.

    The table has 2**bits entries. By default, a table from an uncompressed file retains its number of
    entries, and a table from a compressed file has a fixed number.

    Raises:
        FormatError: the table cannot be read.
    """
    empty = table_for(path, checked=checked)
    room = bits or walls.table.DEFAULT_BITS
    table = _opened(path, room, empty.board, empty.extra_move, empty.algorithm)
    return table if bits is None or bits == table.bits else table.resized(bits)


def table_for(path: Path, *, checked: bool = False) -> walls.SearchTable:
    """Return an empty table for the same board, rule and algorithm as the table in a file.

    Raises:
        FormatError: the table cannot be read; or, with `checked`, it is a damaged plain table.
    """
    from zet.formats.walls.table import check_plain, empty_like, is_plain

    try:
        with path.open("rb") as stream:
            if checked and is_plain(path):
                check_plain(stream, str(path))
                stream.seek(0)
            return empty_like(stream, str(path))
    except OSError as error:
        raise FormatError(str(path), None, str(error.strerror)) from None


def write_table(path: Path, table: walls.SearchTable, stream: BinaryIO, *, plain: bool = False) -> None:
    """Write a table to the stream of a file, uncompressed if `plain` is set or `path` ends in .slots."""
    from zet.formats.walls.table import dump, dump_plain

    (dump_plain if plain or path.suffix == PLAIN else dump)(table, stream)


def _opened(
    path: Path, bits: int, board: walls.Board, extra_move: bool, algorithm: str
) -> walls.SearchTable:
    return _read(path, walls.SearchTable.new(board, algorithm, extra_move=extra_move, bits=bits))


@lru_cache(maxsize=1)
def _cached(
    path: Path, bits: int, board: walls.Board, extra_move: bool, algorithm: str
) -> walls.SearchTable:
    """Return the table of a file; each process reads the file once."""
    return _opened(path, bits, board, extra_move, algorithm)


Tables = NewTables | TableFile | ReadTables


class TableOptions(NamedTuple):
    """The options --table, --read-only and --table-size (in mebibytes)."""

    table_path: Path | None
    only_reads: bool
    table_size: int

    def open(self, batch: Batch) -> Tables | None:
        """Return the tables, or None without these options; a table file is saved when the command ends.

        A file that is only read is neither locked nor written, so that any number of processes may
        share it.

        Raises:
            click.ClickException: worker processes would have to share the file, another process has
                locked the file, or the file cannot be read or written.
        """
        from zet.formats.walls.table import is_plain

        path, bits = self.table_path, walls.table.bits_of(self.table_size)
        plain = path is not None and path.is_file() and is_plain(path)
        if plain:
            refuse_beside(_("an uncompressed table, whose file determines its size"), "table_size")
        if path is None:
            return NewTables(bits) if is_given("table_size") else None
        if self.only_reads:
            if not path.is_file():
                raise click.ClickException(f"{path}: {_(os.strerror(errno.ENOENT))}")
            return ReadTables(path, bits, plain)
        if batch.jobs != 1 or batch.cluster:
            refuse_beside("--table", "jobs", "cluster")
        return click.get_current_context().with_resource(_locked_table(path, bits, plain=plain))


@contextmanager
def _locked_table(path: Path, bits: int, *, plain: bool) -> Iterator[TableFile]:
    is_new = not path.exists() or not path.stat().st_size  # a killed process leaves an empty file
    try:
        with locked(path, wait=False, make=True) as file:
            table = TableFile(file, bits, is_new=is_new)
            try:
                yield table
            finally:  # also after an interrupted search
                try:
                    if table.table is not None:
                        with held():
                            file.rewrite(partial(write_table, path, table.table, plain=plain))
                finally:
                    if is_new and not path.stat().st_size:
                        path.unlink()  # the empty file was created only for the lock
    except BusyError as error:
        raise click.ClickException(f"{path}: {translate(error)}") from None
    except OSError as error:
        raise click.ClickException(f"{path}: {_(str(error.strerror))}") from None


table_options = combined(
    file_option(
        "--table",
        "table_path",
        help="Load the transposition table from this file if the file exists, and save the table there "
        "at the end.",
    ),
    requires(
        "--table",
        flag(
            "--read-only",
            "only_reads",
            help="Read the table without saving it; any number of processes may share the file.",
        ),
    ),
    table_size(MOST_MEBIBYTES),
)
