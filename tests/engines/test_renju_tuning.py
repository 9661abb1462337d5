"""Learning weights: the numbers are where the loss is least, by plain arithmetic."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import Game, names
from zet.engines.renju.referee import judge
from zet.engines.renju.solver import solve
from zet.engines.renju.tuning import Lesson, play_games
from zet.engines.renju.weights import SIZE, by_hand

PAIRS = SIZE // 2
RIDGE = 3.0


@pytest.fixture(scope="module", params=["renju", "freestyle"])
def played(request: pytest.FixtureRequest) -> tuple[str, list[Lesson]]:
    """A few games by a rule."""
    return request.param, play_games((by_hand(request.param),), 60, "1:0", 0, 6)


def test_games_end_with_a_win_that_the_solver_proves(played: tuple[str, list[Lesson]]) -> None:
    rule, lessons = played
    for lesson in lessons:
        game = Game(moves=lesson.moves)
        assert judge(game, rule).status == "legal"
        assert len(lesson.best) == len(lesson.moves) - lesson.n_opening
        if lesson.points != 0.5:
            assert solve(game, rule=rule, nodes=1_000_000).status == "win"
            assert lesson.points == (1 - game.side)


def test_a_game_follows_from_the_seed_and_its_number(played: tuple[str, list[Lesson]]) -> None:
    rule, lessons = played
    assert play_games((by_hand(rule),), 60, "1:0", 2, 4) == lessons[2:4]
    assert play_games((by_hand(rule),), 60, "2:0", 2, 3) != lessons[2:3]


@pytest.mark.parametrize(
    ("rule", "moves"),
    [
        ("renju", "f6d7f4e7f7f5e6g6g8d5i10h9e5d3c2"),
        ("freestyle", "f6d7f4f5e5e6g4d4g3d6d5g5h4i4h2i1h5h3e2c8b9f3"),
        ("standard", "g9i9i11j12g8g10h8i7i8f8h7f9g6j9h5h9"),
    ],
)
def test_games_are_those_that_the_weights_were_learned_from(rule: str, moves: str) -> None:
    """Where another search plays others, the weights that come with zet have to be learned again."""
    number = 2 if rule == "standard" else 3
    (lesson,) = play_games((by_hand(rule),), 300, "1:0", number, number + 1)
    assert "".join(names(lesson.moves)) == moves


def test_the_fit_is_where_the_slopes_are_none(
    played: tuple[str, list[Lesson]], kernel: Callable[[str], Any]
) -> None:
    """The derivative of the loss by each number, found by plain sums over the positions, is 0."""
    module = kernel("zet.engines.renju._tuner")
    is_slow = module.__file__.endswith(".py")
    rule, lessons = played
    tuner = module.Tuner(*BOARDS[rule])
    if is_slow:  # it is to know nothing when it begins
        moves, n_opening, points, best = lessons[0]
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


def _add(board: Any, sets: Any, slopes: list[list[float]], color: int, lesson: Lesson, best: int) -> None:
    """Add the derivatives of the loss of a position."""
    own, other = board.pairs_of(color), board.pairs_of(1 - color)
    first = 2 * color if len(sets) == 4 else 0
    places = {cell: (pair, PAIRS + other[cell]) for cell, pair in enumerate(own) if pair >= 0}
    values, calls = sets[first : first + 2]
    total = values[-1] + sum(values[one] + values[two] for one, two in places.values())
    wrong = 1 / (1 + math.exp(-total)) - (1 - lesson.points if color else lesson.points)
    slopes[first][-1] += wrong
    scores = {cell: math.exp(calls[one] + calls[two]) for cell, (one, two) in places.items()}
    for cell, (one, two) in places.items():
        for at in (one, two):
            slopes[first][at] += wrong
            slopes[first + 1][at] += scores[cell] / sum(scores.values()) - (cell == best)
