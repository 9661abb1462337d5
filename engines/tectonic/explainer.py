"""Solving a Tectonic puzzle as a person does, always with the easiest technique that applies.

`techniques` describes the techniques; the kernel `_ladder` finds their conclusions and defines their
order. This module adds guesses as a last resort, the limits, and the list of the steps.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from zet.engines.kernel._values import fast_init
from zet.engines.kernel.budget import NO_LIMIT, Budget as Budget, LimitError as LimitError
from zet.engines.kernel.clock import Limit
from zet.engines.messages import Message
from zet.engines.tectonic._ladder import Ladder
from zet.engines.tectonic.board import Board, ContradictionError, Deduction
from zet.engines.tectonic.constants import LADDER as LADDER, TECHNIQUES as TECHNIQUES
from zet.engines.tectonic.model import Puzzle, broken_rule
from zet.engines.tectonic.solver import solve
from zet.engines.tectonic.techniques import (
    CONTRADICTION as CONTRADICTION,
    DEEP_CONTRADICTION as DEEP_CONTRADICTION,
    GUESS as GUESS,
    Finding,
    check_techniques,
    deduction_of,
    names_of,
)

Status = Literal["solved", "stuck", "unsolvable", "unknown"]


@fast_init
@dataclass(frozen=True, slots=True)
class Step:
    """An applied deduction, and the cells that it solved.

    `solved` lists (cell index, digit) for each cell that the deduction reduced to one candidate.
    """

    deduction: Deduction
    solved: tuple[tuple[int, int], ...]

    @property
    def name(self) -> str:
        """The name of the technique."""
        return TECHNIQUES[self.deduction.technique]

    @property
    def reason(self) -> str:
        """The sentence that explains the conclusion."""
        return self.deduction.reason


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps of an explanation, and the candidates before the first step and after the last step.

    `start` and `domains`, respectively, contain these candidates as masks, row by row. If a cell has no
    candidate left, its mask in `domains` is 0. `status` is "stuck" if the chosen techniques find no
    further step, and "unknown" if the `limit` was reached. `reason` explains why a puzzle is unsolvable.
    """

    status: Status
    start: tuple[int, ...]
    steps: tuple[Step, ...]
    domains: tuple[int, ...]
    reason: str = ""
    limit: Limit | None = None

    @property
    def guesses(self) -> int:
        """The number of steps that are guesses."""
        return sum(step.deduction.technique == GUESS for step in self.steps)


def run_within(budget: Budget, ladder: Ladder, most: int = NO_LIMIT) -> bool:
    """Let a solver make up to `most` steps or rounds within a budget; return False if it makes fewer.

    Raises:
        LimitError: a limit is reached.
    """
    budget.charge(0)
    before = ladder.nodes
    found = ladder.run(before + budget.within(NO_LIMIT - before), budget.deadline, most)
    budget.spend(ladder.nodes - before)
    # A finished step counts even if the time has run out since: its conclusion is already on the board.
    if found is None:
        raise LimitError(budget.limit_after())
    return found


def explain(
    puzzle: Puzzle,
    strategies: Collection[int] = LADDER,
    *,
    use_notes: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Explanation:
    """Return the steps towards the solution, as far as the techniques and the limits allow.

    `strategies` lists the numbers of the techniques. With `use_notes`, a cell with notes in the puzzle
    starts with the noted candidates only. `nodes` limits the candidates that are tried when no other
    technique finds anything.

    Raises:
        ValueError: a number is not a technique number.
    """
    start = starting_domains(puzzle, use_notes=use_notes)
    explainer = Explainer(puzzle, strategies, start, Budget(nodes, seconds))
    steps: list[Step] = []
    reason = ""
    limit: Limit | None = None
    board: Board | None = None
    try:
        for step in explainer.steps():
            steps.append(step)  # noqa: PERF402 - the steps before an error are returned
    except ContradictionError as error:
        reason = Message(
            "{cell} has no candidate left", code="no-candidate", cell=names_of(puzzle)[error.cell]
        )
        # The ladder stops within the step that empties the cell; this step is not part of the result.
        board = Board(puzzle, start)
        for step in steps:
            board.apply(step.deduction)
        board.domains[error.cell] = 0
    except LimitError as error:
        limit = error.limit
    board = board or explainer.board
    if not reason and board.is_complete:
        reason = broken_rule(puzzle, board.digits()) or ""
    status: Status = "unsolvable" if reason else "solved" if board.is_complete else "stuck"
    status = "unknown" if limit else status
    return Explanation(status, tuple(start), tuple(steps), tuple(board.domains), reason, limit)


def is_only_solution(
    puzzle: Puzzle, found: Explanation, *, nodes: int | None = None, seconds: float | None = None
) -> bool | None:
    """Return whether the solution that an explanation reaches is the only solution of the puzzle.

    The result is None if the explanation reaches no solution, or if a limit of the solver was reached.
    Steps without a guess prove uniqueness if they start from all candidates that the givens allow.
    """
    if found.status != "solved":
        return None
    if not found.guesses and list(found.start) == puzzle.domains():
        return True
    return solve(puzzle, nodes=nodes, seconds=seconds).unique


def starting_domains(puzzle: Puzzle, *, use_notes: bool = False) -> list[int]:
    """Return the candidates before the first step, as masks.

    With `use_notes`, a cell with notes in the puzzle starts with the noted candidates only.
    """
    domains = puzzle.domains()
    if not use_notes or puzzle.notes is None:
        return domains
    return [
        mask if given or not note else mask & note
        for mask, given, note in zip(domains, puzzle.givens, puzzle.notes, strict=True)
    ]


class Explainer:
    """An explanation in progress: the remaining candidates and the remaining budget."""

    def __init__(
        self,
        puzzle: Puzzle,
        strategies: Collection[int],
        domains: Sequence[int],
        budget: Budget | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.budget = budget or Budget()
        self.strategies = frozenset(strategies)
        check_techniques(self.strategies)
        techniques = sum(1 << number for number in self.strategies)
        self._ladder = Ladder(puzzle.width, puzzle.height, puzzle.pieces, domains, techniques)

    @property
    def board(self) -> Board:
        """A new board with the candidates after the steps so far."""
        return Board(self.puzzle, self._ladder.domains())

    def steps(self) -> Iterator[Step]:
        """Apply steps one after another, and yield each.

        Raises:
            ContradictionError: a cell has no candidate left, so the puzzle has no solution.
            LimitError: a limit is reached.
        """
        while True:
            while self._advance():
                finding = Finding._make(self._ladder.last())
                yield Step(deduction_of(self.puzzle, finding), finding.solved)
            if GUESS not in self.strategies or (step := self._guess()) is None:
                return
            yield step

    def _advance(self) -> bool:
        """Apply a step other than a guess; return False if none exists."""
        found = run_within(self.budget, self._ladder, 1)
        if self._ladder.conflict() >= 0:
            raise ContradictionError(self._ladder.conflict())
        return found

    def _guess(self) -> Step | None:
        """Guess the lowest digit of the first cell with the fewest candidates.

        The result is None if no cell is open. If a search finds no solution with that digit, the step
        removes the digit instead.
        """
        domains = self._ladder.domains()
        open_cells = [cell for cell, mask in enumerate(domains) if mask & (mask - 1)]
        if not open_cells:
            return None
        cell = min(open_cells, key=lambda cell: domains[cell].bit_count())
        before = domains[cell]
        bit = before & -before
        domains[cell] = bit
        left, seconds = self.budget.left, self.budget.deadline.left
        found = solve(self.puzzle, count=1, domains=domains, nodes=left, seconds=seconds)
        self.budget.spend(found.nodes)
        if found.status == "unknown":
            raise LimitError(self.budget.limit_after())
        what = {"cell": names_of(self.puzzle)[cell], "digit": bit.bit_length()}
        reason = Message("Guessing {digit} in {cell} leads to no solution.", **what)
        action: Literal["remove", "guess"] = "remove"
        if found.status == "solved":
            reason = Message("Nothing easier decides {cell}: guess {digit}.", **what)
            action = "guess"
        self._ladder.strike(cell, before & ~bit if action == "guess" else bit, GUESS)
        left_over = bit if action == "guess" else before & ~bit
        solved = ((cell, left_over.bit_length()),) if left_over & (left_over - 1) == 0 else ()
        return Step(Deduction(GUESS, action, (cell,), bit, (cell,), reason), solved)
