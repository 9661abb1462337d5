"""How many pictures of puzzles are read as what they were made of: `python tests/benchmarks/scan.py 1`.

A round has a board of each style of `tests/scan_pictures.py`, as a rendering and as a photo. `exact` were
given as sure and are right, `wrong` as sure and are not; the others were given up, or not found.
"""

import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
from scan_pictures import STYLES, Picture, photograph, render

from zet.engines.tectonic import Puzzle, generate
from zet.engines.tectonic.repair import repair
from zet.formats.tectonic.scan import find, read

SIZES = ((5, 5, 5), (7, 6, 6), (9, 9, 5), (10, 15, 5), (15, 10, 6), (6, 4, 5), (8, 8, 8))


def outcome(picture: Picture, puzzle: Puzzle) -> str:
    boards = find(picture)
    if len(boards) != 1:
        return "not found"
    result = repair(read(boards[0]))
    if result.status != "ok" or result.puzzle is None:
        return "in doubt"
    same = (result.puzzle.pieces, result.puzzle.givens) == (puzzle.pieces, puzzle.givens)
    return "exact" if same else "wrong"


def main(rounds: int = 1) -> None:
    cv2.setNumThreads(1)
    for kind in ("renderings", "photos"):
        counts, failed, spent = Counter[str](), Counter[str](), 0.0
        for number in range(rounds):
            random = np.random.default_rng(1000 + number)
            for at, (name, style) in enumerate(STYLES.items()):
                wide, high, most = SIZES[(at + number) % len(SIZES)]
                puzzle = generate(wide, high, Random(number), max_piece=most)
                if puzzle is None:
                    continue
                picture = render(puzzle, style)
                if kind == "photos":
                    picture = photograph(picture, random)
                started = time.process_time()
                found = outcome(picture, puzzle)
                spent += time.process_time() - started
                counts[found] += 1
                failed[name] += found != "exact"
        total = counts.total()
        print(f"{kind}: {counts['exact']} of {total} exact, {dict(counts)}, {spent / total:.2f} s each")
        print("  not exact:", ", ".join(f"{name} {n}" for name, n in failed.items() if n))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
