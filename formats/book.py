"""Books of puzzles or problems, sorted by level: a cover, the rules, the puzzles, and the solutions.

The pictures of the puzzles are SVG documents. A book is a self-contained HTML file, or a PDF drawn by
fpdf2 (`zet[book]`) from the same pictures in the same places. On a screen, a reader can solve the puzzles
of an HTML book. Equal entries yield equal bytes; therefore every PDF has the same creation date, in 1970.
"""

import struct
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from zet.formats.errors import UnwritableError
from zet.formats.svg import SIDE, size_of

if TYPE_CHECKING:
    from pathlib import Path

    from fpdf import FPDF

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
"""The width and the height of a page in millimeters, by paper size."""

FONTS = (".ttf", ".otf")
"""The suffixes of font files."""

MARGIN, FOOT, TITLE = 12.0, 4.0, 14.0
"""In millimeters: the margin of a page, the height of the page number in its lower margin, and the height
of a heading.
"""
COLUMN_GAP, ROW_GAP, HEAD, LINE = 8.0, 4.0, 4.8, 3.6
"""In millimeters: the gap between columns, the minimum gap between rows, the height of the first line
above a picture (the line with the number), and the height of each further line.
"""
TITLE_LINES, ANSWER_LINES = 1, 3
"""The maximum number of lines of a title and of an answer; longer text is truncated."""
TEXT = 48.0
"""In millimeters: the minimum width of the text above a narrow picture, if the page has room."""
MODULE = 0.33
"""The side in millimeters of a QR code's module; phones cannot reliably read smaller printed modules."""
LARGEST_CELL = 16.0
"""The maximum side of a solution's cells in millimeters; the cells of puzzles have no maximum."""
COVER, RULES = 1, 2
"""The page numbers of the cover and of the rules."""


class Entry(NamedTuple):
    """A puzzle of a book: its picture and the picture of its solution (both SVG), with captions.

    The `label` (the level, for example) is printed next to the puzzle's number, the `title` below the
    number, and the `answer` above the solution. Entries are sorted by `rank`; the cover shows the `level`
    of the first and of the last entry. `play` is the JSON data for the script of the HTML page. `code`,
    printed below the board, is the QR code of the URL `link`, as SVG with one unit per module.
    """

    board: bytes
    solution: bytes
    label: str
    title: str = ""
    answer: str = ""
    level: str = ""
    rank: int = 0
    play: str = ""
    link: str = ""
    code: bytes = b""


class Layout(NamedTuple):
    """The layout of a book.

    A page has `per_page` puzzles or `solutions` solutions; if `solutions` is 0, the book has no
    solutions. The puzzles are numbered from `first`. `font` is a font family, `font_file` a file with
    that font.
    """

    paper: str = "a4"
    per_page: int = 6
    solutions: int = 12
    title: str = ""
    first: int = 1
    font: str = "sans-serif"
    font_file: "Path | None" = None


class Texts(NamedTuple):
    """The text of a book: headings, the line below the title, the rules, and an example with captions.

    `place` is printed next to a puzzle and names the page of its solution; it contains `{page}`.
    """

    about: str
    heading: str
    rules: Sequence[str]
    example: Entry
    captions: tuple[str, str]
    solutions: str
    place: str


class Script(NamedTuple):
    """The part of an HTML book that lets a reader solve its puzzles: script, style, buttons and text."""

    code: str
    style: str
    pad: str
    words: dict[str, str]


class Box(NamedTuple):
    """The rectangle of a puzzle on a page, and the size of the picture below the caption, in mm.

    `other` is the number of the page with the solution or, in the box of a solution, of the page with the
    puzzle (0: no such page). `note` is the text that names that page.
    """

    left: float
    top: float
    width: float
    head: float
    picture: tuple[float, float]
    number: str
    svg: bytes
    label: str
    text: str
    lines: int
    note: str = ""
    other: int = 0
    play: str = ""
    link: str = ""
    code: bytes = b""


class Page(NamedTuple):
    """A page of a book: its number, its heading (possibly empty), its paragraphs and its puzzles."""

    number: int
    heading: str
    texts: Sequence[str]
    boxes: list[Box]


class Shown(NamedTuple):
    """A picture that is to be placed on a page, with its captions."""

    number: str
    svg: bytes
    label: str
    text: str
    note: str = ""
    other: int = 0
    play: str = ""
    link: str = ""
    code: bytes = b""


def pages(entries: Sequence[Entry], layout: Layout, texts: Texts) -> Iterator[Page]:
    """Yield the pages of a book: a cover, the rules with an example, the puzzles, and the solutions.

    Raises:
        UnwritableError: QR codes leave no room for the puzzles.
    """
    entries = sorted(entries, key=lambda entry: entry.rank)
    width, height = PAPERS[layout.paper]
    lower = (MARGIN, height * 0.4, width - 2 * MARGIN, height * 0.6 - MARGIN)
    cover = [Shown("", entries[-1].board, "", "")]
    yield Page(COVER, layout.title, [texts.about], _boxes(cover, lower, 1, 0, LARGEST_CELL))
    pictures = (texts.example.board, texts.example.solution)
    example = [Shown(caption, svg, "", "") for caption, svg in zip(texts.captions, pictures, strict=True)]
    yield Page(RULES, texts.heading, texts.rules, _boxes(example, lower, 2, 0, LARGEST_CELL))
    first = RULES + 1
    behind = first - (-len(entries) // layout.per_page)
    puzzles, answers = [], []
    for at, entry in enumerate(entries):
        number = str(layout.first + at)
        other = behind + at // layout.solutions if layout.solutions else 0
        note = texts.place.format(page=other) if other else ""
        about = number, entry.board, entry.label, entry.title, note, other
        puzzles.append(Shown(*about, entry.play, entry.link, entry.code))
        back = first + at // layout.per_page
        answers.append(Shown(number, entry.solution, "", entry.answer, other=back))
    whole = (MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    titled = (MARGIN, MARGIN + TITLE, width - 2 * MARGIN, height - 2 * MARGIN - TITLE)
    for start in range(0, len(puzzles), layout.per_page):
        room = min(layout.per_page, len(puzzles))
        boxes = _boxes(puzzles[start : start + layout.per_page], whole, room, TITLE_LINES)
        yield Page(first + start // layout.per_page, "", (), boxes)
    for start in range(0, len(answers) if layout.solutions else 0, layout.solutions or 1):
        heading, area = ("", whole) if start else (texts.solutions, titled)
        on_page = answers[start : start + layout.solutions]
        boxes = _boxes(on_page, area, min(layout.solutions, len(answers)), ANSWER_LINES, LARGEST_CELL)
        yield Page(behind + start // layout.solutions, heading, (), boxes)


def _boxes(
    shown: Sequence[Shown],
    area: tuple[float, float, float, float],
    room: int,
    most: int,
    largest: float | None = None,
) -> list[Box]:
    """Arrange pictures in an area (left, top, width, height), and return a box for each picture.

    The boxes are sized so that the area has room for `room` of them. `most` is the maximum number of
    lines of a title or an answer, `largest` the maximum side of a cell.
    """
    begin, top, width, height = area
    lines = most if any(one.text for one in shown) else 0
    head = (HEAD if any(one.number for one in shown) else 0) + LINE * lines
    foot = max((code_side(one.code) for one in shown), default=0.0)
    sizes = [size_of(one.svg) for one in shown]
    widest, highest = (max(side) for side in zip(*sizes, strict=True))

    def places(columns: int) -> tuple[float, float, float]:
        """Return the width and height of a box and the scale of the pictures, for this many columns."""
        rows = -(-room // columns)
        across = (width - COLUMN_GAP * (columns - 1)) / columns
        down = (height - ROW_GAP * (rows - 1)) / rows
        scale = min(across / widest, max(down - head - foot, 1.0) / highest)
        return across, down, scale if foot <= across else 0.0

    columns = max(range(1, room + 1), key=lambda columns: (places(columns)[2], -columns))
    across, down, _ = places(columns)
    if foot and (foot > across or down - head - foot < foot):
        raise UnwritableError(
            "{n} puzzles on a page leave no room for QR codes of {size} mm: choose fewer with --per-page",
            n=room,
            size=ceil(foot),
        )
    high_most = max(down - head - foot, 1.0)
    most_scale = largest / SIDE if largest else across
    scales = [min(across / wide, high_most / high, most_scale) for wide, high in sizes]
    used = head + foot + max(high * scale for (_, high), scale in zip(sizes, scales, strict=True))
    top += max(down - used, 0) / 2  # each row is in the middle of its place
    boxes = []
    for at, (one, (wide, high), scale) in enumerate(zip(shown, sizes, scales, strict=True)):
        row, column = divmod(at, columns)
        text_width = max(wide * scale, min(across, TEXT))
        left = begin + column * (across + COLUMN_GAP) + (across - text_width) / 2
        place = (left, top + row * (down + ROW_GAP), text_width, head, (wide * scale, high * scale))
        more = one.note, one.other, one.play, one.link, one.code
        boxes.append(Box(*place, one.number, one.svg, one.label, one.text, lines, *more))
    return boxes


def code_side(code: bytes) -> float:
    """Return the side of a printed QR code in millimeters; 0 if there is no code."""
    return size_of(code)[0] * MODULE if code else 0.0


def as_html(entries: Sequence[Entry], layout: Layout, texts: Texts, language: str, script: Script) -> str:
    """Return the book as an HTML document: pages in print, and puzzles to solve on a screen."""
    from base64 import b64encode

    from zet.formats.page import filled

    width, height = PAPERS[layout.paper]
    face, font = "", layout.font
    if layout.font_file:
        data = b64encode(font_data(layout.font_file)).decode()
        face = f'@font-face {{ font-family: "{font}"; src: url("data:font/ttf;base64,{data}"); }}'
    parts = {
        "face": face,
        "size": f"{width}mm {height}mm",
        "page_size": f"width: {width}mm; height: {height}mm",
        "pages": "".join(_section(page) for page in pages(entries, layout, texts)),
        "pad": script.pad,
        "pad_style": script.style,
        "play": script.code,
    }
    words = {"language": language, "title": layout.title, "font": font}
    return filled("zet.formats", words, parts, {"words": script.words}, name="book.html")


def _section(page: Page) -> str:
    """Return a page as an HTML element, whose heading is an h1 on the cover and an h2 on other pages."""
    level = 1 if page.number == COVER else 2
    heading = f"<h{level}>{escape(page.heading)}</h{level}>\n" if page.heading else ""
    kind = ' class="cover"' if page.number == COVER else ""
    texts = "".join(f"<p>{escape(text)}</p>\n" for text in page.texts)
    figures = "".join(_figure(box, page.number) for box in page.boxes)
    foot = f'<p class="foot">{page.number}</p>\n' if page.number > COVER else ""
    return f"<section{kind}>\n{heading}{texts}{figures}{foot}</section>\n"


def _figure(box: Box, page: int) -> str:
    """Return a puzzle or a solution as an HTML element; a puzzle links to its solution, if it has one."""
    name = play = ""
    number = escape(box.number)
    if box.other:
        name = f' id="{"p" if box.other > page else "s"}{number}"'
    label = f"<span>{escape(box.label)}</span>" if box.label else ""
    link, colon, place = escape(box.note).partition(
        ":"
    )  # the place is a page, which a screen does not show
    note = f'<a href="#s{number}">{link}<span>{colon}{place}</span></a>' if box.note else ""
    head = f"<figcaption><b>{number}</b>{label}{note}</figcaption>" if box.number else ""
    text = f'<p style="--lines:{box.lines}">{escape(box.text)}</p>' if box.lines else ""
    if box.play:
        play = f' data-play="{escape(box.play)}"'
    sides = zip(("left", "top", "width", "wide", "high"), (*box[:3], *box.picture), strict=True)
    style = ";".join(f"--{side}:{value:.2f}mm" for side, value in sides)
    svg = box.svg.decode().partition("?>")[2].strip()
    code = ""
    if box.code:
        side = f"--side:{code_side(box.code):.2f}mm"
        code = f'<a class="code" style="{side}" href="{escape(box.link)}">{box.code.decode()}</a>'
    return f'<figure{name}{play} style="{style}">{head}{text}\n<div>{svg}</div>{code}</figure>\n'


def font_data(path: "Path") -> bytes:
    """Return the bytes of a font file.

    Raises:
        UnwritableError: the file cannot be read, or is not a font.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnwritableError("{path}: {reason}", path=str(path), reason=str(error.strerror)) from None
    if not data.startswith((b"\x00\x01\x00\x00", b"OTTO", b"true")):
        raise UnwritableError("{path} is not a TrueType or OpenType font", path=str(path))
    return data


def as_pdf(entries: Sequence[Entry], layout: Layout, texts: Texts, language: str) -> bytes:
    """Return the book as a PDF.

    Raises:
        UnwritableError: the font cannot be read, or lacks a character of the book.
    """
    from datetime import UTC, datetime

    from fpdf import FPDF

    pdf = FPDF(unit="mm", format=PAPERS[layout.paper])
    pdf.set_auto_page_break(auto=False)
    pdf.c_margin = 0
    pdf.set_creation_date(datetime.fromtimestamp(0, UTC))
    pdf.set_lang(language)
    pdf.set_title(layout.title)
    pdf.core_fonts_encoding = "windows-1252"
    family = _font(pdf, layout)
    words = [layout.title, texts.about, texts.heading, *texts.rules, *texts.captions, texts.solutions]
    words += [texts.place, *(text for entry in entries for text in entry[2:5])]
    _check_characters(pdf, family, words)
    for page in pages(entries, layout, texts):
        pdf.add_page()
        _draw_texts(pdf, family, page)
        for box in page.boxes:
            _draw_box(pdf, family, box)
        if page.number > COVER:
            pdf.set_font(family, "", 9)
            top = pdf.h - MARGIN + FOOT / 2
            _line(pdf, MARGIN, top, pdf.w - 2 * MARGIN, FOOT, str(page.number), "C")
    return bytes(pdf.output())


def _draw_texts(pdf: "FPDF", family: str, page: Page) -> None:
    """Write the heading and the paragraphs of a page; the cover has a large title."""
    width = pdf.w - 2 * MARGIN
    top, size = (0.15 * pdf.h, 32) if page.number == COVER else (MARGIN, 17)
    height = size * 0.5
    pdf.set_font(family, "B", size)
    for line in _cut(pdf, page.heading, width, 3 if page.number == COVER else 1):
        _line(pdf, MARGIN, top, width, height, line, "C")
        top += height
    pdf.set_font(family, "", 14 if page.number == COVER else 11)
    for text in page.texts:
        top += 3
        for line in _cut(pdf, text, width, 6):
            _line(pdf, MARGIN, top, width, 6, line, "C" if page.number == COVER else "L")
            top += 6


def _draw_box(pdf: "FPDF", family: str, box: Box) -> None:
    """Draw a puzzle or a solution with its captions."""
    pdf.set_font(family, "B", 11)
    taken = pdf.get_string_width(box.number)
    _line(pdf, box.left, box.top, taken, HEAD - 1, box.number, link=0 if box.note else box.other)
    pdf.set_font(family, "", 8)
    noted = pdf.get_string_width(box.note)
    pdf.set_font(family, "", 9)
    _line(pdf, box.left + taken + 2, box.top, box.width - taken - noted - 4, HEAD - 1, box.label)
    pdf.set_font(family, "", 8)
    _line(pdf, box.left + box.width - noted, box.top, noted, HEAD - 1, box.note, link=box.other)
    pdf.set_font(family, "", 9)
    for at, text in enumerate(_cut(pdf, box.text, box.width, box.lines)):
        _line(pdf, box.left, box.top + HEAD - 1 + at * LINE, box.width, LINE, text)
    wide, high = box.picture
    pdf.image(box.svg, box.left + (box.width - wide) / 2, box.top + box.head, wide, high)
    if box.code:
        side = code_side(box.code)
        left, top = box.left + (box.width - side) / 2, box.top + box.head + high
        pdf.image(box.code, left, top, side, side, link=box.link)


def _line(
    pdf: "FPDF",
    left: float,
    top: float,
    width: float,
    height: float,
    text: str,
    align: str = "L",
    *,
    link: int = 0,
) -> None:
    """Write a line of text, truncated to the given width; unless `link` is 0, link it to page `link`."""
    if not text or width <= 0:
        return
    pdf.set_xy(left, top)
    target = pdf.add_link(page=link) if link else ""
    pdf.cell(width, height, "".join(_cut(pdf, text, width + 0.01, 1)), align=align, link=target)


def _font(pdf: "FPDF", layout: Layout) -> str:
    """Return the font family; fonts from a file are added to the document.

    Raises:
        UnwritableError: the file cannot be read, or is not a font.
    """
    from fontTools.ttLib import TTFont, TTLibError

    if not layout.font_file:
        return {"serif": "times", "monospace": "courier"}.get(layout.font, "helvetica")
    path = layout.font_file
    try:
        with TTFont(BytesIO(font_data(path))) as font:
            font.ensureDecompiled()
        for style in ("", "B"):
            pdf.add_font(layout.font, style, str(path))
    except (TTLibError, AssertionError, EOFError, LookupError, ValueError, struct.error):
        raise UnwritableError("{path} is not a TrueType or OpenType font", path=str(path)) from None
    return layout.font


def _check_characters(pdf: "FPDF", family: str, texts: Sequence[str]) -> None:
    """Check that the font has every character of `texts`.

    Raises:
        UnwritableError: a character is missing.
    """
    known = getattr(pdf.fonts.get(family.lower()), "cmap", None)
    for character in sorted(set("".join(texts))):
        if known is None:
            has = bool(character.encode(pdf.core_fonts_encoding, "ignore"))
        else:
            has = ord(character) in known
        if not has:
            raise UnwritableError(
                "the font lacks the character {character!r}: choose another font with --style font=FILE",
                character=character,
            )


def _cut(pdf: "FPDF", text: str, width: float, most: int) -> list[str]:
    """Return up to `most` lines of `text`, broken at spaces if possible, with dots if it is truncated."""
    lines: list[str] = []
    rest = text
    while rest and len(lines) < most:
        fitting = len(rest)
        if pdf.get_string_width(rest) > width:
            dots = "..." if len(lines) == most - 1 else ""
            is_wider = partial(_is_wider, pdf, rest, dots, width)
            fitting = max(1, bisect(range(1, len(rest)), 0, key=is_wider))
            if not dots and (space := rest.rfind(" ", 1, fitting + 1)) > 0:
                fitting = space
            lines.append(rest[:fitting].rstrip() + dots)
        else:
            lines.append(rest)
        rest = rest[fitting:].lstrip()
    return lines


def _is_wider(pdf: "FPDF", text: str, dots: str, width: float, length: int) -> bool:
    """Return whether the first `length` characters of `text`, followed by `dots`, exceed `width`."""
    return bool(pdf.get_string_width(text[:length] + dots) > width)
