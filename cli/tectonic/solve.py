"""The command `zet tectonic solve`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from zet.cli.command import Outcome, Record, command
from zet.cli.options import flag
from zet.cli.parameters import Whole, conflicts_with, keyed
from zet.cli.tectonic.options import OWN, frame, kept, limits, reading, solution_words
from zet.cli.words import _
from zet.engines import tectonic
from zet.formats import tectonic as formats
from zet.formats.errors import FormatError
from zet.formats.tectonic import FORMATS


class _Listed(NamedTuple):
    """A numbered solution of a puzzle, or the count of solutions, which follows the last one."""

    puzzle: tectonic.Puzzle
    number: int
    solution: bytes | None
    complete: bool = True


def _prepare(every: bool, count: int, nodes: int | None, seconds: float | None) -> dict[str, Any]:
    if not every:
        return {"count": count, "nodes": nodes, "seconds": seconds}
    return {"expand": partial(_each, nodes=nodes, seconds=seconds)}


def _each(records: Iterator[Record], **limits: Any) -> Iterator[Record]:
    """Yield for each puzzle a record per solution, and a last record with the count of solutions."""
    for record in records:
        if isinstance(record.value, FormatError):
            yield record
            continue
        found = tectonic.enumeration.Solutions(record.value, **limits)
        for number, solution in enumerate(found, 1):
            yield record._replace(value=_Listed(record.value, number, solution))
        yield record._replace(value=_Listed(record.value, found.count, None, found.complete))


@command(
    "text",
    "json",
    *OWN,
    reading=reading,
    answers="Solved Solution SolutionCount",
    prepare=_prepare,
    frame=frame,
)
@limits
@keyed(
    "--count",
    own=True,
    type=Whole(1),
    default=2,
    metavar="N|all",
    keys={"all": conflicts_with("--count", flag("--all", "every"))},
    help="The number of solutions to search for; with 2, the search decides whether there is only one. "
    "all: write every solution as soon as it is found, and the total at the end.",
)
@kept
def solve(
    record: Record, *, count: int = 2, nodes: int | None = None, seconds: float | None = None
) -> Outcome:
    """Solve each puzzle, and determine whether its solution is unique.

    With a puzzle format such as xml or line, the output is the puzzle with the first solution filled in.
    The exit code is 1 if a puzzle has no solution, and 3 if a limit was reached.
    """
    if isinstance(record.value, _Listed):
        return _listed(record.value)
    puzzle: tectonic.Puzzle = record.value
    result = tectonic.solver.solve(puzzle, count=count, nodes=nodes, seconds=seconds)
    solution = result.solutions[0] if result.solutions else None
    n_found = len(result.solutions)

    def words() -> str:
        return f"{result.status}, {solution_words(result.unique, n_found, complete=result.complete)}"

    return Outcome(
        result.status,
        partial(formats.answers.solve, puzzle, result),
        words,
        partial(formats.picture.as_text, puzzle, solution) if solution else "",
        partial(_filled, puzzle, solution) if solution else None,
        note="" if result.unique else words,
    )


def _listed(listed: _Listed) -> Outcome:
    """Return the outcome for one solution, or for the count of solutions."""
    puzzle, number, solution, complete = listed
    if solution is not None:
        return Outcome(
            "solved",
            partial(formats.answers.solution, puzzle, number, solution),
            lambda: _("solution {number}").format(number=number),
            partial(formats.picture.as_text, puzzle, solution),
            partial(_filled, puzzle, solution),
        )
    count = formats.answers.solution_count(number, complete=complete)
    status = count["status"]
    words = f"{status}, {solution_words(count['unique'], number, complete=complete)}"
    own = (lambda _name: "") if status == "total" else None
    return Outcome(status, count, words, serialize=own)


def _filled(puzzle: tectonic.Puzzle, solution: Sequence[int], format_name: str) -> str | bytes:
    """Serialize the puzzle; the format stores the solution as such, as answers or as givens."""
    if format_name in formats.CHECKED:
        return FORMATS[format_name].dumps()(replace(puzzle, solution=tuple(solution)))
    if FORMATS[format_name].keeps_notes:
        answers = [
            0 if given else 1 << digit >> 1 for given, digit in zip(puzzle.givens, solution, strict=True)
        ]
        return FORMATS[format_name].dumps()(puzzle.noted(answers))
    return FORMATS[format_name].dumps()(puzzle.filled(solution))
