"""Pictures of the matches of rules."""

from __future__ import annotations

from zet.cli.drawing import Drawing
from zet.cli.output import Record
from zet.engines import noire, renju


def draw(
    drawing: Drawing, record: Record, matches: list[tuple[renju.Game, noire.Match, str]]
) -> list[str]:
    """Draw all matches into a folder, or the first match into a file; return the names of the files.

    Each match is passed with its position and its caption.
    """
    from zet.formats.renju.picture import as_svg

    found = []
    drawn = matches if drawing.is_folder else matches[:1]
    for number, (game, match, title) in enumerate(drawn, 1):
        groups = {
            f"{binding.variable} {binding}": noire.groups.GROUPS[int(binding.value)].base
            for binding in match.bindings
            if binding.kind == "group"
        }
        marks: dict[int, str] = {}
        for binding in match.bindings:
            if binding.kind == "field":
                cell = int(binding.value)
                marks[cell] = f"{marks[cell]}, {binding.variable}" if cell in marks else binding.variable
        svg = as_svg(game, groups=groups, marks=marks, title=title)
        found.append(str(drawing.write(record, svg, f"-{number}")))
    return found
