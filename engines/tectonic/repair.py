"""Make a puzzle of a doubtful reading: the likeliest one whose pieces fit and that has one solution.

Each line and each cell was read with a probability. Readings are tried from the likeliest on, until one
is a puzzle with one solution; if another is nearly as likely, nothing is decided.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Literal

from zet.engines.tectonic.model import Puzzle, PuzzleError
from zet.engines.tectonic.solver import solve

DOUBT = 4.0
"""A sure reading is so much (as a logarithm) likelier than any other."""
MARGIN = 3.0
"""The likeliest puzzle must be so much (as a logarithm) likelier than the next."""
WORTH = 11.0
"""Readings less likely than this are not tried."""
LEAST_SIDE = 3
"""Rows or columns of the smallest board that is looked for."""
MOST_TRIES = 400
MOST_ALTERNATIVES = 16
MOST_VALUES = 2000

Place = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of a board, with probabilities.

    `borders` has the logarithm of the odds that a line is a border: first those right of each cell but
    the last of its row, row by row, then those below each cell but the last row. `digits` has for each
    cell the logarithms of the probabilities that it is open, and that it holds 1, 2, ... `answers` are
    what a player filled in, 0 for nothing. `cost` says how much less likely the whole is than another
    reading, as a logarithm.
    """

    width: int
    height: int
    borders: tuple[float, ...]
    digits: tuple[tuple[float, ...], ...]
    answers: tuple[int, ...] = ()
    cost: float = 0.0

    def lines(self) -> list[tuple[int, int]]:
        """Return the pair of cells on either side of each line, in the order of `borders`."""
        width, size = self.width, self.width * self.height
        across = [(cell, cell + 1) for cell in range(size) if (cell + 1) % width]
        return across + [(cell, cell + width) for cell in range(size - width)]


@dataclass(frozen=True, slots=True)
class Repair:
    """The result of repairing a reading.

    `puzzle` is the likeliest one, or None if no reading fits the rules; then `read` has the pieces and
    digits that were read, which break them. `status` is "unknown" unless the
    puzzle is sure and has one solution; `count` is the number of its solutions, 2 for more. `repaired`
    are the cells (one index) and lines (two) that differ from the reading; `doubtful` those that may be
    wrong, and `several` says that this is because several readings fit, as one board or two. `cost` says
    how much less likely the puzzle is than the reading; `answers` are those of the reading.
    """

    status: Literal["ok", "unknown"]
    puzzle: Puzzle | None
    count: int
    repaired: tuple[Place, ...] = ()
    doubtful: tuple[Place, ...] = ()
    several: bool = False
    cost: float = 0.0
    answers: tuple[int, ...] = ()
    read: Puzzle | None = None


@dataclass(frozen=True, slots=True)
class _Other:
    """Another reading of a line or a cell: by how much it is less likely, and its value."""

    cost: float
    place: Place
    index: int
    value: int


def repair(*readings: Reading) -> Repair:
    """Return the likeliest puzzle with one solution, if no other is nearly as likely.

    Of several readings of a board the likeliest that gives a puzzle counts. The puzzles of the others
    must be far less likely, as when a player's answers are read as givens; even less with another
    solution.
    """
    results = [_repair(reading) for reading in readings]
    found = sorted((result for result in results if result.status == "ok"), key=lambda one: one.cost)
    for one in found[1:]:
        best, other = found[0].puzzle, one.puzzle
        if not best or not other or (best.pieces, best.givens) == (other.pieces, other.givens):
            continue
        near = MARGIN if solve(best).solutions == solve(other).solutions else 3 * MARGIN
        if one.cost < found[0].cost + near:
            cells = zip(best.givens, other.givens, strict=True)
            places = tuple((cell,) for cell, (given, read) in enumerate(cells) if given != read)
            return replace(found[0], status="unknown", repaired=(), doubtful=places, several=True)
    if found and found[0].puzzle and (seam := _seam(found[0].puzzle)):
        return replace(found[0], status="unknown", repaired=(), doubtful=seam, several=True)
    return (found or results)[0]


def _seam(puzzle: Puzzle) -> tuple[Place, ...]:
    """Return the lines between two halves each of which has one solution: maybe they are two boards."""
    for length, step in ((puzzle.height, puzzle.width), (puzzle.width, 1)):
        for at in range(LEAST_SIDE, length - LEAST_SIDE + 1):
            halves: tuple[list[int], list[int]] = [], []
            for cell in range(len(puzzle.pieces)):
                halves[cell // step % length >= at].append(cell)
            one, two = ({puzzle.pieces[cell] for cell in half} for half in halves)
            if not one & two and all(_is_unique(puzzle, half, step) for half in halves):
                lines = [(cell, cell + step) for cell in halves[0]]
                return tuple(line for line in lines if line[1] // step % length == at)
    return ()


def _is_unique(puzzle: Puzzle, cells: Sequence[int], step: int) -> bool:
    """Return whether the rows (or for `step` 1 the columns) of these cells are a puzzle by themselves."""
    rows = len(cells) // puzzle.width
    shape = (puzzle.width, rows) if step > 1 else (len(cells) // puzzle.height, puzzle.height)
    pieces, givens = ([values[cell] for cell in cells] for values in (puzzle.pieces, puzzle.givens))
    return solve(Puzzle.build(*shape, pieces, givens), nodes=MOST_VALUES).unique is True


def _repair(reading: Reading) -> Repair:
    lines = reading.lines()
    walls = [odds > 0 for odds in reading.borders]
    digits = [max(range(len(chances)), key=chances.__getitem__) for chances in reading.digits]
    others = _others(reading, lines, digits)
    first: tuple[float, Puzzle, tuple[Place, ...]] | None = None
    rivals: set[Place] = set()
    for cost, chosen in _likeliest_first(others):
        if first and cost > first[0] + MARGIN:
            break
        puzzle = _puzzle(reading, lines, walls, digits, chosen)
        if puzzle is None or not solve(puzzle, nodes=MOST_VALUES).unique:
            continue
        changed = tuple(other.place for other in chosen)
        if first is None:
            first = cost, puzzle, changed
        elif (puzzle.pieces, puzzle.givens) != (first[1].pieces, first[1].givens):
            rivals |= set(changed) ^ set(first[2])
    if first and not rivals:
        kept = (first[1].pieces, first[1].givens)
        plain = _puzzle(reading, lines, walls, digits, ())
        same = plain is not None and (plain.pieces, plain.givens) == kept
        changes = () if same else tuple(sorted(first[2]))
        return Repair("ok", first[1], 1, changes, cost=reading.cost + first[0], answers=reading.answers)
    puzzle = first[1] if first else _puzzle(reading, lines, walls, digits, ())
    count = len(solve(puzzle, nodes=MOST_VALUES).solutions) if puzzle else 0
    doubtful = rivals or {other.place for other in others[:8] if other.cost < 2 * DOUBT}
    read = None
    if puzzle is None:
        labels = _labels(reading, lines, walls)
        ends = zip(lines, walls, strict=True)
        doubtful |= {line for line, wall in ends if wall and labels[line[0]] == labels[line[1]]}
        read = _drawn(reading, labels, digits)
    places, several = tuple(sorted(doubtful)), bool(rivals)
    return Repair(
        "unknown", puzzle, count, doubtful=places, several=several, answers=reading.answers, read=read
    )


def _drawn(reading: Reading, labels: Sequence[int], digits: Sequence[int]) -> Puzzle | None:
    """Return pieces and digits that need not fit; None if a piece is larger than any may be."""
    try:
        board = Puzzle.build(reading.width, reading.height, labels, [0] * len(labels))
    except PuzzleError:
        return None
    return board.filled(digits)


def _others(reading: Reading, lines: Sequence[tuple[int, int]], digits: Sequence[int]) -> list[_Other]:
    """Return the other readings to try, the likeliest first."""
    others = [
        _Other(abs(odds), line, at, odds <= 0)
        for at, (line, odds) in enumerate(zip(lines, reading.borders, strict=True))
    ]
    for cell, (chances, digit) in enumerate(zip(reading.digits, digits, strict=True)):
        others += [
            _Other(chances[digit] - chance, (cell,), cell, other)
            for other, chance in enumerate(chances)
            if other != digit
        ]
    others = [other for other in others if other.cost < WORTH]
    return sorted(others, key=lambda other: other.cost)[:MOST_ALTERNATIVES]


def _likeliest_first(others: Sequence[_Other]) -> Iterator[tuple[float, tuple[_Other, ...]]]:
    """Yield sets of other readings, at most one for each place, by their cost; the empty set first."""
    yield 0.0, ()
    heap: list[tuple[float, tuple[int, ...]]] = []
    if others:
        heappush(heap, (others[0].cost, (0,)))
    for _try in range(MOST_TRIES):
        if not heap:
            return
        cost, chosen = heappop(heap)
        last = chosen[-1]
        if last + 1 < len(others):
            step = others[last + 1].cost
            heappush(heap, (cost + step, (*chosen, last + 1)))
            heappush(heap, (cost - others[last].cost + step, (*chosen[:-1], last + 1)))
        found = tuple(others[index] for index in chosen)
        if len({other.place for other in found}) == len(found):
            yield cost, found


def _puzzle(
    reading: Reading,
    lines: Sequence[tuple[int, int]],
    walls: Sequence[bool],
    digits: Sequence[int],
    changes: Sequence[_Other],
) -> Puzzle | None:
    """Return the puzzle of a changed reading; None if a border ends in a piece or a rule is broken."""
    walls, digits = list(walls), list(digits)
    for change in changes:
        if len(change.place) == 2:
            walls[change.index] = bool(change.value)
        else:
            digits[change.index] = change.value
    labels = _labels(reading, lines, walls)
    if any(wall and labels[one] == labels[two] for (one, two), wall in zip(lines, walls, strict=True)):
        return None
    try:
        return Puzzle.build(reading.width, reading.height, labels, digits)
    except PuzzleError:
        return None


def _labels(reading: Reading, lines: Sequence[tuple[int, int]], walls: Sequence[bool]) -> list[int]:
    """Return for each cell one of those that no border parts from it, the same for all of them."""
    parent = list(range(reading.width * reading.height))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    for (one, two), wall in zip(lines, walls, strict=True):
        if not wall:
            parent[root(one)] = root(two)
    return [root(cell) for cell in range(len(parent))]
