"""The parts of a puzzle that several formats cannot hold."""

from operator import mul

from zet.engines.messages import Message
from zet.engines.tectonic.model import Puzzle
from zet.formats.losses import lose

NOTES, SOLUTION, SOURCE, TITLE = (
    Message("notes"),
    Message("solution"),
    Message("source"),
    Message("title"),
)


def lose_extras(puzzle: Puzzle, *kept: str) -> None:
    """Record the loss of everything but the cells, pieces and givens of a puzzle, except for `kept`."""
    if puzzle.notes and NOTES not in kept and any(puzzle.notes):
        lose(NOTES)
    if puzzle.solution and SOLUTION not in kept:
        lose(SOLUTION)
    if puzzle.origin and SOURCE not in kept and puzzle.origin.strip():
        lose(SOURCE)
    if puzzle.title and TITLE not in kept and puzzle.title.strip():
        lose(TITLE)


def lose_notes_of_givens(puzzle: Puzzle) -> None:
    """Record the loss of notes in cells with givens."""
    if puzzle.notes and any(map(mul, puzzle.givens, puzzle.notes)):
        lose(Message("notes of givens"))
