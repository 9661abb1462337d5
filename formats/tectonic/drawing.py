"""Patterns as text; a pattern is the set of cells with givens. This format can be read but not written.

Each row is a line with a character per cell: `.`, `-` or `0` for an open cell, any other character for a
given. Blanks between characters and empty lines are ignored. The format is specific to zet.
"""

import io
from collections.abc import Iterator
from typing import NamedTuple

from zet.engines.tectonic.model import MAX_SIDE
from zet.formats.errors import FormatError
from zet.formats.lines import numbered_lines

OPEN = ".-0"


class Drawing(NamedTuple):
    """A board of `width` by `height` cells, and the indices of cells with givens, row by row."""

    width: int
    height: int
    cells: frozenset[int]


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Drawing | FormatError]:
    r"""Yield the drawing in a file, or an error if it cannot be parsed.

    >>> next(load(io.BytesIO(b"#.#\n.1.\n")))
    Drawing(width=3, height=2, cells=frozenset({0, 2, 4}))
    """
    rows: list[str] = []
    for number, text in numbered_lines(stream, source):
        if isinstance(text, FormatError):
            yield text
            return
        row = "".join(text.split())
        if row and (len(row) > MAX_SIDE or len(rows) == MAX_SIDE):
            yield FormatError(
                source, number, "the drawing is larger than {most} x {most} cells", most=MAX_SIDE
            )
            return
        if row and rows and len(row) != len(rows[0]):
            yield FormatError(
                source,
                number,
                "the row has {n} characters, but the row above has {width}",
                n=len(row),
                width=len(rows[0]),
            )
            return
        rows += [row] if row else []
    if not rows:
        yield FormatError(source, None, "the drawing is empty")
        return
    cells = frozenset(at for at, sign in enumerate("".join(rows)) if sign not in OPEN)
    yield Drawing(len(rows[0]), len(rows), cells)
