"""What the commands on Tectonic puzzles share: reading, limits, drawing, words."""

import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click
from zet.cli.batch import Batch, Record
from zet.engines.tectonic.model import Puzzle
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.files import whole_file
from zet.formats.tectonic import FORMATS, Format, recognise

WRITABLE = tuple(name for name, form in FORMATS.items() if form.writes)
OWN = tuple(name for name in WRITABLE if name != "json")


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
        found = False
        for value in self._values(form, stream, source):
            found = True
            yield value
        if not found:
            yield FormatError(source, None, "no puzzle in it")

    def _values(
        self, form: Format | None, stream: io.BufferedReader, source: str
    ) -> Iterator[Puzzle | FormatError]:
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


def rows(puzzle: Puzzle, values: Sequence[int]) -> list[list[int]]:
    """Return the values of the cells as rows."""
    width = puzzle.width
    return [list(values[start : start + width]) for start in range(0, len(values), width)]


def places(puzzle: Puzzle, cells: Sequence[int]) -> list[tuple[int, int]]:
    """Return the [row, column] of each cell, both from 1."""
    return [puzzle.place(cell) for cell in cells]


def heading(record: Record, words: str) -> str:
    """Return the line that opens the answer to a puzzle in text."""
    return f"{record.source}, puzzle {record.number}: {words}\n"


def is_colored(batch: Batch) -> bool:
    """Whether boards are drawn in colour: on a terminal, unless NO_COLOR is set."""
    return batch.output is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ


@dataclass(frozen=True, slots=True)
class Drawing:
    """Where pictures go: a file for one, a folder for more; and whether files may be replaced.

    `sources` are the names of all files read, which make the names of pictures in a folder.
    """

    path: Path
    force: bool
    sources: tuple[str, ...]

    def write(self, record: Record, svg: bytes, suffix: str = "") -> Path:
        """Write a picture of a record and return its file.

        Raises:
            UnwritableError: the file exists and may not be replaced, or cannot be written; there is
                more than one picture for it.
        """
        path = self.path
        if path.is_dir():
            name = "stdin" if record.source == "-" else Path(record.source).name
            if sum(Path(source).name == Path(record.source).name for source in self.sources) > 1:
                name = f"{self.sources.index(record.source) + 1}-{name}"
            path /= f"{name}-{record.number}{suffix}.svg"
        elif record.number > 1 or len(self.sources) > 1:
            raise UnwritableError(f"{path} is no folder, and there is more than one picture")
        if path.exists() and not self.force:
            raise UnwritableError(f"{path} exists; --force overwrites it")
        try:
            with whole_file(path) as stream:
                stream.write(svg)
        except OSError as error:
            raise UnwritableError(f"{path}: {error.strerror}") from None
        return path


def solution_words(unique: bool | None, count: int, *, complete: bool = False) -> str:
    """Return in words how many solutions there are."""
    if unique:
        return "the only solution"
    if unique is None:
        return f"{count} found so far" if count else "no solution found so far"
    if count == 0:
        return "no solution"
    return f"{count} solutions, no more" if complete else f"{count} solutions or more"
