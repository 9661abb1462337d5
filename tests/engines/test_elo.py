"""Estimates of strength, compared with plain arithmetic and with likelihoods from another method."""

import math
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from zet.engines.elo import (
    SELDOM,
    Played,
    bounds,
    duel_of,
    elo_of,
    expected,
    likelihood_ratio,
    rate_interval,
    score_of,
    sprt,
    standings,
)

COUNTS = st.lists(st.integers(0, 60), min_size=3, max_size=5).filter(lambda counts: sum(counts) > 0)


def test_a_score_and_its_difference_are_each_others_inverse() -> None:
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)
    for elo in (-700, -35.5, 0, 1, 200):
        assert elo_of(expected(elo)) == pytest.approx(elo)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_the_interval_by_hand() -> None:
    """Of ten pairs, 1, 2, 4, 2 and 1 scored 0 to 2 points; two more of either extreme are added."""
    found = score_of([1, 2, 4, 2, 1])
    assert found.mean == 0.5
    squares = Fraction(2, 16) + Fraction(4, 4) + Fraction(2 * 9, 16) + 3
    spread = 1.96 * math.sqrt((squares / 14 - Fraction(1, 4)) / 14)
    assert (found.low, found.high) == (pytest.approx(0.5 - spread), pytest.approx(0.5 + spread))


@given(COUNTS)
def test_intervals_hold_the_mean_and_turn_with_the_sides(counts: list[int]) -> None:
    found, other = score_of(counts), score_of(counts[::-1])
    mean = Fraction(sum(at * count for at, count in enumerate(counts)), sum(counts) * (len(counts) - 1))
    assert found.mean == pytest.approx(float(mean))
    assert 0 <= found.low < found.high <= 1
    assert found.low - 1e-9 <= found.mean <= found.high + 1e-9
    assert found.low == pytest.approx(1 - other.high)


def test_more_pairs_tell_more() -> None:
    widths = [
        found.high - found.low for found in (score_of([n, 0, 2 * n, 0, n]) for n in (0.5, 1, 4, 16))
    ]
    assert all(wide > narrow for wide, narrow in pairwise(widths))


def test_games_that_are_won_or_lost_by_the_formula_for_coins() -> None:
    """With only two outcomes, the mean determines the distribution."""
    for won, lost in ((3, 1), (40, 25), (7, 7)):
        exact = won * math.log(expected(30) / expected(5)) + lost * math.log(
            (1 - expected(30)) / (1 - expected(5))
        )
        assert likelihood_ratio([lost, won], 5, 30) == pytest.approx(exact)


@given(COUNTS, st.integers(-50, 50), st.integers(1, 60))
def test_likelihoods_are_the_greatest_there_are(counts: list[int], elo0: int, more: int) -> None:
    """The greatest likelihood with a given mean is the minimum of its dual, found by golden section."""
    counted = [count or SELDOM for count in counts]
    exact = greatest(counted, expected(elo0 + more)) - greatest(counted, expected(elo0))
    assert likelihood_ratio(counts, elo0, elo0 + more) == pytest.approx(exact, abs=1e-6)


def greatest(counts: list[float], mean: float) -> float:
    """Return the log-likelihood without terms that do not depend on the mean: -min over x of its dual."""
    offs = [at / (len(counts) - 1) - mean for at in range(len(counts))]
    low, high = -1 / max(offs), -1 / min(offs)

    def dual(x: float) -> float:
        parts = [1 + x * off for off in offs]
        if min(parts) <= 0:
            return -math.inf
        return sum(count * math.log(part) for count, part in zip(counts, parts, strict=True))

    ratio = (math.sqrt(5) - 1) / 2
    for _ in range(200):
        one, other = high - ratio * (high - low), low + ratio * (high - low)
        if dual(one) > dual(other):
            high = other
        else:
            low = one
    return -dual((low + high) / 2)


def test_when_a_test_ends() -> None:
    low, high = bounds()
    assert (low, high) == (pytest.approx(-math.log(19)), pytest.approx(math.log(19)))
    assert likelihood_ratio([0, 0, 0, 0, 40], 0, 100) > high
    assert likelihood_ratio([40, 0, 0, 0, 0], 0, 100) < low
    assert likelihood_ratio([1, 2, 4, 2, 1], 0, 100) == -likelihood_ratio([1, 2, 4, 2, 1], 100, 0)


def test_nothing_is_said_of_nothing() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        score_of([0, 0, 0])


@pytest.mark.parametrize(
    ("wins", "draws", "losses"), [(10, 0, 0), (0, 10, 0), (0, 0, 10), (1, 0, 0), (600, 100, 300)]
)
def test_the_interval_of_a_score_holds_it_and_has_a_width(wins: int, draws: int, losses: int) -> None:
    score, low, high = score_of([losses, draws, wins])
    assert score == (wins + draws / 2) / (wins + draws + losses)
    assert 0 <= low <= score <= high <= 1
    assert high - low > 0.02


@pytest.mark.slow
def test_the_interval_of_a_score_holds_the_true_one_in_95_of_100_matches() -> None:
    chance = random.Random(1)
    for rates in ((0.9, 0.08, 0.02), (0.1, 0.8, 0.1), (0.3, 0.3, 0.4)):
        true = rates[0] + rates[1] / 2
        held_it = 0
        for _ in range(2000):
            ends = chance.choices("wdl", rates, k=100)
            _, low, high = score_of([ends.count(end) for end in "ldw"])
            held_it += low <= true <= high
        assert held_it > 0.935 * 2000


def test_the_interval_of_a_rate_by_its_definition() -> None:
    """The sample is 1.96 standard deviations away from either end of the interval."""
    for count, total in ((1, 4), (3, 250), (249, 250)):
        low, high = rate_interval(count, total)
        assert low < count / total < high
        for true in (low, high):
            away = abs(count / total - true) / math.sqrt(true * (1 - true) / total)
            assert away == pytest.approx(1.96)
    assert rate_interval(0, 9)[0] == 0
    assert rate_interval(9, 9)[1] == 1


MATCH = [
    Played((0, 1), 0, 0, "five"),
    Played((1, 0), 0, 1, "five"),
    Played((0, 1), 1, None, "full"),
    Played((1, 0), 1, 0, "time"),
    Played((0, 1), 2, 1, "five"),
    Played((2, 0), 0, 0, "proof"),
    Played((0, 2), 0, None, "full"),
]
"""Player 0 wins twice against 1, draws, and loses twice; the last of these pairs is half. 2 beats 0."""


def test_a_duel() -> None:
    found = duel_of(MATCH, 0, 1)
    assert (found.games, found.won, found.drawn, found.lost) == (5, 2, 1, 2)
    assert (found.won_first, found.lost_first) == (1, 1)
    assert found.pairs == (0, 1, 0, 0, 1)
    assert found.ends == {"five": 3, "full": 1, "time": 1}
    assert found.score == score_of([0, 1, 0, 0, 1])
    other = duel_of(MATCH, 1, 0)
    assert (other.won, other.lost, other.won_first, other.lost_first) == (2, 2, 1, 1)
    assert other.pairs == found.pairs[::-1]


def test_the_score_of_a_duel_without_a_pair_is_by_games() -> None:
    assert duel_of(MATCH[4:5], 0, 1).score == score_of([1, 0, 0])
    with pytest.raises(ValueError, match=r"^a score needs at least one game$"):
        _ = duel_of(MATCH, 1, 2).score


def test_standings_are_by_points() -> None:
    found = standings(MATCH, 3)
    assert [(one.player, one.won, one.drawn, one.lost) for one in found] == [
        (0, 2, 2, 3), (1, 2, 1, 2), (2, 1, 1, 0),
    ]  # fmt: skip
    assert [(one.games, one.points) for one in found] == [(7, 3.0), (5, 2.5), (2, 1.5)]


def test_a_sequential_test_accepts_what_the_ratio_says() -> None:
    assert sprt([0, 1, 2, 1, 0], 0, 50).accepted is None
    better, worse = sprt([0, 5, 40, 80, 30], 0, 50), sprt([30, 80, 40, 5, 0], 0, 50)
    assert (better.accepted, worse.accepted) == (50, 0)
    assert worse.ratio < worse.low < 0 < worse.high < better.ratio
    assert better.ratio == likelihood_ratio([0, 5, 40, 80, 30], 0, 50)
