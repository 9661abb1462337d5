"""Boards of other puzzles and games are named, and small digits that were read as notes are counted."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

cv2 = pytest.importorskip("cv2", reason="zet[scan] is not installed")
np = pytest.importorskip("numpy")

from commands import run  # noqa: E402
from PIL import Image, ImageDraw, ImageFont  # noqa: E402
from scan_others import OTHERS  # noqa: E402
from scan_pictures import FONTS, STYLES, photograph, render  # noqa: E402

from zet.engines.tectonic import Puzzle, Wish, generate, solve  # noqa: E402
from zet.formats.tectonic.scan import find, likeness  # noqa: E402

WORDS = {
    "sudoku": "a sudoku",
    "crossword": "a crossword",
    "nonogram": "a nonogram",
    "chess": "a chess board",
    "stones": "a board of go or renju",
}


@pytest.mark.parametrize("kind", WORDS)
def test_a_board_that_is_no_tectonic_is_named(kind: str, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(
        cv2.imencode(".png", OTHERS[kind](np.random.default_rng(1)))[1].tobytes()
    )
    found = run("zet tectonic scan --format json a.png", folder=tmp_path)
    answer = json.loads(found.stdout)
    assert (found.returncode, answer["status"], answer["looks_like"]) == (3, "unknown", kind)
    assert f"this looks like {WORDS[kind]}\n" in run("zet tectonic scan a.png", folder=tmp_path).stdout


@pytest.mark.slow
@pytest.mark.parametrize("kind", WORDS)
def test_boards_in_many_looks_and_photos_are_named(kind: str) -> None:
    named = 0
    for seed in range(1000, 1010):
        random = np.random.default_rng(seed)
        picture = OTHERS[kind](random)
        boards = find(photograph(picture, random) if seed % 2 else picture)
        named += [likeness.kind_of(board) for board in boards] == [kind]
    assert named >= 8


@pytest.mark.parametrize("style", STYLES)
def test_no_tectonic_is_named(style: str) -> None:
    puzzle = generate(6, 6, Random(3), Wish(max_piece=5))
    assert puzzle
    [board] = find(render(puzzle, STYLES[style]))
    assert likeness.kind_of(board) is None


def test_a_photo_without_a_grid_has_no_puzzle(tmp_path: Path) -> None:
    picture = OTHERS["photo"](np.random.default_rng(1))
    (tmp_path / "a.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    found = run("zet tectonic scan a.png", folder=tmp_path)
    assert (found.returncode, found.stderr) == (2, "a.png: no puzzle was found in this picture\n")


def a_picture(puzzle: Puzzle, sizes: tuple[float, float], path: Path) -> None:
    """Draw a puzzle with givens of two sizes; those of the second size are in the lower left corners."""
    style = replace(STYLES["plain"], cell=60)
    image = Image.fromarray(render(replace(puzzle, givens=(0,) * len(puzzle.pieces)), style))
    pen, fonts = (
        ImageDraw.Draw(image),
        [ImageFont.truetype(str(FONTS / style.font), 60 * size) for size in sizes],
    )
    small = False
    for cell, given in enumerate(puzzle.givens):
        x, y = (style.margin + 60 * place for place in (cell % puzzle.width, cell // puzzle.width))
        if given:
            place = (x + 12, y + 46) if small else (x + 30, y + 30)
            pen.text(place, str(given), "black", fonts[small], "mm")
            small = not small
    image.save(path)


def test_small_digits_are_counted(tmp_path: Path) -> None:
    puzzle = generate(7, 7, Random(5), Wish(max_piece=5))
    assert puzzle
    count = sum(map(bool, puzzle.givens)) // 2
    a_picture(puzzle, (0.6, 0.26), tmp_path / "a.png")
    found = run("zet tectonic scan a.png", folder=tmp_path)
    assert found.returncode == 3
    assert f"the reading has several solutions; {count} small digits were read as notes" in found.stdout
    answer = json.loads(run("zet tectonic scan --format json a.png", folder=tmp_path).stdout)
    assert (answer["small_digits"], answer["looks_like"]) == (count, None)


def test_digits_of_another_ink_are_counted(tmp_path: Path) -> None:
    puzzle = generate(7, 7, Random(5), Wish(max_piece=5))
    assert puzzle
    solution = solve(puzzle).solutions[0]
    fewer = replace(puzzle, givens=(0,) * 14 + puzzle.givens[14:])
    answers = [0 if given or cell % 3 else solution[cell] for cell, given in enumerate(puzzle.givens)]
    picture = render(fewer, STYLES["bold"], answers)
    (tmp_path / "a.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    count = sum(map(bool, answers))
    found = run("zet tectonic scan a.png", folder=tmp_path)
    assert f"; {count} digits were read as answers" in found.stdout
    answer = json.loads(run("zet tectonic scan --format json a.png", folder=tmp_path).stdout)
    assert (answer["answers"], answer["small_digits"]) == (count, 0)


def test_a_board_without_digits_says_so(tmp_path: Path) -> None:
    puzzle = generate(6, 6, Random(3), Wish(max_piece=5))
    assert puzzle
    picture = render(replace(puzzle, givens=(0,) * 36), STYLES["plain"])
    (tmp_path / "a.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    assert "6 x 6, no digits were read\n" in run("zet tectonic scan a.png", folder=tmp_path).stdout
