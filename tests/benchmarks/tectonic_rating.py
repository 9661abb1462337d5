"""Fit the weights of the rating of Tectonic puzzles; run by hand from the root:

    python tests/benchmarks/tectonic_rating.py [FOLDER]

FOLDER has the collections and `labels.jsonl`; the default is `../shared/data/tectonic`.
Publishers rate the difficulty of their puzzles: krazydad by the work of a solver, foxite and joniwinsten
by a level. The weights are fitted to every second puzzle of each collection, to follow these measures in
rank (Spearman), and then to the others. The result for the other half is that of unused data. The output
ends with the levels of all published puzzles, and the fifths that are their bounds.
"""

import json
import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import correlation, mean, quantiles
from typing import Any

from zet.engines.kernel.budget import Budget
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rating import BOUNDS, CELL, LEVEL_NAMES, WEIGHTS, board_of, rate, share_of, work
from zet.formats.tectonic import FORMATS

ROOT = Path(__file__).parents[2]
DATA = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared/data/tectonic"
NAMES = ("round of singles", "other round", "refuted candidate", "cell")
VALUES = (1, 2, 3, 4, 6, 8, 10, 12, 16)
REFUTED = 2 / 3
"""The weight of a refuted candidate, relative to a round; a half and a whole do nearly as well."""
LEVELS = {"beginner-4a": 1, "easy-6": 2, "hard-7": 3, "pro-8": 4, "legend-9": 5}

Row = tuple[list[int], float]
"""The features of a puzzle, and its publisher's measure of difficulty."""


def read(collection: str) -> list[tuple[str, Puzzle]]:
    """Return the puzzles of a collection, each with its id."""
    lines = (DATA / f"{collection}.answers.jsonl").read_text().splitlines()
    with (DATA / f"{collection}.xml").open("rb") as stream:
        puzzles = list(FORMATS["xml"].load(stream, collection))
    found = [(json.loads(line)["id"], puzzle) for line, puzzle in zip(lines, puzzles, strict=True)]
    return [(name, puzzle) for name, puzzle in found if isinstance(puzzle, Puzzle)]


def seen(puzzle: Puzzle) -> list[int]:
    """Return the amount of each feature in `NAMES`."""
    to_do = work(board_of(puzzle), Budget())
    return [to_do.singles, to_do.others, to_do.refuted + 2 * to_do.refuted_deeply, len(puzzle.cells)]


def labeled() -> dict[str, list[Row]]:
    """Return the rows of each collection whose publisher rates its puzzles."""
    said: dict[str, dict[str, Any]] = {}
    for line in (DATA / "labels.jsonl").read_text().splitlines():
        row = json.loads(line)
        said[row["id"]] = row
    rows: dict[str, list[Row]] = {}
    for collection in sorted({row["collection"] for row in said.values()}):
        for name, puzzle in read(collection):
            if name in said:
                measure = str(said[name].get("kd_work") or said[name]["level"])
                rows.setdefault(collection, []).append(
                    (seen(puzzle), LEVELS.get(measure) or float(measure))
                )
    return rows


def follows(rows: list[Row], weights: Sequence[float]) -> float:
    """Return the rank correlation of a sum with these weights with the publishers' measure."""
    sums = [sum(a * b for a, b in zip(found, weights, strict=True)) for found, _ in rows]
    return correlation(ranks(sums), ranks([measure for _, measure in rows]))


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal values share a rank."""
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) for value in values]


def table(rows: dict[str, list[Row]], weights: Sequence[float], half: int) -> dict[str, float]:
    """Return the fit of the weights to each collection in a half, and to krazydad's work as a whole."""
    parts = {name: found[half::2] for name, found in rows.items()}
    parts["krazydad"] = [
        row for name, part in parts.items() if name.startswith("krazydad") for row in part
    ]
    return {name: follows(part, weights) for name, part in parts.items()}


def worth(found: dict[str, float]) -> float:
    """Return the objective, which the fit maximizes."""
    each = [value for name, value in found.items() if name.startswith("krazydad_")]
    return mean(each) + found["foxite"] + 0.3 * found["joniwinsten"] + 0.5 * found["krazydad"]


def fitted(rows: dict[str, list[Row]], half: int) -> list[float]:
    """Return the weights that fit a half best: only the weight of another round is chosen.

    Choosing each weight separately fits a half no better, and the other half less.
    """
    each = [[1, value, value * REFUTED, CELL] for value in VALUES]
    return max(each, key=lambda weights: worth(table(rows, weights, half)))


if __name__ == "__main__":
    rows = labeled()
    own = [WEIGHTS.singles, WEIGHTS.others, WEIGHTS.refuted, CELL]
    for title, weights, half in (
        ("fitted to the first half", fitted(rows, 0), 0),
        ("fitted to the second half", fitted(rows, 1), 1),
        ("of the package", own, 0),
    ):
        print(title, dict(zip(NAMES, weights, strict=True)))
        for name, chosen in (("this", half), ("other", 1 - half)):
            found = table(rows, weights, chosen)
            sizes = mean(value for key, value in found.items() if key.startswith("krazydad_"))
            print(f"  {name} half:", ", ".join(f"{key} {value:.2f}" for key, value in found.items()))
            print(f"    krazydad, mean of the sizes: {sizes:.3f}")
    shares: list[float] = []
    for path in sorted(DATA.glob("*.xml")):
        if path.stem == "generated":
            continue
        puzzles = [puzzle for _, puzzle in read(path.stem)]
        ratings = [rate(puzzle) for puzzle in puzzles]
        for puzzle in puzzles:
            to_do = work(board_of(puzzle), Budget())
            if not to_do.guessed:
                shares.append(share_of(puzzle, to_do))
        levels = Counter(rating.level for rating in ratings if rating)
        print(f"{path.stem}:", ", ".join(f"{levels[level]} {level}" for level in LEVEL_NAMES))
    fifths = ", ".join(f"{value:.2f}" for value in quantiles(shares, n=5))
    print(f"fifths of the work by the root of the open cells: {fifths}; bounds of the package: {BOUNDS}")
