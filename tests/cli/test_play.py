"""The moves of a game through a pipe: turns, typed lines, undo, the end of the input."""

import io
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from hypothesis import given, strategies as st

from zet.cli.play import Choose, HumanPlayer, Turn, keep_in, play_turns
from zet.engines.renju.model import Game
from zet.formats.renju import FORMATS

Moves = tuple[int, ...]
"""A game in which any numbers are moves, two sides take turns, and twelve moves are the end."""


def after(moves: Moves, text: str) -> Moves | None:
    return (*moves, int(text)) if text else None


def to_move(moves: Moves) -> int | None:
    return len(moves) % 2 if len(moves) < 12 else None


def person(*typed: str | bytes) -> HumanPlayer[Moves]:
    lines = (line.encode() if isinstance(line, str) else line for line in typed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"\n".join(lines))))
        return HumanPlayer(after)


def engine(*moves: int) -> Choose[Moves]:
    left: Iterator[int] = iter(moves)
    return lambda before: None if (move := next(left, None)) is None else (*before, move)


def test_what_happens_comes_turn_by_turn() -> None:
    turns = list(play_turns((), {0: person("1", "", "# nothing", "3 # last"), 1: engine(2, 4)}, to_move))
    assert turns == [
        Turn("start", (), ()),
        Turn("move", (1,), (), typed=True),
        Turn("move", (1, 2), (1,)),
        Turn("move", (1, 2, 3), (1, 2), typed=True),
        Turn("move", (1, 2, 3, 4), (1, 2, 3)),
        Turn("end", (1, 2, 3, 4), (1, 2, 3, 4)),
    ]


def test_a_game_that_is_over_has_no_turn() -> None:
    end = tuple(range(12))
    assert [turn.kind for turn in play_turns(end, {}, to_move)] == ["start", "end"]
    assert len(list(play_turns((), {0: engine(*range(9)), 1: engine(*range(9))}, to_move))) == 14


def test_an_engine_may_leave_the_game() -> None:
    turns = list(play_turns((), {0: engine(1), 1: engine()}, to_move))
    assert [turn.position for turn in turns] == [(), (1,), (1,)]


@given(st.lists(st.sampled_from(["5", "UNDO"]), max_size=30), st.sampled_from([0, 1]))
def test_undo_goes_back_to_the_last_position_that_was_played_in(typed: list[str], side: int) -> None:
    asked: list[Moves] = []
    players = {side: person(*typed), 1 - side: engine(*range(100))}
    for turn in play_turns((), players, to_move):
        if turn.kind == "back":
            assert turn.position == asked.pop()
        elif turn.typed:
            asked.append(turn.before)


def test_two_people_take_back_one_move_each_time() -> None:
    both = person("1", "2", "undo", "undo", "5")
    turns = list(play_turns((), {0: both, 1: both}, to_move))
    assert [turn.position for turn in turns] == [(), (1,), (1, 2), (1,), (), (5,), (5,)]


def test_what_was_played_before_is_not_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    both = person("3", "undo", "undo")
    turns = list(play_turns((1, 2), {0: both, 1: both}, to_move))
    assert [turn.position for turn in turns] == [(1, 2), (1, 2, 3), (1, 2), (1, 2)]
    assert capsys.readouterr().err == "-:3: you have no move to take back\n"


def test_what_is_no_move_is_said_and_asked_for_again(capsys: pytest.CaptureFixture[str]) -> None:
    turns = list(play_turns((), {0: person("x", b"\xff", "7"), 1: engine()}, to_move))
    assert turns[1].position == (7,)
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("-:1: invalid literal")
    assert second == "-:2:1: not UTF-8 text"


def test_a_game_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game"
    for moves in ((112,), (112, 113)):
        keep_in(path, FORMATS["rif"], Game(moves=moves))
        assert path.read_bytes().startswith(b"<?xml")
    whole = path.read_bytes()
    with pytest.raises(click.ClickException):
        keep_in(path, FORMATS["moves"], Game.build([112], [], None, []))
    assert path.read_bytes() == whole
    with pytest.raises(click.ClickException, match="No such file"):
        keep_in(tmp_path / "no" / "game", FORMATS["moves"], Game())
