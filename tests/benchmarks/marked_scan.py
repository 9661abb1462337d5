"""Count pictures with a pen's marks that are read correctly: `python tests/benchmarks/marked_scan.py`.

The pictures have the marks of `tests/scan_pens.py` on boards of paper; two of four are photos. The first
argument is `held` or `tuned`. With `held` the boards are in the light looks of `tests/scan_held.py`, and
the answers are written in fonts of four hands; nothing was tuned on these. With `tuned` they are in the
styles of `tests/scan_pictures.py`, with hands drawn from skeletons. The next arguments are the number of
pictures, the number of the first, and a folder of puzzles in XML, the source of half the puzzles.

`exact` counts boards that are reported as certain and are right, `repaired` boards that are right and are
certain with `--repair`, `wrong` boards that are reported as certain (or, in parentheses, are certain with
`--repair`) and are not right; `doubt` counts the others that were found.
"""

import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
from PIL import ImageColor
from scan import puzzles, some_puzzle
from scan_held import FRESH, LOOKS, camera, draw
from scan_pens import Grid, Marks, marked
from scan_pictures import Picture, any_style, photograph, render

from zet.engines.tectonic import Puzzle, solve
from zet.engines.tectonic.repair import repair
from zet.formats.tectonic.scan import find, read

HANDS = (
    "Caveat[wght].ttf",
    "Kalam-Light.ttf",
    "Kalam-Regular.ttf",
    "IndieFlower-Regular.ttf",
    "GochiHand_400Regular.ttf",
)
"""Fonts that imitate hands: fontpkg-caveat, fontpkg-kalam and fontpkg-indie-flower of PyPI, and
@expo-google-fonts/gochi-hand of npm, below $XDG_DATA_HOME/fonts."""


def paper(number: int, puzzle: Puzzle) -> tuple[str, Picture, Grid]:
    """Return a look for which nothing was tuned, a picture in it, and the place of the board."""
    looks = {**LOOKS, **FRESH}
    names = [
        name
        for name, look in looks.items()
        if sum(ImageColor.getrgb(look.get("paper", "white"))[:3]) > 600
        and not (look.get("pad") or look.get("marks") or look.get("answers"))
    ]
    name = names[number % len(names)]
    look = looks[name]
    around = look["cell"] * look.get("around", 0.6) + 7 / 3
    top = around + (look["cell"] * 1.2 if look.get("caption") else 0)
    return name, draw(puzzle, look), Grid(around, top, look["cell"])


def tuned(random: np.random.Generator, puzzle: Puzzle) -> tuple[str, Picture, Grid]:
    """Return a style for which the reader was tuned, a picture in it, and the place of the board."""
    while True:
        style = any_style(random)
        picture = render(puzzle, style)
        if not style.notes and not style.cursor and picture[:3].mean() > 200:
            break
    cell = style.cell * style.scale
    top = style.margin + (2 * style.cell if style.page else 0)
    return "any", picture, Grid(style.margin * style.scale, top * style.scale, cell)


def picture(kind: str, number: int, others: list[Puzzle]) -> tuple[str, Puzzle, Picture, Marks]:
    """Return the description of a marked picture, its puzzle, the picture, and its marks."""
    random = np.random.default_rng(number + (10**6 if kind == "held" else 2 * 10**6))
    puzzle = some_puzzle(others, Random(int(random.integers(10**9))))
    name, plain, grid = paper(number, puzzle) if kind == "held" else tuned(random, puzzle)
    solution = solve(puzzle).solutions[0]
    drawn, marks = marked(plain, grid, puzzle, solution, random, HANDS if kind == "held" else ())
    if number // 2 % 2:
        drawn = (camera if kind == "held" else photograph)(drawn, random)
    return name + (", photo" if number // 2 % 2 else ""), puzzle, drawn, marks


def outcome(drawn: Picture, puzzle: Puzzle) -> str:
    results = [repair(*read(board)) for board in find(drawn)]
    if not results:
        return "not found"
    sure = [
        (one.puzzle.pieces, one.puzzle.givens, one.repaired)
        for one in results
        if one.status == "ok" and one.puzzle
    ]
    if not sure:
        return "doubt"
    fixed = any(repaired for *_puzzle, repaired in sure)
    if [one[:2] for one in sure] != [(puzzle.pieces, puzzle.givens)]:
        return "(wrong)" if fixed else "wrong"
    return "repaired" if fixed else "exact"


def main(kind: str = "held", count: str = "100", first: str = "0", folder: str = "") -> None:
    cv2.setNumThreads(1)
    others = puzzles(Path(folder)) if folder else []
    by: Counter[tuple[str, str]] = Counter()
    started = time.process_time()
    for number in range(int(first), int(first) + int(count)):
        name, puzzle, drawn, marks = picture(kind, number, others)
        found = outcome(drawn, puzzle)
        for group in (
            "all",
            marks.ink,
            "answers" if marks.answers else "no answers",
            "photo" if "photo" in name else "flat",
        ):
            by[group, found] += 1
        if found != "exact":
            print(f"{number}: {found}: {name}, {puzzle.width} x {puzzle.height}, {marks}", flush=True)
    for group in dict.fromkeys(group for group, _found in by):
        these = {found: n for (each, found), n in sorted(by.items()) if each == group}
        print(f"{group}: {sum(these.values())} pictures, {these}")
    print(f"{(time.process_time() - started) / int(count):.2f} s each, with the drawing")


if __name__ == "__main__":
    main(*sys.argv[1:])
