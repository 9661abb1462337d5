"""`zet tectonic convert`."""

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import blake2b
from typing import Any

import click

from zet.cli.command import Found, Record, command
from zet.cli.options import Choice, flag, not_with
from zet.cli.tectonic.options import WRITABLE, PuzzleReading, frame, notes_reading, written
from zet.engines.tectonic import symmetry
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.symmetry import TURNS
from zet.formats.errors import FormatError


def _prepare(
    load: PuzzleReading, turn: str | None, mirror: bool, canonical: bool, unique: bool
) -> dict[str, Any]:
    if canonical:
        not_with("--canonical", "turn", "mirror")
    options: dict[str, Any] = {"notes": load.notes}
    if turn or mirror or canonical or unique:
        change = partial(_image, turn=int(turn or 0), mirror=mirror, canonical=canonical)
        options["through"] = partial(_changed, change=change, unique=unique)
    return options


def _image(puzzle: Puzzle, *, turn: int, mirror: bool, canonical: bool) -> Puzzle:
    """Return the image of a puzzle that was asked for."""
    if canonical:
        return symmetry.canonical(puzzle)
    puzzle = symmetry.turned(puzzle, TURNS.get(turn, 0))
    return symmetry.mirrored(puzzle) if mirror else puzzle


def _changed(
    records: Iterator[Record], change: Callable[[Puzzle], Puzzle], *, unique: bool
) -> Iterator[Record]:
    """Yield records with images of their puzzles, and with `unique` the first of those alike alone."""
    seen = set[bytes]()
    for record in records:
        if isinstance(record.value, FormatError):
            yield record
            continue
        if unique:
            one = symmetry.canonical(record.value)
            shape = one.width, one.pieces, one.givens
            key = blake2b(repr(shape).encode(), digest_size=16).digest()
            if key in seen:
                continue
            seen.add(key)
        yield record._replace(value=change(record.value))


@command(*WRITABLE, reading=notes_reading, prepare=_prepare, frame=frame, spelling="--to")
@click.option(
    "--turn",
    type=Choice(map(str, TURNS), {}),
    metavar="DEGREES",
    help="Turn the board so many degrees to the left: 90, 180, 270.",
)
@flag("--mirror", help="Mirror the board, left to right, after it was turned.")
@flag("--canonical", help="Turn and mirror each puzzle so that all its eight images become the same.")
@flag("--unique", help="One of each class of puzzles that symmetry makes equal.")
def convert(record: Record, *, notes: bool = False) -> Found:
    """Write puzzles of any format that is read in any format that is written.

    Notes in the cells are kept by pzprv3 and json, and by xml with --options. Puzzles may also be turned
    and mirrored, and doubles left out.
    """
    return written(record, notes=notes)
