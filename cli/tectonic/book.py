"""The command `zet tectonic book`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from zet.cli.book import Front, book_options, left_out, make_book, printed
from zet.cli.command import Batch, Outcome, Record
from zet.cli.options import choice, require
from zet.cli.parameters import Command
from zet.cli.tectonic.options import PuzzleReading, limits, reading, solution_words, style_options
from zet.cli.words import _, ngettext, translate
from zet.engines import tectonic
from zet.formats import tectonic as formats
from zet.formats.book import Entry, Layout, Script

if TYPE_CHECKING:
    from zet.formats.svg import Style


EXAMPLE = "5x5:abbbcaabccaaddceeddceeedf:1..........21........143."
"""The puzzle on the page with the rules."""

LINKS = ("sudokupad", "fpuzzles", "puzzlink", "penpa")
"""The formats in which a puzzle is the URL of a page on which it can be solved."""

HARDEST = 1_000_000
"""A number above the score of any puzzle; the sort key of a puzzle is level * HARDEST + score."""


@click.command(cls=Command)
@book_options("puzzle", style_options(files=True))
@reading
@limits
@choice(
    "--link",
    words=LINKS,
    default=None,
    help="Print below each puzzle a QR code that opens the puzzle on this site.",
)
def book(batch: Batch, load: PuzzleReading, layout: Layout, **options: Any) -> int:
    """Make a book of puzzles from easy to hard: a cover, the rules, the puzzles, and their solutions.

    -o book.pdf writes a PDF, which requires the Python extra zet[book]; -o book.html writes an HTML page
    on which the puzzles can also be solved. A puzzle that has no solution, or more than one, is reported
    and left out. The title and origin of a puzzle, if the file has them, are printed below the puzzle.
    """
    if options["link"]:
        require(_("a QR code"), "book", "segno")
    return make_book(batch, load, layout, _entry, options, _front)


def _entry(record: Record, *, style: Style, link: str | None, **limits: Any) -> Outcome:
    puzzle: tectonic.Puzzle = record.value
    result = tectonic.solve(puzzle, count=2, **limits)
    if not result.unique:
        words = solution_words(result.unique, len(result.solutions))
        return left_out("unknown" if result.unique is None else "invalid", words)
    try:
        rating = tectonic.rate(puzzle, **limits)
    except tectonic.explainer.LimitError:
        rating = None
    level = translate(rating.level) if rating else ""
    levels = tectonic.constants.LEVEL_NAMES
    rank = levels.index(rating.level) * HARDEST + rating.score if rating else len(levels) * HARDEST
    title = ", ".join(filter(None, (puzzle.title, puzzle.origin)))
    entry = _as_entry(puzzle, result.solutions[0], style, level, title, rank)
    if link:
        from zet.formats import qr

        own = replace(puzzle, notes=None, solution=tuple(result.solutions[0]))
        url = str(formats.FORMATS[link].dumps()(own)).strip()
        entry = entry._replace(link=url, code=qr.as_svg(url))
    return printed(entry)


def _as_entry(
    puzzle: tectonic.Puzzle, solution: Sequence[int], style: Style, level: str, title: str, rank: int
) -> Entry:
    from zet.formats.tectonic.page import play_data

    board = formats.as_svg(puzzle, style=style)
    solved = formats.as_svg(puzzle, solution, style=style)
    play = json.dumps(play_data(puzzle, list(solution)))
    return Entry(board, solved, level, title, level=level, rank=rank, play=play)


def _front(style: Style) -> Front:
    """Return the front matter of a book, with the example drawn in the given style."""
    from zet.formats.tectonic.line import loads
    from zet.formats.tectonic.page import RULES

    puzzle = loads(EXAMPLE)
    [solution] = tectonic.solve(puzzle).solutions
    return Front(
        _("Tectonic"),
        lambda n: ngettext("{n} puzzle", "{n} puzzles", n).format(n=n),
        [*map(translate, RULES), _("Each puzzle has exactly one solution.")],
        _as_entry(puzzle, solution, style, "", "", 0)._replace(play=""),
        _script,
    )


def _script(entries: list[Entry]) -> Script:
    from zet.formats.page import part
    from zet.formats.tectonic.page import pad, play_words

    code, style = (part("zet.formats.tectonic", name) for name in ("board.js", "pad.css"))
    largest = max(max(json.loads(entry.play)["sizes"]) for entry in entries)
    return Script(code, style, pad(largest, translate), play_words(translate))
