"""The opening rule swap2, which balances the opening of a go-moku game.

The first player places three stones: Black, White, Black. The second player takes White and moves, or
takes Black, or places two more stones, White and Black, and leaves the choice of color to the first
player. By a program's own evaluation, choosing a color is never worse than leaving the choice to the
opponent, so this program never places two more stones. Source: the rule of the Gomoku world
championships, as defined in the Gomocup protocol (SWAP2BOARD).
"""

from contextlib import suppress

from zet.engines.kernel.clock import Deadline
from zet.engines.renju.board import set_up
from zet.engines.renju.constants import MOST_DEPTH, WIN_VALUE
from zet.engines.renju.model import SIDE, Game, PositionError, cell_of
from zet.engines.renju.player import WIDTH, best_move, new_memory
from zet.engines.renju.search import weighed_search
from zet.engines.renju.solver import solve
from zet.engines.renju.weights import Weights

_OPENINGS = (
    "b2 d3 e5",
    "h8 h9 h10",
    "b8 d10 e7",
    "b2 b5 c9",
    "a1 c2 c5",
    "h8 d12 l4",
    "h2 h4 i1",
    "c3 l12 h4",
    "h8 a1 o15",
)
PER_LOOK = 20_000
"""The default number of moves tried when evaluating a position."""


def openings(size: int = SIDE) -> list[Game]:
    """Return the candidate openings that fit on a board of `size` points per side."""
    found = []
    for line in _OPENINGS:
        with suppress(PositionError):
            found.append(Game(moves=tuple(cell_of(word, size) for word in line.split()), size=size))
    return found


def opening(
    weights: Weights,
    *,
    size: int = SIDE,
    seconds: float | None = None,
    nodes: int | None = None,
) -> tuple[int, ...]:
    """Return the three moves of the candidate opening whose value is closest to 0."""
    tried = openings(size)
    seconds, nodes = _part(len(tried), seconds, nodes)
    worths = [abs(worth(game, weights, seconds=seconds, nodes=nodes)) for game in tried]
    return tried[worths.index(min(worths))].moves


def choice(
    game: Game, weights: Weights, *, seconds: float | None = None, nodes: int | None = None
) -> int | None:
    """Choose the better color: return White's next move to play White, or None to play Black.

    `game` consists of the three or five moves of an opening.
    """
    seconds, nodes = _part(2, seconds, nodes)
    if worth(game, weights, seconds=seconds, nodes=nodes) < 0:
        return None
    return best_move(game, weights, seconds=seconds, nodes=nodes).move


def worth(
    game: Game, weights: Weights, *, seconds: float | None = None, nodes: int | None = None
) -> float:
    """Return the value of a position for the side to move.

    If the side to move has a forced win, the value is WIN_VALUE. Otherwise it is the mean of the values
    at the two greatest depths within the limits, because values depend on which side moves last.
    """
    if seconds is None and nodes is None:
        nodes = PER_LOOK
    half, most = _part(2, seconds, nodes)
    if solve(game, rule=weights.rule, seconds=half, nodes=most).proof:
        return WIN_VALUE
    search = weighed_search(weights, game.size)
    set_up(search, game, most, Deadline(half))
    values: list[int] = []
    cells = search.best_cells(game.side, WIDTH)
    search.start(new_memory(), game.side, [(cell, 0) for cell in cells])
    while len(values) < MOST_DEPTH and search.deepen(game.side, len(values) + 1):
        values.append(search.ranked()[0][1])
    last = values[-2:]
    return sum(last) / len(last) if last else 0.0


def _part(parts: int, seconds: float | None, nodes: int | None) -> tuple[float | None, int | None]:
    """Return the limits, seconds and nodes, divided by `parts`."""
    return None if seconds is None else seconds / parts, None if nodes is None else nodes // parts
