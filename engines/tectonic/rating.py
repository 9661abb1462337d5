"""How hard a Tectonic puzzle is for a person.

A puzzle is worked in rounds: all findings of the easiest technique that has any are applied at once, so
that a board that is turned or mirrored has the same rounds. The score adds up what there is to see, each
finding by its weight; the level goes by what is more than eliminations, per open cell. The solver of the
score knows singles, the touching rule and contradictions, but neither pairs nor subsets, which most
people never look for. The techniques that are named are those of the explanation, all of them.

The weights are fitted to what publishers say of their puzzles, by `tests/benchmarks/tectonic_rating.py`,
which shows how well, on puzzles that they were not fitted to.
"""

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass

from zet.engines.tectonic._ladder import Ladder
from zet.engines.tectonic.choices import LEVEL_NAMES as LEVEL_NAMES
from zet.engines.tectonic.explainer import LADDER, Effort
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import solve
from zet.engines.tectonic.techniques import CONTRADICTION, DEEP_CONTRADICTION, GUESS

BOUNDS = (0.15, 0.95, 1.7, 2.5)
"""The least share of each level but the first (`share_of`): a fifth of published puzzles has each."""

SCORED = (1, 2, 3, 5, 7, 8, 10, CONTRADICTION, DEEP_CONTRADICTION)
"""The techniques of the solver of the score."""

OPEN = 2
"""What a cell without a given adds to the score."""

WEIGHTS = {
    1: 2,
    2: 2,
    3: 4,
    5: 3,
    7: 3,
    8: 3,
    10: 3,
    CONTRADICTION: 24,
    DEEP_CONTRADICTION: 48,
    GUESS: 96,
}
"""What each finding of a technique adds to the score; of the guess, each cell that is left open."""


ELIMINATIONS = (1, 2)
"""What everyone sees: it adds to the score, but makes no puzzle harder than another of its size."""


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
    effort = Effort(nodes, seconds)
    found = findings(puzzle, LADDER, effort)
    if found is None:
        return None
    counts, rounds = found
    unique: bool | None = True
    if GUESS in counts:
        result = solve(puzzle, nodes=effort.left, seconds=effort.deadline.left)
        if result.status == "unsolvable":
            return None
        effort.spend(result.nodes)
        unique = result.unique
    scored = counts
    if counts.keys() - WEIGHTS.keys() and (again := findings(puzzle, SCORED, effort)):
        scored = again[0]
    score = sum(WEIGHTS[number] * count for number, count in scored.items() if number in WEIGHTS)
    score += OPEN * puzzle.n_open
    level = LEVEL_NAMES[-1]
    if GUESS not in counts:
        level = LEVEL_NAMES[bisect_right(BOUNDS, share_of(puzzle, scored))]
    return Rating(score, level, max(counts, key=LADDER.index, default=0), counts, rounds, unique)


def findings(
    puzzle: Puzzle, techniques: Collection[int], effort: Effort
) -> tuple[dict[int, int], dict[int, int]] | None:
    """Return how much each technique finds, and in how many rounds; None if there is no solution.

    Cells that are open at the end are left to the guess.

    Raises:
        LimitError: there is no effort left.
    """
    mask = sum(1 << number for number in techniques)
    ladder = Ladder(puzzle.width, puzzle.height, puzzle.pieces, puzzle.domains(), mask, together=True)
    effort.run(ladder)
    if ladder.conflict() >= 0:
        return None
    done = ladder.counts()
    counts = {number: done[number][0] for number in LADDER if done[number][0]}
    rounds = {number: done[number][1] for number in counts}
    if left := sum(mask & (mask - 1) > 0 for mask in ladder.domains()):
        counts[GUESS], rounds[GUESS] = left, 1
    return counts, rounds


def share_of(puzzle: Puzzle, counts: dict[int, int]) -> float:
    """Return what the findings but eliminations add to the score, for each open cell."""
    more = sum(WEIGHTS[number] * count for number, count in counts.items() if number not in ELIMINATIONS)
    return more / max(puzzle.n_open, 1)
