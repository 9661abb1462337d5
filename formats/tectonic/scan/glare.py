"""Remove the reflection of a lamp from a straightened board.

A reflection adds light: print in it is lighter than elsewhere, as if a pencil had written it. The lines
between pieces are printed with the same ink, so their brightness shows how much light was added.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from zet.engines.tectonic.repair import lines_of
from zet.formats.tectonic.scan.boards import SIDE, Numbers, Picture

_Line = tuple[int, int, bool]
"""The middle of a line, in pixels (y, x), and whether the line runs down."""

DARK = 0.4
"""Lines are print if their usual brightness is at most this fraction of the brightness of paper."""
LEAST = 0.12
"""The minimum brightness of a reflection, as a fraction of the brightness of paper."""
SAME = 0.06
"""A side of a board is printed like the lines between pieces if it is brighter by less than this."""
NEAR = 0.6
"""The standard deviation of the weights of lines by their distance, in cells."""
LENGTH, REACH = 20, 5
"""The distances in pixels from the middle of a line, along it and across it, at which it is measured."""
STEP = SIDE // 4
"""The distance in pixels of the points at which the light of a reflection is computed."""


def without(straight: Picture, walls: Numbers, rows: int, columns: int, border: float) -> Picture:
    """Return a straightened board without reflections; the board itself if it has none.

    `walls` is true for each line that separates pieces, in the order of `lines_of`.
    """
    start = round(border * SIDE)
    bright = cv2.GaussianBlur(straight, (0, 0), 0.7).max(axis=2)
    paper = cv2.dilate(bright, np.ones((SIDE // 2, SIDE // 2), np.uint8)).astype(np.float32)
    lines = _walls(walls, rows, columns, start)
    part = [_brightness(bright, paper, line) for line in lines]
    usual = float(np.percentile(part, 30)) if part else 1.0
    if usual > DARK:
        return straight
    for side in _sides(rows, columns, start):
        own = [_brightness(bright, paper, line) for line in side]
        if np.median(own) < usual + SAME:  # other sides have another line, or none
            lines, part = lines + side, part + own
    if max(part) < usual + LEAST:
        return straight
    middles = np.array(lines)[:, :2]
    ys, xs = (np.arange(STEP // 2, size, STEP) for size in bright.shape)
    apart = (ys[:, None, None] - middles[:, 0]) ** 2 + (xs[None, :, None] - middles[:, 1]) ** 2
    weights = np.exp(-apart / (2 * (NEAR * SIDE) ** 2)) + 1e-9
    added = (weights * np.maximum(np.array(part) - usual, 0)).sum(axis=2) / weights.sum(axis=2)
    light = cv2.resize(added.astype(np.float32), bright.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray((straight - (light * paper)[..., None]).clip(0, 255), np.uint8)


def _walls(walls: Numbers, rows: int, columns: int, start: int) -> list[_Line]:
    """Return the lines between pieces."""
    half, lines = SIDE // 2, []
    for (one, two), wall in zip(lines_of(columns, rows), walls, strict=True):
        if wall:
            y, x = (start + place * SIDE for place in divmod(two, columns))
            lines.append((y + half, x, True) if two == one + 1 else (y, x + half, False))
    return lines


def _sides(rows: int, columns: int, start: int) -> Iterator[list[_Line]]:
    """Yield the lines of each side of a board."""
    half = start + SIDE // 2
    for column in (0, columns):
        yield [(half + row * SIDE, start + column * SIDE, True) for row in range(rows)]
    for row in (0, rows):
        yield [(start + row * SIDE, half + column * SIDE, False) for column in range(columns)]


def _brightness(bright: Numbers, paper: Numbers, line: _Line) -> float:
    """Return the brightness of the darkest pixels across a line, relative to the paper beside it."""
    y, x, down = line
    high, wide = (LENGTH, REACH) if down else (REACH, LENGTH)
    part = bright[y - high : y + high + 1, x - wide : x + wide + 1]
    return float(np.median(part.min(axis=1 if down else 0)) / paper[y, x])
