"""Fitting a scale to solving times, and measuring how well the scale predicts other times.

The time of a puzzle is modeled as a sum of the amounts that make up its score (`rating`), each with a
weight in seconds. Errors in solving times are multiplicative, so the weights minimize the variance of the
logarithm of time / estimate, by coordinate descent from the weights of the score.

Half of the puzzles, chosen by a hash of their content, are held out. On the held-out half, the report
evaluates weights that were fitted to the other half, and compares the fit with a baseline, the number of
open cells. Correlations are computed over all held-out puzzles, and within groups of equal board size.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import exp, log, sqrt
from statistics import fmean, median
from typing import NamedTuple

from zet.engines.errors import GameError
from zet.engines.kernel.budget import Budget
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rating import AHEAD, OTHER, SINGLE, Work, board_of, to_remove, work
from zet.engines.tectonic.solver import solve

LEAST = 20
"""The minimum number of puzzles for a fit."""

FACTORS = (4.0, 2.0, 1.4, 1.1, 1.03)
"""The factors by which the descent changes a weight, from the coarsest to the finest."""

LOWEST = 1e-3
"""The lowest weight that the fit may choose, relative to the score's own weight; the highest is its
inverse.
"""


class Scale(NamedTuple):
    """Seconds per removed candidate, and per round of each kind: singles, other techniques, lookahead."""

    candidate: float
    single: float
    other: float
    ahead: float

    def seconds(self, amounts: Sequence[float]) -> float:
        """Return the estimated solving time of a puzzle in seconds; `amounts` come from `amounts_of`."""
        return sum([weight * amount for weight, amount in zip(self, amounts, strict=True)])


OWN = Scale(1, SINGLE, OTHER, AHEAD)
"""The weights of the score."""


class Agreement(NamedTuple):
    """Spearman's rank correlations with the times, overall and within board sizes; None if undefined."""

    overall: float | None
    within: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a fit.

    `scale` is fitted to all puzzles. The other fields describe a test: another scale was fitted to
    `fitted` puzzles and predicted the times of the remaining `tested` puzzles. `estimate`, `score` and
    `open_cells` state how well the predictions, the score, and the number of open cells agree with these
    times; `factor` is the median factor between prediction and time.
    """

    scale: Scale
    fitted: int
    tested: int
    estimate: Agreement
    score: Agreement
    open_cells: Agreement
    factor: float


class TimesError(GameError):
    """Raised if no scale can be fitted: there are too few times, or a puzzle has no solution."""


def amounts_of(puzzle: Puzzle, to_do: Work | None = None) -> tuple[int, int, int, int]:
    """Return the amounts of work needed to solve a puzzle, in the order of the fields of `Scale`.

    `to_do` is the work that a rating of the puzzle has found; by default, it is computed here.
    """
    to_do = to_do or work(board_of(puzzle), Budget())[0]
    return to_remove(puzzle), to_do.singles, to_do.others, to_do.ahead


def fit(times: Sequence[tuple[Puzzle, float]]) -> Report:
    """Return the scale fitted to solving times, and how well a fit to half of them predicts the rest.

    `times` are in seconds; for a puzzle with several times, their median is used.

    Raises:
        TimesError: a puzzle has no solution, or fewer than `LEAST` puzzles need any work.
    """
    each = defaultdict[Puzzle, list[float]](list)
    for number, (puzzle, seconds) in enumerate(times, 1):
        if puzzle not in each and solve(puzzle, count=1).status == "unsolvable":
            raise TimesError("puzzle {n} has no solution", n=number)
        each[puzzle].append(seconds)
    rows = [
        (puzzle, amounts, median(each[puzzle])) for puzzle in each if any(amounts := amounts_of(puzzle))
    ]
    halves = [[row for row in rows if _half(row[0]) == half] for half in (0, 1)]
    if len(rows) < LEAST or not all(halves):
        raise TimesError(
            "estimates require the solving times of at least {least} different puzzles with open cells, "
            "not {n}",
            n=len(rows),
            least=LEAST,
        )
    first, tested = halves
    scale = fitted_scale([row[1:] for row in first])
    measures = [seconds for *_, seconds in tested]
    sizes = [(puzzle.width, puzzle.height) for puzzle, *_ in tested]

    def agreement(values: Sequence[float]) -> Agreement:
        return Agreement(rank_correlation(values, measures), rank_correlation(values, measures, sizes))

    estimates = [scale.seconds(amounts) for _, amounts, _ in tested]
    errors = [abs(log(one / other)) for one, other in zip(estimates, measures, strict=True)]
    return Report(
        fitted_scale([row[1:] for row in rows]),
        len(first),
        len(tested),
        agreement(estimates),
        agreement([OWN.seconds(amounts) for _, amounts, _ in tested]),
        agreement([puzzle.n_open for puzzle, *_ in tested]),
        exp(median(errors)),
    )


def _half(puzzle: Puzzle) -> int:
    """Return the half of the data, 0 or 1, to which a puzzle belongs."""
    content = repr((puzzle.width, puzzle.pieces, puzzle.givens))
    return sha256(content.encode()).digest()[0] & 1


def fitted_scale(rows: Sequence[tuple[Sequence[int], float]]) -> Scale:
    """Return the scale whose estimates are closest to the times; `rows` lists (amounts, seconds)."""
    weights = [*map(float, OWN)]
    least = _variance(weights, rows)
    for factor in FACTORS:
        improved = True
        while improved:
            improved = False
            for index, start in enumerate(OWN):
                for changed in (weights[index] * factor, weights[index] / factor):
                    tried = [*weights[:index], changed, *weights[index + 1 :]]
                    if (
                        LOWEST <= changed / start <= 1 / LOWEST
                        and (found := _variance(tried, rows)) < least
                    ):
                        weights, least, improved = tried, found, True
    shift = fmean(_residuals(weights, rows))
    return Scale._make(weight * exp(shift) for weight in weights)


def _residuals(weights: Sequence[float], rows: Sequence[tuple[Sequence[int], float]]) -> list[float]:
    """Return the logarithms of time divided by estimate."""
    scale = Scale._make(weights)
    return [log(seconds / scale.seconds(amounts)) for amounts, seconds in rows]


def _variance(weights: Sequence[float], rows: Sequence[tuple[Sequence[int], float]]) -> float:
    found = _residuals(weights, rows)
    middle = fmean(found)
    return sum([(one - middle) ** 2 for one in found])


def rank_correlation(
    values: Sequence[float], measures: Sequence[float], groups: Sequence[Hashable] | None = None
) -> float | None:
    """Return Spearman's rank correlation of two lists of numbers.

    With `groups`, a label for each index, ranks are determined within each group and then correlated
    together. The result is None if in each group all values or all measures are equal.
    """
    members = defaultdict[Hashable, list[int]](list)
    for index in range(len(values)):
        members[groups[index] if groups else None].append(index)
    found: list[float] = []
    expected: list[float] = []
    for each in members.values():
        if len({measures[index] for index in each}) > 1:
            found += ranks([values[index] for index in each])
            expected += ranks([measures[index] for index in each])
    spread = sqrt(sum([rank**2 for rank in found]) * sum([rank**2 for rank in expected]))
    return sum([a * b for a, b in zip(found, expected, strict=True)]) / spread if spread else None


def ranks(values: Sequence[float]) -> list[int]:
    """Return, for each value, twice the difference between its rank and the mean rank.

    Equal values share a rank.
    """
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) - len(values) for value in values]
