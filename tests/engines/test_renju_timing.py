"""The time that a player takes for a move."""

from functools import partial

import pytest

from zet.engines.renju import timing
from zet.engines.renju.constants import MOST_SIZE
from zet.engines.renju.timing import MOST, TURN, Limits, Watch


@pytest.mark.parametrize(
    ("limits", "left", "n_stones", "most", "thinking"),
    [
        (Limits(), None, 0, None, (None, None)),
        (Limits(turn=1), None, 60, 1, (0.96, None)),
        (Limits(turn=0.01), None, 0, 0.01, (0.005, None)),
        (Limits(turn=5, game=60), 10, 0, 5, (1.2025, 2.415)),
        (Limits(turn=5, game=60), 10, 48, 5, (0.475, 0.96)),
        (Limits(turn=2, game=60), 10, 0, 2, (1.2025, 1.93)),
        (Limits(turn=0.4, game=60), 10, 0, 0.4, (0.378, 0.378)),
        (Limits(game=60), 10, 48, 10, (0.475, 0.96)),
        (Limits(game=60, increment=0.5), 10, 48, 10, (0.96, 1.93)),
        (Limits(game=60, increment=0.5), 0.2, 48, 0.2, (0.184, 0.184)),
        (Limits(game=60), 0, 0, 0, (0, 0)),
    ],
)
def test_the_time_for_a_move(
    limits: Limits,
    left: float | None,
    n_stones: int,
    most: float | None,
    thinking: tuple[float | None, float | None],
) -> None:
    assert limits.most(left) == most
    for found, wanted in zip(limits.thinking(left, n_stones), thinking, strict=True):
        assert found == (None if wanted is None else pytest.approx(wanted))


@pytest.mark.parametrize("is_clear", [True, False])
def test_a_game_s_time_is_used_but_never_used_up(is_clear: bool) -> None:
    """A game of 30 moves per player uses most of the time; even the longest game leaves some."""
    limits = Limits(game=10)
    left = 10.0
    for n_stones in range(0, MOST_SIZE**2, 2):
        seconds, most = limits.thinking(left, n_stones)
        thinking = seconds if is_clear else most
        assert thinking is not None
        assert thinking < left
        left -= thinking
        if n_stones == 58:
            assert left < 2
    assert left > 0


class Clock:
    """The clock of a machine that runs this process for 1 ms, then suspends it for `pause`, and so on."""

    def __init__(self, pause: float) -> None:
        self.time, self.pause = 100.0, pause

    def __call__(self) -> float:
        return self.time

    def move(self, watch: Watch, seconds: float) -> float:
        """Return the duration of a move that begins now; two more pauses follow the search."""
        began = self.time
        watch.start(seconds)
        while not watch():
            self.time += 0.001 + self.pause
        return self.time + 2 * self.pause - began


@pytest.mark.parametrize("pause", [0, 0.002, 0.01, 0.02])
@pytest.mark.parametrize("seconds", [0.1, 0.3, 1])
def test_a_move_is_in_time_on_a_busy_machine(seconds: float, pause: float) -> None:
    """All but a few pauses of the time are used, if four pauses are less than MOST of the time."""
    clock = Clock(pause)
    watch = Watch(clock, lambda: 0)
    for _ in range(20):
        took = clock.move(watch, seconds)
        assert seconds - 3 * (pause + 0.002) - 4 * TURN <= took <= seconds


def test_pauses_are_forgotten() -> None:
    """After a long pause less time is used, and later more again."""
    clock = Clock(0.3)
    watch = Watch(clock, lambda: 0)
    clock.move(watch, 1)
    clock.pause = 0
    took = [clock.move(watch, 1) for _ in range(100)]
    assert took[0] == pytest.approx(1 - MOST, abs=0.003)
    assert took == sorted(took)
    assert took[-1] > 0.95


def test_a_busy_machine_is_known_from_the_first_move_on() -> None:
    """With ten processes per processor, the first move already reserves the time that they may take."""
    for load, free in ((0.0, 0.016), (1.0, 0.016), (2.0, 0.032), (10.0, 0.16)):
        clock = Clock(0)
        took = clock.move(Watch(clock, partial(float, load)), 1)
        assert took == pytest.approx(1 - free, abs=0.002)


def test_the_load_for_each_processor_as_far_as_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: None)
    monkeypatch.setattr("os.getloadavg", lambda: (3.0, 2.0, 1.0))
    assert timing._load() == 3
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert timing._load() == 1.5
    monkeypatch.delattr("os.getloadavg")
    assert timing._load() == 0
