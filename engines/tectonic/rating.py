"""Ratings: how hard a Tectonic puzzle is for a person.

A puzzle is solved in rounds: all findings of the easiest technique that has any are applied at once, so
that rotations and reflections of a board have the same rounds. The rating names all techniques of the
explanation.

The score adds up the work of three people who proceed in different ways (`WAYS`): people do not agree on
which puzzle is harder, and a puzzle that is hard for all three is hard. Each of them looks for singles
first, all at once. Then the first looks for exclusions, the second for touching subsets before
exclusions, and the third for both at once; if nothing is found, they try candidates. None of them looks
for hidden or for larger subsets.

The weights were fitted to the levels that publishers assign to their puzzles:
`tests/benchmarks/tectonic_rating.py` fits them, and shows how well they do on puzzles to which they were
not fitted.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import NamedTuple

from zet.engines.kernel.budget import Budget
from zet.engines.tectonic._ladder import Ladder
from zet.engines.tectonic.constants import LEVEL_NAMES as LEVEL_NAMES
from zet.engines.tectonic.explainer import LADDER, run_within
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import solve
from zet.engines.tectonic.techniques import CONTRADICTION, DEEP_CONTRADICTION, GUESS

BOUNDS = (5.1, 12.5, 21.5, 36.7)
"""The smallest share (`share_of`) of each level but the first; each level contains a fifth of the
published puzzles.
"""

SINGLES = (1, 2, 3)
EXCLUSIONS = (5, 7, 8, 10)
SUBSETS = (13,)
TRIALS = ((CONTRADICTION,), (DEEP_CONTRADICTION,))

EACH = tuple((number,) for number in LADDER)
"""Each technique as a group of its own."""

WAYS = (
    (SINGLES, EXCLUSIONS, *TRIALS),
    (SINGLES, SUBSETS, EXCLUSIONS, *TRIALS),
    (SINGLES, SUBSETS + EXCLUSIONS, *TRIALS),
)
"""The order in which each of the three people searches: a round applies all findings of the first group
that has any.
"""

CELL = 16
"""The amount that each cell of the board adds to the score."""


class Work(NamedTuple):
    """The work of solving: rounds, candidates refuted by 14 and 15, cells that only a guess decides."""

    singles: int
    others: int
    refuted: int
    refuted_deeply: int
    guessed: int


WEIGHTS = Work(1, 12, 8, 16, 32)
"""The amount that a unit of each kind of work adds to the score."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A difficulty: the score, its level, the hardest technique and the findings of each technique.

    `counts` has the number of findings and `rounds` the number of rounds by technique, from the easiest
    to the hardest; for the guess, the number of cells left to it, and 1. A puzzle that is already solved
    has the hardest technique 0. `unique` tells whether the solution is unique; None if a limit was
    reached.
    """

    score: int
    level: str
    hardest: int
    counts: dict[int, int]
    rounds: dict[int, int]
    unique: bool | None


def rate(puzzle: Puzzle, *, nodes: int | None = None, seconds: float | None = None) -> Rating | None:
    """Return the difficulty of a puzzle; None if it has no solution.

    `nodes` limits the candidates tried and, if a guess is needed, the values that a search tries.

    Raises:
        LimitError: a limit was reached.
    """
    budget = Budget(nodes, seconds)
    ladder = board_of(puzzle)
    run_within(budget, ladder)
    if ladder.conflict() >= 0:
        return None
    done = ladder.counts()
    counts = {number: done[number][0] for number in LADDER if done[number][0]}
    rounds = {number: done[number][1] for number in counts}
    if left := ladder.n_open():
        counts[GUESS], rounds[GUESS] = left, 1
    unique: bool | None = True
    if GUESS in counts:
        result = solve(puzzle, nodes=budget.left, seconds=budget.deadline.left)
        if result.status == "unsolvable":
            return None
        budget.charge(result.nodes)
        unique = result.unique
    to_do = work(ladder, budget)
    level = LEVEL_NAMES[-1]
    if GUESS not in counts:
        level = LEVEL_NAMES[bisect_right(BOUNDS, share_of(puzzle, to_do))]
    score = CELL * sum(puzzle.sizes) + weighted(to_do)
    return Rating(score, level, max(counts, key=LADDER.index, default=0), counts, rounds, unique)


def board_of(puzzle: Puzzle) -> Ladder:
    """Return the board before the first round, with each technique as a group."""
    masks = _masks(EACH)
    return Ladder(puzzle.width, puzzle.height, puzzle.pieces, puzzle.domains(), sum(masks), masks)


@cache
def _masks(groups: tuple[tuple[int, ...], ...]) -> list[int]:
    return [sum(1 << number for number in group) for group in groups]


def work(ladder: Ladder, budget: Budget) -> Work:
    """Return the total work of all three people, starting from the initial board.

    Raises:
        LimitError: a limit is reached.
    """
    ladder.restart(_masks((SINGLES,)))
    run_within(budget, ladder)
    first = sum([rounds for _, rounds in ladder.counts()])  # the same for all three people
    ladder.keep()
    each = []
    for way in WAYS:
        ladder.restart(_masks(way))
        run_within(budget, ladder)
        done = ladder.counts()
        singles = first + sum([done[number][1] for number in SINGLES])
        others = sum([done[number][1] for number in SUBSETS + EXCLUSIONS])
        trials = [done[number][0] for (number,) in TRIALS]
        each.append((singles, others, *trials, ladder.n_open()))
    return Work(*map(sum, zip(*each, strict=True)))


def weighted(to_do: Work) -> int:
    """Return the amount that the work adds to the score."""
    return sum(weight * amount for weight, amount in zip(WEIGHTS, to_do, strict=True))


def share_of(puzzle: Puzzle, to_do: Work) -> float:
    """Return the work relative to the size of the board, which determines the level.

    The number of rounds grows with the side of the board, so the work is divided by the square root of
    the number of open cells.
    """
    return weighted(to_do) / sqrt(max(puzzle.n_open, 1))
