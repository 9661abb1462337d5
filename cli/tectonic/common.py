"""What the commands on Tectonic puzzles share: reading, limits, words."""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click
from zet.cli.common import Reading, from_option
from zet.cli.common import limits as limits_for
from zet.engines.tectonic.model import Puzzle
from zet.formats.errors import FormatError
from zet.formats.known import Format
from zet.formats.tectonic import FORMATS

WRITABLE = tuple(name for name, form in FORMATS.items() if form.writes)
OWN = tuple(name for name in WRITABLE if name != "json")


@dataclass(frozen=True, slots=True)
class PuzzleReading(Reading):
    """How a command reads puzzles: XML is held to a schema, and may have options."""

    schema: str = "zet"
    notes: bool = False

    def _values(self, form: Format | None, stream: io.BufferedReader, source: str) -> Iterator[Any]:
        if form is not None and form.name == "xml":
            yield from form.load(stream, source, schema=self.schema, options=self.notes)
        elif form is not None and self.schema == "seed":
            yield FormatError(source, None, "not XML, so it can't be held to the seed's schema")
        elif form is not None:
            yield from form.load(stream, source)
        else:
            yield FormatError(source, None, "no puzzle in any known format")


def reading(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of commands that read puzzles; the command gets them as `load`."""

    @wraps(command)
    def with_load(*, form: str | None, schema: str, options: bool, **values: Any) -> int:
        load = PuzzleReading(FORMATS, "puzzle", form, schema, options)
        return command(load=load, **values)

    function: Callable[..., int] = with_load
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
        from_option(FORMATS),
    ):
        function = option(function)
    return function


limits = limits_for("puzzle", "trying this many values")


def rows(puzzle: Puzzle, values: Sequence[int]) -> list[list[int]]:
    """Return the values of the cells as rows."""
    width = puzzle.width
    return [list(values[start : start + width]) for start in range(0, len(values), width)]


def places(puzzle: Puzzle, cells: Sequence[int]) -> list[tuple[int, int]]:
    """Return the [row, column] of each cell, both from 1."""
    return [puzzle.place(cell) for cell in cells]


def solution_words(unique: bool | None, count: int, *, complete: bool = False) -> str:
    """Return in words how many solutions there are."""
    if unique:
        return "the only solution"
    if unique is None:
        return f"{count} found so far" if count else "no solution found so far"
    if count == 0:
        return "no solution"
    return f"{count} solutions, no more" if complete else f"{count} solutions or more"
