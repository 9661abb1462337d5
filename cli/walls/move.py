"""`zet walls move`."""

from __future__ import annotations

from functools import partial
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.play import apply_edits, move_options, successors
from zet.cli.walls.options import position_found, reading
from zet.engines import walls
from zet.formats import walls as formats


def _prepare(undo: int, moves: str, each: bool) -> dict[str, Any]:
    if not each:
        return {"undo": undo, "moves": moves}
    classes = walls.shape.classes_of_moves
    following = partial(successors, play=formats.notation.play_moves, classes=classes)
    return {"expand": partial(following, undo=undo, moves=moves)}


@command(
    "line",
    "save",
    "json",
    "text",
    reading=reading,
    prepare=_prepare,
    spread=False,
    answers="PositionAnswer",
)
@move_options("rows and columns of the matrix", "[0,1] [1,0]")
def move(record: Record, *, undo: int = 0, moves: str = "") -> Outcome:
    """Take back and play moves in each position."""
    return position_found(apply_edits(record.value, undo, moves, formats.notation.play_moves))
