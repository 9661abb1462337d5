"""`zet tectonic generate`, `convert` and `show`."""

import secrets
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import click
from zet.cli.batch import NO, UNKNOWN, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import Drawing, heading, is_colored, picture_option
from zet.cli.tectonic.common import WRITABLE, PuzzleReading, reading
from zet.engines.tectonic.generate import MAX_TRIES
from zet.engines.tectonic.generate import generate as generate_puzzle
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rate import LEVEL_NAMES
from zet.engines.tectonic.solver import solve as find_solutions
from zet.formats.tectonic import FORMATS
from zet.formats.tectonic.picture import as_svg, as_text


@click.command()
@batch_command("line", "text", *(name for name in WRITABLE if name != "line"), files=False)
@click.option(
    "--width", type=click.IntRange(1, 100), default=9, show_default=True, help="Cells in a row."
)
@click.option(
    "--height", type=click.IntRange(1, 100), default=9, show_default=True, help="Cells in a column."
)
@click.option(
    "--max-piece",
    type=click.IntRange(1, 64),
    default=5,
    show_default=True,
    help="Cells of the largest piece.",
)
@click.option("--difficulty", type=click.Choice(LEVEL_NAMES[:-1]), help="The level that `rate` says.")
@click.option("--symmetric", is_flag=True, help="Givens keep their places under a half turn.")
@click.option("--minimal", is_flag=True, help="No given (with --symmetric: no pair) can be spared.")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same puzzles.")
@click.option(
    "--count", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="How many puzzles."
)
def generate(batch: Batch, seed: int | None, count: int, **wanted: Any) -> int:
    """Make puzzles with exactly one solution.

    Without --difficulty a puzzle may be of any; its givens are few. With --verbose the seed is told.
    """
    if seed is None:
        seed = secrets.randbits(32)
        if batch.verbose:
            click.echo(f"--seed {seed}", err=True)
    records = (Record("-", number, f"{seed}:{number}") for number in range(1, count + 1))
    frame = FORMATS[batch.format].frame if batch.format in FORMATS else ("", "")
    return batch.run(records, partial(_generate, batch.format, is_colored(batch), wanted), frame)


def _generate(form: str, color: bool, wanted: dict[str, Any], record: Record) -> Answer:
    puzzle = generate_puzzle(random=Random(record.value), **wanted)
    if puzzle is None:
        message = f"-: record {record.number}: {MAX_TRIES} boards gave no such puzzle"
        text = json_line(record, "unknown") if form == "json" else ""
        return Answer("unknown", text, UNKNOWN, message)
    return Answer("ok", _written(form, {}, Record(record.source, record.number, puzzle), color=color))


def _written(form: str, options: dict[str, Any], record: Record, *, color: bool = False) -> str:
    """Return the puzzle of a record in a format; as JSON, it is an answer at the same time."""
    puzzle: Puzzle = record.value
    if form == "text":
        return heading(record, "puzzle", f"{puzzle.width} x {puzzle.height}") + as_text(
            puzzle, color=color
        )
    if form == "json":
        from zet.formats.tectonic.json_lines import as_dict

        return json_line(record, "ok", **as_dict(puzzle))
    return FORMATS[form].dumps(**options)(puzzle)


@click.command()
@batch_command(*WRITABLE, spelling="--to")
@reading
def convert(batch: Batch, load: PuzzleReading) -> int:
    """Write puzzles of any format that is read in any format that is written.

    Notes in the cells are kept by pzprv3 and json, and by xml with --options.
    """
    options = {"options": True} if batch.format == "xml" and load.notes else {}
    work = partial(_convert, batch.format, options)
    return batch.run(batch.records(load), work, FORMATS[batch.format].frame)


def _convert(form: str, options: dict[str, Any], record: Record) -> Answer:
    return Answer("ok", _written(form, options, record))


@click.command()
@batch_command("text", "json")
@reading
@click.option("--solution", is_flag=True, help="Fill in the solution.")
@picture_option("the puzzle", "puzzle")
def show(batch: Batch, load: PuzzleReading, solution: bool, picture: Path | None) -> int:
    """Draw each puzzle as text, or as a picture for print."""
    drawing = Drawing.of(batch, picture)
    work = partial(_show, batch.format, is_colored(batch), solution, drawing)
    return batch.run(batch.records(load), work)


def _show(form: str, color: bool, solution: bool, drawing: Drawing | None, record: Record) -> Answer:
    puzzle: Puzzle = record.value
    digits: Sequence[int] = puzzle.givens
    if solution:
        result = find_solutions(puzzle, count=1)
        if not result.solutions:
            message = f"{record.source}: record {record.number}: no solution to show"
            text = json_line(record, "unsolvable") if form == "json" else ""
            return Answer("unsolvable", text, NO, message)
        digits = result.solutions[0]
    if drawing:
        return drawing.answer(form, record, "puzzle", as_svg(puzzle, digits, notes=puzzle.notes))
    if form == "json":
        return Answer("ok", _written("json", {}, record))
    head = heading(record, "puzzle", f"{puzzle.width} x {puzzle.height}")
    return Answer("ok", head + as_text(puzzle, digits, color=color))
