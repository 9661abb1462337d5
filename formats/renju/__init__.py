"""Every format of renju games and positions."""

import re

from zet.formats.registry import Format


def _format(name: str, pattern: bytes, module: str = "", *, by_line: bool = True) -> Format:
    return Format(name, f"zet.formats.renju.{module or name}", re.compile(pattern), by_line=by_line)


_POINT = rb"[a-oA-O](1[0-5]|[1-9])(?!\d)"

_PLACE = rb"([.+_xXoO@*#-]|\xe2\x97[\x8b\x8f]|\xc2\xb7)"
_BOARD = (
    rb"(15)?[ \t]*" + _PLACE + rb"[ \t]*" + _PLACE + rb"|[aA][ \t]*[bB][ \t]*[cC]|(black|white) to move"
)

# In the order in which the beginning of a file is held against them.
FORMATS = {
    found.name: found
    for found in (
        _format("lib", rb"\xffRenLib\xff", by_line=False),
        _format("rif", rb"<|\xfe\xff\x00<|\xff\xfe<|\x00<", by_line=False),
        _format("sgf", rb"\(\s*;|\(\s*\Z|\(\s*\n", by_line=False),
        _format("json", rb"\{", "json_lines"),
        _format("psq", rb"Piskvorky\b", by_line=False),
        _format("position", rb"[^/\n]*/"),
        _format("board", _BOARD, by_line=False),
        _format("moves", rb"(\d+\.[ \t]*)?(" + _POINT + rb"|[pP][aA][sS][sS])", by_line=False),
        _format("rec", rb"[^\n]*\n[^\n]*\n\d+,\d+", by_line=False),
    )
}  # fmt: skip
