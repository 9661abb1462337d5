"""The command `zet walls convert`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click

from zet.cli.command import Batch, Outcome, Record, command
from zet.cli.options import refuse_beside
from zet.cli.play import apply_edits, move_options, successors
from zet.cli.walls.options import PositionReading, board_option, position_found, reading
from zet.cli.words import _
from zet.engines import walls
from zet.formats import walls as formats
from zet.formats.walls import FORMATS


def _prepare(
    batch: Batch, load: PositionReading, board: walls.Board | None, undo: int, moves: str, each: bool
) -> dict[str, Any]:
    if board and batch.files != ("-",):
        raise click.UsageError(_("--board and FILES cannot be combined"))
    if board:
        refuse_beside("--board", "from_format")
    edits: dict[str, Any] = {"undo": undo, "moves": moves}

    def expand(records: Iterable[Record]) -> Iterator[Record]:
        if board:
            records = [Record("-", 1, walls.Position.empty(board, extra_move=load.extra_move))]
        if not each:
            return iter(records)
        play, classes = formats.notation.play_moves, walls.shape.classes_of_moves
        return successors(records, play=play, classes=classes, **edits)

    return {"expand": expand} if each else {"expand": expand, **edits} if board else edits


@command(
    *FORMATS,
    "text",
    reading=reading,
    prepare=_prepare,
    spread=False,
    answers="PositionAnswer",
)
@board_option(None)
@move_options("the row and the column of a fence", "[0,1] [1,0]")
def convert(record: Record, *, undo: int = 0, moves: str = "") -> Outcome:
    """Convert positions between formats; also start a new game, and take back or play moves.

    --format line lists the moves in the order of play; a saved game or JSON object that lacks this order
    cannot be converted to this format. The moves of the --play option name rows and columns of the matrix
    of posts, fences and boxes, which begins with [0,0] at the upper left; `zet walls show --format json`
    writes this matrix.
    """
    return position_found(apply_edits(record.value, undo, moves, formats.notation.play_moves))
