"""Every format of match5: of knowledge, and of games."""

import re

from zet.formats.registry import Format

MAX_BYTES = 1 << 26
"""A larger file of knowledge is refused before it is read to its end."""


def _format(name: str, pattern: bytes) -> Format:
    return Format(name, f"zet.formats.match5.{name}", re.compile(pattern), most_bytes=MAX_BYTES)


# What looks like none of the others is taken for a KN dump. No KN dump looks like the others, not even
# behind what may be a comment: a brace, the magic and the maps of 4 to 7 keys would all be red fields.
FORMATS = {
    found.name: found
    for found in (
        _format("fivo", rb"FIVO"),
        _format("kn", rb"(?![{\x84-\x87])"),
        _format("json", rb"\{"),
        _format("msgpack", rb"[\x84-\x87]"),
    )
}

GAMES = Format("games", "zet.formats.match5.games", re.compile(rb"[^\x00]"))
