"""Bounds on values by symmetry, and the contents of a result."""

import pytest

from zet.engines.walls.mirror import mirrors
from zet.engines.walls.model import Position, board
from zet.engines.walls.solver import solve


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((1, 2), [("the half turn", 0, 3), ("the reflection in the vertical axis", 0, 3)]),
        ((1, 3), [("the half turn", 1, None)]),
        ((2, 3), [("the half turn", 0, 8)]),
        (
            (3, 3),
            [
                ("the half turn", 1, None),
                ("the reflection in the main diagonal", 3, None),
                ("the reflection in the antidiagonal", 3, None),
            ],
        ),
        ((3, 4), [("the half turn", 0, 15)]),
    ],
)
def test_what_mirrors_say_of_an_empty_board(
    size: tuple[int, int], expected: list[tuple[str, int, int | None]]
) -> None:
    """The boxes on the axis go to the answering player: the player to move, if he can paint its fence."""
    found = mirrors(Position.empty(board(*size)))
    assert [(one.name, one.boxes, one.first) for one in found] == expected
    bounds = [(one.lower, one.upper) for one in found]
    assert bounds == [(None, -boxes) if first is None else (boxes, None) for _, boxes, first in expected]
    assert mirrors(Position.empty(board(*size), extra_move=True)) == []


def test_what_a_result_holds_without_being_told_more() -> None:
    empty = Position.empty(board(1, 2))
    assert solve(empty).values == {}
    assert len(solve(empty, all_moves=True).values) == 7
    over = Position.played(board(1, 1), range(4))
    assert (solve(over).status, solve(over).value, solve(over).move) == ("over", 0, None)
