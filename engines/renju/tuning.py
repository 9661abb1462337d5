"""Learn the weights of the positional search from games of the program against itself.

In each round, the weights of the previous round (in the first round, weights set by hand) play games
against themselves. Then weights are fitted to the results of the games of the last rounds, by logistic
regression. A game ends when the search has proven a win for the side to move, so its result is certain.
The search for a move is limited by the number of moves tried, not by time, so that a game depends only on
the seed and on the number of the game.

From the third round on, and always in the last one, a network that corrects the weights is trained on the
same games: on the values that the search found in their positions, and partly on the results. The next
round uses the network.
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
"""The minimum and the maximum number of random moves at the beginning of a game."""

ROOTS = 50
"""The number of moves tried in the root position."""

OTHER_MOVES, CHANCE, AMONG = 8, 0.15, 5
"""Random moves after the opening: each of the first OTHER_MOVES moves is, with probability CHANCE, not
the best move but a random choice among the AMONG most urgent moves.
"""

KEPT = 3
"""The weights are fitted to the games of the last KEPT rounds. A network is trained from round KEPT on,
and always in the last round.
"""

STEPS = 6
RIDGE = 30.0
"""A fit takes STEPS Newton steps from the weights of the previous round, with the ridge penalty RIDGE,
which keeps a weight small if only a few positions determine it.
"""

SCALE = ODDS, 100
"""The integers that represent one unit of log-odds in values and in urgencies, respectively."""

EPOCHS, BATCH, RATE, STEADY, LEAST_RATE = 6, 256, 0.003, 0.3, 0.005
"""The training of a network: the number of passes over each game (EPOCHS), the minimum number of
positions before a step (BATCH), the learning rate (RATE), the initial fraction of the training in which
the rate is constant (STEADY), and the share of the rate that remains at the end (LEAST_RATE).
"""

RESULTS = 0.25
"""The weight of a game's result in the target of a position; the search's value has the remaining weight.
"""

POOLED = 4 / POOL_PARTS / CEILING
"""The ratio of a weight of the first layer in the network to the same weight in the learner."""


class Lesson(NamedTuple):
    """A game to learn from: its moves, the length of its opening, Black's score, and the best moves.

    `best` lists the best move found in each position after the opening, `values` its value for the side
    to move. The last position, in which a win was proven or no move was left, has no entry.
    """

    moves: tuple[int, ...]
    n_opening: int
    points: float
    best: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """The result of a round of learning.

    `loss` is the mean, over positions, of the negative log-likelihood that the values assign to the
    result of the game. `hits` is the share of the positions in which the fitted weights rank the best
    move first. `network` is the mean loss of the network's values, measured against its training targets
    and not against the results; None if no network was trained.
    """

    weights: Weights
    made: Making
    loss: float
    hits: float
    network: float | None = None


PlayGames = Callable[[int, int], list[Lesson]]
"""A function that plays the games numbered from `first` up to, but not including, `end`."""


def rounds(
    rule: str,
    *,
    rounds: int,
    games: int,
    nodes: int,
    seed: int,
    play: Callable[[PlayGames, int], Iterable[Lesson]],
) -> Iterator[Fit]:
    """Yield the result of each round; the last round always has a network.

    `play` is called once per round, with a function that plays a range of the games and with the number
    of games; `play` returns the games in order.
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
    """Play the games of a round from number `first` up to, but not including, number `end`."""
    search = weighed_search(weights)
    return [
        _play(weights.rule, search, nodes, Random(f"{seed}:{number}")) for number in range(first, end)
    ]


def _play(rule: str, search: PositionalSearch, nodes: int, random: Random) -> Lesson:
    """Return a game that a search plays against itself, with the best moves found."""
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
    """Fit weights to games; return the weights, the number of positions, the loss and the hits.

    The loss and the hits are means over the positions, measured before the last step of the fit.
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
    """Train networks that correct the weights; return the networks and the mean loss in the last epoch.

    The targets are the values found by the search, mixed with the results of the games, whose weight is
    RESULTS. The value of a position is more informative than the result of its game; trained on results
    alone, a network memorizes the games.
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
    """Return the network's target in each position: the winning probability of the color to move."""
    points = [lesson.points, 1 - lesson.points]
    return [
        (1 - RESULTS) * _chance(value) + RESULTS * points[number % 2]
        for number, value in enumerate(lesson.values, lesson.n_opening)
    ]


def _chance(value: int) -> float:
    """Return the winning probability that corresponds to a value."""
    return 1 / (1 + math.exp(-max(-STEEPEST, min(value / ODDS, STEEPEST))))


_FACTORS = CEILING, POOLED * 2**TOTAL_BITS, 2**TOTAL_BITS, ODDS * 2**SECOND_BITS


def _rounded(kind: str, numbers: list[float], factor: float) -> tuple[int, ...]:
    """Return the network's parameters of one kind, scaled and rounded to integers."""
    most = NETWORK[kind][1]
    return tuple(max(-most, min(round(factor * number), most)) for number in numbers)


def _whole(number: float) -> int:
    return max(1 - MOST_WORTH, min(round(number), MOST_WORTH - 1))
