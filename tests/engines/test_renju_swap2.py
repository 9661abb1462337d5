"""The opening rule swap2: the choice of stones, and the choice of a color."""

import pytest

from zet.engines.kernel.clock import stopped_by
from zet.engines.renju.constants import WIN_VALUE
from zet.engines.renju.model import Game
from zet.engines.renju.swap2 import choice, opening, openings, worth
from zet.formats.renju.moves import loads
from zet.formats.renju.weights import learned

FREESTYLE = learned("freestyle")


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_the_first_three_stones_are_as_even_as_any(rule: str) -> None:
    moves = opening(learned(rule), nodes=9 * 4_000)
    assert len(set(moves)) == 3
    chosen = abs(worth(Game(moves=moves), learned(rule), nodes=4_000))
    assert all(chosen <= abs(worth(other, learned(rule), nodes=4_000)) for other in openings())


@pytest.mark.parametrize("size", [5, 9, 20, 22])
def test_the_first_three_stones_lie_on_the_board(size: int) -> None:
    moves = opening(FREESTYLE, size=size, nodes=2_000)
    assert Game.build(moves=moves, size=size).moves == moves
    assert len(openings(size)) == (2 if size == 5 else 4 if size == 9 else 9)


def test_the_better_color_is_taken() -> None:
    assert choice(loads("h8a1i8o15j8"), FREESTYLE, nodes=5_000) is None
    move = choice(loads("a1h8o15i8a15"), FREESTYLE, nodes=5_000)
    assert move not in (None, *loads("a1h8o15i8a15").moves)
    assert choice(loads("h8i8a1"), FREESTYLE, nodes=20_000) is not None


def test_a_forced_win_is_worth_all() -> None:
    won = loads("h8a1i8c1j8e1k8").then([0 + 6])
    assert worth(won, FREESTYLE, nodes=5_000) == WIN_VALUE


def test_equal_limits_give_equal_values() -> None:
    even = loads("h8i9h10")
    assert worth(even, FREESTYLE, nodes=5_000) == worth(even, FREESTYLE, nodes=5_000)


def test_a_look_without_limits_has_those_of_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zet.engines.renju.swap2.PER_LOOK", 500)
    even = loads("h8i9h10")
    assert (
        worth(even, FREESTYLE) == worth(even, FREESTYLE, nodes=500) != worth(even, FREESTYLE, nodes=5_000)
    )


def test_limits_of_time_alone_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zet.engines.renju.swap2.PER_LOOK", None)
    assert len(opening(FREESTYLE, seconds=0.3)) == 3
    assert choice(loads("h8i8a1"), FREESTYLE, seconds=0.3) is not None


def test_a_search_that_is_stopped_still_chooses() -> None:
    with stopped_by(lambda: True):
        assert len(opening(FREESTYLE)) == 3
        move = choice(loads("h8i8a1"), FREESTYLE)
        assert move is None or move not in loads("h8i8a1").moves
        assert abs(worth(loads("h8i8a1"), FREESTYLE)) < WIN_VALUE
