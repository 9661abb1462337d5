"""Compare the rating of Tectonic puzzles with publishers' measures; run by hand from the root:

    python tests/benchmarks/tectonic_rating.py [FOLDER]

FOLDER has the collections and `labels.jsonl`; the default is `../shared/data/tectonic`.
Publishers rate the difficulty of their puzzles: krazydad by the work of a solver, foxite by a level. Each
figure is a rank correlation (Spearman) within a size of board, for the score and for the baseline, the
number of open cells: any rating follows the size, and over all sizes nothing else would be measured. The
puzzles are split into halves by a hash of their ids; the costs of `rating` were chosen on the first, so
that the second shows how well they do on other puzzles. Also printed are the correlations with all costs
equal, the levels within each size, and the bounds of hardness at which generated puzzles would be spread
evenly over the levels.
"""

import json
import sys
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import correlation, mean
from typing import Any

from zet.engines.kernel.budget import Budget
from zet.engines.tectonic.generator import generate
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rating import LEVEL_NAMES, Work, board_of, hardness_of, rate, to_remove, work
from zet.formats.tectonic import FORMATS

ROOT = Path(__file__).parents[2]
DATA = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared/data/tectonic"
if not (DATA / "labels.jsonl").exists():
    raise SystemExit(f"{DATA}: no labels.jsonl; published puzzles are not part of the project")
SIZES = ((5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (15, 10))
GENERATED = 400
"""Puzzles of each size that are generated to count levels."""


@dataclass(frozen=True)
class Row:
    """A puzzle with the publisher's measure of its difficulty."""

    size: tuple[int, int]
    half: int
    measure: float
    open: int
    score: int
    to_remove: int
    work: Work


def read(collection: str) -> list[tuple[str, Puzzle]]:
    """Return the puzzles of a collection, each with its id."""
    lines = (DATA / f"{collection}.answers.jsonl").read_text().splitlines()
    with (DATA / f"{collection}.xml").open("rb") as stream:
        puzzles = list(FORMATS["xml"].load(stream, collection))
    found = [(json.loads(line)["id"], puzzle) for line, puzzle in zip(lines, puzzles, strict=True)]
    return [(name, puzzle) for name, puzzle in found if isinstance(puzzle, Puzzle)]


def labeled() -> dict[str, list[Row]]:
    """Return the rows of each collection whose publisher rates its puzzles, not only their sizes."""
    said: dict[str, dict[str, Any]] = {}
    for line in (DATA / "labels.jsonl").read_text().splitlines():
        label = json.loads(line)
        if label["collection"] != "joniwinsten":
            said[label["id"]] = label
    rows: dict[str, list[Row]] = {}
    for collection in sorted({label["collection"] for label in said.values()}):
        for name, puzzle in read(collection):
            if name in said and (rating := rate(puzzle)):
                half = sha256(name.encode()).digest()[0] & 1
                measure = float(said[name].get("kd_work") or said[name]["level"])
                size = puzzle.width, puzzle.height
                shape = size, half, measure, puzzle.n_open, rating.score, to_remove(puzzle)
                rows.setdefault(collection, []).append(Row(*shape, work(board_of(puzzle), Budget())[0]))
    return rows


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value relative to the mean rank; equal values share a rank."""
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) - len(values) for value in values]


def within(rows: Iterable[Row], key: Callable[[Row], float]) -> float:
    """Return the correlation of ranks within sizes; sizes with one measure have none."""
    sizes = defaultdict[tuple[int, int], list[Row]](list)
    for row in rows:
        sizes[row.size].append(row)
    found: list[float] = []
    expected: list[float] = []
    for each in sizes.values():
        if len({row.measure for row in each}) > 1:
            found += ranks([key(row) for row in each])
            expected += ranks([row.measure for row in each])
    return correlation(found, expected)


def interval(rows: list[Row], key: Callable[[Row], float]) -> tuple[float, float]:
    """Return the central 90% of the correlations of samples with replacement."""
    random = Random(1)
    found = sorted(within(random.choices(rows, k=len(rows)), key) for _ in range(200))
    return found[10], found[-11]


def by_equal_costs(row: Row) -> float:
    """Return a score in which rounds of any kind cost the same."""
    return row.work.singles + row.work.others + row.work.ahead


def fifths(puzzles: Iterable[Puzzle]) -> str:
    """Return the bounds of hardness that would put a fifth of the puzzles into each level."""
    ratings = [rating for puzzle in puzzles if (rating := rate(puzzle))]
    found = sorted(hardness_of(rating.bottleneck) for rating in ratings if rating.bottleneck)
    return ", ".join(f"{found[len(found) * fifth // 5]:.1f}" for fifth in range(1, 5))


def levels(puzzles: Iterable[Puzzle]) -> str:
    """Return the share of each level, in percent."""
    ratings = [rating for puzzle in puzzles if (rating := rate(puzzle))]
    counts = Counter(rating.level for rating in ratings)
    return ", ".join(f"{round(100 * counts[level] / len(ratings))} {level}" for level in LEVEL_NAMES)


if __name__ == "__main__":
    rows = labeled()
    for half, title in enumerate(("half that chose the costs", "other half")):
        print(f"{title}: score (90% interval), open cells, equal costs")
        gains = []
        for name, both in rows.items():
            part = [row for row in both if row.half == half]
            score, baseline = within(part, lambda row: row.score), within(part, lambda row: row.open)
            low, high = interval(part, lambda row: row.score)
            equal = within(part, by_equal_costs)
            of_score = f"{score:.2f} ({low:.2f} to {high:.2f})"
            print(f"  {name}, {len(part)}: {of_score}, {baseline:.2f}, {equal:.2f}")
            gains.append(score - baseline)
        print(f"  least gain over open cells {min(gains):.2f}, mean {mean(gains):.2f}")
    by_size = defaultdict[tuple[int, int], list[Puzzle]](list)
    for path in sorted(DATA.glob("*.xml")):
        if path.stem != "generated":
            for _, puzzle in read(path.stem):
                by_size[puzzle.width, puzzle.height].append(puzzle)
    print("percent of the published and of generated puzzles of a size in each level")
    for width, height in SIZES:
        published = [*by_size[width, height], *(by_size[height, width] if width != height else ())]
        found = [generate(width, height, Random(seed)) for seed in range(GENERATED)]
        made = [puzzle for puzzle in found if puzzle]
        print(f"  {width}x{height}, {len(published)} published: {levels(published)}")
        print(f"  {width}x{height}, {GENERATED} generated: {levels(made)}; fifths at {fifths(made)}")
    singles = [
        rating.level
        for puzzles in by_size.values()
        for puzzle in puzzles
        if (rating := rate(puzzle)) and rating.hardest <= 3
    ]
    print("solved by singles and neighbors:", dict(Counter(singles)))
