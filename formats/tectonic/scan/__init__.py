"""Read Tectonic puzzles from pictures: photos, scans, screenshots, pages of PDF.

`load` finds the boards in a picture (`boards.py`); `read` says what is on one, with chances: borders
(`borders.py`) and digits (`glyphs.py`). `zet.engines.tectonic.repair` makes a puzzle of that.
"""

import io
from collections.abc import Iterator

import numpy as np

from zet.engines.tectonic.repair import Reading
from zet.formats import raster
from zet.formats.errors import FormatError
from zet.formats.tectonic.scan import borders, glyphs
from zet.formats.tectonic.scan.boards import SIDE, Board, Numbers, find
from zet.formats.tectonic.scan.glyphs import Glyph
from zet.formats.tectonic.scan.overlay import draw as draw

NOTHING = -12.0
"""The logarithm of the chance that an empty cell holds a digit after all, and of the like."""

HARDLY = 2.5
"""By how much less likely it is that what looks a little like a note is a digit, or the reverse."""


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Board | FormatError]:
    """Yield the boards in a picture, in reading order; that there is none, or no picture, is an error."""
    found = False
    try:
        for picture in raster.load(stream, source):
            for board in find(picture):
                found = True
                yield board
    except FormatError as error:
        yield error
        return
    if not found:
        yield FormatError(source, None, "no puzzle in this picture")


def read(board: Board, *, answers: bool = False) -> list[Reading]:
    """Return what may stand on a board, with chances, the likeliest first.

    `answers` are kept apart from givens if asked for.
    """
    border = 0.25
    straight = board.straight(border)
    rows, columns = board.height, board.width
    start = round(border * SIDE)
    cells = [
        straight[start + r * SIDE :, start + c * SIDE :][:SIDE, :SIDE]
        for r in range(rows)
        for c in range(columns)
    ]
    found = [glyphs.glyph_in(cell) for cell in cells]
    chances = _chances(found)
    written = _answers(found, chances)
    given = answers and [
        int(np.argmax(one[1:])) + 1 if is_answer else 0
        for one, is_answer in zip(chances, written, strict=True)
    ]
    digits = [_open() if is_answer else one for one, is_answer in zip(chances, written, strict=True)]
    return [
        Reading(
            columns,
            rows,
            tuple(map(float, lines)),
            tuple(tuple(map(float, one)) for one in digits),
            tuple(given or ()),
        )
        for lines in borders.read(straight, rows, columns, border)
    ]


def _open() -> Numbers:
    chances = np.full(10, NOTHING, np.float32)
    chances[0] = 0
    return chances


def _chances(found: list[Glyph | None]) -> list[Numbers]:
    """Return for each cell the logarithms of the chances that it is open, or holds 1 to 9."""
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
        # Small, faint, and off the middle are notes; what is nearly so may be a digit.
        like = min(glyph.height / (0.55 * usual), glyph.strength / (0.35 * strong), 0.18 / max(off, 0.01))
        one = np.concatenate([[np.logaddexp(answer[10], answer[0])], answer[1:10]])
        if like < 1:
            one = np.concatenate([[0.0], one[1:] - HARDLY if like > 0.8 else np.full(9, NOTHING)])
        elif like < 1.2:
            one[0] = np.logaddexp(one[0], -HARDLY)
        chances.append(np.maximum(one, NOTHING).astype(np.float32))
    return chances


def _answers(found: list[Glyph | None], chances: list[Numbers]) -> list[bool]:
    """Return which cells hold a digit in another color than that of the givens."""
    both = [(cell, glyph) for cell, glyph in enumerate(found) if glyph and chances[cell].argmax() > 0]
    at, there = [cell for cell, _glyph in both], [glyph for _cell, glyph in both]
    none = [False] * len(found)
    if len(at) < 4:
        return none
    inks = np.array([_color(glyph) for glyph in there])
    ends = [inks[0], inks[np.abs(inks - inks[0]).sum(axis=1).argmax()]]
    near = np.zeros(len(inks), np.intp)
    for _round in range(8):
        near = np.array([np.abs(inks - end).sum(axis=1) for end in ends]).argmin(axis=0)
        if near.min() == near.max():
            return none
        ends = [inks[near == side].mean(axis=0) for side in (0, 1)]
    spread = max(float(np.abs(inks[near == side] - ends[side]).sum(axis=1).mean()) for side in (0, 1))
    apart = float(np.abs(ends[0] - ends[1]).sum())
    if apart < max(0.45, 5 * spread):
        return none
    strengths = [
        np.mean([glyph.strength for glyph, one in zip(there, near, strict=True) if one == side])
        for side in (0, 1)
    ]
    weaker = int(np.argmin(strengths))
    for cell, side in zip(at, near, strict=True):
        none[cell] = bool(side == weaker)
    return none


def _color(glyph: Glyph) -> Numbers:
    """Return the color of ink: how light it is, and what it has of blue and of red beyond green."""
    blue, green, red = np.asarray(glyph.ink, np.float32) / 255
    return np.array([0.5 * (blue + green + red) / 3, blue - green, red - green], np.float32)
