"""Positions of m,n,k games for the tests."""

from random import Random

from plain_ttt import Board

from zet.engines.ttt.model import Position


def rows(position: Position) -> Board:
    """Return the position in the form of the slow code."""
    cells, width = position.cells, position.width
    return tuple(cells[start : start + width] for start in range(0, len(cells), width))


def at_random(random: Random, width: int, height: int, k: int, free: int) -> Position:
    """Return a random position with `free` empty cells, or more if every move would end the game."""
    position = Position.empty(width, height, k, random.choice("XO"))  # type: ignore[arg-type]
    while len(position.free) > free:
        for cell in random.sample(position.free, len(position.free)):
            after = position.after(cell)
            if not after.is_over:
                break
        else:
            return position
        position = after
    return position
