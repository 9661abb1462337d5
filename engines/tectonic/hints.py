"""Explanations as a person would give them: bookkeeping is merged into the step that needs it.

Most steps are bookkeeping: they remove the digit of a solved cell from cells that can no longer have it
(techniques 1 and 2). Here they become part of the first step that needs them. Only a removal that leaves
a cell with one candidate is a separate step, a naked single. A hint is one step, or all steps that lead
to the next digit.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from zet.engines.kernel._values import fast_init
from zet.engines.messages import Message
from zet.engines.tectonic.board import Board
from zet.engines.tectonic.chains import (
    HIDDEN_SINGLE,
    NAKED_SINGLE,
    Candidate,
    Chain,
    absent,
    cause_of,
    causes_listed,
    chain_of,
    naked_single,
    needs_of,
)
from zet.engines.tectonic.explainer import CONTRADICTION, DEEP_CONTRADICTION, GUESS, Step
from zet.engines.tectonic.hitting import bits
from zet.engines.tectonic.model import Puzzle, digits_of
from zet.engines.tectonic.techniques import listing, name_of

BOOKKEEPING = frozenset({1, 2})
"""The techniques that remove the digit of a solved cell."""

CONTRADICTIONS = frozenset({CONTRADICTION, DEEP_CONTRADICTION})


@fast_init
@dataclass(frozen=True, slots=True)
class ExplainedStep:
    """A step with its explanation for a person.

    `number` is its number among all steps, from 1. `reason` explains the step: a single is explained by
    the cells that exclude the other digits or places, a contradiction by its `chain`. `pattern` lists the
    cells from which the step follows. In a brief explanation, `folded` lists the bookkeeping steps that
    this step needs and that no earlier step includes; `rests_on` is a mask (bit n for step n) of the step
    itself and all steps on which it depends, directly or indirectly. In other explanations, `folded` is
    empty and `rests_on` is 0.
    """

    step: Step
    number: int
    name: str
    reason: str
    pattern: tuple[int, ...]
    folded: tuple[Step, ...]
    rests_on: int
    chain: Chain | None = None

    @property
    def is_single(self) -> bool:
        """Whether the step is a naked single, whose reason names the cells that it solves."""
        return self.name == NAKED_SINGLE


def is_bookkeeping(step: Step) -> bool:
    """Return whether a step only removes the digit of a solved cell, and solves no cell."""
    return step.deduction.technique in BOOKKEEPING and not step.solved


def explained_steps(
    puzzle: Puzzle, start: Sequence[int], steps: Iterable[Step], *, brief: bool = True
) -> Iterator[ExplainedStep]:
    """Yield the steps other than bookkeeping, each with the bookkeeping that it needs.

    Bookkeeping removes the digit of a solved cell from other cells and solves no cell. `start` contains
    the candidates before the first step. If `brief` is false, every step is yielded, including
    bookkeeping.
    """
    board = Board(puzzle, start)
    struck: dict[Candidate, int] = {}
    before: list[Step] = []
    rests: list[int] = []
    unfolded = 0  # the steps of bookkeeping not yet folded into any step, as bits
    for number, step in enumerate(steps, 1):
        deduction = step.deduction
        chain = chain_of_step(board, step)
        name, reason, pattern = step.name, step.reason, deduction.pattern
        rests_on = own = 0
        if brief:
            name, reason, pattern = _words(board, step)
            rests_on = 1 << number
            for one in {struck[one] for one in needs_of_step(board, step, chain) if one in struck}:
                rests_on |= rests[one - 1]
            before.append(step)
            rests.append(rests_on)
            for cell in deduction.cells:
                gone = deduction.mask if deduction.action == "remove" else ~deduction.mask
                for digit in digits_of(board.domains[cell] & gone):
                    struck[cell, digit] = number
        if chain:
            reason, pattern = chain.reason, chain.cells
        if brief and is_bookkeeping(step):
            unfolded |= 1 << number
        else:
            own = rests_on & unfolded
            unfolded &= ~own
            folded = tuple([before[one.bit_length() - 2] for one in bits(own)])
            yield ExplainedStep(step, number, name, reason, pattern, folded, rests_on, chain)
        board.apply(deduction)


def to_next_digit(puzzle: Puzzle, start: Sequence[int], steps: Iterable[Step]) -> list[ExplainedStep]:
    """Return the steps on which the next digit depends; the last step places the digit.

    If no step places a digit, all steps are returned.
    """
    found: list[ExplainedStep] = []
    for one in explained_steps(puzzle, start, steps):
        found.append(one)
        if one.step.solved:
            return [each for each in found if one.rests_on >> each.number & 1]
    return found


def first(puzzle: Puzzle, start: Sequence[int], steps: Iterable[Step]) -> ExplainedStep | None:
    """Return the first step other than bookkeeping, or the first step if all are bookkeeping.

    Bookkeeping removes the digit of a solved cell from other cells and solves no cell. The result is None
    if there are no steps.
    """
    kept: list[Step] = []

    def noting() -> Iterator[Step]:
        for step in steps:
            kept.append(step)
            yield step

    if one := next(explained_steps(puzzle, start, noting()), None):
        return one
    if not kept:
        return None
    return next(explained_steps(puzzle, start, kept[:1], brief=False))


def where_to_look(board: Board, explained: ExplainedStep) -> str:
    """Return the first part of a hint, a phrase that names the cells or the piece to look at."""
    deduction = explained.step.deduction
    if deduction.technique == HIDDEN_SINGLE:
        return Message("the piece containing {cell}", cell=name_of(board, deduction.pattern[0]))
    cells: Iterable[int] = deduction.pattern
    if explained.is_single:
        cells = [cell for cell, _ in explained.step.solved]
    return listing(name_of(board, cell) for cell in cells)


def chain_of_step(board: Board, step: Step) -> Chain | None:
    """Return the chain that explains a step; None unless the step is a contradiction."""
    deduction = step.deduction
    if deduction.technique not in CONTRADICTIONS:
        return None
    return chain_of(board, deduction.cells[0], deduction.mask.bit_length())


def needs_of_step(board: Board, step: Step, chain: Chain | None) -> Iterable[Candidate]:
    """Return the removed candidates needed by a step and by the digits that it places."""
    deduction = step.deduction
    found = set(chain.needs) if chain else set[Candidate]()
    if deduction.technique == GUESS or (deduction.technique in CONTRADICTIONS and not chain):
        found = {(cell, digit) for cell in board.cells for digit in absent(board, cell)}
    elif not chain:
        found = needs_of(board, deduction)
    if deduction.action == "remove":
        found.update((cell, digit) for cell, _ in step.solved for digit in absent(board, cell))
    return found


def _words(board: Board, step: Step) -> tuple[str, str, tuple[int, ...]]:
    """Return the name, the reason and the pattern of a step, as `ExplainedStep` defines them.

    If possible, the reason and the pattern of a single include the cells that exclude the other digits or
    places.
    """
    deduction = step.deduction
    if deduction.technique in BOOKKEEPING and step.solved:
        singles = [naked_single(board, cell, digit) for cell, digit in step.solved]
        causes = {
            cause_of(board, cell, other)
            for cell, digit in step.solved
            for other in range(1, len(board.members[board.piece_of[cell]]) + 1)
            if other != digit
        }
        pattern = tuple(sorted(one for one in causes if one is not None))
        return NAKED_SINGLE, Message.joined(singles, by=" "), pattern
    if deduction.technique == HIDDEN_SINGLE:
        [cell] = deduction.cells
        digit = deduction.mask.bit_length()
        others = [other for other in deduction.pattern if other != cell and not board.is_solved(other)]
        causes = {cause_of(board, other, digit) for other in others}
        if causes and None not in causes:
            seen = sorted(one for one in causes if one is not None)
            reason = Message(
                "In the piece containing {piece}, {digit} can only go in {cell}, as {causes}.",
                piece=name_of(board, deduction.pattern[0]),
                digit=digit,
                cell=name_of(board, cell),
                causes=causes_listed(board, [(one, digit) for one in seen]),
            )
            return step.name, reason, tuple(sorted({*deduction.pattern, *seen}))
    return step.name, step.reason, deduction.pattern
