"""The solver: solutions of a Tectonic puzzle, and a proof of their number."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zet.engines.kernel._values import fast_init
from zet.engines.kernel.budget import Budget
from zet.engines.tectonic._learn import Learner
from zet.engines.tectonic._search import Search
from zet.engines.tectonic.model import Puzzle

PATIENCE = 50
"""The number of values that plain search may try for a solution before heavier methods replace it."""

SLICE = 4096
"""The number of values tried between two checks of the clock."""

Status = Literal["solved", "unsolvable", "unknown"]


@fast_init
@dataclass(frozen=True, slots=True)
class Result:
    """The result of a search: solutions (digits row by row), and whether further solutions exist.

    `status` is "unknown" if a limit was reached first; `solutions` then contains the solutions found so
    far. `nodes` counts the values tried.
    """

    status: Status
    solutions: tuple[bytes, ...]
    complete: bool
    nodes: int

    @property
    def unique(self) -> bool | None:
        """Whether the puzzle has exactly one solution; None if unknown."""
        if len(self.solutions) > 1:
            return False
        return len(self.solutions) == 1 if self.complete else None


def solve(
    puzzle: Puzzle,
    *,
    count: int = 2,
    nodes: int | None = None,
    seconds: float | None = None,
    domains: Sequence[int] | None = None,
) -> Result:
    """Return up to `count` solutions, and whether the puzzle has more.

    `domains` lists the candidates to start from (masks, row by row); by default, all that the givens
    allow.

    Plain search (`Search.run`) solves easy boards. If plain search has tried a few values without
    success, `Search.probe` tests every candidate separately, which suffices for most boards with one
    solution. For the other boards, the learning search (`Learner`) starts from the candidates that
    remain.

    Raises:
        ValueError: `count` is below 1 or a limit is negative.
    """
    if count < 1:
        raise ValueError("at least one solution must be requested")
    if (nodes is not None and nodes < 0) or (seconds is not None and seconds < 0):
        raise ValueError("a limit must not be negative")
    budget = Budget(nodes, seconds)
    masks = puzzle.domains() if domains is None else domains
    search = Search(puzzle.width, puzzle.height, puzzle.pieces, masks)
    found, outcome = _collect(search, count, budget, PATIENCE)
    if outcome is None and not budget(search.nodes):
        outcome = _probe(search, budget)
        if outcome is not None:
            solutions = (search.digits(),) if outcome else ()
            return _result(solutions, complete=True, nodes=search.nodes)
    budget.spend(search.nodes)
    if outcome is None and not budget():
        learner = Learner(puzzle.width, puzzle.height, puzzle.pieces, search.root_domains())
        again, outcome = _collect(learner, count, budget)
        budget.spend(learner.nodes)
        found = max(found, again, key=len)
    if outcome is None:
        return Result("unknown", tuple(found), complete=False, nodes=budget.spent)
    return _result(tuple(found), complete=not outcome, nodes=budget.spent)


def _result(solutions: tuple[bytes, ...], *, complete: bool, nodes: int) -> Result:
    return Result("solved" if solutions else "unsolvable", solutions, complete, nodes)


def _collect(
    search: Search | Learner, count: int, budget: Budget, patience: int | None = None
) -> tuple[list[bytes], bool | None]:
    """Return up to `count` solutions, and the last outcome of `search.run`.

    The outcome is None if a limit was reached, or if `patience` values were tried without a new solution.
    """
    found: list[bytes] = []
    since = 0
    while True:
        outcome = search.run(budget.within(search.nodes + (patience or SLICE)))
        if outcome:
            found.append(search.digits())
            since = search.nodes
        if outcome is False or len(found) == count:
            return found, outcome
        # After a solution, the next call may discover without any node that it was the last one.
        if (outcome is None or len(found) % 64 == 0) and (
            budget(search.nodes) or (patience and search.nodes - since >= patience)
        ):
            return found, None


def _probe(search: Search, budget: Budget) -> bool | None:
    """Try each candidate separately.

    Return True if all cells are decided, False on a conflict, otherwise None.
    """
    while True:
        limit = budget.within(search.nodes + SLICE)
        outcome = search.probe(limit)
        if outcome is not None or search.nodes < limit or budget(search.nodes):
            return outcome
