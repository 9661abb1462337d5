"""Solve a Tectonic puzzle and prove how many solutions it has."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zet.engines.tectonic._learn import Learner
from zet.engines.tectonic._search import Search
from zet.engines.tectonic.model import Puzzle

PATIENCE = 100
"""Values that plain search may try for a solution before learning takes over."""

SLICE = 4096
"""Values tried between two looks at the clock."""

Status = Literal["solved", "unsolvable", "unknown"]


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found: the solutions (digits row by row) and whether there are no others.

    `status` is "unknown" when a limit was met before the question was answered; `solutions` then
    holds what had been found. `nodes` counts the values tried.
    """

    status: Status
    solutions: tuple[bytes, ...]
    complete: bool
    nodes: int

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None if that is not known."""
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
    """Return up to `count` solutions, and whether they are all there are.

    `domains` are candidates to begin with (masks, row by row), if not all that the givens leave.

    Plain search (`_search`) answers easy boards; where it tries more than a few values, search with
    learning (`_learn`) begins again from what propagation alone has shown.

    Raises:
        ValueError: `count` is below 1 or a limit is negative.
    """
    if count < 1:
        raise ValueError("at least one solution must be asked for")
    if (nodes is not None and nodes < 0) or (seconds is not None and seconds < 0):
        raise ValueError("a limit must not be negative")
    deadline = None if seconds is None else time.monotonic() + seconds
    masks = puzzle.domains() if domains is None else domains
    search = Search(puzzle.width, puzzle.height, puzzle.pieces, masks)
    found, outcome = _collect(search, count, PATIENCE, nodes, deadline)
    spent = search.nodes
    if outcome is None and not _is_over(spent, nodes, deadline):
        learner = Learner(puzzle.width, puzzle.height, puzzle.pieces, search.domains(root=True))
        left = None if nodes is None else nodes - spent
        again, outcome = _collect(learner, count, None, left, deadline)
        spent += learner.nodes
        found = max(found, again, key=len)
    if outcome is None:
        return Result("unknown", tuple(found), False, spent)
    return Result("solved" if found else "unsolvable", tuple(found), not outcome, spent)


def _is_over(spent: int, nodes: int | None, deadline: float | None) -> bool:
    return (nodes is not None and spent >= nodes) or (
        deadline is not None and time.monotonic() >= deadline
    )


def _collect(
    search: Search | Learner,
    count: int,
    patience: int | None,
    nodes: int | None,
    deadline: float | None,
) -> tuple[list[bytes], bool | None]:
    """Collect up to `count` solutions; also return the last outcome of `search.run`.

    None is returned when a limit is met, or when `patience` nodes bring no further solution.
    """
    found: list[bytes] = []
    since = 0
    while True:
        step = min(patience or SLICE, SLICE if nodes is None else nodes - search.nodes)
        outcome = search.run(search.nodes + step)
        if outcome:
            found.append(search.digits())
            since = search.nodes
        if outcome is False or len(found) == count:
            return found, outcome
        if _is_over(search.nodes, nodes, deadline) or (
            patience is not None and search.nodes - since >= patience
        ):
            return found, None
