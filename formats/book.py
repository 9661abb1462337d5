"""Books of puzzles or problems for print: each with a number, level and title, solutions at the back.

The pictures are the SVG documents of each game. A book is a self-contained HTML file, or a PDF drawn by
fpdf2 (`zet[book]`) from the same pictures in the same places. Equal entries yield equal bytes: the
creation date of a PDF is always in 1970.
"""

import struct
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
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
"""The width and the height of a page in millimeters."""

FONTS = (".ttf", ".otf")
"""The suffixes of font files."""

MARGIN, GAP, TITLE = 14.0, 7.0, 14.0
"""The margin of a page, the gap between columns and rows, and the height of a heading, in millimeters."""
HEAD, LINE = 6.0, 4.2
"""The height of the line with the number above a picture, and of each further line, in millimeters."""
TITLE_LINES, ANSWER_LINES = 2, 3
"""The maximum number of lines of a title and of an answer; longer text is truncated."""
TEXT = 48.0
"""The minimum width of the text above a narrow picture, if the page has room, in millimeters."""
LARGEST_CELL = 16.0
"""The maximum side of a cell in millimeters."""


class Entry(NamedTuple):
    """A puzzle of a book: its picture, the picture of its solution (both SVG), and their captions.

    The `label` (the level, for example) is printed beside the number, the `title` below it, and the
    `answer` above the solution.
    """

    board: bytes
    solution: bytes
    label: str
    title: str = ""
    answer: str = ""


class Layout(NamedTuple):
    """The layout of a book: the number of puzzles per page, and of solutions per page (0: no solutions).

    The puzzles are numbered from `first`. `font` is a font family, `font_file` a file with that font.
    """

    paper: str = "a4"
    per_page: int = 6
    solutions: int = 12
    title: str = ""
    first: int = 1
    font: str = "sans-serif"
    font_file: "Path | None" = None


class Box(NamedTuple):
    """The place of a puzzle on its page, and of the picture below its caption, in millimeters."""

    left: float
    top: float
    width: float
    head: float
    picture: tuple[float, float]
    number: int
    svg: bytes
    label: str
    text: str
    lines: int


class Page(NamedTuple):
    """A page of a book: its number, its heading (possibly empty) and its puzzles."""

    number: int
    heading: str
    boxes: list[Box]


def pages(entries: Sequence[Entry], layout: Layout, solutions: str) -> Iterator[Page]:
    """Yield the pages of a book; `solutions` is the heading of the pages with solutions."""
    puzzles = [(entry.board, entry.label, entry.title) for entry in entries]
    answers = [(entry.solution, "", entry.answer) for entry in entries]
    number = 0
    for shown, count, heading, most in (
        (puzzles, layout.per_page, layout.title, TITLE_LINES),
        (answers, layout.solutions, solutions, ANSWER_LINES),
    ):
        for start in range(0, len(shown) if count else 0, count or 1):
            number += 1
            on_page = shown[start : start + count]
            words = "" if start else heading
            room = min(count, len(shown))
            yield Page(number, words, _boxes(on_page, layout, layout.first + start, words, room, most))


def _boxes(
    shown: Sequence[tuple[bytes, str, str]],
    layout: Layout,
    first: int,
    heading: str,
    room: int,
    most: int,
) -> list[Box]:
    """Return the boxes of the entries on one page, laid out for a full page of entries."""
    paper_width, paper_height = PAPERS[layout.paper]
    top = MARGIN + (TITLE if heading else 0)
    width, height = paper_width - 2 * MARGIN, paper_height - MARGIN - top - LINE
    lines = most if any(text for _, _, text in shown) else 0
    head = HEAD + LINE * lines
    sizes = [size_of(svg) for svg, _, _ in shown]
    widest, highest = (max(side) for side in zip(*sizes, strict=True))

    def places(columns: int) -> tuple[float, float, float]:
        """Return the width and height of a box in this many columns, and the scale of the pictures."""
        rows = -(-room // columns)
        across = (width - GAP * (columns - 1)) / columns
        down = (height - GAP * (rows - 1)) / rows
        return across, down, min(across / widest, max(down - head, 1.0) / highest)

    columns = max(range(1, room + 1), key=lambda columns: (places(columns)[2], -columns))
    across, down, _ = places(columns)
    boxes = []
    for at, ((svg, label, text), (wide, high)) in enumerate(zip(shown, sizes, strict=True)):
        row, column = divmod(at, columns)
        scale = min(across / wide, max(down - head, 1.0) / high, LARGEST_CELL / SIDE)
        text_width = max(wide * scale, min(across, TEXT))
        left = MARGIN + column * (across + GAP) + (across - text_width) / 2
        place = (left, top + row * (down + GAP), text_width, head, (wide * scale, high * scale))
        boxes.append(Box(*place, first + at, svg, label, text, lines))
    return boxes


def as_html(entries: Sequence[Entry], layout: Layout, solutions: str, language: str) -> str:
    """Return the book as an HTML document that breaks into sheets of paper when it is printed."""
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
        "pages": "".join(_section(page) for page in pages(entries, layout, solutions)),
    }
    words = {"language": language, "title": layout.title or "zet", "font": font}
    words["width"] = str(round(width / 25.4 * 96) + 60)  # in pixels: a page and the space beside it
    return filled("zet.formats", words, parts, name="book.html")


def _section(page: Page) -> str:
    from html import escape

    heading = f'<h1 style="top:{MARGIN}mm">{escape(page.heading)}</h1>\n' if page.heading else ""
    figures = "".join(map(_figure, page.boxes))
    return f'<section>\n{heading}{figures}<p class="foot">{page.number}</p>\n</section>\n'


def _figure(box: Box) -> str:
    from html import escape

    label = f"<span>{escape(box.label)}</span>" if box.label else ""
    text = (
        f'<p style="height:{LINE * box.lines:g}mm;-webkit-line-clamp:{box.lines}">{escape(box.text)}</p>'
    )
    wide, high = box.picture
    svg = box.svg.decode().partition("?>")[2].strip()
    return (
        f'<figure style="left:{box.left:.2f}mm;top:{box.top:.2f}mm;width:{box.width:.2f}mm">'
        f"<figcaption><b>{box.number}</b>{label}</figcaption>{text if box.lines else ''}\n"
        f'<div style="width:{wide:.2f}mm;height:{high:.2f}mm">{svg}</div></figure>\n'
    )


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


def as_pdf(entries: Sequence[Entry], layout: Layout, solutions: str, language: str) -> bytes:
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
    texts = [solutions, layout.title, *(text for entry in entries for text in entry[2:])]
    _check_characters(pdf, family, texts)
    line = partial(_line, pdf)
    for page in pages(entries, layout, solutions):
        pdf.add_page()
        width = pdf.w - 2 * MARGIN
        if page.heading:
            pdf.set_font(family, "B", 17)
            line(MARGIN, MARGIN, width, 9, page.heading, "C")
        for box in page.boxes:
            pdf.set_font(family, "B", 11)
            number = str(box.number)
            taken = pdf.get_string_width(number) + 2
            line(box.left, box.top, taken, LINE, number)
            pdf.set_font(family, "", 9)
            line(box.left + taken, box.top, box.width - taken, LINE, box.label, "R")
            for at, text in enumerate(_cut(pdf, box.text, box.width, box.lines), 1):
                line(box.left, box.top + at * LINE, box.width, LINE, text)
            wide, high = box.picture
            pdf.image(box.svg, box.left + (box.width - wide) / 2, box.top + box.head, wide, high)
        pdf.set_font(family, "", 9)
        line(MARGIN, pdf.h - MARGIN, width, LINE, str(page.number), "C")
    return bytes(pdf.output())


def _line(
    pdf: "FPDF", left: float, top: float, width: float, height: float, text: str, align: str = "L"
) -> None:
    """Write a line of text, truncated to the width that is available."""
    pdf.set_xy(left, top)
    pdf.cell(width, height, "".join(_cut(pdf, text, width, 1)), align=align)


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
    """Check that the font has every character.

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
                "the font has no {character!r}: choose a font that has it with --font FILE",
                character=character,
            )


def _cut(pdf: "FPDF", text: str, width: float, most: int) -> list[str]:
    """Return the lines of a text, broken at spaces where possible; truncated text ends in dots."""
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
    """Whether the first `length` characters of a text, followed by the dots, are wider than `width`."""
    return bool(pdf.get_string_width(text[:length] + dots) > width)
