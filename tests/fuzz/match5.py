"""match5: what is read as knowledge is the same in every format, and can be played with."""

import struct
import zlib
from dataclasses import replace

from contract import Table

from zet.engines.match5.model import Knowledge
from zet.engines.match5.player import Player
from zet.formats.errors import FormatError
from zet.formats.match5 import FORMATS, fivo, games, hall


def use(knowledge: Knowledge) -> None:
    Player(knowledge.patterns)


def held(name: str, knowledge: Knowledge) -> Knowledge:
    """Return what a format holds: a bare dump has no name, and the file's is taken."""
    return replace(Knowledge("in", ()), patterns=knowledge.patterns) if name == "kn" else knowledge


def content(knowledge: Knowledge) -> Knowledge:
    """Return everything but the name, which a bare dump takes from its file."""
    return replace(knowledge, name="in")


def sealed(data: bytes) -> bool:
    """Read the bytes as a .fivo file whose count and checksums are right."""
    content = bytearray(b"FIVO\1\0\0\0\xa0\0\0\0".ljust(160, b"\0"))
    content[6] = data[0] & 1 if data else 0
    content[24 : 24 + len(data[1:137])] = data[1:137]
    content += data[137 : 137 + (max(0, len(data) - 137) // 36) * 36]
    content[12:20] = struct.pack("<II", (len(content) - 160) // 36, zlib.crc32(content[160:]))
    content[20:24] = bytes(4)
    content[20:24] = struct.pack("<I", zlib.crc32(content[:160]))
    try:
        knowledge = fivo.loads(bytes(content), "in")
    except FormatError:
        return False
    assert fivo.dumps(knowledge) == content
    use(knowledge)
    TABLE.pairs(knowledge)
    return True


def read_hall(data: bytes) -> bool:
    try:
        entries = hall.loads(data, "in")
    except FormatError:
        return False
    assert hall.loads(hall.dumps(entries), "in") == entries
    return True


def read_games(data: bytes) -> bool:
    try:
        position = games.loads(data.decode(errors="replace"))
    except ValueError:
        return False
    assert games.loads(games.dumps(position), to_move=position.to_move) == position
    return True


TABLE = Table(
    FORMATS,
    use,
    held,
    content=content,
    given=["name"],
    others={"sealed": sealed, "hall": read_hall, "games": read_games},
)
