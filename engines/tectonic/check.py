"""Whether a puzzle is a proper one: one solution, no given to spare, within the seed's rules."""

from dataclasses import dataclass
from typing import Literal

from zet.engines.tectonic.model import Puzzle, seed_problems
from zet.engines.tectonic.solver import solve


@dataclass(frozen=True, slots=True)
class Check:
    """What is true of a puzzle.

    "valid": it has exactly one solution and, if that was asked, none of its givens can be spared.
    `redundant` lists the cells whose given can be spared, each alone; None if that was not asked, or
    makes no sense because there is not one solution. `seed_problems` tells what the seed's rules
    exclude; it does not make a puzzle invalid.
    """

    status: Literal["valid", "invalid", "unknown"]
    count: int
    unique: bool | None
    redundant: tuple[int, ...] | None
    seed_problems: tuple[str, ...]


def check(
    puzzle: Puzzle, *, minimal: bool = False, nodes: int | None = None, seconds: float | None = None
) -> Check:
    """Return what is true of a puzzle; the limits hold for each search."""
    result = solve(puzzle, nodes=nodes, seconds=seconds)
    redundant = None
    status: Literal["valid", "invalid", "unknown"] = "valid" if result.unique else "invalid"
    if result.unique is None:
        status = "unknown"
    elif result.unique and minimal:
        redundant = tuple(redundant_givens(puzzle))
        status = "invalid" if redundant else "valid"
    return Check(status, len(result.solutions), result.unique, redundant, tuple(seed_problems(puzzle)))


def redundant_givens(puzzle: Puzzle) -> list[int]:
    """Return the cells whose given can be spared, each alone, in a puzzle with one solution."""
    cells = [cell for cell, given in enumerate(puzzle.givens) if given]
    return [cell for cell in cells if solve(without_givens(puzzle, [cell])).unique]


def without_givens(puzzle: Puzzle, cells: list[int]) -> Puzzle:
    """Return the puzzle with these cells open."""
    givens = list(puzzle.givens)
    for cell in cells:
        givens[cell] = 0
    return puzzle.filled(givens)
