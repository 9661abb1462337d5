"""Every format of renju games and positions."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy
from zet.formats.registry import Format, by_name

if TYPE_CHECKING:
    from zet.engines.renju.model import Game
    from zet.formats.renju.picture import as_svg as as_svg, as_text as as_text
    from zet.formats.renju.proofs import Claim as Claim
else:
    __getattr__, _names = lazy(__name__, picture="as_svg as_text", proofs="Claim")

_POINT = rb"[a-oA-O](1[0-5]|[1-9])(?!\d)"

_PLACE = rb"([.+_xXoO@*#-]|\xe2\x97[\x8b\x8f]|\xc2\xb7)"
_BOARD = (
    rb"(15)?[ \t]*" + _PLACE + rb"[ \t]*" + _PLACE + rb"|[aA][ \t]*[bB][ \t]*[cC]|(black|white) to move"
)

FORMATS: "dict[str, Format[Game]]" = by_name(
    Format("lib", "zet.formats.renju.lib", rb"\xffRenLib\xff", by_line=False),
    Format("rif", "zet.formats.renju.rif", rb"<|\xfe\xff\x00<|\xff\xfe<|\x00<", by_line=False),
    Format("sgf", "zet.formats.renju.sgf", rb"\(\s*;|\(\s*\Z|\(\s*\n", by_line=False),
    Format("json", "zet.formats.renju.json_lines", rb"\{"),
    Format("psq", "zet.formats.renju.psq", rb"Piskvorky\b", by_line=False),
    Format("position", "zet.formats.renju.position", rb"[^/\n]*/"),
    Format("board", "zet.formats.renju.board", _BOARD, by_line=False),
    Format(
        "moves",
        "zet.formats.renju.moves",
        rb"(\d+\.[ \t]*)?(" + _POINT + rb"|[pP][aA][sS][sS])",
        by_line=False,
        is_nearest=True,
    ),
    Format("rec", "zet.formats.renju.rec", rb"[^\n]*\n[^\n]*\n\d+,\d+", by_line=False),
)

PROOFS: "dict[str, Format[Claim]]" = by_name(
    Format("json", "zet.formats.renju.proofs", rb"\{", by_line=False),
    Format("proof", "zet.formats.renju.proof_lines", rb"proof\b", by_line=False),
)
"""The formats of proofs of a win, as `verify` reads them."""
