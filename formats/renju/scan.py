"""Read positions from screenshots of boards on websites, in programs and on PDF pages.

`load` finds the boards in a picture by their equally spaced horizontal and vertical lines.
`read` classifies each crossing: a stone hides the lines at its crossing, and is lighter or darker than
the stones of the other color. Unclear crossings, and boards with too many stones of a color, are reported
as doubtful. This module needs the packages that `zet[scan]` installs.
"""

import io
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from zet.engines.renju.model import BLACK, LEAST_SIZE, MOST_SIZE, WHITE, Game, cell_at, place_of
from zet.formats import raster
from zet.formats.errors import FormatError

Picture = NDArray[Any]
Numbers = NDArray[Any]

LEAST, WORKING = 700, 1600
"""The minimum and maximum length in pixels of a picture's longer side during the search for boards."""
CHANGES = (0.05, 0.15, 0.4)
"""The thresholds tried for the contrast of a line: the minimum difference in the logarithm of brightness
between the line and the pixels on both sides of it.
"""
RUN = 9
"""The minimum length in pixels of an unbroken piece of a line."""
LEAST_STEP = 10
"""The minimum distance in pixels between lines."""
MOST_PEAKS = 160
"""The maximum number of candidate lines in each direction; the strongest are used."""
PRESENT = 0.15
"""The minimum strength of a candidate line, relative to the LEAST_SIZE-th strongest candidate."""
LEAST_FIT = 0.2
"""The minimum visible share of lines, averaged over the even lines and over the odd lines (see HALF)."""
WEAK = 0.3
"""A line weaker than this, relative to the median line of the board, is not a line of the board."""
CROSSED = 0.12
"""The minimum share of the crossing lines that must be visible up to the outermost line of a board."""
REACHED = 0.6
"""If more than this share of the crossing lines continues beyond the outermost line found, the board has
another line there.
"""
HALF = 0.65
"""The minimum visible share of the even lines, relative to the odd lines, and vice versa. (The edges of
stones look like weak lines halfway between the lines of the board.)
"""
PART = 32
"""The distance in pixels between lines after a board is rescaled to classify its crossings."""
BANDS = ((0.13, 0.2), (0.21, 0.28), (0.31, 0.39))
"""The ranges in which a line is measured, as fractions of the distance from one crossing to the next."""
EMPTY, HIDDEN = 0.6, 0.35
"""The contrast of the lines at a crossing, relative to the usual contrast: at least EMPTY at an empty
crossing, and less than HIDDEN under a stone.
"""
OTHER, NEARER = 0.12, 0.6
"""A crossing is a stone if its color differs from the color of the board by more than OTHER (in red,
green or blue, 0 to 1), and if its difference from the usual color of the stones is less than NEARER times
its difference from the color of the board.
"""
COLORED, ALIKE = 0.3, 0.15
"""A stone is doubtful if its saturation exceeds COLORED, or if it differs from other stones of its color
by more than ALIKE.
"""
MARK = 0.25
"""The minimum difference between a mark and its stone in red, green or blue, 0 to 1."""
RED, GREEN, BLUE, ORANGE = (40, 40, 220), (40, 160, 40), (220, 120, 0), (0, 140, 255)
DOUBT, NOTHING = 2, 3
"""The states of a crossing other than BLACK and WHITE: doubtful, and empty."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board in a picture.

    `picture` is the whole picture, with channels in the order blue, green, red; `across` lists the x
    coordinates of the vertical lines, from the left; `down` lists the y coordinates of the horizontal
    lines, from the top. Both lists have the same length.
    """

    picture: Picture
    across: Numbers
    down: Numbers

    @property
    def size(self) -> int:
        """The number of points per side."""
        return len(self.across)


@dataclass(frozen=True, slots=True)
class Seen:
    """The contents of a board: the stones, the last move if one stone is marked, and doubtful points.

    Cells are numbered as in `Game`.
    """

    size: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    last: int | None
    doubtful: tuple[int, ...]

    @property
    def game(self) -> Game | None:
        """The position; None if a point is doubtful, or a color has too many stones."""
        more = len(self.black) - len(self.white)
        if self.doubtful or more not in (0, 1):
            return None
        if self.last is None:
            return Game.build(self.black, self.white, size=self.size)
        black, white = (
            [cell for cell in cells if cell != self.last] for cells in (self.black, self.white)
        )
        return Game.build(black, white, 1 - more, [self.last], size=self.size)


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Board | FormatError]:
    """Yield the boards in a file, in reading order within each picture.

    If no board is found, yield an error.
    """
    return raster.boards(
        stream, source, find, FormatError(source, None, "no board was found in this picture")
    )


def find(picture: Picture) -> list[Board]:
    """Return the boards in a picture, in reading order."""
    longest = max(picture.shape[:2])
    scale = min(WORKING / longest, max(1.0, LEAST / longest))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    light = _brightness(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way))
    found: list[tuple[float, Numbers, Numbers]] = []
    for change in CHANGES:
        upright, level = _lines(light, change), _lines(light.T, change).T
        downs = _rows(level.sum(axis=1))
        fits = (
            _fit(upright, level, across, down) for across in _rows(upright.sum(axis=0)) for down in downs
        )
        found += [fit for fit in fits if fit is not None]
    kept: list[tuple[Numbers, Numbers]] = []
    for _score, across, down in sorted(found, key=lambda one: -one[0]):
        if not any(
            across[0] < x[-1] and x[0] < across[-1] and down[0] < y[-1] and y[0] < down[-1]
            for x, y in kept
        ):
            kept.append((across, down))
    kept.sort(key=lambda one: (round(one[1][0] / 40), one[0][0]))
    return [Board(picture, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5) for x, y in kept]


def _brightness(picture: Picture) -> Numbers:
    """Return the logarithm of the brightness of each pixel."""
    return np.log(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) + 24)


def _lines(light: Numbers, change: float) -> Numbers:
    """Detect vertical lines: return an array that is 1 on lines and 0 elsewhere.

    On a line, `light` differs by more than `change` from the pixels on both sides.
    """
    there = np.zeros(light.shape, np.uint8)
    for apart in (2, 4):
        left, right = (
            light[:, apart:-apart] - light[:, : -2 * apart],
            light[:, apart:-apart] - light[:, 2 * apart :],
        )
        there[:, apart:-apart] |= (left * right > 0) & (np.minimum(np.abs(left), np.abs(right)) > change)
    return np.asarray(cv2.morphologyEx(there, cv2.MORPH_OPEN, np.ones((RUN, 1), np.uint8)))


def _rows(amount: Numbers) -> list[Numbers]:
    """Return candidate series of evenly spaced lines, given the number of line pixels at each place."""
    amount = np.convolve(amount.astype(np.float32), np.ones(3), "same")
    highest = cv2.dilate(amount[None], np.ones((1, 7), np.uint8))[0]
    least = max(3 * RUN, PRESENT * float(np.sort(amount[amount == highest])[-LEAST_SIZE:][0]))
    peaks = np.flatnonzero((amount == highest) & (amount > least))
    peaks = peaks[np.diff(peaks, prepend=-9) > 3]
    places = np.sort(peaks[np.argsort(-amount[peaks])[:MOST_PEAKS]]).astype(float).tolist()
    found: dict[tuple[int, ...], Numbers] = {}
    for number, first in enumerate(places):
        for second in places[number + 1 : number + 5]:
            if second - first >= LEAST_STEP:
                row = _extended(places, first, second)
                if LEAST_SIZE <= len(row) <= MOST_SIZE + 2:
                    found.setdefault((len(row), round(row[0] / 4), round(row[-1] / 4)), row)
    return list(found.values())


def _extended(places: list[float], first: float, second: float) -> Numbers:
    """Return the positions of evenly spaced lines that continue two lines, including undetected lines."""
    ends, numbers = [first, second], [0, 1]
    for side, way in ((1, 1), (0, -1)):
        ahead = 1
        while ahead < 3 and numbers[1] - numbers[0] < MOST_SIZE + 3:
            step = (ends[1] - ends[0]) / (numbers[1] - numbers[0])
            due = ends[side] + way * ahead * step
            at = bisect(places, due)
            near = min(places[max(at - 1, 0) : at + 1], key=lambda place: abs(place - due))
            if abs(near - due) < max(1.6, 0.05 * step):
                ends[side], numbers[side], ahead = near, numbers[side] + way * ahead, 1
            else:
                ahead += 1
    return np.asarray(np.linspace(ends[0], ends[1], numbers[1] - numbers[0] + 1))


def _fit(
    upright: Numbers, level: Numbers, across: Numbers, down: Numbers
) -> tuple[float, Numbers, Numbers] | None:
    """Return the score and the lines of the best board among candidate lines; None if no board fits."""
    step = float(across[1] - across[0])
    if abs(step - float(down[1] - down[0])) > 0.03 * step + 0.15 or abs(len(across) - len(down)) > 2:
        return None
    across, down = (np.array([lines[0] - step, *lines, lines[-1] + step]) for lines in (across, down))
    while True:
        columns, rows = _part(upright, across, down), _part(level.T, down, across)
        # Drop lines beside the board that happen to continue its spacing.
        weak = WEAK * float(np.median(np.concatenate([columns, rows])))
        more = len(across) - len(down)
        ends = []
        for crossing, places, along, own, use in (
            (level, across, down, columns, more >= 0),
            (upright.T, down, across, rows, more <= 0),
        ):
            for end, inner in ((0, 1), (-1, -2)) if use else ():
                is_crossed = _crossed(crossing, along, places[inner], places[end], 0.45) > CROSSED
                ends.append((float(own[end]) if is_crossed else 0.0, places is down, end))
        least, is_down, end = min(ends)
        if not more and least > weak:
            break
        if min(len(across), len(down)) < LEAST_SIZE:
            return None
        if is_down:
            down = np.delete(down, end)
        else:
            across = np.delete(across, end)
    across, down = _whole(level, across, down), _whole(upright.T, down, across)
    if not LEAST_SIZE <= len(across) == len(down) <= MOST_SIZE:
        return None
    columns, rows = _part(upright, across, down), _part(level.T, down, across)
    # Edges of stones can look like lines halfway between the lines; every second line is then weaker.
    score, most = sorted(float(np.concatenate([columns[odd::2], rows[odd::2]]).mean()) for odd in (0, 1))
    if score < max(LEAST_FIT, HALF * most):
        return None
    size = len(across)
    return (
        score * size**0.5 * step * size,
        _centered(upright, across, down),
        _centered(level.T, down, across),
    )


def _whole(crossing: Numbers, places: Numbers, along: Numbers) -> Numbers:
    """Return the positions of lines, extended by a line at each end where the crossing lines continue.

    The result is empty if the crossing lines continue to the edge of the picture, because the board is
    then cut off.
    """
    step, size = float(places[1] - places[0]), crossing.shape[1]
    if _crossed(crossing, along, places[0], places[0] - step, 0.9) > REACHED:
        places = np.insert(places, 0, places[0] - step)
    if _crossed(crossing, along, places[-1], places[-1] + step, 0.9) > REACHED:
        places = np.append(places, places[-1] + step)
    return places if places[0] > -0.1 * step and places[-1] < size - 1 + 0.1 * step else places[:0]


def _crossed(crossing: Numbers, along: Numbers, one: float, other: float, part: float) -> float:
    """Return the share of crossing lines that are visible between the positions `one` and `other`.

    A line counts if more than the fraction `part` of it is visible there.
    """
    inside = [at for at in np.round(along).astype(int).tolist() if 2 <= at < len(crossing) - 2]
    low, high = sorted((round(one + 0.2 * (other - one)), round(one + 0.8 * (other - one))))
    there = [crossing[at - 2 : at + 3, max(low, 0) : max(high, 0)].max(axis=0) for at in inside]
    return float((np.array(there).mean(axis=1) > part).mean()) if there and there[0].size else 0.0


def _centered(lines: Numbers, places: Numbers, along: Numbers) -> Numbers:
    """Return the positions of lines, each moved to the center of the line's pixels."""
    there = lines[max(int(along[0]), 0) : int(along[-1]) + 1].sum(axis=0).astype(float)
    reach = max(2, round(0.12 * float(places[1] - places[0])))
    found, numbers, weights = [], [], []
    for number, place in enumerate(places):
        at = np.arange(max(round(place) - reach, 0), min(round(place) + reach + 1, len(there)))
        if there[at].sum():
            found.append(float((at * there[at]).sum() / there[at].sum()))
            numbers.append(number)
            weights.append(float(there[at].max()))
    step, start = np.polyfit(numbers, found, 1, w=weights)
    return np.asarray(start + step * np.arange(len(places)))


def _part(lines: Numbers, places: Numbers, along: Numbers) -> Numbers:
    """Return the visible share of each line between the first and the last line that crosses it."""
    start, end = max(int(along[0]), 0), int(along[-1]) + 1
    found = []
    for place in places:
        strip = lines[start:end, max(round(float(place)) - 2, 0) : max(round(float(place)) + 3, 0)]
        found.append(float(strip.max(axis=1).mean()) if strip.size else 0.0)
    return np.array(found)


def read(board: Board) -> Seen:
    """Return the stones on a board."""
    size = board.size
    colors = _patches(board)
    patches = colors.mean(axis=4)
    places = (np.arange(PART) + 0.5) / PART - 0.5
    x, y = np.meshgrid(places, places)
    far = np.hypot(x, y)
    disc = (far > 0.28) & (far < 0.38) & (np.abs(x) > 0.1) & (np.abs(y) > 0.1)
    inks = np.median(colors[:, :, disc], axis=2)
    corner = (np.abs(x) > 0.36) & (np.abs(y) > 0.36)
    # Beyond the edge of the board the color may differ: there the color of the next inner point is used.
    ground = np.median(colors[:, :, corner], axis=2)[1:-1, 1:-1]
    ground = np.pad(ground, ((1, 1), (1, 1), (0, 0)), "edge")
    alike = np.abs(inks - ground).max(axis=2) < OTHER / 2
    # A ring or a square on a stone can look like lines at one distance, but not at all distances.
    there = np.min([_there(patches, alike, _arms(x, y, low, high)) for low, high in BANDS], axis=0)
    kinds = _kinds(there, inks, ground)
    inside = far < 0.38
    marked = (np.abs(colors[:, :, inside] - inks[:, :, None]).max(axis=3) > MARK).mean(axis=2)
    cells: tuple[list[int], list[int], list[int]] = ([], [], [])
    for row, column in zip(*np.nonzero(kinds != NOTHING), strict=True):
        cells[kinds[row, column]].append(cell_at(int(column), int(row), size))
    black, white, doubtful = (tuple(sorted(kind)) for kind in cells)
    return Seen(size, black, white, _last(kinds, marked), doubtful)


def _there(patches: Numbers, alike: Numbers, arms: list[tuple[Numbers, Numbers]]) -> Numbers:
    """Return how visible the lines are at each crossing, relative to the usual contrast of the lines.

    `alike` marks the crossings that have the color of the board; most of them are empty.
    """
    size = len(patches)
    contrast = np.zeros((size, size, 4))
    for way, (line, beside) in enumerate(arms):
        contrast[..., way] = patches[:, :, line].mean(axis=2) - patches[:, :, beside].mean(axis=2)
    strength = contrast / _usual(contrast, alike)
    strength[:, 0, 0], strength[0, :, 1] = np.inf, np.inf
    strength[:, -1, 2], strength[-1, :, 3] = np.inf, np.inf
    strength.sort(axis=2)
    # The second smallest value of three or four lines, the smallest of two, because a mark on a stone may
    # look like one line.
    there = strength[..., 1].copy()
    there[:: size - 1, :: size - 1] = strength[:: size - 1, :: size - 1, 0]
    return there


def _usual(contrast: Numbers, alike: Numbers) -> Numbers:
    """Return the usual contrast of each line with its surroundings: the median of strong contrasts."""
    whole = _most(contrast[alike] if alike.any() else contrast)
    found = np.full(contrast.shape, whole)
    for at in range(len(contrast)):
        for place, ways in (((at, slice(None)), slice(0, 4, 2)), ((slice(None), at), slice(1, 4, 2))):
            own = contrast[place][alike[place], ways]
            if own.size and 0.2 < _most(own) / whole < 5:  # weak contrasts are where stones hide the line
                found[(*place, ways)] = _most(own)
    return found


def _most(contrast: Numbers) -> float:
    strong = np.abs(contrast) > 0.5 * float(np.percentile(np.abs(contrast), 90))
    return float(np.median(contrast[strong])) if strong.any() else 1.0


def _kinds(there: Numbers, inks: Numbers, ground: Numbers) -> Numbers:
    """Return the state of each crossing, from the contrast of its lines and from its colors."""
    light = inks.mean(axis=2)
    kinds: Numbers = np.full(there.shape, NOTHING)
    kinds[(there >= HIDDEN) & (there < EMPTY)] = DOUBT
    stones = there < HIDDEN
    least, most = (float(light[stones].min()), float(light[stones].max())) if stones.any() else (0.5, 0.5)
    between = (least + most) / 2 if most - least > 0.3 else 0.5
    kinds[stones] = np.where(light[stones] > between, WHITE, BLACK)
    kinds[stones & (np.abs(light - between) < 0.06)] = DOUBT
    # Marks on a stone may look like lines; a crossing with the color of stones is still a stone.
    for color, usual in ((BLACK, 0.1), (WHITE, 0.95)):
        known = inks[kinds == color]
        ink = np.median(known, axis=0) if len(known) else np.full(3, usual)
        near, far = (np.abs(inks - other).max(axis=2) for other in (ink, ground))
        kinds[(far > OTHER) & (near < NEARER * far) & (kinds != 1 - color)] = color
    kinds[(np.abs(inks - ground).max(axis=2) > 2 * OTHER) & (kinds == NOTHING)] = DOUBT
    # Labels and marks on the board also hide its lines, but have the board's color or no stone's color.
    bare = (np.abs(inks - ground).max(axis=2) < OTHER / 2) & (ground.mean(axis=2) > 0.2)
    bare &= (kinds == BLACK) | (ground.mean(axis=2) < 0.85)
    odd = bare | (np.ptp(inks, axis=2) > COLORED)
    for color in (BLACK, WHITE):
        own = kinds == color
        if own.any():
            odd |= own & (np.abs(inks - np.median(inks[own], axis=0)).max(axis=2) > ALIKE)
    kinds[odd & ((kinds == BLACK) | (kinds == WHITE))] = DOUBT
    return kinds


def _last(kinds: Numbers, marked: Numbers) -> int | None:
    """Return the last move: the only stone, or the only marked stone, of the side that has just moved."""
    moved = BLACK if (kinds == BLACK).sum() > (kinds == WHITE).sum() else WHITE
    there = np.argwhere(kinds == moved)
    if len(there) > 1:
        more = np.zeros(kinds.shape)
        for color in (BLACK, WHITE):
            own = kinds == color
            if own.sum() > 1:
                more[own] = marked[own] - np.median(marked[own][np.argsort(marked[own])[:-1]])
        there = np.argwhere(more > 0.05)
    if len(there) != 1 or kinds[tuple(there[0])] != moved:
        return None
    return cell_at(int(there[0][1]), int(there[0][0]), len(kinds))


def _patches(board: Board) -> Numbers:
    """Return the colors around each crossing, from 0 to 1; shape (rows, columns, PART, PART, 3)."""
    size = board.size
    at = (np.arange(size * PART) + 0.5) / PART - 0.5
    x, y = (
        (lines[0] + (lines[-1] - lines[0]) / (size - 1) * at).astype(np.float32)
        for lines in (board.across, board.down)
    )
    picture = board.picture
    step = float(board.across[1] - board.across[0])
    if step > 1.5 * PART:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.4 * step / PART)
    wide, high = np.meshgrid(x, y)
    flat = cv2.remap(picture, wide, high, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat.reshape(size, PART, size, PART, 3).swapaxes(1, 2), np.float32) / 255


def _arms(x: Numbers, y: Numbers, low: float, high: float) -> list[tuple[Numbers, Numbers]]:
    """Return, for each direction (left, up, right, down), a mask of the line and a mask of its sides."""
    found = []
    for along, aside in ((-x, y), (-y, x), (x, y), (y, x)):
        reach = (along > low) & (along < high)
        found.append(
            (reach & (np.abs(aside) < 0.05), reach & (np.abs(aside) > 0.1) & (np.abs(aside) < 0.17))
        )
    return found


def draw(board: Board, seen: Seen, ending: str = ".png") -> bytes:
    """Return the picture with the reading of a board drawn on it, encoded as a file with this ending.

    Lines are red, stones are ringed, the last move has a dot, and doubtful points have orange rings.
    """
    scale = max(1.0, LEAST / max(board.picture.shape[:2]))
    picture = cv2.resize(board.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    across, down = (np.round(lines * scale).astype(int).tolist() for lines in (board.across, board.down))
    step = (across[-1] - across[0]) / (board.size - 1)
    for at in range(board.size):
        cv2.line(picture, (across[at], down[0]), (across[at], down[-1]), RED, 1, cv2.LINE_AA)
        cv2.line(picture, (across[0], down[at]), (across[-1], down[at]), RED, 1, cv2.LINE_AA)
    for cells, color in ((seen.black, GREEN), (seen.white, BLUE), (seen.doubtful, ORANGE)):
        for cell in cells:
            column, row = place_of(cell, board.size)
            middle = (across[column], down[row])
            cv2.circle(picture, middle, round(0.42 * step), color, max(2, round(step / 12)), cv2.LINE_AA)
            if cell == seen.last:
                cv2.circle(picture, middle, round(0.2 * step), color, cv2.FILLED, cv2.LINE_AA)
    return bytes(cv2.imencode(ending, picture)[1])
