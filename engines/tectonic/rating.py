"""Ratings: how hard a Tectonic puzzle is for a person.

A puzzle is solved in rounds. Each round applies, at once, all findings of the easiest technique that
finds anything, so that rotations and reflections of a board have the same rounds. The rating counts the
findings of each technique.

The score estimates the time to solve. It is the sum of the number of candidates to remove and the work of
three model solvers, which proceed in different ways (`WAYS`), because people disagree on which puzzle is
harder. A puzzle that is hard for all three is hard. Each of the three looks for all singles first; next,
the second looks for touching subsets, and the third for hidden subsets; then each looks for exclusions.
If none of this helps, they look ahead: they assume a candidate, and follow the singles round by round to
a conflict. The cost of a round (`COSTS`) depends on its technique and, for lookahead, on the number of
rounds to the conflict.

The level follows from the bottleneck. Each of the three model solvers has a hardest step; the bottleneck
is the easiest of these three steps. The hardness of a step is the cost of its round, multiplied by the
number of places to look at before the first finding. The bounds between levels depend on the number of
open cells, so that each level contains about a fifth of the puzzles of each size.

Models of the difficulty of Sudoku consist of the same two parts, the work of refuting candidates and the
number of steps that are possible at a time (R. Pelanek, "Difficulty Rating of Sudoku Puzzles by a
Computational Model", FLAIRS 2011). `tests/benchmarks/tectonic_rating.py` compares the score, and the
number of open cells, with publishers' measures on puzzles that were not used to choose the costs.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from typing import NamedTuple

from zet.engines.kernel.budget import Budget, LimitError
from zet.engines.tectonic._ladder import Ladder
from zet.engines.tectonic.constants import LEVEL_NAMES as LEVEL_NAMES
from zet.engines.tectonic.explainer import LADDER, run_within
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import solve
from zet.engines.tectonic.techniques import CONTRADICTION, DEEP_CONTRADICTION, GUESS

SINGLES = (1, 2, 3)
EXCLUSION = 10
EXCLUSIONS = (0,)
"""The kernel's number for all exclusions treated as one technique. The exclusions are the techniques 7, 8
and 10, and technique 5 without its pairs of candidates.
"""

HIDDEN_SUBSETS = (12,)
TOUCHING_SUBSETS = (13,)
TRIALS = ((CONTRADICTION,), (DEEP_CONTRADICTION,))

EACH = tuple((number,) for number in LADDER)
"""The techniques of `LADDER`, one in each group."""

WAYS = (
    (SINGLES, EXCLUSIONS, *TRIALS),
    (SINGLES, TOUCHING_SUBSETS, EXCLUSIONS, *TRIALS),
    (SINGLES, HIDDEN_SUBSETS, EXCLUSIONS, *TRIALS),
)
"""The order in which each of the three model solvers searches: a round applies all findings of the first
group of techniques that finds anything.
"""

SINGLE, OTHER, AHEAD = 1, 5, 20
"""The costs of a round of singles, of a round of another technique, and of a round that looks ahead,
from a candidate to its consequences.
"""

FAR = 9
"""A contradiction by all techniques of pure deduction (15) costs this many rounds of lookahead."""

GUESSED = 50
"""The amount that each cell left to a guess adds to the score."""

KIND_AHEAD = 16
"""A contradiction after n rounds of lookahead is a round of kind `KIND_AHEAD` + n (`Ladder.kinds`)."""

COSTS = [
    *(
        SINGLE if kind in SINGLES else FAR * AHEAD if kind == DEEP_CONTRADICTION else OTHER
        for kind in range(16)
    ),
    *(ahead * AHEAD for ahead in range(8)),
]
"""The cost of a round, by its kind."""

OPEN = (20, 30, 55, 125)
"""Typical numbers of open cells on boards of 5x5, 6x6, 8x8 and 15x10."""

BOUNDS = (
    (4, 10.5, 18, 60),
    (5.5, 14.5, 23, 160),
    (9, 18, 28, 530),
    (13, 30, 60, 2400),
)
"""The lowest hardness of each level but the first: a row per level, a column per number in `OPEN`."""


ALIKE = {EXCLUSION: (5, 7, 8), TOUCHING_SUBSETS[0]: (4, 5, 6)}
"""The techniques that a `Bottleneck` reports as an exclusion (10) or as a touching subset (13)."""


class Bottleneck(NamedTuple):
    """A bottleneck: its technique, and the mean number of places to examine before it is found.

    The bottleneck is the easiest of the hardest steps of the three model solvers (`WAYS`). `ahead` is the
    number of rounds of singles from an assumed candidate to the conflict; it is 0 unless the technique is
    a contradiction. Techniques that are looked for together are not distinguished: `technique` is 10 for
    any of the exclusions, and 13 for any of the touching subsets (`ALIKE`).
    """

    technique: int
    ahead: int
    places: float


class Work(NamedTuple):
    """The work of solving a puzzle, in rounds and cells.

    `singles` counts the rounds of singles, `others` the rounds of other techniques, `ahead` the rounds of
    lookahead from assumed candidates, and `guessed` the cells left to a guess.
    """

    singles: int
    others: int
    ahead: int
    guessed: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A difficulty: the score, its level, the hardest technique and the findings of each technique.

    For each technique used, from the easiest to the hardest, `counts` contains the number of findings and
    `rounds` the number of rounds; a guess counts as one round, with a finding for each guessed cell.
    `hardest` is 0 for a puzzle that is already solved. `unique` is always True, as only puzzles with
    exactly one solution are rated. `work` counts the rounds that the score weights. `bottleneck` is
    the hardest step; None if no step is needed.
    """

    score: int
    level: str
    hardest: int
    counts: dict[int, int]
    rounds: dict[int, int]
    unique: bool
    work: Work
    bottleneck: Bottleneck | None = None


def rate(puzzle: Puzzle, *, nodes: int | None = None, seconds: float | None = None) -> Rating | None:
    """Return the rating of a puzzle; None if the puzzle does not have exactly one solution.

    `nodes` limits the candidates tried for contradictions and, if a guess is needed, the values tried by
    a search.

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
    if GUESS in counts:
        result = solve(puzzle, nodes=budget.left, seconds=budget.deadline.left)
        if result.unique is False:
            return None
        if result.unique is None:
            raise LimitError(budget.limit_after(result.nodes))
        budget.charge(result.nodes)
    to_do, bottleneck = work(ladder, budget)
    hardest = max(counts, key=LADDER.index, default=0)
    level = level_of(puzzle.n_open, hardest, bottleneck)
    score = to_remove(puzzle) + weighted(to_do)
    return Rating(score, level, hardest, counts, rounds, unique=True, work=to_do, bottleneck=bottleneck)


def is_above(puzzle: Puzzle, level: str, *, seconds: float | None = None) -> bool:
    """Return True if a puzzle is certainly above `level`.

    If the result is False, the puzzle may still be above `level`; only its rating can tell.
    `is_above` takes less time than a rating: each of the three model solvers (`WAYS`) stops at the first
    step that is too hard.

    Raises:
        LimitError: the time is up.
    """
    budget = Budget(None, seconds)
    if level == LEVEL_NAMES[-1]:
        return False
    bound = bounds_at(puzzle.n_open)[LEVEL_NAMES.index(level)]
    ladder = board_of(puzzle)
    start = _singles(ladder, budget)
    if not ladder.n_open():
        return False
    for way in WAYS:
        ladder.restart(_masks(way))
        while log(max(1, _hardest(start)[0], _hardest(ladder.kinds())[0])) < bound:
            if not run_within(budget, ladder, 1):
                return False
    return True


def board_of(puzzle: Puzzle) -> Ladder:
    """Return a human-style solver of a puzzle in which each technique forms a group of its own."""
    masks = _masks(EACH)
    return Ladder(puzzle.width, puzzle.height, puzzle.pieces, puzzle.domains(), sum(masks), masks)


@cache
def _masks(groups: tuple[tuple[int, ...], ...]) -> list[int]:
    return [sum(1 << number for number in group) for group in groups]


def work(ladder: Ladder, budget: Budget) -> tuple[Work, Bottleneck | None]:
    """Return the total work of the three model solvers, and the bottleneck.

    The model solvers solve the puzzle in different ways (`WAYS`), from the initial state of `ladder`.
    The bottleneck is the easiest of their hardest steps; None if no step is needed.

    Raises:
        LimitError: a limit is reached.
    """
    start = _singles(ladder, budget)
    first = sum([start[number][0] for number in SINGLES])
    each = []
    bottlenecks = []
    for way in WAYS:
        ladder.restart(_masks(way))
        run_within(budget, ladder)
        kinds = ladder.kinds()
        made = [rounds for rounds, _ in kinds]
        singles = first + sum([made[number] for number in SINGLES])
        others = sum([made[number] for group in way[1:-2] for number in group])
        ahead = FAR * made[DEEP_CONTRADICTION] + sum([n * made[KIND_AHEAD + n] for n in range(8)])
        each.append((singles, others, ahead, ladder.n_open()))
        bottlenecks.append(max(_hardest(start), _hardest(kinds)))
    hardness, kind, places = min(bottlenecks)
    if not hardness:
        bottleneck = None
    elif kind < KIND_AHEAD:
        bottleneck = Bottleneck(kind or EXCLUSION, 0, places)
    else:
        bottleneck = Bottleneck(CONTRADICTION, kind - KIND_AHEAD, places)
    return Work(*map(sum, zip(*each, strict=True))), bottleneck


def _singles(ladder: Ladder, budget: Budget) -> list[tuple[int, float]]:
    """Apply singles, as all model solvers do first; return the rounds of each kind (`Ladder.kinds`)."""
    ladder.restart(_masks((SINGLES,)))
    run_within(budget, ladder)
    ladder.keep()
    return ladder.kinds()


def _hardest(kinds: Sequence[tuple[int, float]]) -> tuple[float, int, float]:
    """Return the hardness of the hardest round, its kind, and the number of places to examine in it.

    `kinds` lists (number of rounds, places to examine) for each kind of round.
    """
    found = [(COSTS[kind] * places, kind, places) for kind, (_, places) in enumerate(kinds) if places]
    return max(found, default=(0, 0, 0))


def to_remove(puzzle: Puzzle) -> int:
    """Return the number of candidates to remove until the puzzle is solved."""
    return sum([mask.bit_count() for mask in puzzle.domains()]) - sum(puzzle.sizes)


def weighted(to_do: Work) -> int:
    """Return the weighted sum of the work, which is its contribution to the score."""
    weights = SINGLE, OTHER, AHEAD, GUESSED
    return sum([weight * amount for weight, amount in zip(weights, to_do, strict=True)])


def level_of(n_open: int, hardest: int, bottleneck: Bottleneck | None) -> str:
    """Return the name of the level of a puzzle with `n_open` open cells."""
    if hardest == GUESS:
        return LEVEL_NAMES[-1]
    if bottleneck is None:
        return LEVEL_NAMES[0]
    hardness = log(hardness_of(bottleneck))
    level = sum([hardness >= bound for bound in bounds_at(n_open)])
    return LEVEL_NAMES[min(level, 1) if hardest in SINGLES else level]


def hardness_of(bottleneck: Bottleneck) -> float:
    """Return the hardness of a step: the cost of its round times the number of places to examine."""
    kind = KIND_AHEAD + bottleneck.ahead if bottleneck.ahead else bottleneck.technique
    return COSTS[kind] * bottleneck.places


def bounds_at(n_open: int) -> list[float]:
    """Return the logarithms of the bounds between levels, interpolated from the table `BOUNDS`."""
    after = min(max(bisect_right(OPEN, n_open), 1), len(OPEN) - 1)
    low, high = OPEN[after - 1 : after + 1]
    share = log(min(max(n_open, low), high) / low) / log(high / low)
    return [log(each[after - 1]) * (1 - share) + log(each[after]) * share for each in BOUNDS]
