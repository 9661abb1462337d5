"""Boards of 5 to 22 points per side: patterns, wins, proofs and rules, compared with plain code."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from plain_renju import (
    fives_and_fours,
    plainly_verified,
    positions_of_size,
    shapes,
    wins_by_fours,
    wins_by_threats,
)

from zet.engines.renju.board import BOARDS, set_up, shared_search
from zet.engines.renju.constants import FIVE, FOUR
from zet.engines.renju.model import LEAST_SIZE, MOST_SIZE, RULES, Game, PositionError, cell_of, name
from zet.engines.renju.player import Memory, best_move
from zet.engines.renju.proof import _verifier, verify
from zet.engines.renju.referee import judge
from zet.engines.renju.rules import Board, lines_of
from zet.engines.renju.solver import solve
from zet.formats.renju.weights import learned

SIZES = range(LEAST_SIZE, MOST_SIZE + 1)


@pytest.mark.parametrize("size", SIZES)
def test_lines_of_a_board(size: int) -> None:
    """Five places in a row are in one line, and the name of a point leads back to the point."""
    fives = {line[at : at + 5] for line in lines_of(size) for at in range(len(line) - 4)}
    count = sum(len(line) - 4 for line in lines_of(size))
    assert count == len(fives) == 2 * size * (size - 4) + 2 * (size - 4) ** 2
    for cell in range(size * size):
        assert cell_of(name(cell, size).upper(), size) == cell
    assert name(size * size - 1, size) == f"{'abcdefghijklmnopqrstuv'[size - 1]}{size}"
    with pytest.raises(PositionError, match="is not a point of the board"):
        cell_of(f"a{size + 1}", size)


@pytest.mark.parametrize("size", [-1, 0, 4, 23, 1000])
def test_no_such_board(size: int) -> None:
    with pytest.raises(PositionError, match="5 to 22 points per side"):
        Game.build(size=size)
    with pytest.raises(ValueError, match="out of range"):
        shared_search("renju", size)


@pytest.mark.parametrize("size", [LEAST_SIZE, MOST_SIZE])
def test_names_in_a_row(kernel: Callable[[str], Any], size: int) -> None:
    cells_in = kernel("zet.engines.renju._cells").cells_in
    cells = Random(size).sample(range(size * size), size * size)
    assert cells_in("".join(name(cell, size) for cell in cells).encode(), size) == cells
    assert cells_in(b"", size) == []
    after = chr(ord("a") + size)
    for bad in (
        "a",
        "a0",
        "a01",
        f"a{size + 1}",
        "a111",
        f"{after}1",
        "1a",
        "A1",
        "a1 b1",
        "a1,",
        "pass",
        "`1",
    ):
        assert cells_in(b"b2" + bad.encode(), size) is None


def test_cells_that_are_apart(kernel: Callable[[str], Any]) -> None:
    are_apart = kernel("zet.engines.renju._cells").are_apart
    for cells in ([], [0, 24], [3, -1, 4, -1], range(25)):
        assert are_apart(cells, 25)
    for cells in ([25], [-2], [1 << 40], [3, 4, 3], ["a1"]):
        assert not are_apart(cells, 25)


@pytest.mark.parametrize("first", [0, 1])
def test_stones_are_counted(first: int) -> None:
    for n_moves in range(5):
        game = Game((1,), (2, 3), first, (4, -1, 5, 6)[:n_moves])
        assert game.n_stones() == tuple(map(len, game.stones()))


def test_a_stone_off_the_board() -> None:
    for size in SIZES:
        with pytest.raises(PositionError, match="outside the"):
            Game.build(moves=[size * size], size=size)
        assert Game.build(moves=[size * size - 1], size=size).then([0]).size == size


@pytest.mark.parametrize("room", ["_board", "_verifier"])
def test_patterns_are_the_plain_ones(
    kernel: Callable[[str], Any], rounds: Callable[[int], int], room: str
) -> None:
    """Fives and fours agree with a plain search of the board, also after stones are removed."""
    module = kernel(f"zet.engines.renju.{room}")
    is_slow = module.__file__.endswith(".py")
    random = Random(3)
    found = 0
    for rule, game in positions_of_size(11, 10 if is_slow else rounds(400), SIZES):
        made = (module.Board if room == "_board" else module.Verifier)(*BOARDS[rule], game.size)
        put = made.play if room == "_board" else made.put
        stones = {}
        for color, cells in enumerate(game.stones()):
            for cell in cells:
                put(cell, color)
                stones[cell % game.size, cell // game.size] = color
        if room == "_board":
            for _ in range(3):
                made.play(random.choice(made.empty_cells()), random.randint(0, 1))
            for _ in range(3):
                made.undo()
        for color in (0, 1):
            exact = BOARDS[rule][color]
            fives, fours = fives_and_fours(stones, game.size, color, exact=exact)
            if room == "_board":
                assert set(made.cells(color, FIVE)) == fives, (rule, game)
                assert set(made.cells(color, FOUR)) - fives == fours, (rule, game)
            else:
                assert set(made.five_cells(color)) == fives, (rule, game)
            found += len(fives) + len(fours)
    assert found > 20


def test_the_plain_rules_are_plainer_still(rounds: Callable[[int], int]) -> None:
    """The rules that verify proofs find the same fives and fours as a plain search of the board."""
    for rule, game in positions_of_size(12, rounds(200), SIZES):
        board = Board.of(game, rule)
        stones = {
            (cell % game.size, cell // game.size): color
            for color, cells in enumerate(game.stones())
            for cell in cells
        }
        for color in (0, 1):
            plain = fives_and_fours(stones, game.size, color, exact=board.is_exact(color))
            assert shapes(board, color) == plain


def test_forbidden_points(rounds: Callable[[int], int]) -> None:
    kinds: dict[int, int] = {}
    names = {None: 0, "overline": 1, "double_four": 2, "double_three": 3}
    for _, game in positions_of_size(13, rounds(400), SIZES):
        board = Board.of(game)
        search = shared_search("renju", game.size)
        set_up(search, game)
        verifier = _verifier("renju", game.size)
        verifier.clear()
        for color, cells in enumerate(game.stones()):
            for cell in cells:
                verifier.put(cell, color)
        for cell in board.empty():
            kind = names[board.forbidden(cell)]
            assert search.forbidden(cell) == verifier.forbidden(cell) == kind, (game, cell)
            kinds[kind] = kinds.get(kind, 0) + 1
    assert set(kinds) == {0, 1, 2, 3}


def test_wins_by_fours(rounds: Callable[[int], int]) -> None:
    """Wins by fours are found exactly where trying every four finds them, and are valid."""
    counts = {"win": 0, "no-win": 0}
    for rule, game in positions_of_size(14, rounds(800), SIZES):
        found = solve(game, rule=rule, threats="fours", nodes=20_000)
        if found.status not in counts or sum(map(len, game.stones())) > 26:
            continue
        counts[found.status] += 1
        assert (found.status == "win") == wins_by_fours(Board.of(game, rule), game.side), (rule, game)
        if found.proof:
            assert verify(game, found.proof, game.side, rule) is None
            assert plainly_verified(game, found.proof, game.side, rule) is None
    assert min(counts.values()) > 4


def test_wins_by_threats_on_small_boards(rounds: Callable[[int], int]) -> None:
    """Verdicts on wins by fours and threes agree with trying every move, where this is feasible."""
    counts = {"win": 0, "no-win": 0}
    random = Random(4)
    for number in range(rounds(160)):
        size, rule = random.choice((5, 5, 6)), RULES[number % 3]
        cells = random.sample(range(size * size), size * size - random.randint(8, 12))
        cut = len(cells) // 2
        game = Game.build(cells[:cut], cells[cut:], number % 2, size=size)
        board = Board.of(game, rule)
        if board.has_any_five():
            continue
        found = solve(game, rule=rule, nodes=200_000)
        wins = wins_by_threats(board, game.side, {})
        assert found.status == ("win" if wins else "no-win"), (rule, game)
        counts[found.status] += 1
        if found.proof:
            assert verify(game, found.proof, game.side, rule) is None
    assert min(counts.values()) > 1


def test_proofs_by_threats(rounds: Callable[[int], int]) -> None:
    """Wins by threes on wide boards are valid for the verifier, which shares no code with the search."""
    wins = 0
    for rule, game in positions_of_size(15, rounds(400), (16, 19, 20, 22)):
        found = solve(game, rule=rule, nodes=5_000)
        if found.proof and found.proof.length > 3:
            wins += 1
            assert verify(game, found.proof, game.side, rule) is None, (rule, game)
    assert wins > 4


def moved(game: Game, size: int, dx: int, dy: int) -> Game:
    """Return the position on another board, shifted away from the corner."""
    black, white = (
        [size * (cell // game.size + dy) + cell % game.size + dx for cell in cells]
        for cells in game.stones()
    )
    return Game.build(black, white, game.side, size=size)


def test_the_same_in_the_middle_of_any_board(rounds: Callable[[int], int]) -> None:
    """If a position is seven points from every edge, a win by fours does not depend on the board size."""
    for rule, game in positions_of_size(16, rounds(160), (6,)):
        first = [
            solve(moved(game, size, 7, 7), rule=rule, threats="fours", shortest=True)
            for size in (20, 21, 22)
        ]
        assert len({(found.status, found.proof and found.proof.length) for found in first}) == 1


def test_narrow_and_wide_boards_agree(kernel: Callable[[str], Any], rounds: Callable[[int], int]) -> None:
    """A surrounding wall of opposing stones acts as an edge: patterns are those of the small board."""
    module = kernel("zet.engines.renju._board")
    found = 0
    for rule, game in positions_of_size(17, rounds(400), (6, 9, 12, 15)):
        wide, dx, dy = 22, 3, 22 - game.size - 2
        for color in (0, 1):
            small = module.Board(*BOARDS[rule], game.size)
            large = module.Board(*BOARDS[rule], wide)
            for x, y in product(range(-1, game.size + 1), repeat=2):
                if not (0 <= x < game.size and 0 <= y < game.size):
                    large.play(wide * (y + dy) + x + dx, 1 - color)
            for who, cells in enumerate(game.stones()):
                for cell in cells:
                    y, x = divmod(cell, game.size)
                    small.play(cell, who)
                    large.play(wide * (y + dy) + x + dx, who)
            for lane in range(4):
                there = []
                for cell in large.cells(color, lane):
                    y, x = divmod(cell, wide)
                    if -1 < x - dx < game.size and -1 < y - dy < game.size:
                        there.append(game.size * (y - dy) + x - dx)
                assert there == small.cells(color, lane)
                found += len(there)
    assert found > 100


@pytest.mark.parametrize("size", SIZES)
def test_the_player_keeps_to_the_rules_and_its_limits_on_each_board(size: int) -> None:
    """In a game of at most thirty moves against itself, each move is legal and within its limits."""
    rule = RULES[size % len(RULES)]
    game, memory = Game(size=size), Memory()
    while judge(game, rule).status == "legal" and len(game.moves) < 30:
        choice = best_move(game, learned(rule), nodes=300, depth=5, memory=memory)
        assert Board.of(game, rule).may_play(choice.move, game.side)
        assert choice.nodes < 300 + size * size + 200
        assert choice.depth <= 5
        game = game.then([choice.move])
    assert game.moves[0] == (size - 1) // 2 * (size + 1)
    assert len(game.moves) > 8
