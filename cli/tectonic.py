"""`zet tectonic`: what a person types about Tectonic (Suguru) puzzles."""

import io
import os
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from random import Random
from typing import Any

import click
from zet.cli.batch import NO, UNKNOWN, YES, Answer, Batch, Record, batch_command, json_line
from zet.engines.tectonic.board import Board, digits_of
from zet.engines.tectonic.check import check as check_puzzle
from zet.engines.tectonic.explain import (
    GUESS,
    LADDER,
    NAMES,
    Explainer,
    Explanation,
    Step,
    starting_domains,
)
from zet.engines.tectonic.explain import explain as explain_puzzle
from zet.engines.tectonic.generate import generate as generate_puzzle
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rate import LEVEL_NAMES, rating_of
from zet.engines.tectonic.seed import explain_by_seed
from zet.engines.tectonic.solver import solve as find_solutions
from zet.formats.errors import FormatError
from zet.formats.files import whole_file
from zet.formats.tectonic import FORMATS, Format, recognise
from zet.formats.tectonic.picture import as_svg, as_text

WRITABLE = tuple(name for name, form in FORMATS.items() if form.writes)
OWN = tuple(name for name in WRITABLE if name != "json")


@click.group()
def tectonic() -> None:
    """Tectonic (Suguru) puzzles: a piece of n cells holds 1..n, equal digits never touch.

    FILES are puzzle files of any known format, plain or gzip-compressed; - or nothing is standard
    input. The format is recognised by content; --from names it.
    """


@dataclass(frozen=True, slots=True)
class Reading:
    """How a command reads puzzles; calling it yields those of a stream."""

    form: str | None
    schema: str
    options: bool

    def __call__(self, stream: io.BufferedReader, source: str) -> Iterator[Puzzle | FormatError]:
        """Yield the puzzles in the named format, or in the one that the stream looks like."""
        form: Format | None
        if self.form:
            form = FORMATS[self.form]
        else:
            form, stream = recognise(stream)
        if form is None:
            yield FormatError(source, None, "no puzzle in any known format")
        elif form.name == "xml":
            yield from form.load(stream, source, schema=self.schema, options=self.options)
        elif self.schema == "seed":
            yield FormatError(source, None, "not XML, so it can't be held to the seed's schema")
        else:
            yield from form.load(stream, source)


def reading(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of commands that read puzzles; the command gets them as `load`."""

    @wraps(command)
    def function(*, form: str | None, schema: str, options: bool, **values: Any) -> int:
        return command(load=Reading(form, schema, options), **values)

    for option in (
        click.option(
            "--options",
            is_flag=True,
            help="Heed candidates noted in cells: Options in XML, answers in pzprv3, notes in JSON.",
        ),
        click.option(
            "--schema",
            type=click.Choice(["zet", "seed"]),
            default="zet",
            show_default=True,
            help="Hold XML to zet's schema or to its author's.",
        ),
        click.option("--from", "form", type=click.Choice(list(FORMATS)), help="The format to read."),
    ):
        function = option(function)
    return function


def limits(command: Callable[..., int]) -> Callable[..., int]:
    """Add the limits of a search."""
    command = click.option(
        "--time",
        "seconds",
        type=click.FloatRange(0),
        metavar="SECONDS",
        help="Give up on a puzzle after this time.",
    )(command)
    return click.option(
        "--nodes",
        type=click.IntRange(0),
        metavar="N",
        help="Give up on a puzzle after trying this many values.",
    )(command)


def _rows(puzzle: Puzzle, values: Sequence[int]) -> list[list[int]]:
    """Return the values of the cells as rows."""
    width = puzzle.width
    return [list(values[start : start + width]) for start in range(0, len(values), width)]


def _places(puzzle: Puzzle, cells: Sequence[int]) -> list[tuple[int, int]]:
    return [puzzle.place(cell) for cell in cells]


def _heading(record: Record, words: str) -> str:
    return f"{record.source}, puzzle {record.number}: {words}\n"


def _colored(batch: Batch) -> bool:
    return batch.output is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ


# solve


@tectonic.command()
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
def solve(batch: Batch, load: Reading, **search: Any) -> int:
    """Find the solution of each puzzle, and prove whether it is the only one.

    An own format (xml, line, ...) writes the puzzle with its first solution filled in.
    """
    frame = FORMATS[batch.format].frame if batch.format in OWN else ("", "")
    work = partial(_solve, batch.format, _colored(batch), search)
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
            solution=_rows(puzzle, solutions[0]) if solutions else None,
            nodes=result.nodes,
        )
        return Answer(status, text, code)
    found = _solution_words(result.unique, len(solutions), complete=result.complete)
    if form == "text":
        board = as_text(puzzle, solutions[0], color=color) if solutions else ""
        return Answer(status, _heading(record, f"{status}, {found}") + board, code)
    message = "" if result.unique else f"{record.source}: record {record.number}: {status}, {found}"
    if not solutions:
        return Answer(status, "", code, message)
    return Answer(status, _filled(form, puzzle, solutions[0]), code, message)


def _solution_words(unique: bool | None, count: int, *, complete: bool = False) -> str:
    if unique:
        return "the only solution"
    if unique is None:
        return f"{count} found so far" if count else "no solution found so far"
    if count == 0:
        return "no solution"
    return f"{count} solutions, no more" if complete else f"{count} solutions or more"


def _filled(form: str, puzzle: Puzzle, solution: Sequence[int]) -> str:
    """Return the solved puzzle in a format: as answers where it has a place for them, else as givens."""
    if FORMATS[form].keeps_notes:
        notes = [1 << digit - 1 for digit in solution]
        return FORMATS[form].dumps()(puzzle.noted(notes))
    return FORMATS[form].dumps()(puzzle.filled(solution))


# explain and hint


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
            chosen.update(range(int(first[:3]), int((last or first)[:3]) + 1))
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


@tectonic.command()
@batch_command("text", "json")
@reading
@strategies_option
@click.option(
    "--seed-method", is_flag=True, help="Work exactly as the seed's own solver, limits and all."
)
@click.option(
    "--svg",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Draw the board after each step into this folder.",
)
def explain(
    batch: Batch, load: Reading, strategies: frozenset[int], seed_method: bool, folder: Path | None
) -> int:
    """Solve each puzzle step by step as a person would, with the reason of each step.

    The easiest technique that leads on is always next. Beyond the seed's nine strategies there are
    exclusion (10), naked (11), hidden (12) and touching (13) subsets, and contradictions (14, 15).
    """
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    drawing = Drawing(folder, batch.force) if folder else None
    method = partial(explain_puzzle, strategies=strategies, use_notes=load.options)
    if seed_method:
        method = partial(explain_by_seed)
    work = partial(_explain, batch.format, method, drawing, _colored(batch))
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
            "solution": _rows(puzzle, digits),
            "guesses": sum(step.deduction.technique == GUESS for step in found.steps),
            "reason": found.reason,
        }
        return Answer(found.status, json_line(record, found.status, **keys), code)
    lines = [
        f"{number:4}  {step.name} ({step.deduction.technique}): {_sentence(puzzle, step)}\n"
        for number, step in enumerate(found.steps, 1)
    ]
    end = f"{found.status} in {len(lines)} steps" + (f": {found.reason}" if found.reason else "")
    text = _heading(record, end) + "".join(lines) + as_text(puzzle, digits, color=color)
    return Answer(found.status, text, code)


def _step_keys(puzzle: Puzzle, step: Step) -> dict[str, object]:
    """Return what the JSON of a step holds."""
    deduction = step.deduction
    return {
        "strategy": deduction.technique,
        "name": step.name,
        "action": deduction.action,
        "cells": _places(puzzle, deduction.cells),
        "digits": list(digits_of(deduction.mask)),
        "pattern": _places(puzzle, deduction.pattern),
        "solved": [[*puzzle.place(cell), digit] for cell, digit in step.solved],
        "reason": deduction.reason,
    }


def _sentence(puzzle: Puzzle, step: Step) -> str:
    """Return the reason of a step, and what it decides."""
    decided = ", ".join("R{}C{} is {}".format(*puzzle.place(cell), digit) for cell, digit in step.solved)
    if not decided or step.deduction.action == "place":
        return step.deduction.reason
    return f"{step.deduction.reason} Now {decided}."


@dataclass(frozen=True, slots=True)
class Drawing:
    """Where pictures go: a file for all, or a folder; and whether files there may be replaced."""

    path: Path
    force: bool

    def write(self, record: Record, svg: bytes, suffix: str = "") -> Path:
        """Write a picture of a record and return its file.

        Raises:
            ValueError: the file exists and may not be replaced, or cannot be written.
        """
        path = self.path
        if path.is_dir():
            stem = "stdin" if record.source == "-" else Path(record.source).name.split(".")[0]
            path /= f"{stem}-{record.number}{suffix}.svg"
        if path.exists() and not self.force:
            raise ValueError(f"{path} exists; --force overwrites it")
        try:
            with whole_file(path) as stream:
                stream.write(svg)
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        return path


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


@tectonic.command()
@batch_command("text", "json")
@reading
@strategies_option
def hint(batch: Batch, load: Reading, strategies: frozenset[int]) -> int:
    """Give the next step of each puzzle, and no more.

    With --options the candidates noted in the file are taken as the state.
    """
    work = partial(_hint, batch.format, load.options, strategies)
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
    return Answer(status, _heading(record, words), code)


# check and rate


@tectonic.command()
@batch_command("text", "json")
@reading
@limits
@click.option("--minimal", is_flag=True, help="Ask also that no given can be spared.")
def check(batch: Batch, load: Reading, **asked: Any) -> int:
    """Say whether each puzzle has one solution, and whether it keeps to the seed's rules.

    The seed's rules want connected pieces of 1 to 5 cells; a puzzle outside them is still valid.
    """
    return batch.run(batch.records(load), partial(_check, batch.format, asked))


def _check(form: str, asked: dict[str, Any], record: Record) -> Answer:
    puzzle: Puzzle = record.value
    found = check_puzzle(puzzle, **asked)
    code = {"valid": YES, "invalid": NO, "unknown": UNKNOWN}[found.status]
    if form == "json":
        text = json_line(
            record,
            found.status,
            count=found.count,
            unique=found.unique,
            minimal=None if found.redundant is None else not found.redundant,
            redundant=None if found.redundant is None else _places(puzzle, found.redundant),
            seed_rules=not found.seed_problems,
            seed_problems=list(found.seed_problems),
        )
        return Answer(found.status, text, code)
    words = [_solution_words(found.unique, found.count)]
    if found.redundant is not None:
        cells = ", ".join("R{}C{}".format(*puzzle.place(cell)) for cell in found.redundant)
        words.append(f"these givens can be spared, each alone: {cells}" if cells else "minimal")
    words += found.seed_problems or ["within the seed's rules"]
    return Answer(found.status, _heading(record, f"{found.status}: {'; '.join(words)}"), code)


@tectonic.command()
@batch_command("text", "json")
@reading
def rate(batch: Batch, load: Reading) -> int:
    """Say how hard each puzzle is: by the hardest technique it needs, and how often.

    Levels: easy, medium, hard, expert, and extreme where a guess is needed.
    """
    return batch.run(batch.records(load), partial(_rate, batch.format))


def _rate(form: str, record: Record) -> Answer:
    explanation = explain_puzzle(record.value)
    if explanation.status == "unsolvable":
        text = json_line(record, "unsolvable") if form == "json" else _heading(record, "unsolvable")
        return Answer("unsolvable", text, NO)
    found = rating_of(explanation)
    counts = [
        {"strategy": number, "name": NAMES[number], "steps": count}
        for number, count in found.counts.items()
    ]
    if form == "json":
        text = json_line(
            record,
            "ok",
            score=found.score,
            level=found.level,
            hardest=found.hardest or None,
            name=NAMES.get(found.hardest),
            techniques=counts,
        )
        return Answer("ok", text)
    used = ", ".join(f"{NAMES[number]} {count}x" for number, count in found.counts.items())
    words = f"{found.level}, {found.score} ({used or 'nothing left to do'})"
    return Answer("ok", _heading(record, words))


# generate, convert, show


@tectonic.command()
@batch_command("line", "text", *(name for name in WRITABLE if name != "line"), files=False)
@click.option("--width", type=click.IntRange(1, 100), default=9, show_default=True)
@click.option("--height", type=click.IntRange(1, 100), default=9, show_default=True)
@click.option(
    "--max-piece",
    type=click.IntRange(1, 64),
    default=5,
    show_default=True,
    help="Cells of the largest piece.",
)
@click.option("--difficulty", type=click.Choice(LEVEL_NAMES[:-1]), help="The level that `rate` says.")
@click.option("--symmetric", is_flag=True, help="Givens keep their places under a half turn.")
@click.option("--minimal", is_flag=True, help="No given can be spared, whatever the difficulty.")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same puzzles.")
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, metavar="N")
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
    return batch.run(records, partial(_generate, batch.format, _colored(batch), wanted), frame)


def _generate(form: str, color: bool, wanted: dict[str, Any], record: Record) -> Answer:
    puzzle = generate_puzzle(random=Random(record.value), **wanted)
    return Answer("ok", _written(form, {}, Record(record.source, record.number, puzzle), color=color))


def _written(form: str, options: dict[str, Any], record: Record, *, color: bool = False) -> str:
    """Return the puzzle of a record in a format; as JSON, it is an answer at the same time."""
    puzzle: Puzzle = record.value
    if form == "text":
        return _heading(record, f"{puzzle.width} x {puzzle.height}") + as_text(puzzle, color=color)
    if form == "json":
        from zet.formats.tectonic.json_lines import as_dict

        return json_line(record, "ok", **as_dict(puzzle))
    return FORMATS[form].dumps(**options)(puzzle)


@tectonic.command()
@batch_command(*WRITABLE, spelling="--to")
@reading
def convert(batch: Batch, load: Reading) -> int:
    """Write puzzles of any format that is read in any format that is written.

    Notes in the cells are kept by pzprv3 and json, and by xml with --options.
    """
    options = {"options": True} if batch.format == "xml" and load.options else {}
    work = partial(_convert, batch.format, options)
    return batch.run(batch.records(load), work, FORMATS[batch.format].frame)


def _convert(form: str, options: dict[str, Any], record: Record) -> Answer:
    return Answer("ok", _written(form, options, record))


@tectonic.command()
@batch_command("text", "json")
@reading
@click.option("--solution", is_flag=True, help="Fill in the solution.")
@click.option(
    "--svg",
    "picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the puzzle into this file; into a folder if that exists, a file for each puzzle.",
)
def show(batch: Batch, load: Reading, solution: bool, picture: Path | None) -> int:
    """Draw each puzzle as text, or as a picture for print."""
    drawing = Drawing(picture, batch.force) if picture else None
    work = partial(_show, batch.format, _colored(batch), solution, drawing)
    return batch.run(batch.records(load), work)


def _show(form: str, color: bool, solution: bool, drawing: Drawing | None, record: Record) -> Answer:
    puzzle: Puzzle = record.value
    digits: Sequence[int] = puzzle.givens
    if solution:
        result = find_solutions(puzzle, count=1)
        if not result.solutions:
            raise ValueError("the puzzle has no solution to show")
        digits = result.solutions[0]
    if drawing:
        path = drawing.write(record, as_svg(puzzle, digits, notes=puzzle.notes))
        if form == "json":
            return Answer("ok", json_line(record, "ok", file=str(path)))
        return Answer("ok", _heading(record, f"drawn in {path}"))
    if form == "json":
        return Answer("ok", _written("json", {}, record))
    heading = _heading(record, f"{puzzle.width} x {puzzle.height}")
    return Answer("ok", heading + as_text(puzzle, digits, color=color))
