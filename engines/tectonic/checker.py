"""Checks of a puzzle: uniqueness, superfluous givens, contradictions, rules of the original document."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from zet.engines.kernel.clock import Deadline
from zet.engines.tectonic.model import MISSING, Puzzle, original_problems
from zet.engines.tectonic.solver import solve

TRIED, MAX_SEARCHES = 1000, 200
"""The maximum number of values tried in a search for a proof that some givens contradict each other, and
the maximum number of these searches.
"""

Status = Literal["valid", "not-minimal", "invalid", "unknown"]


@dataclass(frozen=True, slots=True)
class Check:
    """The result of checking a puzzle.

    The status "valid" means that the puzzle has exactly one solution. With "not-minimal", the puzzle has
    exactly one solution, too, but a check with `minimal` found a superfluous given. `count` is the number
    of solutions found, at most 2. `redundant` is None unless `minimal` is set and there is exactly one
    solution. It lists the cells whose given is superfluous if all other givens remain, as far as this can
    be decided within the limits; if the list is empty and the status is "unknown", at least one given was
    left undecided. `original_problems` lists violations of the rules of the original document, which do
    not make a puzzle invalid. If there is no solution, `conflict` lists the cells of givens that
    contradict each other, as `conflict_of` returns them; if `conflict` is empty, `conflict_pieces` lists
    the numbers of a few pieces that contradict each other.
    """

    status: Status
    count: int
    unique: bool | None
    redundant: tuple[int, ...] | None
    original_problems: tuple[str, ...]
    conflict: tuple[int, ...] | None = None
    conflict_pieces: tuple[int, ...] | None = None


def check(
    puzzle: Puzzle, *, minimal: bool = False, nodes: int | None = None, seconds: float | None = None
) -> Check:
    """Return the result of checking a puzzle; the limits apply to each search for solutions.

    The searches for contradicting givens and pieces have their own limits on the values tried; `seconds`
    limits the time of each.
    """
    result = solve(puzzle, nodes=nodes, seconds=seconds)
    redundant = conflict = of_pieces = None
    status: Status = "valid" if result.unique else "invalid"
    if result.unique is None:
        status = "unknown"
    elif result.unique and minimal:
        spared, undecided = _try_without(puzzle, nodes, seconds)
        redundant = tuple(spared)
        status = "not-minimal" if spared else "unknown" if undecided else "valid"
    elif result.status == "unsolvable":
        conflict = conflict_of(puzzle, seconds=seconds)
        if conflict == ():
            of_pieces = conflict_of_pieces(puzzle, seconds=seconds)
    problems = tuple(original_problems(puzzle))
    return Check(status, len(result.solutions), result.unique, redundant, problems, conflict, of_pieces)


def conflict_of(puzzle: Puzzle, *, seconds: float | None = None) -> tuple[int, ...] | None:
    """Return the cells of a few givens that contradict each other in a puzzle without a solution.

    The result is empty if the pieces alone have no solution, and None if the time is up or `MAX_SEARCHES`
    searches were not enough. It contains more givens than necessary only if a proof requires trying more
    than `TRIED` values.
    """
    cells = [cell for cell, given in enumerate(puzzle.givens) if given]
    if solve(without_givens(puzzle, cells), count=1, nodes=TRIED, seconds=seconds).status == "unsolvable":
        return ()
    return _contradictory(puzzle, cells, without_givens, seconds)


def conflict_of_pieces(puzzle: Puzzle, *, seconds: float | None = None) -> tuple[int, ...] | None:
    """Return the numbers of a few pieces that have no solution even without any givens or other pieces.

    The result contains more pieces than necessary only if a proof requires trying more than `TRIED`
    values. It is None if the time is up or `MAX_SEARCHES` searches were not enough.
    """
    bare = puzzle.filled([0] * len(puzzle.givens))
    return _contradictory(bare, list(range(len(puzzle.sizes))), _without_pieces, seconds)


def _contradictory(
    puzzle: Puzzle,
    parts: list[int],
    without: Callable[[Puzzle, Sequence[int]], Puzzle],
    seconds: float | None,
) -> tuple[int, ...] | None:
    """Return a few parts, at least one, that contradict each other in a puzzle without a solution.

    The parts are the cells of givens, or pieces. Groups of parts (first halves, finally single parts) are
    left out if a search of up to `TRIED` values proves that the rest still has no solution (A. Zeller and
    R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software
    Engineering, 2002).
    """
    deadline = Deadline(seconds)
    n_searches = 0
    size = len(parts) // 2
    while size:
        at = 0
        while at < len(parts) > size:
            fewer = without(puzzle, parts[at : at + size])
            status = solve(fewer, count=1, nodes=TRIED, seconds=deadline.left).status
            n_searches += 1
            if deadline.has_passed or n_searches > MAX_SEARCHES:
                return None
            if status == "unsolvable":
                puzzle = fewer
                del parts[at : at + size]
            else:
                at += size
        size = min(size, len(parts)) // 2
    return tuple(parts)


def _without_pieces(puzzle: Puzzle, pieces: Sequence[int]) -> Puzzle:
    """Return a puzzle in which the cells of some pieces are missing."""
    left = (MISSING if piece in pieces else piece for piece in puzzle.pieces)
    return replace(puzzle, pieces=tuple(left))


def _try_without(puzzle: Puzzle, nodes: int | None, seconds: float | None) -> tuple[list[int], list[int]]:
    """Return the cells of the superfluous givens, and the cells left undecided because of the limits."""
    spared: list[int] = []
    undecided: list[int] = []
    for cell in [cell for cell, given in enumerate(puzzle.givens) if given]:
        unique = solve(without_givens(puzzle, [cell]), nodes=nodes, seconds=seconds).unique
        if unique is not False:
            (undecided if unique is None else spared).append(cell)
    return spared, undecided


def without_givens(puzzle: Puzzle, cells: Iterable[int]) -> Puzzle:
    """Return a puzzle without the givens of some cells."""
    givens = list(puzzle.givens)
    for cell in cells:
        givens[cell] = 0
    return puzzle.filled(givens)
