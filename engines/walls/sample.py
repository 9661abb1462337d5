"""Claims of a table about positions, for independent verification."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from zet.engines.walls.model import Position
from zet.engines.walls.solver import Result, solve
from zet.engines.walls.table import SearchTable

GLANCE = 8
"""The maximum number of states in which a search finds the table's entry for a position."""


class Claim(NamedTuple):
    """A position, and the bounds of its value in a table: from `lower` to `upper`."""

    position: Position
    lower: int
    upper: int

    def agrees(self, found: Result) -> bool:
        """Whether newly proven bounds are compatible with those of the table."""
        return self.lower <= found.upper and found.lower <= self.upper


def claims(table: SearchTable, random: Random) -> Iterator[Claim]:
    """Yield random claims of a table of `best` endlessly; nothing if the table is empty.

    Random moves from the empty board lead from one position in the table to another, and one of the
    positions on the way is drawn.
    """
    start = Position.empty(table.board, extra_move=table.extra_move)
    table.kernel.is_fixed = True  # otherwise the solver would store positions in it
    try:
        while walk := list(_walk(table, start, random)):
            yield random.choice(walk)
    finally:
        table.kernel.is_fixed = False


def _walk(table: SearchTable, position: Position, random: Random) -> Iterator[Claim]:
    while True:
        moves = position.free
        random.shuffle(moves)
        found = (_claim(table, position.after(move)) for move in moves)
        claim = next((one for one in found if one), None)
        if claim is None:
            return
        yield claim
        position = claim.position


def _claim(table: SearchTable, position: Position) -> Claim | None:
    """Return the table's claim about a position; None if it has none."""
    if position.is_over:
        return None
    found = solve(position, table=table, nodes=GLANCE)
    return Claim(position, found.lower, found.upper) if found.hits else None
