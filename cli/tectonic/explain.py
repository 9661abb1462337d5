"""`zet tectonic explain`."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Found, Record, command
from zet.cli.options import Drawing, FilePath, flag, not_with, only_with
from zet.cli.tectonic.mistakes import UNDECIDED, mistake_keys, mistake_words, trust_option
from zet.cli.tectonic.options import PuzzleReading, limit_words, limits, notes_reading, rows
from zet.cli.tectonic.steps import sentence, step_keys, strategies_option, told_keys
from zet.cli.words import _, said
from zet.engines.tectonic.board import Board
from zet.engines.tectonic.explainer import GUESS, Explanation, Step, explain as explain_puzzle
from zet.engines.tectonic.hints import Told, told
from zet.engines.tectonic.mistakes import Judgement, judge
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
    brief: bool,
    trust: bool,
    folder: "Path | None",
    nodes: int | None,
    seconds: float | None,
) -> dict[str, Any]:
    method: Callable[[Puzzle], Explanation] = explain_by_original
    held: Callable[[Puzzle], Judgement] = partial(Judgement, mistakes=())
    if original_method:
        not_with("--original-method", "strategies", "notes", "trust", "nodes", "seconds")
    else:
        method = partial(explain_puzzle, strategies=strategies, use_notes=load.notes)
        method = partial(method, nodes=nodes, seconds=seconds)
        if trust and not load.notes:
            only_with("--options", "trust")
        if not trust:
            held = partial(judge, nodes=nodes, seconds=seconds)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    return {"method": method, "held": held, "brief": brief, "drawing": Drawing.of(batch, folder)}


@command("text", "json", reading=notes_reading, prepare=_prepare)
@limits
@strategies_option
@flag(
    "--original-method",
    "--seed-method",
    help="Work as the original's own solver does, with all of it and its limits.",
)
@flag("--brief", help="Fold bookkeeping, striking the digits of solved cells, into what it serves.")
@trust_option
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
    held: Callable[[Puzzle], Judgement] = judge,
    brief: bool = False,
    drawing: Drawing | None = None,
) -> Found:
    """Solve each puzzle step by step as a person would, with the reason of each step.

    The easiest technique that leads on is always next. Beyond the original's nine strategies there are
    exclusion (10), naked (11), hidden (12) and touching (13) subsets, and contradictions (14, 15).
    Answers and notes that are wrong are named, and nothing is deduced from them.
    """
    puzzle: Puzzle = record.value
    judged = held(puzzle)
    found = method(judged.puzzle)
    shown: Sequence[Step | Told] = found.steps
    if brief:
        shown = list(told(puzzle, found.start, found.steps))
    if drawing:
        _draw_steps(drawing, record, found, shown)
    digits = [mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in found.domains]

    def board(*, color: bool) -> str:
        lines = (
            f"{number:4}  {said(one.name)}{_number(one)}: {sentence(puzzle, one)}\n"
            for number, one in enumerate(shown, 1)
        )
        return "".join(lines) + as_text(puzzle, digits, color=color)

    reason = said(found.reason) or limit_words(found.limit)
    words = _("{status} in {n} steps").format(status=found.status, n=len(shown))
    remarks = [reason] if reason else []
    remarks += mistake_words(puzzle, judged.mistakes) if judged.is_known else [said(UNDECIDED)]
    return Found(
        found.status,
        lambda: {
            "steps": [
                told_keys(puzzle, one) if isinstance(one, Told) else step_keys(puzzle, one)
                for one in shown
            ],
            "solution": rows(puzzle, digits),
            "guesses": sum(step.deduction.technique == GUESS for step in found.steps),
            "reason": reason,
            **mistake_keys(puzzle, judged.mistakes),
        },
        f"{words}: {'; '.join(remarks)}" if remarks else words,
        board,
    )


def _number(one: Step | Told) -> str:
    """Return the number of a step's technique; the names of others than techniques say enough."""
    step = one.step if isinstance(one, Told) else one
    return f" ({step.deduction.technique})" if one.name == step.name else ""


def _draw_steps(
    drawing: Drawing, record: Record, found: Explanation, shown: Sequence[Step | Told]
) -> None:
    puzzle: Puzzle = record.value
    board = Board(puzzle, found.start)
    cells: tuple[int, ...] = ()
    title = _("The puzzle")
    at = 0
    for number in range(len(shown) + 1):
        if number:
            one = shown[number - 1]
            for step in found.steps[at : one.number if isinstance(one, Told) else number]:
                board.apply(step.deduction)
                at += 1
            title, cells = said(one.reason), found.steps[at - 1].deduction.cells
        svg = as_svg(puzzle, board.digits(), notes=board.domains, marked=cells, title=title)
        drawing.write(record, svg, f"-{number:03}")
