"""match5: knowledge is the same in every format, and a player can use it."""

import struct
import zlib
from dataclasses import replace
from functools import partial
from typing import Any

from contract import Table

from zet.engines.match5.model import Knowledge, Position
from zet.engines.match5.player import Player
from zet.formats.errors import FormatError
from zet.formats.match5 import FORMATS, GAMES, fivo, games, leaderboard


def use(knowledge: Knowledge) -> None:
    Player(knowledge.patterns)


def held(name: str, knowledge: Knowledge) -> Knowledge:
    """Return the knowledge that a format preserves; a bare dump gets its name from the file."""
    return replace(Knowledge("in", ()), patterns=knowledge.patterns) if name == "kn" else knowledge


def parts(knowledge: Knowledge) -> dict[str, Any]:
    """Return the parts of knowledge except its name, which a bare dump takes from its file."""
    return {
        "games": knowledge.games,
        "losses": knowledge.losses,
        "password": knowledge.lock,
        "patterns": knowledge.patterns,
    }


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
        entries = leaderboard.loads(data, "in")
    except FormatError:
        return False
    assert leaderboard.loads(leaderboard.dumps(entries), "in") == entries
    return True


def position_parts(position: Position) -> dict[str, Any]:
    """Return the parts of a position: moves and the side to move determine the board."""
    return {games.SIDE: position.to_move, "fields": position.moves or position.board}


POSITIONS = Table(
    {"games": GAMES},
    held=lambda _, position: games.loads(games.dumps(position)),
    parts=position_parts,
    ways={"games": ({}, {"first": 1}, {"to_move": 2})},
)


TABLE = Table(
    FORMATS,
    use,
    held,
    parts=parts,
    given=["name"],
    others={"sealed": sealed, "hall": read_hall, "games": partial(POSITIONS.read, "games")},
)
