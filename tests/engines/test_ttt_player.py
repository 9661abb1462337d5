"""Players: the purpose of their limits, and their random choices."""

from random import Random

import pytest
from ttt_positions import at_random

from zet.engines.ttt.model import Position
from zet.engines.ttt.original import original_moves
from zet.engines.ttt.player import Player, best_move, original_player, perfect_player, random_player


def drawn(player: Player, position: Position) -> set[int]:
    """Return the moves that a player chooses with many random numbers."""
    return {player(position, Random(number)) for number in range(200)}


def promising(position: Position) -> set[int]:
    """Return the most promising cells by the worth of the lines through each, computed one by one."""
    width, height, k = position.width, position.height, position.k
    worth = {cell: 0 for cell, content in enumerate(position.cells) if content == "."}
    for cell in range(width * height):
        for step_x, step_y in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            x, y = cell % width, cell // width
            if not (0 <= x + (k - 1) * step_x < width and y + (k - 1) * step_y < height):
                continue
            line = [cell + number * (step_x + width * step_y) for number in range(k)]
            own = [position.cells[at] == position.to_move for at in line]
            free = [position.cells[at] == "." for at in line]
            n_others = k - sum(own) - sum(free)
            if sum(own) and n_others:
                continue
            value = 2 * 4 ** sum(own) if sum(own) else 4**n_others
            for at in line:
                if at in worth:
                    worth[at] += value
    return {cell for cell, value in worth.items() if value == max(worth.values())}


def test_without_a_proof_the_most_promising_cells_are_drawn_among() -> None:
    random = Random("promising")
    for _ in range(12):
        position = at_random(random, 6, 5, 4, random.randrange(8))
        assert drawn(perfect_player(seconds=0), position) == promising(position)


def test_with_a_proof_the_best_moves_are_drawn_among() -> None:
    position = Position.build(3, 3, 3, "X........", "O")
    assert drawn(perfect_player(), position) == {4}
    assert drawn(perfect_player(), Position.empty(3, 3, 3)) == set(range(9))
    assert drawn(random_player, position) == set(range(1, 9))


@pytest.mark.parametrize("depth", [1, 3])
def test_the_original_draws_among_its_moves(depth: int) -> None:
    position = Position.build(3, 3, 3, "X...O....", "X")
    assert drawn(original_player(depth), position) == set(original_moves(position, depth)[1])
    assert len(original_moves(position, 1)[1]) > 1


def test_limits_are_those_of_the_search() -> None:
    empty = Position.empty(5, 4, 4)
    assert best_move(empty, nodes=100).limit == "nodes"
    assert best_move(empty, seconds=0).limit == "time"
    for position in (empty, Position.empty(3, 3, 3)):
        for size in (0, 1 << 15):
            with pytest.raises(ValueError, match=r"^the table size must be 1 to 16384 mebibytes$"):
                best_move(position, table_size=size)
