"""`zet tectonic solve`."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import click
from zet.cli.batch import NO, UNKNOWN, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import heading, is_colored
from zet.cli.tectonic.common import OWN, PuzzleReading, limits, reading, rows, solution_words
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import solve as find_solutions
from zet.formats.tectonic import FORMATS
from zet.formats.tectonic.picture import as_text


@click.command()
@batch_command("text", "json", *OWN)
@reading
@limits
@click.option(
    "--count",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    metavar="N",
    help="Look for up to N solutions; 2 tells whether there is only one.",
)
def solve(batch: Batch, load: PuzzleReading, **search: Any) -> int:
    """Find the solution of each puzzle, and prove whether it is the only one.

    An own format (xml, line, ...) writes the puzzle with its first solution filled in.
    """
    frame = FORMATS[batch.format].frame if batch.format in OWN else ("", "")
    work = partial(_solve, batch.format, is_colored(batch), search)
    return batch.run(batch.records(load), work, frame)


def _solve(form: str, color: bool, search: dict[str, Any], record: Record) -> Answer:
    puzzle: Puzzle = record.value
    result = find_solutions(puzzle, **search)
    status, solutions = result.status, result.solutions
    code = {"solved": YES, "unsolvable": NO, "unknown": UNKNOWN}[status]
    if form == "json":
        text = json_line(
            record,
            status,
            count=len(solutions),
            unique=result.unique,
            complete=result.complete,
            solution=rows(puzzle, solutions[0]) if solutions else None,
            nodes=result.nodes,
        )
        return Answer(status, text, code)
    found = solution_words(result.unique, len(solutions), complete=result.complete)
    if form == "text":
        board = as_text(puzzle, solutions[0], color=color) if solutions else ""
        return Answer(status, heading(record, "puzzle", f"{status}, {found}") + board, code)
    message = "" if result.unique else f"{record.source}: record {record.number}: {status}, {found}"
    if not solutions:
        return Answer(status, "", code, message)
    return Answer(status, _filled(form, puzzle, solutions[0]), code, message)


def _filled(form: str, puzzle: Puzzle, solution: Sequence[int]) -> str:
    """Return the solved puzzle in a format: as answers where it has a place for them, else as givens."""
    if FORMATS[form].keeps_notes:
        notes = [1 << digit - 1 for digit in solution]
        return FORMATS[form].dumps()(puzzle.noted(notes))
    return FORMATS[form].dumps()(puzzle.filled(solution))
