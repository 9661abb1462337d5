"""The original's player, compared with its description, and played against every opponent."""

from fractions import Fraction
from functools import cache, partial
from random import Random

import pytest
from original_games import Choices, decisions, slips, worst_and_chances

from zet.engines.ttt.model import Position, Side
from zet.engines.ttt.original import OriginalBoardError, judge, original_moves
from zet.engines.ttt.player import best_move
from zet.engines.ttt.table import positions

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
BONUS = ["012584", "158764", "876425", "630487"]


def opinion(cells: str) -> int:
    """Evaluate a board as the original describes it, rule by rule."""
    worth = 0
    for row in ROWS:
        found = [cells[cell] for cell in row]
        xs, os, free = found.count("X"), found.count("O"), found.count(".")
        if xs == 1 and free == 2:
            worth += 1
        if xs == 2 and free == 1:
            worth += 4
            if found == ["X", ".", "X"]:
                worth += 3
        if xs == 3:
            worth += 10
        if os == 2 and free == 1:
            worth -= 3
    for bonus in BONUS:
        if sum(cells[int(cell)] == "X" for cell in bonus) == 3:
            worth += 7
    return worth


def minimax(cells: str, side: str, depth: int) -> int:
    """The original's search, without caching."""
    for a, b, c in ROWS:
        if cells[a] == cells[b] == cells[c] != ".":
            return 1_000_000 if cells[a] == "X" else -1_000_000
    if "." not in cells:
        return 0
    if depth == 0:
        return opinion(cells)
    values = [
        minimax(cells[:cell] + side + cells[cell + 1 :], "O" if side == "X" else "X", depth - 1)
        for cell in range(9)
        if cells[cell] == "."
    ]
    return max(values) if side == "X" else min(values)


def test_the_opinion_of_every_board() -> None:
    for position in positions():
        assert judge(position.cells) == opinion(position.cells)


def test_moves_against_plain_minimax() -> None:
    random = Random("seed")
    everything = [*positions(first="X"), *positions(first="O")]
    for position in random.sample([p for p in everything if not p.is_over and len(p.free) < 8], 300):
        depth = random.randrange(1, 7)
        value, moves = original_moves(position, depth)
        values = {
            cell: minimax(position.after(cell).cells, "O" if position.to_move == "X" else "X", depth - 1)
            for cell in position.free
        }
        assert value == (max if position.to_move == "X" else min)(values.values())
        assert moves == tuple(cell for cell, each in values.items() if each == value)


def test_the_win_at_hand_that_it_may_put_off() -> None:
    position = Position.build(3, 3, 3, "OOX.X..O.")
    assert original_moves(position) == (1_000_000, (3, 5, 6, 8))
    assert best_move(position).moves == (6,)


def test_it_opens_anywhere() -> None:
    assert original_moves(Position.empty()) == (None, tuple(range(9)))


def test_it_knows_one_board_only() -> None:
    for board in ((4, 3, 3), (3, 3, 2)):
        with pytest.raises(OriginalBoardError, match="supports only 3 in a row on a 3x3 board"):
            original_moves(Position.empty(*board))
    with pytest.raises(ValueError, match="the depth must be at least 1, not 0"):
        original_moves(Position.empty(), 0)


@cache
def by_original(depth: int) -> Choices:
    def choices(position: Position) -> tuple[int, ...]:
        return original_moves(position, depth)[1]

    return choices


def perfect(position: Position) -> tuple[int, ...]:
    return best_move(position).moves or ()


@pytest.mark.parametrize("first", ["X", "O"])
@pytest.mark.parametrize("side", ["X", "O"])
def test_perfect_play_never_loses(side: Side, first: Side) -> None:
    """Against every reply, with every choice among equals, no win is given away or delayed."""
    worst, chances = worst_and_chances(perfect, side, first)
    assert worst == 0
    assert chances[2] == 0
    counts = slips(perfect, side, first)
    assert counts.total() == counts["decisions"] > 500


@pytest.mark.parametrize("first", ["X", "O"])
@pytest.mark.parametrize("side", ["X", "O"])
def test_the_original_never_loses(side: Side, first: Side) -> None:
    assert worst_and_chances(by_original(6), side, first)[0] == 0
    counts = slips(by_original(6), side, first)
    assert counts["win let go"] == counts["lost from drawn"] == 0


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 9])
def test_the_depths_at_which_the_original_loses(depth: int) -> None:
    losses = [worst_and_chances(by_original(depth), "X", first)[0] == -1 for first in ("X", "O")]
    assert losses == [depth in (1, 2, 3, 5)] * 2


def test_where_the_original_misses_the_win() -> None:
    figures = {}
    for first in ("O", "X"):
        counts = slips(by_original(6), "X", first)
        figures[first] = counts["win at hand put off"], counts["win put off"], counts["decisions"]
        assert len(decisions(by_original(6), "X", first)) == counts["decisions"]
    assert figures == {"O": (96, 96, 753), "X": (464, 468, 1730)}
    slipped = partial(slips, by_original(4), "X")
    assert [slipped(first)["win let go"] for first in ("O", "X")] == [0, 7]


def test_results_against_random_play() -> None:
    player_starts = worst_and_chances(by_original(6), "X", "O")[1]
    computer_starts = worst_and_chances(by_original(6), "X", "X")[1]
    assert [round(float(chance), 3) for chance in player_starts] == [0.865, 0.135, 0]
    assert [round(float(chance), 3) for chance in computer_starts] == [0.979, 0.021, 0]
    assert sum(player_starts) == sum(computer_starts) == Fraction(1)
