"""The formats of walls positions."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy
from zet.formats.registry import Format, by_name

if TYPE_CHECKING:
    from zet.engines.walls.model import Position
    from zet.formats.walls import (
        answers as answers,
        json_lines as json_lines,
        line as line,
        notation as notation,
        picture as picture,
    )
    from zet.formats.walls.notation import moves_text as moves_text, play_moves as play_moves
    from zet.formats.walls.picture import as_svg as as_svg, as_text as as_text
else:
    __getattr__, _names = lazy(
        __name__,
        "answers",
        "json_lines",
        "line",
        notation="moves_text play_moves",
        picture="as_svg as_text",
    )

FORMATS: "dict[str, Format[Position]]" = by_name(
    Format("line", "zet.formats.walls.line", rb"\d+\s*x\s*\d+", example="2x2: [0,1] [1,2]"),
    Format("save", "zet.formats.walls.save", rb"walls\b", by_line=False),
    Format("json", "zet.formats.walls.json_lines", rb"\{"),
)
