"""Conversion of an uncertain reading of a picture to the likeliest puzzle with one solution.

The picture yields a probability for each line and each cell. Readings are tried in order of likelihood
until one is a puzzle with one solution. If another reading is nearly as likely, the result is undecided.
"""

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush
from typing import Literal

from zet.engines.tectonic._cells import clash
from zet.engines.tectonic.model import Puzzle, PuzzleError
from zet.engines.tectonic.solver import solve

DOUBT = 4.0
"""A line or a cell is read with certainty if its value is likelier than any other by at least this much,
in natural logarithms.

A digit that was read with certainty is never changed. If it could be changed, the solver would change it
to fit a misread digit elsewhere, and accept the result.
"""
MARGIN = 3.0
"""The likeliest puzzle must be likelier than the next by this much, in natural logarithms."""
WORTH = 11.0
"""A value is not tried if it is less likely than the value read by at least this much, in natural
logarithms.
"""
LEAST_SIDE = 3
"""The minimum number of rows and of columns on a board."""
MOST_TRIES = 400
MOST_ALTERNATIVES = 16
MOST_VALUES = 2000
MOST_CHOICES = 1024
MOST_OPEN = 8
"""The maximum number of open lines (lines that may or may not be borders) that the solver decides."""

Place = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of a board in a picture, with probabilities.

    `borders` lists the log-odds that each line is a border: first the lines to the right of each cell
    except the last in its row, row by row, then the lines below each cell outside the last row. `digits`
    lists, for each cell, the logarithms of the probabilities that it is open, contains 1, contains 2, ...
    `answers` lists the digits that a player filled in, 0 for none. `cost` is the log-likelihood of the
    likeliest reading of the board minus the log-likelihood of this reading. `covered` lists the cells in
    which pen strokes may hide or alter the print; only the solver can confirm their contents. `choices`
    lists, for each covered cell, the values that it may have (0: open), or () if it may have any value.
    `marked` is false if no pen has marked the board, so that no given is hidden.
    """

    width: int
    height: int
    borders: tuple[float, ...]
    digits: tuple[tuple[float, ...], ...]
    answers: tuple[int, ...] = ()
    cost: float = 0.0
    covered: tuple[int, ...] = ()
    choices: tuple[tuple[int, ...], ...] = ()
    marked: bool = True

    def lines(self) -> list[tuple[int, int]]:
        """Return the two cells that each line separates, in the order of `borders`."""
        return lines_of(self.width, self.height)


def lines_of(width: int, height: int) -> list[tuple[int, int]]:
    """Return the pairs of adjacent cells: first all horizontal pairs, then all vertical pairs."""
    size = width * height
    across = [(cell, cell + 1) for cell in range(size) if (cell + 1) % width]
    return across + [(cell, cell + width) for cell in range(size - width)]


@dataclass(frozen=True, slots=True)
class Repair:
    """The result of repairing a reading.

    `puzzle` is the likeliest puzzle; if no reading obeys the rules, it is None, and `read` contains the
    pieces and digits as they were read. `status` is "unknown" unless the puzzle is certain and has one
    solution. `count` is the number of solutions of the puzzle, counted up to 2. A place is a cell (one
    index) or a line (the two cells that it separates). `repaired` lists the places that differ from the
    reading or are covered; `doubtful` lists the places that may be wrong. `several` means that the
    picture fits several puzzles; for example, it may show one board or two boards. `cost` is the
    log-likelihood of the likeliest reading of the board minus the log-likelihood of the puzzle; `answers`
    is copied from the reading.
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
    """An alternative value of a line or a cell; `cost` is its loss of log-likelihood."""

    cost: float
    place: Place
    index: int
    value: int


def repair(*readings: Reading) -> Repair:
    """Return the likeliest puzzle with one solution; the status is "unknown" if the puzzle is doubtful.

    Several readings of a board differ, for example, in whether a player's answers were read as givens.
    The puzzle is doubtful unless the puzzles of all other readings are far less likely; the required
    difference is larger if the solutions of the puzzles differ.
    """
    results = [_repair(reading) for reading in readings]
    found = sorted(
        (
            result
            for reading, result in zip(readings, results, strict=True)
            if result.status == "ok"
            and _is_next(reading, readings, results)
            and not ((reading.covered or _open(reading)) and _is_rivaled(reading, readings, results))
        ),
        key=lambda one: one.cost,
    )
    for one in found[1:]:
        best, other = found[0].puzzle, one.puzzle
        if not best or not other or (best.pieces, best.givens) == (other.pieces, other.givens):
            continue
        near = MARGIN if solve(best).solutions == solve(other).solutions else 3 * MARGIN
        if one.cost < found[0].cost + near:
            return replace(
                found[0], status="unknown", repaired=(), doubtful=_differences(best, other), several=True
            )
    if found and found[0].puzzle and (seam := _seam(found[0].puzzle)):
        return replace(found[0], status="unknown", repaired=(), doubtful=seam, several=True)
    return (found or [one for one in results if one.status == "unknown"])[0]


def _differences(one: Puzzle, other: Puzzle) -> tuple[Place, ...]:
    """Return the cells whose givens differ; if none do, the borders that only one of the puzzles has."""
    cells = enumerate(zip(one.givens, other.givens, strict=True))
    if places := tuple((cell,) for cell, (given, read) in cells if given != read):
        return places
    walls = [
        {
            (cell, next_)
            for cell, next_ in lines_of(one.width, one.height)
            if pieces[cell] != pieces[next_]
        }
        for pieces in (one.pieces, other.pieces)
    ]
    return tuple(sorted(walls[0] ^ walls[1]))


def _is_next(reading: Reading, readings: Sequence[Reading], results: Sequence[Repair]) -> bool:
    """Return whether a reading may be used, given the results of all likelier readings with other digits.

    The result is True if every likelier reading either yields a puzzle with one solution, or has several
    solutions although it was read with certainty; if several likelier readings have equal digits, it is
    enough that one of them does so. Otherwise a likelier reading may contain a misread digit, and the
    single solution of this reading, in which a player's answers may count as givens, may be a
    coincidence.
    """
    likelier: dict[tuple[tuple[float, ...], ...], bool] = {}
    for other, result in zip(readings, results, strict=True):
        if other.cost < reading.cost and other.digits != reading.digits:
            clear = not other.covered and _is_clear(other)
            fits = result.status == "ok" or (result.count > 1 and clear)
            likelier[other.digits] = likelier.get(other.digits, False) or fits
    return all(likelier.values())


def _is_rivaled(reading: Reading, readings: Sequence[Reading], results: Sequence[Repair]) -> bool:
    """Return whether an earlier reading of the borders, with the same digits, has several solutions.

    If the solver has chosen lines, or the contents of covered cells, it may have chosen them to fit wrong
    borders.
    """
    earlier = itertools.takewhile(
        lambda both: both[0] is not reading, zip(readings, results, strict=True)
    )
    return any(
        other.digits == reading.digits and result.status == "unknown" and result.count > 1
        for other, result in earlier
    )


def _is_clear(reading: Reading) -> bool:
    """Return whether all digits were read with certainty, except those in covered cells."""
    return all(
        best - next_ >= DOUBT
        for cell, (*_others, next_, best) in enumerate(map(sorted, reading.digits))
        if cell not in reading.covered
    )


def _seam(puzzle: Puzzle) -> tuple[Place, ...]:
    """Return the lines that divide a puzzle into two puzzles with one solution each; () if none do.

    The two parts may be separate boards that were read as one.
    """
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
    """Return whether `cells` form a puzzle with one solution.

    `cells` are whole rows, or whole columns if `step` is 1.
    """
    rows = len(cells) // puzzle.width
    shape = (puzzle.width, rows) if step > 1 else (len(cells) // puzzle.height, puzzle.height)
    pieces, givens = ([values[cell] for cell in cells] for values in (puzzle.pieces, puzzle.givens))
    return solve(Puzzle.build(*shape, pieces, givens), nodes=MOST_VALUES).unique is True


def _repair(reading: Reading) -> Repair:
    reading = _settled(reading)
    lines = reading.lines()
    walls = [odds > 0 for odds in reading.borders]
    digits = [max(range(len(chances)), key=chances.__getitem__) for chances in reading.digits]
    others = _others(reading, lines, digits)
    tried = [other for other in others if len(other.place) == 2 or other.cost < DOUBT]
    first: tuple[float, Puzzle, tuple[Place, ...]] | None = None
    rivals: set[Place] = set()
    for cost, chosen in _likeliest_first(tried[:MOST_ALTERNATIVES]):
        if first and cost > first[0] + MARGIN:
            break
        puzzle = _puzzle(reading, walls, digits, chosen)
        if puzzle is None or not solve(puzzle, nodes=MOST_VALUES).unique:
            continue
        changed = tuple(other.place for other in chosen)
        if first is None:
            first = cost, puzzle, changed
        elif (puzzle.pieces, puzzle.givens) != (first[1].pieces, first[1].givens):
            rivals |= set(changed) ^ set(first[2])
    if first and not rivals:
        kept = (first[1].pieces, first[1].givens)
        plain = _puzzle(reading, walls, digits, ())
        same = plain is not None and (plain.pieces, plain.givens) == kept
        settled = {(cell,) for cell in reading.covered} | (set() if same else set(first[2]))
        settled |= {lines[at] for at in _open(reading)}
        changes = tuple(sorted(settled))
        return Repair("ok", first[1], 1, changes, cost=reading.cost + first[0], answers=reading.answers)
    puzzle = first[1] if first else _puzzle(reading, walls, digits, ())
    solutions = solve(puzzle, nodes=MOST_VALUES).solutions if puzzle else ()
    doubtful = rivals or {other.place for other in others[:8] if other.cost < 2 * DOUBT}
    doubtful |= {(cell,) for cell in reading.covered}
    if puzzle and any(digits) and not doubtful:
        doubtful = _suspects(puzzle, solutions)
    read = None
    if puzzle is None:
        labels = labels_of(len(reading.digits), lines, walls)
        ends = zip(lines, walls, strict=True)
        doubtful |= {line for line, wall in ends if wall and labels[line[0]] == labels[line[1]]}
        read = _drawn(reading, labels, digits)
        doubtful = doubtful or (_clashing(read, digits) if read else set())
    places, several = tuple(sorted(doubtful)), bool(rivals)
    return Repair(
        "unknown",
        puzzle,
        len(solutions),
        doubtful=places,
        several=several,
        answers=reading.answers,
        read=read,
    )


def _suspects(puzzle: Puzzle, solutions: Sequence[Sequence[int]]) -> set[Place]:
    """Return the cells that may be misread if a reading has no solution or several.

    With several solutions, a given may be missing from a cell in which they differ. Without a solution, a
    given may be wrong if a solution exists without it. If no single given is to blame, the givens that
    contradict the givens before them may be wrong. If nothing else is known, any given may be wrong.
    """
    if len(solutions) > 1:
        return {(cell,) for cell, both in enumerate(zip(*solutions[:2], strict=True)) if len({*both}) > 1}
    there = [cell for cell, given in enumerate(puzzle.givens) if given]

    def fits(cells: Collection[int]) -> bool:
        givens = [given if cell in cells else 0 for cell, given in enumerate(puzzle.givens)]
        return bool(solve(puzzle.filled(givens), nodes=MOST_VALUES).solutions)

    found: set[Place] = set()
    if not solutions:
        found = {(cell,) for cell in there if fits({*there} - {cell})}
    if not solutions and not found:
        kept: set[int] = set()
        for cell in there:
            if fits({*kept, cell}):
                kept.add(cell)
        found = {(cell,) for cell in there if cell not in kept}
    return found or {(cell,) for cell in there}


def _settled(reading: Reading) -> Reading:
    """Return a reading in which the solver has decided the open lines and the covered cells, if possible.

    Lines and cells are decided if exactly one choice of the open lines and of the possible values of the
    covered cells yields a puzzle with one solution. On a board with marks, all choices of the open lines
    except one must contradict the givens: a choice that has several solutions may be the right one,
    because a given may be hidden. The reading is returned unchanged if the lines and cells cannot be
    decided, or if the possible values are not known.
    """
    open_ = _open(reading)
    known = len(reading.choices) == len(reading.covered) and all(reading.choices)
    if not known or not (reading.covered or open_) or len(open_) > MOST_OPEN:
        return reading
    possible = []
    for sides in itertools.product((False, True), repeat=len(open_)):
        walls = [odds > 0 for odds in reading.borders]
        for at, side in zip(open_, sides, strict=True):
            walls[at] = side
        if _is_possible(reading, walls):
            possible.append(walls)
    if (reading.marked and len(possible) > 1) or (open_ and not _is_clear(reading)):
        return reading
    found: list[tuple[list[bool], tuple[int, ...]]] = []
    for walls in possible:
        unique = _unique_choices(reading, walls)
        if unique is None or len(found) + len(unique) > 1:
            return reading
        found += [(walls, values) for values in unique]
    if not found:
        return reading
    [(walls, values)] = found
    borders = list(reading.borders)
    for at in open_:
        borders[at] = WORTH if walls[at] else -WORTH
    chances = list(reading.digits)
    for cell, value in zip(reading.covered, values, strict=True):
        chances[cell] = tuple(0.0 if digit == value else -math.inf for digit in range(len(chances[cell])))
    return replace(reading, borders=tuple(borders), digits=tuple(chances), covered=(), choices=())


def _open(reading: Reading) -> list[int]:
    """Return the indices of the open lines, which may or may not be borders according to the picture."""
    return [at for at, odds in enumerate(reading.borders) if abs(odds) < MARGIN]


def _is_possible(reading: Reading, walls: Sequence[bool]) -> bool:
    """Return whether a reading may have solutions with these borders and without its covered digits."""
    puzzle = _puzzle(reading, walls, _uncovered(reading), ())
    result = puzzle and solve(puzzle, count=1, nodes=MOST_VALUES)
    return bool(result and (result.solutions or not result.complete))


def _uncovered(reading: Reading) -> list[int]:
    """Return the likeliest digit of each cell, and 0 for covered cells."""
    digits = [max(range(len(chances)), key=chances.__getitem__) for chances in reading.digits]
    for cell in reading.covered:
        digits[cell] = 0
    return digits


def _unique_choices(reading: Reading, walls: Sequence[bool]) -> list[tuple[int, ...]] | None:
    """Return the choices of values for the covered cells that yield a puzzle with one solution.

    The result is None if there are too many choices, or if the solver reaches its limit.
    """
    digits = _uncovered(reading)

    def fits(cell: int, value: int) -> bool:
        puzzle = _puzzle(reading, walls, [*digits[:cell], value, *digits[cell + 1 :]], ())
        result = puzzle and solve(puzzle, nodes=MOST_VALUES)
        return bool(result and (result.solutions or not result.complete))

    choices = [
        tuple(value for value in values if fits(cell, value))
        for cell, values in zip(reading.covered, reading.choices, strict=True)
    ]
    if math.prod(map(len, choices)) > MOST_CHOICES:
        return None
    found = []
    for values in itertools.product(*choices):
        for cell, value in zip(reading.covered, values, strict=True):
            digits[cell] = value
        puzzle = _puzzle(reading, walls, digits, ())
        if puzzle is None or (unique := solve(puzzle, nodes=MOST_VALUES).unique) is False:
            continue
        if unique is None:
            return None
        found.append(values)
    return found


def _drawn(reading: Reading, labels: Sequence[int], digits: Sequence[int]) -> Puzzle | None:
    """Return the board as it was read, even if its digits break rules; None if its pieces do."""
    try:
        board = Puzzle.build(reading.width, reading.height, labels, [0] * len(labels))
    except PuzzleError:
        return None
    return board.filled(digits)


def _clashing(board: Puzzle, digits: Sequence[int]) -> set[Place]:
    """Return the first two cells whose digits clash, or the first cell whose digit is too large.

    The result is empty if there are no such cells.
    """
    return {(cell,) for cell in clash(board.width, board.pieces, digits, board.sizes) or ()}


def _others(reading: Reading, lines: Sequence[tuple[int, int]], digits: Sequence[int]) -> list[_Other]:
    """Return the alternative values of lines and cells, the likeliest first."""
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
    return sorted(others, key=lambda other: other.cost)


def _likeliest_first(others: Sequence[_Other]) -> Iterator[tuple[float, tuple[_Other, ...]]]:
    """Yield sets of changes to a reading, at most one change per place, in order of total cost.

    The first set is empty.
    """
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
    walls: Sequence[bool],
    digits: Sequence[int],
    changes: Sequence[_Other],
) -> Puzzle | None:
    """Return the puzzle of a changed reading; None if it is invalid or a border ends inside a piece."""
    walls, digits = list(walls), list(digits)
    for change in changes:
        if len(change.place) == 2:
            walls[change.index] = bool(change.value)
        else:
            digits[change.index] = change.value
    labels = _labels(reading.width, reading.height, tuple(walls))
    if labels is None:
        return None
    try:
        return Puzzle.build(reading.width, reading.height, labels, digits)
    except PuzzleError:
        return None


@lru_cache(1024)  # most changes of a reading are of digits, and of few lines
def _labels(width: int, height: int, walls: tuple[bool, ...]) -> list[int] | None:
    """Return the labels of the cells, as `labels_of` does; None if a border ends inside a piece."""
    lines = lines_of(width, height)
    labels = labels_of(width * height, lines, walls)
    inside = any(
        wall and labels[one] == labels[two] for (one, two), wall in zip(lines, walls, strict=True)
    )
    return None if inside else labels


def labels_of(n_cells: int, lines: Iterable[tuple[int, int]], walls: Iterable[bool]) -> list[int]:
    """Return a label for each cell; cells that no border separates have the same label.

    `lines` are pairs of adjacent cells, as in `lines_of`, and `walls` states for each whether it is a
    border.
    """
    parent = list(range(n_cells))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    for (one, two), wall in zip(lines, walls, strict=True):
        if not wall:
            parent[root(one)] = root(two)
    return [root(cell) for cell in range(len(parent))]
