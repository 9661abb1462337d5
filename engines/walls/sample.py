"""What a table says of positions, proved anew without it."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from zet.engines.walls.model import Position
from zet.engines.walls.solver import Result, solve
from zet.engines.walls.table import SearchTable

GLANCE = 8
"""States that are enough to hear what a table knows of a position."""


class Claim(NamedTuple):
    """A position, and what a table says of its value: from `lower` to `upper`."""

    position: Position
    lower: int
    upper: int

    def agrees(self, found: Result) -> bool:
        """Whether bounds that were proved anew leave room for those of the table."""
        return self.lower <= found.upper and found.lower <= self.upper


def claims(table: SearchTable, random: Random) -> Iterator[Claim]:
    """Yield claims of a table of `best`, drawn by chance, for ever, or none if it knows nothing.

    From the empty board random moves lead on, each to a position that the table knows; one of those on
    the way is drawn.
    """
    start = Position.empty(table.board, extra_move=table.extra_move)
    while walk := list(_walk(table, start, random)):
        yield random.choice(walk)


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
    """Return what a table knows of a position; None if that is nothing."""
    if position.is_over:
        return None
    found = solve(position, table=table, nodes=GLANCE)
    return Claim(position, found.lower, found.upper) if found.hits else None
