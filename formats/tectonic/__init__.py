"""The formats of Tectonic puzzles."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy
from zet.formats.registry import Format, by_name

if TYPE_CHECKING:
    from zet.engines.tectonic.model import Puzzle
    from zet.engines.tectonic.verifier import Explained
    from zet.formats.tectonic import answers as answers, picture as picture
    from zet.formats.tectonic.picture import as_svg as as_svg, as_text as as_text
else:
    __getattr__, _names = lazy(__name__, "answers", picture="as_svg as_text")


def _json(key: bytes) -> bytes:
    """Return a regular expression for a JSON object that maps `key` to a list of lists of objects."""
    return rb"\{(?=[\s\S]*\"" + key + rb"\"\s*:\s*\[\s*\[\s*\{)"


_ROW = rb"[-._\d][-._\d \t]*\r?"
"""Matches a row of a grid of digits."""

FORMATS: "dict[str, Format[Puzzle]]" = by_name(
    Format("xml", "zet.formats.tectonic.xml", rb"<|[\xfe\xff]{2}|<\x00|\x00<", by_line=False),
    Format("scl", "zet.formats.tectonic.scl", _json(rb"cells"), by_line=False, keeps_notes=True),
    Format(
        "fpuzzles-json",
        "zet.formats.tectonic.fpuzzles_json",
        _json(rb"grid"),
        by_line=False,
        keeps_notes=True,
    ),
    Format("json", "zet.formats.tectonic.json_lines", rb"\{", keeps_notes=True),
    Format("pzprv3", "zet.formats.tectonic.pzprv3", rb"pzprv3", by_line=False, keeps_notes=True),
    Format(
        "line", "zet.formats.tectonic.line", rb"\d+x\d+:[^,\n]*(:|\r?\n|\Z)", example="3x2:aabaab:131..."
    ),
    Format("tatham", "zet.formats.tectonic.tatham", rb"\d+(x\d+)?T?(d[a-z]+)?:", writes=False),
    Format("penpa", "zet.formats.tectonic.penpa", rb"\S*\bm=(edit|solve)\b", keeps_notes=True),
    Format(
        "sudokupad",
        "zet.formats.tectonic.sudokupad",
        rb"(\S*[/=])?(scl|ctc|fpuz(zles)?)N4|sudokupad://"
        rb"|(https?://)?([\w-]+\.)*(sudokupad\.\w+|crackingthecryptic\.com|cracking-the-cryptic\.web\.app)\b",
        keeps_notes=True,
    ),
    Format(
        "fpuzzles",
        "zet.formats.tectonic.fpuzzles",
        rb"(https?://)?([\w-]+\.)?f-puzzles\.com\b",
        keeps_notes=True,
    ),
    Format(
        "puzzlink",
        "zet.formats.tectonic.puzzlink",
        rb"(\S*\?)?(\w+=\w+&)*suguru(_edit|_play)?/|(\S*\?)?(\w+=\w+&)*pzprv3|https?://",
    ),
    Format("krazydad", "zet.formats.tectonic.krazydad", rb"[^\t\n]*\t\d+\t\d+\t", writes=False),
    Format(
        "janko",
        "zet.formats.tectonic.janko",
        rb"\d+[ \t]+\d+|\d+[ \t]*[xX][ \t]*\d+[ \t]*(\r?\n|\Z)|\[?[Bb]egin\b",
        by_line=False,
        resembles=_ROW + rb"\n" + _ROW + rb"(\n|\Z)",
    ),
)

CHECKED = ("sudokupad", "scl", "fpuzzles", "fpuzzles-json")
"""The formats of sites that compare the player's grid with the solution in the document."""

EXPLANATIONS: "dict[str, Format[Explained]]" = by_name(
    Format("json", "zet.formats.tectonic.explanations", rb"\{", by_line=False, writes=False),
)
"""The formats of explanations that `zet tectonic verify` reads."""
