"""Find the boards in a picture, straighten each, and count its cells.

The detection uses logarithms of brightness and color, so that light and shade in a photo matter little.
It works on changes in brightness. A region in which changes are close together may be a board. Four lines
around a region map it to a rectangle; a region with a bent outline is flattened. The numbers of rows and
columns are chosen so that a lattice of squares best fits the changes. Finally, every crossing of the
lattice is moved to the lines in the picture.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from zet.formats.tectonic.scan.channels import greatest

Picture = NDArray[Any]
Numbers = NDArray[Any]

WORKING = 1600
"""The maximum size in pixels per side of a picture that is searched for boards."""
LEAST = 600
"""The size in pixels below which a picture is enlarged, so that lines are wider than a pixel."""
AROUND = 8
"""The width in pixels of the margin that is added around the picture."""
CHANGE = 0.06
"""A pixel may be part of a line if the brightness around it changes by more than this fraction."""
COARSE, FINE = 480, 720
"""The longer side in pixels of a flattened board: COARSE to count cells, FINE to place crossings."""
PART = 24
EDGE = PART // 2
"""The side of a cell (PART) and the margin of a board (EDGE) while crossings are placed, in pixels."""
WIDEST = 0.06
"""Brightness changes whose positions have a larger standard deviation than this, in cells, usually belong
to several lines.
"""
MOST_SIZES = 4
MOST_REGIONS = 48
"""The maximum number of regions that are tried as boards, the largest first."""
CERTAIN, LIKELY = 0.95, 0.85
"""Regions inside a board are not tried as boards if the lattice fit of that board is above CERTAIN. For
regions that are much smaller than the board, a fit above LIKELY suffices.
"""
LEAST_FIT, AS_WELL = 0.13, 0.35
"""The minimum lattice fit of a board: LEAST_FIT absolute, AS_WELL relative to the best board in the
picture.
"""
LEAST_CELLS, MOST_CELLS = 3, 40
"""The minimum and maximum number of cells per side."""
SIDE = 64
"""The side of a cell of a straightened board in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board in a picture.

    `picture` is the part of the picture around the board, with channels blue, green, red. `nodes`, of
    shape (rows + 1, columns + 1, 2), contains the coordinates (x, y) of each crossing in that part.
    """

    picture: Picture
    nodes: Numbers

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.nodes) - 1

    @property
    def width(self) -> int:
        """The number of columns."""
        return int(self.nodes.shape[1]) - 1

    def straight(self, border: float = 0.25) -> Picture:
        """Return the board with cells of SIDE x SIDE pixels, and a border that is `border` cells wide."""
        field = _spread(self.nodes, SIDE, (round(border * SIDE), round(border * SIDE)))
        return cv2.remap(self.picture, *field, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def turned(self, quarters: int) -> "Board":
        """Return the board turned counterclockwise by `quarters` right angles."""
        board = self
        for _quarter in range(quarters % 4):
            x, y = board.nodes[..., 1], board.picture.shape[1] - 1 - board.nodes[..., 0]
            nodes = np.rot90(np.stack([x, y], -1))
            board = Board(np.ascontiguousarray(np.rot90(board.picture)), np.ascontiguousarray(nodes))
        return board


def _spread(nodes: Numbers, part: int, border: tuple[int, int]) -> tuple[Numbers, Numbers]:
    """Return the x and y coordinates, in the picture, of each pixel of the straightened board.

    A cell has part x part pixels. `border` is the height and the width in pixels of a border around the
    board.
    """
    whole = np.pad(nodes.astype(np.float32), ((1, 1), (1, 1), (0, 0)), "edge")
    whole[0], whole[-1] = 2 * whole[1] - whole[2], 2 * whole[-2] - whole[-3]
    whole[:, 0], whole[:, -1] = 2 * whole[:, 1] - whole[:, 2], 2 * whole[:, -2] - whole[:, -3]
    size = part * whole.shape[1], part * whole.shape[0]
    rows, columns = (slice(3 * part // 2 - more, more - 3 * part // 2) for more in border)
    x, y = (
        np.ascontiguousarray(
            cv2.resize(whole[..., axis], size, interpolation=cv2.INTER_LINEAR)[rows, columns]
        )
        for axis in (0, 1)
    )
    return x, y


def _between(lines: Numbers, at: Numbers) -> Numbers:
    low = np.clip(np.floor(at).astype(int), 0, len(lines) - 2)
    part = (at - low).astype(np.float32)[:, None, None]
    return np.asarray(lines[low] * (1 - part) + lines[low + 1] * part)


def find(picture: Picture) -> list[Board]:
    """Return the boards in a picture, in reading order."""
    longest = max(picture.shape[:2])
    scale = WORKING / longest if longest > WORKING else max(1.0, min(4.0, LEAST / longest))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = _closed(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way))
    light = brightness(small)
    found: list[tuple[float, Numbers]] = []
    regions = sorted(_regions(light), key=lambda region: -cv2.contourArea(region[0].astype(np.float32)))
    for corners, outline in regions[:MOST_REGIONS]:
        middle = float(corners[:, 0].mean()), float(corners[:, 1].mean())
        area = cv2.contourArea(corners.astype(np.float32))
        if any(
            len(nodes) > 4
            and (score > CERTAIN or (score > LIKELY and area < 0.7 * _area(nodes)))
            and _contains(nodes, middle)
            for score, nodes in found
        ):
            continue
        lattice = _lattice(light, corners, outline)
        if lattice is not None:
            found.append(lattice)
    kept: list[Numbers] = []
    best = max((score for score, _nodes in found), default=0.0)
    for score, nodes in sorted(found, key=lambda one: -one[0] * one[1].size ** 0.25):
        if score > AS_WELL * best and not any(_overlap(nodes, other) for other in kept):
            kept.append(nodes)
    return [_cut(picture, (nodes - AROUND) / scale) for nodes in _in_reading_order(kept)]


def _closed(picture: Picture) -> Picture:
    """Return a picture with a margin, in which boards cut off by the picture's edge are closed.

    A line is drawn in the margin along each side where lines or colored areas run into the edge.
    """
    wide: Picture = cv2.copyMakeBorder(picture, AROUND, AROUND, AROUND, AROUND, cv2.BORDER_REPLICATE)
    for turn in range(4):  # the left side of the turned picture
        turned = np.rot90(wide, turn)
        strip = turned[AROUND:-AROUND, AROUND : AROUND + 4].mean(axis=1)
        bright = np.log(strip + 16)
        change = greatest(np.abs(bright[3:] - bright[:-3]))
        ends = np.nonzero(change > max(2 * CHANGE, 6 * float(np.median(change))))[0] + 1
        if not len(ends):
            continue
        ends = ends[np.concatenate([[True], np.diff(ends) > 6])]
        first, last = int(ends[0]), int(ends[-1])
        # The corner of a board is as far away as its next line, or slightly farther.
        step = 2.2 * float(np.median(np.diff(ends))) if len(ends) > 2 else 0.5 * len(strip)
        first = 0 if first < step else first
        last = len(strip) if len(strip) - last < step else last
        turned[AROUND + first : AROUND + last, AROUND - 4 : AROUND] = 0 if strip.mean() > 110 else 255
    return wide


def brightness(picture: Picture) -> Numbers:
    """Return the logarithm of the brightness of each channel, slightly smoothed."""
    smooth: Picture = cv2.GaussianBlur(picture, (0, 0), 0.8)
    logarithms: Numbers = np.log(np.arange(256, dtype=np.float32) + 16)
    return np.asarray(logarithms[smooth])


def _regions(light: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield the corners and the outline of each region that may be a board."""
    window = np.ones((3, 3), np.uint8)
    change = greatest(cv2.dilate(light, window) - cv2.erode(light, window))
    noise = float(np.median(change[::4, ::4]))
    seen: Numbers = np.empty((0, 4, 2))
    for closing, least in ((1, 1.0), (3, 1.0), (7, 1.0), (15, 1.0), (3, 3.0), (25, 1.0)):
        mask: Numbers = (change > max(CHANGE, 2.5 * noise) * least).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((closing, closing), np.uint8))
        outlines, nested = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        outlines = [
            *outlines,
            *(_blocks(outlines, nested[0], mask.shape) if outlines and closing <= 3 else ()),
        ]
        for outline in outlines:
            _x, _y, wide, high = cv2.boundingRect(outline)
            if min(wide, high) < 50 or cv2.contourArea(outline) < 2500:
                continue
            hull = cv2.convexHull(outline)[:, 0].astype(float)
            corners = _corners(hull)
            if corners is None or (np.abs(seen - corners).max((1, 2)) < 4).any():
                continue
            area = cv2.contourArea(corners.astype(np.float32))
            if cv2.contourArea(outline) < 0.75 * area:
                continue
            seen = np.concatenate([seen, corners[None]])
            yield corners, outline[:, 0].astype(np.float32)


def _blocks(outlines: Sequence[Numbers], nested: Numbers, shape: tuple[int, ...]) -> list[Numbers]:
    """Return the outlines of blocks of adjacent holes.

    A hole between brightness changes may be a cell or a piece of a board. Text next to a board is not
    part of the board's block.
    """
    holes = []
    for outline, (_next, _previous, _child, parent) in zip(outlines, nested, strict=True):
        _x, _y, wide, high = cv2.boundingRect(outline)
        if parent >= 0 and min(wide, high) >= 8 and max(wide, high) < 0.5 * max(shape):
            holes.append((min(wide, high), outline))
    if len(holes) < 4:
        return []
    usual = float(np.percentile([least for least, _hole in holes], 75))
    kept = [hole for least, hole in holes if least > 0.35 * usual]
    filled: Numbers = np.zeros(shape, np.uint8)
    cv2.drawContours(filled, kept, -1, 1, cv2.FILLED)
    reach = 2 * max(3, round(0.2 * usual)) + 1
    filled = cv2.morphologyEx(filled, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((reach, reach), np.uint8))
    return list(cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0])


def _corners(hull: Numbers) -> Numbers | None:
    """Return the four corners of a quadrilateral around a convex hull; None if none exists.

    The sides of the hull are removed, the least important first, until four remain.
    """
    hull = cv2.approxPolyDP(hull.astype(np.float32)[:, None], 1.0, closed=True)[:, 0].astype(float)
    if len(hull) < 4:
        return None
    while len(hull) > 4:
        place = np.arange(len(hull))
        a, b, c, d = (hull[(place + step) % len(hull)] for step in (-1, 0, 1, 2))
        # The side from b to c is removed: a-b and d-c are extended until they meet.
        along, against = b - a, c - d
        cross = along[:, 0] * against[:, 1] - along[:, 1] * against[:, 0]
        gap = c - b
        with np.errstate(all="ignore"):  # parallel sides never meet
            step = (gap[:, 0] * against[:, 1] - gap[:, 1] * against[:, 0]) / cross
            meet = b + along * step[:, None]
            added = np.abs(gap[:, 0] * (meet - b)[:, 1] - gap[:, 1] * (meet - b)[:, 0])
        added[~(np.isfinite(added) & (step > 0))] = np.inf
        least = int(np.argmin(added))
        if not np.isfinite(added[least]):
            return None
        hull[least] = meet[least]
        hull = np.delete(hull, (least + 1) % len(hull), 0)
    if cv2.contourArea(hull.astype(np.float32)) < 1:
        return None
    # From the top left one on, clockwise.
    middle = hull.mean(0)
    hull = hull[np.argsort(np.arctan2(*(hull - middle).T[::-1]))]
    return np.roll(hull, -int(np.argmin(hull.sum(1))), 0)


def _lattice(light: Numbers, corners: Numbers, outline: Numbers) -> tuple[float, Numbers] | None:
    """Return the score of a region as a board, and its crossings; None if the region is not a board."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    wide, high = max(sides[0], sides[2]), max(sides[1], sides[3])
    if min(wide, high) < 0.04 * max(wide, high) or min(sides) < 24:
        return None
    scale = COARSE / max(wide, high)
    wide, high = round(wide * scale), round(high * scale)
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    for last in (False, True):
        there = cv2.getPerspectiveTransform(corners.astype(np.float32), flat)
        back = np.linalg.inv(there)
        shape = _Shape(wide, high, cv2.perspectiveTransform(outline[:, None], there)[:, 0])
        bent = shape.bent(flat)
        if last or float(np.abs(bent - flat).max()) < 0.03 * COARSE:
            break
        # Anything attached to a board is beyond its corners.
        corners = cv2.perspectiveTransform(bent[:, None].astype(np.float64), back)[:, 0]
    likely = _counts(_flattened(light, shape, back, 1))
    if not likely:
        return None
    finer = FINE / COARSE
    around = 0.04 * COARSE
    straight = _flattened(light, shape, back, finer, around)
    changes = _changes(straight, across=True), _changes(straight, across=False)
    score, grid = 0.0, corners
    for size in likely:
        found = _settled(changes, (_even(wide, high, *size) + around) * finer)
        score, grid = max((score, grid), found, key=lambda one: one[0])
        if score > LIKELY:
            break
    if score < LEAST_FIT:
        return None
    grid = grid / finer - around
    nodes = cv2.perspectiveTransform(shape.bent(grid).reshape(-1, 1, 2).astype(np.float64), back)
    return score, nodes.reshape(grid.shape)


class _Shape:
    """A bent rectangle: each side deviates from a straight line by a polynomial.

    The variable of the polynomial is the position along the side.
    """

    def __init__(self, wide: int, high: int, edge: Numbers) -> None:
        self.wide, self.high = wide, high
        x, y = edge.T
        self.left = _bend(y / high, x, wide)
        self.right = _bend(y / high, wide - x, wide)
        self.top = _bend(x / wide, y, high)
        self.bottom = _bend(x / wide, high - y, high)

    def bent(self, points: Numbers) -> Numbers:
        """Map points of the straight rectangle to the bent rectangle."""
        u, v = points[..., 0] / self.wide, points[..., 1] / self.high
        left, right = np.polyval(self.left, v), np.polyval(self.right, v)
        top, bottom = np.polyval(self.top, u), np.polyval(self.bottom, u)
        return np.stack(
            [points[..., 0] + (1 - u) * left - u * right, points[..., 1] + (1 - v) * top - v * bottom], -1
        )


def _bend(along: Numbers, inwards: Numbers, size: int) -> Numbers:
    """Fit a polynomial to a side's inward deviation, as a function of the position along it, 0 to 1."""
    slots = np.clip((along * 32).astype(int), 0, 31)
    far = np.full(32, np.inf)
    np.minimum.at(far, slots, inwards)
    at = (np.arange(32) + 0.5) / 32
    use = (far < 0.15 * size) & (at > 0.04) & (at < 0.96)
    if use.sum() < 8:
        return np.zeros(1)
    at, far = at[use], far[use]
    weight = off = np.ones(len(at))
    for _round in range(8):  # outliers, such as labels and unseen pieces, get little weight
        power = np.polyfit(at, far, 3, w=weight)
        off = np.abs(np.polyval(power, at) - far)
        weight = 1 / (off + 0.5)
    use = np.asarray(off < max(2.5 * float(np.median(off)), 1.5))
    if np.count_nonzero(use) < 20:
        return np.zeros(1)
    return np.polyfit(at[use], far[use], 3)


def _flattened(light: Numbers, shape: _Shape, back: Numbers, finer: float, around: float = 0) -> Numbers:
    """Return a region flattened to a straight rectangle, with `finer` pixels per unit of its shape.

    `back` is the perspective transformation from the shape to the picture `light`; `around` is the
    margin, in units of the shape.
    """
    ends = np.linspace(-around, shape.wide + around, 33), np.linspace(-around, shape.high + around, 33)
    coarse = np.stack(np.meshgrid(*ends), -1)
    field = cv2.perspectiveTransform(shape.bent(coarse).reshape(-1, 1, 2).astype(np.float64), back)
    field = field.reshape(33, 33, 2)
    at_x = np.linspace(0, 32, round((shape.wide + 2 * around) * finer))
    at_y = np.linspace(0, 32, round((shape.high + 2 * around) * finer))
    field = _between(_between(field.astype(np.float32), at_y).swapaxes(0, 1), at_x).swapaxes(0, 1)
    return cv2.remap(
        light, field[..., 0], field[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def _changes(flat: Numbers, *, across: bool) -> Numbers:
    """Return the brightness changes, each 0 to 1, from left to right (if `across`) or from top to bottom.

    The changes are averaged along the possible lines, so that only long changes are strong.
    """
    change: Numbers = np.zeros(flat.shape[:2], np.float32)
    if across:
        change[:, 2:-2] = greatest(cv2.absdiff(flat[:, 4:], flat[:, :-4]))
    else:
        change[2:-2] = greatest(cv2.absdiff(flat[4:], flat[:-4]))
    change = np.minimum(change / max(2 * CHANGE, 3 * float(np.median(change[::4, ::4]))), 1)
    length = max(flat.shape[:2]) // 70
    return np.asarray(cv2.blur(change, (1, length) if across else (length, 1)))


def _counts(flat: Numbers) -> list[tuple[int, int]]:
    """Return (rows, columns) of the lattices of squares that fit a flattened board, the best first."""
    high, wide = flat.shape[:2]
    across = _fits(_changes(flat, across=True).mean(0))
    down = _fits(_changes(flat, across=False).mean(1))
    sizes = [
        (fit * other * _square(wide / columns, high / rows), rows, columns)
        for columns, fit in across.items()
        for rows, other in down.items()
    ]
    sizes = [size for size in sizes if size[0] > 0.15 * LEAST_FIT]
    return [(rows, columns) for _score, rows, columns in sorted(sizes, reverse=True)[:MOST_SIZES]]


def _even(wide: float, high: float, rows: int, columns: int) -> Numbers:
    """Return the crossings of an even lattice on a rectangle `wide` units wide and `high` units high."""
    return np.stack(np.meshgrid(np.linspace(0, wide, columns + 1), np.linspace(0, high, rows + 1)), -1)


def _square(wide: float, high: float) -> float:
    return float(np.exp(-(np.log(wide / high) ** 2) / (2 * 0.12**2)))


def _fits(profile: Numbers) -> dict[int, float]:
    """Return, for each possible number of cells along a side, its fit to the changes along the side."""
    most = min(MOST_CELLS, len(profile) // 10)  # a board of one row has too few lines to be recognized
    mass = _mass(profile)
    return {cells: _fit(mass, cells) for cells in range(LEAST_CELLS, most + 1)}


def _mass(profile: Numbers) -> Numbers:
    """Return how much the changes along a side exceed their usual amount; 0 near both ends."""
    mass = np.maximum(profile - float(np.percentile(profile, 30)) - 0.03, 0) ** 1.5
    edge = round(0.012 * len(mass)) + 3
    mass[:edge] = mass[-edge:] = 0
    return np.asarray(mass)


def _fit(mass: Numbers, cells: int) -> float:
    """Return the fit of a number of cells to the changes along a side, from 0 to 1."""
    size = len(mass)
    cell = size / cells
    reach = round(max(0.07 * cell, 3))
    lines = np.round(np.arange(1, cells) * cell).astype(int)
    peaks = mass[np.clip(lines[:, None] + np.arange(-reach, reach + 1), 0, size - 1)].max(1)
    near = np.abs((np.arange(size) / cell + 0.5) % 1 - 0.5) * cell <= 0.12 * cell + 2  # a line is wide
    explained, chance = mass[near].sum() / (mass.sum() + 1e-6), near.mean()
    explained = max(0.0, (explained - chance) / (1 - chance))
    strong = np.sort(np.minimum(peaks / 0.12, 1))
    precision = 0.5 * strong.mean() + 0.5 * strong[: max(1, len(strong) // 4)].mean()
    return float(precision * explained)


def _settled(changes: tuple[Numbers, Numbers], grid: Numbers) -> tuple[float, Numbers]:
    """Move the crossings of a lattice to the lines of the picture; return the new fit and the crossings.

    `changes` contains the changes across and down, `grid` the positions of the crossings. If no line runs
    along a side of the lattice, the cells at that side are outside the board and are removed.
    """
    reaches, page = [0.3, 0.25, 0.2], False
    while True:
        for reach in reaches:
            shifts = [_shifts(_along(change, grid, axis), reach) for axis, change in enumerate(changes)]
            across, down = np.gradient(grid, axis=1), np.gradient(grid, axis=0)
            grid = grid + shifts[0][..., None] * across + shifts[1].T[..., None] * down
        straight = [_along(change, grid, axis) for axis, change in enumerate(changes)]
        across, down = map(_lined, straight)
        sides = [across[:, 0].mean(), across[:, -1].mean(), down[:, 0].mean(), down[:, -1].mean()]
        # Lines end at the sides of a board unless a piece lies along them, but not at the sides of a
        # page or a text.
        ending = [down[0, 1:-1], down[-1, 1:-1], across[0, 1:-1], across[-1, 1:-1]]
        usual = (across[:, 1:-1].mean() + down[:, 1:-1].mean()) / 2
        empty = [bool(lines.mean() <= 0.2 * usual) for lines in ending]
        page = page or sum(empty) > 2 or usual > 0.75
        parts = [0 if page and none else side for side, none in zip(sides, empty, strict=True)]
        worst = int(np.argmin(parts))
        if min(grid.shape[:2]) <= LEAST_CELLS:
            return 0.0, grid
        if parts[worst] > 0.4:
            break
        lines = slice(1, None) if worst in (0, 2) else slice(None, -1)
        grid = grid[:, lines] if worst < 2 else grid[lines]
        reaches = reaches[-1:]  # without the removed cells, which may have distorted the lattice
    score = float(np.mean(sides))
    for each in straight:
        score *= _fit(_mass(each[:, EDGE:-EDGE].mean(0)), each.shape[1] // PART - 1)
    size = np.ptp(grid.reshape(-1, 2), axis=0) / (grid.shape[1] - 1, grid.shape[0] - 1)
    if any(bool((~strips.any(axis=1)).any()) for strips in (across, down)):
        score /= 2  # no line crosses this row or column: two boards and the space between them
    return score * _square(*size), grid


def _along(change: Numbers, grid: Numbers, axis: int) -> Numbers:
    """Return the brightness changes near a lattice's lines, straightened to PART x PART pixels per cell.

    The result is extended by EDGE pixels at both ends of the axis. It is transposed if necessary, so that
    the lines run down. The middle of each cell is set to 0.
    """
    rows, columns = grid.shape[0] - 1, grid.shape[1] - 1
    ends = (0, EDGE) if axis == 0 else (EDGE, 0)
    at_y, at_x = (
        (np.arange(-end, cells * PART + end) + 0.5) / PART
        for cells, end in zip((rows, columns), ends, strict=True)
    )
    x, y = _spread(grid - 0.5, PART, ends)
    straight: Numbers = cv2.remap(change, x, y, cv2.INTER_LINEAR)
    straight[np.ix_(np.abs(at_y % 1 - 0.5) < 0.26, np.abs(at_x % 1 - 0.5) < 0.26)] = 0
    return straight if axis == 0 else straight.T


def _strips(straight: Numbers) -> Numbers:
    """Return the mean change in each strip of cells, at each position along the strip.

    The first axis numbers the strips. Each strip's median is subtracted; negative results become 0.
    """
    strips = straight.reshape(-1, PART, straight.shape[1])[:, PART // 8 : -PART // 8].mean(1)
    return np.asarray(np.maximum(strips - np.median(strips, axis=1, keepdims=True), 0))


def _lined(straight: Numbers) -> Numbers:
    """Return, for each strip of cells (first axis) and each line, whether the line is visible there."""
    strips = _strips(straight)
    lines = range(EDGE, strips.shape[1] - EDGE + 1, PART)
    return np.stack([strips[:, at - PART // 8 : at + PART // 8].max(1) > 0.3 for at in lines], -1)


def _shifts(straight: Numbers, reach: float) -> Numbers:
    """Return how far across a line each crossing must move to lie on the line, in units of a cell.

    The result is a smooth function fitted to the shifts of the lines in the strips of cells.
    """
    strips = _strips(straight)
    lines = (strips.shape[1] - 2 * EDGE) // PART
    points = []
    off = (np.arange(-round(reach * PART), round(reach * PART)) + 0.5) / PART
    for line in range(lines + 1):
        near = strips[:, EDGE + line * PART + np.floor(off * PART).astype(int)]
        most = near.max(1)
        weights = np.maximum(near - 0.5 * most[:, None], 0)
        total = np.maximum(weights.sum(1), 1e-6)
        shift = (weights * off).sum(1) / total
        width = (weights * (off - shift[:, None]) ** 2).sum(1) / total
        weight = (most - 0.25) / (1 + (width / WIDEST**2) ** 2)
        points += [
            (line / lines, (strip + 0.5) / len(strips), shift[strip], weight[strip])
            for strip in np.nonzero(most > 0.4)[0]
        ]
    grid = np.meshgrid(np.linspace(0, 1, lines + 1), np.linspace(0, 1, len(strips) + 1))
    if len(points) < 12:
        return np.zeros_like(grid[0])
    return _smooth(np.array(points), *grid)


def _smooth(points: Numbers, x: Numbers, y: Numbers) -> Numbers:
    """Fit a smooth function to points (x, y, value, weight), and return its values at `x`, `y`."""
    u, v, values, weight = points.T
    basis = _basis(u, v)
    factors = np.zeros(basis.shape[1])
    for _round in range(5):
        ridge = np.diag(2e-3 * len(points) * np.array([(i + j) ** 2 for i, j in _POWERS]))
        factors = np.linalg.solve((basis.T * weight) @ basis + ridge, (basis.T * weight) @ values)
        off = np.abs(basis @ factors - values)
        weight = points[:, 3] / (1 + (off / 0.03) ** 2)
    return np.asarray((_basis(x.ravel(), y.ravel()) @ factors).reshape(x.shape))


_POWERS = [(i, j) for i in range(4) for j in range(4) if i + j <= 4]


def _basis(u: Numbers, v: Numbers) -> Numbers:
    u, v = 2 * u - 1, 2 * v - 1
    return np.stack([u**i * v**j for i, j in _POWERS], -1)


def _area(nodes: Numbers) -> float:
    return cv2.contourArea(nodes[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32))


def _contains(nodes: Numbers, point: tuple[float, float]) -> bool:
    corners = nodes[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)
    return cv2.pointPolygonTest(corners, point, measureDist=False) > 0


def _overlap(nodes: Numbers, other: Numbers) -> bool:
    """Return whether the overlap of two boards exceeds a fifth of the smaller board."""
    one, two = (cv2.convexHull(each.reshape(-1, 2).astype(np.float32)) for each in (nodes, other))
    shared = cv2.intersectConvexConvex(one, two)[0]
    return shared > 0.2 * min(cv2.contourArea(one), cv2.contourArea(two))


def _in_reading_order(boards: list[Numbers]) -> list[Numbers]:
    """Return the boards from top to bottom, and from left to right within a row."""
    left = sorted(boards, key=lambda nodes: float(nodes[..., 1].min()))
    ordered: list[Numbers] = []
    while left:
        row = [nodes for nodes in left if _beside(nodes[..., 1], left[0][..., 1])]
        left = [nodes for nodes in left if not _beside(nodes[..., 1], left[0][..., 1])]
        ordered += sorted(row, key=lambda nodes: float(nodes[..., 0].mean()))
    return ordered


def _beside(one: Numbers, two: Numbers) -> bool:
    """Return whether two boards overlap in y by more than half of the shorter board's height."""
    shared = min(one.max(), two.max()) - max(one.min(), two.min())
    return bool(shared > 0.5 * min(np.ptp(one), np.ptp(two)))


def _cut(picture: Picture, nodes: Numbers) -> Board:
    """Return the part of a picture around a board, reduced to the resolution that reading requires."""
    height, width = picture.shape[:2]
    cell = max(np.ptp(nodes[..., 0]) / (nodes.shape[1] - 1), np.ptp(nodes[..., 1]) / (len(nodes) - 1))
    left, top = np.maximum(nodes.reshape(-1, 2).min(0) - cell, 0).astype(int)
    right, bottom = np.minimum(nodes.reshape(-1, 2).max(0) + cell + 1, (width, height)).astype(int)
    part: Numbers = picture[top:bottom, left:right]
    scale = 1.5 * SIDE / cell
    nodes = nodes - (left, top)
    if scale < 1:
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        nodes = nodes * scale
    return Board(np.ascontiguousarray(part), nodes.astype(np.float32))
