"""The techniques of the human-style solver: their names and levels, and the reasons of steps in words.

Numbers 1 to 9 are the strategies of the original program (document, sections "Strategie 1" to "Recursief
proberen"); numbers from 10 on are additions.

The kernel `_techniques` finds the conclusions. Techniques 7 and 8 apply if two of the three cells have
the digit, which suffices for the conclusion; the original program requires all three.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from zet.engines.messages import Message
from zet.engines.tectonic.board import Board, Deduction
from zet.engines.tectonic.constants import (
    CONTRADICTION as CONTRADICTION,
    DEEP_CONTRADICTION as DEEP_CONTRADICTION,
    GUESS as GUESS,
    TECHNIQUES as TECHNIQUES,
)
from zet.engines.tectonic.model import Puzzle, digits_of


def name_of(board: Board, cell: int) -> str:
    """Return the name of a cell in sentences, like R2C5."""
    return names_of(board.puzzle)[cell]


def names_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the names of all cells."""
    return _names_of(puzzle.width, puzzle.height)


@lru_cache(16)
def _names_of(width: int, height: int) -> tuple[str, ...]:
    return tuple(f"R{row}C{column}" for row in range(1, height + 1) for column in range(1, width + 1))


def listing(words: Iterable[object], last: Literal["and", "or"] = "and") -> str:
    """Return words joined into a list: "1", "1 and 2", "1, 2 and 3"."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    some = ", ".join(texts[:-1])
    if last == "or":
        return Message("{some} or {last}", some=some, last=texts[-1])
    return Message("{some} and {last}", some=some, last=texts[-1])


class Finding(NamedTuple):
    """The kernel's description of a step (`Ladder.last`); cells are indices, digits are masks.

    A hidden subset has its digits in `share` and its cells in `support`; a touching subset has its digits
    in `share`. The last four fields describe how a contradiction ends: after `struck` removals (technique
    14) or steps (15), the cell `empty` has no candidates, or the piece whose first cell is `first` has no
    place for `digit`. For other techniques, `first` is the first cell of the piece of `pattern`. A field
    that does not apply is -1.
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
    number, cells, mask, pattern = finding.technique, finding.cells, finding.mask, finding.pattern
    action: Literal["remove", "place"] = "place" if number == 3 else "remove"
    if number in (3, CONTRADICTION, DEEP_CONTRADICTION):
        return Deduction(number, action, cells, mask, pattern, _sentence(puzzle, finding))
    names = names_of(puzzle)
    sentence = Message(
        "{reason}, so {cells} cannot be {digits}.",
        reason=_sentence(puzzle, finding),
        cells=listing([names[cell] for cell in cells]),
        digits=listing(digits_of(mask), "or"),
    )
    return Deduction(number, action, cells, mask, pattern, sentence)


def _sentence(puzzle: Puzzle, finding: Finding) -> Message:
    """Return the reason for the conclusion of a finding."""
    names = names_of(puzzle)
    number, mask = finding.technique, finding.mask
    pattern = [names[cell] for cell in finding.pattern]
    digit = mask.bit_length()
    if number == 1:
        return Message(
            "{cell} is {digit} and a piece holds each digit once", cell=pattern[0], digit=digit
        )
    if number == 2:
        return Message("{cell} is {digit} and equal digits never touch", cell=pattern[0], digit=digit)
    if number == 3:
        cell = names[finding.cells[0]]
        return Message(
            "In the piece containing {piece}, {digit} can only go in {cell}.",
            piece=pattern[0],
            digit=digit,
            cell=cell,
        )
    if number in (6, 11):
        return Message(
            "In one piece {cells} share {digits} between them",
            cells=listing(pattern),
            digits=listing(digits_of(mask)),
        )
    if number in (4, 5) and mask & (mask - 1):
        return Message(
            "{cells} touch and share {digits} between them",
            cells=listing(pattern),
            digits=listing(digits_of(mask)),
        )
    if number in (5, 7, 8, 10):
        return Message(
            "In the piece containing {piece}, {digit} must go in {places}, which all touch {cells}",
            piece=names[finding.first],
            digit=digit,
            places=listing(pattern, "or"),
            cells=listing([names[cell] for cell in finding.cells]),
        )
    if number == 12:
        return Message(
            "In the piece containing {piece}, {digits} must go in {cells}",
            piece=pattern[0],
            digits=listing(digits_of(finding.share)),
            cells=listing([names[cell] for cell in finding.support]),
        )
    if number == 13:
        return Message(
            "{cells} exclude each other and share {digits}; one of these cells is {digit}",
            cells=listing(pattern),
            digits=listing(digits_of(finding.share)),
            digit=digit,
        )
    return _contradiction(puzzle, finding)


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
    return Message("If {cell} were {digit}, {count} candidates would go and {end}.", **what, end=end)
