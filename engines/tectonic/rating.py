"""How hard a Tectonic puzzle is for a person.

A puzzle is worked in rounds: all findings of the easiest technique that has any are applied at once, so
that a board that is turned or mirrored has the same rounds. The techniques that are named are those of
the explanation, all of them.

The score is the work of three people who go about it in different ways (`WAYS`), added up: people do not
agree which puzzle is harder, and what is hard for all three is hard. Each looks for singles first, all at
once. Then one looks for exclusions, one for touching subsets before exclusions, and one for both at once;
where none of this helps they try candidates out. Nobody looks for hidden or for larger subsets.

The weights follow what publishers say of their puzzles: `tests/benchmarks/tectonic_rating.py` fits them,
and shows how well they do on puzzles that they were not fitted to.
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
"""The least share of each level but the first (`share_of`): a fifth of published puzzles has each."""

SINGLES = (1, 2, 3)
EXCLUSIONS = (5, 7, 8, 10)
SUBSETS = (13,)
TRIALS = ((CONTRADICTION,), (DEEP_CONTRADICTION,))

EACH = tuple((number,) for number in LADDER)
"""Each technique by itself."""

WAYS = (
    (SINGLES, EXCLUSIONS, *TRIALS),
    (SINGLES, SUBSETS, EXCLUSIONS, *TRIALS),
    (SINGLES, SUBSETS + EXCLUSIONS, *TRIALS),
)
"""What each of the three people looks for: in a round, all findings of the first group that has any."""

CELL = 16
"""What a cell of the board adds to the score."""


class Work(NamedTuple):
    """What there is to do: rounds, candidates that 14 and 15 refute, cells that only a guess decides."""

    singles: int
    others: int
    refuted: int
    refuted_deeply: int
    guessed: int


WEIGHTS = Work(1, 12, 8, 16, 32)
"""What each of them adds to the score."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A difficulty: the score, its level, the hardest technique and what was found by each.

    `counts` holds the findings and `rounds` the rounds by technique, from the easiest to the hardest; of
    the guess, how many cells it is left to, and 1. A puzzle that is solved as it stands has the hardest
    technique 0. `unique` says whether there is one solution; None if a limit left that open.
    """

    score: int
    level: str
    hardest: int
    counts: dict[int, int]
    rounds: dict[int, int]
    unique: bool | None


def rate(puzzle: Puzzle, *, nodes: int | None = None, seconds: float | None = None) -> Rating | None:
    """Return the difficulty of a puzzle, or None if it has no solution.

    `nodes` counts candidates that are tried out, and values that a search tries where a guess is needed.

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
    """Return the board before the first round, to be worked with each technique by itself."""
    masks = _masks(EACH)
    return Ladder(puzzle.width, puzzle.height, puzzle.pieces, puzzle.domains(), sum(masks), masks)


@cache
def _masks(groups: tuple[tuple[int, ...], ...]) -> list[int]:
    return [sum(1 << number for number in group) for group in groups]


def work(ladder: Ladder, budget: Budget) -> Work:
    """Return what there is to do for all three people, added up, from the beginning of a board.

    Raises:
        LimitError: a limit is reached.
    """
    ladder.restart(_masks((SINGLES,)))
    run_within(budget, ladder)
    first = sum([rounds for _, rounds in ladder.counts()])  # they are the same for all three
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
    """Return what the work adds to the score."""
    return sum(weight * amount for weight, amount in zip(WEIGHTS, to_do, strict=True))


def share_of(puzzle: Puzzle, to_do: Work) -> float:
    """Return what the work adds for the size of the board, by which the level goes.

    Rounds are all over the board and grow with its side, so that is the root of the open cells.
    """
    return weighted(to_do) / sqrt(max(puzzle.n_open, 1))
