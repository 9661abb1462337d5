"""Find printed rings, boxes and discs around digits, and show the digits without them.

Some books print each given in a circle, in a box or on a disc. These shapes have the same size and the
same place in all of their cells. In a blurred photo, their strokes can touch a digit or a border, so the
shapes are removed before anything is read.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from zet.formats.tectonic.scan.boards import SIDE, Numbers, Picture
from zet.formats.tectonic.scan.channels import greatest
from zet.formats.tectonic.scan.glyphs import BLUR

REACH = 10
"""The width in pixels of the strip around a cell that may contain a part of the cell's shape."""
EDGE, ASIDE = 3, 6
"""The widths in pixels of two strips along each side of a cell. The strip EDGE belongs to the lines. A
hole that reaches into the strip ASIDE is not the inside of a ring or a box, but the space within the
lines around the cell.
"""
STRIP = 5, 9
"""The distances from the side of a cell, in pixels, between which its background is measured."""
THIN, FAINT, NOISE = 0.08, 0.15, 3.0
"""A pixel is ink if its difference from the background exceeds both NOISE times the usual difference and
a fraction of the greatest difference in its cell: THIN for strokes, FAINT for discs.
"""
WIDE, GAP = 15, 3
"""The maximum width of a stroke, and the maximum width of the gaps that are closed in it, in pixels."""
LEAST, MOST = 0.55, 0.9
"""The minimum and maximum width and height of a shape, in cells."""
LONGER = 1.25
"""The maximum ratio of the sides of a shape."""
FULL, CONVEX = 0.7, 0.93
"""The minimum area of a shape with its inside, relative to its bounding box and to its convex hull."""
SPREAD = np.array([0.12, 0.12, 0.06, 0.06])
"""The maximum difference of a shape from the usual place and size, in cells."""
LEAST_SHAPES = 3
"""The minimum number of equal shapes on a board; fewer may be the marks of a pen."""
SOLID = 0.2
"""The maximum width of a shape's stroke, in cells; a shape with a wider stroke is a disc."""
PALE = 0.3
"""A shape that touches a line is sought only in cells whose ink differs from the background by more than
this fraction of the usual difference in cells with shapes.
"""
DIGIT = 40
"""The minimum number of pixels of a digit in a shape."""
SHOWN, OFF = 0.75, 5
"""A shape that touches a line is found within OFF pixels of its usual place if at least the fraction
SHOWN of its stroke is ink. Farther away, the lines around the cell look like a stroke.
"""


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """A shape in a cell: the pixels that it encloses, its stroke, its inside, and its bounding box."""

    filled: Numbers
    stroke: Numbers
    inside: Numbers
    box: tuple[int, int, int, int]

    def moved(self, x: int, y: int) -> "_Shape":
        """Return the shape moved by `x` and `y` pixels."""
        filled, stroke, inside = (
            np.roll(mask, (y, x), (0, 1)) for mask in (self.filled, self.stroke, self.inside)
        )
        return _Shape(filled, stroke, inside, (self.box[0] + x, self.box[1] + y, *self.box[2:]))


def without(straight: Picture, rows: int, columns: int, border: float) -> tuple[Picture, Picture] | None:
    """Return a straightened board without shapes and without their digits, and one with only the digits.

    In the second board, the digits are moved so that all shapes have the usual place. The result is None
    if the board has no shapes around its digits.
    """
    start = round(border * SIDE)
    cells = [
        np.s_[y - REACH : y + SIDE + REACH, x - REACH : x + SIDE + REACH]
        for y in range(start, start + rows * SIDE, SIDE)
        for x in range(start, start + columns * SIDE, SIDE)
    ]
    strokes = _strokes(straight)
    inks = [(_ink(strokes[cell], THIN), _different(straight[cell])) for cell in cells]
    shapes = _alike([_hollow(thin) for thin, _other in inks])
    if not any(shapes):
        shapes = _alike([_disc(ink) for _thin, ink in inks])
    there = sorted((shape for shape in shapes if shape), key=lambda shape: int(shape.filled.sum()))
    if not there:
        return None
    place, usual = np.median([shape.box[:2] for shape in there], axis=0), there[len(there) // 2]
    peaks = [_peak(strokes[cell]) for cell in cells]
    least = PALE * float(np.median([peak for peak, own in zip(peaks, shapes, strict=True) if own]))
    empty, digits = straight.copy(), straight.copy()
    near = np.ones((2 * BLUR + 1, 2 * BLUR + 1), np.uint8)
    for cell, both, own, peak in zip(cells, inks, shapes, peaks, strict=True):
        if shape := own or _first(_touching(ink, usual) for ink in both if peak > least):
            middle = np.zeros(shape.inside.shape, bool)
            _middle(middle)[:] = True
            around = cv2.dilate(shape.filled, near) > 0
            outside = straight[cell][middle & ~around & (both[0] == 0)]
            empty[cell][middle & around] = np.median(outside, axis=0) if len(outside) else 255
            digit = straight[cell].copy()
            digit[~shape.inside] = np.median(digit[shape.inside], axis=0)
            x, y = place.astype(int) - shape.box[:2]
            digits[cell][middle] = np.roll(digit, (y, x), (0, 1))[middle]
    return empty, digits


def _first(shapes: Iterable[_Shape | None]) -> _Shape | None:
    return next((shape for shape in shapes if shape), None)


def _strokes(straight: Picture) -> Numbers:
    """Return how much darker each pixel is than the ground next to its stroke.

    A stroke is at most WIDE pixels wide. On a dark board, strokes are lighter than the ground.
    """
    smooth = cv2.GaussianBlur(straight, (0, 0), 0.8)
    if np.median(smooth) < min(128, smooth.mean()):
        smooth = 255 - smooth
    darker = cv2.morphologyEx(smooth, cv2.MORPH_BLACKHAT, np.ones((WIDE, WIDE), np.uint8))
    return np.asarray(greatest(darker), np.float32)


def _different(cell: Picture) -> Numbers:
    """Mark the pixels of a cell that differ from the strip along its border lines."""
    low, high = (REACH + distance for distance in STRIP)
    beside, along = (slice(low, high), slice(-high, -low)), slice(low, -low)
    strip = [cell[side, along].reshape(-1, 3) for side in beside]
    strip += [cell[along, side].reshape(-1, 3) for side in beside]
    ground = np.median(np.concatenate(strip), axis=0).astype(np.float32)
    smooth = cv2.GaussianBlur(cell, (0, 0), 0.8).astype(np.float32)
    return _ink(greatest(np.abs(smooth - ground)), FAINT)


def _ink(difference: Numbers, faint: float) -> Numbers:
    """Mark the pixels of a cell whose difference from the background is that of ink."""
    noise = float(np.percentile(_middle(difference), 25))
    peak = _peak(difference)
    return np.asarray(difference > max(faint * peak, NOISE * noise), np.uint8)


def _peak(difference: Numbers) -> float:
    """Return the difference of a cell's ink from the background."""
    return float(np.percentile(_middle(difference), 98))


def _middle(cell: Numbers) -> Numbers:
    """Return a cell without its lines and without the strip around it."""
    return cell[REACH + EDGE : -REACH - EDGE, REACH + EDGE : -REACH - EDGE]


def _hollow(ink: Numbers) -> _Shape | None:
    """Return the ring or box around the digit in a cell; its outside may touch a line.

    The inside of the shape is the smallest convex hole in the cell's ink that contains other ink.
    """
    closed = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((GAP, GAP), np.uint8))
    outlines, nested = cv2.findContours(closed, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    holes = [one for one, (*_, outer) in zip(outlines, nested[0], strict=True) if outer >= 0]
    for outline in sorted(holes, key=len):
        hole = _convex(ink, outline, ASIDE)
        if hole is None:
            continue
        depth = cv2.distanceTransform(hole, cv2.DIST_L2, 5)
        if (ink & (depth > EDGE)).sum() > DIGIT:
            away = np.ceil(cv2.distanceTransform(1 - hole, cv2.DIST_L2, 5))
            filled = away <= _width(ink, away)
            x, y, wide, high = cv2.boundingRect(outline)
            stroke = filled & (hole == 0)
            return _Shape(filled.astype(np.uint8), stroke, depth > BLUR, (x, y, wide, high))
    return None


def _disc(ink: Numbers) -> _Shape | None:
    """Return the disc in a cell, which touches no line; None if the cell has no disc."""
    inner = np.zeros_like(ink)
    _middle(inner)[:] = _middle(ink)
    for outline in cv2.findContours(inner, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        filled = _convex(ink, outline, EDGE)
        if filled is not None:
            depth = np.floor(cv2.distanceTransform(filled, cv2.DIST_L2, 5))
            width = _width(ink, depth)
            x, y, wide, high = cv2.boundingRect(outline)
            stroke = (depth > 0) & (depth <= width)
            return _Shape(filled, stroke, depth > width + BLUR, (x, y, wide, high))
    return None


def _convex(ink: Numbers, outline: Numbers, edge: int) -> Numbers | None:
    """Return the pixels within an outline if the outline may be that of a shape; otherwise None.

    A shape is convex, about as wide as it is high, and more than `edge` pixels away from the sides of the
    cell.
    """
    x, y, wide, high = cv2.boundingRect(outline)
    if not (
        min(x, y) > REACH + edge
        and max(x + wide, y + high) < REACH + SIDE - edge
        and min(wide, high) > LEAST * SIDE
        and max(wide, high) < min(MOST * SIDE, LONGER * min(wide, high))
    ):
        return None
    filled, hull = np.zeros_like(ink), np.zeros_like(ink)
    cv2.drawContours(filled, [outline], -1, 1, cv2.FILLED)
    cv2.drawContours(hull, [cv2.convexHull(outline)], -1, 1, cv2.FILLED)
    return filled if filled.sum() > max(FULL * wide * high, CONVEX * hull.sum()) else None


def _width(ink: Numbers, away: Numbers) -> int:
    """Return the width of a shape's stroke; `away` is each pixel's distance from the stroke's edge."""
    inked = [float(ink[away == at].mean()) for at in range(1, round(SOLID * SIDE))]
    return next((at for at, part in enumerate(inked) if part < 0.5), BLUR)


def _alike(shapes: list[_Shape | None]) -> list[_Shape | None]:
    """Return the shapes with the usual place and size, None for others; all None if too few remain."""
    boxes = np.array([shape.box for shape in shapes if shape])
    if len(boxes) < LEAST_SHAPES:
        return [None] * len(shapes)
    usual = np.median(boxes, axis=0)
    kept = [
        shape if shape and (np.abs(shape.box - usual) <= SPREAD * SIDE).all() else None
        for shape in shapes
    ]
    few = sum(shape is not None for shape in kept) < max(LEAST_SHAPES, len(boxes) / 2)
    return [None] * len(shapes) if few else kept


def _touching(ink: Numbers, usual: _Shape) -> _Shape | None:
    """Return the usual shape, moved to where its stroke best fits a cell's ink.

    The result is None if the ink covers too little of the stroke, or if the shape contains no digit.
    """
    stroke = usual.stroke[OFF:-OFF, OFF:-OFF]
    shown = cv2.matchTemplate(ink.astype(np.float32), stroke.astype(np.float32), cv2.TM_CCORR)
    y, x = np.unravel_index(shown.argmax(), shown.shape)
    if shown[y, x] < SHOWN * stroke.sum():
        return None
    shape = usual.moved(int(x) - OFF, int(y) - OFF)
    return shape if (ink & shape.inside).sum() > DIGIT else None
