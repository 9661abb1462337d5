"""The exact value of a position."""

from dataclasses import dataclass

from zet.engines.walls.codes import FULL_DEPTH
from zet.engines.walls.mirror import mirrors
from zet.engines.walls.model import FREE, Position
from zet.engines.walls.search import Clock, Searcher, Stopped, distinct_moves
from zet.engines.walls.shape import shape
from zet.engines.walls.table import SearchTable


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a position's value: `low` <= value <= `high`; they meet when it is exact.

    `status` is "ok", "unknown" if a limit was reached, or "over". `moves` has the exact value of each
    move that was asked for and found, by fence. `move` is a best move, or None if none was found.
    """

    status: str
    low: int
    high: int
    move: int | None
    moves: dict[int, int]
    nodes: int
    table_hits: int
    line: tuple[int, ...]

    @property
    def value(self) -> int | None:
        """What is still to come, mover minus opponent, if it is known."""
        return self.low if self.low == self.high else None


def solve(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    table: SearchTable | None = None,
    all_moves: bool = False,
    theory: bool = True,
) -> Solution:
    """Return the value of a position, as closely as the limits allow, and a best move.

    With `all_moves` the value of each move is found too. Without `theory` chains, corridors and mirrors
    are not used.
    """
    if position.is_over:
        return Solution("over", 0, 0, None, {}, 0, 0, ())
    if table is not None:
        table.generation += 1
    searcher = Searcher(position, Clock(nodes, seconds), table, theory=theory)
    n_open = position.boxes.count(FREE)
    low, high = -n_open, n_open
    if theory:
        for mirror in mirrors(position):
            low = max(low, mirror.low if mirror.low is not None else low)
            high = min(high, mirror.high if mirror.high is not None else high)
    moves = distinct_moves(position, position.free)
    move = None
    values: dict[int, int] = {}
    line: tuple[int, ...] = ()
    try:
        # Who makes the last move mostly has the better of it.
        guess = 1 if len(position.free) % 2 else -1
        for bounds in searcher.narrow(position, low, high, guess):
            low, high = bounds
        found = (m for m in moves if searcher.bound_of_move(position, m, low, FULL_DEPTH) >= low)
        move = next(found, moves[0])  # a table that lies may know no such move
        if all_moves:
            alike = shape(position.board).move_of
            value_of = {alike[fence]: searcher.value_of_move(position, fence) for fence in moves}
            values = {fence: value_of[alike[fence]] for fence in position.free}
    except Stopped:
        pass
    visited, hits = searcher.kernel.nodes, searcher.kernel.hits
    complete = not searcher.kernel.stopped
    if complete and move is not None:
        line = searcher.line(position, move, low, FULL_DEPTH)
    return Solution("ok" if complete else "unknown", low, high, move, values, visited, hits, line)
