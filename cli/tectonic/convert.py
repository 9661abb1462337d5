"""The command `zet tectonic convert`."""

from __future__ import annotations

from functools import partial
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.images import changed, image_options, unique_option
from zet.cli.tectonic.options import WRITABLE, PuzzleReading, frame, schema_reading, written
from zet.engines import tectonic


def _prepare(
    load: PuzzleReading, turn: str | None, mirror: bool, canonical: bool, unique: bool
) -> dict[str, Any]:
    options: dict[str, Any] = {"notes": load.notes}
    if turn or mirror or canonical or unique:
        change = partial(_image, turn=int(turn or 0), mirror=mirror, canonical=canonical)
        options["expand"] = partial(changed, change=change, key=tectonic.symmetry.key if unique else None)
    return options


def _image(puzzle: tectonic.Puzzle, *, turn: int, mirror: bool, canonical: bool) -> tectonic.Puzzle:
    """Return a puzzle after the requested rotation, reflection or conversion to canonical form."""
    if canonical:
        return tectonic.symmetry.canonical(puzzle)
    puzzle = tectonic.symmetry.turned(puzzle, tectonic.symmetry.TURNS.get(turn, 0))
    return tectonic.symmetry.mirrored(puzzle) if mirror else puzzle


@command(
    *WRITABLE,
    reading=schema_reading,
    prepare=_prepare,
    frame=frame,
    answers="PuzzleAnswer",
)
@image_options("puzzle")
@unique_option("puzzle")
def convert(record: Record, *, notes: bool = False) -> Outcome:
    """Convert puzzles between formats; also rotate, mirror and deduplicate them.

    Notes, the candidates that a person has noted in cells, are converted too, except to the formats line,
    puzzlink and janko; to xml, they are converted only with --notes. For SudokuPad and f-puzzles the
    solution is added if it is unique, so that these sites can check the player's grid.
    """
    return written(record, notes=notes)
