"""`zet tectonic solve`."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from zet.cli.command import Found, Record, command
from zet.cli.options import number_option
from zet.cli.tectonic.options import OWN, frame, kept, limits, reading, rows, solution_words
from zet.engines.tectonic import solver
from zet.engines.tectonic.model import Puzzle
from zet.formats.tectonic import FORMATS
from zet.formats.tectonic.picture import as_text


@command("text", "json", *OWN, reading=reading, frame=frame)
@limits
@number_option("--count", default=2, help="How many solutions to look for; 2 tells if there is only one.")
@kept
def solve(record: Record, **search: Any) -> Found:
    """Find the solution of each puzzle, and prove whether it is the only one.

    An own format (xml, line, ...) writes the puzzle with its first solution filled in.
    """
    puzzle: Puzzle = record.value
    result = solver.solve(puzzle, **search)
    solution = result.solutions[0] if result.solutions else None
    count = len(result.solutions)

    def words() -> str:
        return f"{result.status}, {solution_words(result.unique, count, complete=result.complete)}"

    return Found(
        result.status,
        lambda: {
            "count": count,
            "unique": result.unique,
            "complete": result.complete,
            "solution": rows(puzzle, solution) if solution else None,
            "nodes": result.nodes,
        },
        words,
        partial(as_text, puzzle, solution) if solution else "",
        partial(_filled, puzzle, solution) if solution else None,
        remark="" if result.unique else words,
    )


def _filled(puzzle: Puzzle, solution: Sequence[int], format_name: str) -> str | bytes:
    """Return the solved puzzle in a format: as answers where it has a place for them, else as givens."""
    if FORMATS[format_name].keeps_notes:
        return FORMATS[format_name].dumps()(puzzle.noted([1 << digit - 1 for digit in solution]))
    return FORMATS[format_name].dumps()(puzzle.filled(solution))
