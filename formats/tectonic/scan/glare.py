"""Remove the reflection of a lamp from a straightened board.

A reflection adds light: print in it is lighter than elsewhere, as if written in pencil. The lines between
pieces are printed with the same ink, so their brightness shows how much light was added: if paper has
brightness p, ink i and the reflection l, then a line is (i + l) / (p + l) times as bright as the paper
next to it, instead of i / p times.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from zet.engines.tectonic.repair import MARGIN, lines_of
from zet.formats.tectonic.scan.boards import SIDE, Numbers, Picture
from zet.formats.tectonic.scan.channels import greatest

_Line = tuple[int, int, bool]
"""The middle of a line, in pixels (y, x), and whether the line runs down."""

DARK = 0.4
"""Lines count as printed if their usual brightness is at most this fraction of the paper's brightness."""
LEAST = 0.12
"""The minimum brightness of a reflection, as a fraction of the brightness of paper."""
SAME = 0.06
"""The sides of a board are printed like the lines between pieces if they are brighter than these lines by
less than this fraction of the brightness of paper.
"""
MOST = 0.9
"""The maximum brightness of a reflection that can be removed."""
NEAR = (0.25, 1.0), (0.6, 1e-2), (2.0, 1e-5)
"""The light at a point is a weighted mean of the light at lines. The weight of a line is a sum of normal
distributions of the distance, each given by its standard deviation, in cells, and its factor. The factors
of wide distributions are so small that nearby lines decide wherever there are any.
"""
LENGTH, REACH = 20, 5
"""The pixels measured around the middle of a line: up to LENGTH along the line, up to REACH across it."""
SHINE, ROUNDS = 0.2, 4
"""If the light at the lines around a line exceeds SHINE, this light is taken into account in deciding
whether the line is a border. All lines are judged ROUNDS times.
"""
STEP = 4
"""The light of a reflection is computed at points that are STEP pixels apart."""


def light(straight: Picture, odds: Numbers, rows: int, columns: int, border: float) -> Numbers | None:
    """Return the glare on a straightened board; None for a board without glare.

    The glare at each pixel is relative to the brightness of the paper there. `odds` are the log odds that
    each line separates pieces, in the order of `lines_of`.
    """
    start = round(border * SIDE)
    bright = _bright(straight)
    share = bright / _paper(bright)
    every = _lines(rows, columns, start)
    parts = np.array([_brightness(share, line).ravel() for line in every])
    middle = np.median(parts, axis=1)
    walls = odds > MARGIN
    if _are_lighter(bright, [every[at] for at in np.nonzero(walls)[0]]):
        return None  # on a dark board, "paper" is the ink
    usual = float(np.percentile(middle[walls], 30)) if walls.any() else 1.0
    if usual > DARK:
        return None
    chosen = np.nonzero(walls | _shining(np.array(every)[:, :2] / SIDE, middle, odds > 0, usual))[0]
    lines, part = [every[at] for at in chosen], [parts[at] for at in chosen]
    for side in _sides(rows, columns, start):
        own = [_brightness(share, line).ravel() for line in side]
        if np.median(own) < usual + SAME:  # other sides have another line, or none
            lines, part = lines + side, part + own
    if np.median(part, axis=1).max() < usual + LEAST:
        return None
    added, known = (np.zeros(share.shape, np.float32) for _sum in range(2))
    for (y, x, down), one in zip(lines, part, strict=True):
        high, wide = (LENGTH, 0) if down else (0, LENGTH)
        place = np.s_[y - high : y + high + 1, x - wide : x + wide + 1]
        added[place] = np.clip((one - usual) / (1 - usual), 0, MOST).reshape(added[place].shape)
        known[place] = 1
    sums = [
        np.sum([factor * cv2.GaussianBlur(each, (0, 0), wide * SIDE / STEP) for wide, factor in NEAR], 0)
        for each in (_smaller(added), _smaller(known))
    ]
    return np.asarray(cv2.resize(sums[0] / np.maximum(sums[1], 1e-12), share.shape[::-1]))


def without(straight: Picture, light: Numbers) -> Picture:
    """Return a straightened board without the `light` of reflections, on paper of even brightness."""
    paper = _paper(_bright(straight))
    even = (straight / paper[..., None] - light[..., None]) / (1 - light[..., None])
    return np.asarray((even * np.median(paper)).clip(0, 255), np.uint8)


def _smaller(values: Numbers) -> Numbers:
    return np.asarray(cv2.resize(values, None, fx=1 / STEP, fy=1 / STEP, interpolation=cv2.INTER_AREA))


def _bright(straight: Picture) -> Numbers:
    """Return the brightness of each pixel in its brightest channel."""
    return greatest(cv2.GaussianBlur(straight, (0, 0), 0.7))


def _paper(bright: Numbers) -> Numbers:
    """Return the brightness of the paper around each pixel; `bright` is the brightness of the pixels."""
    window = np.ones((SIDE // 2, SIDE // 2), np.uint8)
    return np.maximum(cv2.morphologyEx(bright, cv2.MORPH_CLOSE, window), 1).astype(np.float32)


def _shining(places: Numbers, share: Numbers, walls: Numbers, usual: float) -> Numbers:
    """Mark the lines in reflections that are as bright as lines between pieces would be in that light.

    `places` are the middles of the lines, in cells, and `share` is their brightness, relative to paper.
    `walls` marks the lines that a reading without regard to reflections takes for borders of pieces;
    `usual` is the brightness of borders outside reflections.
    """
    faint = float(np.median(share[~walls])) if (~walls).any() else 1.0
    if faint > 1 - SAME:
        return np.zeros(len(share), bool)
    far = sum(np.square(one[:, None] - one) for one in places.T.astype(np.float32))
    weights = np.sum([factor * np.exp(-far / (2 * wide * wide)) for wide, factor in NEAR], axis=0)
    np.fill_diagonal(weights, 0)
    weights /= weights.sum(axis=1, keepdims=True)
    around = np.zeros(len(share))
    for _round in range(ROUNDS):
        own = np.where(walls, usual, faint)
        around = weights @ ((share - own) / (1 - own)).clip(0, MOST)
        between = (usual + faint) / 2
        walls = np.where(around > SHINE, share < between + around * (1 - between), walls)
    return np.asarray((around > SHINE) & walls)


def _lines(rows: int, columns: int, start: int) -> list[_Line]:
    """Return all lines, in the order of `lines_of`."""
    half, lines = SIDE // 2, []
    for one, two in lines_of(columns, rows):
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


def _brightness(share: Numbers, line: _Line) -> Numbers:
    """Return the brightness of the darkest pixel across a line, at each pixel along it."""
    return np.asarray(_around(share, line).min(axis=0))


def _are_lighter(bright: Numbers, lines: Sequence[_Line]) -> bool:
    """Return whether most lines are lighter than the cells next to them, as on a dark board."""
    if not lines:
        return False
    across = np.array([_around(bright, line, SIDE // 2).mean(axis=1) for line in lines])
    usual = np.median(across, axis=1)
    return bool(np.median(across.max(axis=1) + across.min(axis=1) - 2 * usual) > 0)


def _around(share: Numbers, line: _Line, reach: int = REACH) -> Numbers:
    """Return the pixels around a line, in rows along it: shape (2 reach + 1, 2 LENGTH + 1)."""
    y, x, down = line
    high, wide = (LENGTH, reach) if down else (reach, LENGTH)
    part = share[y - high : y + high + 1, x - wide : x + wide + 1]
    return part.T if down else part
