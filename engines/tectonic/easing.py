"""Restoring givens to make a puzzle easier where it is hard.

The puzzle is solved without its hardest techniques until no step is left. The cells that are still open
need these techniques. Some of these cells become givens, and solving continues until the board is full.
Thus a large board gets additional givens only in its hard regions.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random

from zet.engines.kernel.budget import Budget
from zet.engines.kernel.clock import Deadline
from zet.engines.tectonic._ladder import Ladder
from zet.engines.tectonic.constants import CONTRADICTION, DEEP_CONTRADICTION, GUESS, LADDER
from zet.engines.tectonic.explainer import run_within
from zet.engines.tectonic.model import Puzzle

SINGLES = {1, 2, 3}

SHARE = 16
"""When no step is left, one in `SHARE` open cells becomes a given."""

Orbit = Collection[int]
"""A cell and its images under the symmetry of the givens: cells that become givens together."""


def eased(
    puzzle: Puzzle,
    solution: Sequence[int],
    order: Sequence[Orbit],
    is_too_hard: Callable[[Puzzle], bool],
) -> Puzzle:
    """Add the first orbits of `order` to the givens until the puzzle is no longer too hard.

    As few orbits as possible are added. An orbit is a cell with its images under the symmetry of the
    givens. Bisection finds the number of orbits; it assumes that each orbit makes the puzzle easier, as
    most orbits do.
    """

    def with_givens(count: int) -> Puzzle:
        back = frozenset[int]().union(*order[:count])
        cells = enumerate(zip(puzzle.givens, solution, strict=True))
        return puzzle.filled([digit if cell in back else given for cell, (given, digit) in cells])

    counts = range(1, len(order))
    return with_givens(1 + bisect_left(counts, 0, key=lambda n: -is_too_hard(with_givens(n))))


def easing_order(
    puzzle: Puzzle,
    solution: Sequence[int],
    forbid: Collection[int],
    orbit_of: Callable[[int], Orbit],
    random: Random,
    deadline: Deadline,
) -> Iterator[Orbit]:
    """Yield all open cells, grouped into orbits; orbits that make the puzzle easier come first.

    An orbit is a cell with its images under the symmetry of the givens (`orbit_of`); it is empty if the
    cell cannot become a given. The order is: cells that need a forbidden technique, cells that need a
    contradiction, cells that need any technique other than singles, and all other cells.
    """
    given = {cell for cell, digit in enumerate(puzzle.givens) if digit}
    free = {cell for cell in puzzle.cells if orbit_of(cell)}
    allowed = {*LADDER}.difference(forbid, [GUESS])
    simple = allowed.difference([CONTRADICTION, DEEP_CONTRADICTION])
    for techniques in (allowed, simple, simple & SINGLES):
        if not techniques or (techniques == allowed and not forbid):
            continue
        mask = sum(1 << number for number in techniques)
        start = puzzle.filled([digit if cell in given else 0 for cell, digit in enumerate(solution)])
        ladder = Ladder(puzzle.width, puzzle.height, puzzle.pieces, start.domains(), mask, [mask])
        while True:
            run_within(Budget(None, deadline.left), ladder)
            left = ladder.domains()
            open_cells = [cell for cell in puzzle.cells if cell in free and left[cell] & (left[cell] - 1)]
            if not open_cells:
                break
            for cell in random.sample(open_cells, 1 + len(open_cells) // SHARE):
                if cell not in given:
                    orbit = orbit_of(cell)
                    given.update(orbit)
                    yield orbit
                    for at in orbit:
                        ladder.strike(at, ~(1 << solution[at] - 1) & 2**64 - 1, GUESS)
    rest = [cell for cell in puzzle.cells if cell in free and cell not in given]
    random.shuffle(rest)
    for cell in rest:
        if cell not in given:
            orbit = orbit_of(cell)
            given.update(orbit)
            yield orbit
