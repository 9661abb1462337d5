"""A check for `verifier` that a puzzle has one solution, by plain backtracking.

It shares no code with the solver.
"""

from zet.engines.tectonic.sentences import Candidates

MOST_TRIES = 5_000
"""The maximum number of digits that backtracking tries."""


def has_one_solution(board: Candidates) -> bool | None:
    """Return whether a puzzle has exactly one solution; None if `MOST_TRIES` digits do not decide it."""
    found = tries = 0
    stack = [({cell: board.candidates[cell] for cell in board.cells}, -1, 0)]
    while stack and found < 2:
        left, cell, digit = stack.pop()
        tries += 1
        if tries > MOST_TRIES:
            return None
        if cell >= 0:
            left = {
                other: digits - {digit} if other in board.seen[cell] else digits
                for other, digits in left.items()
                if other != cell
            }
        if not left:
            found += 1
            continue
        cell = min(left, key=lambda one: len(left[one]))
        stack += [(left, cell, digit) for digit in left[cell]]
    return found == 1
