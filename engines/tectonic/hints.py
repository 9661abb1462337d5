"""Explanations as a person tells them: what is bookkeeping is folded into the step that it serves.

Most steps strike the digit of a solved cell where it cannot stand any more (techniques 1 and 2). Here
such a step is part of the first step that rests on it, and counts as one of its own, a naked single,
only where it leaves a cell one candidate. A hint is such a step, or all that lead to the next digit.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from zet.engines.messages import Message
from zet.engines.tectonic.board import Board, Deduction
from zet.engines.tectonic.explainer import CONTRADICTION, DEEP_CONTRADICTION, GUESS, Step
from zet.engines.tectonic.model import Puzzle, digits_of
from zet.engines.tectonic.techniques import listing, name_of

BOOKKEEPING = frozenset({1, 2})
"""The techniques that strike the digit of a solved cell."""

HIDDEN_SINGLE = 3

Struck = dict[tuple[int, int], int]
"""For each cell and digit: the index of the step that struck it."""


@dataclass(frozen=True, slots=True)
class Told:
    """A step as a person tells it.

    `number` is its number among all steps, from 1. `name` and `reason` are its own, or those of a single
    with the cells that exclude the other digits, or the other places. `folded` are the steps of
    bookkeeping that it rests on, as far as no step told before it has them; `rests_on` are the numbers of
    all steps that it rests on, directly or not, itself included.
    """

    step: Step
    number: int
    name: str
    reason: str
    folded: tuple[Step, ...]
    rests_on: frozenset[int]


def is_bookkeeping(step: Step) -> bool:
    """Whether a step strikes the digit of a solved cell, and leaves no cell one candidate."""
    return step.deduction.technique in BOOKKEEPING and not step.solved


def told(puzzle: Puzzle, start: Sequence[int], steps: Iterable[Step]) -> Iterator[Told]:
    """Yield the steps that are no bookkeeping, each with the bookkeeping that it rests on.

    `start` are the candidates before the first step.
    """
    board = Board(puzzle, start)
    struck: Struck = {}
    before: list[Step] = []
    rests: list[frozenset[int]] = []
    used: set[int] = set()
    for number, step in enumerate(steps, 1):
        needs = {struck[one] for one in _needs(board, step) if one in struck}
        rests_on = frozenset({number}).union(*(rests[one - 1] for one in needs))
        before.append(step)
        rests.append(rests_on)
        if not is_bookkeeping(step):
            own = sorted(one for one in rests_on - used - {number} if is_bookkeeping(before[one - 1]))
            used.update(own)
            name, reason = _words(board, step)
            yield Told(step, number, name, reason, tuple(before[one - 1] for one in own), rests_on)
        for cell in step.deduction.cells:
            had = board.domains[cell]
            gone = step.deduction.mask if step.deduction.action == "remove" else ~step.deduction.mask
            for digit in digits_of(had & gone):
                struck[cell, digit] = number
        board.apply(step.deduction)


def to_next_digit(puzzle: Puzzle, start: Sequence[int], steps: Iterable[Step]) -> list[Told]:
    """Return the steps that lead to the next digit, the last of which places it.

    If there is no digit in reach they are all that there are.
    """
    found: list[Told] = []
    for one in told(puzzle, start, steps):
        found.append(one)
        if one.step.solved:
            return [each for each in found if each.number in one.rests_on]
    return found


def first(puzzle: Puzzle, start: Sequence[int], steps: Iterable[Step]) -> Told | None:
    """Return the first step that is no bookkeeping; if all are, the first of these; None without any."""
    kept: list[Step] = []

    def noting() -> Iterator[Step]:
        for step in steps:
            kept.append(step)
            yield step

    if one := next(told(puzzle, start, noting()), None):
        return one
    if not kept:
        return None
    step = kept[0]
    return Told(step, 1, step.name, step.reason, (), frozenset({1}))


def where_to_look(board: Board, step: Step) -> str:
    """Return the first part of a hint: the cells, or the piece, to look at."""
    deduction = step.deduction
    if deduction.technique == HIDDEN_SINGLE:
        return Message("the piece of {cell}", cell=name_of(board, deduction.pattern[0]))
    cells: Iterable[int] = deduction.pattern
    if deduction.technique in BOOKKEEPING:
        cells = [cell for cell, _ in step.solved] or deduction.pattern
    return listing(name_of(board, cell) for cell in cells)


def _needs(board: Board, step: Step) -> Iterator[tuple[int, int]]:
    """Yield the cells and digits that must be struck for a step to follow, and for what it solves."""
    deduction = step.deduction
    for cell in _seen_whole(deduction, board):
        yield from ((cell, digit) for digit in _absent(board, cell))
    for cell in _seen_for_digits(deduction, board):
        yield from ((cell, digit) for digit in digits_of(deduction.mask & ~board.domains[cell]))
    for cell, _ in step.solved:
        if deduction.action == "remove":
            yield from ((cell, digit) for digit in _absent(board, cell))


def _seen_whole(deduction: Deduction, board: Board) -> Iterable[int]:
    """Return the cells all of whose missing candidates a deduction rests on."""
    number = deduction.technique
    if number in (CONTRADICTION, DEEP_CONTRADICTION, GUESS):
        return range(len(board.domains))
    is_by_places = number in (HIDDEN_SINGLE, 7, 8, 10)
    if is_by_places or (number == 5 and deduction.mask.bit_count() == 1):
        return ()
    return deduction.pattern


def _seen_for_digits(deduction: Deduction, board: Board) -> Iterable[int]:
    """Return the cells in which a deduction rests on its own digits being missing."""
    number = deduction.technique
    is_by_places = number in (HIDDEN_SINGLE, 7, 8, 10)
    if is_by_places or (number == 5 and deduction.mask.bit_count() == 1):
        return board.members[board.piece_of[deduction.pattern[0]]]
    return ()


def _absent(board: Board, cell: int) -> Iterator[int]:
    """Yield the digits that a cell has no longer."""
    size = len(board.members[board.piece_of[cell]])
    return digits_of((1 << size) - 1 & ~board.domains[cell])


def _words(board: Board, step: Step) -> tuple[str, str]:
    """Return the name and the reason of a step: those of a single with its causes."""
    deduction = step.deduction
    if deduction.technique in BOOKKEEPING:
        after = board.trial()
        after.apply(deduction)
        singles = [_naked_single(board, after, cell, digit) for cell, digit in step.solved]
        return Message("naked single"), Message.joined(singles, by=" ")
    if deduction.technique == HIDDEN_SINGLE:
        [cell] = deduction.cells
        digit = deduction.mask.bit_length()
        others = [other for other in deduction.pattern if other != cell and not board.is_solved(other)]
        causes = {_cause(board, other, digit) for other in others}
        if causes and None not in causes:
            piece = name_of(board, deduction.pattern[0])
            reason = Message(
                "In the piece of {piece}, {digit} can only go in {cell}, as {causes}.",
                piece=piece,
                digit=digit,
                cell=name_of(board, cell),
                causes=_causes(board, sorted(one for one in causes if one is not None)),
            )
            return step.name, reason
    return step.name, step.reason


def _naked_single(board: Board, after: Board, cell: int, digit: int) -> Message:
    """Return why a cell can only hold a digit: the solved cells that see it, digit by digit."""
    causes: list[int] = []
    unseen: list[int] = []
    for other in _absent(after, cell):
        cause = _cause(board, cell, other)
        if cause is None:
            unseen.append(other)
        else:
            causes.append(cause)
    fields = {"cell": name_of(board, cell), "digit": digit, "causes": _causes(board, causes)}
    if unseen:
        return Message(
            "{cell} is {digit}, as {causes}, and {others} went before.",
            **fields,
            others=listing(unseen),
        )
    return Message("{cell} is {digit}, as {causes}.", **fields)


def _cause(board: Board, cell: int, digit: int) -> int | None:
    """Return a solved cell with a digit that sees a cell, one of its piece before others."""
    for seers in (board.mates[cell], board.touching[cell]):
        for other in sorted(seers):
            if board.domains[other] == 1 << digit - 1:
                return other
    return None


def _causes(board: Board, cells: Sequence[int]) -> str:
    return listing(
        Message("{cell} is {digit}", cell=name_of(board, cell), digit=board.domains[cell].bit_length())
        for cell in cells
    )
