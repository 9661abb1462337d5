"""The command `zet ttt convert`."""

from __future__ import annotations

from functools import partial
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.play import apply_edits, move_options, successors
from zet.cli.ttt.options import position_found, reading
from zet.engines import ttt
from zet.formats import ttt as formats
from zet.formats.ttt import FORMATS


def _prepare(undo: int, moves: str, each: bool) -> dict[str, Any]:
    edits: dict[str, Any] = {"undo": undo, "moves": moves}
    if not each:
        return edits
    play, classes = formats.line.play_moves, ttt.symmetry.classes_of_moves
    return {"expand": partial(successors, play=play, classes=classes, **edits)}


@command(
    "line",
    *(name for name in FORMATS if name != "line"),
    "text",
    reading=reading,
    prepare=_prepare,
    spread=False,
    answers="PositionAnswer",
)
@move_options("the number of a cell", "4 0 8")
def convert(record: Record, *, undo: int = 0, moves: str = "") -> Outcome:
    """Convert positions between formats; also take back and play moves.

    Only JSON stores the number of marks in a winning row, and the moves in the order of play.
    """
    return position_found(apply_edits(record.value, undo, moves, formats.line.play_moves))
