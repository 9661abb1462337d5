"""The levels of the player: less search and slips make it weaker, but it never misses a five."""

from collections import Counter
from random import Random

import pytest

from zet.engines import renju
from zet.engines.renju.constants import N_LEVELS
from zet.engines.renju.levels import LEVELS, move_at
from zet.formats.renju.moves import loads
from zet.formats.renju.weights import learned

LEARNED = learned("renju")
QUIET = loads("h8 i9 h10 g9")
FOUR = loads("h8 a1 i8 a3 j8 a5 k8 l8")


def test_levels_grow() -> None:
    assert len(LEVELS) == N_LEVELS
    assert list(LEVELS) == sorted(LEVELS, key=lambda level: (level.nodes, -level.slips))
    assert len(set(LEVELS)) == N_LEVELS
    assert LEVELS[-1] == (renju.player.NODES, 0)


@pytest.mark.parametrize("level", range(1, 6))
def test_a_slip_never_costs_a_five(level: int) -> None:
    own, other = FOUR, FOUR.then([renju.cell_of("a7")])
    for seed in range(30):
        assert move_at(own, LEARNED, level, Random(seed)).move == renju.cell_of("g8")
        assert move_at(other, LEARNED, level, Random(seed)).move == renju.cell_of("g8")


def test_the_share_of_slips() -> None:
    best = move_at(QUIET, LEARNED, 8, Random(0))
    assert best == renju.best_move(QUIET, LEARNED, nodes=LEVELS[7].nodes)
    for level in (1, 3):
        usual = renju.best_move(QUIET, LEARNED, nodes=LEVELS[level - 1].nodes).move
        moves = Counter(move_at(QUIET, LEARNED, level, Random(seed)).move for seed in range(400))
        slips = 1 - moves[usual] / 400
        assert abs(slips - LEVELS[level - 1].slips) < 0.08
        assert 3 <= len(moves) <= 6
        again = [move_at(QUIET, LEARNED, level, Random(seed)).move for seed in range(20)]
        assert again == [move_at(QUIET, LEARNED, level, Random(seed)).move for seed in range(20)]
