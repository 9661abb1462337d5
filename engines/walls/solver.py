"""The exact value of a position."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from zet.engines.kernel.budget import Budget
from zet.engines.kernel.clock import Limit
from zet.engines.walls.constants import FULL_DEPTH
from zet.engines.walls.mirror import mirrors
from zet.engines.walls.model import FREE, Position
from zet.engines.walls.searcher import Searcher, Stopped, distinct_moves
from zet.engines.walls.shape import shape
from zet.engines.walls.table import SearchTable


@dataclass(frozen=True, slots=True)
class Result:
    """Bounds on the value of a position: `lower` <= value <= `upper`; equal if the value is proven.

    `status` is "ok"; "unknown" if a `limit` was reached; or "over" if the game is over. `move` is a best
    move, or None if none was found. `values` maps each fence to the exact value of its move if
    `all_moves` was set. `hits` counts the positions found in the table.
    """

    status: Literal["ok", "unknown", "over"]
    lower: int
    upper: int
    move: int | None = None
    values: Mapping[int, int] = field(default_factory=dict)
    nodes: int = 0
    hits: int = 0
    line: tuple[int, ...] = ()
    limit: Limit | None = None

    @property
    def value(self) -> int | None:
        """The remaining boxes that the player to move gets with best play, minus the opponent's."""
        return self.lower if self.lower == self.upper else None


def solve(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    table: SearchTable | None = None,
    all_moves: bool = False,
    theory: bool = True,
    report: Callable[[int, int, int], None] | None = None,
) -> Result:
    """Return the tightest bounds on the value of a position within the limits, and a best move.

    If `all_moves` is true, the value of each move is computed too. If `theory` is false, the search uses
    no chains, corridors or mirrors. Whenever tighter bounds are proven, `report` is called with the
    bounds (lower, upper) and the number of states searched. With the extra move, if `report` is given,
    two wide bounds are tested first, because a mirror may prove them cheaply.
    """
    if position.is_over:
        return Result("over", 0, 0)
    if table is not None:
        table.generation += 1
    searcher = Searcher(position, Budget(nodes, seconds), table, theory=theory)
    n_open = position.boxes.count(FREE)
    lower, upper = -n_open, n_open
    if theory:
        for mirror in mirrors(position):
            lower = max(lower, mirror.lower if mirror.lower is not None else lower)
            upper = min(upper, mirror.upper if mirror.upper is not None else upper)
    moves = distinct_moves(position, position.free)
    move = None
    values: dict[int, int] = {}
    line: tuple[int, ...] = ()
    try:
        is_odd = len(position.free) % 2
        # If the turn always passes, the player who makes the last move usually has the advantage.
        guesses = [0] if position.extra_move else [1 if is_odd else -1]
        if report and position.extra_move:
            wide = (3 * n_open // 4, n_open // 2)
            guesses[:0] = [-n if is_odd else n + 1 for n in wide]
        for bounds in searcher.narrow(position, lower, upper, guesses):
            lower, upper = bounds
            moves = searcher.likely_first(position, moves)
            if report:
                report(lower, upper, searcher.nodes)
        found = (m for m in moves if searcher.bound_of_move(position, m, lower, FULL_DEPTH) >= lower)
        move = next(found, moves[0])  # with a wrong table, no move may be found
        if all_moves:
            alike = shape(position.board).move_of
            value_of = {alike[fence]: searcher.value_of_move(position, fence) for fence in moves}
            values = {fence: value_of[alike[fence]] for fence in position.free}
    except Stopped:
        pass
    visited, hits, limit = searcher.nodes, searcher.hits, searcher.stopped_by
    if not limit and move is not None:
        line = searcher.line(position, move, lower, FULL_DEPTH)
    status: Literal["ok", "unknown"] = "unknown" if limit else "ok"
    return Result(status, lower, upper, move, values, visited, hits, line, limit)
