"""`zet tectonic explain`."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Found, Record, command
from zet.cli.options import Drawing, FilePath, flag, not_with
from zet.cli.tectonic.options import PuzzleReading, limit_words, limits, notes_reading, rows
from zet.cli.tectonic.steps import sentence, step_keys, strategies_option
from zet.cli.words import _, said
from zet.engines.tectonic.board import Board
from zet.engines.tectonic.explainer import GUESS, Explanation, explain as explain_puzzle
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.original import explain_by_original
from zet.formats.tectonic.picture import as_svg, as_text

if TYPE_CHECKING:
    from pathlib import Path


def _prepare(
    batch: Batch,
    load: PuzzleReading,
    strategies: frozenset[int],
    original_method: bool,
    folder: "Path | None",
    nodes: int | None,
    seconds: float | None,
) -> dict[str, Any]:
    method: Callable[[Puzzle], Explanation] = explain_by_original
    if original_method:
        not_with("--original-method", "strategies", "notes", "nodes", "seconds")
    else:
        method = partial(
            explain_puzzle, strategies=strategies, use_notes=load.notes, nodes=nodes, seconds=seconds
        )
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    return {"method": method, "drawing": Drawing.of(batch, folder)}


@command("text", "json", reading=notes_reading, prepare=_prepare)
@limits
@strategies_option
@flag(
    "--original-method",
    "--seed-method",
    help="Work as the original's own solver does, with all of it and its limits.",
)
@click.option(
    "--svg",
    "folder",
    type=FilePath(file_okay=False),
    metavar="PATH",
    help="Draw the board after each step into this folder, which is made if it is not there.",
)
def explain(
    record: Record,
    *,
    method: Callable[[Puzzle], Explanation] = explain_puzzle,
    drawing: Drawing | None = None,
) -> Found:
    """Solve each puzzle step by step as a person would, with the reason of each step.

    The easiest technique that leads on is always next. Beyond the original's nine strategies there are
    exclusion (10), naked (11), hidden (12) and touching (13) subsets, and contradictions (14, 15).
    """
    puzzle: Puzzle = record.value
    found = method(puzzle)
    if drawing:
        _draw_steps(drawing, record, found)
    digits = [mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in found.domains]

    def board(*, color: bool) -> str:
        lines = (
            f"{number:4}  {said(step.name)} ({step.deduction.technique}): {sentence(puzzle, step)}\n"
            for number, step in enumerate(found.steps, 1)
        )
        return "".join(lines) + as_text(puzzle, digits, color=color)

    reason = said(found.reason) or limit_words(found.limit)
    words = _("{status} in {n} steps").format(status=found.status, n=len(found.steps))
    return Found(
        found.status,
        lambda: {
            "steps": [step_keys(puzzle, step) for step in found.steps],
            "solution": rows(puzzle, digits),
            "guesses": sum(step.deduction.technique == GUESS for step in found.steps),
            "reason": reason,
        },
        f"{words}: {reason}" if reason else words,
        board,
    )


def _draw_steps(drawing: Drawing, record: Record, found: Explanation) -> None:
    puzzle: Puzzle = record.value
    board = Board(puzzle, found.start)
    cells: tuple[int, ...] = ()
    title = _("The puzzle")
    for number in range(len(found.steps) + 1):
        if number:
            deduction = found.steps[number - 1].deduction
            title, cells = said(deduction.reason), deduction.cells
            board.apply(deduction)
        svg = as_svg(puzzle, board.digits(), notes=board.domains, marked=cells, title=title)
        drawing.write(record, svg, f"-{number:03}")
