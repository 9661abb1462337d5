"""How much of its time a player takes for a move."""

import pytest

from zet.engines.renju.timing import Limits


@pytest.mark.parametrize(
    ("limits", "left", "most", "thinking"),
    [
        (Limits(), None, None, None),
        (Limits(turn=1), None, 1, 0.96),
        (Limits(turn=0.01), None, 0.01, 0.005),
        (Limits(turn=5, game=60), 10, 5, 0.475),
        (Limits(turn=0.4, game=60), 10, 0.4, 0.378),
        (Limits(game=60), 10, 10, 0.475),
        (Limits(game=60, increment=0.5), 10, 10, 0.96),
        (Limits(game=60, increment=0.5), 0.2, 0.2, 0.184),
        (Limits(game=60), 0, 0, 0),
    ],
)
def test_the_time_for_a_move(
    limits: Limits, left: float | None, most: float | None, thinking: float | None
) -> None:
    assert limits.most(left) == most
    assert limits.thinking(left) == (None if thinking is None else pytest.approx(thinking))


def test_a_game_s_time_is_never_used_up() -> None:
    limits = Limits(game=10, increment=0.1)
    left = 10.0
    for _ in range(300):
        thinking = limits.thinking(left)
        assert thinking is not None
        assert thinking < left
        left += limits.increment - thinking
    assert left > 0
