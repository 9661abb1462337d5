"""Check an explanation against the rules, step by step, with code that shares nothing with the explainer.

Candidates are plain sets. A step holds if its conclusion follows from the candidates before it:

- a solved cell excludes its digit from the cells that see it (techniques 1, 2);
- a digit goes into its only place in a piece (3);
- k cells that see each other and have k candidates together hold these: a digit leaves a cell that sees
all of them that may hold it (4, 5, 6, 11, 13);
- a digit leaves each cell that sees all its places in a piece (5, 7, 8, 10);
- k digits with k places in a piece exclude other digits there (12);
- a candidate from which such links lead to a cell without candidates, or a digit without a place in a
  piece, is wrong (14, 15).

Two cells see each other if they touch or belong to one piece. A guess (9) proves nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from zet.engines.messages import Message

Status = Literal["valid", "invalid", "unchecked"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed step: technique, action, cells (row by row from 0), digits, and its pattern.

    `technique` is None for a naked single within a chain. `solved` holds (cell, digit). `folded` are
    the steps of bookkeeping before it. `chain` are the links of a contradiction. Its conflict is the
    cell `end` without candidates or, with `lost`, the piece of that cell without a place for the digit
    `lost`.
    """

    technique: int | None
    action: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    pattern: tuple[int, ...]
    solved: tuple[tuple[int, int], ...] = ()
    folded: "tuple[Claim, ...]" = ()
    chain: "tuple[Claim, ...] | None" = None
    end: int = 0
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation to check: a board of pieces (labels of cells), candidates, steps, the end.

    The label -1 marks a missing cell. `start` are the candidates before the first step; `solution` are
    digits, 0 for an open cell. `status` is the claimed status at the end.
    """

    width: int
    pieces: tuple[int, ...]
    start: tuple[frozenset[int], ...]
    steps: tuple[Claim, ...]
    solution: tuple[int, ...]
    status: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking an explanation: the first step that fails (from 1; 0 for the end), and why.

    `checked` counts the steps that hold, including folded steps and links of chains. "unchecked" means
    that all steps but guesses hold, or that the end is not shown.
    """

    status: Status
    checked: int
    guesses: int = 0
    step: int | None = None
    reason: str = ""


class _FaultError(Exception):
    """Raised if a claim does not hold."""


def verify(explained: Explained) -> Verdict:
    """Return whether every step follows from the steps before it, and the end is as claimed."""
    state = _State(explained.width, explained.pieces, [set(one) for one in explained.start])
    guesses = 0
    number = 0
    try:
        for number, claim in enumerate(explained.steps, 1):  # noqa: B007 - reported if one fails
            for one in claim.folded:
                state.follow(one)
            if claim.technique == 9:
                guesses += 1
            state.follow(claim)
        number = 0
        _check_end(state, explained)
    except _FaultError as fault:
        return Verdict("invalid", state.checked, guesses, number, fault.args[0])
    if explained.status == "unsolvable" and not _is_broken(state):
        reason = Message("nothing shows that there is no solution")
        return Verdict("unchecked", state.checked, guesses, 0, reason)
    return Verdict("unchecked" if guesses else "valid", state.checked, guesses)


def _check_end(state: "_State", explained: Explained) -> None:
    """Raise _FaultError unless the end is as claimed."""
    digits = tuple(min(one) if len(one) == 1 else 0 for one in state.candidates)
    if explained.status == "solved":
        if digits != explained.solution or not all(digits[cell] for cell in state.cells):
            raise _FaultError(Message("the steps do not lead to the solution"))
        for cell in state.cells:
            if any(digits[other] == digits[cell] for other in state.seen[cell]):
                raise _FaultError(Message("the solution breaks the rules"))


def _is_broken(state: "_State") -> bool:
    """Whether a cell has no candidate after removing solved digits from the cells that see them."""
    waiting = state.cells.copy()
    while waiting:
        cell = waiting.pop()
        if not state.candidates[cell]:
            return True
        if len(state.candidates[cell]) == 1:
            [digit] = state.candidates[cell]
            for other in state.seen[cell]:
                if digit in state.candidates[other]:
                    state.candidates[other].discard(digit)
                    waiting.append(other)
    return False


class _State:
    """The candidates of a board while its explanation is replayed."""

    def __init__(self, width: int, pieces: Sequence[int], candidates: list[set[int]]) -> None:
        self.width = width
        self.pieces = pieces
        self.candidates = candidates
        self.checked = 0
        self.members: dict[int, list[int]] = {}
        self.cells = [cell for cell, piece in enumerate(pieces) if piece >= 0]
        for cell, piece in enumerate(pieces):
            if piece >= 0:
                self.members.setdefault(piece, []).append(cell)
            else:
                candidates[cell] = set()
        self.touch = [
            {
                (row + down) * width + column + right
                for down in (-1, 0, 1)
                for right in (-1, 0, 1)
                if (down or right)
                and 0 <= column + right < width
                and 0 <= row + down < len(pieces) // width
                and pieces[(row + down) * width + column + right] >= 0
            }
            for row, column in (divmod(cell, width) for cell in range(len(pieces)))
        ]
        self.seen = [
            (self.touch[cell] | set(self.members.get(piece, ()))) - {cell}
            for cell, piece in enumerate(pieces)
        ]

    def follow(self, claim: Claim) -> None:
        """Check a step and apply it.

        Raises:
            _FaultError: the step does not follow.
        """
        _check(claim.technique in _CHECKS, Message("there is no such technique"))
        if claim.technique == 9:
            pass
        elif claim.technique in (14, 15):
            self._contradiction(claim)
        else:
            self._deduction(claim)
        self._do(claim)
        for cell, digit in claim.solved:
            _check(self.candidates[cell] == {digit}, Message("a cell is not solved by it as stated"))
        self.checked += 1

    def _do(self, claim: Claim) -> None:
        if claim.action == "remove":
            for cell in claim.cells:
                self.candidates[cell] -= set(claim.digits)
        else:
            _check(len(claim.cells) == len(claim.digits) == 1, Message("it places more than one digit"))
            self.candidates[claim.cells[0]] &= set(claim.digits)

    def _deduction(self, claim: Claim) -> None:
        technique = claim.technique
        _check(
            (claim.action == "place") == (technique in (0, 3)),
            Message("its technique does not have that action"),
        )
        _check(
            bool(claim.cells and claim.digits and claim.pattern),
            Message("it lacks cells, digits or a pattern"),
        )
        _CHECKS[technique](self, claim)

    # The requirements of each technique.

    def _solved_cell(self, claim: Claim) -> None:
        near = self._piece(claim.pattern[0]) if claim.technique == 1 else self.touch[claim.pattern[0]]
        _check(
            len(claim.pattern) == 1 and self.candidates[claim.pattern[0]] == set(claim.digits),
            Message("the cell that it starts from does not have that digit"),
        )
        _check(set(claim.cells) <= set(near) - {claim.pattern[0]}, Message("a cell is not near enough"))

    def _naked_single(self, claim: Claim) -> None:
        _check(
            len(claim.cells) == 1 and self.candidates[claim.cells[0]] <= set(claim.digits),
            Message("the cell has other candidates"),
        )

    def _hidden_single(self, claim: Claim) -> None:
        _check(len(claim.cells) == len(claim.digits) == 1, Message("it places more than one digit"))
        [cell], [digit] = claim.cells, claim.digits
        _check(self._places(cell, digit) <= {cell}, Message("the digit has other places in the piece"))
        _check(set(claim.pattern) >= set(self._piece(cell)), Message("the piece is a different one"))

    def _locked(self, claim: Claim) -> None:
        """Check that there are as many cells as candidates, or all places of a digit in a piece."""
        cells = set(claim.pattern)
        union = set().union(*(self.candidates[cell] for cell in cells))
        if claim.technique == 5 and len(claim.digits) == 1:
            self._confined(claim)
            return
        _check(len(cells) == len(union), Message("there are not as many cells as candidates"))
        _check(
            all(other in self.seen[cell] for cell, other in combinations(cells, 2)),
            Message("the cells do not exclude each other"),
        )
        _check(set(claim.digits) <= union, Message("the digits are different"))
        for digit in claim.digits:
            self._all_see(claim.cells, {cell for cell in cells if digit in self.candidates[cell]})

    def _confined(self, claim: Claim) -> None:
        for digit in claim.digits:
            places = self._places(claim.pattern[0], digit)
            _check(places <= set(claim.pattern), Message("the digit has other places in the piece"))
            self._all_see(claim.cells, places)

    def _hidden_subset(self, claim: Claim) -> None:
        piece = self._piece(claim.pattern[0])
        _check(set(claim.cells) <= set(piece), Message("the piece is a different one"))
        rest = [cell for cell in piece if cell not in claim.cells]
        for size in range(max(2, len(claim.cells)), min(4, len(piece) - 1) + 1):
            for more in combinations(rest, size - len(claim.cells)):
                subset = {*claim.cells, *more}
                held = [
                    digit
                    for digit in range(1, len(piece) + 1)
                    if digit not in claim.digits and self._places(piece[0], digit) <= subset
                ]
                if len(held) >= size:
                    return
        raise _FaultError(Message("there are not as many digits as places"))

    def _contradiction(self, claim: Claim) -> None:
        _check(
            claim.action == "remove" and len(claim.cells) == len(claim.digits) == 1,
            Message("a contradiction removes one candidate"),
        )
        if claim.chain is None:
            raise _FaultError(Message("the chain is missing"))
        trial = _State(self.width, self.pieces, [set(one) for one in self.candidates])
        for cell, found in enumerate(self.candidates):
            if len(found) == 1:
                trial._spread(cell, min(found))
        trial._put(claim.cells[0], claim.digits[0])
        for link in claim.chain:
            _check(link.technique is None or link.technique in _LINKS, Message("there is no such link"))
            trial._deduction(link if link.technique else _naked(link))
            if link.action == "place":
                trial._put(link.cells[0], link.digits[0])
            else:
                trial._do(link)
            self.checked += 1
        empty = self.pieces[claim.end] >= 0 and not trial.candidates[claim.end]
        if claim.lost is not None:
            empty = not trial._places(claim.end, claim.lost) and claim.lost <= len(self._piece(claim.end))
        _check(empty, Message("the chain does not end in a conflict"))

    def _put(self, cell: int, digit: int) -> None:
        self.candidates[cell] &= {digit}
        self._spread(cell, digit)

    def _spread(self, cell: int, digit: int) -> None:
        for other in self.seen[cell]:
            self.candidates[other].discard(digit)

    def _piece(self, cell: int) -> list[int]:
        return self.members[self.pieces[cell]]

    def _places(self, cell: int, digit: int) -> set[int]:
        """Return the cells in a cell's piece that may hold a digit."""
        return {one for one in self._piece(cell) if digit in self.candidates[one]}

    def _all_see(self, cells: Iterable[int], places: set[int]) -> None:
        _check(
            all(places <= self.seen[cell] for cell in cells),
            Message("a cell does not see all places of the digit"),
        )


def _check(holds: object, otherwise: str) -> None:
    """Raise _FaultError with a reason unless a condition holds."""
    if not holds:
        raise _FaultError(otherwise)


def _naked(link: Claim) -> Claim:
    return Claim(0, link.action, link.cells, link.digits, link.pattern)


_CHECKS: dict[int | None, Callable[[_State, Claim], None]] = {
    0: _State._naked_single,
    1: _State._solved_cell,
    2: _State._solved_cell,
    3: _State._hidden_single,
    **dict.fromkeys((4, 5, 6, 11, 13), _State._locked),
    **dict.fromkeys((7, 8, 10), _State._confined),
    12: _State._hidden_subset,
    **dict.fromkeys((9, 14, 15), _State._contradiction),
}
_LINKS = frozenset({3, 4, 5, 6, 7, 8, 10, 11, 12, 13})
