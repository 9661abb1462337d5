"""Find the lines between pieces on a straightened board: by ink, by adjacent colors, or by both.

Each line between two cells has an amount of ink (darkness times width, so that dashes and blur matter
little) and a difference of color between its sides. If these numbers form two groups, the lines of the
upper group may be borders, and are accepted if none of them then lies within a piece.
"""

from collections.abc import Sequence

import numpy as np

from zet.engines.tectonic.repair import labels_of, lines_of
from zet.formats.tectonic.scan.boards import SIDE, Numbers, Picture
from zet.formats.tectonic.scan.channels import greatest

CERTAIN = 12.0
"""The largest absolute value of the log odds that a line is a border."""
LEAST = 0.5
"""An alternative reading of borders is dropped unless its score exceeds this."""
USUAL_PIECE = 9
COLOR_NOISE = 0.008
FAINT = 0.03
"""The minimum change of the logarithm of brightness at a line."""
INNER, MIDDLE = 0.13, 0.24
"""The width, in cells, of the strip at each side of a cell that may contain lines (INNER), and of the
strip that contains no digit (MIDDLE).
"""
END, PARTS, REACH, EDGE = 12, 4, 12, 4
"""A line is measured in PARTS parts along its length, leaving out END pixels at each end, and up to REACH
pixels to either side; the outermost EDGE pixels give the colors of its sides.
"""
WEAK = 0.2
"""Ink counts as a line only if it exceeds this fraction of the strongest ink near the line; the halos at
edges in sharpened photos are weaker.
"""
VALLEY = 0.75
"""Two lines are separate if the ink between them is less than this fraction of the ink of the line nearer
to the lattice.
"""
INK = 0.3
"""A pixel is ink if the logarithm of its brightness differs from the usual value in its cell by more than
this.
"""
SHOWN = 0.5
"""The color of a cell is unknown if less than this fraction of the cell is free of ink."""
AWAY, WAVERS = 2.2, 1.4
"""The maximum distance of a border from its usual place, and the maximum difference between the distances
of its parts, in pixels; the strokes of a pen are farther away, or waver.
"""
BETWEEN = 0.3
"""A line is open (undecided) if its ink is between the usual ink of borders and that of other lines, and
differs from both by more than this fraction of the distance between them.
"""
OPEN = 0.3
"""The maximum absolute log odds of a line that is partly covered, or next to a cell of unknown color."""


def read(straight: Picture, rows: int, columns: int, border: float = 0.25) -> list[Numbers]:
    """Return the possible readings of the lines of a straightened board, the best first.

    `border` is the width of the margin around the board, in units of a cell. A reading gives, for each
    line, the log odds that it is a border: first for the lines to the right of all cells except the last
    cell of each row, then for the lines below all cells except the last row.
    """
    start = round(border * SIDE)
    picture = np.log(straight.astype(np.float32) + 24)
    bare, grounds, shown = _bare(picture, rows, columns, start)
    lines = np.array(lines_of(columns, rows))
    near, plain = (
        np.stack([_near(each, start, columns, line) for line in lines.tolist()])
        for each in (picture, bare)
    )
    before, after = _sides(plain)
    one, two = lines.T
    # A shadow at a line does not change the colors of its cells.
    color = np.minimum(_difference(after - before), _difference(grounds[two] - grounds[one]))
    ink, places = _ink(near, before, after)
    return _ways(ink, places, color, shown[one] & shown[two], rows, columns)


def _bare(picture: Numbers, rows: int, columns: int, start: int) -> tuple[Numbers, Numbers, Numbers]:
    """Return the board without the ink in its cells, each cell's color, and whether this color is known.

    Writing and pen strokes do not count as the color of their cell.
    """
    bare, grounds, shown = picture.copy(), [], []
    low, core = round(INNER * SIDE), round(MIDDLE * SIDE)
    ring = np.ones((SIDE - 2 * low, SIDE - 2 * low), bool)
    ring[core - low : low - core, core - low : low - core] = False
    for y in range(start + low, start + rows * SIDE, SIDE):
        for x in range(start + low, start + columns * SIDE, SIDE):
            cell = bare[y : y + len(ring), x : x + len(ring)]
            usual = np.median(cell[::2, ::2], axis=(0, 1))
            ink = greatest(np.abs(cell - usual)) > INK
            around = cell[ring & ~ink]
            ground = np.median(around, axis=0) if len(around) else usual
            cell[ink] = ground
            grounds.append(ground)
            shown.append(ink.mean() < 1 - SHOWN)
    return bare, np.array(grounds), np.array(shown)


def _near(picture: Numbers, start: int, columns: int, line: tuple[int, int]) -> Numbers:
    """Return the pixels near a line, without its ends; axes: along the line, across it, channel."""
    one, two = line
    y, x = (start + place * SIDE for place in divmod(two, columns))
    if two == one + 1:
        return picture[y + END : y + SIDE - END, x - REACH : x + REACH]
    return picture[y - REACH : y + REACH, x + END : x + SIDE - END].swapaxes(0, 1)


def _difference(step: Numbers) -> Numbers:
    """Return the size of each difference between two colors.

    A change common to all channels may be a change of light, and therefore counts half.
    """
    shared = np.median(step, axis=-1, keepdims=True)
    return np.asarray(greatest(np.abs(step - shared)) + 0.5 * np.abs(shared[..., 0]))


def _sides(near: Numbers) -> tuple[Numbers, Numbers]:
    """Return the colors of the two sides of each line; `near` contains the pixels near each line."""
    return np.median(near[:, :, :EDGE], axis=(1, 2)), np.median(near[:, :, -EDGE:], axis=(1, 2))


def _ink(near: Numbers, before: Numbers, after: Numbers) -> tuple[Numbers, Numbers]:
    """Return the ink of each line, by part and channel, and the distance of the ink from the middle.

    `near` contains the pixels near each line; `before` and `after` contain the colors on its two sides.
    """
    profile = near.reshape(len(near), PARTS, -1, *near.shape[2:]).mean(axis=2)
    # A change of color is not ink, wherever it happens in the blur of the line.
    low, high = (limit(before, after)[:, None, None] for limit in (np.minimum, np.maximum))
    ink = np.maximum(low - profile, 0) - np.maximum(profile - high, 0)
    return _nearest(ink[:, :, EDGE // 2 : -(EDGE // 2)].swapaxes(2, 3))


def _nearest(ink: Numbers) -> tuple[Numbers, Numbers]:
    """Return the ink of the line nearest to the middle, and the line's offset from the middle in pixels.

    Other lines may be parts of boxes in a cell. The last axis of `ink` is the position across the
    line. If there is no line, the result is for all ink.
    """
    depth, size = np.abs(ink), ink.shape[-1]
    places = np.arange(size)
    beside = np.pad(depth, [(0, 0)] * (depth.ndim - 1) + [(1, 1)], constant_values=np.inf)
    least = np.maximum(FAINT, WEAK * depth.max(axis=-1, keepdims=True))
    tops = (depth >= beside[..., :-2]) & (depth >= beside[..., 2:]) & (depth > least)
    top = np.where(tops, np.abs(places - size // 2), size).argmin(axis=-1)[..., None]
    peak = np.take_along_axis(depth, top, axis=-1)
    valleys = (depth <= beside[..., :-2]) & (depth <= beside[..., 2:]) & (depth < VALLEY * peak)
    apart = valleys | (depth < 0.25 * peak)
    first = np.where(apart & (places < top), places, -1).max(axis=-1, keepdims=True)
    last = np.where(apart & (places > top), places, size).min(axis=-1, keepdims=True)
    own = (places > first) & (places < last) | ~tops.any(axis=-1, keepdims=True)
    amount = np.maximum((depth * own).sum(axis=-1), 1e-6)
    return (ink * own).sum(axis=-1), (depth * own * places).sum(axis=-1) / amount - (size - 1) / 2


def _ways(
    ink: Numbers, places: Numbers, color: Numbers, known: Numbers, rows: int, columns: int
) -> list[Numbers]:
    """Return readings of the borders as log odds, judged by ink, by color or by both, the best first.

    `known` marks the lines between cells whose colors are both known. When lines are judged by ink,
    a line that is crooked or out of place is probably not a border.
    """
    usual = ink.mean(axis=1)
    most = np.abs(usual).argmax(axis=1)[:, None]
    place = np.take_along_axis(places, most[:, None], axis=2)[..., 0]
    away, slope = _away(place.mean(axis=1), rows, columns)
    along = (np.arange(PARTS) - (PARTS - 1) / 2) * (SIDE - 2 * END) / PARTS / SIDE
    astray = (away > AWAY) | (np.ptp(place - slope[:, None] * along, axis=1) > WAVERS)
    # The ink of the whole line, and of its lightest part: a pen adds ink to a part of a line.
    both = [np.sign(each) * np.sqrt(np.abs(each)) for each in (usual, ink.min(axis=1))]
    kinds = [tuple(np.take_along_axis(each, most, axis=1)[:, 0] for each in both)]
    if float(np.sort(np.ptp(both[0], axis=1))[-2]) > 0.2 * np.ptp(kinds[0][0]):
        # Lines in a special color, as of a cursor, are invisible in one channel.
        kinds += [tuple(each[:, channel] for each in both) for channel in range(3)]
    splits = [
        _split(sign * values, rows, columns, np.where(astray, -np.inf, sign * least))
        for values, least in kinds
        for sign in (1, -1)
    ]
    by_ink = max(splits, key=lambda way: way[0])
    clear, odds = _split(color, rows, columns)
    by_color = clear, np.where(known, odds, np.clip(odds, -OPEN, OPEN))
    ways = [*splits, by_color]
    if by_ink[0] > 0 and by_color[0] > 0 and np.mean((by_ink[1] > 0) == (by_color[1] > 0)) > 0.9:
        ways = [(1.0, np.clip(by_ink[1] + by_color[1], -CERTAIN, CERTAIN))]
    best, *others = sorted(ways, key=lambda way: -way[0])
    found: dict[bytes, Numbers] = {}
    for _score, odds in [best, *(way for way in others if way[0] > LEAST)]:
        settled = _settled(odds, rows, columns)
        found.setdefault(bytes(settled > 0), settled)
    return list(found.values())


def _away(place: Numbers, rows: int, columns: int) -> tuple[Numbers, Numbers]:
    """Return how far each line is from its usual place (in pixels), and its slope (in pixels per cell).

    The usual place is the nearest of five places. Three are medians: of all lines in the same direction,
    of the lines in the same row, and of the lines in the same column. Two are predicted by `_continued`:
    from the neighbors in the column, and from the neighbors in the row. On a bent page, a row, a column
    or a corner may be out of place.
    """
    across = rows * (columns - 1)
    found, slopes = [], []
    both = place[:across].reshape(rows, -1), place[across:].reshape(-1, columns)
    for along, same in enumerate(both):
        usual = [np.median(same, axis=axis, keepdims=True) for axis in (None, 0, 1)]
        usual += [_continued(same), _continued(same.T).T]
        found.append(np.min([np.abs(same - one) for one in usual], axis=0).ravel())
        slopes.append(np.asarray(np.gradient(same, axis=along)).ravel())
    return np.concatenate(found), np.concatenate(slopes)


def _continued(values: Numbers) -> Numbers:
    """Return, for each row, a value expected from the nearest rows.

    It is the mean of the adjacent rows or, at an end, a linear extrapolation of the next two.
    """
    if len(values) < 3:
        return np.full_like(values, np.inf)
    ends = 2 * values[1] - values[2], 2 * values[-2] - values[-3]
    return np.stack([ends[0], *(values[:-2] + values[2:]) / 2, ends[1]])


def _settled(odds: Numbers, rows: int, columns: int) -> Numbers:
    """Return the log odds of all lines after deciding open lines by the pieces around them.

    The pieces are determined as if all open lines were borders. An open line with the same piece on both
    sides is then not a border. An open line between two pieces is a border if another line between these
    pieces is certainly a border.
    """
    is_open = np.abs(odds) <= OPEN
    lines = lines_of(columns, rows)
    labels = labels_of(rows * columns, lines, (odds > 0) | is_open)
    sides = [frozenset((labels[one], labels[two])) for one, two in lines]
    apart = {both for both, each in zip(sides, odds, strict=True) if each > OPEN}
    settled = odds.copy()
    for at in np.nonzero(is_open)[0]:
        if len(sides[at]) == 1:
            settled[at] = -CERTAIN
        elif sides[at] in apart:
            settled[at] = CERTAIN
    return settled


def _split(
    values: Numbers, rows: int, columns: int, least: Numbers | None = None
) -> tuple[float, Numbers]:
    """Split the values of all lines into two groups at the best threshold; return the split's quality.

    The second result is the log odds that a line is in the upper group, the borders of pieces. `values`
    is the ink of lines, and `least` the ink of the lightest part of each line; if only the latter is
    below the threshold, the line is probably not a border. Without `least`, the values are differences of
    color, which are assumed to vary only by noise in the lower group, and freely in the upper group.
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
        if least is None:
            noise = float(np.percentile(low, 97) - low[0]) + COLOR_NOISE
            clear = 2 * float(gaps[at]) / (float(gaps[at]) + noise)
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
            if least is None:
                odds = (values - middle) * float(gaps[at]) / 2 / max(spread_low, COLOR_NOISE) ** 2
            else:
                part = (values - np.median(low)) / distance
                between = (part > BETWEEN) & (part < 1 - BETWEEN)
                covered = (values > middle) & (least < middle)
                odds = np.where(between, np.where(part > 0.5, OPEN, -OPEN), odds)
                odds = np.where(covered, -OPEN, odds)
            best = float(score), np.clip(odds, -CERTAIN, CERTAIN)
    return best


def pieces_of(walls: Sequence[bool] | Numbers, rows: int, columns: int) -> tuple[float, int, int]:
    """Return the share of wrong walls, the size of the largest piece, and the number of pieces.

    A wall is wrong if both of its sides are in one piece.
    """
    lines = lines_of(columns, rows)
    roots = labels_of(rows * columns, lines, walls)
    inside = sum(
        bool(wall) and roots[one] == roots[two] for (one, two), wall in zip(lines, walls, strict=True)
    )
    sizes = [roots.count(one) for one in set(roots)]
    return inside / len(lines), max(sizes), len(sizes)
