"""Find the cells whose contents differ from print: digits by hand, and digits that a pen has changed.

The digits of a board come from one font: they have the same height, place in the cell and darkness. On
photos, too, heights differ by less than a tenth, and places by less than a twentieth of a cell.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zet.formats.tectonic.scan.glyphs import Glyph

Numbers = NDArray[Any]

WIDTHS = np.array([0.1, 0.08, 0.045, 0.3])
"""The maximum differences of print: log of the height, place across and down, log of the strength."""
CLASS = 3
"""So many equal digits that are all alike are print, too: in some fonts, digits differ in height."""
LIGHTER = 0.8
"""Contents that are lighter than print by this factor have no print."""
TALL = 0.55
"""Contents of this part of the height of print are not notes."""


def strange(found: Sequence[Glyph | None], digits: Sequence[int]) -> list[int]:
    """Return the cells whose contents (a digit, or 0) differ from print, and may hide a given."""
    there = [(cell, glyph) for cell, glyph in enumerate(found) if glyph and digits[cell]]
    if not there:
        return []
    values = np.array([
        (np.log(glyph.height), *glyph.middle, np.log(glyph.strength)) for _cell, glyph in there
    ])  # fmt: skip
    near = (np.abs(values[:, None] - values[None]) <= WIDTHS).all(axis=2)
    usual = np.median(values[near[near.sum(axis=1).argmax()]], axis=0)
    alike = (np.abs(values - usual) <= WIDTHS).all(axis=1)
    read = np.array([digits[cell] for cell, _glyph in there])
    for digit in set(read.tolist()):
        own = values[read == digit]
        if len(own) >= CLASS and (np.abs(own - np.median(own, axis=0)) <= WIDTHS / 2).all():
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
