"""`zet tectonic book`."""

from typing import Any

import click

from zet.cli.book import book_options, make_book, printed
from zet.cli.command import Batch, Found, Record
from zet.cli.tectonic.options import PuzzleReading, limits, reading, solution_words, style_options
from zet.cli.words import said
from zet.engines.tectonic.explainer import LimitError
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rating import rate
from zet.engines.tectonic.solver import solve
from zet.formats.book import Entry, Layout
from zet.formats.svg import Style
from zet.formats.tectonic.picture import as_svg


@click.command()
@book_options("puzzle", style_options(files=True))
@reading
@limits
def book(batch: Batch, load: PuzzleReading, layout: Layout, **options: Any) -> int:
    """Make a book of puzzles for print, with their levels and titles, and the solutions at the back.

    The name of the output ends in .pdf or .html. A PDF needs the extra zet[book]. A puzzle that has not
    exactly one solution is left out, and named.
    """
    return make_book(batch, load, layout, _entry, options)


def _entry(record: Record, *, style: Style, **limits: Any) -> Found:
    puzzle: Puzzle = record.value
    result = solve(puzzle, count=2, **limits)
    if not result.unique:
        words = solution_words(result.unique, len(result.solutions))
        return Found("unknown" if result.unique is None else "invalid", words=words)
    try:
        rating = rate(puzzle, **limits)
    except LimitError:
        rating = None
    label = said(rating.level) if rating else ""
    board = as_svg(puzzle, style=style)
    return printed(Entry(board, as_svg(puzzle, result.solutions[0], style=style), label, puzzle.origin))
