"""The command `zet tectonic show`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from zet.cli.command import Outcome, Record, command
from zet.cli.drawing import Drawing, drawn, picture_option
from zet.cli.options import flag
from zet.cli.tectonic.options import notes_reading, style_options, written
from zet.cli.words import _
from zet.engines import tectonic
from zet.formats import tectonic as formats

if TYPE_CHECKING:
    from zet.formats.svg import Style


@command("text", "json", reading=notes_reading, spread=False, answers="PuzzleAnswer Drawn NotShown")
@flag("--solution", "solved", help="Fill in the solution.")
@picture_option("the puzzle", "puzzle")
@style_options()
def show(
    record: Record, *, solved: bool = False, drawing: Drawing | None = None, style: Style | None = None
) -> Outcome:
    """Draw each puzzle as text, or as a picture for printing.

    Answers and notes in the file are drawn too (for XML files, only with --notes). `zet tectonic
    explain --html` makes a page on which a person can solve the puzzle and follow the solution step by
    step; `zet tectonic book` makes a book of many puzzles.
    """
    puzzle: tectonic.Puzzle = record.value
    digits, notes = puzzle.filled_in()
    if solved:
        result = tectonic.solver.solve(puzzle, count=1)
        if not result.solutions:
            return Outcome("unsolvable", summary=_("no solution to show"))
        digits = tuple(result.solutions[0])
    if drawing:
        looks = style or formats.picture.STYLE
        picture = formats.picture.as_svg(puzzle, digits, notes=notes, style=looks)
        return drawn(drawing.write(record, picture))
    return written(record)._replace(board=partial(formats.picture.as_text, puzzle, digits, notes=notes))
