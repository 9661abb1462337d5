"""Walls: a position is the same in every format, can be drawn, and can be played on.

`table` reads the file of a transposition table, `sealed` a file with a valid count and checksum.
"""

import gzip
import io
import struct
import zlib

import msgpack
from contract import Table

from zet.engines.walls.model import Position
from zet.engines.walls.searcher import WITH_TABLE
from zet.engines.walls.table import ENTRY_BYTES, SearchTable
from zet.formats.errors import FormatError
from zet.formats.walls import FORMATS, table
from zet.formats.walls.picture import as_text


def use(position: Position) -> None:
    as_text(position)
    for fence in position.free[:3]:
        position.after(fence)


def read_table(data: bytes) -> bool:
    """Read the bytes into an empty table; its entries are unchanged after it was written to a file."""

    def empty() -> SearchTable:
        like = table.empty_like(io.BytesIO(data), "in")
        return SearchTable.new(like.board, like.algorithm, extra_move=like.extra_move, bits=6)

    try:
        found = table.load(io.BytesIO(data), "in", empty())
    except FormatError as error:
        told = str(error)
        assert len(told.splitlines()) == 1
        return False
    again = table.load(io.BytesIO(table.dumps(found)), "in", empty())
    assert sorted(again.entries()) == sorted(found.entries())
    assert again.generation == found.generation
    return True


def sealed(data: bytes) -> bool:
    """Read the bytes as the entries of a table, and the first bytes as the fields of its header."""
    start, entries = data[:4].ljust(4, b"\0"), data[4:]
    entries = entries[: len(entries) // ENTRY_BYTES * ENTRY_BYTES]
    extra_move, algorithm = bool(start[0] & 1), WITH_TABLE[start[1] % len(WITH_TABLE)]
    header = {
        "magic": table.MAGIC,
        "version": table.VERSION,
        "rows": 3,
        "columns": 3,
        "extra_move": extra_move,
        "algorithm": algorithm,
        "generation": struct.unpack("<H", start[2:])[0],
        "count": len(entries) // ENTRY_BYTES,
        "checksum": zlib.crc32(entries),
    }
    packed: bytes = msgpack.packb(header)
    content = struct.pack(">H", len(packed)) + packed + entries
    return read_table(gzip.compress(content, 1))


TABLE = Table(
    FORMATS,
    use,
    ways={"line": ({}, {"extra_move": True})},
    others={"table": read_table, "sealed": sealed},
)
