"""Separate the two inks of a straightened board: print, and the pen of a player.

Ink absorbs light. The absorption at a pixel is a vector: in each color channel, the logarithm of the
background color minus the logarithm of the pixel's color. Two inks differ in the direction of this
vector, however thin their strokes are. The first ink is defined by the direction of the darkest strokes,
the second by the direction of strokes that differ most from the first. Where the inks cross, the pixels
have the direction of the darker ink.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from zet.formats.tectonic.scan.boards import SIDE, Numbers, Picture
from zet.formats.tectonic.scan.channels import greatest, least, norm, total

SOFT = 24
"""The brightness added before logarithms are taken, so that noise in dark areas matters little."""
STRONG = 0.3
"""The minimum absorption at which a pixel belongs to a stroke."""
SEED, APART = 0.2, 0.08
"""Minimum distances between the color directions of two inks (0 to 1.41): SEED for the pixels that start
the second ink, APART for the two complete inks, after subtracting their spread.
"""
LEAST = 24
"""The minimum number of pixels of the second ink."""
BINS = np.linspace(0.1, 1.0, 31)
FAINT = 0.15
"""The minimum darkness of strokes."""
SHALLOW = 0.2
"""Strokes are of two kinds if the valley between the two peaks in the histogram of darkness is at most
this fraction of the lower peak.
"""
VALLEY = 9
"""The number of bins on either side of the valley, in the histogram of darkness, that are searched for
the peaks of the two kinds of strokes.
"""
LEAST_TOPS = 20
"""The minimum number of pixels in the middle of strokes of each kind."""
STROKE = 14
"""The minimum length in pixels of the longest stroke of a lighter pen."""
WIDE = 21
"""The maximum width of a stroke in pixels; a shadow is wider."""
SPECK = 12
"""The minimum number of pixels of a connected part of print; smaller parts are specks."""
INNER = 0.14
"""The width, in cells, of the strip at each side of a cell that may contain lines."""


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """A straightened board divided by ink: a picture and a mask for each of two inks.

    The ink of the lines comes first. `lighter` is true if the second ink is lighter, in which case the
    first must be print.
    """

    pictures: tuple[Picture, Picture]
    strokes: tuple[Numbers, Numbers]
    lighter: bool = False


def layers(straight: Picture, rows: int, columns: int, border: float) -> Layers | None:
    """Separate the inks of a straightened board; return None if there is only one ink.

    The board is surrounded by a margin that is `border` cells wide.
    """
    start = round(border * SIDE)
    ground = grounds(straight, rows, columns, start)
    at_y, at_x = (
        np.abs(((np.arange(size) - start) / SIDE) % 1 - 0.5) < 0.5 - INNER for size in straight.shape[:2]
    )
    inside = at_y[:, None] & at_x[None, :]
    inside[:start] = inside[-start:] = False
    inside[:, :start] = inside[:, -start:] = False
    if _is_light(straight, ground, inside):
        return None
    return _by_color(straight, ground, inside) or _by_darkness(straight, ground, inside)


def _is_light(straight: Picture, ground: Numbers, inside: Numbers) -> bool:
    """Return whether the ink is lighter than the backgrounds, which have several colors.

    Light ink has a different direction of absorption on each background, and so resembles several inks.
    """
    paper = np.log(ground + SOFT)
    absorbed = paper - np.log(straight.astype(np.float32) + SOFT)
    strong = inside & (greatest(np.abs(absorbed)) > STRONG)
    varied = float(np.ptp(np.percentile(paper[inside], (10, 90), axis=0), axis=0).max()) > STRONG
    return varied and bool(strong.any()) and float(np.median(absorbed[strong])) < 0


def _by_darkness(straight: Picture, ground: Numbers, inside: Numbers) -> Layers | None:
    """Separate print from the lighter strokes of a pen; return None if all strokes are of one kind.

    The darkness of a pixel is the darkness of its brightest channel, in which a colored pen is faint.
    """
    dark = darkness(straight, ground)
    # The edge of a shadow is darker than the usual ground of its cell, but is not a stroke.
    dark = cv2.morphologyEx(dark, cv2.MORPH_TOPHAT, np.ones((WIDE, WIDE), np.uint8))
    tops = inside & (dark > FAINT) & (dark >= cv2.dilate(dark, np.ones((5, 5), np.uint8)))
    limit = _valley(dark[tops])
    if limit is None:
        return None
    window = np.ones((5, 5), np.uint8)
    strong = dark > FAINT
    first = strong & (cv2.dilate(_large(dark > limit), window) > 0)
    # The blur at the side of print is as light as a pen, but no stroke has its middle there.
    seeds = tops & ~first
    second = (
        inside & strong & ~first & (cv2.dilate(seeds.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0)
    )
    if not _has_strokes(second):
        return None
    gone = (cv2.dilate(second.astype(np.uint8), window) > 0) & ~first & inside
    firsts = cv2.dilate((first & inside).astype(np.uint8), window) > 0
    pictures = [np.where(mask[..., None], ground, straight).astype(np.uint8) for mask in (gone, firsts)]
    return Layers((pictures[0], pictures[1]), (first, second), lighter=True)


def _has_strokes(mask: Numbers) -> bool:
    """Return whether a mask contains a stroke; parts shorter than STROKE are thin parts of digits."""
    parts: Any = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    boxes = parts[2][1:]
    return bool(len(boxes) and boxes[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max() >= STROKE)


def _large(mask: Numbers) -> Numbers:
    """Return the connected parts of a mask, without specks."""
    parts: Any = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    _count, labels, boxes, _middles = parts
    large = boxes[:, cv2.CC_STAT_AREA] >= SPECK
    large[0] = False
    return np.asarray(large[labels].astype(np.uint8))


def _valley(values: Numbers) -> float | None:
    """Return the darkness that separates two kinds of strokes; None if there is only one kind.

    `values` lists the darkness in the middle of each stroke.
    """
    counts = np.histogram(values, BINS)[0].astype(float)
    best, found = SHALLOW, None
    for at in range(2, len(counts) - 2):
        low, high = counts[: at - 1], counts[at + 2 :]
        if min(low.sum(), high.sum()) < LEAST_TOPS:
            continue
        peak = min(float(low[-VALLEY:].max()), float(high[:VALLEY].max()))
        depth = float(counts[at - 1 : at + 2].mean()) / max(peak, 1)
        if depth <= best:
            best, found = depth, float(BINS[at] + BINS[at + 1]) / 2
    return found


def darkness(straight: Picture, ground: Numbers) -> Numbers:
    """Return the difference of each pixel from its ground in the brightest channel, from 0 to 1."""
    smooth = cv2.GaussianBlur(straight, (0, 0), 0.7).astype(np.float32)
    share = np.abs(ground - smooth) / np.maximum(np.maximum(ground, smooth), 1)
    return least(share)


def _by_color(straight: Picture, ground: Numbers, inside: Numbers) -> Layers | None:
    """Separate inks of two colors; return None if all ink has one color."""
    smooth = cv2.GaussianBlur(straight, (0, 0), 0.7).astype(np.float32)
    paper = np.log(ground + SOFT)
    absorbed = paper - np.log(smooth + SOFT)
    strength = greatest(np.abs(absorbed))
    strong = inside & (strength > STRONG)
    if strong.sum() < LEAST:
        return None
    color = np.median(smooth[strong & (strength > 0.85 * np.percentile(strength[strong], 98))], axis=0)
    own = np.maximum(norm(absorbed), 1e-3)
    others = strong & (_along(absorbed, paper - np.log(color + SOFT)) < (1 - SEED**2 / 2) * own)
    near = close = own
    for _round in range(3):
        firsts = strong & ~others
        if min(others.sum(), firsts.sum()) < LEAST:
            return None
        dark = firsts & (strength >= np.percentile(strength[firsts], 70))
        color = np.median(smooth[dark], axis=0)
        near = _along(absorbed, paper - np.log(color + SOFT)) / own
        close = _along(absorbed, np.median(absorbed[others], axis=0)[None, None]) / own
        others = strong & (close > near)
    # The distance of each ink's pixels from the other ink exceeds their distance from their own.
    apart = [
        float(np.median(_chord(far[mask]))) - 1.5 * float(np.percentile(_chord(own_[mask]), 80))
        for mask, own_, far in ((others, close, near), (strong & ~others, near, close))
    ]
    if min(apart) < APART:
        return None
    second = close > near
    lines = ~inside & (strength > STRONG)
    if lines.any() and second[lines].mean() > 0.5:
        second = ~second
    marks = [(strength > STRONG) & ~second, (strength > STRONG) & second]
    pictures = []
    for one, other in (marks, marks[::-1]):
        # The blur around strokes is removed with them, unless it belongs to the other ink.
        kept = (cv2.dilate(one.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0) & ~other
        gone = (cv2.dilate(other.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0) & ~kept
        pictures.append(np.where(gone[..., None], ground, straight).astype(np.uint8))
    return Layers((pictures[0], pictures[1]), (marks[0], marks[1]))


def _along(absorbed: Numbers, ink: Numbers) -> Numbers:
    """Return the absorption of each pixel in the direction of an ink."""
    length = np.maximum(norm(ink), 1e-3)
    return np.asarray(total(absorbed * ink) / length)


def _chord(cosines: Numbers) -> Numbers:
    return np.asarray(np.sqrt(np.maximum(2 - 2 * cosines, 0)))


def grounds(straight: Picture, rows: int, columns: int, start: int) -> Numbers:
    """Return for each pixel the color of the background of its cell."""
    cells = straight[start:-start, start:-start].reshape(rows, SIDE, columns, SIDE, 3).swapaxes(1, 2)
    edge = round(INNER * SIDE)
    cells = np.median(cells[:, :, edge:-edge, edge:-edge], axis=(2, 3)).astype(np.float32)
    wide = cells.repeat(SIDE, axis=0).repeat(SIDE, axis=1)
    return np.pad(wide, ((start, start), (start, start), (0, 0)), "edge")
