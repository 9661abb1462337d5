"""The results of docs/tectonic/results.md; run by hand from the root:

    python tests/benchmarks/tectonic_results.py boards | classes | common

`boards` enumerates all partitions of small boards into connected pieces. `classes` prints, for each of
them up to symmetry, a puzzle with the fewest givens; its output, compressed by gzip -9n, is
samples/tectonic/results/fewest.txt.gz. `common` counts the partitions that published puzzles share.
`tectonic_hardest.py` searches for hard puzzles.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count

import numpy as np
from tectonic import published_files, read

from zet.engines.tectonic import symmetry
from zet.engines.tectonic.enumeration import Solutions
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import solve
from zet.formats.tectonic import line

MAX_CELLS = 20
"""The largest boards whose partitions all have a puzzle in samples/tectonic/results/fewest.txt.gz."""

BOARDS = [
    *[(2, 2, 4), (3, 2, 4), (3, 2, 5), (4, 2, 4), (4, 2, 5), (5, 2, 4), (5, 2, 5), (6, 2, 4), (6, 2, 5)],
    *[(3, 3, 4), (3, 3, 5), (4, 3, 4), (4, 3, 5), (5, 3, 4), (5, 3, 5)],
    *[(4, 4, 4), (4, 4, 5), (6, 3, 4), (6, 3, 5), (5, 4, 4), (5, 4, 5)],
]


class Pieces:
    """The connected pieces of a board, as masks, by their lowest cell."""

    def __init__(self, width: int, height: int, most: int) -> None:
        self.n_cells = width * height
        beside = [0] * self.n_cells
        for cell in range(self.n_cells):
            for other, fits in ((cell + 1, (cell + 1) % width), (cell + width, True)):
                if fits and other < self.n_cells:
                    beside[cell] |= 1 << other
                    beside[other] |= 1 << cell
        self.by_first: list[list[int]] = []
        for cell in range(self.n_cells):
            found = layer = {1 << cell}
            for _ in range(most - 1):
                layer = {
                    piece | 1 << at
                    for piece in layer
                    for at in range(cell + 1, self.n_cells)
                    if not piece >> at & 1 and beside[at] & piece
                }
                found = found | layer
            self.by_first.append(sorted(found))

    def number_of_partitions(self) -> int:
        """Return the number of partitions of the board into pieces."""

        @cache
        def ways(used: int) -> int:
            first = (~used & used + 1).bit_length() - 1
            if first == self.n_cells:
                return 1
            return sum(ways(used | piece) for piece in self.by_first[first] if not piece & used)

        return ways(0)


def partitions(width: int, height: int, most: int) -> Iterator[list[int]]:
    """Yield the piece of each cell, for all partitions except many that have no solution.

    The four cells of a 2x2 block are adjacent, so they have four digits: the smallest of their pieces has
    1 cell or more, the next 2 or more, and so on. Partitions that violate this are skipped.
    """
    pieces = Pieces(width, height, most)
    n_cells = width * height
    blocks = [
        (at, at + 1, at + width, at + width + 1)
        for at in range(n_cells - width)
        if (at + 1) % width
    ]  # fmt: skip
    near = {
        piece: [block for block in blocks if any(piece >> cell & 1 for cell in block)]
        for found in pieces.by_first
        for piece in found
    }
    label, size = [0] * n_cells, [0] * n_cells

    def after(used: int, number: int) -> Iterator[list[int]]:
        first = (~used & used + 1).bit_length() - 1
        if first == n_cells:
            yield label
            return
        for piece in pieces.by_first[first]:
            if piece & used:
                continue
            now = used | piece
            for cell in range(first, n_cells):
                if piece >> cell & 1:
                    label[cell], size[cell] = number, piece.bit_count()
            for block in near[piece]:
                sizes = sorted(size[cell] if now >> cell & 1 else most for cell in block)
                if sizes[1] < 2 or sizes[2] < 3 or sizes[3] < 4:
                    break
            else:
                yield from after(now, number + 1)

    yield from after(0, 0)


def solvable(width: int, height: int, most: int) -> Iterator[Puzzle]:
    """Yield the boards without givens that have a solution, one for each partition into pieces."""
    for label in partitions(width, height, most):
        board = Puzzle.build(width, height, label, [0] * len(label))
        if solve(board, count=1).status == "solved":
            yield board


def fewest(solutions: list[bytes]) -> list[int]:
    """Return the fewest givens (0: open) that leave only one of the solutions of a board.

    All sets of cells are tried, the smallest sets first. The digits in the cells of a set form a number,
    and the set suffices if some number occurs in only one solution.
    """
    cells = np.frombuffer(b"".join(solutions), np.uint8).reshape(len(solutions), -1)
    digits = cells.T.astype(np.int32) - 1
    base = int(cells.max())

    def search(numbers: np.ndarray, n: int, chosen: list[int], n_more: int) -> list[int] | None:
        if not n_more:
            once = np.bincount(numbers, minlength=n) == 1
            if not once.any():
                return None
            solution = solutions[int(np.argmax(once[numbers]))]
            return [digit if cell in chosen else 0 for cell, digit in enumerate(solution)]
        for cell in range(max(chosen, default=-1) + 1, len(digits) - n_more + 1):
            found = search(numbers * base + digits[cell], n * base, [*chosen, cell], n_more - 1)
            if found:
                return found
        return None

    start = np.zeros(len(solutions), np.int32)
    return next(found for n_givens in count() if (found := search(start, 1, [], n_givens)))


def classes() -> None:
    """Print a puzzle for each partition, up to symmetry, of the boards of up to `MAX_CELLS` cells."""
    for width, height, most in BOARDS:
        if width * height > MAX_CELLS or most != min(5, width * height):
            continue
        for board in sorted(
            {symmetry.canonical(board) for board in solvable(width, height, most)}, key=symmetry.key
        ):
            print(line.dumps(board.filled(fewest(list(Solutions(board))))), end="", flush=True)


def boards() -> None:
    """Print a row for each size of board and of pieces."""
    print("board, pieces to: partitions, with a solution, with one, most solutions, fewest givens, most")
    for width, height, most in BOARDS:
        start = time.process_time()
        n_solutions: Counter[int] = Counter()
        needs: dict[Puzzle, int] = {}
        for board in solvable(width, height, most):
            found = list(Solutions(board))
            n_solutions[len(found)] += 1
            one = symmetry.canonical(board)
            if one not in needs:
                needs[one] = len(found[0]) - fewest(found).count(0)
        least, most_needed = (f(needs.values(), default=-1) for f in (min, max))
        print(
            f"{width}x{height}, {most}: {Pieces(width, height, most).number_of_partitions():,}, "
            f"{n_solutions.total():,}, {n_solutions[1]:,}, {max(n_solutions, default=0):,}, "
            f"{least}, {most_needed} "
            f"({time.process_time() - start:.0f} s)",
            flush=True,
        )
        for number in (least, most_needed):
            example = next((one for one, needed in needs.items() if needed == number), None)
            if example:
                print(f"    {number}: {line.dumps(example)}", end="")


def number_of_solutions(board: Puzzle) -> int:
    """Return the number of solutions of a board without givens, without enumerating them.

    The cells are filled row by row. The candidates of the next cells depend on the digits of the last row
    and of the incomplete pieces; partial solutions that agree in these are counted together.
    """
    width = board.width
    last = {piece: cell for cell, piece in enumerate(board.pieces)}
    ways: Counter[tuple[tuple[int, ...], frozenset[tuple[int, int]]]]
    ways = Counter({((0,) * (width + 1), frozenset()): 1})
    for cell, piece in enumerate(board.pieces):
        column = cell % width
        near = [1] + [0, width] * (column > 0) + [2] * (column < width - 1)  # above, and to the left
        after: Counter[tuple[tuple[int, ...], frozenset[tuple[int, int]]]] = Counter()
        for (digits, used), number in ways.items():
            taken = {digits[at] for at in near}
            for digit in range(1, board.sizes[piece] + 1):
                if digit not in taken and (piece, digit) not in used:
                    now = used | {(piece, digit)}
                    if last[piece] == cell:
                        now = frozenset(one for one in now if one[0] != piece)
                    after[(*digits[1:], digit), now] += number
        ways = after
    return ways.total()


def common() -> None:
    """Print the most common partitions of published puzzles, and their numbers of solutions."""
    seen = Counter(
        symmetry.canonical(puzzle.filled([0] * len(puzzle.pieces)))
        for path in published_files()
        for puzzle in read(path)
    )
    small = Counter({board: number for board, number in seen.items() if len(board.pieces) <= 36})
    for board, number in small.most_common(5):
        print(f"{number} {number_of_solutions(board):,} {line.dumps(board)}", end="", flush=True)


if __name__ == "__main__":
    choices = (boards, classes, common)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("result", choices=[function.__name__ for function in choices])
    globals()[parser.parse_args().result]()
