"""Games of walls between engines: the players, and their choices."""

from random import Random
from types import SimpleNamespace

import pytest

from zet.engines.walls import player
from zet.engines.walls.model import FIRST, SECOND, Position, board
from zet.engines.walls.player import Player, best_move, play_out
from zet.engines.walls.searcher import search
from zet.engines.walls.table import SearchTable


def test_engines_search_with_their_depth_and_a_seed_for_each_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def found_by(position: Position, algorithm: str, **options: object) -> SimpleNamespace:
        asked.append((position.to_move, algorithm, options))
        return SimpleNamespace(move=position.free[-1])

    monkeypatch.setattr(player, "search", found_by)
    players = {FIRST: Player("best", 8), SECOND: Player("alphabeta")}
    start = Position.empty(board(1, 1))
    end = play_out(start, players, Random(3), nodes=9)
    assert end.moves == (3, 2, 1, 0)
    random = Random(3)
    expected = [
        (side, name, {"depth": depth, "seed": random.getrandbits(32), "nodes": 9})
        for side, name, depth in [(FIRST, "best", 8), (SECOND, "alphabeta", None)] * 2
    ]
    assert asked == expected
    assert play_out(end, players, Random(3)) == end
    asked.clear()
    play_out(start, players, Random(3), shuffle=False)
    assert [options["seed"] for _, _, options in asked] == [None] * 4


def test_a_table_is_for_the_players_of_its_algorithm(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def found_by(position: Position, algorithm: str, **options: object) -> SimpleNamespace:
        asked.append((algorithm, options["table"]))
        return SimpleNamespace(move=position.free[0])

    monkeypatch.setattr(player, "search", found_by)
    start = Position.empty(board(1, 1))
    table = SearchTable.new(start.board, "best", bits=4)
    play_out(start, {FIRST: Player("best"), SECOND: Player("failsoft-tt")}, Random(1), table=table)
    assert asked == [("best", table), ("failsoft-tt", None)] * 2


def test_the_best_move_is_that_of_the_best_algorithm() -> None:
    position = Position.played(board(2, 2), (0, 4, 8))
    assert best_move(position, depth=3, seed=1) == search(position, "best", depth=3, seed=1)


@pytest.mark.parametrize(
    ("who", "name", "is_person"),
    [
        (Player("best", 8), "best:8", False),
        (Player("minimax"), "minimax", False),
        (Player("person"), "person", True),
    ],
)
def test_players_have_names(who: Player, name: str, is_person: bool) -> None:
    assert (who.name, who.is_person) == (name, is_person)
