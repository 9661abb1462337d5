"""Pictures as PNG, rendered from SVG by fpdf2 and pypdfium2, which `zet[book]` installs.

Source: the PNG specification (RFC 2083); Pillow writes the files.
"""

import io

from zet.formats.errors import UnwritableError
from zet.formats.svg import size_of, without_titles

PIXELS = 4
"""The scale: pixels of the PNG per pixel of the SVG, in each direction."""


def as_png(svg: bytes) -> bytes:
    """Convert an SVG document made by zet to PNG, at four times its width and height.

    This needs the packages of the extra `zet[book]`.

    Raises:
        ImportError: these packages are not installed.
        ValueError: `svg` is not an SVG document.
        UnwritableError: the font lacks a character of the document.
    """
    try:
        from fpdf import FPDF
        from fpdf.errors import FPDFUnicodeEncodingException
        from pypdfium2 import PdfDocument
    except ModuleNotFoundError as error:
        from zet.formats.extras import advice

        raise ImportError(advice("PNG", "book"), name=error.name) from None

    pdf = FPDF(unit="pt", format=size_of(svg))
    pdf.core_fonts_encoding = "windows-1252"
    pdf.add_page()
    try:
        pdf.image(without_titles(svg), 0, 0, pdf.w, pdf.h)
        document = PdfDocument(bytes(pdf.output()))
    except FPDFUnicodeEncodingException as error:
        raise UnwritableError(
            "the font lacks the character {character!r}", character=error.character
        ) from None
    made = io.BytesIO()
    with document:
        document[0].render(scale=PIXELS).to_pil().save(made, "PNG")
    return made.getvalue()
