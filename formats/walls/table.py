"""Files of transposition tables: gzip of a msgpack header and the packed entries.

A table that processes share is a plain file: the header and then all slots, including empty ones, in
their layout in memory, so processes can map the file instead of reading it. Both layouts, which
`docs/formats/walls-table.md` describes, are specific to zet: the original program stores its table,
compressed with gzip, alongside the saved game.
"""

import gzip
import io
import struct
import sys
import zlib
from array import array
from collections.abc import Callable, Iterator
from mmap import ACCESS_COPY, mmap
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import msgpack

from zet.engines.messages import Message
from zet.engines.walls.model import MAX_SIDE, board
from zet.engines.walls.searcher import WITH_TABLE
from zet.engines.walls.table import ENTRY_BYTES, MAX_BITS, MIN_BITS, PART, SearchTable
from zet.formats.errors import UnreadableError, UnwritableError, with_source

if TYPE_CHECKING:
    from pathlib import Path

MAGIC = "zet walls table"
VERSION = 1

MAX_HEADER = 1 << 12
"""The maximum size of the header in bytes; a larger header is refused before it is read."""

_LENGTH = struct.Struct(">H")


def dump(table: SearchTable, stream: BinaryIO) -> None:
    """Write the file of a table to a stream, part by part; equal tables yield equal bytes."""
    count = checksum = 0
    for part in _parts(table):
        count += len(part) // ENTRY_BYTES
        checksum = zlib.crc32(part, checksum)
    header = _packed_header(table, count, checksum)
    with gzip.GzipFile("", "wb", compresslevel=1, fileobj=stream, mtime=0) as packer:
        packer.write(header)
        for part in _parts(table):
            packer.write(part)


def dump_plain(table: SearchTable, stream: BinaryIO) -> None:
    """Write a table to a stream as a plain file.

    Raises:
        UnwritableError: this machine is big-endian.
    """
    if sys.byteorder == "big":
        raise UnwritableError("an uncompressed table can be used only on little-endian machines")
    slots = table.kernel.memory()
    count = sum(map(len, _parts(table))) // ENTRY_BYTES
    header = _packed_header(table, count, zlib.crc32(slots), bits=table.bits)
    stream.write(header.ljust(MAX_HEADER, b"\0"))
    stream.write(slots)


def _packed_header(table: SearchTable, count: int, checksum: int, **more: int) -> bytes:
    """Return the header of a table file, preceded by its length; `more` contains additional fields."""
    fields = {
        "magic": MAGIC,
        "version": VERSION,
        "rows": table.board.rows,
        "columns": table.board.columns,
        "extra_move": table.extra_move,
        "algorithm": table.algorithm,
        "generation": table.generation,
        "count": count,
        "checksum": checksum,
        **more,
    }
    header = cast(bytes, msgpack.packb(fields))
    return _LENGTH.pack(len(header)) + header


def is_plain(path: "Path") -> bool:
    """Return whether an existing file is neither empty nor a gzip file.

    Raises:
        OSError: the file cannot be opened.
    """
    with path.open("rb") as stream:
        return stream.read(2) not in (b"", b"\x1f\x8b")


@with_source
def mapped(stream: BinaryIO, _source: str, empty: SearchTable) -> SearchTable:
    """Return the table of a plain file, mapped copy-on-write: changes are private to this process.

    The table has the size of the file. The checksum is not verified here: `check_plain`, which
    reads the whole file, verifies it.

    Raises:
        FormatError: the file is not a plain table file, or is for another board, rule or algorithm.
    """
    header = _plain_header(stream)
    _check(header, empty)
    memory = mmap(stream.fileno(), 0, access=ACCESS_COPY)
    table = empty.with_memory(memoryview(memory)[MAX_HEADER:], header["bits"])
    table.generation = header["generation"]
    return table


def _plain_header(stream: BinaryIO) -> dict[str, Any]:
    header = _header(cast(io.BufferedIOBase, stream))
    bits = header.get("bits")
    if type(bits) is not int or not MIN_BITS <= bits <= MAX_BITS:
        raise UnreadableError(
            "the header has an invalid value for {name}: {value!r}", name="bits", value=bits
        )
    size = MAX_HEADER + (ENTRY_BYTES << bits)
    if (held := stream.seek(0, io.SEEK_END)) != size:
        raise UnreadableError(
            "an uncompressed table of this size has {size} bytes; the file has {held}",
            size=size,
            held=held,
        )
    if sys.byteorder == "big":
        raise UnreadableError("an uncompressed table can be used only on little-endian machines")
    return header


@with_source
def check_plain(stream: BinaryIO, _source: str) -> None:
    """Verify the checksum of a plain file, the number of its entries, and the bounds of every entry.

    Raises:
        FormatError: the file is not a plain table file, or is damaged.
    """
    header = _plain_header(stream)
    table = _empty_for(header)
    stream.seek(MAX_HEADER)
    checksum = number = 0
    while packed := stream.read(ENTRY_BYTES * PART):
        checksum = zlib.crc32(packed, checksum)
        for data in memoryview(packed).cast("Q")[1::2]:
            if data:
                number += 1
                if not table.holds(data):
                    raise UnreadableError("entry {number} is out of bounds", number=number)
    if checksum != header["checksum"]:
        raise UnreadableError("the checksum is wrong, so the entries are damaged")
    if number != header["count"]:
        raise UnreadableError(
            "the header states {count} entries, but the file has {held}",
            count=header["count"],
            held=number,
        )


def _empty_for(header: dict[str, Any]) -> SearchTable:
    size = board(header["rows"], header["columns"])
    return SearchTable.new(size, header["algorithm"], extra_move=header["extra_move"], bits=MIN_BITS)


def empty_like(stream: BinaryIO, source: str) -> SearchTable:
    """Return an empty table of the smallest size, for the board, rule and algorithm of a table file.

    Raises:
        FormatError: the file is not a table file.
    """
    return _empty_for(header_of(stream, source))


@with_source
def header_of(stream: BinaryIO, _source: str) -> dict[str, Any]:
    """Return the header of a table file, compressed or plain.

    Raises:
        FormatError: the file is not a table file.
    """
    start = stream.read(2)
    stream.seek(0)
    if start == b"\x1f\x8b":
        try:
            return _header(cast(io.BufferedIOBase, gzip.GzipFile(fileobj=stream)))
        except (EOFError, zlib.error, OSError) as error:
            raise UnreadableError("not a complete gzip file: {reason}", reason=str(error)) from None
    return _plain_header(stream)


def dumps(table: SearchTable) -> bytes:
    """Return a table as the content of a table file."""
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
    """Fill an empty table from a stream and return it; full buckets drop old and shallow entries.

    Raises:
        FormatError: the file is not a table file, is damaged, or is for another board, rule or algorithm.
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
        raise UnreadableError("not a complete gzip file: {reason}", reason=str(error)) from None
    if held < header["count"] or rest:
        more = Message("more") if rest else str(held)
        raise UnreadableError(
            "the header states {count} entries, but the file has {held}", count=header["count"], held=more
        )
    if checksum != header["checksum"]:
        raise UnreadableError("the checksum is wrong, so the entries are damaged")
    empty.generation = header["generation"]
    return empty


def _fill(table: SearchTable, packed: bytes, before: int) -> None:
    """Store packed entries in a table; `before` entries precede them in the file."""
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
    """Return the header, after checking the bounds of its fields."""
    start = reader.read(_LENGTH.size)
    length = _LENGTH.unpack(start)[0] if len(start) == _LENGTH.size else 0
    if not 0 < length <= MAX_HEADER:
        raise UnreadableError("not a table file of zet walls")
    try:
        header = msgpack.unpackb(reader.read(length))
    except (ValueError, msgpack.UnpackException):
        raise UnreadableError("not a table file of zet walls") from None
    if not isinstance(header, dict) or header.get("magic") != MAGIC:
        raise UnreadableError("not a table file of zet walls")
    if header.get("version") != VERSION:
        raise UnreadableError("unknown version {version!r} of the format", version=header.get("version"))
    for name, is_valid in _FIELDS.items():
        if not is_valid(header.get(name)):
            raise UnreadableError(
                "the header has an invalid value for {name}: {value!r}", name=name, value=header.get(name)
            )
    return header


def _check(header: dict[str, Any], wanted: SearchTable) -> None:
    """Raise UnreadableError if a table is for another board, rule or algorithm."""
    found = board(header["rows"], header["columns"])
    if found != wanted.board:
        raise UnreadableError(
            "the table is for {name} boards, not for {other}", name=found.name, other=wanted.board.name
        )
    if header["extra_move"] != wanted.extra_move:
        reason = Message("the table is for the game without the extra move")
        if header["extra_move"]:
            reason = Message("the table is for the game with the extra move")
        raise UnreadableError(reason)
    if header["algorithm"] != wanted.algorithm:
        raise UnreadableError(
            "the table belongs to the algorithm {algorithm}, not to {other}",
            algorithm=header["algorithm"],
            other=wanted.algorithm,
        )
