"""The original's comparison of its algorithms: states visited at three stages of a game."""

from dataclasses import dataclass

from zet.engines.walls.model import Position, board
from zet.engines.walls.searcher import search

STAGES = ("start", "middle", "end")


def position_at(name: str) -> Position:
    """Return the 6x6 position of a stage; those of the original are not known.

    The start is the empty board. In the middle every third fence of the original's order is painted,
    from the first on (28 of 84). At the end all but every tenth, from the sixth on, are painted (8 are
    free).
    """
    fences = range(84)
    painted = {
        "start": (),
        "middle": fences[::3],
        "end": tuple(fence for fence in fences if fence % 10 != 5),
    }
    return Position.played(board(6, 6), painted[name])


@dataclass(frozen=True, slots=True)
class Visits:
    """Mean numbers of states and of uses of the table over some runs; `best` is not shuffled."""

    alphabeta: float
    failsoft: float
    hits: float
    best: int


def measure(position: Position, depth: int, seeds: list[int | None]) -> Visits:
    """Return the states that the algorithms visit at a position, with each seed for the shuffle."""
    plain = [search(position, "alphabeta", depth=depth, seed=seed).nodes for seed in seeds]
    soft = [search(position, "failsoft-tt", depth=depth, seed=seed) for seed in seeds]
    return Visits(
        sum(plain) / len(seeds),
        sum(result.nodes for result in soft) / len(seeds),
        sum(result.hits for result in soft) / len(seeds),
        search(position, depth=depth).nodes,
    )
