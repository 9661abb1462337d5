"""Find the cells whose contents differ from print: handwritten digits, and digits changed by a pen.

The digits of a board come from one font: they have the same height, place in the cell and darkness. On
photos, too, heights differ by less than a tenth. Places differ by less than a twentieth of a cell from a
smooth drift, which a curved page leaves in a straightened board.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zet.formats.tectonic.scan.glyphs import Glyph

Numbers = NDArray[Any]

WIDTHS = np.array([0.1, 0.08, 0.045, 0.45])
"""The maximum differences of print: log of the height, place across and down, log of the strength."""
DRIFT, JITTER = 0.05, 0.02
"""The usual size of the drift of places across a board, and of the differences from it, in cells."""
CLASS, CLOSER = 3, 0.6
"""CLASS or more equal digits that are alike are print even if they differ from other digits, because in
some fonts digits differ in height. They are alike if they differ by at most CLOSER times WIDTHS.
"""
LIGHTER = 0.8
"""Contents that are lighter than print by this factor are not print."""
TALL = 0.55
"""Contents higher than this fraction of the height of print are not notes."""


def strange(found: Sequence[Glyph | None], digits: Sequence[int], width: int) -> list[int]:
    """Return the cells whose contents (a digit, or 0) differ from print, and may hide a given."""
    there = [(cell, glyph) for cell, glyph in enumerate(found) if glyph and digits[cell]]
    if not there:
        return []
    values = np.array([
        (np.log(glyph.height), *glyph.middle, np.log(glyph.strength)) for _cell, glyph in there
    ])  # fmt: skip
    values[:, 1:3] -= _drift(
        values[:, 1:3], np.array([cell for cell, _glyph in there]), width, len(found)
    )
    near = np.all(np.abs(values[:, None] - values[None]) <= WIDTHS, axis=2)
    usual = np.median(values[near[near.sum(axis=1).argmax()]], axis=0)
    alike = np.all(np.abs(values - usual) <= WIDTHS, axis=1)
    read = np.array([digits[cell] for cell, _glyph in there])
    for digit in set(read.tolist()):
        own = values[read == digit]
        if len(own) >= CLASS and (np.abs(own - np.median(own, axis=0)) <= CLOSER * WIDTHS).all():
            alike |= read == digit
    height, strength = np.exp(usual[[0, 3]])
    others = [
        cell
        for cell, glyph in enumerate(found)
        if glyph
        and not digits[cell]
        and glyph.height > TALL * height
        and glyph.strength > LIGHTER * strength
    ]
    return sorted([cell for (cell, _glyph), one in zip(there, alike, strict=True) if not one] + others)


def _drift(places: Numbers, cells: Numbers, width: int, size: int) -> Numbers:
    """Fit a quadratic function of row and column to most places, and return its value at each cell."""
    x, y = 2 * (cells % width + 0.5) / width - 1, 2 * (cells // width + 0.5) * width / size - 1
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    flat = np.diag([1e-6] + 5 * [(JITTER / DRIFT) ** 2])
    drift = np.tile(np.median(places, axis=0), (len(places), 1))
    for _round in range(8):
        # Places that are far off, as of digits by hand, have little weight.
        weights = 1 / np.maximum(np.abs(places - drift) / JITTER, 1)
        for axis in (0, 1):
            weighted = terms.T * weights[:, axis]
            drift[:, axis] = terms @ np.linalg.solve(weighted @ terms + flat, weighted @ places[:, axis])
    return drift
