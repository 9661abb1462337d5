"""The solver of the original program: strategies 1 to 8 until nothing changes, then a guess (9).

This module is for comparison; `explain` and `solver` solve puzzles. It reproduces the limits of the
original program, which guesses only in cells with two candidates, counts every guess (even a failed one)
toward the depth, gives up at depth 10, and never checks whether a solution is unique. It differs in one
point: it discards an invalid board at once, because no step of the original program makes the board valid
again. Source: the original document, sections "Oplossen: stap voor stap" to "Recursief proberen".
"""

from dataclasses import dataclass
from itertools import product
from typing import Literal

from zet.engines.messages import Message
from zet.engines.tectonic.board import Board, Deduction
from zet.engines.tectonic.explainer import GUESS, Explanation, Status, Step
from zet.engines.tectonic.model import MISSING, ORIGINAL_MAX_PIECE, Puzzle, digits_of
from zet.engines.tectonic.techniques import listing, name_of

MAX_DEPTH = 9

_CORNERS = tuple(((0, c), (r, 0), (r, c)) for r, c in product((-1, 1), repeat=2))
_ROWS = tuple(((-1, s), (0, s), (1, s)) for s in (-1, 1)) + tuple(
    ((s, -1), (s, 0), (s, 1)) for s in (-1, 1)
)


def explain_by_original(puzzle: Puzzle) -> Explanation:
    """Return the original program's steps; the status is "solved", or "stuck" for any other outcome.

    Failed attempts are left out. A puzzle that the schema of the original program rejects is not tried.
    """
    start = tuple(puzzle.domains())
    if max(puzzle.givens) > ORIGINAL_MAX_PIECE:
        reason = Message(
            "a given exceeds {most}, which the schema of the original program rejects",
            code="digit-too-large",
            most=ORIGINAL_MAX_PIECE,
        )
        return Explanation("stuck", start, (), start, reason)
    state = _State(Board(puzzle), [])
    status: Status = "solved" if _solve(state, 0) else "stuck"
    return Explanation(status, start, tuple(state.steps), tuple(state.board.domains))


@dataclass
class _State:
    """A board and the steps that have led to it."""

    board: Board
    steps: list[Step]

    def offset(self, cell: int, down: int, right: int) -> int | None:
        """Return the cell `down` rows and `right` columns away; None if there is no such cell."""
        puzzle = self.board.puzzle
        row, column = divmod(cell, puzzle.width)
        if 0 <= row + down < puzzle.height and 0 <= column + right < puzzle.width:
            other = (row + down) * puzzle.width + column + right
            return other if puzzle.pieces[other] != MISSING else None
        return None

    def remove(self, strategy: int, cells: list[int], mask: int, pattern: list[int]) -> None:
        """Remove digits from cells, and record the step if it changes anything."""
        domains = self.board.domains
        losers = tuple([cell for cell in cells if domains[cell] & mask])
        if not losers:
            return
        why = ", ".join(name_of(self.board, cell) for cell in pattern)
        solved = []
        for cell in losers:
            domains[cell] &= ~mask
            if domains[cell].bit_count() == 1:
                solved.append((cell, domains[cell].bit_length()))
        reason = Message(
            "Because of {pattern}, {cells} cannot be {digits}.",
            pattern=why,
            cells=listing(name_of(self.board, cell) for cell in losers),
            digits=listing(digits_of(mask), "or"),
        )
        deduction = Deduction(strategy, "remove", losers, mask, tuple(pattern), reason)
        self.steps.append(Step(deduction, tuple(solved)))

    def place(self, strategy: int, cell: int, mask: int, pattern: list[int]) -> None:
        """Place a digit in a cell, and record the step."""
        self.board.domains[cell] = mask
        digit = mask.bit_length()
        where = name_of(self.board, cell)
        reason = Message("{cell} is the only place for {digit} in its piece.", digit=digit, cell=where)
        if strategy == GUESS:
            reason = Message("Guess {digit} in {cell}.", digit=digit, cell=where)
        action: Literal["guess", "place"] = "guess" if strategy == GUESS else "place"
        deduction = Deduction(strategy, action, (cell,), mask, tuple(pattern), reason)
        self.steps.append(Step(deduction, ((cell, digit),)))


def _solve(state: _State, depth: int) -> bool:
    """Solve the board in place, and return whether it is solved.

    `depth` counts guesses as the original program does: a failed guess is not subtracted.
    """
    if depth > MAX_DEPTH:
        return False
    domains = state.board.domains
    while True:
        before = domains.copy()
        for strategy in (_one, _two, _three, _four, _five, _six):
            strategy(state)
        _three_around(state, 7, _CORNERS)
        _three_around(state, 8, _ROWS)
        if not _is_valid(state.board):
            return False
        if domains == before:
            break
    if state.board.is_complete:
        return True
    for cell, mask in enumerate(domains):
        if mask.bit_count() != 2:
            continue
        for digit in digits_of(mask):
            depth += 1
            if depth > MAX_DEPTH:
                return False
            trial = _State(state.board.trial(), state.steps.copy())
            trial.place(GUESS, cell, 1 << digit - 1, [cell])
            if _solve(trial, depth):
                state.board, state.steps = trial.board, trial.steps
                return True
    return False


def _is_valid(board: Board) -> bool:
    """Return whether every cell has a candidate and no two solved cells clash."""
    domains = board.domains
    for cell in board.cells:
        mask = domains[cell]
        if mask & (mask - 1):
            continue
        if not mask or any(domains[other] == mask for other in board.sees(cell)):
            return False
    return True


def _one(state: _State) -> None:
    board = state.board
    for cells in board.members:
        for cell in cells:
            if board.is_solved(cell):
                mates = [c for c in cells if c != cell and not board.is_solved(c)]
                state.remove(1, mates, board.domains[cell], [cell])


def _two(state: _State) -> None:
    board = state.board
    for cell in range(len(board.domains)):
        if board.is_solved(cell):
            state.remove(2, [*board.touching[cell]], board.domains[cell], [cell])


def _three(state: _State) -> None:
    board = state.board
    for cells in board.members:
        for digit in range(1, len(cells) + 1):
            places = board.places(cells, digit)
            if len(places) == 1 and not board.is_solved(places[0]):
                state.place(3, places[0], 1 << digit - 1, cells)


def _four(state: _State) -> None:
    domains = state.board.domains
    for cell in range(len(domains)):
        if domains[cell].bit_count() != 2:
            continue
        for side in (1, -1):
            partner = state.offset(cell, 1, side)
            if partner is not None and domains[partner] == domains[cell]:
                others = [state.offset(cell, 0, side), state.offset(cell, 1, 0)]
                cells = [other for other in others if other is not None]
                state.remove(4, cells, domains[cell], [cell, partner])


def _five(state: _State) -> None:
    for cell in range(len(state.board.domains)):
        for down, right in ((0, 1), (1, 0)):
            partner = state.offset(cell, down, right)
            if partner is None:
                continue
            for side in (-1, 1):
                pair = [state.offset(start, side * right, side * down) for start in (cell, partner)]
                cells = [other for other in pair if other is not None]
                if cells:
                    _five_beside(state, cell, partner, cells)


def _five_beside(state: _State, cell: int, partner: int, cells: list[int]) -> None:
    """Apply strategy 5 to two cells: remove their digits from `cells`, which are next to both.

    The strategy has two forms: a digit has only these two places in their piece, or both cells have the
    same two candidates. Both forms are applied.
    """
    board = state.board
    domains = board.domains
    piece = board.piece_of[cell]
    if piece == board.piece_of[partner]:
        outside = [other for other in cells if board.piece_of[other] != piece]
        for digit in range(1, ORIGINAL_MAX_PIECE + 1):
            if set(board.places(board.members[piece], digit)) == {cell, partner}:
                state.remove(5, outside, 1 << digit - 1, [cell, partner])
    if domains[partner] == domains[cell] and domains[cell].bit_count() == 2:
        state.remove(5, cells, domains[cell], [cell, partner])


def _six(state: _State) -> None:
    domains = state.board.domains
    for cells in state.board.members:
        for cell in cells:
            if domains[cell].bit_count() != 2:
                continue
            partner = next((c for c in cells if c != cell and domains[c] == domains[cell]), None)
            if partner is not None:
                others = [c for c in cells if c not in (cell, partner)]
                state.remove(6, others, domains[cell], [cell, partner])


def _three_around(state: _State, strategy: int, shapes: tuple[tuple[tuple[int, int], ...], ...]) -> None:
    """Remove a digit from a cell if an adjacent piece has only three places for it, all next to the cell.

    Each of `shapes` gives the (row, column) offsets from the cell to the three places.
    """
    board = state.board
    domains = board.domains
    for cell in range(len(domains)):
        for shape in shapes:
            three = [state.offset(cell, *step) for step in shape]
            if None in three:
                continue
            trio = [other for other in three if other is not None]
            pieces = {board.piece_of[other] for other in trio}
            if len(pieces) != 1 or board.piece_of[cell] in pieces:
                continue
            members = board.members[pieces.pop()]
            for digit in range(1, ORIGINAL_MAX_PIECE + 1):
                if set(board.places(members, digit)) == set(trio):
                    state.remove(strategy, [cell], 1 << digit - 1, trio)
