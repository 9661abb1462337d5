"""The techniques of the human-style solver: their names and levels, and the reasons for steps in words.

Numbers 1 to 9 are the strategies of the original program (document, sections "Strategie 1" to "Recursief
proberen"); numbers from 10 upwards are additions.

The kernel `_techniques` finds the conclusions. Techniques 7 and 8 name three cells, but also apply if
only two of these cells have the digit, which suffices for the conclusion; the original program requires
all three.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from zet.engines.messages import Message
from zet.engines.tectonic.board import Board, Deduction
from zet.engines.tectonic.constants import (
    CONTRADICTION as CONTRADICTION,
    DEEP_CONTRADICTION as DEEP_CONTRADICTION,
    GUESS as GUESS,
    LADDER,
    TECHNIQUES as TECHNIQUES,
)
from zet.engines.tectonic.model import Puzzle, digits_of


def check_techniques(numbers: Collection[int]) -> None:
    """Raise ValueError if a number is not a technique number."""
    if unknown := [number for number in numbers if number not in LADDER]:
        raise ValueError(f"there is no technique {unknown[0]!r}; the techniques are 1 to {max(LADDER)}")


def name_of(board: Board, cell: int) -> str:
    """Return the name used for a cell in sentences, such as R2C5."""
    return names_of(board.puzzle)[cell]


def names_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the names of all cells."""
    return _names_of(puzzle.width, puzzle.height)


@lru_cache(16)
def _names_of(width: int, height: int) -> tuple[str, ...]:
    return tuple(f"R{row}C{column}" for row in range(1, height + 1) for column in range(1, width + 1))


def listing(words: Iterable[object], last: Literal["and", "or"] = "and") -> str:
    """Return the words as a list in a sentence: "1", "1 and 2", "1, 2 and 3"."""
    texts = [*map(str, words)]
    if len(texts) < 2:
        return texts[0] if texts else ""
    some = ", ".join(texts[:-1])
    if last == "or":
        return Message("{some} or {last}", some=some, last=texts[-1])
    return Message("{some} and {last}", some=some, last=texts[-1])


class Finding(NamedTuple):
    """The kernel's description of a step (`Ladder.last`); cells are indices, digits are masks.

    For a hidden subset, `share` contains its digits and `support` its cells; for a touching subset,
    `share` contains its digits. The last four fields describe how a contradiction ends: after `struck`
    removals (technique 14) or steps (15), the cell `empty` has no candidates, or the piece whose first
    cell is `first` has no place for `digit`. For other techniques, `first` is the first cell of the piece
    of `pattern`. A field that does not apply is -1.
    """

    technique: int
    cells: tuple[int, ...]
    mask: int
    pattern: tuple[int, ...]
    solved: tuple[tuple[int, int], ...]
    share: int
    support: tuple[int, ...]
    struck: int
    empty: int
    first: int
    digit: int


def deduction_of(puzzle: Puzzle, finding: Finding) -> Deduction:
    """Return the deduction for a finding, with its reason in words."""
    number = finding.technique
    action: Literal["remove", "place"] = "place" if number == 3 else "remove"
    reason = _sentence(puzzle, finding)
    return Deduction(number, action, finding.cells, finding.mask, finding.pattern, reason)


def _sentence(puzzle: Puzzle, finding: Finding) -> Message:
    """Return the sentence that states the reason and the conclusion of a finding."""
    names = names_of(puzzle)
    number, mask = finding.technique, finding.mask
    if number >= CONTRADICTION:
        return _contradiction(puzzle, finding)
    if number in (4, 6, 11, 12, 13) or mask & (mask - 1):
        return _subset(puzzle, finding)
    cell, digit = names[finding.pattern[0]], mask.bit_length()
    cells = listing([names[cell] for cell in finding.cells])
    if number == 1:
        return Message(
            "{cell} is {digit} and a piece holds each digit once, so {cells} cannot be {digit}.",
            cell=cell,
            digit=digit,
            cells=cells,
        )
    if number == 2:
        return Message(
            "{cell} is {digit} and equal digits never touch, so {cells} cannot be {digit}.",
            cell=cell,
            digit=digit,
            cells=cells,
        )
    if number == 3:
        return Message(
            "In the piece containing {piece}, {digit} can only go in {cell}.",
            piece=cell,
            digit=digit,
            cell=cells,
        )
    return Message(
        "In the piece containing {piece}, {digit} must go in {places}, which all touch {cells}, "
        "so {cells} cannot be {digit}.",
        piece=names[finding.first],
        digit=digit,
        places=listing([names[cell] for cell in finding.pattern], "or"),
        cells=cells,
    )


def _subset(puzzle: Puzzle, finding: Finding) -> Message:
    """Return the sentence for a finding of a pair or a subset: its reason and its conclusion."""
    names = names_of(puzzle)
    number = finding.technique
    pattern, cells = ([names[cell] for cell in each] for each in (finding.pattern, finding.cells))
    fields = {
        "shared": listing(digits_of(finding.share if number > 11 else finding.mask)),
        "cells": listing(cells),
    }
    if number == 13:
        return Message(
            "{pattern} exclude each other and share {shared}; one of these cells is {digit}, so {cells} "
            "cannot be {digit}.",
            pattern=listing(pattern),
            digit=finding.mask.bit_length(),
            **fields,
        )
    fields["digits"] = listing(digits_of(finding.mask), "or")
    if number == 12:
        return Message(
            "In the piece containing {piece}, {shared} must go in {places}, so {cells} cannot be "
            "{digits}.",
            piece=pattern[0],
            places=listing([names[cell] for cell in finding.support]),
            **fields,
        )
    fields["pattern"] = listing(pattern)
    if number in (6, 11):
        return Message(
            "Within one piece, {pattern} share {shared} between them, so {cells} cannot be {digits}.",
            **fields,
        )
    return Message(
        "{pattern} touch and share {shared} between them, so {cells} cannot be {digits}.", **fields
    )


def _contradiction(puzzle: Puzzle, finding: Finding) -> Message:
    names = names_of(puzzle)
    what = {"cell": names[finding.cells[0]], "digit": finding.mask.bit_length(), "count": finding.struck}
    if finding.technique == DEEP_CONTRADICTION:
        return Message(
            "If {cell} were {digit}, {count} steps would lead to {empty} having no candidate left.",
            **what,
            empty=names[finding.empty],
        )
    if finding.empty >= 0:
        end = Message("{cell} would have no candidate left", cell=names[finding.empty])
    else:
        end = Message(
            "the piece containing {piece} would have no place for {digit}",
            piece=names[finding.first],
            digit=finding.digit,
        )
    return Message(
        "If {cell} were {digit}, {count} candidates would be removed and {end}.", **what, end=end
    )
