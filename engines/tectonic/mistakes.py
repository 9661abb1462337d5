"""Mistakes in a player's notes, found by comparing them with the solution.

The notes of a puzzle are written by the player. One digit in an open cell is an answer; several digits
are candidates. Answers that differ from the solution are mistakes, and so are candidates that do not
include the correct digit. Nothing may be deduced from mistakes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import solve


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake: a cell whose `note` (a mask of digits) does not contain the correct digit.

    `must_be` is the correct digit. In a puzzle with several solutions, `must_be` is None; the note is
    then a mistake because no solution agrees with both this note and the correct notes in earlier cells.
    """

    cell: int
    note: int
    must_be: int | None

    @property
    def is_answer(self) -> bool:
        """Whether the note is a single digit, which is an answer."""
        return self.note.bit_count() == 1


@dataclass(frozen=True, slots=True)
class Judgment:
    """A puzzle reduced to its correct notes, and the mistakes in its other notes.

    If a limit was reached (`is_known` is false), or if the puzzle has no solution, no note counts as
    correct, and none as a mistake.
    """

    puzzle: Puzzle
    mistakes: tuple[Mistake, ...]
    is_known: bool = True


def judge(puzzle: Puzzle, *, nodes: int | None = None, seconds: float | None = None) -> Judgment:
    """Return the correct and the wrong notes of a puzzle; the limits apply to each search.

    If there are several solutions, the notes are checked cell by cell: a note is a mistake if no solution
    agrees with both this note and the correct notes in earlier cells.
    """
    noted = [cell for cell, note in enumerate(puzzle.notes or ()) if note and not puzzle.givens[cell]]
    if puzzle.notes is None or not noted:
        return Judgment(puzzle, ())
    result = solve(puzzle, nodes=nodes, seconds=seconds)
    mistakes: list[Mistake] = []
    kept = [0] * len(puzzle.notes)
    if result.unique is None:
        return _undecided(puzzle)
    if not result.solutions:
        return Judgment(puzzle.noted(kept), ())
    solution = result.solutions[0]
    domains = puzzle.domains()
    for cell in noted:
        note = puzzle.notes[cell]
        fits: bool | None = bool(note >> solution[cell] - 1 & 1)
        if not result.unique and not fits:
            trial = domains.copy()
            trial[cell] &= note
            again = _solution(puzzle, trial, nodes, seconds)
            if again is None:
                return _undecided(puzzle)
            fits = bool(again)
            solution = again or solution
        if fits:
            kept[cell] = note
            domains[cell] &= note
        else:
            mistakes.append(Mistake(cell, note, solution[cell] if result.unique else None))
    return Judgment(puzzle.noted(kept), tuple(mistakes))


def judge_solution(puzzle: Puzzle, *, nodes: int | None = None, seconds: float | None = None) -> Judgment:
    """Return the mistakes in the solution that a puzzle's document includes.

    The document's solution is compared with the solver's; a cell that the document leaves open is not a
    mistake. The limits apply to each search.
    """
    solution = puzzle.solution or ()
    notes = [1 << digit >> 1 for digit in solution]
    found = judge(replace(puzzle, notes=tuple(notes) or None), nodes=nodes, seconds=seconds)
    against = [
        Mistake(cell, notes[cell], given)
        for cell, (given, digit) in enumerate(zip(puzzle.givens, solution, strict=False))
        if given and digit not in (0, given)
    ]
    return replace(found, mistakes=tuple(sorted((*found.mistakes, *against), key=lambda one: one.cell)))


def _solution(
    puzzle: Puzzle, domains: Sequence[int], nodes: int | None, seconds: float | None
) -> bytes | None:
    """Return a solution within `domains`; b"" if none exists, None if a limit is reached."""
    result = solve(puzzle, count=1, nodes=nodes, seconds=seconds, domains=domains)
    if result.solutions:
        return result.solutions[0]
    return b"" if result.status == "unsolvable" else None


def _undecided(puzzle: Puzzle) -> Judgment:
    return Judgment(puzzle.noted([0] * len(puzzle.pieces)), (), is_known=False)
