"""Every format of match5: of knowledge, and of games."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy
from zet.formats.registry import NOTHING, Format, by_name

if TYPE_CHECKING:
    from zet.engines.match5.model import Knowledge, Position
    from zet.formats.match5 import (
        answers as answers,
        games as games,
        hall as hall,
        json as json,
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
        "hall",
        "json",
        "names",
        "owner",
        "store",
        picture="board_as_svg board_as_text pattern_as_svg pattern_as_text",
    )

MAX_BYTES = 1 << 26
"""A larger file of knowledge is refused before it is read to its end."""

# What looks like none of the others is taken for a KN dump. No KN dump looks like the others, not even
# behind what may be a comment: a brace, the magic and the maps of 4 to 7 keys would all be red fields.
FORMATS: "dict[str, Format[Knowledge]]" = by_name(
    Format("fivo", "zet.formats.match5.fivo", rb"FIVO", most_bytes=MAX_BYTES),
    Format("kn", "zet.formats.match5.kn", NOTHING, most_bytes=MAX_BYTES, resembles=rb""),
    Format("json", "zet.formats.match5.json", rb"\{", most_bytes=MAX_BYTES),
    Format("msgpack", "zet.formats.match5.msgpack", rb"[\x84-\x87]", most_bytes=MAX_BYTES),
)

GAMES: "Format[Position]" = Format("games", "zet.formats.match5.games", rb"[^\x00]")
