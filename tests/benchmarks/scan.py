"""Count the pictures of puzzles that are read correctly: `python tests/benchmarks/scan.py held`.

A round has a board in each look of `tests/scan_held.py`, for which the reader was not tuned, as a
rendering and as a photo. With `fresh` a round has the looks that were added later, in fonts not used
before (found where fonts are installed, or below $XDG_DATA_HOME). With `odd` a round has the looks with
digits in corners, rings and slants, with reflections, and on curled pages, with `later` other looks of
these kinds, for which nothing was tuned. With `turned` it has the looks
of `held` and `fresh`, and each picture that is read correctly is read again turned by a quarter, a half
or three quarters; `turned, in doubt` counts pictures that are in doubt only then. With `phones` and
`pages` it has the two halves of the looks of `tests/scan_phones.py`: rough, folded and colored paper,
screens, little light, text and other puzzles on the page. The reader may be tuned on `phones`, nothing is
tuned on `pages`. With `tuned` it has
as many looks of `tests/scan_pictures.py`, for which the reader was tuned. The next arguments are the
number of rounds, the number of the first, and a folder of puzzles in XML, the source of half the puzzles;
the others are generated. `exact` counts boards that are reported as certain and are right, `wrong` boards
that are reported as certain and are not; the other boards were given up or not found, or were reported
with something beside the board.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
from scan_held import FRESH, LATER, LOOKS, ODD, camera, curled, draw, glared
from scan_phones import HELD, PHONES, TUNED, pair
from scan_pictures import Picture, any_style, photograph, render

from zet.cli.tectonic.scan import reading_of
from zet.engines.tectonic import Puzzle, Wish, generate, solve
from zet.formats.tectonic.scan import find
from zet.formats.tectonic.xml import load

SIZES = ((5, 5, 5), (7, 6, 6), (9, 9, 5), (10, 15, 5), (15, 10, 6), (6, 4, 5), (8, 8, 8), (9, 9, 9))


def puzzles(folder: Path) -> list[Puzzle]:
    """Return the puzzles in a folder, without the largest."""
    found = []
    for path in sorted(folder.glob("*.xml")):
        with path.open("rb") as stream:
            found += [one for one in load(stream) if isinstance(one, Puzzle)]
    return [one for one in found if len(one.pieces) <= 225 and max(one.givens) <= 9]


def some_puzzle(others: list[Puzzle], random: Random) -> Puzzle:
    wide, high, most = random.choice(SIZES)
    if others and random.random() < 0.5:
        return random.choice(others)
    return generate(wide, high, random, Wish(max_piece=most)) or some_puzzle(others, random)


def pictures(
    kind: str, number: int, others: list[Puzzle]
) -> Iterator[tuple[str, Puzzle, Picture, Picture]]:
    """Yield for each look its name, a puzzle, and its pictures: rendered, and photographed."""
    looks = {
        "fresh": FRESH, "odd": ODD, "later": LATER, "turned": {**LOOKS, **FRESH},
        "phones": TUNED, "pages": HELD,
    }.get(kind, LOOKS)  # fmt: skip
    for at, (name, look) in enumerate(looks.items()):
        seed = 1000 * number + at + 500 * (kind == "pages")
        puzzle, random = some_puzzle(others, Random(seed)), np.random.default_rng(seed)
        if kind in ("phones", "pages"):
            yield name, puzzle, *pair(puzzle, look, random)
        elif kind != "tuned":
            picture = draw(puzzle, look, solve(puzzle).solutions[0])
            if "curl" in look:
                picture = curled(picture, random, look["curl"])
            both = picture, camera(picture, random)
            if "glare" in look:
                both = glared(both[0], random, look["glare"]), glared(both[1], random, look["glare"])
            yield name, puzzle, *both
        else:
            picture = render(puzzle, any_style(random))
            yield "any", puzzle, picture, photograph(picture, random)


def outcome(picture: Picture, puzzle: Puzzle, boards: int = 1) -> str:
    """Return the outcome of reading a picture that shows a puzzle `boards` times."""
    results = [reading_of(board)[0] for board in find(picture)]
    sure = [
        (one.puzzle.pieces, one.puzzle.givens)
        for one in results
        if one.status == "ok" and one.puzzle and not one.repaired
    ]
    if not results:
        return "not found"
    if not sure:
        return "in doubt"
    if len(sure) > boards or any(one != (puzzle.pieces, puzzle.givens) for one in sure):
        return "wrong"
    if len(sure) < boards:
        return "in doubt"
    return "exact" if len(results) == boards else "more found"


def main(kind: str = "held", rounds: str = "1", first: str = "0", folder: str = "") -> None:
    cv2.setNumThreads(1)
    counts, failed, spent = Counter[tuple[str, str]](), Counter[str](), 0.0
    others = puzzles(Path(folder)) if folder else []
    for number in range(int(first), int(first) + int(rounds)):
        for name, puzzle, *both in pictures(kind, number, others):
            for what, picture in zip(("rendering", "photo"), both, strict=True):
                started = time.process_time()
                found = outcome(picture, puzzle, PHONES.get(name, {}).get("boards", 1))
                if kind == "turned" and found == "exact":
                    turn = 1 + counts.total() % 3
                    again = outcome(np.ascontiguousarray(np.rot90(picture, turn)), puzzle)
                    if again != "exact":
                        found = f"turned, {again}"
                spent += time.process_time() - started
                counts[what, found] += 1
                if found != "exact":
                    failed[f"{name}, {what}: {found}"] += 1
        for what in ("rendering", "photo"):
            these = {found: n for (each, found), n in counts.items() if each == what}
            exact, total = these.get("exact", 0), sum(these.values())
            print(f"{what}s after round {number}: {exact} of {total} exact, {these}")
        print(f"  {spent / counts.total():.2f} s each; not exact: {dict(failed)}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
