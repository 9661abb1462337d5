"""Files of transposition tables: gzip of a msgpack header and the packed entries.

The original keeps its table beside the saved game, compressed with gzip; this form of it is zet's own.
`docs/formats/walls-table.md` describes it.
"""

import gzip
import io
import struct
import sys
import zlib
from array import array
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, cast

import msgpack

from zet.engines.messages import Message
from zet.engines.walls.model import MAX_SIDE, board
from zet.engines.walls.searcher import WITH_TABLE
from zet.engines.walls.table import ENTRY_BYTES, MAX_BITS, PART, SearchTable
from zet.formats.errors import UnreadableError, with_source

MAGIC = "zet walls table"
VERSION = 1

MAX_HEADER = 1 << 12
"""Bytes of the header; more are refused before they are read."""

_LENGTH = struct.Struct(">H")


def dump(table: SearchTable, stream: BinaryIO) -> None:
    """Write the file of a table to a stream, part by part; the same table gives the same bytes."""
    count = checksum = 0
    for part in _parts(table):
        count += len(part) // ENTRY_BYTES
        checksum = zlib.crc32(part, checksum)
    header: Any = msgpack.packb(
        {
            "magic": MAGIC,
            "version": VERSION,
            "rows": table.board.rows,
            "columns": table.board.columns,
            "extra_move": table.extra_move,
            "algorithm": table.algorithm,
            "generation": table.generation,
            "count": count,
            "checksum": checksum,
        }
    )
    with gzip.GzipFile("", "wb", compresslevel=1, fileobj=stream, mtime=0) as packer:
        packer.write(_LENGTH.pack(len(header)) + header)
        for part in _parts(table):
            packer.write(part)


def dumps(table: SearchTable) -> bytes:
    """Return the file of a table."""
    stream = io.BytesIO()
    dump(table, stream)
    return stream.getvalue()


def _parts(table: SearchTable) -> Iterator[bytes]:
    for numbers in table.packed():
        if sys.byteorder == "big":
            numbers.byteswap()
        yield numbers.tobytes()


@with_source
def load(stream: BinaryIO, _source: str, empty: SearchTable) -> SearchTable:
    """Fill an empty table from a stream and return it; the oldest and shallowest may not find room.

    Raises:
        FormatError: it is no such table, is damaged, or is one for another board, rule or algorithm.
    """
    reader = cast(io.BufferedIOBase, gzip.GzipFile(fileobj=stream))
    try:
        header = _header(reader)
        _check(header, empty)
        checksum = held = 0
        while held < header["count"]:
            packed = reader.read(ENTRY_BYTES * min(PART, header["count"] - held))
            checksum = zlib.crc32(packed, checksum)
            _fill(empty, packed, held)
            held += len(packed) // ENTRY_BYTES
            if len(packed) < ENTRY_BYTES:
                break
        rest = reader.read(1)
    except (EOFError, zlib.error, OSError) as error:
        raise UnreadableError("no whole gzip file: {reason}", reason=str(error)) from None
    if held < header["count"] or rest:
        more = Message("more") if rest else str(held)
        raise UnreadableError(
            "the header says {count} entries, the file holds {held}", count=header["count"], held=more
        )
    if checksum != header["checksum"]:
        raise UnreadableError("the checksum disagrees: the entries are damaged")
    empty.generation = header["generation"]
    return empty


def _fill(table: SearchTable, packed: bytes, before: int) -> None:
    """Put packed entries into a table; so many came before them."""
    numbers = array("Q", packed[: len(packed) // ENTRY_BYTES * ENTRY_BYTES])
    if sys.byteorder == "big":
        numbers.byteswap()
    for place in range(0, len(numbers), 2):
        if not table.holds(numbers[place + 1]):
            raise UnreadableError("entry {number} is out of bounds", number=before + place // 2 + 1)
        table.kernel.insert(numbers[place], numbers[place + 1])


_FIELDS: dict[str, Callable[[Any], bool]] = {
    "magic": lambda value: value == MAGIC,
    "version": lambda value: type(value) is int,
    "rows": lambda value: type(value) is int and 1 <= value <= MAX_SIDE,
    "columns": lambda value: type(value) is int and 1 <= value <= MAX_SIDE,
    "extra_move": lambda value: type(value) is bool,
    "algorithm": lambda value: value in WITH_TABLE,
    "generation": lambda value: type(value) is int and 0 <= value <= 0xFFFF,
    "count": lambda value: type(value) is int and 0 <= value <= 1 << MAX_BITS,
    "checksum": lambda value: type(value) is int and 0 <= value < 1 << 32,
}


def _header(reader: io.BufferedIOBase) -> dict[str, Any]:
    """Return the header, with all its fields in bounds."""
    start = reader.read(_LENGTH.size)
    length = _LENGTH.unpack(start)[0] if len(start) == _LENGTH.size else 0
    if not 0 < length <= MAX_HEADER:
        raise UnreadableError("no table of zet walls")
    try:
        header = msgpack.unpackb(reader.read(length))
    except (ValueError, msgpack.UnpackException):
        raise UnreadableError("no table of zet walls") from None
    if not isinstance(header, dict) or header.get("magic") != MAGIC:
        raise UnreadableError("no table of zet walls")
    if header.get("version") != VERSION:
        raise UnreadableError(
            "version {version!r} of the format is not known", version=header.get("version")
        )
    for name, is_valid in _FIELDS.items():
        if not is_valid(header.get(name)):
            raise UnreadableError(
                "the header's {name} can't be {value!r}", name=name, value=header.get(name)
            )
    return header


def _check(header: dict[str, Any], wanted: SearchTable) -> None:
    """Refuse a table that is for something else."""
    found = board(header["rows"], header["columns"])
    if found != wanted.board:
        raise UnreadableError(
            "a table for {name} boards, not for {other}", name=found.name, other=wanted.board.name
        )
    if header["extra_move"] != wanted.extra_move:
        reason = Message("a table for the game without the extra move")
        if header["extra_move"]:
            reason = Message("a table for the game with the extra move")
        raise UnreadableError(reason)
    if header["algorithm"] != wanted.algorithm:
        raise UnreadableError(
            "a table of {algorithm}, not of {other}",
            algorithm=header["algorithm"],
            other=wanted.algorithm,
        )
