"""An experiment on how much rules shorten searches: the same searches with different levels of rules.

Source: P.P. Kruijsen, Kennis en renju (2001), section 5.4 and table 5.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from zet.engines.noire.choices import LEVELS as LEVELS
from zet.engines.noire.program import Program
from zet.engines.noire.solver import Result, solve
from zet.engines.renju.model import Game


def searched(
    game: Game, program: Program, levels: Sequence[int] = LEVELS, **limits: Any
) -> tuple[Result, ...]:
    """Return the result of `solve` at each level."""
    return tuple(solve(game, program, level=level, **limits) for level in levels)


class Searched(Protocol):
    """The attributes of a search result that `totals` uses."""

    @property
    def status(self) -> str: ...  # noqa: D102

    @property
    def nodes(self) -> int: ...  # noqa: D102


COUNTED = ("win", "unknown")
"""A search counts in the totals if its status at the first level is one of these."""


@dataclass(frozen=True, slots=True)
class Total:
    """The totals of all searches at a level; `nodes` is the number of positions visited.

    `wins` is the number of searches that found a win. `saved` and `saved_in_all` are the shares of
    positions saved relative to the previous level and to the first level, respectively; both are None at
    the first level.
    """

    level: int
    wins: int
    nodes: int
    saved: float | None
    saved_in_all: float | None


def totals(rows: Sequence[Sequence[Searched]], levels: Sequence[int] = LEVELS) -> list[Total]:
    """Return the totals at each level; each row lists the results of a search at all levels.

    Only searches that win or hit a limit at the first level are counted.
    """
    counted = [row for row in rows if row[0].status in COUNTED]
    sums = [sum(row[at].nodes for row in counted) for at in range(len(levels))]

    def saving(at: int, before: int) -> float | None:
        return 1 - sums[at] / sums[before] if at and sums[before] else None

    return [
        Total(
            level,
            sum(row[at].status == "win" for row in counted),
            sums[at],
            saving(at, at - 1),
            saving(at, 0),
        )
        for at, level in enumerate(levels)
    ]
