"""Walls: what is read as a position is the same in every format, can be drawn, and played on."""

from contract import Table

from zet.engines.walls.model import Position
from zet.formats.walls import FORMATS
from zet.formats.walls.picture import as_text


def use(position: Position) -> None:
    as_text(position)
    for fence in position.free[:3]:
        position.after(fence)


TABLE = Table(FORMATS, use, ways={"line": ({}, {"extra_move": True})})
