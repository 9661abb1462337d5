"""Games of walls between engines: who plays, and how they choose."""

from random import Random
from types import SimpleNamespace

import pytest
from zet.engines.walls.model import FIRST, SECOND, Position, board
from zet.engines.walls.play import Player, play_out


def test_engines_are_asked_with_their_depth_and_a_seed_for_each_move() -> None:
    asked = []

    def find(position: Position, algorithm: str, **options: object) -> SimpleNamespace:
        asked.append((position.turn, algorithm, options))
        return SimpleNamespace(move=position.free[-1])

    players = {FIRST: Player("best", 8), SECOND: Player("alphabeta")}
    start = Position.start(board(1, 1))
    end = play_out(start, players, Random(3), find, nodes=9)
    assert end.moves == (3, 2, 1, 0)
    random = Random(3)
    expected = [
        (side, name, {"depth": depth, "seed": random.getrandbits(32), "nodes": 9})
        for side, name, depth in [(FIRST, "best", 8), (SECOND, "alphabeta", None)] * 2
    ]
    assert asked == expected
    assert play_out(end, players, Random(3), find) == end
    asked.clear()
    play_out(start, players, Random(3), find, shuffle=False)
    assert [options["seed"] for _, _, options in asked] == [None] * 4


@pytest.mark.parametrize(
    ("player", "name", "is_person"),
    [
        (Player("best", 8), "best:8", False),
        (Player("minimax"), "minimax", False),
        (Player("person"), "person", True),
    ],
)
def test_players_have_names(player: Player, name: str, is_person: bool) -> None:
    assert (player.name, player.is_person) == (name, is_person)
