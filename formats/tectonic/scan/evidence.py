"""Find the cells whose contents differ from print: handwritten digits, and digits changed by a pen.

The digits of a board are printed in one font: they have the same height, place in the cell and darkness.
On photos, too, heights differ by less than a tenth. Places differ by less than a twentieth of a cell from
a smooth drift, which a curved page leaves in a straightened board. Equal digits also have the same shape,
and a pen only adds ink: a digit is excluded from a cell if ink of the digit is missing there.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from zet.formats.tectonic.scan.boards import SIDE, Numbers
from zet.formats.tectonic.scan.glyphs import BLUR, Glyph

WIDTHS = np.array([0.1, 0.08, 0.045, 0.45])
"""The maximum differences of a printed digit from the usual values of print: logarithm of the height,
horizontal place, vertical place, logarithm of the strength.
"""
LEAST_WIDTHS = np.array([0.07, 0.06, 0.03, 0.25])
"""The smallest limits that may replace WIDTHS, for print without any jitter."""
DRIFT, JITTER = np.array([0.05, 0.05, 0.15]), np.array([0.02, 0.02, 0.1])
"""The usual drift of print across a board (DRIFT), and the usual difference of a digit from this drift
(JITTER). Each is given for the horizontal and the vertical place, in cells, and for the logarithm of the
strength.
"""
CLASS, CLOSER = 3, 0.8
"""If at least CLASS equal digits are alike, they are print even if they differ from other digits, because
in some fonts the heights of digits differ. Equal digits are alike if each differs from their median by at
most CLOSER times the limits that hold for print.
"""
LIGHTER = 0.8
"""Contents whose strength is at most this fraction of the strength of print are not print."""
TALL, SMALL = 0.55, 0.2
"""Contents taller than TALL times the height of print are not notes. Contents taller than SMALL times
this height are not remnants of a removed stroke.
"""
FAINT, CORE, LEAST = 0.1, 0.7, 20
"""A template consists of the pixels that are more than CORE times as dark as the darkest pixels of its
digit. A digit has no template if none of its pixels is darker than FAINT, or if its template would have
fewer than LEAST pixels.
"""
FULL = 0.6
"""Ink may be print if it is darker than this fraction of the darkness of print."""
HALF = 0.5
"""A cell can hide a printed digit if it has more dark pixels than this fraction of the smallest template.
"""
REACH = 3
"""The maximum distance of print from its usual place, in pixels."""
MISSED = 0.15
"""The maximum fraction of a printed digit's template that may have no ink in the digit's cell."""
SURE, APART, BARE = 0.06, 0.1, 0.4
"""A digit is certain if the fraction of its template that has no ink in the cell is less than SURE, and
more than APART below that of every other digit. If this fraction is BARE or more, the cell does not
contain the digit.
"""
COVERED, STOUT, LESS_BARE = 0.03, 0.6, 0.25
"""If less than COVERED of a template has no ink in the cell, and the template has at least STOUT times as
many pixels as the largest template, strokes are unlikely to have covered it by chance. The template's
digit is then certain even if the network reads another digit, unless a digit without a template may
contain the template's digit. If a second template is covered nearly as well, and no digit lacks a
template, LESS_BARE replaces BARE: a digit with at least this fraction of its template without ink is
ruled out.
"""
PART, REST = 0.12, 0.2
"""A digit is a part of a larger digit, as 1 is of 4, if two conditions hold. The fraction of the smaller
digit's template outside the larger digit's template exceeds the fraction that has no ink in the cell by
less than PART. The fraction of the larger digit's template outside the smaller digit's template exceeds
REST.
"""
WHOLES = {1: range(10), 2: (), 3: (8, 9), 4: (), 5: (6, 8, 9), 6: (8,), 7: range(10), 8: (), 9: (8,)}
"""For each digit, the digits that may contain it in some font; a straight stroke may be a 1 or a 7."""
ALONE, AS_LARGE, MARK = 0.16, 0.65, 12
"""A digit that occurs in a single cell cannot be compared with print. A pen may have made it from another
digit if less than ALONE of the other digit's template has no ink in the cell, and if that template has at
least AS_LARGE times as many pixels as the digit's own. A board has marks of a pen if a cell without a
digit has at least MARK pixels as dark as print.
"""
INFLATED = 1.3
"""A template from one cell is too large if it has more than INFLATED times as many pixels as the largest
template from several cells.
"""
LEAST_CELLS = 4
"""The minimum number of cells with print from which other cells can be judged."""
_INSIDE = np.pad(np.ones((SIDE - 12, SIDE - 12), bool), 6)


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """The printed digits of a board: their cells, a template of each digit, and their places.

    A template is a mask of SIDE x SIDE pixels: the middle of the digit's strokes. There are no templates
    if digits are lighter than their cells. `shifts` is the drift of the digits' places in each cell, in
    pixels (x and y). `level` is the usual darkness of the middle of strokes. `placed` lists the cells
    whose content has the height and place of print, even if a reflection of light changes its darkness.
    If a template has only one cell as its source, `alone` maps this cell to its digit, because the
    template is no evidence for the cell. `unsure` lists the cells of `alone` whose digit a pen may have
    made from another digit. `marked` is false if no cell without a digit has ink as dark as print.
    """

    cells: frozenset[int]
    templates: dict[int, Numbers]
    shifts: Numbers
    level: float
    placed: frozenset[int]
    alone: dict[int, int]
    unsure: frozenset[int] = frozenset()
    marked: bool = True


def print_of(
    dark: Numbers, found: Sequence[Glyph | None], digits: Sequence[int], width: int
) -> Print | None:
    """Return the printed digits of a board; None if it has no digits.

    `dark` is the darkness of each cell, SIDE x SIDE pixels; `found` is the glyph in each cell, and
    `digits` is the digit read in the cell.
    """
    there = [(cell, glyph) for cell, glyph in enumerate(found) if glyph and digits[cell]]
    if not there:
        return None
    cells = np.array([cell for cell, _glyph in there])
    read = np.array([digits[cell] for cell in cells])
    values = np.array([
        (np.log(glyph.height), *glyph.middle, np.log(glyph.strength)) for _cell, glyph in there
    ])  # fmt: skip
    drift = _drift(values[:, 1:], cells, width, len(found))
    values[:, 1:] -= drift(cells)
    usual, widths = _usual(values)
    off = np.abs(values - usual)
    alike, similar = np.all(off <= widths, axis=1), np.all(off <= WIDTHS, axis=1)
    for digit in set(read.tolist()):
        own = values[read == digit]
        if len(own) >= CLASS and (np.abs(own - np.median(own, axis=0)) <= CLOSER * widths).all():
            alike |= read == digit
    similar |= alike
    shifts = np.round(drift(np.arange(len(found)))[:, :2] * SIDE).astype(int)
    shifts -= np.median(shifts, axis=0).astype(int)
    shown = np.array(
        [np.roll(dark[cell], (-shifts[cell][1], -shifts[cell][0]), (0, 1)) for cell in cells]
    )
    templates: dict[int, Numbers] = {}
    alone: dict[int, int] = {}
    level = 0.0
    if np.median([float(np.mean(glyph.ink - glyph.ground)) for _cell, glyph in there]) < 0:
        templates, level = _templates(shown, read, alike, similar)
        for digit in templates:
            sources = cells[_sources(read == digit, alike, similar)].tolist()
            if len(sources) == 1:
                alone[sources[0]] = digit
    placed = frozenset(cells[np.all(off[:, :3] <= WIDTHS[:3], axis=1)].tolist())
    whole = Print(frozenset(cells[similar].tolist()), templates, shifts, level, placed, alone)
    if not templates:
        return whole
    same = [
        cell
        for cell in sorted(whole.cells)
        if digits[cell] == alone.get(cell)
        or (digits[cell] in templates and misses(whole, dark, cell)[digits[cell]] < MISSED)
    ]
    open_ = [cell for cell, digit in enumerate(digits) if not digit]
    marked = bool(((dark[open_] > FULL * level) & _INSIDE).sum(axis=(1, 2)).max(initial=0) >= MARK)
    unsure = [cell for cell in same if marked and cell in alone and _is_unsure(whole, dark, cell)]
    return replace(whole, cells=frozenset(same), unsure=frozenset(unsure), marked=marked)


def _is_unsure(one: Print, dark: Numbers, cell: int) -> bool:
    """Return whether a digit that occurs in one cell only may be another digit changed by a pen."""
    least = AS_LARGE * one.templates[one.alone[cell]].sum()
    return any(
        part < ALONE and one.templates[digit].sum() >= least
        for digit, part in misses(one, dark, cell).items()
    )


def _sources(own: Numbers, alike: Numbers, similar: Numbers) -> Numbers:
    """Mark the cells from which a digit's template is made: the cells of `own` most similar to print."""
    best = own & alike
    return best if best.any() else own & similar


def _templates(
    shown: Numbers, read: Numbers, alike: Numbers, similar: Numbers
) -> tuple[dict[int, Numbers], float]:
    """Return a template of each digit, and the usual darkness of print.

    `alike` and `similar` mark cells that resemble print, `alike` more closely. A template is made from
    the cells with the digit that are marked in `alike` or, if there are none, in `similar`.
    """
    templates: dict[int, Numbers] = {}
    levels = []
    for digit in sorted(set(read[similar].tolist())):
        own = shown[_sources(read == digit, alike, similar)]
        middle = (np.median(own, axis=0) if len(own) > 2 else np.min(own, axis=0)) * _INSIDE
        if not (middle > FAINT).any():
            continue
        core = middle > CORE * np.percentile(middle[middle > FAINT], 90)
        if core.sum() >= LEAST:
            templates[digit] = core
            levels.append(float(np.median(middle[core])))
    return templates, float(np.median(levels)) if levels else 0.0


def _usual(values: Numbers) -> tuple[Numbers, Numbers]:
    """Return the usual height, place and strength of print, and the maximum differences from these.

    Print is the densest group of digits: handwritten digits may be more numerous, but they differ more.
    """
    near = np.all(np.abs(values[:, None] - values[None]) <= WIDTHS / 3, axis=2)
    group = values[near[near.sum(axis=1).argmax()]]
    usual, spread = np.median(group, axis=0), np.zeros(4)
    for _round in range(3):
        spread = np.median(np.abs(group - usual), axis=0)
        kept = values[np.all(np.abs(values - usual) <= np.maximum(WIDTHS / 3, 3 * spread), axis=1)]
        if not len(kept):
            break
        group, usual = kept, np.median(kept, axis=0)
    return usual, np.clip(6 * spread, LEAST_WIDTHS, WIDTHS)


def misses(one: Print, dark: Numbers, cell: int) -> dict[int, float]:
    """Return, for each digit, the fraction of its best-placed template that has no ink in a cell.

    A pen only adds ink, so a printed digit under marks retains nearly all of its ink. The result omits a
    digit whose template comes from this cell alone.
    """
    ink = _full(one, dark, cell)
    ink = np.roll(ink, (-one.shifts[cell][1], -one.shifts[cell][0]), (0, 1))
    lacking = _lacking(one, ink)
    lacking.pop(one.alone.get(cell, 0), None)
    return lacking


def _lacking(one: Print, ink: Numbers) -> dict[int, float]:
    """Return, for each digit, the fraction of its best-placed template that has no ink."""
    ink = np.pad(ink, REACH).astype(np.float32)
    return {
        digit: 1 - float(cv2.matchTemplate(ink, core.astype(np.float32), cv2.TM_CCORR).max() / core.sum())
        for digit, core in one.templates.items()
    }


def judged(
    one: Print, dark: Numbers, doubted: Iterable[int], digits: Sequence[int], most: int
) -> dict[int, tuple[int, ...]]:
    """Return, for each doubted cell, all digits that may be printed in it; 0 means no digit.

    `doubted` lists cells that a pen may have changed, `digits` lists the digits read, `most` is the
    greatest digit of the board. The result is empty if the board has too little print to judge by.
    """
    if len(one.cells) < LEAST_CELLS or not one.templates:
        return {}
    judged: dict[int, tuple[int, ...]] = {}
    stout = STOUT * max(core.sum() for core in one.templates.values())
    for cell in doubted:
        lacking = misses(one, dark, cell)
        if cell in one.unsure:
            near = {digit for digit, part in lacking.items() if part < ALONE}
            judged[cell] = tuple(sorted({one.alone[cell], *near}))
            continue
        others = {digit for digit in range(1, most + 1) if digit not in lacking}
        unknown = others if others and has_ink(one, dark, cell) else set()
        best = _largest(one, lacking)
        least = lacking.get(best, 1.0)
        near = {digit for digit, part in lacking.items() if part <= least + APART} - {best}
        # A thin digit may be a part of a digit without a template, as 1 of 4.
        large = best in lacking and one.templates[best].sum() >= stout
        covered = least < COVERED and large
        near -= _parts(one, best, lacking) if covered else set()
        own = lacking.get(digits[cell], 1.0) < SURE
        as_read = own and best == digits[cell]
        if own and not as_read:  # in blurred print, only the stem of a 4 may be as dark as its template
            near.add(digits[cell])
        sure = (as_read and (large or not unknown)) or (covered and not unknown & {*WHOLES[best]})
        same = own and cell in one.cells and not _has_more(one, dark, cell, digits[cell])
        if same or (not near and sure):
            judged[cell] = (digits[cell] if same else best,)
            continue
        limit = LESS_BARE if covered and not unknown else BARE
        left = {digit for digit in lacking if lacking[digit] < limit} | unknown
        judged[cell] = (0, *sorted(left | ({digits[cell]} & _inflated(one))))
    return judged


def _largest(one: Print, lacking: dict[int, float]) -> int:
    """Return the digit whose template the ink of a cell covers best; 0 if no digit has a template.

    If the ink covers several templates almost completely, the largest of them is chosen.
    """
    whole = [digit for digit, part in lacking.items() if part < COVERED]
    if whole:
        return max(whole, key=lambda digit: int(one.templates[digit].sum()))
    return min(lacking, key=lacking.__getitem__, default=0)


def _parts(one: Print, best: int, lacking: dict[int, float]) -> set[int]:
    """Return the digits whose templates the ink covers only because they are parts of the digit `best`.

    These digits can be excluded: strokes over one of them seldom add the rest of `best` by chance.
    """
    whole = _lacking(one, one.templates[best])
    return {
        digit
        for digit, part in lacking.items()
        if whole[digit] < part + PART and _lacking(one, one.templates[digit])[best] > REST
    }


def _has_more(one: Print, dark: Numbers, cell: int, digit: int) -> bool:
    """Return whether a cell has ink outside a digit's template and the blur around it."""
    ink = np.roll(dark[cell] > FULL * one.level / 2, (-one.shifts[cell][1], -one.shifts[cell][0]), (0, 1))
    ink = np.pad(ink & _INSIDE, REACH).astype(np.float32)
    wide = 2 * (BLUR + 1) + 1
    near = cv2.dilate(one.templates[digit].astype(np.float32), np.ones((wide, wide), np.uint8))
    return bool(ink.sum() - cv2.matchTemplate(ink, near, cv2.TM_CCORR).max() >= MARK)


def _inflated(one: Print) -> set[int]:
    """Return the digits whose template, from one cell only, is so large that it may include stray ink."""
    sizes = {digit: int(core.sum()) for digit, core in one.templates.items()}
    others = [size for digit, size in sizes.items() if digit not in one.alone.values()]
    return {digit for digit in one.alone.values() if sizes[digit] > INFLATED * max(others, default=0)}


def _full(one: Print, dark: Numbers, cell: int) -> Numbers:
    """Return the pixels of a cell that may be print, because they are as dark as print.

    In a cell whose digit has the height and place of print, pixels need only be as dark as that digit.
    """
    level = one.level
    if cell in one.placed:
        level = min(level, float(np.percentile(dark[cell][_INSIDE], 97)))
    return np.asarray(dark[cell] > FULL * level)


def has_ink(one: Print, dark: Numbers, cell: int) -> bool:
    """Return whether a cell has enough ink as dark as print to hide a digit."""
    if not one.templates:
        return False
    ink = _full(one, dark, cell) & _INSIDE
    return bool(ink.sum() > HALF * min(core.sum() for core in one.templates.values()))


def strange(
    one: Print,
    dark: Numbers,
    found: Sequence[Glyph | None],
    digits: Sequence[int],
    *,
    lighter: bool = False,
) -> list[int]:
    """Return the cells whose contents (a digit, or 0) differ from print and may hide a given.

    `lighter` is true if the strokes of a lighter pen have been removed. Parts of digits may have been
    removed with them, so smaller contents count, too.
    """
    own = [glyph for cell, glyph in enumerate(found) if glyph and cell in one.cells]
    height, strength = (
        float(np.median([getattr(glyph, name) for glyph in own])) if own else 0.0
        for name in ("height", "strength")
    )
    tall = (SMALL if lighter else TALL) * height

    def may_hide(cell: int, glyph: Glyph | None) -> bool:
        if digits[cell]:
            return True
        if glyph and glyph.height > tall and glyph.strength > LIGHTER * strength:
            return True
        return has_ink(one, dark, cell) and min(misses(one, dark, cell).values(), default=1.0) < SURE

    sure = one.cells - one.unsure
    return [cell for cell, glyph in enumerate(found) if cell not in sure and may_hide(cell, glyph)]


def _drift(values: Numbers, cells: Numbers, width: int, size: int) -> Callable[[Numbers], Numbers]:
    """Return a quadratic function that predicts the place and the strength of a digit from its cell.

    It is fitted to the `values` in `cells`; outliers have little weight.
    """

    def terms_of(cells: Numbers) -> Numbers:
        x, y = 2 * (cells % width + 0.5) / width - 1, 2 * (cells // width + 0.5) * width / size - 1
        return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)

    terms = terms_of(cells)
    factors = np.zeros((6, 3))
    drift = np.tile(np.median(values, axis=0), (len(values), 1))
    for _round in range(8):
        # Values that are far off, as of digits by hand, have little weight.
        weights = 1 / np.maximum(np.abs(values - drift) / JITTER, 1)
        for axis, flat in enumerate((JITTER / DRIFT) ** 2):
            weighted = terms.T * weights[:, axis]
            even = np.diag([1e-6] + 5 * [flat])
            factors[:, axis] = np.linalg.solve(weighted @ terms + even, weighted @ values[:, axis])
        drift = terms @ factors
    return lambda cells: terms_of(cells) @ factors
