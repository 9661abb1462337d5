"""`zet tectonic book`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zet.cli.book import book_options, make_book, printed
from zet.cli.command import Batch, Outcome, Record
from zet.cli.parameters import Command
from zet.cli.tectonic.options import PuzzleReading, limits, reading, solution_words, style_options
from zet.cli.words import translate
from zet.engines import tectonic
from zet.formats import tectonic as formats
from zet.formats.book import Entry, Layout

if TYPE_CHECKING:
    from zet.formats.svg import Style


@click.command(cls=Command)
@book_options("puzzle", style_options(files=True))
@reading
@limits
def book(batch: Batch, load: PuzzleReading, layout: Layout, **options: Any) -> int:
    """Make a printable book of puzzles, with their levels and titles, and the solutions at the back.

    The name of the output ends in .pdf or .html; a PDF needs the extra zet[book]. A puzzle without
    exactly one solution is reported and left out.
    """
    return make_book(batch, load, layout, _entry, options)


def _entry(record: Record, *, style: Style, **limits: Any) -> Outcome:
    puzzle: tectonic.Puzzle = record.value
    result = tectonic.solve(puzzle, count=2, **limits)
    if not result.unique:
        words = solution_words(result.unique, len(result.solutions))
        return Outcome("unknown" if result.unique is None else "invalid", summary=words)
    try:
        rating = tectonic.rate(puzzle, **limits)
    except tectonic.explainer.LimitError:
        rating = None
    label = translate(rating.level) if rating else ""
    board = formats.as_svg(puzzle, style=style)
    solution = formats.as_svg(puzzle, result.solutions[0], style=style)
    title = ", ".join(filter(None, (puzzle.title, puzzle.origin)))
    return printed(Entry(board, solution, label, title))
