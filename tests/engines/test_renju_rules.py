"""The plain rules on known positions, and the compiled board compared with them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from plain_renju import judged, random_positions, shapes

from zet.engines.renju.board import KINDS, forbidden_cells
from zet.engines.renju.model import Game, cell_of, name
from zet.engines.renju.openings import OPENINGS, opening_of, turned
from zet.engines.renju.referee import judge
from zet.engines.renju.rules import Board
from zet.formats.renju.moves import loads, moves_in
from zet.formats.renju.position import loads as position

DATA = Path(__file__).parents[3] / "shared/data/renju"
BOARD = "zet.engines.renju._board"


def kernel_board(module: Any, rule: str, game: Game) -> Any:
    board = module.Board(rule != "freestyle", rule == "standard", rule == "renju")
    for color, cells in enumerate(game.stones()):
        for cell in cells:
            board.play(cell, color)
    return board


@pytest.mark.parametrize(
    ("text", "point", "kind"),
    [
        ("f8g8h8i8k8/ b", "j8", "overline"),
        ("f8g8h8i8/ b", "j8", None),  # five
        ("e8f8g8h8/e9f9 b", "i8", None),  # five
        ("e8f8g8h9h10h11/ b", "h8", "double_four"),
        ("d8f8g8j8/ b", "h8", "double_four"),  # in one line: e8 and i8 make five
        ("d8f8g8k8/ b", "h8", None),  # one four: e8 makes five
        ("e8f8g8k8/ b", "h8", None),  # a straight four is one
        ("g8i8h7h9/ b", "h8", "double_three"),
        ("g8i8h7h9/f8 b", "h8", None),
        ("e8f8g8h7h9/ b", "h8", None),  # a four and a three
        ("e8f8g8h7h9i9g7/ b", "h8", "double_three"),
        ("g4g5g6g7f8i8h9h10/ b", "h8", None),  # the edge of the international rules
    ],
)
def test_known_points(text: str, point: str, kind: str | None) -> None:
    game = position(text)
    assert Board.of(game).forbidden(cell_of(point)) == kind
    assert forbidden_cells(game).get(cell_of(point)) == kind


def test_a_three_needs_a_point_where_black_may_play() -> None:
    # The diagonal three of h8 becomes a straight four at k11 alone, where the stones to its left and
    # below make two more fours: so it is none, and h8 is allowed.
    free = position("g8i8g7i9/f6j10 b")
    assert Board.of(free).forbidden(cell_of("h8")) is None
    blocked = position("g8i8i9j10/ b")
    assert Board.of(blocked).forbidden(cell_of("h8")) == "double_three"
    more = position("g8i8i9j10k8k10k12/f6k7 b")
    assert Board.of(more).forbidden(cell_of("h8")) == forbidden_cells(more).get(cell_of("h8"))


def agree(module: Any, seed: int, count: int) -> int:
    """Compare a kernel's board with the plain rules on random positions; return the number of points."""
    points = 0
    for rule, game in random_positions(seed, count):
        plain, fast = Board.of(game, rule), kernel_board(module, rule, game)
        for color in (0, 1):
            fives, fours = shapes(plain, color)
            assert set(fast.cells(color, 0)) == fives
            assert set(fast.cells(color, 1)) - fives == fours
        for cell in plain.empty():
            kind = fast.forbidden(cell)
            assert (KINDS[kind - 1] if kind else None) == plain.forbidden(cell), (rule, game, name(cell))
            points += 1
    return points


def test_the_board_agrees_with_the_rules(kernel: Callable[[str], Any]) -> None:
    module = kernel(BOARD)
    assert agree(module, 1, 8 if module.__file__.endswith(".py") else 16) > 800


@pytest.mark.slow
def test_the_board_agrees_with_the_rules_on_many_points(kernel: Callable[[str], Any]) -> None:
    module = kernel(BOARD)
    assert agree(module, 2, 100 if module.__file__.endswith(".py") else 2500) > 10_000


def test_undoing_restores_everything(kernel: Callable[[str], Any]) -> None:
    module = kernel(BOARD)
    for rule, game in random_positions(3, 10):
        board = kernel_board(module, rule, game)
        before = [board.cells(color, lane) for color in (0, 1) for lane in range(4)]
        for number, cell in enumerate(board.empty_cells()):
            board.play(cell, number % 2)
        while board.n_moves > sum(map(len, game.stones())):
            board.undo()
        assert [board.cells(color, lane) for color in (0, 1) for lane in range(4)] == before


def test_symmetry() -> None:
    for _, game in random_positions(4, 30):
        wanted = forbidden_cells(game)
        for symmetry in range(8):
            there = Game.build(
                *([turned(cell, symmetry) for cell in cells] for cells in game.stones()), game.first
            )
            assert forbidden_cells(there) == {turned(c, symmetry): why for c, why in wanted.items()}


def test_forbidden_points_of_others() -> None:
    if not DATA.exists():
        pytest.skip("the data is not here")
    for text in (DATA / "forbidden_boards.jsonl").read_text().splitlines():
        data = json.loads(text)
        game = Game.build(map(cell_of, data["black"]), map(cell_of, data["white"]), 0)
        assert {name(cell): why for cell, why in forbidden_cells(game).items()} == data["forbidden"]
    for text in (DATA / "forbidden_cases.jsonl").read_text().splitlines():
        data = json.loads(text)
        game = Game.build(map(cell_of, data["black"]), map(cell_of, data["white"]), 0)
        for kind in (
            Board.of(game).forbidden(cell_of(data["point"])),
            forbidden_cells(game).get(cell_of(data["point"])),
        ):
            assert (kind is not None) == (data["expected"] == "forbidden")
            assert data["kind"] in (None, kind)


@pytest.mark.parametrize(
    ("moves", "rule", "status", "move"),
    [
        ("h8i9", "renju", "legal", None),
        ("h8a1i8a2j8a3k8a4l8", "renju", "black-won", 9),
        ("h8a1i8a2j8a3k8a4l8b2", "renju", "illegal", 10),
        ("h8a1i8a2j8a3l8a4m8a5", "renju", "white-won", 10),
        ("h8a1i8a2j8a3l8b9m8b11k8", "renju", "white-won", 11),
        ("h8a1i8a2j8a3l8b9m8b11k8", "standard", "legal", None),
        ("h8a1i8a2j8a3l8b9m8b11k8", "freestyle", "black-won", 11),
        ("g8a1i8a3h7a5h9a7h8", "renju", "white-won", 9),
        ("h8 pass pass", "renju", "draw", 3),
        ("h8 pass i8 pass", "renju", "legal", None),
    ],
)
def test_games(moves: str, rule: str, status: str, move: int | None) -> None:
    found = judge(loads(moves), rule)
    assert (found.status, found.move) == (status, move)


def test_two_fives_are_no_game() -> None:
    verdict = judge(Game(tuple(range(5)), tuple(range(30, 35))))
    assert (verdict.status, verdict.reason) == ("illegal", "both colors have a five")


def test_games_are_judged_by_the_plain_rules(rounds: Callable[[int], int]) -> None:
    seen = set()
    for rule, crowded in random_positions(11, rounds(400)):
        black, white = crowded.stones()
        moves = [cell for pair in zip(black, white, strict=False) for cell in pair]
        game = Game.build(moves=moves)
        at_end = (judge(game, rule).move or 1) - 1
        for one in (game, game.at(at_end)):
            found = judge(one, rule)
            assert (found.status, found.move, found.forbidden) == judged(one, rule)
            seen.add((found.status, found.forbidden))
    assert len(seen) >= 5, seen


def test_openings() -> None:
    assert len({one.name for one in OPENINGS}) == 26
    for opening in OPENINGS:
        for symmetry in range(8):
            moves = [turned(cell, symmetry) for cell in opening.moves]
            assert opening_of(Game.build(moves=[*moves, 0])) == opening
    assert opening_of(Game.build(moves=moves_in("h8k9h10"))) is None
    assert opening_of(Game.build(moves=moves_in("h8"))) is None
