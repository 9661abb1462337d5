"""The analysis of games, compared with slow code; its proofs are verified by the plain rules."""

from collections.abc import Callable
from typing import Any

import pytest
from plain_analysis import Said, analyzed, short_games

from zet.engines.renju import analysis
from zet.engines.renju.analysis import MARKS, Analysis, analyze
from zet.engines.renju.model import Game, names
from zet.engines.renju.proof import verify
from zet.engines.renju.solver import QUIET, Result, solve
from zet.formats.renju.moves import loads as moves, moves_in
from zet.formats.renju.position import loads as position

PLAYED = moves(
    "h8i9i6i7h6h9g6j6g8i8h7j5g7g5f6e6i5f8h5h4j7g4i4i11i10j3g10g9i2i3d4h10e5"  # of samples/renju
)


def check_proofs(found: Analysis) -> int:
    """Verify all proofs of an analysis by the plain rules; return their number."""
    n_proofs = 0
    for step in found.steps:
        for proof, n_moves in ((step.win, step.number - 1), (step.refutation, step.number)):
            if proof is not None:
                at = found.game.at(n_moves)
                assert verify(at, proof, at.side, found.rule) is None, (names(at.moves), proof)
                n_proofs += 1
        assert step.refutation is None or step.move not in step.holds
        before = found.game.at(step.number - 1)
        for cell, proof in step.others:
            assert cell != step.move
            assert verify(before.then([cell]), proof, 1 - step.color, found.rule) is None
            n_proofs += 1
        assert bool(step.others) == (step.mark == "only-move")
    return n_proofs


@pytest.mark.parametrize("size", [4, 5, 6])
@pytest.mark.parametrize("rule", ["renju", "freestyle", "standard"])
def test_all_that_is_said_is_what_slow_code_says(
    rule: str, size: int, rounds: Callable[[int], int]
) -> None:
    for game in short_games(size, rounds(80) // 2, size, rule):
        found = analyze(game, rule, threats="fours", nodes=1_000_000)
        said = [Said(step.mark, step.after.winner) for step in found.steps]
        assert said == analyzed(found.game.at(len(said)), rule), game
        check_proofs(found)


def marked(found: Analysis) -> dict[int, str]:
    """Return the marks of an analysis by move number."""
    return {step.number: step.mark for step in found.steps if step.mark}


def test_a_game_is_told_as_it_was_played() -> None:
    found = analyze(PLAYED, nodes=5_000)
    assert found.end.status == "black-won"
    assert [one.winner for one in found.standings[28:]] == [0] * 6
    assert found.decided is not None
    assert found.standings[found.decided].winner == 0
    assert found.standings[found.decided - 1].winner is None
    assert found.standings[-2].length == 1
    assert found.standings[-1].length == 0


def test_what_a_small_limit_proves_a_large_one_does_not_deny() -> None:
    before: list[int | None] = []
    for limit in (0, 30, 1_000, 4_000):
        now = [one.winner for one in analyze(PLAYED, nodes=limit).standings]
        for known, winner in zip(before or now, now, strict=True):
            assert known is None or winner == known
        before = now


def test_nothing_is_said_without_a_search() -> None:
    found = analyze(PLAYED.at(31), nodes=0)
    assert {step.mark for step in found.steps} <= {None, "unclear"}
    assert marked(found)[20] == "unclear"


def test_an_open_three_is_not_met() -> None:
    """White ignores an open three, Black ignores it too, and then White blocks it."""
    found = analyze(moves("h8a1h9o1h10a15o15h11"), nodes=20_000)
    away, missed, block = found.steps[5:8]
    assert away.mark == "blunder"
    assert away.refutation is not None
    assert set(names(away.holds)) == {"h7", "h11"}
    assert missed.mark == "missed-win"
    assert missed.win is not None
    assert missed.win.length == 3
    assert block.mark is None
    check_proofs(found)


def test_the_only_move() -> None:
    """Three rows of three stones, each closed at one end, cross in one point."""
    game = position("a1e1i1o1a5o5c8m8l12/d8e8f8i8j8l8i9j10k11 black")
    found = analyze(game.then(moves_in("h8")), threats="fours").steps[-1]
    assert found.mark == "only-move"
    assert names(found.holds) == ["h8"]
    lost = analyze(game.then(moves_in("g8")), threats="fours").steps[-1]
    assert lost.mark == "blunder"
    assert names(lost.holds) == ["h8"]


def test_an_only_move_holds_only_if_wins_after_it_are_excluded() -> None:
    """All other moves lose by fours; a few moves tried do not suffice to exclude a win by threes."""
    game = moves("h8g7j10i10k10k9e8i8k12i9i7i11i12h9j9f7g8f11g10e7d7g11h11k5e9j8h10f10d8f8c10f9")
    for nodes, holds in ((2_000, []), (20_000, ["g8"])):
        found = analyze(game.at(18), nodes=nodes).steps[16]
        assert found.mark == "only-move"
        assert names(found.holds) == holds
        assert solve(game.at(17), nodes=nodes).status == ("no-win" if holds else "unknown")


def test_the_answer_to_a_four_is_no_only_move() -> None:
    game = position("e8f8g8h8/d8a1c3 white").then(moves_in("i8"))
    assert analyze(game).steps[0].mark is None


@pytest.mark.parametrize(
    ("line", "wanted"),
    [("a1 i8", {1: "missed-five"}), ("i8", {}), ("a2 a4", {1: "missed-five", 2: "blunder"})],
)
def test_fives(line: str, wanted: dict[int, str]) -> None:
    found = analyze(position("e8f8g8h8/d8b1c3 black").then(moves_in(line)))
    assert marked(found) == wanted


def test_a_foul_that_nobody_saw() -> None:
    start = position("h6h7f8g8/a1c3e1g1 black")
    claimed = analyze(start.then(moves_in("h8")))
    assert claimed.end.status == "white-won"
    assert claimed.steps[0].mark == "foul"
    assert claimed.steps[0].forbidden == "double_three"
    assert claimed.standings[-1].winner == 1
    went_on = analyze(start.then(moves_in("h8 o15 h9")))
    assert [step.mark for step in went_on.steps[:2]] == ["foul", "missed-foul"]
    assert went_on.end.status == "legal"
    assert went_on.steps[1].refutation is not None
    check_proofs(went_on)
    free = analyze(start.then(moves_in("h8 o15")), "freestyle")
    assert free.steps[0].mark is None


def test_moves_after_the_end_are_left_out() -> None:
    game = position("e8f8g8h8/d8b1c3 black").then(moves_in("i8 a2 a3"))
    found = analyze(game)
    assert found.end.status == "illegal"
    assert len(found.steps) == 1
    assert found.standings[-1].winner == 0
    over = analyze(position("e8f8g8h8i8/a1a3a5a7 white").then(moves_in("a9")))
    assert over.steps == ()


@pytest.mark.parametrize("line", ["", "pass", "pass pass", "h8 pass i8 pass pass"])
def test_passes_and_empty_games(line: str) -> None:
    found = analyze(Game(moves=tuple(moves_in(line))), nodes=1_000)
    assert len(found.steps) == len(line.split())
    assert found.end.status == ("draw" if line.endswith("pass pass") else "legal")
    assert not marked(found)


def test_a_move_holds_if_threes_are_excluded_though_quiet_moves_are_not() -> None:
    game = moves("h8i9i7g9j8h6j9j7k8i8h7g7l8m8")
    found = analyze(game, threats=QUIET, nodes=3_000)
    assert found.steps[12].mark == "blunder"
    assert found.steps[12].holds
    won = analyze(position("f6b9c9d9/c4g4e7b8d10 white"), threats=QUIET, nodes=100_000).start
    assert (won.winner, won.length) == (1, 35)


def test_a_move_that_is_proven_to_lose_does_not_hold() -> None:
    """The win after move 11 is longer than any win by threats: the threat search excludes a win."""
    found = analyze(moves("h8h9j9i10i8g8j11f7e6g7j8j10k8l8"), nodes=5_000)
    step = found.steps[10]
    assert step.mark == "blunder"
    assert solve(found.game.at(11), nodes=50_000).status == "no-win"
    check_proofs(found)


def test_a_lost_position_needs_no_search_after_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """The win after a pass must be one of the wins after the other moves."""
    wanted = analyze(PLAYED, nodes=2_000)

    def without_passes(game: Game, *, side: int | None = None, **limits: Any) -> Result:
        return solve(game, **limits) if side is None else Result("unknown")

    monkeypatch.setattr(analysis, "solve", without_passes)
    found = analyze(PLAYED, nodes=2_000)
    assert found.decided == wanted.decided
    assert [step.refutation is None for step in found.steps] == [
        step.refutation is None for step in wanted.steps
    ]
    check_proofs(found)


def test_a_position_without_moves_is_told_as_it_stands() -> None:
    won = analyze(position("h8h9h10/a1c1 black")).start
    assert (won.winner, won.length) == (0, 3 + 2 - 2)
    lost = analyze(position("e8f8g8h8/a1c3e5g5 white")).start
    assert (lost.winner, lost.length) == (0, 2)


def test_a_full_board_is_a_draw() -> None:
    stones: tuple[list[int], list[int]] = ([], [])
    for cell in range(225):
        stones[(cell % 15 + 2 * (cell // 15)) // 2 % 2].append(cell)
    last = stones[0].pop()
    found = analyze(Game.build(*stones, first=0, moves=[last]), "standard")
    assert found.end.status == "draw"
    assert found.standings[-1].winner is None
    assert found.standings[-1].is_clear


def test_every_mark_is_counted_for_its_color() -> None:
    found = analyze(PLAYED, nodes=2_000)
    counted = sum(found.count(mark, color) for mark in MARKS for color in (0, 1))
    assert counted == len(marked(found))
