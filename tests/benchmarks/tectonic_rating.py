"""Fit the weights of the rating of Tectonic puzzles; run by hand from the root:

    python tests/benchmarks/tectonic_rating.py [FOLDER]

FOLDER has the collections and `labels.jsonl`; without it, it is `../shared/data/tectonic`.
Publishers say how hard their puzzles are: krazydad by the work of a solver, foxite and joniwinsten by a
level. The weights are chosen on every second puzzle of each collection, to follow these measures in rank
(Spearman). What is printed for the other half was not used. At last come the levels of all published
puzzles, and the fifths that are their bounds.
"""

import json
import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import correlation, mean, quantiles
from typing import Any

from zet.engines.tectonic.explainer import Effort
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rating import (
    BOUNDS,
    LEVEL_NAMES,
    OPEN,
    SCORED,
    WEIGHTS,
    findings,
    rate,
    share_of,
)
from zet.engines.tectonic.techniques import GUESS
from zet.formats.tectonic import FORMATS

ROOT = Path(__file__).parents[2]
DATA = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared/data/tectonic"
GROUPS = ((1, 2), (3,), (5, 7, 8, 10), (14,))
NAMES = ("eliminations", "hidden singles", "exclusions", "contradictions", "open cells")
VALUES = (0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 10, 12, 16, 24)
LEVELS = {"beginner-4a": 1, "easy-6": 2, "hard-7": 3, "pro-8": 4, "legend-9": 5}

Row = tuple[list[int], float]
"""What there is to see in a puzzle, and what its publisher says."""


def read(collection: str) -> list[tuple[str, Puzzle]]:
    """Return the puzzles of a collection, each with its id."""
    lines = (DATA / f"{collection}.answers.jsonl").read_text().splitlines()
    with (DATA / f"{collection}.xml").open("rb") as stream:
        puzzles = list(FORMATS["xml"].load(stream, collection))
    found = [(json.loads(line)["id"], puzzle) for line, puzzle in zip(lines, puzzles, strict=True)]
    return [(name, puzzle) for name, puzzle in found if isinstance(puzzle, Puzzle)]


def seen(puzzle: Puzzle) -> list[int]:
    """Return how much there is of each of `NAMES`."""
    found = findings(puzzle, SCORED, Effort())
    assert found
    return [sum(found[0].get(number, 0) for number in group) for group in GROUPS] + [
        puzzle.givens.count(0)
    ]


def labelled() -> dict[str, list[Row]]:
    """Return the rows of each collection whose publisher says how hard its puzzles are."""
    said: dict[str, dict[str, Any]] = {}
    for line in (DATA / "labels.jsonl").read_text().splitlines():
        row = json.loads(line)
        said[row["id"]] = row
    rows: dict[str, list[Row]] = {}
    for collection in sorted({row["collection"] for row in said.values()}):
        for name, puzzle in read(collection):
            if name in said:
                measure = said[name].get("kd_work") or said[name]["level"]
                rows.setdefault(collection, []).append(
                    (seen(puzzle), float(LEVELS[measure] if measure in LEVELS else measure))
                )
    return rows


def follows(rows: list[Row], weights: Sequence[float]) -> float:
    """Return how well a sum with these weights follows the publishers' measure."""
    sums = [sum(a * b for a, b in zip(found, weights, strict=True)) for found, _ in rows]
    return correlation(ranks(sums), ranks([measure for _, measure in rows]))


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal ones share theirs."""
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) for value in values]


def table(rows: dict[str, list[Row]], weights: Sequence[float], half: int) -> dict[str, float]:
    """Return how well the weights follow each collection in a half, and krazydad's work as a whole."""
    parts = {name: found[half::2] for name, found in rows.items()}
    parts["krazydad"] = [
        row for name, part in parts.items() if name.startswith("krazydad") for row in part
    ]
    return {name: follows(part, weights) for name, part in parts.items()}


def worth(found: dict[str, float]) -> float:
    """Return what is made as large as possible; beyond .965 levels by size alone would be followed."""
    each = [value for name, value in found.items() if name.startswith("krazydad_")]
    return (
        mean(each)
        + 1.5 * min(found["foxite"], 0.965)
        + 0.3 * found["joniwinsten"]
        + 0.5 * found["krazydad"]
    )


def fitted(rows: dict[str, list[Row]], half: int) -> list[float]:
    """Return the weights that follow a half best, changed one at a time; an elimination has 1."""
    weights: list[float] = [1, 1, 1, 8, 1]
    best = worth(table(rows, weights, half))
    changed = True
    while changed:
        changed = False
        for index in range(1, len(weights)):
            for value in VALUES:
                other = [*weights[:index], value, *weights[index + 1 :]]
                if (found := worth(table(rows, other, half))) > best + 1e-9:
                    best, weights, changed = found, other, True
    return weights


if __name__ == "__main__":
    rows = labelled()
    own = [*(WEIGHTS[group[0]] for group in GROUPS), OPEN]
    for title, weights, half in (
        ("fitted to the first half", fitted(rows, 0), 0),
        ("of the package", own, 0),
    ):
        print(title, dict(zip(NAMES, weights, strict=True)))
        for name, chosen in (("fitted", half), ("other", 1 - half)):
            found = table(rows, weights, chosen)
            print(f"  {name} half:", ", ".join(f"{key} {value:.2f}" for key, value in found.items()))
    shares: list[float] = []
    for path in sorted(DATA.glob("*.xml")):
        if path.stem == "generated":
            continue
        puzzles = [puzzle for _, puzzle in read(path.stem)]
        ratings = [rate(puzzle) for puzzle in puzzles]
        for puzzle in puzzles:
            found = findings(puzzle, SCORED, Effort())
            if found and GUESS not in found[0]:
                shares.append(share_of(puzzle, found[0]))
        levels = Counter(rating.level for rating in ratings if rating)
        print(f"{path.stem}:", ", ".join(f"{levels[level]} {level}" for level in LEVEL_NAMES))
    fifths = ", ".join(f"{value:.2f}" for value in quantiles(shares, n=5))
    print(f"fifths of the share beyond eliminations: {fifths}; bounds of the package: {BOUNDS}")
