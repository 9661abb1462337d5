"""`zet ttt move`."""

from __future__ import annotations

from zet.cli.command import Found, Record, command
from zet.cli.play import move_options, moved
from zet.cli.ttt.options import position_found, reading
from zet.formats import ttt as formats


@command("line", "json", "board", "text", reading=reading)
@move_options("numbers of cells", "4 0 8")
def move(record: Record, *, undo: int = 0, moves: str = "") -> Found:
    """Take back and play moves in each position."""
    return position_found(moved(record.value, undo, moves, formats.line.play_moves))
