"""Walls (dots and boxes, with or without the extra move): best moves, exact values, play, files.

A move is the place of a fence, (row, column) in the matrix of the board, from (0, 0). An even row and an
odd column make a horizontal fence, an odd row and an even column a vertical fence.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from zet._arguments import checked
from zet._files import Files
from zet._pictures import show_as
from zet.engines.kernel.clock import Limit
from zet.engines.walls import (
    Choice as _Choice,
    Position,
    PositionError,
    Result as _Result,
    best_move as _best_move,
    board,
    solve as _solve,
)
from zet.formats.walls import FORMATS, answers as _answers, as_svg, as_text

__all__ = [
    "Choice",
    "Position",
    "PositionError",
    "Result",
    "as_dict",
    "as_svg",
    "as_text",
    "best_move",
    "dump",
    "dump_all",
    "dumps",
    "legal_moves",
    "load",
    "load_all",
    "loads",
    "moves",
    "play",
    "solve",
    "start",
]

Place = tuple[int, int]

_files = Files(FORMATS, "position", "line")
load, load_all, loads = _files.load, _files.load_all, _files.loads
dump, dump_all, dumps = _files.dump, _files.dump_all, _files.dumps

show_as(Position, as_svg)


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True, slots=True)
class Choice:
    """A move to play.

    `status` is "unknown" if a `limit` stopped the search; the move is then the best so far. `value` is
    the number of remaining boxes that the player to move gets minus the number that the opponent gets, or
    None if the limit was reached before a value was known. If `exact` is true, this is the value under
    best play by both players; otherwise it is the best value within `depth` moves. `line` is the expected
    play, beginning with the move. `nodes` counts the positions visited.
    """

    status: Literal["ok", "unknown"]
    move: Place
    value: int | None
    exact: bool
    depth: int
    line: tuple[Place, ...]
    nodes: int
    limit: Limit | None
    _found: _Choice = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Result:
    """Bounds on the value of a position: `lower` <= value <= `upper`, equal if the value is proven.

    `status` is "unknown" if a `limit` was reached, "over" if all fences are painted. `move` is a best
    move, or None if none was found. `values` maps each move to its value if `all_moves` was set.
    """

    status: Literal["ok", "unknown", "over"]
    lower: int
    upper: int
    move: Place | None
    values: Mapping[Place, int]
    line: tuple[Place, ...]
    nodes: int
    limit: Limit | None
    _found: _Result = field(repr=False, compare=False)

    @property
    def value(self) -> int | None:
        """The remaining boxes that the player to move gets minus the opponent's; None if unproven."""
        return self.lower if self.lower == self.upper else None


def as_dict(position: Position, found: Choice | Result | None = None) -> dict[str, Any]:
    """Return the JSON object for a position, or for a result about it.

    The object equals the output of `zet walls search`, `solve` or `show`, without the keys `source` and
    `record`.
    """
    return _answers.as_dict(position, None if found is None else found._found)


@checked
def start(rows: int = 6, columns: int = 6, *, extra_move: bool = False) -> Position:
    """Return the empty board; with `extra_move`, a player who takes a box moves again.

    Raises:
        PositionError: the size is not supported.
    """
    return Position.empty(board(rows, columns), extra_move=extra_move)


def play(position: Position, *moves: Sequence[int]) -> Position:
    """Return the position after moves, as in `play(position, (0, 1), (1, 0))`.

    Raises:
        PositionError: a fence does not exist or is already painted.
    """
    for place in moves:
        position = position.after(position.board.fence_at(place))
    return position


def moves(position: Position) -> tuple[Place, ...] | None:
    """Return the moves that led to a position, in order; None if they are unknown."""
    return None if position.moves is None else _places(position, position.moves)


def legal_moves(position: Position) -> list[Place]:
    """Return all moves for the player to move."""
    return list(_places(position, position.free))


@checked
def best_move(
    position: Position,
    *,
    depth: int | None = None,
    seed: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Choice:
    """Return the best move found within a depth, a number of positions, or a number of seconds.

    Without a limit the search stops after 4,000,000 positions. With a `seed`, the choice among equal
    moves is random.

    Raises:
        PositionError: the game is over.
        ValueError: the depth is below 1.
    """
    found = _best_move(position, depth=depth, seed=seed, nodes=nodes, seconds=seconds)
    if found.move is None or found.status == "over":
        raise PositionError("the game is over")
    return Choice(
        found.status,
        position.board.fences[found.move],
        found.value,
        found.exact,
        found.depth,
        _places(position, found.line),
        found.nodes,
        found.limit,
        found,
    )


@checked
def solve(
    position: Position, *, nodes: int | None = None, seconds: float | None = None, all_moves: bool = False
) -> Result:
    """Return a position's exact value (or bounds on it, if a limit is reached) and a best move.

    With `all_moves` the value of each move is computed too.
    """
    found = _solve(position, nodes=nodes, seconds=seconds, all_moves=all_moves)
    fences = position.board.fences
    return Result(
        found.status,
        found.lower,
        found.upper,
        None if found.move is None else fences[found.move],
        {fences[fence]: value for fence, value in found.values.items()},
        _places(position, found.line),
        found.nodes,
        found.limit,
        found,
    )


def _places(position: Position, numbers: Iterable[int]) -> tuple[Place, ...]:
    return tuple(position.board.fences[fence] for fence in numbers)
