"""Training of weights: the numbers minimize the loss, by plain arithmetic."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from zet.engines.renju.board import BOARDS
from zet.engines.renju.constants import PAIRS, STATES
from zet.engines.renju.model import Game, names
from zet.engines.renju.referee import judge
from zet.engines.renju.solver import solve
from zet.engines.renju.tuning import Lesson, play_games, rounds
from zet.engines.renju.weights import Weights, by_hand

RIDGE = 3.0


@pytest.fixture(scope="module", params=["renju", "freestyle"])
def played(request: pytest.FixtureRequest) -> tuple[str, list[Lesson]]:
    """A few games by a rule."""
    return request.param, play_games(by_hand(request.param), 60, "1:0", 0, 6)


def test_games_end_with_a_win_that_the_solver_proves(played: tuple[str, list[Lesson]]) -> None:
    rule, lessons = played
    for lesson in lessons:
        game = Game(moves=lesson.moves)
        assert judge(game, rule).status == ("draw" if lesson.points == 0.5 else "legal")
        assert len(lesson.best) == len(lesson.values) == len(lesson.moves) - lesson.n_opening
        if lesson.points != 0.5:
            assert solve(game, rule=rule, nodes=1_000_000).status == "win"
            assert lesson.points == (1 - game.side)


def test_a_game_follows_from_the_seed_and_its_number(played: tuple[str, list[Lesson]]) -> None:
    rule, lessons = played
    assert play_games(by_hand(rule), 60, "1:0", 2, 4) == lessons[2:4]
    assert play_games(by_hand(rule), 60, "2:0", 2, 3) != lessons[2:3]


@pytest.mark.parametrize(
    ("rule", "number", "moves"),
    [
        ("renju", 4, "j8j7h7l5n4f8d10m4k6k8i6l7h6l6g6j6f6e6l8"),
        ("freestyle", 0, "i10h11g13g10i12h12i13i11h13j13k10j11k11f11g11j12f13e13j14"),
        ("standard", 1, "h10i8i10f11i7k9h9h11j11g8j10g10k10l10k12l13j12j13"),
    ],
)
def test_games_are_those_that_the_weights_were_learned_from(rule: str, number: int, moves: str) -> None:
    """If a changed search plays other games, the shipped weights must be trained again."""
    (lesson,) = play_games(by_hand(rule), 300, "1:0", number, number + 1)
    assert "".join(names(lesson.moves)) == moves


def test_the_fit_is_where_the_slopes_are_none(
    played: tuple[str, list[Lesson]], kernel: Callable[[str], Any]
) -> None:
    """The derivative of the loss by each number is 0, according to plain sums over the positions."""
    module = kernel("zet.engines.renju._tuner")
    is_slow = module.__file__.endswith(".py")
    rule, lessons = played
    tuner = module.Tuner(*BOARDS[rule])
    if is_slow:  # it is to know nothing when it begins
        moves, n_opening, points, best, _ = lessons[0]
        tuner.learn(moves[: n_opening + 1], n_opening, points, best[:1])
        assert tuner.n_seen == 1
        assert tuner.loss == pytest.approx(math.log(2))
        return
    for _step in range(12):
        for lesson in lessons:
            tuner.learn(lesson.moves, lesson.n_opening, lesson.points, lesson.best)
        tuner.step(RIDGE)
    sets = tuner.learned()
    slopes = [[RIDGE * number for number in numbers] for numbers in sets]
    board = module.Tuner(*BOARDS[rule])
    for lesson in lessons:
        board.begin(-1, None)
        board.refresh()
        for number, cell in enumerate(lesson.moves):
            if number >= lesson.n_opening:
                _add(board, sets, slopes, number & 1, lesson, lesson.best[number - lesson.n_opening])
            board.put(cell, number & 1)
    for numbers in slopes:
        assert max(map(abs, numbers)) < 1e-5


def test_rounds_play_by_the_network_of_the_round_before() -> None:
    """The third round has the first network; each round learns from the last three rounds' games."""
    players: list[Weights] = []
    lessons: list[list[Lesson]] = []

    def play(play_games: partial[list[Lesson]], games: int) -> list[Lesson]:
        players.append(play_games.args[0])
        lessons.append(play_games(0, games))
        return lessons[-1]

    fits = list(rounds("freestyle", rounds=5, games=3, nodes=20, seed=1, play=play))
    assert players == [by_hand("freestyle"), *(fit.weights for fit in fits[:-1])]
    assert [len(fit.weights.networks) for fit in fits] == [0, 0, 1, 1, 1]
    assert [fit.network is None for fit in fits] == [True, True, False, False, False]
    last = [len(lesson.values) for games in lessons[-3:] for lesson in games]
    assert fits[-1].made.positions == sum(last)
    assert len({fit.weights.networks for fit in fits}) == 4


def _add(board: Any, sets: Any, slopes: list[list[float]], color: int, lesson: Lesson, best: int) -> None:
    """Add the derivatives of the loss of a position."""
    own, other = board.pairs_of(color), board.pairs_of(1 - color)
    first = 2 * color if len(sets) == 4 else 0
    places = {cell: (pair, PAIRS + other[cell]) for cell, pair in enumerate(own) if pair >= 0}
    values, calls = sets[first : first + 2]
    state = 2 * PAIRS + 1 + STATES * board.state_of(color) + board.state_of(1 - color)
    total = values[2 * PAIRS] + values[state]
    total += sum(values[one] + values[two] for one, two in places.values())
    wrong = 1 / (1 + math.exp(-total)) - (1 - lesson.points if color else lesson.points)
    for at in (2 * PAIRS, state):
        slopes[first][at] += wrong
    scores = {cell: math.exp(calls[one] + calls[two]) for cell, (one, two) in places.items()}
    for cell, (one, two) in places.items():
        for at in (one, two):
            slopes[first][at] += wrong
            slopes[first + 1][at] += scores[cell] / sum(scores.values()) - (cell == best)
