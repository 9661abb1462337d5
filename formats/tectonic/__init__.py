"""Every format of Tectonic puzzles."""

import re

from zet.formats.registry import Format


def _format(name: str, module: str, pattern: bytes, **traits: bool) -> Format:
    return Format(name, f"zet.formats.tectonic.{module}", re.compile(pattern), **traits)


# In the order in which the beginning of a file is held against them.
FORMATS = {
    found.name: found
    for found in (
        _format("xml", "xml", rb"<|[\xfe\xff]{2}|<\x00|\x00<", by_line=False),
        _format("json", "json_lines", rb"\{", keeps_notes=True),
        _format("pzprv3", "pzprv3", rb"pzprv3", by_line=False, keeps_notes=True),
        _format("line", "line", rb"\d+x\d+:[^,\n]*(:|\r?\n|\Z)"),
        _format("tatham", "tatham", rb"\d+(x\d+)?T?(d[a-z]+)?:", writes=False),
        _format("puzzlink", "puzzlink", rb"(\S*\?)?(\w+=\w+&)*suguru(_edit|_play)?/|https?://"),
        _format("krazydad", "krazydad", rb"[^\t\n]*\t\d+\t\d+\t", writes=False),
        _format("janko", "janko", rb"\d+[ \t]+\d+|\[?[Bb]egin\b", by_line=False),
    )
}
