"""The steps that matter: an explanation without the conclusions that the solution does not need.

The ladder applies every conclusion of the easiest technique that finds one, and most of them turn out to
be unnecessary. Each is left out on trial, the last one first, and stays out if singles and the remaining
conclusions, in their order, still solve the puzzle. What remains is minimal: no conclusion can be left
out alone, but a smaller set may exist.
"""

from collections.abc import Sequence
from dataclasses import replace

from zet.engines.tectonic.board import Board
from zet.engines.tectonic.chains import Candidate, absent
from zet.engines.tectonic.explainer import Explainer, Explanation, Step
from zet.engines.tectonic.hints import chain_of_step, needs_of_step
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rating import SINGLES


def essential(puzzle: Puzzle, found: Explanation) -> Explanation:
    """Return an explanation of the same solution by the steps that it needs.

    Singles are applied as soon as they are found. An explanation with guesses, or without a solution, is
    returned as it is.
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
    steps = _steps(puzzle, found.start, conclusions, techniques)
    for one in reversed(conclusions.copy()):
        rest = [other for other in conclusions if other is not one]
        if fewer := _steps(puzzle, found.start, rest, techniques):
            conclusions, steps = rest, fewer
    return replace(found, steps=tuple(steps)) if steps else found


def _steps(
    puzzle: Puzzle,
    start: Sequence[int],
    conclusions: Sequence[tuple[Step, set[Candidate]]],
    techniques: set[int],
) -> list[Step]:
    """Return the steps to the solution by singles and these conclusions; empty if they do not suffice."""
    steps: list[Step] = []
    board = Board(puzzle, start)
    for step, needs in (*conclusions, (None, ())):
        explainer = Explainer(puzzle, techniques, board.domains)
        steps += explainer.steps()
        board = explainer.board
        if step is None:
            break
        if any(digit not in absent(board, cell) for cell, digit in needs):
            return []
        before = board.domains.copy()
        solved = board.apply(step.deduction)
        if board.domains != before:
            steps.append(Step(step.deduction, tuple((cell, board.digits()[cell]) for cell in solved)))
    return steps if board.is_complete else []
