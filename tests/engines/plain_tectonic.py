"""A slow, plain solver and random boards, for comparison with the engines; no code is shared."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

Grid = tuple[int, int, list[int], list[int]]
"""Width, height, the piece of each cell (-1: no cell) and its given (0: open), row by row."""


def solutions(
    width: int, height: int, pieces: Sequence[int], givens: Sequence[int], most: int
) -> list[bytes]:
    """Return up to `most` solutions, by trying every digit in every cell from the top left on."""
    found: list[bytes] = []
    for digits in _fill(width, height, pieces, givens, []):
        found.append(digits)
        if len(found) == most:
            break
    return found


def _fill(
    width: int, height: int, pieces: Sequence[int], givens: Sequence[int], digits: list[int]
) -> Iterator[bytes]:
    cell = len(digits)
    if cell == width * height:
        yield bytes(digits)
        return
    size = list(pieces).count(pieces[cell])
    for digit in [givens[cell]] if givens[cell] else range(1, size + 1):
        if digit <= size and all(
            digits[other] != digit or not (pieces[other] == pieces[cell] or touch(width, cell, other))
            for other in range(cell)
        ):
            yield from _fill(width, height, pieces, givens, [*digits, digit])


def touch(width: int, one: int, other: int) -> bool:
    return (
        abs(one // width - other // width) <= 1 and abs(one % width - other % width) <= 1
    ) and one != other


def obeys(width: int, pieces: Sequence[int], givens: Sequence[int], digits: Sequence[int]) -> bool:
    """Whether a full board obeys the rules and has every given."""
    cells = range(len(pieces))
    members: dict[int, list[int]] = {}
    for cell in cells:
        members.setdefault(pieces[cell], []).append(digits[cell])
    return (
        all(sorted(own) == list(range(1, len(own) + 1)) for own in members.values())
        and all(digits[one] != digits[two] for one in cells for two in cells if touch(width, one, two))
        and all(given in (0, digit) for given, digit in zip(givens, digits, strict=True))
    )


def random_grid(random: Random, width: int, height: int, missing: Sequence[int] = ()) -> Grid:
    """Return a random board; most have solutions, pieces may be disconnected, givens do not conflict."""
    n_cells = width * height
    there = [cell for cell in range(n_cells) if cell not in missing]
    loose = random.random() < 0.2
    labels = list(range(n_cells))
    most = random.choice([2, 3, 4, 5, 5, 6])
    for cell in random.sample(there, len(there)):
        near = [other for other in there if _beside(width, cell, other)]
        if loose and random.random() < 0.3:
            near = there
        if not near:
            continue
        other = labels[random.choice(near)]
        own = labels[cell]
        if labels.count(other) + labels.count(own) <= most and own != other:
            labels = [other if label == own else label for label in labels]
    names = {label: number for number, label in enumerate(dict.fromkeys(labels[cell] for cell in there))}
    pieces = [names[label] if cell in there else -1 for cell, label in enumerate(labels)]
    givens = [0] * n_cells
    solved = quick_solutions((width, height, pieces, givens), random.randint(1, 4))
    share = random.choice([0, 0.1, 0.2, 0.3, 0.5])
    for cell in there:
        if random.random() < share:
            digit = solved[-1][cell] if solved else 0
            if random.random() < 0.1:
                digit = random.randint(1, pieces.count(pieces[cell]))
            if all(
                givens[other] != digit or not (pieces[other] == pieces[cell] or touch(width, cell, other))
                for other in range(n_cells)
            ):
                givens[cell] = digit
    return width, height, pieces, givens


def _beside(width: int, one: int, other: int) -> bool:
    return abs(one // width - other // width) + abs(one % width - other % width) == 1


def small_grids(seed: int, count: int) -> list[Grid]:
    """Return random boards of up to 5 x 5 cells, and rows and columns of up to 9."""
    random = Random(seed)
    grids = []
    for number in range(count):
        width, height = random.randint(1, 5), random.randint(1, 5)
        if number % 10 == 0:
            width, height = random.choice([(1, random.randint(1, 9)), (random.randint(1, 9), 1)])
        grids.append(random_grid(random, width, height))
    return grids


def holed_grids(seed: int, count: int) -> list[Grid]:
    """Return random boards of up to 5 x 5 cells, some of which are missing."""
    random = Random(seed)
    grids = []
    while len(grids) < count:
        width, height = random.randint(1, 5), random.randint(1, 5)
        share = random.choice([0.1, 0.2, 0.4])
        missing = [cell for cell in range(width * height) if random.random() < share]
        if 0 < len(missing) < width * height:
            grids.append(random_grid(random, width, height, missing))
    return grids


def labels_of(pieces: Sequence[int]) -> list[int | None]:
    """Return the pieces as labels, with None for a missing cell."""
    return [None if piece < 0 else piece for piece in pieces]


def transposed(grid: Grid) -> Grid:
    width, height, pieces, givens = grid
    order = [row * width + column for column in range(width) for row in range(height)]
    return height, width, [pieces[cell] for cell in order], [givens[cell] for cell in order]


def mirrored(grid: Grid) -> Grid:
    width, height, pieces, givens = grid
    order = [row * width + width - 1 - column for row in range(height) for column in range(width)]
    return width, height, [pieces[cell] for cell in order], [givens[cell] for cell in order]


def quick_solutions(grid: Grid, most: int) -> list[bytes]:
    """Return up to `most` solutions, faster on larger boards: the cell with the fewest digits is tried
    first.

    A missing cell has 0.
    """
    width, _, pieces, givens = grid
    cells = [cell for cell, piece in enumerate(pieces) if piece >= 0]
    rivals = {
        cell: [
            other
            for other in cells
            if other != cell and (pieces[other] == pieces[cell] or touch(width, cell, other))
        ]
        for cell in cells
    }
    wanted = [
        [given] if given else list(range(1, pieces.count(piece) + 1))
        for piece, given in zip(pieces, givens, strict=True)
    ]
    return list(islice(_fill_fewest([0] * len(pieces), wanted, rivals), most))


def _fill_fewest(
    digits: list[int], wanted: list[list[int]], rivals: dict[int, list[int]]
) -> Iterator[bytes]:
    fewest: tuple[int, list[int]] | None = None
    for cell in rivals:
        if not digits[cell]:
            taken = {digits[other] for other in rivals[cell]}
            left = [digit for digit in wanted[cell] if digit not in taken]
            if fewest is None or len(left) < len(fewest[1]):
                fewest = cell, left
            if len(left) < 2:
                break
    if fewest is None:
        yield bytes(digits)
        return
    cell, left = fewest
    for digit in left:
        digits[cell] = digit
        yield from _fill_fewest(digits, wanted, rivals)
    digits[cell] = 0
