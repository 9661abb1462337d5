"""The chart of `zet renju rules experiment`: positions visited at each level, on a logarithmic scale."""

import math
from collections.abc import Callable, Sequence

from zet.engines.messages import Message
from zet.formats.svg import Element, document, make, picture

WIDTH, HEIGHT, MARGIN = 560, 360, 90


def as_svg(
    levels: Sequence[int],
    rows: Sequence[Sequence[int]],
    totals: Sequence[int],
    translate: Callable[[str], str] = str,
) -> bytes:
    """Return the chart as SVG, with a thin line for each row and a thick line for `totals`.

    Each row counts the positions visited at each level in the search of one initial position; `totals`
    lists the sums over all rows.
    """
    most = max(1, math.ceil(math.log10(max([*totals, 10]))))
    step = WIDTH / max(len(levels) - 1, 1)

    def at(number: int, visited: int) -> tuple[str, str]:
        y = HEIGHT * (1 - math.log10(max(visited, 1)) / most)
        return f"{number * step:.1f}", f"{y:.1f}"

    def line(visited: Sequence[int], color: str, width: float) -> Element:
        points = " ".join(",".join(at(number, one)) for number, one in enumerate(visited))
        return make.polyline(points=points, fill="none", stroke=color, stroke_width=width)

    text = {"font_family": "sans-serif", "font_size": 13}
    svg = picture(
        WIDTH,
        HEIGHT,
        margin=MARGIN,
        title=translate(Message("Positions visited, by the level of the rules")),
    )
    for power in range(most + 1):
        x, y = at(0, 10**power)
        svg.append(make.line(x1=x, x2=WIDTH, y1=y, y2=y, stroke="#ddd"))
        svg.append(make.text(f"{10**power:,}", x=-6, y=y, **text, text_anchor="end"))
    for row in rows:
        svg.append(line(row, "#2a7fb8", 0.6))
    svg.append(line(totals, "#d1495b", 3))
    for number, (level, total) in enumerate(zip(levels, totals, strict=True)):
        x, y = at(number, total)
        svg.append(make.circle(cx=x, cy=y, r=4, fill="#d1495b"))
        for words, place in (
            (f"{total:,}", f"{float(y) - 10:.1f}"),
            (translate(Message("level {level}", level=level)), HEIGHT + 24),
        ):
            svg.append(make.text(words, x=x, y=place, **text, text_anchor="middle"))
    return document(svg)
