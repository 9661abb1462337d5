"""Find the digit in a cell of a straightened board, and classify it.

A glyph is the part of a cell that differs from its background, away from the lines. A small network
(trained by `train.py`) classifies it. Its inputs are the strengths of brightness changes in eight
directions in each of 36 fields, and the brightness in 100 fields; it has 128 hidden units and eleven
outputs, 0 to 9 and "no digit". Source of the features: C.-L. Liu et al., "Handwritten digit recognition:
investigation of normalization and feature extraction techniques", Pattern Recognition 37 (2004).
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from zet.formats.tectonic.scan.boards import SIDE, Numbers, Picture
from zet.formats.tectonic.scan.channels import greatest

MODEL = Path(__file__).with_name("digits.npz")
BLUR = 2
"""The width in pixels of the blur at the side of a stroke, on a straightened board."""
SIZE = 30
"""The side of a glyph's picture in pixels; the glyph is centered, and its longer side is 20 pixels."""
SHARPER = 2.0
NOISE = 5.0
"""A pixel is ink if its difference from the background exceeds the usual noise by this factor."""
THIN = 0.28
"""The minimum strength of strokes, relative to the strongest."""
SCATTERED = 0.45
"""A glyph is scattered, as notes are, if its tallest part is shorter than this fraction of the whole."""
RINGED, HOLLOW = 0.35, 0.4
"""A part of the ink is a ring if it fills less than HOLLOW of its bounding box and surrounds another
part whose height is more than RINGED times the height of the ring.
"""
INNER = 0.1
"""The width, in cells, of the strip at each side of a cell that may contain lines."""


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """The content of a cell: a picture (values 0 to 1), its height, its middle, and its colors.

    Height and middle are in units of a cell's side. The height of scattered content is the height of its
    tallest part.
    """

    picture: Numbers
    height: float
    middle: tuple[float, float]
    strength: float
    ink: Numbers
    ground: Numbers


def glyph_in(cell: Picture, *, penned: bool = False) -> Glyph | None:
    """Return the content of a cell of SIDE x SIDE pixels; None if the cell is empty.

    If a pen may have marked the cell (`penned`), strokes from the sides of the cell to its core are
    included, because they may cross a digit; strokes around the core are left out.
    """
    low = round(INNER * SIDE)
    inner = cell[low:-low, low:-low].astype(np.float32)
    ground = ground_of(cell)
    smooth = cv2.GaussianBlur(inner, (0, 0), 1.2)
    difference = greatest(np.abs(smooth - ground))
    edge = round(0.15 * SIDE)
    middle = slice(edge, -edge), slice(edge, -edge)
    strength = np.percentile(greatest(np.abs(np.log(smooth[middle] + 24) - np.log(ground + 24))), 98)
    peak = float(np.percentile(difference[middle], 98))
    noise = float(np.percentile(difference, 25))
    if strength < 0.12 or peak < NOISE * noise:
        return None
    mask: Any = (difference > max(THIN * peak, 3 * noise)).astype(np.uint8)
    count, labels, boxes, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    keep = _content(labels, boxes, middles, penned=penned)
    if not keep:
        return None
    largest = max(keep, key=lambda part: boxes[part][4])
    keep = [part for part in keep if boxes[part][4] > 0.08 * boxes[largest][4]]
    left = min(boxes[part][0] for part in keep)
    top = min(boxes[part][1] for part in keep)
    right = max(boxes[part][0] + boxes[part][2] for part in keep)
    bottom = max(boxes[part][1] + boxes[part][3] for part in keep)
    tallest = max(boxes[part][3] for part in keep)
    wanted = np.zeros(count, bool)
    wanted[keep] = True
    chosen = wanted[labels]
    near = cv2.dilate(chosen.astype(np.uint8), np.ones((5, 5), np.uint8))
    shown = np.where(near > 0, np.minimum(difference / peak, 1), 0).astype(np.float32)
    darkest = np.where(chosen, difference, 0)
    ink = np.median(inner[darkest >= 0.8 * darkest.max()], axis=0)
    return Glyph(
        centered(shown[top:bottom, left:right]),
        float((tallest if tallest < SCATTERED * (bottom - top) else bottom - top) / SIDE),
        ((low + (left + right) / 2) / SIDE, (low + (top + bottom) / 2) / SIDE),
        float(strength),
        np.asarray(ink),
        ground,
    )


def _content(labels: Numbers, boxes: Numbers, middles: Numbers, *, penned: bool) -> list[int]:
    """Return the connected parts of a cell's ink that are its content, without the lines around it."""
    size = len(labels)
    inside = slice(round(0.3 * size), round(0.7 * size))
    core = set(np.unique(labels[inside, inside]))
    keep = []
    for part in range(1, len(boxes)):
        x, y, wide, high, area = boxes[part]
        if (
            area < 6
            or x > 0.85 * size
            or y > 0.85 * size
            or x + wide < 0.15 * size
            or y + high < 0.15 * size
        ):
            continue
        at_edge = x == 0 or y == 0 or x + wide == size or y + high == size
        central = all(0.25 * size < middle < 0.75 * size for middle in middles[part])
        if at_edge and not (part in core if penned else central):
            continue
        if min(wide, high) > 0.92 * size and not (penned and part in core):
            continue
        keep.append(part)
    rings = [part for part in keep if any(_surrounds(labels, boxes, part, other) for other in keep)]
    return [part for part in keep if part not in rings]


def _surrounds(labels: Numbers, boxes: Numbers, part: int, other: int) -> bool:
    """Return whether a part of a cell's ink is a ring or a box around another part."""
    x, y, wide, high, area = boxes[part]
    u, v, small, low, _area = boxes[other]
    if part == other or not (x < u and y < v and u + small < x + wide and v + low < y + high):
        return False
    middle = labels[y + high // 4 : y + high - high // 4, x + wide // 4 : x + wide - wide // 4]
    return bool(low > RINGED * high and area < HOLLOW * wide * high and (middle != part).all())


def ground_of(cell: Picture) -> Numbers:
    """Return the background color of a cell: the median color of a ring between lines and digit."""
    a, b = round(0.13 * SIDE), round(0.24 * SIDE)
    ring = np.concatenate([
        cell[a:b, a:-a].reshape(-1, 3), cell[-b:-a, a:-a].reshape(-1, 3),
        cell[b:-b, a:b].reshape(-1, 3), cell[b:-b, -b:-a].reshape(-1, 3),
    ])  # fmt: skip
    return np.asarray(np.median(ring, axis=0), dtype=np.float32)


def centered(part: Numbers) -> Numbers:
    """Return a glyph centered and scaled to 20 pixels on its longer side."""
    high, wide = part.shape
    scale = 20 / max(high, wide)
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    found = np.zeros((SIZE, SIZE), np.float32)
    top, left = (SIZE - size[1]) // 2, (SIZE - size[0]) // 2
    found[top : top + size[1], left : left + size[0]] = small.reshape(size[1], size[0])
    return found


def features(glyph: Numbers) -> Numbers:
    """Return the network's input for a glyph: 288 edge strengths by direction, then 100 brightnesses."""
    smooth = cv2.GaussianBlur(glyph, (0, 0), 0.8)
    dx, dy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    planes = []
    for turn in range(8):
        angle = turn * np.pi / 4
        plane = np.maximum(dx * np.cos(angle) + dy * np.sin(angle), 0)
        strongest = np.maximum(np.hypot(dx, dy) * 0.7, 1e-6)
        plane = np.where(plane > strongest, plane, 0)  # within 45 degrees of the direction
        planes.append(
            cv2.resize(cv2.GaussianBlur(plane, (0, 0), 1.5), (6, 6), interpolation=cv2.INTER_AREA).ravel()
        )
    planes.append(cv2.resize(smooth, (10, 10), interpolation=cv2.INTER_AREA).ravel())
    found = np.concatenate(planes).astype(np.float32)
    found[:288] = np.sqrt(found[:288])
    return found


@cache
def _layers() -> list[Numbers]:
    with np.load(MODEL) as data:
        return [data[name].astype(np.float32) for name in ("mean", "scale", "w1", "b1", "w2", "b2")]


def classify(glyphs: list[Numbers]) -> Numbers:
    """Return, for each glyph, the log probabilities of the digits 0 to 9 and of no digit (index 10)."""
    if not glyphs:
        return np.zeros((0, 11), np.float32)
    return _scaled(forward(np.stack([features(glyph) for glyph in glyphs]), _layers()))


def _scaled(chances: Numbers) -> Numbers:
    """Sharpen log probabilities, because pictures of boards are clearer than the training pictures."""
    sharp = SHARPER * chances
    found: Numbers = sharp - np.logaddexp.reduce(sharp, axis=1, keepdims=True)
    return found


def forward(given: Numbers, layers: list[Numbers]) -> Numbers:
    """Return the log probabilities that the network with these layers computes from `given` features."""
    mean, scale, w1, b1, w2, b2 = layers
    hidden = np.maximum((given - mean) * scale @ w1 + b1, 0)
    answers = hidden @ w2 + b2
    answers = answers - answers.max(axis=1, keepdims=True)
    found: Numbers = answers - np.log(np.exp(answers).sum(axis=1, keepdims=True))
    return found
