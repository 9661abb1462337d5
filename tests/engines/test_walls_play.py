"""The course of a game of walls: whose turn it is, what undo takes back, how engines choose."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rounds import rounds
from walls_positions import games
from zet.engines.walls.model import FIRST, SECOND, Position, WallsError, board
from zet.engines.walls.play import UNDO, Choose, Player, Turn, course, play_out

BOTH = frozenset({FIRST, SECOND})


def from_list(choices: list[int]) -> Choose:
    left: Iterator[int] = iter(choices)
    return lambda _: next(left, None)


def first_free(position: Position) -> int:
    return position.free[0]


@settings(max_examples=rounds(100), deadline=None)
@given(games(max_side=4))
def test_a_game_of_two_people_goes_as_they_say(position: Position) -> None:
    start = Position.start(position.board, extra_move=position.extra_move)
    assert position.moves is not None
    said = from_list(list(position.moves))
    turns = list(course(start, {FIRST: said, SECOND: said}, BOTH))
    assert turns[0] == Turn(start)
    assert turns[-1].position == position
    assert tuple(turn.fence for turn in turns[1:]) == position.moves
    taken = {FIRST: 0, SECOND: 0}
    for before, turn in pairwise(turns):
        assert turn.player == before.position.turn
        taken[turn.player] += turn.taken
        assert turn.position.score == (taken[FIRST], taken[SECOND])


@pytest.mark.parametrize("extra_move", [False, True])
@settings(max_examples=rounds(100), deadline=None)
@given(data=st.data())
def test_undo_goes_back_to_the_person_s_last_move(extra_move: bool, data: st.DataObject) -> None:
    start = Position.start(board(2, 2), extra_move=extra_move)
    person = data.draw(st.sampled_from([FIRST, SECOND]))
    asked: list[Position] = []

    def choose(position: Position) -> int | None:
        if asked and data.draw(st.booleans()):
            return UNDO
        asked.append(position)
        return data.draw(st.sampled_from(position.free))

    choosers = {person: choose, FIRST + SECOND - person: first_free}
    for count, turn in enumerate(course(start, choosers, frozenset({person}))):
        if count and turn.fence is None:
            assert turn == Turn(asked.pop())
        if count > 30:
            break


def test_undo_of_two_people_takes_back_one_move() -> None:
    said = from_list([0, 1, UNDO, UNDO, 5])
    turns = list(course(Position.start(board(1, 2)), {FIRST: said, SECOND: said}, BOTH))
    assert [turn.position.moves for turn in turns] == [(), (0,), (0, 1), (0,), (), (5,)]
    assert [(turn.player, turn.fence) for turn in turns[2:]] == [
        (2, 1),
        (None, None),
        (None, None),
        (1, 5),
    ]


def test_undo_with_nothing_to_take_back_is_asked_again() -> None:
    said = from_list([UNDO, 3])
    turns = list(course(Position.start(board(1, 1)), {FIRST: said, SECOND: said}, BOTH))
    assert [turn.fence for turn in turns] == [None, 3]


def test_undo_never_goes_behind_the_start() -> None:
    start = Position.played(board(1, 1), [0, 1])
    said = from_list([2, UNDO, UNDO])
    turns = list(course(start, {FIRST: said, SECOND: said}, BOTH))
    assert [turn.position for turn in turns] == [start, start.play(2), start]


def test_a_painted_fence_cannot_be_chosen() -> None:
    said = from_list([0, 0])
    with pytest.raises(WallsError, match=r"^the fence at \[1,0\] is painted already$"):
        list(course(Position.start(board(1, 1)), {FIRST: said, SECOND: said}, BOTH))


def test_a_game_that_is_over_has_no_turn() -> None:
    end = Position.played(board(1, 1), range(4))
    assert list(course(end, {}, BOTH)) == [Turn(end)]


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
