"""`zet tectonic explain` and `hint`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
from zet.cli.batch import NO, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import Drawing, heading, is_colored
from zet.cli.tectonic.common import PuzzleReading, places, reading, rows
from zet.engines.tectonic.board import Board, digits_of
from zet.engines.tectonic.explain import GUESS, LADDER, Explainer, Explanation, Step, starting_domains
from zet.engines.tectonic.explain import explain as explain_puzzle
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.original import explain_by_original
from zet.formats.tectonic.picture import as_svg, as_text


class _Strategies(click.ParamType[frozenset[int]]):
    """Numbers of techniques, like 1-8,10."""

    name = "strategies"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> frozenset[int]:
        chosen: set[int] = set()
        for part in str(value).split(","):
            first, dash, last = part.strip().partition("-")
            if not first.isdecimal() or (dash and not last.isdecimal()):
                self.fail(f"{value!r} is not a list like 1-8,10", param, ctx)
            numbers = range(int(first[:3]), int((last or first)[:3]) + 1)
            if not numbers:
                self.fail(f"{part.strip()!r} is an empty range", param, ctx)
            chosen.update(numbers)
        if unknown := chosen - set(LADDER):
            self.fail(f"there is no strategy {min(unknown)}; they are 1 to {max(LADDER)}", param, ctx)
        return frozenset(chosen)


strategies_option = click.option(
    "--strategies",
    type=_Strategies(),
    default=f"1-{max(LADDER)}",
    metavar="LIST",
    help="Use only these, by number, like 1-8,10 (1-9: the seed's; 9: guess).",
)


@click.command()
@batch_command("text", "json")
@reading
@strategies_option
@click.option(
    "--seed-method",
    is_flag=True,
    help="Work as the seed's own solver does, with all of it and its limits.",
)
@click.option(
    "--svg",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Draw the board after each step into this folder.",
)
def explain(
    batch: Batch, load: PuzzleReading, strategies: frozenset[int], seed_method: bool, folder: Path | None
) -> int:
    """Solve each puzzle step by step as a person would, with the reason of each step.

    The easiest technique that leads on is always next. Beyond the seed's nine strategies there are
    exclusion (10), naked (11), hidden (12) and touching (13) subsets, and contradictions (14, 15).
    """
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    drawing = Drawing.of(batch, folder)
    method = partial(explain_puzzle, strategies=strategies, use_notes=load.notes)
    if seed_method:
        if strategies != frozenset(LADDER) or load.notes:
            raise click.UsageError("--seed-method goes with neither --strategies nor --options")
        method = partial(explain_by_original)
    work = partial(_explain, batch.format, method, drawing, is_colored(batch))
    return batch.run(batch.records(load), work)


def _explain(
    form: str,
    method: Callable[[Puzzle], Explanation],
    drawing: "Drawing | None",
    color: bool,
    record: Record,
) -> Answer:
    puzzle: Puzzle = record.value
    found = method(puzzle)
    if drawing:
        _draw_steps(drawing, record, found)
    digits = [mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in found.domains]
    code = YES if found.status == "solved" else NO
    if form == "json":
        keys = {
            "steps": [_step_keys(puzzle, step) for step in found.steps],
            "solution": rows(puzzle, digits),
            "guesses": sum(step.deduction.technique == GUESS for step in found.steps),
            "reason": found.reason,
        }
        return Answer(found.status, json_line(record, found.status, **keys), code)
    lines = [
        f"{number:4}  {step.name} ({step.deduction.technique}): {_sentence(puzzle, step)}\n"
        for number, step in enumerate(found.steps, 1)
    ]
    end = f"{found.status} in {len(lines)} steps" + (f": {found.reason}" if found.reason else "")
    text = heading(record, "puzzle", end) + "".join(lines) + as_text(puzzle, digits, color=color)
    return Answer(found.status, text, code)


def _step_keys(puzzle: Puzzle, step: Step) -> dict[str, object]:
    """Return what the JSON of a step holds."""
    deduction = step.deduction
    return {
        "strategy": deduction.technique,
        "name": step.name,
        "action": deduction.action,
        "cells": places(puzzle, deduction.cells),
        "digits": list(digits_of(deduction.mask)),
        "pattern": places(puzzle, deduction.pattern),
        "solved": [[*puzzle.place(cell), digit] for cell, digit in step.solved],
        "reason": deduction.reason,
    }


def _sentence(puzzle: Puzzle, step: Step) -> str:
    """Return the reason of a step, and what it decides."""
    decided = ", ".join("R{}C{} is {}".format(*puzzle.place(cell), digit) for cell, digit in step.solved)
    if not decided or step.deduction.action == "place":
        return step.deduction.reason
    return f"{step.deduction.reason} Now {decided}."


def _draw_steps(drawing: Drawing, record: Record, found: Explanation) -> None:
    """Write a picture of the board before the first and after each step."""
    puzzle: Puzzle = record.value
    board = Board(puzzle, found.start)
    marked: tuple[int, ...] = ()
    title = "The puzzle"
    for number in range(len(found.steps) + 1):
        if number:
            deduction = found.steps[number - 1].deduction
            title, marked = deduction.reason, deduction.cells
            board.apply(deduction)
        svg = as_svg(puzzle, board.digits(), notes=board.domains, marked=marked, title=title)
        drawing.write(record, svg, f"-{number:03}")


@click.command()
@batch_command("text", "json")
@reading
@strategies_option
def hint(batch: Batch, load: PuzzleReading, strategies: frozenset[int]) -> int:
    """Give the next step of each puzzle, and no more.

    With --options the candidates noted in the file are taken as the state.
    """
    work = partial(_hint, batch.format, load.notes, strategies)
    return batch.run(batch.records(load), work)


def _hint(form: str, use_notes: bool, strategies: frozenset[int], record: Record) -> Answer:
    puzzle: Puzzle = record.value
    explainer = Explainer(puzzle, strategies, starting_domains(puzzle, use_notes=use_notes))
    step = None
    try:
        step = next(explainer.steps(), None)
        status = "ok" if step else "solved" if explainer.board.is_complete else "stuck"
    except ValueError:
        status = "unsolvable"
    code = YES if status in ("ok", "solved") else NO
    if form == "json":
        keys = _step_keys(puzzle, step) if step else None
        return Answer(status, json_line(record, status, step=keys), code)
    words = f"{step.name}: {_sentence(puzzle, step)}" if step else status
    return Answer(status, heading(record, "puzzle", words), code)
