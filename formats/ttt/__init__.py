"""The formats of tic-tac-toe positions."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy
from zet.formats.registry import Format, by_name

if TYPE_CHECKING:
    from zet.engines.ttt.model import Position
    from zet.engines.ttt.proof import Proof
    from zet.formats.ttt import (
        answers as answers,
        json_lines as json_lines,
        line as line,
        picture as picture,
        proof as proof,
    )
    from zet.formats.ttt.line import play_moves as play_moves
    from zet.formats.ttt.picture import as_svg as as_svg, as_text as as_text
else:
    __getattr__, _names = lazy(
        __name__, "answers", "json_lines", "proof", line="play_moves", picture="as_svg as_text"
    )

# Any short line of text is recognized as this format, so that its parser reports errors.
_CELLS = rb"[XOxo._-]([ \t]+[XOxo._-])"
_BOARD = rb"(" + _CELLS + rb"*)?[ \t]*\||" + _CELLS + rb"+[ \t]*\r?(\n|\Z)|[XOxo] to move[ \t]*\r?(\n|\Z)"
_LINE = rb"[^\0-\x08\x0e-\x1f\x7f]{1,400}(\n|\Z)"

FORMATS: "dict[str, Format[Position]]" = by_name(
    Format("json", "zet.formats.ttt.json_lines", rb"\{"),
    Format("board", "zet.formats.ttt.board", _BOARD, by_line=False),
    Format("line", "zet.formats.ttt.line", _LINE),
)

PROOFS: "dict[str, Format[Proof]]" = by_name(
    Format("proof", "zet.formats.ttt.proof", rb"proof ", by_line=False)
)
"""The formats of proofs that a side cannot win."""
