"""The formats of match5, for knowledge bases and for games."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy
from zet.formats.registry import NOTHING, Format, by_name

if TYPE_CHECKING:
    from zet.engines.match5.model import Knowledge, Position
    from zet.formats.match5 import (
        answers as answers,
        games as games,
        json as json,
        leaderboard as leaderboard,
        names as names,
        owner as owner,
        store as store,
    )
    from zet.formats.match5.picture import (
        board_as_svg as board_as_svg,
        board_as_text as board_as_text,
        pattern_as_svg as pattern_as_svg,
        pattern_as_text as pattern_as_text,
    )
else:
    __getattr__, _names = lazy(
        __name__,
        "answers",
        "games",
        "leaderboard",
        "json",
        "names",
        "owner",
        "store",
        picture="board_as_svg board_as_text pattern_as_svg pattern_as_text",
    )

MAX_BYTES = 1 << 26
"""The maximum size of a knowledge file in bytes; a larger file is refused before it is read."""

# A file that matches no other format is read as a KN dump. No KN dump matches the other formats, not even
# after a possible comment: a brace, the magic and the maps of 4 to 7 keys would all be red fields.
FORMATS: "dict[str, Format[Knowledge]]" = by_name(
    Format("fivo", "zet.formats.match5.fivo", rb"FIVO", most_bytes=MAX_BYTES),
    Format("kn", "zet.formats.match5.kn", NOTHING, most_bytes=MAX_BYTES, resembles=rb""),
    Format("json", "zet.formats.match5.json", rb"\{", most_bytes=MAX_BYTES),
    Format("msgpack", "zet.formats.match5.msgpack", rb"[\x84-\x87]", most_bytes=MAX_BYTES),
)

GAMES: "Format[Position]" = Format("games", "zet.formats.match5.games", rb"[^\x00]")
