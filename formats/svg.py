"""SVG documents: the parts that the pictures of all games share."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from lxml.builder import ElementMaker
    from lxml.etree import _Element

Element: TypeAlias = "_Element"


@cache
def _maker() -> "ElementMaker":
    from lxml.builder import ElementMaker

    return ElementMaker(nsmap={None: "http://www.w3.org/2000/svg"})


class _Make:
    """A factory of elements; it imports lxml on first use, so that text output does not need lxml."""

    def __getattr__(self, tag: str) -> Callable[..., Element]:
        def element(*content: "str | Element", **attributes: object) -> Element:
            named = {name.replace("_", "-"): str(value) for name, value in attributes.items()}
            made: Element = getattr(_maker(), tag)(*content, named)
            return made

        return element


make = _Make()
"""The factory of SVG elements, as in `make.circle(r=4, stroke_width=2)`."""

CENTERED = {"text_anchor": "middle", "font_family": "sans-serif"}
"""The attributes of text that is centered on a point."""


SIDE = 40
"""The side of a cell in a picture, in pixels."""


FAMILIES = ("serif", "sans-serif", "monospace")
"""The generic font families, which every viewer has."""


class Style(NamedTuple):
    """The style of a board: line widths in pixels, a font family, and whether the board is shaded."""

    line: float = 1
    border: float = 3
    font: str = "sans-serif"
    shading: bool = False


def picture(width: int, height: int, *, margin: int = 0, title: str = "") -> Element:
    """Return an empty picture of the given size in pixels, surrounded by a margin in pixels.

    The point (0, 0) is the upper left corner inside the margin.
    """
    width, height = width + 2 * margin, height + 2 * margin
    svg = make.svg(viewBox=f"{-margin} {-margin} {width} {height}", width=width, height=height)
    if title:
        svg.append(make.title(title))
    return svg


def document(svg: Element, font: str = "sans-serif") -> bytes:
    """Return the picture as an XML document, with all text in one font family."""
    from lxml import etree

    if font != "sans-serif":
        for text in svg.iterfind(".//*[@font-family]"):
            text.set("font-family", font)

    written: bytes = etree.tostring(svg, pretty_print=True, xml_declaration=True, encoding="UTF-8")
    return written


def size_of(svg: bytes) -> tuple[float, float]:
    """Return the width and the height of a picture in pixels.

    Raises:
        ValueError: `svg` is not XML.
    """
    from lxml import etree

    try:
        root = etree.fromstring(svg)
    except etree.XMLSyntaxError:
        raise ValueError("this is not an SVG document") from None
    return float(root.get("width", 1)), float(root.get("height", 1))


def without_titles(svg: bytes) -> bytes:
    """Return a picture without its titles, which viewers show as tooltips."""
    from lxml import etree

    root = etree.fromstring(svg)
    for title in list(root.iter("{*}title")):
        parent = title.getparent()
        if parent is not None:
            parent.remove(title)
    return etree.tostring(root)
