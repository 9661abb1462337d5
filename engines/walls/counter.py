"""Counts of move sequences (perft), to check the rules."""

from zet.engines.kernel.budget import Budget
from zet.engines.walls.model import Position
from zet.engines.walls.searcher import classic_kernel


def perft(
    position: Position, depth: int, *, nodes: int | None = None, seconds: float | None = None
) -> list[tuple[int, int, int]]:
    """Return a list of (depth, number of move sequences, boxes taken by their last moves).

    The depths are 1 to `depth`, or fewer if the game ends or a limit is reached earlier.
    """
    budget = Budget(nodes, seconds)
    counts = []
    for reached in range(1, min(depth, len(position.free)) + 1):
        kernel = classic_kernel(position, budget)
        n_sequences, n_boxes = kernel.perft(reached, budget.within())
        if kernel.stopped:
            break
        counts.append((reached, n_sequences, n_boxes))
    return counts
