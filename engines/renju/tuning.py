"""Learn the weights of the positional search from games of the program against itself.

A round plays games of the weights of the round before, at first of those set by hand, against themselves;
then weights are fitted to the results of the last rounds' games, by logistic regression. A game ends
where the side to move has a win that the search has proven, so that its result is sure. It is played by
the moves that are tried, not by time, and follows from the seed and its number alone.

From the third round on a network learns from the same games what the weights leave: the values that the
search found in their positions, and a part of the results. The next round is played with it.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from random import Random
from typing import NamedTuple

from zet.engines.renju._learner import NetworkLearner
from zet.engines.renju._player import PositionalSearch
from zet.engines.renju._tuner import Tuner
from zet.engines.renju.board import BOARDS, set_up
from zet.engines.renju.constants import (
    CEILING,
    MOST_DEPTH,
    MOST_WORTH,
    ODDS,
    POOL_PARTS,
    PROVEN,
    SECOND_BITS,
    STEEPEST,
    TOTAL_BITS,
)
from zet.engines.renju.match import varied
from zet.engines.renju.model import BLACK, Game
from zet.engines.renju.player import new_memory
from zet.engines.renju.search import weighed_search
from zet.engines.renju.weights import NETWORK, Making, Network, Sets, Weights, by_hand, tables

OPENINGS = (3, 7)
"""How many random moves a game begins with."""

ROOTS = 50
"""The moves that are looked at in the position itself."""

OTHER_MOVES, CHANCE, AMONG = 8, 0.15, 5
"""In the first moves after the opening, how often another move than the best is played, and among how
many that are called for most."""

KEPT = 3
"""The rounds whose games are fitted to, the last ones; without so many there is no network yet."""

STEPS = 6
RIDGE = 30.0
"""Newton's steps of a fit, from the numbers of the round before, and what keeps numbers small that few
positions tell of."""

SCALE = ODDS, 100
"""What a logarithm of odds is worth in a value, and in what calls for a move."""

EPOCHS, BATCH, RATE, STEADY, LEAST_RATE = 6, 256, 0.003, 0.3, 0.005
"""How often a network learns from each game, from how many positions at least before each step, and how
far a step goes: so far in the first part, then less and less, down to so much of it."""

RESULTS = 0.25
"""The part of what a network learns of a position that is the result of its game, not the value found."""

POOLED = 4 / POOL_PARTS / CEILING
"""What the learner's layer has for one of the network's."""


class Lesson(NamedTuple):
    """A game: its moves, how many of them are the opening, Black's points, and the best moves found.

    There is a best move, and its value for the side to move, for each position from the opening on but
    the last, in which a win was proven.
    """

    moves: tuple[int, ...]
    n_opening: int
    points: float
    best: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """What was learned.

    `loss` is the mean of the negated logarithm of the chance that the values gave to the result of a game
    in each position, `hits` the share of the positions in which the best move was called for most.
    `network` is the like of `loss` with the network, by what it learns from in place of results, None
    where there is no network yet.
    """

    weights: Weights
    made: Making
    loss: float
    hits: float
    network: float | None = None


PlayGames = Callable[[int, int], list[Lesson]]
"""Play the games from one number to before another."""


def rounds(
    rule: str,
    *,
    rounds: int,
    games: int,
    nodes: int,
    seed: int,
    play: Callable[[PlayGames, int], Iterable[Lesson]],
) -> Iterator[Fit]:
    """Yield what each round has learned; at least the last one has a network.

    `play` returns the games of a round in order, from what plays some of them and their number.
    """
    weights, tuner = by_hand(rule), Tuner(*BOARDS[rule])
    last: list[list[Lesson]] = []
    for number in range(rounds):
        played = play(partial(play_games, weights, nodes, f"{seed}:{number}"), games)
        last = [*last[1 - KEPT :], list(played)]
        lessons = list(chain.from_iterable(last))
        sets, positions, loss, hits = _fit(tuner, lessons)
        made = Making(number + 1, games, nodes, seed, positions)
        weights, missed = Weights(rule, sets, made), None
        if number + 1 >= min(rounds, KEPT):
            found, missed = networks(weights, lessons, Random(f"{seed}:{number}"))
            weights = replace(weights, networks=found)
        yield Fit(weights, made, loss, hits, missed)


def play_games(weights: Weights, nodes: int, seed: str, first: int, end: int) -> list[Lesson]:
    """Play the games of a round from one number to before another."""
    search = weighed_search(weights)
    return [
        _play(weights.rule, search, nodes, Random(f"{seed}:{number}")) for number in range(first, end)
    ]


def _play(rule: str, search: PositionalSearch, nodes: int, random: Random) -> Lesson:
    """Play a game of a search against itself."""
    memory = new_memory()
    game = varied(Game(), random.randint(*OPENINGS), random, rule)
    n_opening = len(game.moves)
    best: list[int] = []
    values: list[int] = []
    while len(game.moves) < game.n_cells:
        side = game.side
        set_up(search, game, nodes)
        legal = search.best_cells(side, ROOTS)
        if not legal:
            break
        search.start(memory, side, [(cell, 0) for cell in legal])
        depth, value = 1, 0
        while abs(value) < PROVEN and depth <= MOST_DEPTH and search.deepen(side, depth):
            value = search.ranked()[0][1]
            depth += 1
        move, value = search.ranked()[0]
        if value >= PROVEN:
            return Lesson(game.moves, n_opening, float(side == BLACK), tuple(best), tuple(values))
        best.append(move)
        values.append(value)
        if len(best) <= OTHER_MOVES and random.random() < CHANCE:
            move = random.choice(legal[:AMONG])
        game = game.then([move])
    return Lesson(game.moves[: n_opening + len(best)], n_opening, 0.5, tuple(best), tuple(values))


def _fit(tuner: Tuner, lessons: list[Lesson]) -> tuple[Sets, int, float, float]:
    """Return the weights that fit games best, from how many positions they are, the loss and the hits.

    Loss and hits are those before the last step.
    """
    positions, loss, hits = 0, 0.0, 0
    for _step in range(STEPS):
        for lesson in lessons:
            tuner.learn(lesson.moves, lesson.n_opening, lesson.points, lesson.best)
        positions, loss, hits = tuner.n_seen, tuner.loss, tuner.n_hit
        tuner.step(RIDGE)
    sets = tuple(
        tuple(_whole(SCALE[number % 2] * one) for one in numbers)
        for number, numbers in enumerate(tuner.learned())
    )
    n = max(positions, 1)
    return sets, positions, loss / n, hits / n


def networks(
    weights: Weights, lessons: list[Lesson], random: Random
) -> tuple[tuple[Network, ...], float]:
    """Return what adds to some weights, and what is lost by both in the last epoch, in the mean.

    They learn the search's values, which tell more of a position than the result of its game, and of the
    results RESULTS: with results alone a network learns the games by heart.
    """
    learner = NetworkLearner(*BOARDS[weights.rule], random.random)
    learner.weigh(*tables(weights.sets))
    lessons = [lesson for lesson in lessons if lesson.values]
    total = EPOCHS * sum(len(lesson.values) for lesson in lessons)
    done, steps = 0, 0
    for _epoch in range(EPOCHS):
        random.shuffle(lessons)
        learner.forget_loss()
        for number, lesson in enumerate(lessons, 1):
            chances = _chances(lesson)
            learner.learn(lesson.moves, lesson.n_opening, chances)
            done += len(chances)
            if learner.n_waiting >= BATCH or number == len(lessons):
                steps += 1
                left = min(1.0, (1 - done / total) / (1 - STEADY))
                learner.step(RATE * min(steps / 200, 1) * (left + LEAST_RATE))
    found = tuple(Network(*map(_rounded, NETWORK, numbers, _FACTORS)) for numbers in learner.learned())
    return found, learner.loss / max(learner.n_seen, 1)


def _chances(lesson: Lesson) -> list[float]:
    """Return what a network is to say of the positions of a game, each for the color to move."""
    points = [lesson.points, 1 - lesson.points]
    return [
        (1 - RESULTS) * _chance(value) + RESULTS * points[number % 2]
        for number, value in enumerate(lesson.values, lesson.n_opening)
    ]


def _chance(value: int) -> float:
    """Return the chance that a value says."""
    return 1 / (1 + math.exp(-max(-STEEPEST, min(value / ODDS, STEEPEST))))


_FACTORS = CEILING, POOLED * 2**TOTAL_BITS, 2**TOTAL_BITS, ODDS * 2**SECOND_BITS


def _rounded(kind: str, numbers: list[float], factor: float) -> tuple[int, ...]:
    """Return numbers of a network of some kind as whole ones."""
    most = NETWORK[kind][1]
    return tuple(max(-most, min(round(factor * number), most)) for number in numbers)


def _whole(number: float) -> int:
    return max(1 - MOST_WORTH, min(round(number), MOST_WORTH - 1))
