"""Find printed rings, boxes and discs around digits, and show the digits without them.

Some books print each given in a circle, in a box or on a disc. These shapes have the same size and the
same place in all of their cells. Strokes in them can touch a digit or a border in a blurred photo, so
they are removed before anything is read.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from zet.formats.tectonic.scan.boards import SIDE, Numbers, Picture
from zet.formats.tectonic.scan.glyphs import BLUR

EDGE = 3
"""The width in pixels of the strip at each side of a cell that belongs to the lines."""
STRIP = 5, 9
"""The distances from the side of a cell, in pixels, between which its background is measured."""
FAINT, NOISE = 0.15, 3.0
"""A pixel is ink if its difference from the background exceeds the fraction FAINT of the greatest
difference in its cell, and NOISE times the usual one.
"""
LEAST, MOST = 0.45, 0.9
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
"""The maximum width of a shape's stroke, in cells; a shape with a wider one is a disc."""
REACH, SHOWN = 10, 0.75
"""A shape that touches a line is found within REACH pixels of its usual place, if the fraction SHOWN of
its stroke is ink.
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

    In the second one, the digits are moved so that all shapes have the usual place. The result is None if
    the board has no shapes around its digits.
    """
    start = round(border * SIDE)
    cells = [
        np.s_[y - REACH : y + SIDE + REACH, x - REACH : x + SIDE + REACH]
        for y in range(start, start + rows * SIDE, SIDE)
        for x in range(start, start + columns * SIDE, SIDE)
    ]
    inks = [_inks(straight[cell]) for cell in cells]
    shapes = _alike([_first(map(_shape_in, both)) for both in inks])
    there = [shape for shape in shapes if shape]
    if not there:
        return None
    usual = np.median([shape.box[:2] for shape in there], axis=0).astype(int)
    empty, digits = straight.copy(), straight.copy()
    near = np.ones((2 * BLUR + 1, 2 * BLUR + 1), np.uint8)
    for cell, both, own in zip(cells, inks, shapes, strict=True):
        if shape := own or _first(_touching(ink, there[0]) for ink in both):
            middle = np.zeros_like(shape.inside)
            middle[REACH + EDGE : -REACH - EDGE, REACH + EDGE : -REACH - EDGE] = True
            around = cv2.dilate(shape.filled, near) > 0
            outside = straight[cell][middle & ~around]
            empty[cell][middle & around] = np.median(outside, axis=0) if len(outside) else 255
            digit = straight[cell].copy()
            digit[~shape.inside] = np.median(digit[shape.inside], axis=0)
            x, y = usual - shape.box[:2]
            digits[cell][middle] = np.roll(digit, (y, x), (0, 1))[middle]
    return empty, digits


def _first(shapes: Iterable[_Shape | None]) -> _Shape | None:
    return next((shape for shape in shapes if shape), None)


def _grounds(cell: Picture) -> tuple[Numbers, Numbers]:
    """Return two background colors of a cell: of the strip along its border lines, and of its interior.

    The strip is where a box around the digit may be.
    """
    low, high = (REACH + distance for distance in STRIP)
    beside, along = (slice(low, high), slice(-high, -low)), slice(low, -low)
    strip = [cell[side, along].reshape(-1, 3) for side in beside]
    strip += [cell[along, side].reshape(-1, 3) for side in beside]
    inner = cell[along, along].reshape(-1, 3)
    first, second = (np.median(pixels, axis=0) for pixels in (np.concatenate(strip), inner))
    return first.astype(np.float32), second.astype(np.float32)


def _inks(cell: Picture) -> list[Numbers]:
    """Mark the ink of a cell and of the strip around it, once for each distinct background."""
    smooth = cv2.GaussianBlur(cell, (0, 0), 0.8).astype(np.float32)
    beside, inside = _grounds(cell)
    grounds = (beside,) if (beside == inside).all() else (beside, inside)
    return [_ink(smooth, ground) for ground in grounds]


def _ink(smooth: Numbers, ground: Numbers) -> Numbers:
    """Mark the pixels of a smoothed cell that differ from its background."""
    difference = np.abs(smooth - ground).max(axis=2)
    inner = difference[REACH + EDGE : -REACH - EDGE, REACH + EDGE : -REACH - EDGE]
    peak, noise = float(np.percentile(inner, 98)), float(np.percentile(inner, 25))
    return np.asarray(difference > max(FAINT * peak, NOISE * noise), np.uint8)


def _shape_in(ink: Numbers) -> _Shape | None:
    """Return the convex shape in a cell that touches no line, or None."""
    low, high = REACH + EDGE, SIDE + REACH - EDGE
    inner = np.zeros_like(ink)
    inner[low:high, low:high] = ink[low:high, low:high]
    for outline in cv2.findContours(inner, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        x, y, wide, high_ = cv2.boundingRect(outline)
        if not (
            min(x, y) > low
            and max(x + wide, y + high_) < high
            and min(wide, high_) > LEAST * SIDE
            and max(wide, high_) < min(MOST * SIDE, LONGER * min(wide, high_))
        ):
            continue
        filled, hull = np.zeros_like(ink), np.zeros_like(ink)
        cv2.drawContours(filled, [outline], -1, 1, cv2.FILLED)
        cv2.drawContours(hull, [cv2.convexHull(outline)], -1, 1, cv2.FILLED)
        if filled.sum() > max(FULL * wide * high_, CONVEX * hull.sum()):
            depth = np.floor(cv2.distanceTransform(filled, cv2.DIST_L2, 5))
            width = _width(ink, depth)
            stroke, inside = (depth > 0) & (depth <= width), depth > width + BLUR
            return _Shape(filled, stroke, inside, (x, y, wide, high_))
    return None


def _width(ink: Numbers, depth: Numbers) -> int:
    """Return the width of a shape's stroke; `depth` is the distance of its pixels from the outside."""
    inked = [float(ink[depth == at].mean()) for at in range(1, round(SOLID * SIDE))]
    return next((at for at, part in enumerate(inked) if part < 0.5), BLUR)


def _alike(shapes: list[_Shape | None]) -> list[_Shape | None]:
    """Return the shapes with the usual place and size, None for the others; all None if few remain."""
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
    """Return the usual shape at its best place in a cell; None if its stroke is not there."""
    stroke = usual.stroke[REACH:-REACH, REACH:-REACH]
    shown = cv2.matchTemplate(ink.astype(np.float32), stroke.astype(np.float32), cv2.TM_CCORR)
    y, x = np.unravel_index(shown.argmax(), shown.shape)
    if shown[y, x] < SHOWN * stroke.sum():
        return None
    return usual.moved(int(x) - REACH, int(y) - REACH)
