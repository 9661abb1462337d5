"""The results on small boards in docs/tectonic/results.md, recomputed by a slow, plain program."""

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, count
from pathlib import Path

import pytest
from plain_tectonic import solutions

PAGE = Path(__file__).parents[2] / "docs/tectonic/results.md"
ROW = re.compile(r"\| (\d+)x(\d+) \| (\d+) \| (.*?) \|\n")
ROWS = [match.groups() for match in ROW.finditer(PAGE.read_text())]
MOST_CELLS = 8
with gzip.open(PAGE.parents[2] / "samples/tectonic/results/fewest.txt.gz", "rt") as packed:
    FEWEST = re.findall(r"(\d+)x(\d+):(\w+):(.*)\n", packed.read())
MOST_SMALL = 16
SMALL = [row for row in FEWEST if int(row[0]) * int(row[1]) <= MOST_SMALL]
LARGE = [row for row in FEWEST if int(row[0]) * int(row[1]) > MOST_SMALL]


def labelings(n_cells: int, most: int) -> Iterator[list[int]]:
    """Yield all partitions of cells into pieces of at most `most` cells, connected or not."""

    def longer(labels: list[int]) -> Iterator[list[int]]:
        if len(labels) == n_cells:
            yield labels
            return
        for label in range(max(labels, default=-1) + 2):
            if labels.count(label) < most:
                yield from longer([*labels, label])

    yield from longer([])


def is_whole(width: int, cells: set[int]) -> bool:
    """Whether cells are connected by their sides."""
    reached = {min(cells)}
    while more := {
        cell
        for cell in cells - reached
        for other in reached
        if abs(cell - other) == width or (abs(cell - other) == 1 and cell // width == other // width)
    }:
        reached |= more
    return reached == cells


def fewest(found: list[bytes]) -> int:
    for number in count():
        for cells in combinations(range(len(found[0])), number):
            there = [[digits[cell] for cell in cells] for digits in found]
            if any(there.count(one) == 1 for one in there):
                return number
    raise AssertionError


@pytest.mark.parametrize(
    ("width", "height", "most", "rest"),
    [
        pytest.param(*row, marks=[] if int(row[0]) * int(row[1]) <= MOST_CELLS else pytest.mark.slow)
        for row in ROWS
        if int(row[0]) * int(row[1]) <= MOST_CELLS + 1
    ],
)
def test_a_row_of_the_table_is_true(width: str, height: str, most: str, rest: str) -> None:
    columns, n_cells = int(width), int(width) * int(height)
    partitions = [
        labels
        for labels in labelings(n_cells, int(most))
        if all(
            is_whole(columns, {cell for cell in range(n_cells) if labels[cell] == label})
            for label in set(labels)
        )
    ]
    every = [solutions(columns, int(height), labels, [0] * n_cells, 10**6) for labels in partitions]
    solvable = [found for found in every if found]
    needs = [fewest(found) for found in solvable]
    counts = [len(found) for found in solvable]
    numbers = [len(partitions), len(solvable), counts.count(1), max(counts), min(needs), max(needs)]
    assert rest == " | ".join(f"{number:,}" for number in numbers)


def test_the_table_has_its_rows() -> None:
    assert len(ROWS) > 15


def images(width: int, height: int, pieces: str) -> set[str]:
    """Return the images of a partition with the same width, with pieces named in order of appearance."""
    rows = [pieces[at : at + width] for at in range(0, width * height, width)]
    found = set()
    for _ in range(4):
        for image in (rows, rows[::-1]):
            if len(image) == height:
                names = {name: chr(97 + at) for at, name in enumerate(dict.fromkeys("".join(image)))}
                found.add("".join(names[name] for name in "".join(image)))
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return found


def test_a_puzzle_with_the_fewest_givens_is_listed_for_every_partition() -> None:
    listed: dict[tuple[str, str], list[str]] = {}
    for width, height, pieces, _givens in FEWEST:
        listed.setdefault((width, height), []).extend(images(int(width), int(height), pieces))
    solvable = {(width, height): rest.split(" | ")[1] for width, height, _most, rest in ROWS}
    assert all(len({*found}) == len(found) for found in listed.values())
    assert {size: f"{len(found):,}" for size, found in listed.items()} == {
        size: solvable[size] for size in solvable if int(size[0]) * int(size[1]) <= 20
    }


@pytest.mark.parametrize(
    "puzzles",
    [
        SMALL[::25] + LARGE[::2000],
        pytest.param(SMALL, marks=pytest.mark.slow),
        pytest.param(LARGE[::25], marks=pytest.mark.slow),
    ],
    ids=["some", "small", "large"],
)
def test_no_puzzle_has_fewer_givens(puzzles: list[tuple[str, str, str, str]]) -> None:
    for width, height, pieces, givens in puzzles:
        labels, given = list(map(ord, pieces)), list(map(int, givens.replace(".", "0")))
        found = solutions(int(width), int(height), labels, [0] * len(given), 10**6)
        assert sum(all(b in (0, a) for a, b in zip(one, given, strict=True)) for one in found) == 1
        n_fewer = sum(map(bool, given)) - 1
        for cells in combinations(range(len(given)), max(n_fewer, 0)):
            there = Counter(tuple(one[cell] for cell in cells) for one in found)
            assert n_fewer < 0 or 1 not in there.values(), (width, height, pieces)
