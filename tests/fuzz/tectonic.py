"""Tectonic: what is read as a puzzle is the same in every format that can hold it, and can be solved."""

from dataclasses import replace

from contract import Table

from zet.engines.tectonic.checker import check
from zet.engines.tectonic.model import Puzzle
from zet.formats.tectonic import FORMATS


def use(puzzle: Puzzle) -> None:
    check(puzzle, nodes=20)


def held(name: str, puzzle: Puzzle) -> Puzzle:
    """Return what is left of a puzzle in a format."""
    notes = puzzle.notes if FORMATS[name].keeps_notes else None
    if name in ("pzprv3", "penpa") and notes:
        # A given and its notes share a place, and no notes at all look like open cells.
        notes = tuple(0 if digit else note for digit, note in zip(puzzle.givens, notes, strict=True))
        notes = notes if any(notes) else None
    # The page strips the words, and has both of them or none.
    about = {"xml": str, "json": str, "penpa": str.strip}.get(name, lambda _: "")
    return replace(puzzle, notes=notes, origin=about(puzzle.origin), title=about(puzzle.title))


TABLE = Table(FORMATS, use, held, ways={"xml": ({}, {"schema": "original"}, {"options": True})})
