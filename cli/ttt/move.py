"""`zet ttt move`."""

from __future__ import annotations

from functools import partial
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.play import apply_edits, move_options, successors
from zet.cli.ttt.options import position_found, reading
from zet.engines import ttt
from zet.formats import ttt as formats


def _prepare(undo: int, moves: str, each: bool) -> dict[str, Any]:
    if not each:
        return {"undo": undo, "moves": moves}
    following = partial(successors, play=formats.line.play_moves, classes=ttt.symmetry.classes_of_moves)
    return {"expand": partial(following, undo=undo, moves=moves)}


@command(
    "line",
    "json",
    "board",
    "text",
    reading=reading,
    prepare=_prepare,
    spread=False,
    answers="PositionAnswer",
)
@move_options("numbers of cells", "4 0 8")
def move(record: Record, *, undo: int = 0, moves: str = "") -> Outcome:
    """Take back and play moves in each position."""
    return position_found(apply_edits(record.value, undo, moves, formats.line.play_moves))
