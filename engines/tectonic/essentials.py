"""Shortening of an explanation to the conclusions that the solution needs.

The solver applies conclusions of the easiest technique as long as it finds any, and most of these
conclusions turn out to be unnecessary. From the last to the first, each conclusion is omitted
tentatively, and remains omitted if singles and the other conclusions, in their order, still solve the
puzzle. The result is minimal: no single conclusion can be omitted, but a smaller set may exist.
"""

from collections.abc import Sequence
from dataclasses import replace

from zet.engines.kernel.budget import Budget
from zet.engines.tectonic._ladder import Ladder
from zet.engines.tectonic.board import Board
from zet.engines.tectonic.chains import Candidate
from zet.engines.tectonic.explainer import Explainer, Explanation, Step, run_within
from zet.engines.tectonic.hints import chain_of_step, needs_of_step
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rating import SINGLES


def essential(puzzle: Puzzle, found: Explanation) -> Explanation:
    """Return an explanation of the same solution, reduced to the necessary steps.

    Singles are applied as soon as they are found. An explanation with guesses, or without a solution, is
    returned unchanged.
    """
    if found.status != "solved" or found.guesses:
        return found
    board = Board(puzzle, found.start)
    conclusions: list[tuple[Step, set[Candidate]]] = []
    for step in found.steps:
        if step.deduction.technique not in SINGLES:
            conclusions.append((step, set(needs_of_step(board, step, chain_of_step(board, step)))))
        board.apply(step.deduction)
    techniques = {step.deduction.technique for step in found.steps}.intersection(SINGLES)
    for one in reversed(conclusions.copy()):
        rest = [other for other in conclusions if other is not one]
        if _suffice(puzzle, found.start, rest, techniques):
            conclusions = rest
    steps = _steps(puzzle, found.start, conclusions, techniques)
    return replace(found, steps=tuple(steps))


def _suffice(
    puzzle: Puzzle,
    start: Sequence[int],
    conclusions: Sequence[tuple[Step, set[Candidate]]],
    techniques: set[int],
) -> bool:
    """Return whether singles and the given conclusions solve a puzzle.

    Singles are applied before each conclusion; each conclusion must then follow from the board.
    """
    masks = sum(1 << number for number in techniques)
    board = Board(puzzle, start)
    for step, needs in (*conclusions, (None, ())):
        ladder = Ladder(puzzle.width, puzzle.height, puzzle.pieces, board.domains, masks)
        run_within(Budget(), ladder)
        board = Board(puzzle, ladder.domains())
        if any(board.domains[cell] >> digit - 1 & 1 for cell, digit in needs):
            return False
        if step:
            board.apply(step.deduction)
    return board.is_complete


def _steps(
    puzzle: Puzzle,
    start: Sequence[int],
    conclusions: Sequence[tuple[Step, set[Candidate]]],
    techniques: set[int],
) -> list[Step]:
    """Return the steps to the solution: singles and the given conclusions."""
    steps: list[Step] = []
    board = Board(puzzle, start)
    for step, _needs in (*conclusions, (None, ())):
        explainer = Explainer(puzzle, techniques, board.domains)
        steps += explainer.steps()
        board = explainer.board
        if step is None:
            break
        before = board.domains.copy()
        solved = board.apply(step.deduction)
        if board.domains != before:
            steps.append(Step(step.deduction, tuple((cell, board.digits()[cell]) for cell in solved)))
    return steps
