"""`zet tectonic scan`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from zet.cli.command import Outcome, Record, command
from zet.cli.drawing import Drawing
from zet.cli.options import flag
from zet.cli.scanning import ending_of, overlay_option, pictures, prepare
from zet.cli.tectonic.options import OWN, WHAT, frame, written
from zet.cli.words import _
from zet.engines import tectonic
from zet.formats.tectonic import answers

if TYPE_CHECKING:
    from zet.formats.tectonic.scan.boards import Board


@command(
    "text",
    "json",
    *OWN,
    reading=pictures(WHAT, "zet.formats.tectonic.scan"),
    answers="Scanned Doubted",
    prepare=prepare,
    frame=frame,
    spelling="--to",
)
@flag("--answers", "answered", help="Read what was filled in, in another color, as notes of the puzzle.")
@overlay_option
def scan(record: Record, *, answered: bool = False, overlay: Drawing | None = None) -> Outcome:
    """Read the puzzles in photos, scans, screenshots and pages of PDF.

    FILES are pictures: PNG, JPEG, WebP or PDF. A puzzle is written if just one likely reading of it has
    one solution. Otherwise the places in doubt are named, and the exit code is 3.
    """
    from zet.formats.tectonic.scan import draw, read

    board: Board = record.value
    result = tectonic.repair.repair(*read(board))
    if overlay:
        overlay.write(record, draw(board, result, ending_of(overlay)))
    puzzle = result.puzzle
    if puzzle and answered and any(result.answers):
        puzzle = puzzle.noted([1 << digit - 1 if digit else 0 for digit in result.answers])
    size = f"{board.width} x {board.height}"
    if result.status == "unknown" or puzzle is None:
        return _doubted(result, board.width, board.height)
    words = _("{size}, {n} givens, the only solution").format(size=size, n=sum(map(bool, puzzle.givens)))
    if result.repaired:
        words += "; " + _("repaired: {places}").format(places=_named(board.width, result.repaired))
    shown = written(Record(record.source, record.number, puzzle), notes=answered)
    remark = words if result.repaired else ""
    return shown._replace(keys=partial(answers.scan, puzzle, result), summary=words, note=remark)


def _doubted(result: tectonic.repair.Repair, width: int, height: int) -> Outcome:
    """Return that a board was read, but not for sure."""
    from zet.formats.tectonic.picture import as_text

    puzzle = result.puzzle or result.read
    if result.puzzle is None:
        reason = _("what was read is not a puzzle")
    elif result.several:
        reason = _("several readings have one solution")
    elif result.count > 1:
        reason = _("what was read has several solutions")
    else:
        reason = _("what was read has no solution")
    words = f"{width} x {height}, {reason}"
    if result.doubtful:
        words += "; " + _("doubtful: {places}").format(places=_named(width, result.doubtful))
    board: Any = partial(as_text, puzzle) if puzzle else ""
    return Outcome("unknown", partial(answers.doubted, width, height, result), words, board)


def _named(width: int, places: Iterable[tectonic.repair.Place]) -> str:
    """Return words for cells and lines."""
    return ", ".join(
        "-".join(f"R{row}C{column}" for row, column in one) for one in answers.spots(width, places)
    )
