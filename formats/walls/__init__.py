"""Every format of walls positions."""

from zet.formats.registry import Format, by_name

FORMATS = by_name(
    Format("line", "zet.formats.walls.line", rb"\d+\s*x\s*\d+"),
    Format("save", "zet.formats.walls.save", rb"walls\b", by_line=False),
    Format("json", "zet.formats.walls.json_lines", rb"\{"),
)
