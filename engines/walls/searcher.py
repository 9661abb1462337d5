"""The search for a move: the three algorithms of the original program, and `best`.

Source: the Walls report, sections on algorithms and the table; docs/walls/search.md describes `best`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from zet.engines.kernel.budget import Budget
from zet.engines.kernel.clock import Limit
from zet.engines.walls._alphabeta import AlphaBeta
from zet.engines.walls._boxes import Boxes
from zet.engines.walls._chains import Chains
from zet.engines.walls._classic import Classic
from zet.engines.walls._corridors import Corridors
from zet.engines.walls.constants import ALGORITHMS as ALGORITHMS, FULL_DEPTH, NO_MOVE
from zet.engines.walls.model import FREE, Position
from zet.engines.walls.shape import fence_keys, shape
from zet.engines.walls.table import SearchTable

WITH_TABLE = ("best", "failsoft-tt")

DEFAULT_DEPTH = 5
"""The default depth of the original program's algorithms."""

DEFAULT_NODES = 4_000_000
"""The default node limit of `best`, in states."""

MAX_SOLVED = 48
"""With at most this many free fences, `best` searches to the end of the game after a few shallow depths.
"""

LINE_NODES = 10_000
"""The search for a line may visit this many states, or a quarter of the states of the main search if that
is more.
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """The result of a search.

    `status` is "ok"; "unknown" if a `limit` stopped the search (the move is then the best at `depth`); or
    "over" if the game is over. `move` is a fence. `value` is the number of remaining boxes that the
    player to move gets, minus the number that the opponent gets; None if the limit was reached before any
    value was found. If `exact` is true, this is the value with best play; otherwise it is the best value
    within `depth` moves. `hits` counts the positions found in the table. `line` begins with the move.
    """

    status: Literal["ok", "unknown", "over"]
    move: int | None = None
    value: int | None = None
    exact: bool = False
    depth: int = 0
    nodes: int = 0
    hits: int = 0
    line: tuple[int, ...] = ()
    limit: Limit | None = None


def root_order(position: Position, depth: int, seed: int | None) -> list[int]:
    """Return the free fences in the order in which they are searched at the root.

    This is the order of the original program. With a `seed`, random pairs of fences are swapped; the
    deeper the search, the fewer the swaps.
    """
    order = position.free
    if seed is not None:
        from random import Random

        random = Random(seed)
        for _ in range(len(order) // max(depth, 1)):
            one, two = random.randrange(len(order)), random.randrange(len(order))
            order[one], order[two] = order[two], order[one]
    return order


def search(
    position: Position,
    algorithm: str = "best",
    *,
    depth: int | None = None,
    seed: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    table: SearchTable | None = None,
) -> Choice:
    """Return the best move within a depth, found by one of ALGORITHMS.

    The algorithms of the original program search to `depth` (5 by default); with a limit, they search to
    each depth up to `depth` in turn. `best` deepens its search until the depth or a limit is reached
    (4,000,000 states if neither is set), or the value is exact. A `seed` varies the choice among equal
    moves. The algorithms in WITH_TABLE use and fill a `table`.

    Raises:
        ValueError: no algorithm has that name, the depth is not positive, or the table is for another
            board, rule or algorithm.
    """
    if algorithm not in ALGORITHMS:
        raise ValueError(f"unknown algorithm {algorithm!r}; the algorithms are {', '.join(ALGORITHMS)}")
    if depth is not None and depth < 1:
        raise ValueError(f"the depth must be at least 1, not {depth}")
    if table is not None:
        wanted = (position.board, position.extra_move, algorithm)
        if (table.board, table.extra_move, table.algorithm) != wanted:
            raise ValueError("the table is for another board, rule or algorithm")
        table.generation += 1
    if position.is_over:
        return Choice("over", value=0, exact=True)
    if algorithm == "best":
        if depth is None and nodes is None and seconds is None:
            nodes = DEFAULT_NODES
        return _best(position, depth, seed, Budget(nodes, seconds), table)
    return _classic(position, algorithm, depth or DEFAULT_DEPTH, seed, Budget(nodes, seconds), table)


def classic_kernel(position: Position, budget: Budget, table: SearchTable | None = None) -> Classic:
    """Return the kernel that runs the original program's algorithms on a position."""
    board = position.board
    return Classic(
        shape(board).sides,
        board.n_boxes,
        position.fences,
        fence_keys(board),
        position.extra_move,
        table.kernel if table else None,
        budget,
    )


def _classic(
    position: Position,
    algorithm: str,
    depth: int,
    seed: int | None,
    budget: Budget,
    table: SearchTable | None,
) -> Choice:
    if algorithm == "failsoft-tt" and table is None:
        table = SearchTable.for_single_search(position, algorithm)
    order = root_order(position, depth, seed)
    depth = min(depth, len(order))
    value, line, reached, hits, limit = None, order[:1], 0, 0, None
    # With a limit, the search deepens step by step, so that the result of a lower depth is available.
    is_limited = budget.nodes is not None or budget.seconds is not None
    for current in range(1, depth + 1) if is_limited else [depth]:
        if is_limited and budget():
            limit = budget.limit_after()
            break
        kernel = classic_kernel(position, budget, table)
        found = kernel.run(order, current, algorithm != "minimax", budget.within())
        budget.spend(kernel.nodes)
        hits += kernel.hits
        if kernel.stopped:
            limit = budget.limit_after()
            break
        reached, (value, line) = current, found
    return Choice(
        "unknown" if limit else "ok",
        move=line[0],
        value=value,
        exact=reached == len(order),
        depth=reached,
        nodes=budget.spent,
        hits=hits,
        line=tuple(line) if reached else (),
        limit=limit,
    )


class Stopped(Exception):  # noqa: N818 - not an error: a limit was reached
    """Raised if a limit stopped the kernel; the value that the kernel returned is then meaningless."""


class Searcher:
    """The root search of the algorithm `best`, which runs null-window searches in a kernel.

    With the extra move there are two kernels: one for a limited depth, and one for searches to the end of
    the game. If `theory` is false, the kernel searches single boxes, without junctions and corridors.
    """

    def __init__(
        self, position: Position, budget: Budget, table: SearchTable | None = None, *, theory: bool = True
    ) -> None:
        board, extra_move = position.board, position.extra_move
        if table is None:
            table = SearchTable.for_single_search(position, "best")
        self.kernel: AlphaBeta
        self.exact: Chains | Corridors | None = None
        if extra_move or not theory:
            self.kernel = Boxes(board, table.kernel, budget, extra_move)
            if theory:
                self.exact = Chains(board, table.kernel, budget)
        else:
            self.kernel = self.exact = Corridors(board, table.kernel, budget)
        self.budget = budget
        self.nodes = 0
        self.hits = 0
        self.stopped_by: Limit | None = None
        self.limit = budget.within()
        self.at_horizon = False

    def bound(self, position: Position, least: int, depth: int) -> int:
        """Return a bound on a position's value that decides whether the value is at least `least`.

        The search has a null window. If the bound is at least `least`, it is a lower bound, otherwise an
        upper bound.

        Raises:
            Stopped: a limit was reached.
        """
        kernel = self.exact if self.exact and depth == FULL_DEPTH else self.kernel
        nodes, hits = kernel.nodes, kernel.hits
        limit = self.limit - self.nodes + nodes
        value = kernel.value(position.fences, least - 1, least, depth, limit)
        self.nodes += kernel.nodes - nodes
        self.hits += kernel.hits - hits
        if kernel.stopped:
            self.stopped_by = self.budget.limit_after(self.nodes)
            raise Stopped
        self.at_horizon |= kernel.at_horizon
        return value

    def bound_of_move(self, position: Position, fence: int, least: int, depth: int) -> int:
        """Return a bound, as `bound` does, on the value of a move for the player who makes it."""
        gain, child = position.gain(fence), position.after(fence)
        if child.to_move == position.to_move:
            return gain + self.bound(child, least - gain, depth)
        return gain - self.bound(child, gain - least + 1, depth)

    def narrow(
        self, position: Position, low: int, high: int, guesses: Sequence[int]
    ) -> Iterator[tuple[int, int]]:
        """Yield ever closer bounds on the value of a position, until they meet.

        `low` and `high` are the bounds known so far. Each null window tests whether the value reaches a
        number; `guesses` between the bounds are tested first.
        """
        guesses, least = [*guesses], 0
        while low < high:
            while guesses:
                least = guesses.pop(0)
                if low < least <= high:
                    break
            least = max(low + 1, min(least, high))
            bound = self.bound(position, least, FULL_DEPTH)
            if bound >= least:
                low, least = bound, bound + 1
            else:
                high = least = bound
            yield low, high

    def value_of_move(self, position: Position, fence: int) -> int:
        """Return the exact value of a move for the player who makes it."""
        gain, child = position.gain(fence), position.after(fence)
        n_open = child.boxes.count(FREE)
        value = [low for low, _ in self.narrow(child, -n_open, n_open, [0])][-1] if n_open else 0
        return gain + value if child.to_move == position.to_move else gain - value

    def likely_first(self, position: Position, moves: list[int]) -> list[int]:
        """Return the moves, starting with the moves that match the best move of the last exact search."""
        if self.exact is None or self.exact.answer == NO_MOVE:
            return moves
        boxes, n_boxes = position.board.boxes_of, position.board.n_boxes
        # In moves of chains, loops have an end of their own, and a length takes three bits, not one.
        n_ends, n_lengths = (n_boxes + 2, 8) if position.extra_move else (n_boxes + 1, 2)
        pair, length = divmod(self.exact.answer, n_lengths)
        ends = divmod(pair, n_ends) if length == 0 else ()
        return sorted(moves, key=lambda fence: (*boxes[fence], n_boxes)[:2] not in (ends, ends[::-1]))

    def best(self, position: Position, moves: list[int], guess: int, depth: int) -> tuple[int, int]:
        """Return the best move (the first among equals) and its value; the value `guess` is tested first.

        The best move is moved to the front of `moves`.
        """
        low, high = -position.board.n_boxes, position.board.n_boxes
        found = None
        least = guess
        while found is None or low < high:
            least = max(low + (found is not None), min(least, high))
            most = -position.board.n_boxes
            for fence in moves:
                most = max(most, self.bound_of_move(position, fence, least, depth))
                if most >= least:
                    found, low, least = fence, most, most + 1
                    break
            else:
                high = least = most
        moves.remove(found)
        moves.insert(0, found)
        return found, low

    def line(self, position: Position, move: int, value: int, depth: int) -> tuple[int, ...]:
        """Return the line of best play after a move of known value, as far as a search finds it."""
        self.limit = min(self.limit, self.nodes + max(LINE_NODES, self.nodes // 4))
        line: list[int] = []
        try:
            while True:
                line.append(move)
                gain, child = position.gain(move), position.after(move)
                value = value - gain if child.to_move == position.to_move else gain - value
                position = child
                depth -= depth < FULL_DEPTH
                if position.is_over or depth < 1:
                    break
                below = depth - (depth < FULL_DEPTH)
                moves = distinct_moves(position, position.free)
                move = next(
                    move for move in moves if self.bound_of_move(position, move, value, below) >= value
                )
        except (Stopped, StopIteration):
            pass
        return tuple(line)


def distinct_moves(position: Position, order: list[int]) -> list[int]:
    """Return the moves in `order`, omitting all but the first of a box's equivalent outer fences."""
    move_of = shape(position.board).move_of
    first: dict[int, int] = {}
    for fence in order:
        first.setdefault(move_of[fence], fence)
    return list(first.values())


def _depths(position: Position, depth: int | None) -> list[int]:
    """Return the depths of iterative deepening; some are skipped if the end of the game is near."""
    n_free = len(position.free)
    deepest = n_free if depth is None else min(depth, n_free)
    if deepest < n_free:
        return list(range(1, deepest + 1))
    if n_free <= MAX_SOLVED:
        return [*range(2, min(n_free, 7), 2), FULL_DEPTH]
    return [*range(1, n_free), FULL_DEPTH]


def _best(
    position: Position, depth: int | None, seed: int | None, budget: Budget, table: SearchTable | None
) -> Choice:
    searcher = Searcher(position, budget, table)
    moves = distinct_moves(position, root_order(position, 1, seed))
    move, value, reached, exact = moves[0], None, 0, False
    for current in _depths(position, depth):
        searcher.at_horizon = False
        try:
            below = current - (current < FULL_DEPTH)
            move, value = searcher.best(position, moves, value or 0, below)
        except Stopped:
            break
        reached, exact = min(current, len(position.free)), not searcher.at_horizon
        if exact:
            break
    nodes, hits, limit = searcher.nodes, searcher.hits, searcher.stopped_by
    line: tuple[int, ...] = (move,)
    if value is not None:
        line = searcher.line(position, move, value, FULL_DEPTH if exact else reached)
    status: Literal["ok", "unknown"] = "unknown" if limit else "ok"
    return Choice(status, move, value, exact, reached, nodes, hits, line, limit)
