"""Complete tables of small boards: the value and best moves of each position, and counts of positions."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from zet.engines.errors import GameError
from zet.engines.ttt._table import Table
from zet.engines.ttt.model import OTHER, Position, Side, check_board, lines
from zet.engines.ttt.symmetry import images

MAX_CELLS = 12

_WON_NOW = 64
_UNSEEN = -128
_DIGITS = {"X": str.maketrans("XO.", "120"), "O": str.maketrans("XO.", "210")}
_CELLS = {side: str.maketrans("120", f"{side}{OTHER[side]}.") for side in OTHER}


class TableError(GameError):
    """Raised for a board with too many cells for a complete table."""


@lru_cache(maxsize=4)
def _scores(width: int, height: int, k: int) -> Sequence[int]:
    """Return the table of scores, indexed by position code; the kernel `_table` defines both numbers."""
    return Table(width * height, lines(width, height, k)).scores


def value_and_distance(score: int) -> tuple[int, int | None]:
    """Decode a score: return the value (1, 0, -1 for the side to move) and the plies to the end.

    The number of plies is None for a draw.
    """
    return (score > 0) - (score < 0), _WON_NOW - abs(score) if score else None


def evaluate(position: Position) -> tuple[int, int, tuple[int, ...]]:
    """Return the value for the side to move, the plies to the end, and the best moves.

    With best play, the winner chooses the shortest win and the loser the longest defense; a draw lasts
    until the board is full.
    """
    scores = _scores(position.width, position.height, position.k)
    n_stones = len(position.cells) - position.cells.count(".")
    first = position.to_move if n_stones % 2 == 0 else OTHER[position.to_move]
    code = int(position.cells.translate(_DIGITS[first]), 3)
    value, distance = value_and_distance(scores[code])
    if position.is_over:
        return value, 0, ()
    digit = 1 if first == position.to_move else 2
    results = {
        cell: scores[code + digit * 3 ** (len(position.cells) - 1 - cell)] for cell in position.free
    }
    best = min(results.values())
    moves = tuple(cell for cell, score in results.items() if score == best)
    return value, len(results) if distance is None else distance, moves


def positions(width: int = 3, height: int = 3, k: int = 3, first: Side = "X") -> Iterator[Position]:
    """Yield every reachable position, in ascending order of the number of stones.

    Raises:
        TableError: the board has more than MAX_CELLS cells.
    """
    check_board(width, height, k)
    n_cells = width * height
    if n_cells > MAX_CELLS:
        raise TableError(
            "a complete table is possible only for boards of at most {most} cells, not {n}",
            n=n_cells,
            most=MAX_CELLS,
        )
    seen: list[list[str]] = [[] for _ in range(n_cells + 1)]
    for code, score in enumerate(_scores(width, height, k)):
        if score != _UNSEEN:
            cells = _text(code, n_cells).translate(_CELLS[first])
            seen[n_cells - cells.count(".")].append(cells)
    for n_stones, boards in enumerate(seen):
        to_move = first if n_stones % 2 == 0 else OTHER[first]
        for cells in boards:
            yield Position.build(width, height, k, cells, to_move)


def _text(code: int, n_cells: int) -> str:
    """Return a code as a string of `n_cells` base-3 digits."""
    digits = ""
    for _ in range(n_cells):
        code, digit = divmod(code, 3)
        digits += str(digit)
    return digits[::-1]


def is_representative(position: Position) -> bool:
    """Return whether a position represents its symmetry class: its board sorts first among its images."""
    return position.cells == min(images(position.cells, position.width, position.height))


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of positions and games for one number of stones, or in total.

    `positions` counts the positions, `classes` counts them up to symmetry. `final` and `final_classes`
    count the positions in which the game is over, and `games` counts the move sequences that lead to
    them. These three fields contain a number for each result: won by the first player, won by the second
    player, drawn.
    """

    positions: int
    classes: int
    final: tuple[int, int, int]
    final_classes: tuple[int, int, int]
    games: tuple[int, int, int]


def count_positions(width: int = 3, height: int = 3, k: int = 3) -> list[Counts]:
    """Return the counts for each number of stones, from 0 upwards, followed by the totals.

    Raises:
        TableError: the board has more than MAX_CELLS cells.
    """
    n_cells = width * height
    ways: defaultdict[str, int] = defaultdict(int, {"." * n_cells: 1})
    tallies: list[Counter[object]] = [Counter() for _ in range(n_cells + 1)]
    for position in positions(width, height, k):
        n_stones = n_cells - position.cells.count(".")
        tally = tallies[n_stones]
        represents = is_representative(position)
        games = ways.pop(position.cells)
        tally["positions"] += 1
        tally["classes"] += represents
        if position.is_over:
            tally["final", position.winner] += 1
            tally["final classes", position.winner] += represents
            tally["games", position.winner] += games
            continue
        for cell in position.free:
            ways[position.cells[:cell] + position.to_move + position.cells[cell + 1 :]] += games
    return [_counts_of(tally) for tally in [*tallies, sum(tallies, Counter())]]


def _counts_of(tally: Counter[object]) -> Counts:
    def results(what: str) -> tuple[int, int, int]:
        return tally[what, "X"], tally[what, "O"], tally[what, None]

    return Counts(
        tally["positions"], tally["classes"], results("final"), results("final classes"), results("games")
    )
