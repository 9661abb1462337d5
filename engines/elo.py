"""Elo differences between players with confidence intervals, standings, and a sequential test (SPRT).

Counts of outcomes are ordered from the worst outcome to the best; the scores of the outcomes are evenly
spaced from 0 to 1. Games have three outcomes (lost, drawn, won). Pairs of games from one opening with
sides exchanged have five (0 to 2 points in steps of 1/2). As the two games of a pair are not independent,
intervals are computed from pairs where possible.

Sources: A.E. Elo, The Rating of Chessplayers (1978), for the scale; M. Van den Bergh's five outcomes of
pairs, https://github.com/vdbergh/pentanomial; A. Agresti and B.A. Coull, Approximate is better than
"exact" for interval estimation of binomial proportions (1998); E.B. Wilson, Probable inference, the law
of succession, and statistical inference (1927); A. Wald, Sequential Analysis (1947), here generalized:
each hypothesis is represented by the distribution of maximum likelihood among all distributions with its
mean score.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Z = 1.96
"""Half the width of a 95 % confidence interval, in standard deviations."""

SELDOM = 1e-3
"""The count used for an outcome that never occurred, so that its estimated probability is not zero."""

RISK = 0.05
"""The probability that a sequential test accepts one hypothesis although the other is true."""


class Score(NamedTuple):
    """A mean score and the 95 % confidence interval of the true mean, all from 0 to 1."""

    mean: float
    low: float
    high: float


def expected(elo: float) -> float:
    """Return the expected score, 0 to 1, of a player rated `elo` points higher than the opponent.

    >>> round(expected(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the rating difference that corresponds to a mean score; infinite for 0 and 1.

    >>> round(elo_of(0.64))
    100
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of(counts: Sequence[int]) -> Score:
    """Return the mean score and its 95 % interval, given the count of each outcome.

    Two of the worst and two of the best outcomes are added first (Agresti and Coull), so the interval
    has a positive width even if all outcomes are equal.

    Raises:
        ValueError: all counts are zero.
    """
    if not sum(counts):
        raise ValueError("a score needs at least one game")
    mean, _ = _moments(counts)
    middle, variance = _moments([counts[0] + 2, *counts[1:-1], counts[-1] + 2])
    spread = Z * math.sqrt(variance / (sum(counts) + 4))
    return Score(mean, max(0.0, middle - spread), min(1.0, middle + spread))


def rate_interval(count: int, total: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval for a rate, given `count` successes in `total` trials.

    >>> [round(bound, 3) for bound in rate_interval(0, 100)]
    [0.0, 0.037]
    """
    rate, scale = count / total, 1 + Z * Z / total
    middle = rate + Z * Z / (2 * total)
    spread = Z * math.sqrt(rate * (1 - rate) / total + Z * Z / (4 * total * total))
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the log-likelihood ratio of two hypotheses: an Elo difference of `elo1` against `elo0`.

    The likelihood of a difference is the greatest likelihood of the counts under any distribution with
    the mean score that corresponds to the difference.
    """
    counted = [count or SELDOM for count in counts]
    one, other = (_likeliest(counted, expected(elo)) for elo in (elo1, elo0))
    return sum(count * math.log(now / then) for count, now, then in zip(counted, one, other, strict=True))


def bounds(risk: float = RISK) -> tuple[float, float]:
    """Return Wald's bounds on the log-likelihood ratio: a test continues while the ratio is between them.

    `risk` is the probability of accepting the wrong hypothesis.
    """
    upper = math.log((1 - risk) / risk)
    return -upper, upper


class Played(NamedTuple):
    """A finished game between two of the players of a match.

    `players` contains the numbers of the two players, in the order of the sides that they played.
    `opening` is the number of the opening; two players play each opening twice, with sides exchanged.
    `winner` is 0 or 1, an index into `players`, or None for a draw. `end` names the way in which the game
    ended; a game that ended because a program violated the protocol ("protocol") has no result.
    """

    players: tuple[int, int]
    opening: int
    winner: int | None
    end: str

    @property
    def counts(self) -> bool:
        """Whether the game has a result and counts towards scores."""
        return self.end != "protocol"

    def half_points(self, player: int) -> int:
        """Return the player's result in half points: 2 for a win, 1 for a draw, 0 for a loss."""
        return 1 if self.winner is None else 2 * (self.players[self.winner] == player)


@dataclass(frozen=True, slots=True)
class Duel:
    """The results of one player against another; all fields but `pairs` count games.

    Games without a result count only in `ends`. `won_first` and `lost_first` count the games that the
    player won or lost while playing the first side. `pairs` counts the pairs of games in which the player
    scored 0, 1/2, 1, 3/2 and 2 points. `ends` maps each way of ending to its number of games.
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
        """The number of games with a result."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> Score:
        """The mean score, computed from pairs of games, or from single games if no pair is complete.

        Raises:
            ValueError: no game has been played.
        """
        return score_of(self.pairs if any(self.pairs) else (self.lost, self.drawn, self.won))


def duel_of(played: Iterable[Played], player: int, opponent: int) -> Duel:
    """Return the results of the player numbered `player` against `opponent` in a match."""
    both_played = [game for game in played if set(game.players) == {player, opponent}]
    games = [game for game in both_played if game.counts]
    points = Counter(game.half_points(player) for game in games)
    first = Counter(game.winner for game in games if game.players[0] == player)
    openings: dict[int, list[int]] = {}
    for game in games:
        openings.setdefault(game.opening, []).append(game.half_points(player))
    pairs = Counter(sum(both) for both in openings.values() if len(both) == 2)
    ends = Counter(game.end for game in both_played)
    return Duel(
        points[2], points[1], points[0], first[0], first[1], tuple([pairs[at] for at in range(5)]), ends
    )


class Standing(NamedTuple):
    """The results of a player, identified by number, against all opponents."""

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
        """The points: 1 for each win, and 1/2 for each draw."""
        return self.won + self.drawn / 2


def standings(played: Sequence[Played], n_players: int) -> list[Standing]:
    """Return the standings of the players of a match, best score first."""
    found = []
    for player in range(n_players):
        points = Counter(
            game.half_points(player) for game in played if player in game.players and game.counts
        )
        found.append(Standing(player, points[2], points[1], points[0]))
    return sorted(found, key=lambda one: -one.points)


class Sprt(NamedTuple):
    """The state of a sequential probability ratio test.

    `ratio` is the log-likelihood ratio; `low` and `high` are Wald's bounds. `accepted` is the accepted
    Elo difference, or None while the test continues.
    """

    ratio: float
    low: float
    high: float
    accepted: float | None


def sprt(pairs: Sequence[float], elo0: float, elo1: float) -> Sprt:
    """Return the state of a test between two hypotheses: an Elo difference of `elo1` or of `elo0`.

    `pairs` counts the pairs of games with each of the five outcomes, from 0 to 2 points.
    """
    (low, high), ratio = bounds(), likelihood_ratio(pairs, elo0, elo1)
    return Sprt(ratio, low, high, None if low < ratio < high else elo1 if ratio >= high else elo0)


def _scores(counts: Sequence[float]) -> list[float]:
    return [number / (len(counts) - 1) for number in range(len(counts))]


def _moments(counts: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the variance of the score."""
    scores, total = _scores(counts), sum(counts)
    mean = sum(count * score for count, score in zip(counts, scores, strict=True)) / total
    squares = sum(count * score**2 for count, score in zip(counts, scores, strict=True)) / total
    return mean, max(squares - mean**2, 0.0)


def _likeliest(counts: Sequence[float], mean: float) -> list[float]:
    """Return, of all distributions with the given mean, the one that makes the counts most likely.

    All counts must be positive.

    Lagrange multipliers give p = f / (1 + x (score - mean)), where f is the observed frequency of the
    score and x is chosen so that the distribution has this mean. Bisection finds x, because the sum of
    p (score - mean), which must be 0, decreases in x between its two poles.
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
