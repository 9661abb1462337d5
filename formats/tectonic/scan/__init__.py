"""Read Tectonic puzzles from pictures: photos, scans, screenshots, PDF pages.

`load` finds the boards in a picture (`boards.py`). `read` recognizes the borders (`borders.py`) and the
digits (`glyphs.py`) of a board, with probabilities. `zet.engines.tectonic.repair` turns these readings
into a puzzle.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np

from zet.engines.tectonic.repair import DOUBT, MARGIN, Reading
from zet.formats import raster
from zet.formats.errors import FormatError
from zet.formats.tectonic.scan import borders, corners, evidence, glare, glyphs, inks, rings
from zet.formats.tectonic.scan.boards import SIDE, Board, Numbers, find
from zet.formats.tectonic.scan.glyphs import Glyph
from zet.formats.tectonic.scan.overlay import draw as draw

NOTHING = -12.0
"""The log probability of a practically impossible reading, such as a digit in an empty cell."""

BORDER = 0.25
"""The width of the border around a straightened board, in cells."""
ONE, UNCLEAR, CLEAR = 0.6, 1.3, 2.5
"""Thresholds for the distance between two groups of colors, relative to the widths of the groups: up to
ONE, the groups are the same ink; from UNCLEAR, they may be two inks; from CLEAR, they are two inks.
"""
COLORED = 0.2
"""If the saturation (0 to 1) of two groups of digits differs by more than this, the more saturated group
is read as answers.
"""
CROSSED = 6
"""A digit counts as crossed if at least this many of its pixels (in a cell of SIDE x SIDE) touch
strokes in the board's other ink.
"""
REGULAR = 0.4
"""If the shares of regular digits (as uniform as print) in two inks differ by more than this, the ink
with the smaller share is classified as handwriting.
"""
FEW = 3
"""Lighter ink with fewer digits than this is assumed to be a pen's, without a comparison with print."""
LEGIBLE = 0.25
"""Other rotations of a board are tried if their legibility is at most this far below the best."""
GLARE = 3
"""The maximum number of times that reflections are removed from a board and its lines are read again."""
HARDLY = 2.5
"""The penalty in log probability for reading a glyph that looks like a note as a digit, or a glyph that
looks like a digit as a note.
"""


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Board | FormatError]:
    """Yield the boards in a file, in reading order within each picture; an error if no board is found."""
    return raster.boards(
        stream, source, find, FormatError(source, None, "no puzzle was found in this picture")
    )


def read(board: Board) -> list[Reading]:
    """Return the possible readings of a board with their probabilities, the most likely first."""
    rows, columns = board.height, board.width
    lines, straight, layers = _layers(board)
    most = min(9, borders.pieces_of(lines[0] > 0, rows, columns)[1])
    ways = _inked(straight, layers, _page(straight, (rows, columns), most, layers)) if layers else []
    if not ways:
        found = _contents(straight, rows, columns)
        ways = _answers(found, _chances(found), _page(straight, (rows, columns), most))
    return [
        Reading(
            columns,
            rows,
            tuple(map(float, odds)),
            way.digits,
            way.answers,
            way.cost,
            way.covered,
            way.choices,
            way.marked,
        )
        for odds in lines
        for way in ways
    ]


# Both `read` and `orientations` need the layers of a board, which take most of the time of a reading.
@lru_cache(maxsize=1)
def _layers(board: Board) -> tuple[list[Numbers], Numbers, inks.Layers | None]:
    """Return the possible readings of a board's lines, the straightened board, and the board's inks.

    The digits are shown without rings, boxes and reflections, and enlarged if they are in the corners of
    their cells.
    """
    straight = board.straight(BORDER)
    size = board.height, board.width, BORDER
    empty, straight = rings.without(straight, *size) or (straight, straight)
    layers = inks.layers(straight, *size)
    lines = borders.read(_without_pen(empty, straight, layers), *size)
    for _round in range(GLARE):
        light = glare.light(empty, lines[0], *size)
        if light is None:
            break
        straight, empty = (glare.without(each, light) for each in (straight, empty))
        layers = inks.layers(straight, *size)
        lines = borders.read(_without_pen(empty, straight, layers), *size)
    if spot := corners.spot_of(straight, *size):
        return lines, corners.enlarged(straight, *size, spot), None
    return lines, straight, layers


def _without_pen(empty: Numbers, straight: Numbers, layers: inks.Layers | None) -> Numbers:
    """Return `empty`, a board without shapes around digits, with no ink other than that of its lines."""
    if not layers:
        return empty
    gone = (layers.pictures[0] != straight).any(axis=2, keepdims=True)
    return np.asarray(np.where(gone, layers.pictures[0], empty))


@dataclass(frozen=True, slots=True, eq=False)
class _Page:
    """A board on paper: its size, the darkness of each cell, and the size of its largest piece.

    `lighter` is true if the strokes of a lighter pen have been removed from the picture. `inks` is true
    if the picture has two inks.
    """

    rows: int
    columns: int
    dark: Numbers
    most: int
    lighter: bool
    inks: bool


def _page(
    straight: Numbers, size: tuple[int, int], most: int, layers: inks.Layers | None = None
) -> _Page:
    start, (rows, columns) = round(BORDER * SIDE), size
    dark = inks.darkness(straight, inks.grounds(straight, rows, columns, start))[
        start:-start, start:-start
    ]
    cells = dark.reshape(rows, SIDE, columns, SIDE).swapaxes(1, 2).reshape(-1, SIDE, SIDE)
    return _Page(rows, columns, cells, most, bool(layers and layers.lighter), bool(layers))


@dataclass(frozen=True, slots=True)
class _Way:
    """A division of the digits into givens and answers; its fields are explained in `Reading`."""

    digits: tuple[tuple[float, ...], ...]
    answers: tuple[int, ...]
    cost: float
    covered: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...]
    marked: bool


def _way(
    cost: float,
    found: Sequence[Glyph | None],
    givens: Sequence[Numbers],
    answers: Sequence[Numbers | None],
    page: _Page,
    covered: Sequence[int] = (),
    cut: Mapping[int, int] = MappingProxyType({}),
) -> _Way:
    """Return a division of the digits into givens and answers.

    `found` is the content of each cell; `givens` and `answers` are, for each cell, the log probabilities
    of digits as givens and as answers. A digit that differs from print may be an answer, so its cell may
    be open. Strokes cross the digits of the cells in `covered`. `cut` maps a cell to a second digit that
    it may contain, even if the digit read there looks like print.
    """
    read = [int(one.argmax()) for one in givens]
    digits = [one.copy() for one in givens]
    choices: dict[int, tuple[int, ...]] = {}
    filled = [0 if one is None else int(np.argmax(one[1:])) + 1 for one in answers]
    print_ = evidence.print_of(page.dark, found, read, page.columns)
    doubted = {*covered, *cut}
    if print_:
        strange = evidence.strange(print_, page.dark, found, read, lighter=page.lighter)
        doubted = {*covered, *strange} - (print_.cells - print_.unsure) | {*cut}
        unclear = {cell for cell, one in enumerate(digits) if np.sort(one)[-2] > one.max() - DOUBT}
        judged = evidence.judged(print_, page.dark, sorted(doubted | unclear), read, page.most)
        for cell, values in judged.items():
            if cell in cut:
                values = tuple(sorted({*values, read[cell], cut[cell]}))
            if answers[cell] is not None:
                values = tuple(sorted({0, *values}))  # an answer may look like print
            if len(values) != 1:
                choices[cell] = values
                doubted.add(cell)
                continue
            digits[cell] = np.where(np.arange(10) == values[0], 0, NOTHING)
            filled[cell] = filled[cell] or (0 if values[0] else read[cell])
            doubted.discard(cell)
    for cell in doubted:
        digits[cell][0] = max(digits[cell][0], digits[cell].max() - HARDLY)
    covered = tuple(sorted(doubted))
    each = tuple(tuple(map(float, one)) for one in digits)
    marked = page.inks or any(filled) or cost > 0 or print_ is None or print_.marked
    possible = tuple(choices.get(cell, ()) for cell in covered)
    return _Way(each, tuple(filled), cost, covered, possible, marked)


def _inked(straight: Numbers, layers: inks.Layers, page: _Page) -> list[_Way]:
    """Return the divisions in which givens and answers differ in ink, the likelier first.

    The givens are probably in the ink whose digits are more uniform. If the inks hardly differ in
    uniformity, the givens are probably in the less colored ink or, without a clear difference in color,
    in the stronger ink. The list is empty if the digits attributed to a lighter pen are as uniform as
    print.
    """
    found = [_contents(picture, page.rows, page.columns) for picture in layers.pictures]
    chances = [_chances(each) for each in found]
    read = [
        [glyph for glyph, one in zip(*both, strict=True) if glyph and one.argmax() > 0]
        for both in zip(found, chances, strict=True)
    ]
    given, plain = _givens(read) if all(read) else (0 if read[0] else 1, True)
    shares = [_share(*both, page) for both in zip(found, chances, strict=True)]
    if all(read) and abs(shares[0] - shares[1]) > REGULAR:
        given, plain = int(np.argmax(shares)), True
    sides = [(0.0, given), (2 * MARGIN if plain else MARGIN / 2, 1 - given)]
    if layers.lighter:
        if len(read[1]) >= FEW and shares[1] > shares[0] - REGULAR:
            return []  # print is lighter, or both are print
        sides = [(0.0, 0)]
    ways = []
    for cost, side in sides:
        if not read[side]:
            continue
        answers = [
            other if one.argmax() == 0 and other.argmax() > 0 else None
            for one, other in zip(chances[side], chances[1 - side], strict=True)
        ]
        covered = _covered(layers, side, found[side], chances[side], page.columns)
        before = (
            _chances(_contents(straight, page.rows, page.columns)) if layers.lighter else chances[side]
        )
        cut = _cut(chances[side], before)
        ways.append(_way(cost, found[side], chances[side], answers, page, covered, cut))
    return ways


def _share(found: list[Glyph | None], chances: list[Numbers], page: _Page) -> float:
    """Return the fraction of the digits in one ink that are uniform enough to be print."""
    read = [int(one.argmax()) for one in chances]
    print_ = evidence.print_of(page.dark, found, read, page.columns)
    return len(print_.cells) / max(1, sum(map(bool, read))) if print_ else 0.0


def _givens(sides: Sequence[Sequence[Glyph]]) -> tuple[int, bool]:
    """Return the index of the group of digits that are givens, and whether the colors make this clear."""
    hues = [float(np.mean([np.ptp(np.abs(_difference(glyph))) for glyph in side])) for side in sides]
    contrast = [float(np.mean([glyph.strength for glyph in side])) for side in sides]
    plain = abs(hues[0] - hues[1]) > COLORED
    return (int(np.argmin(hues)) if plain else int(np.argmax(contrast))), plain


def _covered(
    layers: inks.Layers, side: int, found: list[Glyph | None], chances: list[Numbers], columns: int
) -> list[int]:
    """Return the cells whose digits are uncertain because strokes of the other ink cross them.

    A digit is uncertain if it is read differently without the pixels near the other ink.
    """
    own, other = layers.strokes[side], layers.strokes[1 - side]
    near = cv2.dilate(other.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    start, low = round(BORDER * SIDE), round(glyphs.INNER * SIDE)
    covered = []
    for cell, glyph in enumerate(found):
        y, x = (start + place * SIDE for place in divmod(cell, columns))
        inner = slice(y + low, y + SIDE - low), slice(x + low, x + SIDE - low)
        if glyph is None or (own[inner] & near[inner]).sum() < CROSSED:
            continue
        bare = layers.pictures[side][y : y + SIDE, x : x + SIDE].copy()
        bare[near[y : y + SIDE, x : x + SIDE]] = glyph.ground
        again = glyphs.glyph_in(bare, penned=True)
        if again is None or glyphs.classify([again.picture])[0].argmax() != chances[cell].argmax():
            covered.append(cell)
    return covered


def _cut(chances: list[Numbers], before: list[Numbers]) -> dict[int, int]:
    """Return the cells whose digit changed when lighter strokes were removed, with the earlier digit.

    The thin parts of a printed digit may be as light as a pen's strokes and be removed with them: a 4
    becomes a 1 if only its stem remains.
    """
    return {
        cell: int(again.argmax())
        for cell, (one, again) in enumerate(zip(chances, before, strict=True))
        if one.argmax() > 0 and again.argmax() not in (0, one.argmax())
    }


def orientations(board: Board) -> Iterator[tuple[int, float, Board]]:
    """Yield a board as found, then rotated to be legible: (quarter turns, gain, board).

    The turns are counterclockwise; the gain is the legibility minus the legibility of the board as found.
    Each rotated board is followed by the board found again in the rotated picture; their crossings differ
    by fractions of a pixel. A board with few digits may be as legible upside down, so more than one
    rotation may be tried. The legibility of a rotation is the expected share of its glyphs that are
    digits: a mean of probabilities, because in a mean of logarithms one blot outweighs the digits.
    """
    yield 0, 0.0, board
    found = _contents(_layers(board)[1], board.height, board.width)
    pictures = [glyph.picture for glyph in found if glyph]
    if not pictures:
        return
    legible = [
        float(np.exp(glyphs.classify([np.rot90(one, turn) for one in pictures])[:, 1:10]).max(1).mean())
        for turn in range(4)
    ]
    for turn in np.argsort(legible)[::-1].tolist():
        if turn and legible[turn] > max(legible) - LEGIBLE:
            turned, gain = board.turned(turn), legible[turn] - legible[0]
            yield turn, gain, turned
            again = find(turned.picture)
            yield from ((turn, gain, one) for one in again if one.nodes.shape == turned.nodes.shape)


def _contents(straight: Numbers, rows: int, columns: int) -> list[Glyph | None]:
    """Return the content of each cell of a straightened board."""
    start = round(BORDER * SIDE)
    cells = (
        straight[start + r * SIDE :, start + c * SIDE :][:SIDE, :SIDE]
        for r in range(rows)
        for c in range(columns)
    )
    return [glyphs.glyph_in(cell, penned=True) for cell in cells]


def _open() -> Numbers:
    chances = np.full(10, NOTHING, np.float32)
    chances[0] = 0
    return chances


def _chances(found: list[Glyph | None]) -> list[Numbers]:
    """Return the log probabilities that each cell is open and that it contains each digit from 1 to 9."""
    there = [glyph for glyph in found if glyph is not None]
    answers = iter(glyphs.classify([glyph.picture for glyph in there]))
    usual = float(np.percentile([glyph.height for glyph in there], 80)) if there else 1.0
    large = [glyph for glyph in there if glyph.height > 0.7 * usual]
    strong = float(np.median([glyph.strength for glyph in large])) if large else 1.0
    place = np.median([glyph.middle for glyph in large], axis=0) if large else np.zeros(2)
    chances = []
    for glyph in found:
        if glyph is None:
            chances.append(_open())
            continue
        answer = next(answers)
        off = float(np.abs(glyph.middle - place).max())
        # Small, faint, off-center glyphs are notes; glyphs that are nearly as small may be digits.
        like = min(glyph.height / (0.55 * usual), glyph.strength / (0.35 * strong), 0.18 / max(off, 0.01))
        one = np.concatenate([[np.logaddexp(answer[10], answer[0])], answer[1:10]])
        if like < 1:
            one = np.concatenate([[0.0], one[1:] - HARDLY if like > 0.8 else np.full(9, NOTHING)])
        elif like < 1.2:
            one[0] = np.logaddexp(one[0], -HARDLY)
        chances.append(np.maximum(one, NOTHING).astype(np.float32))
    return chances


def _answers(found: list[Glyph | None], chances: list[Numbers], page: _Page) -> list[_Way]:
    """Return the divisions of the digits by their color, the most likely first."""
    return [
        _way(
            cost,
            [None if aside else glyph for glyph, aside in zip(found, those, strict=True)],
            [_open() if aside else one for one, aside in zip(chances, those, strict=True)],
            [one if aside else None for one, aside in zip(chances, those, strict=True)],
            page,
        )
        for cost, those in _asides(found, chances)
    ]


def _asides(found: list[Glyph | None], chances: list[Numbers]) -> list[tuple[float, list[bool]]]:
    """Return the possible sets of answers, each with its loss of log probability, the likeliest first.

    Answers are digits in a different color from givens. A set is a list with True for each cell that
    contains an answer; the loss is relative to the likeliest set.
    """
    both = [
        (cell, glyph) for cell, glyph in enumerate(found) if glyph and chances[cell][1:].max() > NOTHING
    ]
    cells, there = [cell for cell, _glyph in both], [glyph for _cell, glyph in both]
    read = [bool(chances[cell].argmax() > 0) for cell in cells]
    none = [False] * len(found)
    if sum(read) < 4:
        return [(0.0, none)]
    ways = [
        _two(np.array([color(glyph) for glyph in there]), np.array(read))
        for color in (_color, _difference)
    ]
    ways.sort(key=lambda way: -way[0])
    (most, _near), (least, _other) = ways
    readings: list[tuple[float, list[bool]]] = []
    for clear, near in ways:
        if clear < UNCLEAR or least < ONE:
            continue
        # Givens have less color than answers, or more contrast.
        sides = [
            [glyph for glyph, one in zip(there, near, strict=True) if one == side] for side in (0, 1)
        ]
        given, plain = _givens(sides)
        for cost, side in ((0.0, 1 - given), (2 * MARGIN if plain else MARGIN / 2, given)):
            aside = none.copy()
            for cell, one in zip(cells, near, strict=True):
                aside[cell] = bool(one == side)
            if all(aside != other for _cost, other in readings):
                readings.append((cost + (MARGIN / 2 if len(readings) > 1 else 0.0), aside))
    agreed = len(readings) == 2 and least > UNCLEAR
    return [*readings, (4 * MARGIN if most > (CLEAR if agreed else 2 * CLEAR) else 0.0, none)]


def _two(colors: Numbers, use: Numbers) -> tuple[float, Numbers]:
    """Return how clearly the colors selected by `use` form two groups, and the group of every color."""
    used, near, groups = colors[use], np.zeros(len(colors), np.intp), [colors]
    ends = [used[0], used[np.abs(used - used[0]).sum(axis=1).argmax()]]
    for _round in range(8):
        near = np.array([np.abs(colors - end).sum(axis=1) for end in ends]).argmin(axis=0)
        groups = [colors[use & (near == side)] for side in (0, 1)]
        if not (len(groups[0]) and len(groups[1])):
            return 0.0, near
        ends = [group.mean(axis=0) for group in groups]
    spread = max(
        float(np.abs(group - end).sum(axis=1).mean()) for group, end in zip(groups, ends, strict=True)
    )
    return float(np.abs(ends[0] - ends[1]).sum()) / (spread + 0.09), near


def _color(glyph: Glyph) -> Numbers:
    """Return the color of ink: its lightness, and its excess of blue and of red over green."""
    blue, green, red = np.asarray(glyph.ink, np.float32) / 255
    return np.array([0.5 * (blue + green + red) / 3, blue - green, red - green], np.float32)


def _difference(glyph: Glyph) -> Numbers:
    """Return ink minus background in each channel, divided by the largest channel value of either."""
    found: Numbers = (glyph.ink - glyph.ground) / max(float(np.max([glyph.ink, glyph.ground])), 1)
    return found
