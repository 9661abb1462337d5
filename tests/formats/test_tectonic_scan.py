"""Pictures of puzzles are read as the puzzles that they show."""

import io
import json
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

cv2 = pytest.importorskip("cv2", reason="zet[scan] is not installed")
np = pytest.importorskip("numpy")

import scan_held  # noqa: E402
from commands import run, run_processes  # noqa: E402
from PIL import Image  # noqa: E402
from scan_others import OTHERS  # noqa: E402
from scan_pens import Grid, Pen, a_hand  # noqa: E402
from scan_pictures import FONTS, STYLES, Style, photograph, render, sheet  # noqa: E402

from zet.cli.tectonic.scan import reading_of  # noqa: E402
from zet.engines import tectonic  # noqa: E402
from zet.engines.tectonic import Puzzle, PuzzleError, Wish, generate, solve  # noqa: E402
from zet.engines.tectonic.repair import MARGIN, Reading, Repair, lines_of, repair  # noqa: E402
from zet.formats import raster  # noqa: E402
from zet.formats.errors import FormatError, UnreadableError  # noqa: E402
from zet.formats.tectonic.line import loads  # noqa: E402
from zet.formats.tectonic.scan import (  # noqa: E402
    borders,
    channels,
    corners,
    evidence,
    find,
    glare,
    inks,
    load,
    orientations,
    read,
    rings,
)
from zet.formats.tectonic.scan.boards import SIDE, Board  # noqa: E402
from zet.formats.tectonic.scan.glyphs import Glyph  # noqa: E402
from zet.formats.tectonic.scan.overlay import GREEN, ORANGE, RED, draw  # noqa: E402


def puzzle_of(width: int, height: int, seed: int = 1, max_piece: int = 5) -> Puzzle:
    puzzle = generate(width, height, Random(seed), Wish(max_piece=max_piece))
    assert puzzle is not None
    return puzzle


def scanned(picture: object) -> list[tuple[object, ...]]:
    """Return the status, the pieces and the givens of each board in a picture."""
    found = []
    for board in find(picture):  # type: ignore[arg-type]
        result = repair(*read(board))
        found.append((result.status, result.puzzle and (result.puzzle.pieces, result.puzzle.givens)))
    return found


@pytest.mark.parametrize(
    "style",
    ["plain", "book", "no inner lines", "dark", "colors alone", "tiles", "small", "colors and lines"],
)
def test_a_rendering_is_read(style: str) -> None:
    puzzle = puzzle_of(6, 5)
    assert scanned(render(puzzle, STYLES[style])) == [("ok", (puzzle.pieces, puzzle.givens))]


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_every_style_is_read(style: str) -> None:
    puzzle = puzzle_of(9, 7, seed=3, max_piece=7)
    assert scanned(render(puzzle, STYLES[style])) == [("ok", (puzzle.pieces, puzzle.givens))]


@pytest.mark.parametrize("kind", ["uint8", "float32", "float64"])
@pytest.mark.parametrize("shape", [(1, 1, 3), (64, 48, 3), (64, 3)])
def test_channels_are_reduced_as_numpy_does(kind: str, shape: tuple[int, ...]) -> None:
    values = (np.random.default_rng(1).random(shape) * 250).astype(kind)
    assert (channels.greatest(values) == values.max(-1)).all()
    assert (channels.least(values) == values.min(-1)).all()
    if kind != "uint8":
        assert (channels.total(values) == values.sum(-1)).all()
        assert (channels.norm(values) == np.linalg.norm(values, axis=-1)).all()


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_light_digits_on_a_dark_board_are_no_reflections(seed: int) -> None:
    puzzle = puzzle_of(6, 4, seed)
    night = Style(cell=46, ground="#17212b", thin=(1, "#2f3d4a"), thick=(2, "#9fb3c4"), ink="#dfe7ee")
    picture = render(puzzle, night)
    assert scanned(picture) == [("ok", (puzzle.pieces, puzzle.givens))]


@pytest.mark.parametrize("style", ["plain", "book"])
def test_a_photo_is_read(style: str) -> None:
    puzzle = puzzle_of(7, 7, seed=2)
    photo = photograph(render(puzzle, STYLES[style]), np.random.default_rng(3), pixels=6e5)
    assert scanned(photo) == [("ok", (puzzle.pieces, puzzle.givens))]


def test_puzzles_of_a_page_come_in_reading_order() -> None:
    puzzles = [puzzle_of(5, 5, seed) for seed in (1, 2, 3)]
    page = sheet([render(puzzle, STYLES["plain"]) for puzzle in puzzles], 2)
    assert [found[1] for found in scanned(page)] == [(one.pieces, one.givens) for one in puzzles]


def test_answers_are_left_aside_or_kept_as_notes() -> None:
    puzzle = puzzle_of(6, 6, 4)
    solution = list(solve(puzzle).solutions[0])
    answers = [0 if given or cell % 3 else solution[cell] for cell, given in enumerate(puzzle.givens)]
    [board] = find(render(puzzle, STYLES["bold"], answers))
    result = repair(*read(board))
    assert result.status == "ok"
    assert result.puzzle is not None
    assert result.puzzle.givens == puzzle.givens
    assert list(result.answers) == answers


def test_a_board_may_end_at_the_side_of_its_picture() -> None:
    puzzle = puzzle_of(6, 5)
    style = STYLES["plain"]
    picture = render(puzzle, style)
    cut = picture[style.margin + 2 : -style.margin - 2, style.margin + 2 : -style.margin - 2]
    assert scanned(np.ascontiguousarray(cut)) == [("ok", (puzzle.pieces, puzzle.givens))]


def test_two_boards_with_a_gap_of_a_cell_are_two() -> None:
    puzzles = [puzzle_of(5, 5, seed) for seed in (1, 2)]
    style = replace(STYLES["plain"], margin=24)
    page = np.hstack([render(puzzle, style) for puzzle in puzzles])
    assert [found[1] for found in scanned(page)] == [(one.pieces, one.givens) for one in puzzles]


def test_boards_of_a_row_are_aligned_at_their_top() -> None:
    puzzles = [puzzle_of(4, 9, 1), puzzle_of(5, 4, 2)]
    high, low = (render(puzzle, STYLES["plain"]) for puzzle in puzzles)
    page = np.full((high.shape[0], high.shape[1] + low.shape[1], 3), 255, np.uint8)
    page[:, : high.shape[1]] = high
    page[: low.shape[0], high.shape[1] :] = low
    assert [found[1] for found in scanned(page)] == [(one.pieces, one.givens) for one in puzzles]


@pytest.mark.parametrize("gap", [1, 3])
def test_a_box_within_a_cell_is_no_border(gap: int) -> None:
    puzzle, style = puzzle_of(6, 6, 4), STYLES["plain"]
    picture = render(puzzle, style)
    cell = next(c for c, given in enumerate(puzzle.givens) if not given and c % 6 and c > 5)
    x, y = (style.margin + place * style.cell + 3 + gap for place in (cell % 6, cell // 6))
    side = style.cell - 6 - 2 * gap
    cv2.rectangle(picture, (x, y), (x + side, y + side), (60, 60, 255), 3)
    assert scanned(picture) == [("ok", (puzzle.pieces, puzzle.givens))]


def pens(puzzle: Puzzle, style: Style) -> tuple[Any, Pen]:
    """Return a picture of a puzzle, and a pen over it."""
    picture = render(puzzle, style)
    grid = Grid(style.margin, style.margin, style.cell)
    return picture, Pen(picture, grid, np.random.default_rng(1))


def around(puzzle: Puzzle, cell: int) -> list[tuple[float, float]]:
    x, y = cell % puzzle.width + 0.5, cell // puzzle.width + 0.5
    return [(x + 0.42 * np.cos(t), y + 0.42 * np.sin(t)) for t in np.linspace(0, 6.4, 14)]


def across(puzzle: Puzzle, cell: int) -> list[tuple[float, float]]:
    x, y = cell % puzzle.width + 0.5, cell // puzzle.width + 0.5
    return [(x - 0.42, y + 0.1), (x, y - 0.05), (x + 0.42, y + 0.05)]


INK = {"red": (200, 30, 40), "blue": (30, 60, 170), "black": (20, 20, 20)}


@pytest.mark.parametrize("ink", ["red", "blue"])
def test_colored_ink_around_a_given_or_in_open_cells_changes_nothing(ink: str) -> None:
    puzzle = puzzle_of(6, 6, 4)
    _picture, pen = pens(puzzle, STYLES["plain"])
    given = next(cell for cell, digit in enumerate(puzzle.givens) if digit)
    for cell, digit in enumerate(puzzle.givens):
        if cell == given:
            pen.stroke(around(puzzle, cell))
        elif not digit:
            pen.stroke(across(puzzle, cell))
    assert scanned(pen.inked(INK[ink], 0.9)) == [("ok", (puzzle.pieces, puzzle.givens))]


@pytest.mark.parametrize("ink", INK)
def test_no_given_is_lost_under_ink(ink: str) -> None:
    """The puzzle is read correctly, or the cell is listed as doubtful or repaired."""
    puzzle = puzzle_of(6, 6, 4)
    for cell in [cell for cell, digit in enumerate(puzzle.givens) if digit][:3]:
        _picture, pen = pens(puzzle, STYLES["bold"])
        for _stroke in range(3):
            pen.stroke(across(puzzle, cell), 0.12)
        [board] = find(pen.inked(INK[ink], 1.0))
        result = repair(*read(board))
        named = (cell,) in (*result.repaired, *result.doubtful)
        assert named or (result.puzzle and result.puzzle.givens == puzzle.givens)


def lines_read(puzzle: Puzzle, picture: Any) -> tuple[list[bool], list[bool]]:
    """Return the lines of a picture that are read as borders correctly, and those read wrongly.

    Open lines are excepted.
    """
    [board] = find(picture)
    odds = borders.read(board.straight(0.25), puzzle.height, puzzle.width)[0]
    sides = lines_of(puzzle.width, puzzle.height)
    walls = [puzzle.pieces[one] != puzzle.pieces[two] for one, two in sides]
    known = [(wall, odd > 0) for wall, odd in zip(walls, odds, strict=True) if abs(odd) > borders.OPEN]
    assert len(known) > len(walls) - 5
    return [wall for wall, _read in known], [bool(read) for _wall, read in known]


def test_a_ring_of_a_pen_is_not_the_color_of_its_cell() -> None:
    puzzle = puzzle_of(6, 6, 4)
    for cell in (7, 10, *[cell for cell, digit in enumerate(puzzle.givens) if digit][:2]):
        _picture, pen = pens(puzzle, STYLES["colors and thin lines"])
        x, y = cell % 6 + 0.5, cell // 6 + 0.5
        pen.width = 4
        pen.stroke([(x + 0.31 * np.cos(t), y + 0.31 * np.sin(t)) for t in np.linspace(0, 6.4, 14)], 0)
        walls, found = lines_read(puzzle, pen.inked(INK["red"], 0.9))
        assert found == walls
        assert len(walls) == 60 or puzzle.givens[cell]


def test_the_color_of_a_cell_full_of_ink_is_open() -> None:
    puzzle = puzzle_of(6, 6, 4)
    style = STYLES["colors and thin lines"]
    picture = render(puzzle, style)
    x, y = (style.margin + 2 * style.cell + 4 for _axis in range(2))
    for at in range(4):
        color = [(60, 60, 200), (200, 60, 60), (40, 40, 40), (60, 160, 60)][at]
        cv2.rectangle(picture, (x, y + 10 * at), (x + 39, y + 10 * at + 7), color, -1)
    walls, found = lines_read(puzzle, picture)
    assert len(walls) < 60
    assert found == walls


@pytest.mark.parametrize(
    "ends", [((0.12, 0), (0.12, 1)), ((0.02, 0), (0.02, 0.65)), ((-0.3, 0.5), (0.3, 0.5))]
)
def test_a_stroke_of_a_pen_at_a_line_is_no_border(ends: Sequence[tuple[float, float]]) -> None:
    puzzle = puzzle_of(6, 6, 4)
    _picture, pen = pens(puzzle, STYLES["plain"])
    pen.width = 4
    for at, (one, two) in enumerate(lines_of(6, 6)):
        if puzzle.pieces[one] == puzzle.pieces[two] and at % 7 == 0:
            y, x = divmod(two, 6)
            down = two == one + 1
            pen.stroke([(x + a, y + b) if down else (x + b, y + a) for a, b in ends], 0)
    walls, found = lines_read(puzzle, pen.inked(INK["black"], 0.9))
    assert found == walls


def test_two_inks_are_separated() -> None:
    puzzle = puzzle_of(6, 6, 4)
    plain, pen = pens(puzzle, STYLES["bold"])
    pen.stroke([(0.5, 0.5), (3, 2.2), (5.5, 5.5)])
    [bare], [marked] = find(plain), find(pen.inked(INK["red"], 0.9))
    assert inks.layers(bare.straight(), 6, 6, 0.25) is None
    found = inks.layers(marked.straight(), 6, 6, 0.25)
    assert found is not None
    reds = [
        float((picture[..., 2].astype(int) - picture[..., 1] > 60).mean()) for picture in found.pictures
    ]
    assert reds[0] < 0.001 < 0.005 < reds[1]
    darks = [float((picture.max(axis=2) < 80).mean()) for picture in found.pictures]
    assert darks[1] < 0.1 * darks[0]


def test_ink_of_a_single_strength_is_separated() -> None:
    """All stones have one color, so no pixel is stronger than the others."""
    picture = OTHERS["stones"](np.random.default_rng(0))
    for board in find(picture):
        assert read(board)


def test_a_shadow_is_not_a_pen() -> None:
    puzzle = puzzle_of(7, 7, 4)
    picture = render(puzzle, replace(STYLES["plain"], cell=64))
    edge = np.subtract.outer(np.arange(picture.shape[0]), 1.7 * np.arange(picture.shape[1])) + 230
    shade = 1 - 0.25 / (1 + np.exp(-edge / 4))
    [board] = find((picture * shade[..., None]).astype(np.uint8))
    assert inks.layers(board.straight(), 7, 7, 0.25) is None


@pytest.mark.parametrize("ink", [(60, 60, 65), (95, 95, 95)])
def test_a_pen_that_is_lighter_than_print_changes_nothing(ink: tuple[int, int, int]) -> None:
    """Lighter answers and strokes over givens change nothing, even in black ink on black print."""
    puzzle = puzzle_of(7, 7, 4)
    solution = solve(puzzle).solutions[0]
    plain, pen = pens(puzzle, STYLES["bold"])
    random = np.random.default_rng(2)
    hand = a_hand(random)
    for cell, given in enumerate(puzzle.givens):
        if given:
            pen.stroke(across(puzzle, cell))
        elif cell % 2:
            x, y = (place + 0.5 + random.normal(0, 0.05) for place in (cell % 7, cell // 7))
            pen.digit(solution[cell], x, y, 0.6, hand)
    marked = pen.inked(ink, 0.9)
    assert scanned(marked) == [("ok", (puzzle.pieces, puzzle.givens))]
    [bare], [board] = find(plain), find(marked)
    assert inks.layers(bare.straight(), 7, 7, 0.25) is None
    found = inks.layers(board.straight(), 7, 7, 0.25)
    assert found is not None
    assert found.lighter


def strange(found: Sequence[Glyph | None], digits: Sequence[int], width: int) -> list[int]:
    """Return the cells whose content differs from print in height, place or darkness."""
    dark = np.zeros((len(found), SIDE, SIDE), np.float32)
    print_ = evidence.print_of(dark, found, digits, width)
    assert print_ is not None
    return evidence.strange(print_, dark, found, digits)


@pytest.mark.parametrize(
    ("drawn", "among", "never"), [("3", {3}, {0, 1, 2}), ("+3", {3}, {0, 4}), ("", {0}, {1, 2, 3})]
)
def test_a_cell_may_have_the_digits_in_print_whose_shape_it_has(
    drawn: str, among: set[int], never: set[int]
) -> None:
    def ink(text: str) -> Any:
        cell = np.zeros((SIDE, SIDE), np.uint8)
        cv2.putText(cell, text[-1:], (20, 48), cv2.FONT_HERSHEY_DUPLEX, 1.2, 230, 3)
        if text.startswith("+"):
            cv2.line(cell, (8, 8), (56, 56), 230, 4)
        return cell.astype(np.float32) / 255

    dark = np.array([ink(text) for text in ("1", "2", "3", "1", "2", "3", drawn)])
    glyph = Glyph(dark[0], 0.4, (0.5, 0.5), 1.0, np.zeros(3), np.full(3, 255.0))
    print_ = evidence.print_of(dark, [*[glyph] * 6, None], [1, 2, 3, 1, 2, 3, 0], 7)
    assert print_ is not None
    assert sorted(print_.cells) == [0, 1, 2, 3, 4, 5]
    read = [0] * 6 + [int(drawn) if drawn in {"3"} else 0]
    choices = set(evidence.judged(print_, dark, [6], read, 3)[6])
    assert among <= choices
    assert not never & choices
    # A digit that no other cell has may have any shape.
    assert (8 in evidence.judged(print_, dark, [6], [0] * 7, 9)[6]) == bool(drawn)


@pytest.mark.parametrize(("pen", "certain"), [(False, True), (True, False)])
def test_a_thin_digit_is_certain_if_its_cell_has_no_more_ink(pen: bool, certain: bool) -> None:
    """No cell has a 7, which may look like a 1 with another stroke."""

    def ink(digit: str) -> Any:
        cell = np.zeros((SIDE, SIDE), np.uint8)
        if digit == "1":
            cv2.line(cell, (34, 24), (34, 45), 230, 3)
        else:
            cv2.putText(cell, digit, (20, 48), cv2.FONT_HERSHEY_DUPLEX, 1.2, 230, 3)
        return cell.astype(np.float32) / 255

    dark = np.array([*map(ink, "123456" * 2), ink("1")])
    if pen:
        cv2.line(dark[12], (22, 24), (34, 24), 0.9, 3)
    glyph = Glyph(dark[0], 0.4, (0.5, 0.5), 1.0, np.zeros(3), np.full(3, 255.0))
    read = [*range(1, 7), *range(1, 7), 1]
    print_ = evidence.print_of(dark, [glyph] * 13, read, 13)
    assert print_ is not None
    assert (evidence.judged(print_, dark, [12], read, 7)[12] == (1,)) == certain


def test_a_digit_is_not_changed_into_one_whose_thin_parts_are_pale() -> None:
    """In a blurred photo of a font with strong contrast, the template of 4 is little more than a stem."""

    def ink(digit: str) -> Any:
        cell = np.zeros((SIDE, SIDE), np.uint8)
        if digit in {"1", "4"}:
            cv2.line(cell, (36, 22), (36, 46), 230, 6)
            if digit == "4":
                cv2.rectangle(cell, (38, 32), (47, 43), 230, -1)
                cv2.line(cell, (34, 22), (22, 40), 115, 2)
        else:
            cv2.putText(cell, digit, (20, 48), cv2.FONT_HERSHEY_DUPLEX, 1.2, 230, 3)
        return cell.astype(np.float32) / 255

    dark = np.array([*map(ink, "123456" * 2), ink("1")])
    dark[12][32:44, 38:48] = 0.9  # a blot
    glyph = Glyph(dark[0], 0.4, (0.5, 0.5), 1.0, np.zeros(3), np.full(3, 255.0))
    read = [*range(1, 7), *range(1, 7), 1]
    print_ = evidence.print_of(dark, [glyph] * 13, read, 13)
    assert print_ is not None
    assert 1 in evidence.judged(print_, dark, [12], read, 6)[12]


@pytest.mark.parametrize(("drawn", "values"), [("+4", {4}), ("+1", {0, 1, 7}), ("+3", {0, 3, 8})])
def test_a_digit_is_certain_under_a_stroke_unless_another_may_contain_it(
    drawn: str, values: set[int]
) -> None:
    """The shape of 1 is whole in a 4; no cell has a 7, 8 or 9, and an 8 may contain a 3."""

    def ink(text: str) -> Any:
        cell = np.zeros((SIDE, SIDE), np.uint8)
        if text[-1] == "1":
            cv2.line(cell, (38, 20), (38, 48), 230, 6)
        else:
            cv2.putText(cell, text[-1], (20, 48), cv2.FONT_HERSHEY_DUPLEX, 1.2, 230, 3)
        if len(text) > 1:
            cv2.line(cell, (8, 12), (56, 16), 230, 4)
        return cell.astype(np.float32) / 255

    dark = np.array([*map(ink, "123456" * 2), ink(drawn)])
    glyph = Glyph(dark[0], 0.4, (0.5, 0.5), 1.0, np.zeros(3), np.full(3, 255.0))
    print_ = evidence.print_of(dark, [*[glyph] * 12, None], [*range(1, 7), *range(1, 7), 0], 13)
    assert print_ is not None
    found = set(evidence.judged(print_, dark, [12], [0] * 13, 9)[12])
    assert found == values if len(values) == 1 else found >= values


@pytest.mark.parametrize(("drawn", "unsure"), [("4", []), ("|5", [8])])
def test_the_only_cell_with_a_digit_is_compared_with_the_other_digits(
    drawn: str, unsure: list[int]
) -> None:
    """On a board with a pen's marks, the only 4 may have been made from a 5."""

    def ink(text: str) -> Any:
        cell = np.zeros((SIDE, SIDE), np.uint8)
        cv2.putText(cell, text[-1:], (20, 48), cv2.FONT_HERSHEY_DUPLEX, 1.2, 230, 3)
        if len(text) > 1:
            cv2.line(cell, (22, 20), (22, 48), 230, 2)
        return cell.astype(np.float32) / 255

    dark = np.array([*map(ink, ("1", "2", "3", "5") * 2), ink(drawn), ink("| ")])
    glyph = Glyph(dark[0], 0.4, (0.5, 0.5), 1.0, np.zeros(3), np.full(3, 255.0))
    found, digits = [*[glyph] * 9, None], [*(1, 2, 3, 5) * 2, 4, 0]
    print_ = evidence.print_of(dark, found, digits, 10)
    assert print_ is not None
    assert sorted(print_.unsure) == unsure
    assert evidence.strange(print_, dark, found, digits) == unsure
    for values in evidence.judged(print_, dark, unsure, digits, 5).values():
        assert {4, 5} <= set(values)
        assert 0 not in values
    unmarked = evidence.print_of(dark[:9], found[:9], digits[:9], 9)
    assert unmarked is not None
    assert not unmarked.unsure


def test_a_digit_is_not_excluded_by_the_ink_of_one_other_cell() -> None:
    """The template of 4 comes from one cell, and includes a circle around its 4."""

    def ink(text: str) -> Any:
        cell = np.zeros((SIDE, SIDE), np.uint8)
        cv2.putText(cell, text[-1:], (20, 48), cv2.FONT_HERSHEY_DUPLEX, 1.2, 230, 3)
        if len(text) > 1:
            cv2.circle(cell, (32, 32), 23, 230, 4)
        return cell.astype(np.float32) / 255

    dark = np.array([*map(ink, ("1", "2", "3") * 2), ink("O4"), ink("4")])
    glyph = Glyph(dark[0], 0.4, (0.5, 0.5), 1.0, np.zeros(3), np.full(3, 255.0))
    digits = [*(1, 2, 3) * 2, 4, 4]
    print_ = evidence.print_of(dark, [*[glyph] * 7, replace(glyph, height=0.6)], digits, 8)
    assert print_ is not None
    assert print_.alone == {6: 4}
    assert evidence.misses(print_, dark, 7)[4] > evidence.BARE
    assert 4 in evidence.judged(print_, dark, [7], digits, 4)[7]


def test_digits_that_differ_from_print_are_found() -> None:
    picture = np.zeros((30, 30), np.float32)

    def glyph(height: float = 0.5, x: float = 0.5, y: float = 0.5, strength: float = 1.0) -> Glyph:
        return Glyph(picture, height, (x, y), strength, np.zeros(3), np.zeros(3))

    print_ = [glyph(0.5 + 0.01 * (cell % 3), 0.5 + 0.01 * (cell % 2)) for cell in range(6)]
    assert strange(print_, [1] * 6, 7) == []
    assert strange([*print_, None], [1] * 6 + [0], 7) == []
    for other in (glyph(0.6), glyph(x=0.65), glyph(y=0.6), glyph(strength=0.5)):
        assert strange([*print_, other], [1] * 7, 7) == [6]
    assert strange([*print_, glyph(0.4), glyph(0.4), glyph(0.4)], [1] * 6 + [2] * 3, 7) == []
    assert strange([*print_, glyph(0.8), glyph(0.8, strength=0.5)], [1] * 6 + [0, 0], 7) == [6]


def test_places_that_drift_across_a_curved_page_are_print() -> None:
    picture, pen = np.zeros((30, 30), np.float32), 3 * 8 + 4
    print_ = [
        Glyph(picture, 0.5, (0.5, 0.4 + 0.002 * (cell // 8) ** 2), 1.0, np.zeros(3), np.zeros(3))
        for cell in range(64)
    ]
    assert print_[-1].middle[1] - print_[0].middle[1] > 2 * evidence.WIDTHS[2]
    assert strange(print_, [1] * 64, 8) == []
    print_[pen] = replace(print_[pen], middle=(0.5, print_[pen].middle[1] + 0.06))
    assert strange(print_, [1] * 64, 8) == [pen]


def test_answers_are_givens_only_if_the_likelier_givens_were_read_for_sure() -> None:
    puzzle, other = puzzle_of(5, 5, 1), puzzle_of(5, 5, 2)
    blank = replace(clear(puzzle), digits=(clear(puzzle).digits[puzzle.givens.index(0)],) * 25)
    answers = replace(clear(puzzle), cost=3.0)
    assert repair(blank, answers).puzzle == puzzle
    unclear = list(blank.digits)
    unclear[0] = (0.0, -2.0, *[-12.0] * 8)
    assert repair(replace(blank, digits=tuple(unclear)), answers).status == "unknown"
    wrong = replace(clear(other), borders=clear(puzzle).borders)
    assert repair(wrong).status == "unknown"
    assert repair(wrong, answers).status == "unknown"


def test_a_covered_cell_is_a_repair() -> None:
    puzzle = puzzle_of(5, 5, 1)
    result = repair(replace(clear(puzzle), covered=(3,)))
    assert (result.status, result.repaired, result.puzzle) == ("ok", ((3,),), puzzle)


def test_of_all_that_covered_cells_may_have_the_only_choice_with_one_solution_is_certain() -> None:
    puzzle = puzzle_of(5, 5, 1)
    solution = solve(puzzle).solutions[0]
    given = next(cell for cell, digit in enumerate(puzzle.givens) if digit)
    empty = next(cell for cell, digit in enumerate(puzzle.givens) if not digit)
    digits = list(clear(puzzle).digits)
    digits[given] = digits[empty]
    reading = replace(clear(puzzle), digits=tuple(digits), covered=(given,))
    right, wrong = puzzle.givens[given], puzzle.givens[given] % 3 + 1
    assert repair(replace(reading, choices=((0, right, wrong),))) == repair(clear(puzzle))
    assert repair(replace(reading, choices=((0, wrong),))).status == "unknown"
    # An answer may be a given, too.
    open_ = replace(clear(puzzle), covered=(empty,), choices=((0, solution[empty]),))
    assert repair(open_).repaired == ((empty,),)
    assert repair(replace(open_, choices=((0,),))) == repair(clear(puzzle))


def test_white_digits_on_many_colors_have_one_ink() -> None:
    puzzle, style = puzzle_of(6, 6, 4), replace(STYLES["strong colors alone"], ink="white")
    picture = render(puzzle, style)
    [board] = find(picture)
    assert inks.layers(board.straight(), 6, 6, 0.25) is None
    assert scanned(picture) == [("ok", (puzzle.pieces, puzzle.givens))]


@pytest.mark.parametrize("look", ["corner", "corner and dash", "circle", "box"])
def test_givens_in_a_corner_or_a_ring_are_read(look: str) -> None:
    puzzle, style = puzzle_of(6, 6, 4), replace(STYLES["plain"], cell=64)
    picture = render(replace(puzzle, givens=(0,) * 36), style)
    for cell, given in enumerate(puzzle.givens):
        if not given:
            continue
        x, y = (style.margin + 64 * place for place in (cell % 6, cell // 6))
        if look.startswith("corner"):
            cv2.putText(picture, str(given), (x + 7, y + 24), 0, 0.6, (0, 0, 0), 2, cv2.LINE_AA)
            continue
        cv2.putText(picture, str(given), (x + 23, y + 42), 0, 0.9, (0, 0, 0), 2, cv2.LINE_AA)
        if look == "circle":
            cv2.circle(picture, (x + 32, y + 32), 24, (0, 0, 0), 1, cv2.LINE_AA)
        else:
            cv2.rectangle(picture, (x + 10, y + 10), (x + 54, y + 54), (0, 0, 0), 1)
    if look == "corner and dash":
        x, y = (style.margin + 64 * place + 32 for place in divmod(puzzle.givens.index(0), 6)[::-1])
        cv2.line(picture, (x - 5, y - 6), (x + 4, y + 6), (0, 0, 0), 2)
    assert scanned(picture) == [("ok", (puzzle.pieces, puzzle.givens))]


@pytest.mark.parametrize("shape", ["circle", "box", "disc"])
def test_shapes_around_digits_are_removed(shape: str) -> None:
    """A shape that touches a line is removed too; three equal shapes are not the marks of a pen."""
    puzzle, style = puzzle_of(6, 6, 4), replace(STYLES["plain"], cell=64)
    plain = render(puzzle, style)
    picture, there = plain.copy(), [cell for cell, given in enumerate(puzzle.givens) if given]
    for at, cell in enumerate(there):
        x, y = (style.margin + 64 * place + 32 for place in (cell % 6, cell // 6))
        x += 5 * (at == len(there) - 1)
        if shape == "box":
            cv2.rectangle(picture, (x - 25, y - 25), (x + 25, y + 25), (0, 0, 0), 2)
        else:
            color = (0, 0, 0) if shape == "circle" else (190, 190, 190)
            disc = cv2.circle(
                np.full_like(picture, 255), (x, y), 25, color, 2 if shape == "circle" else -1
            )
            picture = np.minimum(picture, disc)
    [bare], [board] = find(plain), find(picture)
    assert rings.without(bare.straight(), 6, 6, 0.25) is None
    found = rings.without(board.straight(), 6, 6, 0.25)
    assert found is not None
    empty, digits = (each[16:-16, 16:-16].reshape(6, 64, 6, 64, 3).swapaxes(1, 2) for each in found)
    assert empty.reshape(36, 64, 64, 3)[:, 12:-12, 12:-12].min() > 200
    dark = (digits.reshape(36, 64, 64, 3)[:, 6:-6, 6:-6].max(axis=3) < 100).sum(axis=(1, 2))
    assert [cell for cell in range(36) if dark[cell]] == there
    assert max(dark) < 500
    assert scanned(picture) == [("ok", (puzzle.pieces, puzzle.givens))]


def test_faint_circles_that_touch_lines_are_removed() -> None:
    """Each circle touches all lines around its cell."""
    puzzle, style = puzzle_of(6, 6, 4), replace(STYLES["plain"], cell=64)
    picture, there = render(puzzle, style), [c for c, given in enumerate(puzzle.givens) if given]
    for cell in there:
        x, y = (style.margin + 64 * place + 32 for place in (cell % 6, cell // 6))
        circle = cv2.circle(np.full_like(picture, 255), (x, y), 26, (190, 190, 190), 3)
        picture = np.minimum(picture, circle)
    photo = cv2.GaussianBlur(picture, (0, 0), 1.5)
    [board] = find(photo)
    found = rings.without(board.straight(), 6, 6, 0.25)
    assert found is not None
    digits = found[1][16:-16, 16:-16].reshape(6, 64, 6, 64, 3).swapaxes(1, 2).reshape(36, 64, 64, 3)
    ring = cv2.circle(np.zeros((64, 64), np.uint8), (32, 32), 26, 1, 2)[6:-6, 6:-6] > 0
    assert digits[there][:, 6:-6, 6:-6][:, ring].mean() > 250
    assert scanned(photo) == [("ok", (puzzle.pieces, puzzle.givens))]


def test_a_circle_out_of_place_is_not_print() -> None:
    """Beside the lines around a cell, a stroke far from the usual place looks like a part of a circle."""
    puzzle, style = puzzle_of(6, 6, 4), replace(STYLES["plain"], cell=64)
    picture, there = render(puzzle, style), [c for c, given in enumerate(puzzle.givens) if given]
    for cell in there:
        away = 9 * (cell == there[0])
        x, y = (style.margin + 64 * place + 32 + away for place in (cell % 6, cell // 6))
        circle = cv2.circle(np.full_like(picture, 255), (x, y), 25, (90, 90, 90), 2)
        picture = np.minimum(picture, circle)
    [board] = find(cv2.GaussianBlur(picture, (0, 0), 1))
    straight = board.straight()
    found = rings.without(straight, 6, 6, 0.25)
    assert found is not None
    changed = (found[1] != straight).any(axis=2)[16:-16, 16:-16].reshape(6, 64, 6, 64).swapaxes(1, 2)
    assert np.nonzero(changed.reshape(36, -1).any(axis=1))[0].tolist() == there[1:]


def test_lines_of_a_row_that_is_out_of_place_are_certain() -> None:
    """On a bent page, the crossings of a row may all be beside their lines."""
    puzzle = puzzle_of(6, 6, 4)
    [board] = find(render(puzzle, STYLES["plain"]))
    nodes = board.nodes.copy()
    nodes[3, :, 1] += 4 / SIDE * (nodes[1, 0, 1] - nodes[0, 0, 1])
    odds = borders.read(replace(board, nodes=nodes).straight(), 6, 6)[0]
    walls = [puzzle.pieces[one] != puzzle.pieces[two] for one, two in lines_of(6, 6)]
    assert np.abs(odds).min() > MARGIN
    assert (odds > 0).tolist() == walls


def test_lines_in_a_bright_reflection_are_read() -> None:
    """Borders in its middle look like other lines until its light is removed."""
    puzzle = puzzle_of(7, 7, 4)
    plain = 0.9 * render(puzzle, STYLES["bold"])
    high, wide = plain.shape[:2]
    ys, xs = np.mgrid[:high, :wide]
    off = ((xs / wide - 0.55) / 0.2) ** 2 + ((ys / high - 0.45) / 0.1) ** 2
    glossy = (plain + 200 * np.exp(-off)[..., None]).clip(0, 255).astype(np.uint8)
    assert scanned(glossy) == [("ok", (puzzle.pieces, puzzle.givens))]


def test_a_reflection_is_removed() -> None:
    """In a reflection, print and lines are as light as a pencil's strokes."""
    puzzle = puzzle_of(7, 7, 4)
    plain = render(puzzle, STYLES["bold"])
    high, wide = plain.shape[:2]
    ys, xs = np.mgrid[:high, :wide]
    off = ((xs / wide - 0.3) / 0.2) ** 2 + ((ys / high - 0.4) / 0.15) ** 2
    light = 190 * np.exp(-off)
    glossy = (0.9 * plain + light[..., None]).clip(0, 255).astype(np.uint8)
    [bare], [board] = find(plain), find(glossy)
    odds = np.array(
        [12.0 if puzzle.pieces[one] != puzzle.pieces[two] else -12.0 for one, two in lines_of(7, 7)]
    )
    straight = bare.straight()
    assert glare.light(straight, odds, 7, 7, 0.25) is None
    before = board.straight()
    added = glare.light(before, odds, 7, 7, 0.25)
    assert added is not None
    after = glare.without(before, added)
    for cell, given in enumerate(puzzle.givens):
        if given:
            y, x = (16 + 64 * place for place in divmod(cell, 7))
            assert after[y + 12 : y + 52, x + 12 : x + 52].max(axis=2).min() < 90
    assert scanned(glossy) == [("ok", (puzzle.pieces, puzzle.givens))]


def test_lines_that_are_as_faint_as_the_paper_in_a_reflection_do_not_hide_the_others() -> None:
    """In its middle only borders are visible, as faint as other lines are elsewhere."""
    puzzle = puzzle_of(9, 9, 2)
    style = replace(STYLES["bold"], cell=48, thin=(1, "#888888"), thick=(3, "black"))
    plain = 0.85 * render(puzzle, style)
    high, wide = plain.shape[:2]
    ys, xs = np.mgrid[:high, :wide]
    off = ((xs / wide - 0.5) / 0.15) ** 2 + ((ys / high - 0.45) / 0.1) ** 2
    glossy = (plain + 200 * np.exp(-off)[..., None]).clip(0, 255).astype(np.uint8)
    [board] = find(glossy)
    walls = [puzzle.pieces[one] != puzzle.pieces[two] for one, two in lines_of(9, 9)]
    assert [odds > 0 for odds in read(board)[0].borders] == walls


@pytest.mark.parametrize("colors", [("#505050", "black"), ("#c03020", "#202020"), ("black", "#3070e0")])
def test_the_solver_tells_givens_from_answers(colors: tuple[str, str]) -> None:
    puzzle = puzzle_of(6, 6, 4)
    solution = solve(puzzle).solutions[0]
    answers = [0 if given or c % 3 else solution[c] for c, given in enumerate(puzzle.givens)]
    picture = render(puzzle, replace(STYLES["bold"], ink=colors[0]), answers, colors[1])
    assert scanned(picture) == [("ok", (puzzle.pieces, puzzle.givens))]


def test_readings_with_the_same_solution_are_told_apart_by_their_cost() -> None:
    puzzle = puzzle_of(6, 6, 5)
    solution = solve(puzzle).solutions[0]
    more = list(puzzle.givens)
    more[more.index(0)] = solution[more.index(0)]
    other = clear(Puzzle.build(6, 6, puzzle.pieces, more))
    assert repair(replace(other, cost=6.0), clear(puzzle)).puzzle == puzzle
    result = repair(other, clear(puzzle))
    assert (result.status, result.several, result.doubtful) == (
        "unknown",
        True,
        ((puzzle.givens.index(0),),),
    )


def clear(puzzle: Puzzle) -> Reading:
    """Return a reading in which everything is certain."""
    reading = Reading(puzzle.width, puzzle.height, (), ())
    borders = tuple(9.0 if puzzle.pieces[a] != puzzle.pieces[b] else -9.0 for a, b in reading.lines())
    digits = tuple(tuple(0.0 if d == given else -12.0 for d in range(10)) for given in puzzle.givens)
    return replace(reading, borders=borders, digits=digits)


def test_a_doubtful_digit_is_repaired_by_the_only_solution() -> None:
    puzzle = puzzle_of(6, 6, 5)
    reading = clear(puzzle)
    cell = next(c for c, given in enumerate(puzzle.givens) if given)
    right = puzzle.givens[cell]
    for wrong in range(1, 6):
        digits = list(reading.digits)
        digits[cell] = tuple(-0.4 if d == wrong else -1.2 if d == right else -12.0 for d in range(10))
        result = repair(replace(reading, digits=tuple(digits)))
        if wrong == right or result.status == "ok":
            assert result.puzzle is not None
        if (
            result.status == "ok"
            and result.puzzle
            and result.puzzle.givens == puzzle.givens
            and wrong != right
        ):
            assert result.repaired == ((cell,),)
            break
    else:
        raise AssertionError("no wrong digit was repaired")


def test_a_digit_that_was_read_clearly_is_never_changed() -> None:
    """This holds even if the solver would accept another digit, for example where a pen hides a given."""
    puzzle = puzzle_of(6, 6, 5)
    reading, accepted = clear(puzzle), 0
    for cell, given in enumerate(puzzle.givens):
        for seen in range(10):
            digits = list(reading.digits)
            chances = {seen: 0.0, given: -5.0} if seen != given else {given: 0.0}
            digits[cell] = tuple(chances.get(value, -12.0) for value in range(10))
            result = repair(replace(reading, digits=tuple(digits)))
            assert result.repaired == ()
            if result.status == "ok" and result.puzzle:
                assert result.puzzle.givens[cell] == seen
                accepted += 1
            elif seen != given:
                assert result.doubtful == ((cell,),)
    assert accepted >= len(puzzle.givens)


def test_a_repaired_puzzle_is_in_doubt_unless_repairs_are_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzle_of(6, 6, 5)
    (tmp_path / "puzzle.png").write_bytes(coded(render(puzzle, STYLES["plain"]), ".png"))
    monkeypatch.setattr(
        tectonic.repair, "repair", lambda *_readings: Repair("ok", puzzle, 1, repaired=((7,), (8, 9)))
    )
    found = run("zet tectonic scan --format json puzzle.png", folder=tmp_path)
    answer = json.loads(found.stdout)
    assert (found.returncode, answer["status"]) == (3, "unknown")
    assert answer["repaired"] == answer["doubtful"] == [[[2, 2]], [[2, 3], [2, 4]]]
    assert answer["reading"]["givens"] == [list(puzzle.givens[row * 6 :][:6]) for row in range(6)]
    found = run("zet tectonic scan puzzle.png", folder=tmp_path)
    assert found.returncode == 3
    assert (
        "6 x 6, one solution if doubtful places are corrected (--repair); doubtful: R2C2, R2C3-R2C4"
        in found.stdout
    )
    found = run("zet tectonic scan --repair --format json puzzle.png", folder=tmp_path)
    answer = json.loads(found.stdout)
    assert (found.returncode, answer["status"], answer["doubtful"]) == (0, "ok", [])
    assert answer["repaired"] == [[[2, 2]], [[2, 3], [2, 4]]]


@pytest.mark.parametrize("style", ["plain", "book"])
def test_a_turned_picture_is_read(style: str, tmp_path: Path) -> None:
    puzzle = puzzle_of(6, 5)
    picture = render(puzzle, STYLES[style])
    for turns in range(4):
        (tmp_path / f"{turns}.png").write_bytes(coded(np.rot90(picture, turns), ".png"))
    found = run("zet tectonic scan --format json 0.png 1.png 2.png 3.png", folder=tmp_path)
    answers = [json.loads(line) for line in found.stdout.splitlines()]
    assert [answer["turned"] for answer in answers] == [0, 90, 180, 270]
    for answer in answers:
        assert answer["givens"] == [list(puzzle.givens[row * 6 :][:6]) for row in range(5)]
    assert found.returncode == 0
    found = run("zet tectonic scan --to line 1.png", folder=tmp_path)
    assert "the only solution; rotated by 90 degrees" in found.stderr


def test_a_turned_board_is_tried_as_it_was_found_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzle_of(6, 6, seed=3)
    [board] = find(np.ascontiguousarray(np.rot90(render(puzzle, STYLES["book"]))))
    tried = list(orientations(board))[:3]
    assert [turns for turns, _gain, _one in tried] == [0, 3, 3]
    assert tried[0][1] == 0 < tried[1][1] == tried[2][1]
    assert [repair(*read(one)).puzzle for _turns, _gain, one in tried[1:]] == [puzzle, puzzle]
    alike = np.full((sum(map(bool, puzzle.givens)), 10), -1.0)
    monkeypatch.setattr("zet.formats.tectonic.scan.glyphs.classify", lambda _pictures: alike)
    assert {turns for turns, _gain, _one in orientations(board)} == {0, 1, 2, 3}


def test_a_blot_does_not_outweigh_the_digits_in_the_choice_of_a_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = puzzle_of(6, 6, seed=3)
    [board] = find(render(puzzle, STYLES["book"]))
    n_digits = sum(map(bool, puzzle.givens)) - 1
    turns = iter([[-0.01] * n_digits + [-40.0], *[[-1.0] * n_digits + [-3.0]] * 3])

    def classify(_pictures: object) -> object:
        return np.repeat(np.array(next(turns))[:, None], 11, axis=1)

    monkeypatch.setattr("zet.formats.tectonic.scan.glyphs.classify", classify)
    assert [turn for turn, _gain, _one in orientations(board)] == [0]


def test_a_board_with_several_solutions_is_not_turned() -> None:
    """Its few digits are as legible upside down, but not more legible."""
    text = "6x6:aabbbcaddbccaddbccedffffeegghfeegghh:2....33...14...3.....4........53...."
    [board] = find(render(loads(text), STYLES["plain"]))
    assert {turns for turns, _gain, _one in orientations(board)} >= {0, 2}
    result, turns, _board = reading_of(board)
    assert (result.count, turns) == (2, 0)
    assert result.puzzle == loads(text)


def test_a_board_is_turned_with_its_crossings() -> None:
    [board] = find(render(puzzle_of(6, 5), STYLES["plain"]))
    turned = board.turned(1)
    assert (turned.width, turned.height) == (5, 6)
    assert turned.straight().shape == np.rot90(board.straight()).shape
    assert (
        float(cv2.absdiff(turned.straight(), np.ascontiguousarray(np.rot90(board.straight()))).mean()) < 2
    )
    assert np.array_equal(board.turned(4).nodes, board.nodes)


def test_a_border_that_ends_in_a_piece_is_repaired() -> None:
    puzzle = puzzle_of(6, 6, 5)
    reading = clear(puzzle)
    repaired = 0
    for at, (odds, line) in enumerate(zip(reading.borders, reading.lines(), strict=True)):
        borders = list(reading.borders)
        borders[at] = -1.0 if odds > 0 else 1.0
        result = repair(replace(reading, borders=tuple(borders)))
        if result.status == "ok":
            assert result.puzzle is not None
            if result.puzzle.pieces == puzzle.pieces:
                repaired += result.repaired in ((line,), ())
    assert repaired > len(reading.borders) // 2


def test_of_two_readings_that_fit_none_is_taken() -> None:
    one, two = puzzle_of(5, 5, 1), puzzle_of(5, 5, 2)
    blank = replace(clear(one), borders=(9.0,) * len(clear(one).borders))
    assert repair(blank, clear(one)).puzzle == one
    result = repair(clear(one), clear(two))
    assert (result.status, result.several) == ("unknown", True)


@pytest.mark.parametrize("beside", [False, True])
def test_two_boards_without_room_between_them_are_in_doubt(beside: bool) -> None:
    """Read as one board, the two boards also have exactly one solution."""
    one, two = (
        (puzzle_of(4, 5, 4), puzzle_of(4, 5, 12)) if beside else (puzzle_of(5, 4, 8), puzzle_of(5, 4, 39))
    )
    cells = [*zip(one.pieces, one.givens, strict=True)]
    cells += [(piece + 20, given) for piece, given in zip(two.pieces, two.givens, strict=True)]
    lines = [(15 + column, 20 + column) for column in range(5)]
    if beside:
        cells = [cells[20 * at + 4 * row + c] for row in range(5) for at in (0, 1) for c in range(4)]
        lines = [(8 * row + 3, 8 * row + 4) for row in range(5)]
    size = (8, 5) if beside else (5, 8)
    both = Puzzle.build(*size, [piece for piece, _ in cells], [given for _, given in cells])
    assert solve(both).unique
    result = repair(clear(both))
    assert (result.status, result.several, result.puzzle) == ("unknown", True, both)
    assert list(result.doubtful) == lines


def test_what_is_no_puzzle_is_shown_all_the_same() -> None:
    puzzle = puzzle_of(5, 5)
    reading = clear(puzzle)
    borders = [4 * odds for odds in reading.borders]
    at = next(at for at, odds in enumerate(borders) if odds < 0)
    borders[at] = 36.0  # it ends within a piece
    result = repair(replace(reading, borders=tuple(borders)))
    assert (result.status, result.puzzle, result.doubtful) == ("unknown", None, (reading.lines()[at],))
    assert result.read == puzzle


def test_where_nothing_fits_the_places_in_doubt_are_named() -> None:
    puzzle = puzzle_of(5, 5)
    reading = clear(puzzle)
    cell = next(c for c, given in enumerate(puzzle.givens) if given)
    digits = list(reading.digits)
    digits[cell] = tuple(0.0 if d == 9 else -5.0 if d == 8 else -12.0 for d in range(10))
    result = repair(replace(reading, digits=tuple(digits)))
    assert (result.status, result.doubtful) == ("unknown", ((cell,),))


def test_digits_that_clash_are_named() -> None:
    puzzle = puzzle_of(5, 5)
    cells = [cell for cell, given in enumerate(puzzle.givens) if not given][:1]
    cell, other = cells[0], cells[0] + 1
    digits = list(clear(puzzle).digits)
    for at in (cell, other):
        digits[at] = tuple(0.0 if digit == 1 else -12.0 for digit in range(10))
    result = repair(replace(clear(puzzle), digits=tuple(digits)))
    assert (result.status, result.puzzle) == ("unknown", None)
    assert {(cell,), (other,)} <= set(result.doubtful)
    cell = next(cell for cell, given in enumerate(puzzle.givens) if given)
    digits = list(clear(puzzle).digits)
    digits[cell] = tuple(0.0 if digit == 9 else -12.0 for digit in range(10))
    result = repair(replace(clear(puzzle), digits=tuple(digits)))
    assert (result.puzzle, result.doubtful) == (None, ((cell,),))


def test_cells_are_named_if_only_the_solver_finds_a_fault() -> None:
    puzzle = puzzle_of(5, 5)
    [solution] = solve(puzzle).solutions
    first = next(cell for cell in range(25) if puzzle.givens[cell])
    open_ = puzzle.filled([0] * first + [puzzle.givens[first]] + [0] * (24 - first))
    one, two = solve(open_).solutions[:2]
    result = repair(clear(open_))
    assert (result.status, result.count) == ("unknown", 2)
    assert {cell for (cell,) in result.doubtful} == {at for at in range(25) if one[at] != two[at]}
    assert not repair(clear(puzzle.filled([0] * 25))).doubtful
    for cell, value in enumerate(solution):
        for digit in range(1, puzzle.sizes[puzzle.pieces[cell]] + 1):
            givens = [*puzzle.givens[:cell], digit, *puzzle.givens[cell + 1 :]]
            if puzzle.givens[cell] or digit == value:
                continue
            try:
                wrong = Puzzle.build(5, 5, puzzle.pieces, givens)
            except PuzzleError:
                continue
            result = repair(clear(wrong))
            assert (result.status, result.count) == ("unknown", 0)
            assert (cell,) in result.doubtful


def test_several_wrong_givens_are_named() -> None:
    """No single given explains why there is no solution."""
    puzzle = Puzzle.build(4, 4, [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3], [0] * 16)
    bad = puzzle.filled([1, 2, 0, 0, 3, 0, 4, 0, 0, 0, 0, 0, 2, 1, 0, 0])
    givens = [1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert not solve(bad).solutions
    assert solve(puzzle.filled(givens)).solutions
    result = repair(clear(bad))
    assert (result.status, result.count) == ("unknown", 0)
    assert result.doubtful
    assert all(bad.givens[cell] for (cell,) in result.doubtful)


def test_lines_are_named_if_readings_differ_only_in_them() -> None:
    puzzle = puzzle_of(6, 6)
    for cell, piece in ((cell, piece) for cell in range(36) for piece in set(puzzle.pieces)):
        try:
            other = Puzzle.build(
                6, 6, [*puzzle.pieces[:cell], piece, *puzzle.pieces[cell + 1 :]], puzzle.givens
            )
        except PuzzleError:
            continue
        alone = repair(clear(other))
        if other.pieces != puzzle.pieces and (alone.status, alone.puzzle) == ("ok", other):
            break
    else:
        pytest.fail("no other pieces have one solution with these givens")
    result = repair(clear(puzzle), clear(other))
    assert (result.status, result.several) == ("unknown", True)
    assert result.doubtful
    assert all(len(line) == 2 for line in result.doubtful)


def test_contents_that_the_solver_has_chosen_do_not_decide_between_borders() -> None:
    puzzle = puzzle_of(5, 5)
    for cell, given in enumerate(puzzle.givens):
        less = puzzle.filled([*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]])
        if given and len(solve(less).solutions) > 1:
            first = replace(clear(less), covered=(cell,))
            second = replace(first, choices=((given,),))
            assert repair(second).status == "ok"
            assert repair(first).status == "unknown"
            assert repair(first, second).status == "unknown"
            assert repair(second, first).status == "ok"
            return
    pytest.fail("every given can be left out")


def test_contents_are_not_chosen_to_fit_a_line_that_is_open() -> None:
    puzzle = puzzle_of(5, 4)
    for at, wall in enumerate(odds := clear(puzzle).borders):
        opened = (*odds[:at], math.copysign(0.2, -wall), *odds[at + 1 :])
        for cell in [cell for cell, given in enumerate(puzzle.givens) if given]:
            choices = tuple(range(1, 6))
            reading = replace(clear(puzzle), borders=opened, covered=(cell,), choices=(choices,))
            wrong = replace(reading, borders=tuple(90 * odd for odd in opened))
            if repair(wrong).status == "ok":
                result = repair(reading)
                assert result.status == "unknown" or result.repaired
                return
    pytest.fail("no line can be changed")


def test_the_parts_of_a_small_digit_are_one_digit() -> None:
    """Thin parts of digits are invisible in a blurred photo."""
    straight = np.full((3 * SIDE + 32, 3 * SIDE + 32, 3), 250, np.uint8)
    for at in range(4):
        y, x = (16 + SIDE * place for place in divmod(at, 3))
        cv2.rectangle(straight, (x + 8, y + 8), (x + 14, y + 13), (20, 20, 20), -1)
        cv2.rectangle(straight, (x + 8, y + 16), (x + 14, y + 21), (20, 20, 20), -1)
        cv2.rectangle(straight, (x + 20, y + 8), (x + 22, y + 9), (20, 20, 20), -1)
    found = corners.spot_of(straight, 3, 3, 0.25)
    assert found == corners.Spot(11.5 / SIDE, 15 / SIDE, 14 / SIDE)


def opened(reading: Reading, first: int) -> tuple[float, ...]:
    """Return the odds of the lines of which three, from `first` on, are open and lean the wrong way."""
    return tuple(-odd / 30 if first <= at < first + 3 else odd for at, odd in enumerate(reading.borders))


def test_open_lines_are_decided_if_every_other_choice_contradicts_the_givens() -> None:
    decided = 0
    for seed in range(1, 5):
        reading = clear(puzzle := puzzle_of(6, 6, seed))
        for first in range(0, len(reading.borders), 6):
            odds = opened(reading, first)
            result = repair(replace(reading, borders=odds))
            if result.status == "ok" and not result.repaired:
                assert result.puzzle == puzzle
                decided += 1
            unclear = tuple(max(chance, -1.0) for chance in reading.digits[0])
            digits = (unclear, *reading.digits[1:])
            result = repair(replace(reading, borders=odds, digits=digits))
            assert result.status == "unknown" or result.repaired
    assert decided >= 20


def test_open_lines_are_not_decided_by_the_number_of_solutions() -> None:
    """Without a hidden given the right borders may have several solutions, and wrong ones only one."""
    puzzle = puzzle_of(5, 4)
    pieces = [*puzzle.pieces[:11], 3, *puzzle.pieces[12:]]
    less = puzzle.filled([*puzzle.givens[:2], 0, *puzzle.givens[3:]])
    other = Puzzle.build(5, 4, pieces, less.givens)
    assert [len(solve(one).solutions) for one in (less, other)] == [2, 1]
    right, wrong = clear(less).borders, clear(other).borders
    for default in (right, wrong):
        odds = [
            odd / 30 if one != two else odd for odd, one, two in zip(default, right, wrong, strict=True)
        ]
        result = repair(replace(clear(less), borders=tuple(odds)))
        assert result.status == "unknown" or result.repaired


def test_a_column_is_not_lost_with_the_margin_of_a_page() -> None:
    """The margin distorts the lattice; its left line once seemed to be missing."""
    pieces = [0, 0, 1, 1, 2, 2, 3, 4, 4, 1, 2, 2, 3, 4, 4, 4, 5, 2, 3, 3, 5, 5, 5, 5]
    puzzle = Puzzle.build(6, 4, pieces, [0] * 5 + [5] + [0] * 4 + [1] + [0] * 7 + [2] + [0] * 5)
    look = {**scan_held.ODD["circled"], "font": str(FONTS / "DejaVuSans.ttf")}
    picture = scan_held.camera(
        scan_held.draw(puzzle, look, solve(puzzle).solutions[0]), np.random.default_rng(22005)
    )
    assert [(board.height, board.width) for board in find(picture)] == [(4, 6)]


def test_without_marks_the_number_of_solutions_decides_open_lines() -> None:
    """No given is hidden, so the right borders have one solution."""
    decided = 0
    for seed in range(1, 5):
        reading = clear(puzzle := puzzle_of(6, 6, seed))
        for first in range(0, len(reading.borders), 6):
            odds = opened(reading, first)
            marked = repair(replace(reading, borders=odds))
            result = repair(replace(reading, borders=odds, marked=False))
            assert result.status == "unknown" or result.puzzle == puzzle
            decided += bool(marked.repaired) and result.status == "ok" and not result.repaired
    assert decided >= 3


def test_a_board_has_marks_if_its_open_cells_have_ink() -> None:
    puzzle = puzzle_of(6, 6, 4)
    picture = render(puzzle, replace(STYLES["plain"], cell=64))
    [board] = find(picture)
    assert not any(reading.marked for reading in read(board))
    cell = puzzle.givens.index(0)
    x, y = (STYLES["plain"].margin + 64 * place + 32 for place in divmod(cell, 6)[::-1])
    cv2.line(picture, (x - 15, y - 6), (x + 14, y + 6), (0, 0, 0), 2)
    [board] = find(picture)
    assert all(reading.marked for reading in read(board))


def test_a_wide_digit_is_not_a_ring() -> None:
    """The outline of a bold 8 is a disc with holes."""
    puzzle = puzzle_of(9, 9, 3, max_piece=9)
    puzzle = puzzle.filled([8 if at % 7 == 0 else given for at, given in enumerate(puzzle.givens)])
    look = {
        **scan_held.ODD["slanted"],
        "font": str(FONTS / "DejaVuSerif-Bold.ttf"),
        "size": 0.66,
        "slant": 0.19,
    }
    [board] = find(cv2.GaussianBlur(scan_held.draw(puzzle, look), (0, 0), 1.2))
    assert rings.without(board.straight(), 9, 9, 0.25) is None


def test_small_digits_that_touch_the_lines_of_their_corner_are_read() -> None:
    puzzle = puzzle_of(7, 7, 5)
    look = {
        **scan_held.ODD["corner"], "cell": 54.0, "font": str(FONTS / "DejaVuSans.ttf"), "size": 0.4,
        "spot": (0.79, 0.78),
    }  # fmt: skip
    picture = cv2.GaussianBlur(scan_held.draw(puzzle, look), (0, 0), 1.5)
    assert scanned(picture) == [("ok", (puzzle.pieces, puzzle.givens))]


def test_print_in_uneven_light_is_print() -> None:
    """Farther from the lamp print differs less from its paper, as a pencil's digits do."""
    puzzle = puzzle_of(9, 9, 6)
    plain = render(puzzle, replace(STYLES["plain"], cell=48))
    light = np.linspace(1, 0.12, plain.shape[1])[None, :, None]
    picture = cv2.GaussianBlur((plain * light).astype(np.uint8), (0, 0), 0.8)
    [board] = find(picture)
    assert not read(board)[0].covered
    assert scanned(picture) == [("ok", (puzzle.pieces, puzzle.givens))]


def coded(picture: object, ending: str) -> bytes:
    return bytes(cv2.imencode(ending, picture)[1])


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp"])
def test_pictures_are_refused_when_cut_off(ending: str, tmp_path: Path) -> None:
    data = coded(render(puzzle_of(5, 5), STYLES["plain"]), ending)
    file = tmp_path / "picture"
    file.write_bytes(data)
    with file.open("rb") as stream:
        assert len(list(load(stream))) == 1
    for part in (3, 20, len(data) // 2, len(data) - 20):
        file.write_bytes(data[:part])
        with file.open("rb") as stream:
            [error] = load(stream)
        assert isinstance(error, FormatError)
        assert re.search("truncated|not a picture|damaged", str(error))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(25), "the picture is truncated"),
        (b"\x89PNG\r\n\x1a\n" + bytes(4) + b"IHDR" + bytes(16), "the picture is truncated"),
        (b"\x89PNG\r\n\x1a\n" + bytes(4) + b"IHDR" + bytes(17), "the picture is truncated"),
        (b"GIF89a", "GIF is not supported: save or export the picture as PNG or JPEG"),
        (b"BM", "not a picture of a supported type: PNG, JPEG, WebP or PDF"),
    ],
)
def test_what_claims_no_size_is_told(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        raster.size_of(data)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("data", "kind"), [(b"GIF89a", "GIF"), (b"\0\0\0\x18ftypheic\0\0", "HEIC"), (b"II*\0\x08", "TIFF")]
)
def test_pictures_of_other_kinds_are_known(data: bytes, kind: str) -> None:
    [error] = load(io.BytesIO(data))
    assert f"{kind} is not supported" in str(error)


def test_what_a_picture_claims_is_not_believed(tmp_path: Path) -> None:
    data = bytearray(coded(np.zeros((8, 8, 3), np.uint8), ".png"))
    data[16:24] = (60_000).to_bytes(4, "big") * 2
    file = tmp_path / "bomb.png"
    file.write_bytes(data)
    with file.open("rb") as stream, pytest.raises(FormatError, match="60000 x 60000"):
        list(raster.load(stream))


def test_a_page_of_text_has_no_puzzle(tmp_path: Path) -> None:
    page = np.full((500, 400, 3), 255, np.uint8)
    for line in range(8):
        cv2.putText(page, "equal digits never touch", (20, 50 + 50 * line), 0, 0.7, (0, 0, 0), 1)
    file = tmp_path / "page.png"
    file.write_bytes(coded(page, ".png"))
    with file.open("rb") as stream:
        [error] = load(stream, "page.png")
    assert isinstance(error, FormatError)
    assert str(error) == "page.png: no puzzle was found in this picture"


def as_pdf(pictures: Sequence[Any], file: Path) -> None:
    first, *others = [Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1])) for picture in pictures]
    first.save(file, save_all=True, append_images=others)


def test_each_page_of_a_pdf_is_read(tmp_path: Path) -> None:
    puzzles = [puzzle_of(5, 5, seed) for seed in (1, 2)]
    file = tmp_path / "book.pdf"
    as_pdf([render(puzzle, STYLES["plain"]) for puzzle in puzzles], file)
    with file.open("rb") as stream:
        results = [repair(*read(board)) for board in load(stream) if not isinstance(board, FormatError)]
    assert [result.puzzle and result.puzzle.givens for result in results] == [
        one.givens for one in puzzles
    ]


@pytest.mark.parametrize("part", [0.3, 0.9])
def test_a_pdf_that_is_cut_off_is_refused_or_read(part: float, tmp_path: Path) -> None:
    file = tmp_path / "book.pdf"
    as_pdf([render(puzzle_of(5, 5), STYLES["plain"])], file)
    data = file.read_bytes()
    file.write_bytes(data[: int(part * len(data))])
    with file.open("rb") as stream:
        [error] = load(stream)
    assert re.search("the PDF is damaged|no puzzle", str(error))


def test_pictures_within_a_pdf_are_not_too_large(tmp_path: Path) -> None:
    file = tmp_path / "bomb.pdf"
    Image.new("1", (20_000, 3_000)).save(file)
    with file.open("rb") as stream, pytest.raises(FormatError, match="20000 x 3000"):
        list(raster.load(stream))


@pytest.mark.parametrize("around", [{"page": True}, {"labels": True}, {"pad": True}, {"notes": True}])
def test_what_is_beside_a_board_is_no_part_of_it(around: dict[str, Any]) -> None:
    puzzle = puzzle_of(5, 5)
    picture = render(puzzle, replace(STYLES["plain"], **around))
    assert scanned(picture) == [("ok", (puzzle.pieces, puzzle.givens))]


@pytest.mark.parametrize("light", [0, 255])
def test_a_picture_of_nothing_has_no_puzzle(light: int) -> None:
    assert find(np.full((300, 200, 3), light, np.uint8)) == []


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_large_pictures_are_halved(kind: type[Any], tmp_path: Path) -> None:
    file = tmp_path / "large.png"
    file.write_bytes(coded(np.zeros((4100, 4000), kind), ".png"))
    with file.open("rb") as stream:
        [picture] = raster.load(stream)
    assert (picture.shape, picture.dtype) == ((2050, 2000, 3), np.uint8)


def test_jobs_change_nothing(tmp_path: Path) -> None:
    names = []
    for seed in (1, 2, 3):
        names.append(f"{seed}.png")
        (tmp_path / names[-1]).write_bytes(coded(render(puzzle_of(5, 5, seed), STYLES["plain"]), ".png"))
    (tmp_path / "2.png").write_bytes(b"no picture")
    line = f"zet tectonic scan --format json {' '.join(names)}"
    one, two = run(line, folder=tmp_path), run_processes(f"{line} --jobs 2", folder=tmp_path)
    assert one.stdout == two.stdout
    assert one.returncode == two.returncode == 2
    assert ["error" in json.loads(each) for each in one.stdout.splitlines()] == [False, True, False]


def test_what_was_read_is_drawn_over_the_picture() -> None:
    puzzle = puzzle_of(6, 5)
    [board] = find(render(puzzle, STYLES["plain"]))
    lines = [(cell, cell + 1) for cell in range(30) if cell % 6 < 5]
    drawn = draw(board, Repair("unknown", puzzle, 1, repaired=((7,),), doubtful=(lines[0],)))
    picture = cv2.imdecode(np.frombuffer(drawn, np.uint8), cv2.IMREAD_COLOR)
    nodes = board.nodes * (len(picture) / len(board.picture))
    side = float(np.linalg.norm(nodes[0, 1] - nodes[0, 0]))

    def has(color: tuple[int, int, int], place: Any) -> bool:
        """Whether there are pixels of a color around a place."""
        x, y = (int(one) for one in place)
        around = picture[max(y - 3, 0) : y + 4, max(x - 3, 0) : x + 4].astype(int)
        return bool((abs(around - color).sum(axis=2) < 60).any())

    for one, two in lines[1:]:
        row, column = divmod(two, 6)
        middle = (nodes[row, column] + nodes[row + 1, column]) / 2
        assert has(RED, middle) == (puzzle.pieces[one] != puzzle.pieces[two])
    for row, column in ((0, 0), (0, 5), (4, 5), (4, 0)):
        middles = [nodes[row : row + 2, column : column + 2].mean((0, 1))]
        middles += [(nodes[0, 0] + nodes[0, 1]) / 2, (nodes[-1, -1] + nodes[-1, -2]) / 2]
        assert [has(RED, middle) for middle in middles] == [False, True, True]
    assert has(ORANGE, nodes[1:3, 1:3].mean((0, 1)) + side * np.array([0.4, 0]))
    assert has(ORANGE, nodes[0:2, 1].mean(0) + side * np.array([0, 0.2]))
    for cell, given in enumerate(puzzle.givens):
        corner = nodes[cell // 6 + 1, cell % 6] + side * np.array([0.17, -0.2])
        assert not given or has(GREEN, corner)


@pytest.mark.parametrize(("cell", "part", "left"), [(6, 0.55, 1), (19, 0.4, 3), (19, 0.55, 7)])
def test_a_digit_that_was_cut_with_a_lighter_pen_is_in_doubt(
    cell: int, part: float, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the thin strokes of a 4, removed with a pen's strokes, only its stem remains: a 1."""
    puzzle = puzzle_of(6, 6, seed=3)
    [board] = find(render(puzzle, STYLES["book"]))

    def layers(straight: Any, _rows: int, columns: int, border: float) -> inks.Layers:
        y, x = (round(border * SIDE) + place * SIDE for place in divmod(cell, columns))
        cut, paper = straight.copy(), straight.max(axis=(0, 1))
        cut[y + 8 : y + SIDE - 8, x + 8 : x + int(part * SIDE)] = paper
        empty = np.broadcast_to(paper, straight.shape).copy()
        none = np.zeros(straight.shape[:2], bool)
        return inks.Layers((cut, empty), (none, none), lighter=True)

    monkeypatch.setattr("zet.formats.tectonic.scan.inks.layers", layers)
    readings = read(board)
    assert readings
    for reading in readings:
        assert reading.digits[cell].index(max(reading.digits[cell])) == left
        assert reading.covered == (cell,)
        assert {left, puzzle.givens[cell]} <= {*reading.choices[0]}


@pytest.mark.parametrize(("rows", "named"), [(20, True), (15, False)])
def test_a_long_board_that_is_no_puzzle_may_be_several(
    rows: int, named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = np.full((rows * 10 + 1, 61, 3), 255, np.uint8)
    nodes = np.stack(np.meshgrid(np.arange(7), np.arange(rows + 1)), -1) * 10.0
    reading = Repair("unknown", None, 0), 0, Board(picture, nodes)
    monkeypatch.setattr("zet.cli.tectonic.scan.reading_of", lambda _board: reading)
    line = run("zet tectonic scan samples/tectonic/photo.jpg").stdout.partition("\n")[0]
    assert f"{rows} x 6, the board, as read from the picture, is not a valid puzzle" in line
    assert line.endswith("; several boards may have been read as one") is named
