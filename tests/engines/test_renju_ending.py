"""The endings of games; endings recorded in files are tested with queries."""

from zet.engines.renju.ending import ends_drawn
from zet.engines.renju.model import N_CELLS, PASS, Game


def test_a_full_board_and_two_passes_are_a_draw() -> None:
    black, white = tuple(range(0, N_CELLS, 2)), tuple(range(1, N_CELLS, 2))
    assert ends_drawn(Game(black, white))
    assert ends_drawn(Game(black[1:], white, moves=(0,)))
    assert not ends_drawn(Game(black[1:], white))
    assert not ends_drawn(Game(black[1:], white, moves=(PASS,)))
    assert ends_drawn(Game(black[1:], white, moves=(PASS, PASS)))
