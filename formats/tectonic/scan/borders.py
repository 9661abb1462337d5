"""Find the lines of a straightened board that separate pieces: by their ink, by adjacent colors, or both.

Each line between two cells has an amount of ink (darkness times width, so that dashes and blur matter
little) and a difference of color between its sides. If these numbers form two groups, the upper group may
be borders; it is accepted if no border then lies within a piece.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zet.engines.tectonic.repair import lines_of
from zet.formats.tectonic.scan.boards import SIDE, Picture
from zet.formats.tectonic.scan.glyphs import ground_of

Numbers = NDArray[Any]

CERTAIN = 12.0
"""The largest absolute value of the log odds that a line is a border."""
LEAST = 0.5
"""An alternative reading of borders is dropped unless the score of its pieces exceeds this."""
USUAL_PIECE = 9
COLOR_NOISE = 0.008
FAINT = 0.03
"""The minimum change of the logarithm of brightness at a line."""


def read(straight: Picture, rows: int, columns: int, border: float = 0.25) -> list[Numbers]:
    """Return the possible readings of the lines of a straightened board, the best first.

    `border` is the width of the margin around the board, in cells. A reading gives, for each line, the
    log odds that it is a border: first for the lines to the right of all cells except the last cell of
    each row, then for the lines below all cells except the last row.
    """
    start = round(border * SIDE)
    picture = np.log(straight.astype(np.float32) + 24)
    turned = picture.swapaxes(0, 1)
    half = SIDE // 2
    right = np.array([
        _line(picture[start + r * SIDE :, start + c * SIDE + half :][:SIDE, :SIDE])
        for r, c in _grid(rows, columns - 1)
    ]).reshape(-1, 4)  # fmt: skip
    below = np.array([
        _line(turned[start + c * SIDE :, start + r * SIDE + half :][:SIDE, :SIDE])
        for r, c in _grid(rows - 1, columns)
    ]).reshape(-1, 4)  # fmt: skip
    *ink, color = np.concatenate([right, below]).T
    # Writing beside a line is not the color of its cell, and a shadow is not the color of the line.
    color = np.minimum(color, _steps(straight, rows, columns, start))
    return _ways(np.array(ink), color, rows, columns)


def _grid(rows: int, columns: int) -> list[tuple[int, int]]:
    return [(row, column) for row in range(rows) for column in range(columns)]


def _steps(straight: Picture, rows: int, columns: int, start: int) -> Numbers:
    """Return the difference between the backgrounds of the two cells at each line."""
    cells = (
        straight[start + r * SIDE :, start + c * SIDE :][:SIDE, :SIDE] for r, c in _grid(rows, columns)
    )
    grounds = np.log(np.array([ground_of(cell) for cell in cells]) + 24)
    return np.array([_difference(grounds[two] - grounds[one]) for one, two in lines_of(columns, rows)])


def _difference(step: Numbers) -> float:
    """Return the difference of two colors.

    A change common to all channels may be a change of light, and therefore counts half.
    """
    shared = np.median(step)
    return float(np.abs(step - shared).max() + 0.5 * abs(shared))


def _line(band: Numbers) -> tuple[float, float, float, float]:
    """Return the ink of a line in each channel, and the difference of color between its sides.

    `band` extends from the middle of the cell before the line to the middle of the cell after it.
    """
    length = slice(round(0.2 * SIDE), round(0.8 * SIDE))
    reach = round(0.2 * SIDE)
    half = SIDE // 2
    near = band[length, half - reach : half + reach]
    side = max(3, round(0.06 * SIDE))
    before, after = np.median(near[:, :side], axis=(0, 1)), np.median(near[:, -side:], axis=(0, 1))
    profile = near.mean(axis=0)
    # A change of color is not ink, wherever it happens in the blur of the line.
    low, high = np.minimum(before, after), np.maximum(before, after)
    darker, lighter = np.maximum(low - profile, 0), np.maximum(profile - high, 0)
    inner = slice(side // 2, -(side // 2))
    ink = (darker - lighter)[inner]
    return _nearest(ink[:, 0]), _nearest(ink[:, 1]), _nearest(ink[:, 2]), _difference(after - before)


def _nearest(ink: Numbers) -> float:
    """Return the ink of the line nearest to the middle; other lines may be parts of boxes in a cell."""
    depth = np.abs(ink)
    middle = len(ink) // 2
    tops = (
        np.nonzero((depth[1:-1] >= depth[:-2]) & (depth[1:-1] >= depth[2:]) & (depth[1:-1] > FAINT))[0]
        + 1
    )
    if not len(tops):
        return float(ink.sum())
    top = int(tops[np.argmin(np.abs(tops - middle))])
    apart = np.nonzero(depth < 0.25 * depth[top])[0]
    first, last = apart[apart < top], apart[apart > top]
    start, end = (first[-1] + 1 if len(first) else 0), (last[0] if len(last) else len(ink))
    return float(ink[start:end].sum())


def _ways(ink: Numbers, color: Numbers, rows: int, columns: int) -> list[Numbers]:
    """Return readings of the borders as log odds, judged by ink, by color or by both, the best first."""
    bent = np.sign(ink) * np.sqrt(np.abs(ink))
    kinds = [np.take_along_axis(bent, np.abs(ink).argmax(axis=0)[None], axis=0)[0]]
    if float(np.sort(np.ptp(bent, axis=0))[-2]) > 0.2 * np.ptp(kinds[0]):
        kinds += [*bent]  # lines in a special color, as of a cursor, are invisible in one channel
    splits = [_split(sign * values, rows, columns) for values in kinds for sign in (1, -1)]
    by_ink = max(splits, key=lambda way: way[0])
    by_color = _split(color, rows, columns, noise=COLOR_NOISE)
    ways = [*splits, by_color]
    if by_ink[0] > 0 and by_color[0] > 0 and np.mean((by_ink[1] > 0) == (by_color[1] > 0)) > 0.9:
        ways = [(1.0, np.clip(by_ink[1] + by_color[1], -CERTAIN, CERTAIN))]
    best, *others = sorted(ways, key=lambda way: -way[0])
    found = {bytes(best[1] > 0): best[1]}
    for score, odds in others:
        if score > LEAST:
            found.setdefault(bytes(odds > 0), odds)
    return list(found.values())


def _split(values: Numbers, rows: int, columns: int, noise: float = 0) -> tuple[float, Numbers]:
    """Split the values of all lines in two at the best threshold; return the quality of the split.

    The second result is the log odds that a line is in the upper part, the borders of pieces. With
    `noise` (the minimum size of the noise), the lower part is assumed to vary only by noise, and the
    upper part freely, as differences of color do.
    """
    ordered = np.sort(values)
    gaps = np.diff(ordered)
    span = ordered[-1] - ordered[0]
    if span < 0.05:
        return -1.0, np.full(len(values), -1.0)
    best = -2.0, np.full(len(values), -1.0)
    for at in np.argsort(-gaps)[:12]:
        low, high = ordered[: at + 1], ordered[at + 1 :]
        spread_low = float(np.percentile(low, 90) - np.percentile(low, 10)) / 2.56
        spread_high = float(np.percentile(high, 90) - np.percentile(high, 10)) / 2.56
        distance = float(np.median(high) - np.median(low))
        if distance < 0.02:
            continue
        if noise:
            clear = (
                2 * float(gaps[at]) / (float(gaps[at]) + float(np.percentile(low, 97) - low[0]) + noise)
            )
        else:
            clear = distance / (distance + 2 * (spread_low + spread_high))
            clear += min(1.0, 3 * float(gaps[at]) / distance)
        inside, largest, pieces = pieces_of(values > ordered[at], rows, columns)
        score = clear - 6 * inside
        score -= 0.15 * max(0, largest - USUAL_PIECE) / USUAL_PIECE + (1.5 if pieces == 1 else 0)
        score -= 3 * max(0.0, pieces / (rows * columns) - 0.45)  # mostly single cells: not a puzzle
        if score > best[0]:
            middle = (ordered[at] + ordered[at + 1]) / 2
            width = np.where(
                values > middle, max(spread_high, 0.06 * distance), max(spread_low, 0.06 * distance)
            )
            side = np.where(values > middle, np.median(high) - middle, middle - np.median(low))
            # For two normal distributions at the medians, the log odds grow from 0 in the middle.
            odds = (values - middle) * np.maximum(side, 0.2 * distance) / (width * width)
            if noise:
                odds = (values - middle) * float(gaps[at]) / 2 / max(spread_low, noise) ** 2
            best = float(score), np.clip(odds, -CERTAIN, CERTAIN)
    return best


def pieces_of(walls: Sequence[bool] | Numbers, rows: int, columns: int) -> tuple[float, int, int]:
    """Return the share of wrong walls, the size of the largest piece, and the number of pieces.

    A wall is wrong if both of its sides are in one piece.
    """
    parent = list(range(rows * columns))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    lines = lines_of(columns, rows)
    for (one, two), wall in zip(lines, walls, strict=True):
        if not wall:
            parent[root(one)] = root(two)
    inside = sum(
        bool(wall) and root(one) == root(two) for (one, two), wall in zip(lines, walls, strict=True)
    )
    roots = [root(cell) for cell in range(rows * columns)]
    sizes = [roots.count(one) for one in set(roots)]
    return inside / len(lines), max(sizes), len(sizes)
