"""Learn the weights of the positional search from games of the program against itself.

A round plays games of the weights of the round before, at first of those set by hand, against themselves;
then weights are fitted to the results of the last rounds' games, by logistic regression. A game ends
where the side to move has a win that the search has proven, so that its result is sure. It is played by
the moves that are tried, not by time, and follows from the seed and its number alone.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from random import Random
from typing import NamedTuple

from zet.engines.renju._player import PositionalSearch
from zet.engines.renju._tuner import Tuner
from zet.engines.renju.board import BOARDS, set_up
from zet.engines.renju.codes import MOST_DEPTH, MOST_WORTH, PROVEN
from zet.engines.renju.match import varied
from zet.engines.renju.model import BLACK, Game
from zet.engines.renju.player import new_memory
from zet.engines.renju.weights import Making, Sets, Weights, by_hand, tables

OPENINGS = (3, 7)
"""How many random moves a game begins with."""

ROOTS = 50
"""The moves that are looked at in the position itself."""

OTHER_MOVES, CHANCE, AMONG = 8, 0.15, 5
"""In the first moves after the opening, how often another move than the best is played, and among how
many that are called for most."""

KEPT = 3
"""The rounds whose games are fitted to, the last ones."""

STEPS = 6
RIDGE = 30.0
"""Newton's steps of a fit, from the numbers of the round before, and what keeps numbers small that few
positions tell of."""

SCALE = 200, 100
"""What a logarithm of odds is worth in a value, and in what calls for a move."""


class Lesson(NamedTuple):
    """A game: its moves, how many of them are the opening, Black's points, and the best moves found.

    There is a best move for each position from the opening on but the last, in which a win was proven.
    """

    moves: tuple[int, ...]
    n_opening: int
    points: float
    best: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """What was learned.

    `loss` is the mean of the negated logarithm of the chance that the values gave to the result of a game
    in each position, `hits` the share of the positions in which the best move was called for most.
    """

    weights: Weights
    made: Making
    loss: float
    hits: float


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
    """Yield what each round has learned.

    `play` returns the games of a round in order, from what plays some of them and their number.
    """
    weights, tuner = by_hand(rule), Tuner(*BOARDS[rule])
    lessons: list[list[Lesson]] = []
    for number in range(rounds):
        lessons.append(list(play(partial(play_games, weights, nodes, f"{seed}:{number}"), games)))
        sets, positions, loss, hits = _fit(tuner, list(chain.from_iterable(lessons[-KEPT:])))
        made = Making(number + 1, games, nodes, seed, positions)
        weights = Weights(rule, sets, made)
        yield Fit(weights, made, loss, hits)


def play_games(weights: Weights, nodes: int, seed: str, first: int, end: int) -> list[Lesson]:
    """Play the games of a round from one number to before another."""
    rule = weights.rule
    search = PositionalSearch(*BOARDS[rule])
    search.weigh(*tables(weights.sets))
    return [_play(rule, search, nodes, Random(f"{seed}:{number}")) for number in range(first, end)]


def _play(rule: str, search: PositionalSearch, nodes: int, random: Random) -> Lesson:
    """Play a game of a search against itself."""
    memory = new_memory()
    game = varied(Game(), random.randint(*OPENINGS), random, rule)
    n_opening = len(game.moves)
    best: list[int] = []
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
            return Lesson(game.moves, n_opening, float(side == BLACK), tuple(best))
        best.append(move)
        if len(best) <= OTHER_MOVES and random.random() < CHANCE:
            move = random.choice(legal[:AMONG])
        game = game.then([move])
    return Lesson(game.moves[: n_opening + len(best)], n_opening, 0.5, tuple(best))


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


def _whole(number: float) -> int:
    return max(1 - MOST_WORTH, min(round(number), MOST_WORTH - 1))
