"""Every format of walls positions."""

import re

from zet.formats.registry import Format


def _format(name: str, module: str, pattern: bytes, **traits: bool) -> Format:
    return Format(name, f"zet.formats.walls.{module}", re.compile(pattern), **traits)


# In the order in which the beginning of a file is held against them.
FORMATS = {
    found.name: found
    for found in (
        _format("line", "line", rb"\d+\s*x\s*\d+"),
        _format("save", "save", rb"walls\b", by_line=False),
        _format("json", "json_lines", rb"\{"),
    )
}
