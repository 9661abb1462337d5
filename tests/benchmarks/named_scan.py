"""Count the boards that are taken for another puzzle or game: `python tests/benchmarks/named_scan.py`.

The first argument is `others` or `tectonic`. With `others` the pictures are the other puzzles and games
of `tests/scan_others.py`, and photos without a grid; with `tectonic` they are boards in the looks of
`tests/scan_held.py` and `tests/scan_pictures.py`, which must not be taken for another kind. The next
arguments are the number of pictures (of each kind, with `others`), and the number of the first. Half the
pictures are photos.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
from scan import some_puzzle
from scan_held import FRESH, LOOKS, ODD, camera, draw
from scan_others import OTHERS
from scan_pictures import Picture, any_style, photograph, render

from zet.engines.tectonic import solve
from zet.formats.tectonic.scan import find
from zet.formats.tectonic.scan.likeness import kind_of


def others(numbers: range) -> Iterator[tuple[str, Picture]]:
    """Yield pictures of other puzzles and games, and photos without a grid; every second is a photo."""
    for kind, drawn in OTHERS.items():
        for number in numbers:
            random = np.random.default_rng(number)
            picture = drawn(random)
            yield kind, camera(picture, random) if number % 2 else picture


def boards(numbers: range) -> Iterator[tuple[str, Picture]]:
    """Yield pictures of Tectonic boards; every second is a photo."""
    looks = list({**LOOKS, **FRESH, **ODD}.values())
    for number in numbers:
        random, puzzle = np.random.default_rng(number), some_puzzle([], Random(number))
        if number % 2:
            picture = draw(puzzle, looks[number // 2 % len(looks)], solve(puzzle).solutions[0])
            yield "tectonic", camera(picture, random) if number % 4 == 1 else picture
        else:
            picture = render(puzzle, any_style(random))
            yield "tectonic", photograph(picture, random) if number % 4 == 0 else picture


def main(which: str = "others", count: str = "10", first: str = "0") -> None:
    cv2.setNumThreads(1)
    numbers = range(int(first), int(first) + int(count))
    named: dict[str, Counter[str]] = {}
    for kind, picture in (others if which == "others" else boards)(numbers):
        found = [kind_of(board) or "not named" for board in find(picture)]
        named.setdefault(kind, Counter())[", ".join(found) or "no board found"] += 1
    for kind, counts in named.items():
        print(f"{kind}: {counts.total()} pictures, {dict(counts)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
