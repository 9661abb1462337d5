"""Enumeration of all solutions of a puzzle, and of the digits that each cell takes in them."""

from collections.abc import Iterator
from dataclasses import dataclass

from zet.engines.kernel.budget import Budget
from zet.engines.kernel.clock import Limit
from zet.engines.tectonic._learn import Learner
from zet.engines.tectonic._search import Search
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import SLICE, solve

PATIENCE = 20_000
"""The number of values that plain search tries for the next solution before the learning search replaces
it.
"""

MAX_KNOWN = 200_000
"""The maximum number of solutions stored to recognize solutions that the learning search finds again."""


class Solutions:
    """The solutions of a puzzle: iteration yields each solution once, in a deterministic order.

    `count` is the number of solutions found so far. After the iteration, `complete` is true if all
    solutions were found; otherwise `limit` names the limit that was reached: nodes (values tried) or
    seconds.
    """

    def __init__(self, puzzle: Puzzle, *, nodes: int | None = None, seconds: float | None = None) -> None:
        self.puzzle = puzzle
        self.count = 0
        self.complete = False
        self.limit: Limit | None = None
        self._budget = Budget(nodes, seconds)

    def __iter__(self) -> Iterator[bytes]:
        puzzle = self.puzzle
        search: Search | Learner
        search = Search(puzzle.width, puzzle.height, puzzle.pieces, puzzle.domains())
        known: set[bytes] = set()
        since = 0
        budget = self._budget
        while True:
            outcome = search.run(budget.within(search.nodes + SLICE))
            if outcome is False:
                self.complete = True
                return
            if outcome and (found := search.digits()) not in known:
                since = search.nodes
                self.count += 1
                if isinstance(search, Search) and len(known) <= MAX_KNOWN:
                    known.add(found)
                yield found
            # After a solution, the next call may discover without any node that it was the last one.
            if (outcome is None or self.count % 64 == 0) and budget(search.nodes):
                self.limit = budget.limit_after(search.nodes)
                return
            is_stuck = search.nodes - since > PATIENCE and len(known) <= MAX_KNOWN
            if isinstance(search, Search) and is_stuck:
                budget.spend(search.nodes)
                search = Learner(puzzle.width, puzzle.height, puzzle.pieces, search.root_domains())
                since = 0


@dataclass(frozen=True, slots=True)
class Differences:
    """For each cell, the digits that it takes in the solutions found, as a mask.

    If `complete` is true, the masks include every solution. If no solution was found, all masks are 0.
    """

    digits: tuple[int, ...]
    complete: bool

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that take different digits in different solutions."""
        return tuple(cell for cell, mask in enumerate(self.digits) if mask & (mask - 1))


def differences(puzzle: Puzzle, *, nodes: int | None = None, seconds: float | None = None) -> Differences:
    """Return the digits that each cell takes in the solutions of a puzzle.

    Each search tries to place, in one cell, a digit that the cell takes in no solution found so far. The
    limits apply to each search.
    """
    first = solve(puzzle, nodes=nodes, seconds=seconds)
    found = [0] * len(puzzle.pieces)
    complete = first.unique is not None
    for solution in first.solutions:
        found = [mask | 1 << digit >> 1 for mask, digit in zip(found, solution, strict=True)]
    if first.unique is not False or not first.solutions:
        return Differences(tuple(found), complete)
    domains = puzzle.domains()
    for cell, candidates in enumerate(domains):
        left = candidates & ~found[cell]
        while left:
            trial = domains.copy()
            trial[cell] = left
            result = solve(puzzle, count=1, nodes=nodes, seconds=seconds, domains=trial)
            if not result.solutions:
                complete = complete and result.status == "unsolvable"
                break
            found = [
                mask | 1 << digit >> 1 for mask, digit in zip(found, result.solutions[0], strict=True)
            ]
            left &= ~found[cell]
    return Differences(tuple(found), complete)
