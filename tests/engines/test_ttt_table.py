"""Complete tables: published counts, and every position of 3 x 3 compared with slow code."""

from collections.abc import Callable
from types import ModuleType

import pytest
from plain_ttt import best_moves, outcome
from ttt_positions import rows

from zet.engines.ttt.model import Position, Side, lines
from zet.engines.ttt.player import best_move
from zet.engines.ttt.symmetry import images, move_classes
from zet.engines.ttt.table import (
    MAX_CELLS,
    TableError,
    count_positions,
    evaluate,
    is_representative,
    positions,
)


def test_published_counts() -> None:
    *by_stones, total = count_positions()
    assert total.games == (131_184, 77_904, 46_080)
    assert sum(total.games) == 255_168
    assert (total.positions, total.classes) == (5_478, 765)
    assert total.final == (626, 316, 16)
    assert sum(total.final) == 958
    assert total.final_classes == (91, 44, 3)
    assert [row.positions for row in by_stones] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert [row.classes for row in by_stones] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert [sum(row.games) for row in by_stones] == [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]


def games(cells: str, side: str) -> tuple[int, int, int]:
    """Count the games that each side wins, and the drawn games, by playing every game."""
    for a, b, c in lines(3, 3, 3):
        if cells[a] == cells[b] == cells[c] != ".":
            return (1, 0, 0) if cells[a] == "X" else (0, 1, 0)
    if "." not in cells:
        return 0, 0, 1
    total = (0, 0, 0)
    for cell, content in enumerate(cells):
        if content == ".":
            after = games(cells[:cell] + side + cells[cell + 1 :], "O" if side == "X" else "X")
            total = (total[0] + after[0], total[1] + after[1], total[2] + after[2])
    return total


@pytest.mark.slow
def test_every_game_played() -> None:
    assert games("." * 9, "X") == count_positions()[-1].games


@pytest.mark.parametrize("first", ["X", "O"])
def test_every_position_against_slow_code(first: Side) -> None:
    n_positions = 0
    for position in positions(first=first):
        value, plies, moves = evaluate(position)
        board = rows(position)
        assert (value, plies) == outcome(board, 3, position.to_move)
        if position.is_over:
            assert moves == ()
        else:
            assert moves == best_moves(board, 3, position.to_move)
            assert best_move(position).moves == moves
        n_positions += 1
    assert n_positions == 5_478


@pytest.mark.parametrize(
    ("width", "height", "k"),
    [(1, 1, 1), (2, 2, 2), (3, 2, 2), (4, 1, 2), (3, 3, 4), (4, 2, 3), (1, 8, 3)],
)
def test_small_boards_against_slow_code(width: int, height: int, k: int) -> None:
    for position in positions(width, height, k):
        found = evaluate(position)
        assert found[:2] == outcome(rows(position), k, position.to_move)
        if not position.is_over:
            assert found[2] == best_moves(rows(position), k, position.to_move)


def test_one_of_each_class() -> None:
    least = [position for position in positions() if is_representative(position)]
    assert len(least) == 765
    everything = {image for position in least for image in images(position.cells, 3, 3)}
    assert everything == {position.cells for position in positions()}


def test_kernel_interpreted(kernel: Callable[[str], ModuleType]) -> None:
    from zet.engines.ttt import _table

    own = kernel("zet.engines.ttt._table")
    assert bytes(own.Table(9, lines(3, 3, 3)).scores) == bytes(_table.Table(9, lines(3, 3, 3)).scores)


def test_a_larger_board_is_refused() -> None:
    with pytest.raises(
        TableError, match=r"^a complete table is possible only for boards of at most 12 cells, not 16$"
    ):
        next(positions(4, 4, 4))


def test_a_finished_game_has_no_best_move() -> None:
    for position in (Position.build(3, 3, 3, "XXXOO...."), Position.build(5, 3, 3, "XXX..OO........")):
        found = best_move(position)
        assert (found.status, found.move, found.value) == ("over", None, -1)


def test_the_largest_table_and_one_cell_more() -> None:
    assert next(positions(4, 3, 4)).cells == "." * MAX_CELLS
    assert next(positions(2, 6, 4)).cells == "." * MAX_CELLS
    with pytest.raises(
        TableError, match=r"^a complete table is possible only for boards of at most 12 cells, not 14$"
    ):
        next(positions(7, 2, 3))


def test_classes_hold_the_moves_that_are_asked_for_and_no_others() -> None:
    empty = Position.build(3, 3, 3, ".........", "X")
    assert move_classes(empty, tuple(range(9))) == ((0, 2, 6, 8), (1, 3, 5, 7), (4,))
    assert move_classes(empty, (8, 1, 0, 7)) == ((0, 8), (1, 7))
    assert move_classes(empty, (4,)) == ((4,),)
    assert move_classes(empty, ()) == ()
    one = Position.build(3, 3, 3, "X........", "O")
    assert move_classes(one, (1, 3, 2, 5)) == ((1, 3), (2,), (5,))
