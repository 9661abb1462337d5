"""The parts of a puzzle that several formats cannot store."""

from operator import mul

from zet.engines.messages import Message
from zet.engines.tectonic.model import Puzzle
from zet.formats.losses import lose

NOTES, NOTES_OF_GIVENS, SOLUTION, SOURCE, TITLE = (
    Message("notes"),
    Message("notes in cells with givens"),
    Message("solution"),
    Message("source"),
    Message("title"),
)


def lose_extras(puzzle: Puzzle, *kept: str) -> None:
    """Record that a puzzle loses all parts except cells, pieces, givens and the parts in `kept`."""
    if puzzle.notes and NOTES not in kept:
        if any(note for given, note in zip(puzzle.givens, puzzle.notes, strict=True) if not given):
            lose(NOTES)
        lose_notes_of_givens(puzzle)
    if puzzle.solution and SOLUTION not in kept:
        lose(SOLUTION)
    if puzzle.origin and SOURCE not in kept and puzzle.origin.strip():
        lose(SOURCE)
    if puzzle.title and TITLE not in kept and puzzle.title.strip():
        lose(TITLE)


def lose_notes_of_givens(puzzle: Puzzle) -> None:
    """Record that notes in cells with givens are lost."""
    if puzzle.notes and any(map(mul, puzzle.givens, puzzle.notes)):
        lose(NOTES_OF_GIVENS)
