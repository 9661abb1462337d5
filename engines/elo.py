"""Estimates of the difference in strength between players, and a test of when enough games are played.

Outcomes are counted from the worst to the best, with scores at equal distances from 0 to 1. Games have
three outcomes (lost, drawn, won). Pairs of games from one opening with sides exchanged have five (no
point to two points). As the games of a pair depend on each other, pairs are the better sample.

Sources: A.E. Elo, The Rating of Chessplayers (1978), for the scale; M. Van den Bergh's five outcomes of
pairs, https://github.com/vdbergh/pentanomial; A. Agresti and B.A. Coull, Approximate is better than
"exact" for interval estimation of binomial proportions (1998); E.B. Wilson, Probable inference, the law
of succession, and statistical inference (1927); A. Wald, Sequential Analysis (1947), here generalized:
each hypothesis is represented by its most likely distribution.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Z = 1.96
"""The 95 % interval extends this many standard deviations on either side of the mean."""

SELDOM = 1e-3
"""The count given to an outcome that never occurred, so that no distribution excludes it."""

RISK = 0.05
"""The probability of either error of a test."""


class Score(NamedTuple):
    """A mean score and the 95 % interval of the true mean, all from 0 to 1."""

    mean: float
    low: float
    high: float


def expected(elo: float) -> float:
    """Return the mean score, 0 to 1, of a player who is `elo` points stronger.

    >>> round(expected(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return how many points stronger a player with this mean score is; infinite for 0 and 1.

    >>> round(elo_of(0.64))
    100
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of(counts: Sequence[int]) -> Score:
    """Return the mean score of outcomes, given the count of each outcome, and its interval.

    For the interval, two of the worst and two of the best outcome are added, so that it has a width
    even if all outcomes are the same.

    Raises:
        ValueError: there are no outcomes.
    """
    if not sum(counts):
        raise ValueError("no outcome to judge by")
    mean, _ = _moments(counts)
    middle, variance = _moments([counts[0] + 2, *counts[1:-1], counts[-1] + 2])
    spread = Z * math.sqrt(variance / (sum(counts) + 4))
    return Score(mean, max(0.0, middle - spread), min(1.0, middle + spread))


def rate_interval(count: int, total: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a rate, estimated from `count` of `total`.

    >>> [round(bound, 3) for bound in rate_interval(0, 100)]
    [0.0, 0.037]
    """
    rate, scale = count / total, 1 + Z * Z / total
    middle = rate + Z * Z / (2 * total)
    spread = Z * math.sqrt(rate * (1 - rate) / total + Z * Z / (4 * total * total))
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the log-likelihood ratio of the outcomes: a difference of `elo1` against one of `elo0`.

    Each difference is represented by the most likely distribution with its mean score.
    """
    counted = [count or SELDOM for count in counts]
    one, other = (_likeliest(counted, expected(elo)) for elo in (elo1, elo0))
    return sum(count * math.log(now / then) for count, now, then in zip(counted, one, other, strict=True))


def bounds(risk: float = RISK) -> tuple[float, float]:
    """Return Wald's two bounds: a test continues while `likelihood_ratio` is between them."""
    upper = math.log((1 - risk) / risk)
    return -upper, upper


class Played(NamedTuple):
    """A game of a match.

    `players` has the numbers of both players; the first of them had the first side. `opening` is the
    number of the opening, from which each two players play a pair of games. `winner` is 0 or 1, an
    index of `players`, or None for a draw. `end` names how the game ended; "protocol" is no result.
    """

    players: tuple[int, int]
    opening: int
    winner: int | None
    end: str

    @property
    def counts(self) -> bool:
        """Whether the game has a result, which counts in scores."""
        return self.end != "protocol"

    def half_points(self, player: int) -> int:
        """Return 2 for a win of a player, 1 for a draw, 0 for a loss."""
        return 1 if self.winner is None else 2 * (self.players[self.winner] == player)


@dataclass(frozen=True, slots=True)
class Duel:
    """The results of a player against another, counted by games except in `pairs`.

    Games without a result count in `ends` alone.
    `won_first` counts the wins with the first side, `lost_first` the losses. `pairs` counts the pairs
    of games that brought 0, 1/2, 1, 3/2 and 2 points. `ends` counts the ways in which games ended.
    """

    won: int
    drawn: int
    lost: int
    won_first: int
    lost_first: int
    pairs: tuple[int, ...]
    ends: Counter[str]

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> Score:
        """The score by pairs of games, or by games if no pair is complete.

        Raises:
            ValueError: no game has been played.
        """
        return score_of(self.pairs if any(self.pairs) else (self.lost, self.drawn, self.won))


def duel_of(played: Iterable[Played], one: int, other: int) -> Duel:
    """Return the results of the player `one` against `other` in a match."""
    both_played = [game for game in played if set(game.players) == {one, other}]
    games = [game for game in both_played if game.counts]
    points = Counter(game.half_points(one) for game in games)
    first = Counter(game.winner for game in games if game.players[0] == one)
    openings: dict[int, list[int]] = {}
    for game in games:
        openings.setdefault(game.opening, []).append(game.half_points(one))
    pairs = Counter(sum(both) for both in openings.values() if len(both) == 2)
    ends = Counter(game.end for game in both_played)
    return Duel(
        points[2], points[1], points[0], first[0], first[1], tuple([pairs[at] for at in range(5)]), ends
    )


class Standing(NamedTuple):
    """The results of a player, by number, against all others."""

    player: int
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A point for each win, and half a point for each draw."""
        return self.won + self.drawn / 2


def standings(played: Sequence[Played], n_players: int) -> list[Standing]:
    """Return the standings of a match, the best first."""
    found = []
    for player in range(n_players):
        points = Counter(
            game.half_points(player) for game in played if player in game.players and game.counts
        )
        found.append(Standing(player, points[2], points[1], points[0]))
    return sorted(found, key=lambda one: -one.points)


class Sprt(NamedTuple):
    """A sequential probability ratio test: its ratio, the bounds, and the difference that it accepts.

    The test continues while `accepted` is None.
    """

    ratio: float
    low: float
    high: float
    accepted: float | None


def sprt(pairs: Sequence[float], elo0: float, elo1: float) -> Sprt:
    """Test whether pairs of games suffice to decide between a difference of `elo1` and one of `elo0`."""
    (low, high), ratio = bounds(), likelihood_ratio(pairs, elo0, elo1)
    return Sprt(ratio, low, high, None if low < ratio < high else elo1 if ratio >= high else elo0)


def _scores(counts: Sequence[float]) -> list[float]:
    return [number / (len(counts) - 1) for number in range(len(counts))]


def _moments(counts: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the variance of the scores."""
    scores, total = _scores(counts), sum(counts)
    mean = sum(count * score for count, score in zip(counts, scores, strict=True)) / total
    squares = sum(count * score**2 for count, score in zip(counts, scores, strict=True)) / total
    return mean, max(squares - mean**2, 0.0)


def _likeliest(counts: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with this mean under which the counts, all positive, are most likely.

    Lagrange's condition gives p = f / (1 + x (score - mean)) for the x at which the distribution has
    this mean. The sum falls as x grows between the two poles.
    """
    total = sum(counts)
    found = [(count / total, score - mean) for count, score in zip(counts, _scores(counts), strict=True)]
    low, high = -1 / found[-1][1], -1 / found[0][1]
    x = 0.0
    for _ in range(200):
        x = (low + high) / 2
        if sum(part * off / (1 + x * off) for part, off in found) > 0:
            low = x
        else:
            high = x
    return [part / (1 + x * off) for part, off in found]
