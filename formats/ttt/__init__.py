"""The format of tic-tac-toe positions."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy
from zet.formats.registry import Format

if TYPE_CHECKING:
    from zet.engines.mnk.model import Position
    from zet.formats.ttt import (
        line as line,
        picture as picture,
    )
    from zet.formats.ttt.picture import as_svg as as_svg, as_text as as_text
else:
    __getattr__, _names = lazy(__name__, "line", picture="as_svg as_text")

# Any short line of text: the reader says what is wrong with it.
_LINE = rb"[^\0-\x08\x0e-\x1f\x7f]{1,400}(\n|\Z)"

FORMATS: "dict[str, Format[Position]]" = {"line": Format("line", "zet.formats.ttt.line", _LINE)}
