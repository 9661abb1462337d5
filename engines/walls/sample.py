"""Claims of a table about positions, for independent verification.

An entry stores the key of a position, not the position. So the positions are found first, by enumeration
from the empty board: one position for each key.
"""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from zet.engines.kernel.budget import Budget
from zet.engines.walls.model import Position
from zet.engines.walls.searcher import Searcher
from zet.engines.walls.solver import Result, solve
from zet.engines.walls.table import SearchTable

GLANCE = 8
"""The maximum number of states in which a search finds the table's entry for a position."""

MOST_SEEN = 1_000_000
"""The default limit on the positions that are enumerated to find the positions of the entries."""

CONFIDENCE = 0.95


class Claim(NamedTuple):
    """A position, and the bounds of its value in a table: from `lower` to `upper`."""

    position: Position
    lower: int
    upper: int

    def agrees(self, found: Result) -> bool:
        """Whether newly proven bounds are compatible with those of the table."""
        return self.lower <= found.upper and found.lower <= self.upper


def positions_in(table: SearchTable, random: Random, most: int | None = MOST_SEEN) -> list[bytes]:
    """Return the fences of a position for each entry of a table of `best` that is found, shuffled.

    A fence is 1 if it is painted. At most `most` positions are enumerated; None means unlimited.
    """
    start = Position.empty(table.board, extra_move=table.extra_move)
    searcher = Searcher(start, Budget(None, None), table)
    kernel = searcher.ends or searcher.kernel
    entries = {key for key, _ in table.entries()}
    moves = list(range(table.board.n_fences))
    found: list[bytes] = []
    stack = [bytes(len(moves))]
    seen = {kernel.key(stack[0])}
    if seen <= entries:
        found.append(stack[0])
    while stack and len(found) < len(entries) and (most is None or len(seen) < most):
        fences = stack.pop()
        random.shuffle(moves)
        for fence in moves:
            if fences[fence]:
                continue
            after = fences[:fence] + b"\1" + fences[fence + 1 :]
            key = kernel.key(after)
            if key not in seen:
                seen.add(key)
                stack.append(after)
                if key in entries:
                    found.append(after)
    random.shuffle(found)
    return found


def claims(table: SearchTable, positions: Iterable[bytes]) -> list[Claim | None]:
    """Return the claims of a table of `best` about positions; None if a search does not look it up."""
    was_fixed, table.kernel.is_fixed = table.kernel.is_fixed, True  # read-only: lookups store nothing
    try:
        return [_claim(table, fences) for fences in positions]
    finally:
        table.kernel.is_fixed = was_fixed


def position_of(table: SearchTable, fences: bytes) -> Position:
    """Return the position whose key a table computes from these fences.

    With the extra move no box can be taken in it, because the key describes the board after taking all
    such boxes.
    """
    position = Position.empty(table.board, extra_move=table.extra_move)
    for fence, is_painted in enumerate(fences):
        position = position.after(fence) if is_painted else position
    while table.extra_move:
        fence = next((one for one in position.free if position.gain(one)), -1)
        if fence < 0:
            break
        position = position.after(fence)
    return position


def _claim(table: SearchTable, fences: bytes) -> Claim | None:
    position = position_of(table, fences)
    if position.is_over:
        return None
    found = solve(position, table=table, nodes=GLANCE)
    return Claim(position, found.lower, found.upper) if found.hits else None


def most_wrong(proved: int, reached: int, entries: int) -> float:
    """Return an upper bound on the share of wrong entries, from a random sample without a wrong one.

    If a larger share of the `reached` entries were wrong, a sample of `proved` entries would contain a
    wrong one with probability CONFIDENCE. All entries that were not reached may be wrong.
    """
    if not proved:
        return 1.0
    share = 0.0 if proved >= reached else 1.0 - (1.0 - CONFIDENCE) ** (1 / proved)
    return 1.0 - (1.0 - share) * reached / entries
