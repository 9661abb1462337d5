"""Tectonic: a puzzle is the same in every format that can represent it, and can be solved."""

import io
from dataclasses import replace
from typing import Any

from contract import Table

from zet.engines.tectonic.checker import check
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.verifier import verify
from zet.formats.errors import FormatError
from zet.formats.tectonic import CHECKED, EXPLANATIONS, FORMATS
from zet.formats.tectonic.lost import NOTES, NOTES_OF_GIVENS, SOLUTION, SOURCE, TITLE


def use(puzzle: Puzzle) -> None:
    check(puzzle, nodes=20)


def held(name: str, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle that a format preserves."""
    notes = puzzle.notes if FORMATS[name].keeps_notes else None
    if name in ("pzprv3", "penpa") and notes:
        # A given and its notes share a place, and a cell without notes looks like an open cell.
        notes = tuple(0 if digit else note for digit, note in zip(puzzle.givens, notes, strict=True))
        notes = notes if any(notes) else None
    if name in CHECKED and notes and not any(notes):
        notes = None
    # The page strips the texts, and has both or neither.
    about = dict.fromkeys(("xml", "json", *CHECKED), str) | {"penpa": str.strip}
    keep = about.get(name, lambda _: "")
    return replace(puzzle, notes=notes, origin=keep(puzzle.origin), title=keep(puzzle.title))


def parts(puzzle: Puzzle) -> dict[str, Any]:
    """Return the parts of a puzzle; no notes at all are as good as notes without a digit."""
    notes = [*zip(puzzle.givens, puzzle.notes or [0] * len(puzzle.givens), strict=True)]
    return {
        NOTES: [0 if given else note for given, note in notes],
        NOTES_OF_GIVENS: [note if given else 0 for given, note in notes],
        SOLUTION: puzzle.solution,
        SOURCE: puzzle.origin.strip(),
        TITLE: puzzle.title.strip(),
        "cells": (puzzle.width, puzzle.pieces, puzzle.givens),
    }


def explanations(data: bytes) -> bool:
    """Read explanations, and check those that can be read."""
    is_accepted = False
    for found in EXPLANATIONS["json"].load(io.BytesIO(data), "in"):
        if isinstance(found, FormatError):
            assert str(found).startswith("in")
            assert len(str(found).splitlines()) == 1
        else:
            is_accepted = True
            assert verify(found).status in ("valid", "valid-from-notes", "invalid", "unchecked")
    return is_accepted


TABLE = Table(
    FORMATS,
    use,
    held,
    parts=parts,
    ways={"xml": ({}, {"schema": "original"}, {"options": True})},
    others={"explanations": explanations},
)
