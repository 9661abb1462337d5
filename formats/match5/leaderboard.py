"""The Hall of Fame of a folder: the top 100 players by number of patterns.

The file is msgpack, `{v: 1, players: [{name, level, file}]}`, sorted by descending level, then by name.
The level of a player is the number of patterns. A player without patterns is removed. An empty file is a
Hall of Fame without players. Any file name that the system allows is valid; bytes that are not UTF-8 are
preserved.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import msgpack

from zet.engines.match5.model import MAX_PATTERNS
from zet.formats.errors import UnreadableError, with_source
from zet.formats.match5.names import check_name

NAME = "hall-of-fame.msgpack"
MAX_PLAYERS = 100
MAX_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Entry:
    """A player: the name, the level, and the knowledge file in the same folder."""

    name: str
    level: int
    file: str


@with_source
def loads(data: bytes, _source: str) -> list[Entry]:
    """Return the players, best first.

    Raises:
        FormatError: the bytes are not a Hall of Fame.
    """
    if not data:
        return []
    if len(data) > MAX_BYTES:
        raise UnreadableError("the Hall of Fame has more than {most} bytes", most=MAX_BYTES)
    try:
        value = msgpack.unpackb(data, unicode_errors="surrogateescape")
        version, players = value["v"], value["players"] if value["v"] == 1 else []
        entries = [Entry(player["name"], player["level"], player["file"]) for player in players]
        for entry in entries:
            check_name(entry.name)
            if type(entry.level) is not int or not 1 <= entry.level <= MAX_PATTERNS:
                raise ValueError("level")
            if not isinstance(entry.file, str) or not entry.file or {"/", "\0"} & set(entry.file):
                raise ValueError("file")
    except (ValueError, TypeError, KeyError, AttributeError, msgpack.exceptions.UnpackException):
        raise UnreadableError("not a Hall of Fame") from None
    if version != 1:
        raise UnreadableError(
            "version {version!r} is not supported, only version {known}", version=version, known=1
        )
    if entries != ranked(entries):
        raise UnreadableError("the list of players is unsorted, too long, or has duplicates")
    return entries


def dumps(entries: Iterable[Entry]) -> bytes:
    """Return the content of a file with these players."""
    players = [{"name": entry.name, "level": entry.level, "file": entry.file} for entry in entries]
    data = {"v": 1, "players": players}
    return cast(bytes, msgpack.packb(data, unicode_errors="surrogateescape"))


def ranked(entries: Iterable[Entry]) -> list[Entry]:
    """Return the best players in order, with each file at most once."""
    files = {entry.file: entry for entry in entries}
    return sorted(files.values(), key=lambda entry: (-entry.level, entry.name, entry.file))[:MAX_PLAYERS]


def with_player(entries: Iterable[Entry], player: Entry) -> list[Entry]:
    """Return the players after adding or updating `player`; a player without patterns is removed."""
    others = [entry for entry in entries if entry.file != player.file]
    return ranked([*others, player] if player.level else others)
