"""SVG documents: how the pictures of all games begin and end."""

from lxml import etree
from lxml.builder import ElementMaker

make = ElementMaker(nsmap={None: "http://www.w3.org/2000/svg"})
"""Makes SVG elements, as in `make.circle(r="4")`."""


def picture(width: int, height: int, *, margin: int = 0, title: str = "") -> etree._Element:
    """Return an empty picture of a size in pixels, and as many around it as the margin has.

    The point (0, 0) is the upper left corner within the margin.
    """
    width, height = width + 2 * margin, height + 2 * margin
    svg = make.svg(viewBox=f"{-margin} {-margin} {width} {height}", width=str(width), height=str(height))
    if title:
        svg.append(make.title(title))
    return svg


def document(svg: etree._Element) -> bytes:
    """Return the picture as an XML document."""
    written: bytes = etree.tostring(svg, pretty_print=True, xml_declaration=True, encoding="UTF-8")
    return written
