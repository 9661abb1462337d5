"""The formats of renju games and positions."""

import re
from typing import TYPE_CHECKING

from zet.engines.names import lazy
from zet.formats.registry import Format, by_name

if TYPE_CHECKING:
    from zet.engines.renju.model import Game
    from zet.engines.renju.weights import Weights
    from zet.formats.renju import (
        answers as answers,
        gomocup as gomocup,
        gomocup_client as gomocup_client,
        json_lines as json_lines,
        moves as moves,
        picture as picture,
        position as position,
        proofs as proofs,
        report as report,
        tree as tree,
        weights as weights,
    )
    from zet.formats.renju.picture import as_svg as as_svg, as_text as as_text
    from zet.formats.renju.proofs import Claim as Claim
else:
    __getattr__, _names = lazy(
        __name__,
        "answers",
        "gomocup",
        "gomocup_client",
        "json_lines",
        "moves",
        "position",
        "report",
        "tree",
        "weights",
        picture="as_svg as_text",
        proofs="Claim",
    )

_POINT = rb"[a-vA-V](1[0-9]|2[0-2]|[1-9])(?!\d)"
_ADDRESS = rb"[A-Za-z][A-Za-z0-9+.-]*://"
_OFFSETS = rb"[ \t]*[+-]?\d{1,2}[ \t]*,[ \t]*[+-]?\d{1,2}[ \t]*"
_POS_GAME = 226
"""The maximum size of a game in a pos file in bytes."""

_PLACE = rb"([.+_xXoO@*#-]|\xe2\x97[\x8b\x8f]|\xc2\xb7)"
_BOARD = (
    rb"(1[0-9]|2[0-2]|[5-9])?[ \t]*"
    + _PLACE
    + rb"[ \t]*"
    + _PLACE
    + rb"|[aA][ \t]*[bB][ \t]*[cC]|(black|white) to move"
)


def _is_pos(head: bytes) -> bool:
    """Return whether the bytes are games of a pos file (a byte n, then n points) rather than a move list.

    A move list that begins with a blank may look the same: the code of the blank is then n, and the
    next n characters all look like points.
    """
    at = 0
    while at < len(head):
        size, points = head[at], head[at + 1 : at + 1 + head[at]]
        is_cut = len(head) > _POS_GAME and at + 1 + size > len(head)
        if len(set(points)) != (len(points) if is_cut else size) or max(points, default=0) > 224:
            return False
        at += 1 + size
    return any(head) and not re.match(rb"\s+" + _POINT, head)


FORMATS: "dict[str, Format[Game]]" = by_name(
    Format("pos", "zet.formats.renju.pos", _is_pos, by_line=False, resembles=rb"[^\s!-~]p"),
    Format(
        "lib",
        "zet.formats.renju.lib",
        rb"\xffRenLib\xff",
        by_line=False,
        resembles=rb"\xff?[Rr]en[Ll]ib",
    ),
    Format("rif", "zet.formats.renju.rif", rb"<|\xfe\xff\x00<|\xff\xfe<|\x00<", by_line=False),
    Format(
        "sgf",
        "zet.formats.renju.sgf",
        rb"\(\s*;|\(\s*\Z|\(\s*\n",
        by_line=False,
        resembles=rb"\(|;\s*[A-Za-z]{1,2}\[",
    ),
    Format("json", "zet.formats.renju.json_lines", rb"\{", resembles=rb"\["),
    Format(
        "psq",
        "zet.formats.renju.psq",
        rb"Piskvorky\b",
        by_line=False,
        resembles=rb"(?i)pi[s\xc5][\x80-\xff]?kvork|-?\d+[ \t]*,[ \t]*-?\d+",
    ),
    Format(
        "position",
        "zet.formats.renju.position",
        rb"(?!" + _ADDRESS + rb")[^/\n]*/",
        resembles=rb"(?i)(black|white)\b",
    ),
    Format(
        "board",
        "zet.formats.renju.board",
        _BOARD,
        by_line=False,
        resembles=rb"(\d{1,2}[ \t]+)?(\S[ \t]+){8,}\S[ \t]*\r?\n",
    ),
    Format("offsets", "zet.formats.renju.offsets", _OFFSETS + rb"(," + _OFFSETS + rb")+,?\s*(\n|\Z)"),
    Format(
        "moves",
        "zet.formats.renju.moves",
        rb"(\d+\.[ \t]*)?(" + _POINT + rb"|[pP][aA][sS][sS])|;\s*?(\n|\Z)|" + _ADDRESS,
        by_line=False,
        resembles=rb"",
    ),
    Format(
        "rec", "zet.formats.renju.rec", rb"(?!-?\d+,)[^\n]*\n[^\n]*\n(\d+,\d+|-1\s*\Z)", by_line=False
    ),
)

WITHOUT_SIZE = ("moves", "position", "offsets", "rec")
"""The formats that do not store the size of the board; their readers have the option `size`."""

PROOFS: "dict[str, Format[Claim]]" = by_name(
    Format("json", "zet.formats.renju.proofs", rb"\{", by_line=False),
    Format("proof", "zet.formats.renju.proof_lines", rb"proof\b", by_line=False),
    Format("tree", "zet.formats.renju.proof_trees", rb"\(|\xffRenLib\xff", by_line=False),
)
"""The formats of proofs of a win, which `verify` checks."""

MOST_WEIGHTS = 1 << 20
"""The maximum size of a file of weights in bytes; a larger file is refused before it is read."""

WEIGHTS: "dict[str, Format[Weights]]" = by_name(
    Format(
        "msgpack",
        "zet.formats.renju.weights",
        rb"[\x85-\x87]",
        most_bytes=MOST_WEIGHTS,
        resembles=rb"",
    ),
    Format("json", "zet.formats.renju.weights_json", rb"\{", most_bytes=MOST_WEIGHTS),
)
"""The formats of the player's evaluation weights."""
