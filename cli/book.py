"""Printable books of puzzles or problems, for all games."""

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from zet.cli.command import Batch, Function, Outcome, Values, answer, batch_options
from zet.cli.drawing import style_of
from zet.cli.options import Reading, choice, number_option, require
from zet.cli.output import NothingToKeepError
from zet.cli.parameters import Option, combined, grouped_options, is_given, option
from zet.cli.words import _, spoken, translate
from zet.engines.sanitize import one_line
from zet.formats.book import FONTS, PAPERS, Entry, Layout, Script, Texts, as_html, as_pdf, font_data
from zet.formats.errors import UnwritableError
from zet.formats.svg import FAMILIES

if TYPE_CHECKING:
    from zet.formats.svg import Style

FORMATS = {".pdf": "pdf", ".html": "html", ".htm": "html"}
"""The format of a book by its file extension."""

FONT_NAME = "book"
"""The name under which a font file is registered."""


class Front(NamedTuple):
    """The text at the front of a game's books: the default title, the rules and an example.

    `counted` returns the text that states the number of puzzles; `script` returns the script of an HTML
    book.
    """

    title: str
    counted: Callable[[int], str]
    rules: list[str]
    example: Entry
    script: Callable[[list[Entry]], Script]


def book_options(what: str, style: Option, solutions: int = 12) -> Option:
    """Return the decorator that adds the options of a book: `batch`, `layout` and the drawing style.

    `what` is the word for a record; `style` adds the drawing options; `solutions` is the default
    number of solutions on a page.
    """
    return combined(
        batch_options("pdf", "html"),
        grouped_options(
            "layout",
            Layout,
            choice("--paper", words=PAPERS, default="a4", help="The paper size."),
            number_option("--per-page", most=60, default=6, help=f"The number of {what}s on a page."),
            number_option(
                "--solutions",
                least=0,
                most=60,
                default=solutions,
                help="The number of solutions on a page; 0: no solutions.",
            ),
            option(
                "--title",
                metavar="TEXT",
                default="",
                show_default=False,
                help="The title on the cover; by default, a title that names the game.",
            ),
            number_option("--first-number", "first", default=1, help=f"The number of the first {what}."),
        ),
        style,
    )


def make_book(
    batch: Batch,
    load: Reading,
    layout: Layout,
    function: Function,
    options: dict[str, Any],
    front: Callable[["Style"], Front],
) -> int:
    """Make a book of the records, and return the exit code.

    `function` returns `printed(...)` for each record. `front` returns the text at the front of a book,
    given the style in which its boards are drawn.
    """
    from pathlib import Path

    style = style_of(options)
    if batch.output and not is_given("format"):
        form = FORMATS.get(batch.output.suffix.lower())
        if form is None:
            reason = _(
                "{path}: the name of a book must end in .pdf or .html; for another name, give --format"
            )
            raise click.UsageError(reason.format(path=batch.output))
        batch.format = form
    if batch.format == "pdf":
        if not batch.output and sys.stdout.isatty():
            raise click.UsageError(_("a PDF cannot be written to a terminal; give a file with -o"))
        require(_("a book in PDF"), "book", "fpdf")
    font = Path(style.font)
    if font.suffix.lower() in FONTS:
        try:
            font_data(font)
        except UnwritableError as error:
            raise click.BadParameter(translate(error), param_hint="--style font") from None
        layout, style = layout._replace(font_file=font), style._replace(font=FONT_NAME)
    elif batch.format == "pdf" and style.font not in FAMILIES:
        reason = _("the fonts of a PDF are serif, sans-serif, monospace, or a font file (.ttf, .otf)")
        raise click.BadParameter(reason, param_hint="--style font")
    layout = layout._replace(font=style.font, title=one_line(layout.title))
    total = partial(_bound, batch.format, layout, partial(front, style))
    records = batch.records(load, later=True)
    return answer(
        batch, records, function, {"style": style, **options}, what=load.what, use=Values(total, Entry)
    )


def _bound(form: str, layout: Layout, front: Callable[[], Front], entries: list[Entry]) -> str | bytes:
    """Return a book of the entries; its format is `form`, pdf or html.

    Raises:
        NothingToKeepError: the book would be empty.
        click.ClickException: the font lacks a character that the book contains.
    """
    if not entries:
        raise NothingToKeepError
    first = front()
    layout = layout._replace(title=layout.title or first.title)
    levels = [entry.level for entry in sorted(entries, key=lambda entry: entry.rank) if entry.level]
    about = first.counted(len(entries))
    if levels:
        span = _("{first} to {last}").format(first=levels[0], last=levels[-1])
        about = f"{about}, {span if levels[0] != levels[-1] else levels[0]}"
    texts = Texts(
        about,
        _("Rules"),
        first.rules,
        first.example,
        (_("Example"), _("Solution")),
        _("Solutions"),
        _("solution: page {page}"),
    )
    try:
        if form == "pdf":
            return as_pdf(entries, layout, texts, spoken())
        return as_html(entries, layout, texts, spoken(), first.script(entries))
    except UnwritableError as error:
        raise click.ClickException(translate(error)) from None


def left_out(status: str, reason: str) -> Outcome:
    """Return the outcome of a record that is not printed in the book, with the reason."""
    return Outcome(status, summary=_("{reason}; left out of the book").format(reason=reason))


def printed(entry: Entry, remark: str = "") -> Outcome:
    """Return the outcome of a record that is printed in the book, with an optional `remark`."""
    return Outcome("ok", serialize=lambda _form: b"", value=entry, note=remark)
