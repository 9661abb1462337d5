"""`zet walls move`."""

from __future__ import annotations

from zet.cli.command import Found, Record, command
from zet.cli.play import move_options, moved
from zet.cli.walls.options import position_found, reading
from zet.formats import walls as formats


@command("line", "save", "json", "text", reading=reading)
@move_options("rows and columns of the matrix", "[0,1] [1,0]")
def move(record: Record, *, undo: int = 0, moves: str = "") -> Found:
    """Take back and play moves in each position."""
    return position_found(moved(record.value, undo, moves, formats.notation.play_moves))
