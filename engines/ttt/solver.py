"""The value and the best moves of a position, proven by search."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import Literal

from zet.engines.errors import GameError
from zet.engines.kernel._values import fast_init
from zet.engines.kernel.budget import NO_LIMIT, Budget, LimitError
from zet.engines.kernel.clock import Limit
from zet.engines.ttt._pairs import Pairs
from zet.engines.ttt._search import Search
from zet.engines.ttt.constants import MAX_TABLE_SIZE
from zet.engines.ttt.model import OTHER, Position, PositionError, lines
from zet.engines.ttt.symmetry import move_classes, symmetries

ATTACKER, DEFENDER = 0, 1
TABLE_SIZE = 64
"""The default size of the transposition table in mebibytes."""

_BYTES_PER_ENTRY = 12 + 20
_FIRST_BUDGET = 1 << 12
_PAIRS_COST = 8  # nodes of the search for wins that take as long as one of the search for pairs
_EXACT_CELLS = 39


@fast_init
@dataclass(frozen=True, slots=True)
class Result:
    """The proven facts about a position; an unknown fact is None.

    `value` is for the side to move: 1 won, 0 drawn, -1 lost. `distance` is the number of plies to the
    end, with the shortest win against the longest defense; a draw ends when the board is full. `moves`
    are all best moves. `lower` and `upper` bound the value. While the value is unknown, the search looks
    for a win for one side (the side to move if `upper` is 1, otherwise its opponent), and has proven that
    this side has no win within `plies` plies. `nodes` counts the positions visited, `hits` the positions
    found in the table. If the status is "unknown", `limit` names the limit that was reached. If the
    status is "over", there are no moves.
    """

    status: Literal["ok", "unknown", "over"]
    value: int | None
    distance: int | None
    moves: tuple[int, ...] | None
    lower: int
    upper: int
    plies: int | None
    nodes: int
    hits: int
    limit: Limit | None = None

    @property
    def move(self) -> int | None:
        """The first of the best moves; None if they are unknown."""
        return self.moves[0] if self.moves else None


def over(position: Position) -> Result:
    """Return the result for a position in which the game is over."""
    value = -1 if position.winner else 0
    return Result("over", value, 0, (), value, value, None, 0, 0)


class MemoryLimitError(GameError):
    """Raised if a table of the requested size does not fit in memory."""

    code = "out-of-memory"


def solve(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    table_size: int = TABLE_SIZE,
    moves: bool = True,
) -> Result:
    """Return the value of a position, its distance to the end and, if `moves` is true, all best moves.

    The limits apply to the whole call; `table_size` is in mebibytes.

    Raises:
        ValueError: a limit is negative, or the table size is not between 1 and `MAX_TABLE_SIZE`.
        TypeError: `nodes` is not an integer.
        PositionError: the board has more cells than the search supports.
        MemoryLimitError: the table does not fit in memory.
    """
    check_limits(nodes, seconds, table_size)
    if position.is_over:
        return over(position)
    return _Proof(position, nodes, seconds, table_size).result(moves=moves)


def check_limits(nodes: int | None, seconds: float | None, table_size: int) -> None:
    """Raise ValueError if a limit is negative or the table size is not from 1 to `MAX_TABLE_SIZE`."""
    if (nodes is not None and nodes < 0) or (seconds is not None and seconds < 0):
        raise ValueError("limits must not be negative")
    if not 1 <= table_size <= MAX_TABLE_SIZE:
        raise ValueError(f"the table size must be 1 to {MAX_TABLE_SIZE} mebibytes")


@lru_cache(maxsize=1)
def searches_of(width: int, height: int, k: int, bits: int) -> tuple[Search, Pairs]:
    """Return the search for wins and the search for pairs on a board.

    They are cached, because their tables take a long time to allocate.
    """
    n_cells = width * height
    if n_cells > Search.most_cells():
        raise PositionError(
            "the search supports boards of at most {most} cells, not {n}",
            n=n_cells,
            most=Search.most_cells(),
        )
    images = symmetries(width, height)
    if n_cells <= _EXACT_CELLS:  # different positions have different codes
        stones = [[role * 3**cell for cell in range(n_cells)] for role in (1, 2)]
    else:
        from random import Random

        random = Random(0)
        stones = [[random.getrandbits(64) for _ in range(n_cells)] for _ in (1, 2)]
    weights = [weight[cell] for weight in stones for image in images for cell in image]
    try:
        every = lines(width, height, k)
        return Search(n_cells, every, weights, bits), Pairs(n_cells, every, weights, bits)
    except MemoryError:
        raise MemoryLimitError("not enough memory for a transposition table of this size") from None


def pairs_of(position: Position, table_size: int) -> Pairs:
    """Return the search for pairing defenses on the board of a position; the board must have lines."""
    return searches_of(position.width, position.height, position.k, _bits(position, table_size))[1]


def _bits(position: Position, table_size: int) -> int:
    room = (table_size << 20) // _BYTES_PER_ENTRY
    most: int = 3 ** len(position.cells)
    return max(min(room, most).bit_length() - 1, 4)


class _Proof:
    """The search for the value of one position, with the bounds proven so far."""

    def __init__(
        self, position: Position, nodes: int | None, seconds: float | None, table_size: int
    ) -> None:
        self._position = position
        self._own = position.mask(position.to_move)
        self._other = position.mask(OTHER[position.to_move])
        self._has_lines = bool(lines(position.width, position.height, position.k))
        if self._has_lines:
            size = position.width, position.height, position.k
            self._search, self._pairs = searches_of(*size, _bits(position, table_size))
            self._search.start_over()
            self._pairs.start_over()
        # `index` rejects fractions, which no count of nodes would equal.
        self._budget = Budget(None if nodes is None else index(nodes), seconds)
        self._value: int | None = None
        self._distance = 0
        # On the empty board the second player cannot win: the first could use the same strategy (strategy
        # stealing).
        self._lower, self._upper = (-1 if self._own | self._other else 0), 1
        self._plies = 0

    def result(self, *, moves: bool) -> Result:
        """Search until the value is proven or a limit is reached; return the result."""
        best: tuple[int, ...] | None = None
        limit: Limit | None = None
        try:
            self._prove_value()
            if moves:
                best = tuple(sorted(self._best_moves()))
        except LimitError as reached:
            limit = reached.limit
        return Result(
            "unknown" if limit else "ok",
            self._value,
            None if self._value is None else self._distance,
            best,
            self._lower,
            self._upper,
            self._plies if self._value is None else None,
            self._nodes,
            self._search.hits + self._pairs.hits if self._has_lines else 0,
            limit,
        )

    def _prove_value(self) -> None:
        n_free = len(self._position.free)
        distance = self._shortest(self._own, self._other, ATTACKER)
        if distance is not None:
            self._settle(1, distance)
            return
        self._upper = self._plies = 0
        if self._lower < 0:
            distance = self._shortest(self._other, self._own, DEFENDER)
        if distance is not None:
            self._settle(-1, distance)
        else:
            self._settle(0, n_free)

    def _settle(self, value: int, distance: int) -> None:
        self._value, self._distance = value, distance
        self._lower = self._upper = value

    def _best_moves(self) -> Iterator[int]:
        """Yield the moves that preserve the value and, in a won or lost position, the distance."""
        for group in move_classes(self._position, tuple(self._position.free)):
            after = self._position.after(group[0])
            if after.is_over:
                if self._distance == 1:
                    yield from group
                continue
            own = after.mask(self._position.to_move)
            if self._keeps(own):
                yield from group

    def _keeps(self, own: int) -> bool:
        """Return whether a move is best, given the mask `own` of the mover's stones after the move."""
        if self._value == 1:
            return self._has_win(own, self._other, DEFENDER, self._distance - 1)
        if self._value == 0:
            return self._shortest(self._other, own, ATTACKER) is None
        return self._distance == 2 or not self._has_win(self._other, own, ATTACKER, self._distance - 3)

    def _shortest(self, attackers: int, defenders: int, turn: int) -> int | None:
        """Return the number of plies of the attacker's shortest win; None if the attacker cannot win.

        Iterative deepening finds wins; the search for pairs proves that no win exists, with an increasing
        number of answers that the defender chooses freely before pairs must be found. The two searches
        alternate, for about the same time each, with increasing node limits.
        """
        if not self._has_lines:
            return None
        n_free = len(self._position.cells) - (attackers | defenders).bit_count()
        end = n_free + (n_free + turn + 1) % 2
        plies = 1 + turn
        answers = 0
        budget = _FIRST_BUDGET
        while True:
            stop = self._search.nodes + budget
            while (found := self._wins_within(attackers, defenders, turn, plies, stop)) is not None:
                if found > 0:
                    return found
                plies = max(plies, -found) + 2
                plies -= (plies + turn + 1) % 2
                if plies > end:
                    return None
                self._plies = plies - 2
            stop = self._pairs.nodes + budget // _PAIRS_COST
            while (holds := self._holds(attackers, defenders, turn, answers, stop)) is not None:
                if holds:
                    return None
                if answers > n_free:  # all answers were searched to the end of the game, so a win exists
                    break
                answers += 1
            budget = 4 * budget if holds is None else NO_LIMIT

    def _has_win(self, attackers: int, defenders: int, turn: int, plies: int) -> bool:
        """Return whether the attacker wins within `plies` plies."""
        return (self._wins_within(attackers, defenders, turn, plies, NO_LIMIT) or 0) > 0

    def _wins_within(
        self, attackers: int, defenders: int, turn: int, plies: int, stop: int
    ) -> int | None:
        """Search for a win within `plies` plies; return the result as the kernel `_search` defines it.

        The result is None if the search stopped after `stop` nodes.
        """
        self._check_limits()
        stop = min(stop, self._budget.within() - self._pairs.nodes)
        found = self._search.wins_within(attackers, defenders, turn, plies, stop, self._budget.deadline)
        if found is None:
            self._check_limits()
        return found

    def _holds(self, attackers: int, defenders: int, turn: int, answers: int, stop: int) -> bool | None:
        """Return whether up to `answers` free answers, and then pairs, let the defender block all lines.

        A free answer is chosen by the defender, not forced. The result is None if the search stopped
        after `stop` nodes.
        """
        self._check_limits()
        stop = min(stop, self._budget.within() - self._search.nodes)
        found = self._pairs.holds(attackers, defenders, turn, answers, stop, self._budget.deadline)
        if found is None:
            self._check_limits()
        return found

    @property
    def _nodes(self) -> int:
        """The number of positions visited by both searches."""
        return self._search.nodes + self._pairs.nodes if self._has_lines else 0

    def _check_limits(self) -> None:
        if self._budget(self._nodes):
            raise LimitError(self._budget.limit_after(self._nodes))
