"""Checks of a puzzle: uniqueness, superfluous givens, and the rules of the original document."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from zet.engines.tectonic.model import Puzzle, original_problems
from zet.engines.tectonic.solver import solve

Status = Literal["valid", "not-minimal", "invalid", "unknown"]


@dataclass(frozen=True, slots=True)
class Check:
    """The result of checking a puzzle.

    "valid" means exactly one solution; "not-minimal" means that a check with `minimal` also found a
    superfluous given. `redundant` lists the cells whose given is superfluous if all other givens remain;
    it is None without `minimal`, or without exactly one solution. `original_problems` lists violations of
    the rules of the original document, which do not make a puzzle invalid.
    """

    status: Status
    count: int
    unique: bool | None
    redundant: tuple[int, ...] | None
    original_problems: tuple[str, ...]


def check(
    puzzle: Puzzle, *, minimal: bool = False, nodes: int | None = None, seconds: float | None = None
) -> Check:
    """Return the result of checking a puzzle; the limits apply to each search."""
    result = solve(puzzle, nodes=nodes, seconds=seconds)
    redundant = None
    status: Status = "valid" if result.unique else "invalid"
    if result.unique is None:
        status = "unknown"
    elif result.unique and minimal:
        spared, undecided = _try_without(puzzle, nodes, seconds)
        redundant = tuple(spared)
        status = "not-minimal" if spared else "unknown" if undecided else "valid"
    return Check(
        status, len(result.solutions), result.unique, redundant, tuple(original_problems(puzzle))
    )


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
