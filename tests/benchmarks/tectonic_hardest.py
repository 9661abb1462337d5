"""The search for the hardest puzzles of docs/tectonic/results.md; run by hand from the root:

    python tests/benchmarks/tectonic_hardest.py FILE --sizes 5x5 8x8 --climbs 500 --jobs 2

A climb starts from a generated puzzle, then replaces some of its givens again and again, as long as the
rating does not fall: first the level counts, then the score. After PATIENCE boards without improvement it
restarts from another puzzle. FILE gets a line for each climb: its size, its number, the level, the score
and the line format of its best puzzle, and its CPU seconds. Climbs that FILE already has are skipped, so
the same command resumes an interrupted search, and a larger number of climbs extends it. In the end the
best puzzle of each size is printed.
"""

import argparse
import time
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from random import Random

from zet.engines.tectonic.constants import LEVEL_NAMES
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rating import rate
from zet.formats.tectonic import line

BOARDS, PATIENCE = 2_000, 500
"""The number of boards of a climb, and the maximum run of boards that are no harder."""

SIZES = ("5x5", "6x6", "7x7", "8x8", "9x9", "10x10", "15x10")

Found = tuple[int, int, str]
"""The level, counted from the easiest, the score, and the puzzle as text."""


def climb(size: str, index: int) -> Found:
    """Return the hardest puzzle of a climb, which depends on its size and index alone."""
    width, height = map(int, size.split("x"))
    random = Random(f"hardest:{size}:{index}")
    best: Found = (0, 0, "")
    now: Puzzle | None = None
    rated, idle = (0, 0), 0
    for _ in range(BOARDS):
        if idle == PATIENCE:
            now, rated, idle = None, (0, 0), 0
        puzzle = generate(width, height, random, Wish(idea=now and changed(now, random)))
        found = rate(puzzle) if puzzle else None
        idle += 1
        if puzzle is None or found is None:
            continue
        rating = LEVEL_NAMES.index(found.level), found.score
        if rating >= rated:
            idle = 0 if rating > rated else idle
            now, rated = puzzle, rating
            best = max(best, (*rating, line.dumps(puzzle).strip()))
    return best


def changed(puzzle: Puzzle, random: Random) -> Puzzle:
    """Return a puzzle without up to four of its givens."""
    given = [cell for cell, digit in enumerate(puzzle.givens) if digit]
    gone = random.sample(given, min(len(given), random.randint(1, 4)))
    return puzzle.filled([0 if cell in gone else digit for cell, digit in enumerate(puzzle.givens)])


def timed(task: tuple[str, int]) -> tuple[str, int, Found, float]:
    """Return a climb with its size and index, the puzzle found, and its CPU seconds."""
    start = time.process_time()
    return *task, climb(*task), time.process_time() - start


def climbs(path: Path) -> Iterator[tuple[str, int, Found]]:
    """Yield the size, the index and the puzzle of each climb in a file."""
    for text in path.read_text().splitlines():
        size, index, level, score, puzzle, _seconds = text.split(" ")
        yield size, int(index), (LEVEL_NAMES.index(level), int(score), puzzle)


def main() -> None:
    """Run the climbs that the file lacks, then print the best puzzle of each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--climbs", type=int, default=500, help=f"for each size, {BOARDS:,} boards each")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    options.file.touch()
    done = {(size, index) for size, index, _ in climbs(options.file)}
    tasks = [(size, index) for index in range(options.climbs) for size in options.sizes]
    with options.file.open("a") as file, Pool(options.jobs) as pool:
        for size, index, (level, score, puzzle), seconds in pool.imap_unordered(
            timed, [task for task in tasks if task not in done]
        ):
            print(size, index, LEVEL_NAMES[level], score, puzzle, f"{seconds:.1f}", file=file, flush=True)
    for size in options.sizes:
        level, score, puzzle = max(found for one, _, found in climbs(options.file) if one == size)
        print(LEVEL_NAMES[level], score, puzzle)


if __name__ == "__main__":
    main()
