"""Find small digits in the same corner of each cell, and enlarge them.

Some books print givens in a corner, so that answers fit beside them. Nearly all digits of such a board
have the same place and height. Few cells have several digits or a digit in the middle, and no cell has a
taller digit.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from zet.formats.tectonic.scan import glyphs
from zet.formats.tectonic.scan.boards import SIDE, Numbers, Picture
from zet.formats.tectonic.scan.channels import greatest
from zet.formats.tectonic.scan.glyphs import BLUR

LOWEST = 0.14
"""The minimum height of small digits, in cells."""
ASIDE = 0.12
"""The minimum distance from the middle of a cell to the middle of a digit in a corner, in cells, both
across and down.
"""
SPREAD = 0.05
"""The maximum distance of most digits from their common place, in cells."""
LEAST = 3
"""A board's small digits are enlarged only if there are at least this many."""
MOST_OTHERS, TALLER = 0.1, 1.25
"""MOST_OTHERS is the maximum number of cells with other contents, as a fraction of the number of small
digits; one such cell is always allowed. TALLER is the maximum height of these contents, relative to the
usual height of small digits; a taller digit may be a given.
"""
ROOM = 0.6
"""The fraction of the height of an enlarged cell that a digit fills."""
EDGE = 3
"""The width in pixels of the strip at each side of a cell that belongs to the lines."""
INK = 0.3
SPECK, GAP = 4, 4
"""The minimum number of pixels of a stroke, and the maximum gap in pixels between the upper and the lower
part of a digit.
"""


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a board's small digits within their cells, and their height, in units of a cell."""

    x: float
    y: float
    height: float


def spot_of(straight: Picture, rows: int, columns: int, border: float) -> Spot | None:
    """Return the corner of the cells in which most digits of a board lie; None if they lie elsewhere."""
    start = round(border * SIDE)
    found, others = [], []
    for row in range(rows):
        for column in range(columns):
            cell = straight[start + row * SIDE :, start + column * SIDE :][:SIDE, :SIDE]
            parts = _parts(cell)
            central = any(abs(part.x - 0.5) < ASIDE and abs(part.y - 0.5) < 2 * ASIDE for part in parts)
            if central or len(parts) > 1:
                others.append(max(part.height for part in parts))
            else:
                found += parts
    if len(found) < LEAST or len(others) > max(1, MOST_OTHERS * len(found)):
        return None
    places = np.array([(part.x, part.y, part.height) for part in found])
    usual = np.median(places, axis=0)
    if others and max(others) > TALLER * usual[2]:
        return None
    off = np.abs(places - usual).max(axis=1)
    if np.percentile(off, 80) > SPREAD or min(np.abs(usual[:2] - 0.5)) < ASIDE:
        return None
    return Spot(*map(float, usual))


def _parts(cell: Picture) -> list[Spot]:
    """Return the places of the digits in a cell."""
    return [
        Spot((x + wide / 2) / SIDE, (y + high / 2) / SIDE, high / SIDE)
        for x, y, wide, high in _boxes(_strokes(cell), LOWEST)
    ]


def pictures(cell: Picture, least: float, most: float) -> list[Numbers]:
    """Return pictures of the digits in a cell that are between `least` and `most` high (in cells)."""
    strokes = _strokes(cell)
    peak = float(strokes.max())
    return [
        glyphs.centered(strokes[y : y + high, x : x + wide] / peak)
        for x, y, wide, high in _boxes(strokes, least)
        if high < most * SIDE
    ]


def _strokes(cell: Picture) -> Numbers:
    """Return the difference of each pixel of a cell from the background, as a logarithm of brightness."""
    ground = glyphs.ground_of(cell)
    return greatest(np.abs(np.log(cell.astype(np.float32) + 24) - np.log(ground + 24)))


def _boxes(strokes: Numbers, least: float) -> list[tuple[int, int, int, int]]:
    """Return the boxes (x, y, width, height) of connected strokes that touch no line.

    A stroke just below another is joined to it, because blur may hide the thin part between the two.
    """
    mask = (strokes > INK).astype(np.uint8)
    _count, _labels, boxes, _middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found: list[tuple[int, int, int, int]] = []
    for x, y, wide, high, area in boxes[1:].tolist():
        box = x, y, x + wide, y + high
        if min(box) < EDGE or max(box) > SIDE - EDGE or area < SPECK:
            continue
        for one in found.copy():
            if max(box[0], one[0]) < min(box[2], one[2]) and box[1] - one[3] <= GAP:
                found.remove(one)
                box = (
                    min(box[0], one[0]),
                    min(box[1], one[1]),
                    max(box[2], one[2]),
                    max(box[3], one[3]),
                )
        found.append(box)
    return [
        (left, top, right - left, bottom - top)
        for left, top, right, bottom in found
        if bottom - top > least * SIDE and right - left > 2
    ]


def enlarged(straight: Picture, rows: int, columns: int, border: float, spot: Spot) -> Picture:
    """Return a straightened board in which each cell shows its small digit enlarged.

    The digit and its surroundings are scaled to the size of the cell. Lines near the digit are removed.
    """
    start, side = round(border * SIDE), round(spot.height / ROOM * SIDE)
    found = straight.copy()
    for y in range(start, start + rows * SIDE, SIDE):
        for x in range(start, start + columns * SIDE, SIDE):
            around = straight[y - start : y + SIDE + start, x - start : x + SIDE + start]
            alone, middle = _alone(around, spot, start)
            part = cv2.getRectSubPix(alone, (side, side), middle)
            found[y : y + SIDE, x : x + SIDE] = cv2.resize(
                part, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC
            )
    return found


def _alone(around: Picture, spot: Spot, start: int) -> tuple[Picture, tuple[float, float]]:
    """Return a cell that shows only its small digit, and the middle of that digit (x, y).

    `around` is the cell with a margin of `start` pixels on each side. If no digit is separate from other
    ink, all ink in the usual place is shown, without the lines around the cell, and the middle is that of
    the usual place.
    """
    usual = start + spot.x * SIDE, start + spot.y * SIDE
    cell = around[start:-start, start:-start]
    strokes, alone = _strokes(cell), np.empty_like(around)
    alone[:] = glyphs.ground_of(cell)
    for x, y, wide, high in _boxes(strokes, LOWEST):
        middle = start + x + wide / 2, start + y + high / 2
        if max(abs(middle[0] - usual[0]), abs(middle[1] - usual[1])) < SPREAD * SIDE:
            top, left = start + y - BLUR, start + x - BLUR
            shown = np.s_[top : top + high + 2 * BLUR, left : left + wide + 2 * BLUR]
            alone[shown] = around[shown]
            return alone, middle
    inside = slice(EDGE + BLUR, -EDGE - BLUR)
    if (strokes[inside, inside] > INK).any():
        far = (spot.height / 2 + SPREAD) * SIDE
        down, across = (_within(middle - far, middle + far, start) for middle in usual[::-1])
        alone[down, across] = around[down, across]
    return alone, usual


def _within(low: float, high: float, start: int) -> slice:
    """Return the pixels from `low` to `high` that do not belong to the lines around a cell."""
    return slice(max(round(low), start + EDGE), min(round(high), start + SIDE - EDGE))
