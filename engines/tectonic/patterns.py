"""Puzzles with givens in chosen cells, and random solutions of a board.

If a board has few solutions, all of them are tried, which yields all puzzles with givens in the chosen
cells. Otherwise hill climbing changes a few givens at a time, and accepts changes that do not increase
the number of open candidates.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import islice
from math import inf
from random import Random

from zet.engines.kernel.budget import LimitError
from zet.engines.kernel.clock import Deadline
from zet.engines.messages import Message
from zet.engines.tectonic._learn import Learner
from zet.engines.tectonic._search import Search
from zet.engines.tectonic.enumeration import Solutions
from zet.engines.tectonic.model import Puzzle, PuzzleError
from zet.engines.tectonic.solver import SLICE, solve

MAX_LISTED = 100_000
"""The maximum number of solutions that are listed; on a board with more, solutions are drawn at random.
"""

STEPS = 300
"""The number of changes without progress after which a climb ends."""

CLOSE = 40
"""With at most this many open candidates, a search decides quickly whether the solution is unique."""

NO_SOLUTION = Message("the board has no solution with the givens that are kept", code="no-solution")


class ImpossibleError(PuzzleError):
    """Raised if it is proven that the board, givens or pattern allow no puzzle of the requested kind."""


def random_solution(board: Puzzle, random: Random, deadline: Deadline) -> bytes:
    """Return a random solution of a board; every solution can occur, but not with equal probability.

    Raises:
        ImpossibleError: the board has no solution.
        LimitError: the time is up.
    """
    learner = Learner(board.width, board.height, board.pieces, _left(board), random.getrandbits(64) | 1)
    while (outcome := learner.run(learner.nodes + SLICE)) is None:
        if deadline.has_passed:
            raise LimitError("time")
    if not outcome:
        raise ImpossibleError(NO_SOLUTION)
    return learner.digits()


def only(cells: Collection[int], digits: Sequence[int]) -> bytes:
    """Return the digits of the cells in `cells`, and 0 for all other cells."""
    return bytes(digit if cell in cells else 0 for cell, digit in enumerate(digits))


def _left(board: Puzzle) -> list[int]:
    """Return the candidates (masks) that propagation leaves; raise ImpossibleError on a conflict."""
    search = Search(board.width, board.height, board.pieces, board.domains())
    if search.run(0) is False:
        raise ImpossibleError(NO_SOLUTION)
    return search.root_domains()


def listed(
    board: Puzzle, pattern: Collection[int], random: Random, deadline: Deadline
) -> list[Puzzle] | None:
    """Return all puzzles with one solution and givens in the cells of `pattern`, in random order.

    The result is None if the board has too many solutions.

    Raises:
        ImpossibleError: the board has no solution, or no givens in these cells make its
            solution unique.
        LimitError: the time is up.
    """
    solutions = Solutions(board, seconds=deadline.left)
    found = list(islice(solutions, MAX_LISTED + 1))
    if solutions.limit:
        raise LimitError(solutions.limit)
    if len(found) > MAX_LISTED:
        return None
    if not found:
        raise ImpossibleError(NO_SOLUTION)
    cells = sorted(pattern)
    there = [bytes([one[cell] for cell in cells]) for one in found]
    counts = Counter(there)
    puzzles = [
        board.filled(only(pattern, one))
        for one, own in zip(found, there, strict=True)
        if counts[own] == 1
    ]
    if not puzzles:
        raise ImpossibleError(
            "givens in these cells never determine a single solution: each of the {n} solutions of the "
            "board has the same digits there as another solution",
            code="fixed-givens",
            n=len(found),
        )
    random.shuffle(puzzles)
    return puzzles


def climbed(
    board: Puzzle,
    pattern: Collection[int],
    solution: Sequence[int],
    random: Random,
    deadline: Deadline,
) -> Puzzle | None:
    """Search for a puzzle with givens only in cells of `pattern`; return None if the climb gets stuck.

    The climb starts with digits of `solution` in these cells, and ends after many changes in a row
    without progress. The board's own givens are retained.

    Raises:
        LimitError: the time is up.
    """
    free = [cell for cell in pattern if not board.givens[cell]]
    digits, best, idle = solution, inf, 0
    current, left = solution, board.domains()
    while idle < STEPS:
        puzzle = board.filled(only(pattern, digits))
        masks = _left(puzzle)
        cost = sum(mask.bit_count() - 1 for mask in masks if mask)
        if cost <= CLOSE and solve(puzzle, seconds=deadline.left).unique:
            return puzzle
        if deadline.has_passed:
            raise LimitError("time")
        if not free:
            return None
        idle = 0 if cost < best else idle + 1
        if cost <= best:
            current, left, best = digits, masks, cost
        digits = _changed(board, free, current, left, random, deadline)
    return None


def _changed(
    board: Puzzle,
    free: Sequence[int],
    solution: Sequence[int],
    left: Sequence[int],
    random: Random,
    deadline: Deadline,
) -> bytes:
    """Return a random solution that may differ from `solution` in one to four of the `free` givens.

    These givens are near a random undecided cell; `left` lists the candidates of all cells as masks.
    """
    where = random.choice([cell for cell, mask in enumerate(left) if mask & (mask - 1)])
    row, column = board.place(where)

    def distance(cell: int) -> float:
        r, c = board.place(cell)
        return max(abs(r - row), abs(c - column)) + 2 * random.random()

    changed = sorted(free, key=distance)[: random.randint(1, 4)]
    kept = set(free).difference(changed)
    givens = [solution[at] if at in kept else given for at, given in enumerate(board.givens)]
    return random_solution(board.filled(givens), random, deadline)
