"""The command `zet tectonic scan`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from zet.cli.command import Outcome, Record, command
from zet.cli.drawing import Drawing
from zet.cli.options import flag
from zet.cli.scanning import overlay_option, pictures, prepare
from zet.cli.tectonic.options import OWN, WHAT, frame, written
from zet.cli.words import _, ngettext
from zet.engines import tectonic
from zet.formats.tectonic import answers

if TYPE_CHECKING:
    from zet.formats.tectonic.scan.boards import Board


_LOOKS = {
    "sudoku": lambda: _("this looks like a sudoku"),
    "crossword": lambda: _("this looks like a crossword"),
    "nonogram": lambda: _("this looks like a nonogram"),
    "chess": lambda: _("this looks like a chess board"),
    "stones": lambda: _("this looks like a board of go or renju"),
}
"""The message for each kind of board other than a Tectonic puzzle."""


LONG = 15
"""A narrow board with more cells than this along its longer side may be several boards in a row."""


@command(
    "text",
    "json",
    *OWN,
    reading=pictures(WHAT, "zet.formats.tectonic.scan"),
    answers="Scanned Doubted",
    prepare=prepare,
    frame=frame,
)
@flag(
    "--answers",
    "answered",
    help="Also read answers, which are in a different color from the givens, and store them as notes.",
)
@flag(
    "--repair",
    "repaired",
    help="Accept a reading in which the solver has corrected doubtful places.",
)
@overlay_option
def scan(
    record: Record, *, answered: bool = False, repaired: bool = False, overlay: Drawing | None = None
) -> Outcome:
    """Read the puzzles in photos, scans, screenshots and PDF pages.

    FILES are pictures: PNG, JPEG, WebP or PDF. A puzzle is written if its reading is clear and has a
    unique solution. Otherwise the doubtful places are listed, and the exit code is 3; with --repair a
    puzzle is also written if exactly one of its likely readings has a unique solution.
    """
    from zet.formats.tectonic.scan import draw

    result, turns, board = reading_of(record.value)
    turned = -90 * turns % 360
    if overlay:
        overlay.write(record, draw(board, result, f".{overlay.ending}"))
    puzzle = result.puzzle
    if puzzle and answered and any(result.answers):
        puzzle = puzzle.noted([1 << digit - 1 if digit else 0 for digit in result.answers])
    size = f"{board.height} x {board.width}"
    if result.status == "unknown" or puzzle is None or (result.repaired and not repaired):
        return _doubted(result, board, turned)
    words = _("{size}, {n} givens, the only solution").format(size=size, n=sum(map(bool, puzzle.givens)))
    if result.repaired:
        words += "; " + _("repaired: {places}").format(places=_named(board.width, result.repaired))
    if turned:
        words += "; " + _("rotated by {n} degrees").format(n=turned)
    shown = written(Record(record.source, record.number, puzzle), notes=answered)
    remark = words if result.repaired or turned else ""
    return shown._replace(keys=partial(answers.scan, puzzle, result, turned), summary=words, note=remark)


def reading_of(board: Board) -> tuple[tectonic.repair.Repair, int, Board]:
    """Return the first certain reading of a board, the rotation in quarter turns, and the rotated board.

    Without a certain reading in any orientation, return the reading in the most legible orientation. A
    board of a game or puzzle without digits in its cells is not rotated.
    """
    from zet.formats.tectonic.scan import likeness, orientations, read

    tried: list[tuple[float, tuple[tectonic.repair.Repair, int, Board]]] = []
    for turns, gain, one in orientations(board):
        result = tectonic.repair.repair(*read(one))
        if result.status == "ok" and not result.repaired:
            return result, turns, one
        # A board of blocks, which resembles a sudoku, may be a Tectonic.
        if not tried and likeness.kind_of(board) not in (None, "sudoku"):
            return result, turns, one
        tried.append((gain, (result, turns, one)))
    return max(tried, key=itemgetter(0))[1]


def _doubted(result: tectonic.repair.Repair, board: Board, turned: int) -> Outcome:
    """Return the outcome for a board whose reading is doubtful."""
    from zet.formats.tectonic.picture import as_text
    from zet.formats.tectonic.scan import likeness

    puzzle = result.puzzle or result.read
    kind = likeness.kind_of(board)
    digits = [max(both) for both in zip(puzzle.givens, result.answers, strict=False)] if puzzle else ()
    notes = 0 if kind else likeness.notes_on(board, digits)
    words = f"{board.height} x {board.width}, "
    if kind:
        words += _LOOKS[kind]()
    else:
        words += "; ".join((_reason(result, board), *_left_aside(notes, sum(map(bool, result.answers)))))
        if doubtful := result.doubtful or result.repaired:
            words += "; " + _("doubtful: {places}").format(places=_named(board.width, doubtful))
        if turned:
            words += "; " + _("rotated by {n} degrees").format(n=turned)
    answer = partial(answers.doubted, board.width, board.height, result, turned, kind, notes)
    drawn: Any = partial(as_text, puzzle) if puzzle else ""
    return Outcome("unknown", answer, words, drawn)


def _reason(result: tectonic.repair.Repair, board: Board) -> str:
    """Return why a reading is doubtful."""
    puzzle = result.puzzle or result.read
    if puzzle and not any(puzzle.givens):
        return _("no digits were read")
    if result.puzzle is None:
        words = _("the board, as read from the picture, is not a valid puzzle")
        if max(board.width, board.height) > max(LONG, 2 * min(board.width, board.height)):
            words += "; " + _("several boards may have been read as one")
        return words
    if result.repaired:
        return _("one solution if doubtful places are corrected (--repair)")
    if result.several:
        return _("several readings have exactly one solution each")
    if result.count > 1:
        return _("the reading has several solutions")
    return _("the reading has no solution")


def _left_aside(notes: int, filled: int) -> Iterator[str]:
    """Yield a remark on digits that were read as notes, and a remark on digits read as answers."""
    if notes:
        yield ngettext(
            "{n} small digit was read as a note", "{n} small digits were read as notes", notes
        ).format(n=notes)
    if filled:
        yield ngettext(
            "{n} digit was read as an answer", "{n} digits were read as answers", filled
        ).format(n=filled)


def _named(width: int, places: Iterable[tectonic.repair.Place]) -> str:
    """Return the names of doubtful cells and lines, such as "R1C2, R1C2-R1C3"."""
    return ", ".join(
        "-".join(f"R{row}C{column}" for row, column in one) for one in answers.spots(width, places)
    )
