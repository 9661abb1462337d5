"""SVG documents: how the pictures of all games begin and end."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from lxml.builder import ElementMaker
    from lxml.etree import _Element

Element: TypeAlias = "_Element"


@cache
def _maker() -> "ElementMaker":
    from lxml.builder import ElementMaker

    return ElementMaker(nsmap={None: "http://www.w3.org/2000/svg"})


class _Make:
    """Makes elements; lxml is imported for the first, so that text needs none."""

    def __getattr__(self, tag: str) -> Callable[..., Element]:
        def element(*content: "str | Element", **attributes: object) -> Element:
            named = {name.replace("_", "-"): str(value) for name, value in attributes.items()}
            made: Element = getattr(_maker(), tag)(*content, named)
            return made

        return element


make = _Make()
"""Makes SVG elements, as in `make.circle(r=4, stroke_width=2)`."""

CENTERED = {"text_anchor": "middle", "font_family": "sans-serif"}
"""The attributes of a text around a point."""


def picture(width: int, height: int, *, margin: int = 0, title: str = "") -> Element:
    """Return an empty picture of a size in pixels, and as many around it as the margin has.

    The point (0, 0) is the upper left corner within the margin.
    """
    width, height = width + 2 * margin, height + 2 * margin
    svg = make.svg(viewBox=f"{-margin} {-margin} {width} {height}", width=width, height=height)
    if title:
        svg.append(make.title(title))
    return svg


def document(svg: Element) -> bytes:
    """Return the picture as an XML document."""
    from lxml import etree

    written: bytes = etree.tostring(svg, pretty_print=True, xml_declaration=True, encoding="UTF-8")
    return written
