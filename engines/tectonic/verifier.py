"""Verification of an explanation, step by step, with code that shares nothing with the explainer.

Candidates are plain sets. A step is valid if its conclusion follows from the candidates before it:

- a solved cell excludes its digit from the cells that see it (techniques 1, 2);
- a digit is placed in its only place in a piece (3);
- k cells that see each other and have k digits in total use up these digits: a digit is removed from each
  cell that sees all places of the digit among the k cells (4, 5, 6, 11, 13);
- a digit is removed from each cell that sees all places of the digit in a piece (5, 7, 8, 10);
- k digits that have k places in total in a piece exclude all other digits from these places (12);
- a candidate is wrong if steps of the above kinds lead from it to a cell without candidates, or to a
  digit without a place in a piece (14, 15).

Two cells see each other if they touch or belong to one piece. A guess (9) proves nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from zet.engines.messages import Message
from zet.engines.tectonic.sentences import (
    NAKED_SINGLE,
    NAMES,
    Candidates,
    Claim as Claim,
    conflict,
    hidden_subsets,
    naked_single,
    sentences,
)
from zet.engines.tectonic.uniqueness import has_one_solution

Status = Literal["valid", "valid-from-notes", "invalid", "unchecked"]


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation to verify: a board, the steps, and the claims about the end.

    `pieces` labels the piece of each cell; -1 marks a missing cell. `start` contains the candidates
    before the first step; None means all candidates that the givens allow. `solution` contains the digits
    claimed at the end, 0 for an open cell and for the cell named in the reason of an unsolvable puzzle.
    `status` is the claimed status at the end. `unique`, `guesses`, `reason` and `code` (which identifies
    the reason) are None if nothing is claimed about them.
    """

    width: int
    pieces: tuple[int, ...]
    givens: tuple[int, ...]
    start: tuple[frozenset[int], ...] | None
    steps: tuple[Claim, ...]
    solution: tuple[int, ...]
    status: str
    unique: bool | None = None
    guesses: int | None = None
    reason: str | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verification.

    If the explanation is invalid, `step` is the number of the first invalid step, from 1, or 0 if the
    start or a claim about the end is wrong, and `reason` explains the fault. `checked` counts the valid
    steps, including folded steps and links of chains. The status "valid-from-notes" means that everything
    is valid if the initial candidates, which include a person's notes, are right. "unchecked" means that
    the steps are valid but include guesses, or that the end is not proven.
    """

    status: Status
    checked: int
    guesses: int = 0
    step: int | None = None
    reason: str = ""


class _FaultError(Exception):
    """Raised for a wrong claim; its argument is the reason why the claim is wrong."""


def verify(explained: Explained) -> Verdict:
    """Verify that every step follows from the steps before it, and that the claims about the end hold."""
    domains = _domains_of(explained)
    start = domains if explained.start is None else explained.start
    state = _State(explained.width, explained.pieces, list(start))
    guesses = 0
    number = 0
    try:
        for one, domain in zip(start, domains, strict=True):
            _require(
                one <= domain,
                "the explanation starts from a candidate that the givens exclude",
                code="wrong-start",
            )
        for number, claim in enumerate(explained.steps, 1):  # noqa: B007 - reported if one fails
            for folded in claim.folded or ():
                _require(
                    folded.technique in (1, 2),
                    "only bookkeeping steps can be merged into another step",
                    code="wrong-fold",
                )
                state.follow(folded)
            guesses += claim.technique == 9
            state.follow(claim)
        number = 0
        _require(
            explained.guesses in (None, guesses),
            "the stated number of guesses differs from the number in the steps",
            code="wrong-guesses",
        )
        _check_end(state, explained)
        open_end = _open_end(state, explained, domains, is_proven=not guesses and start == domains)
    except _FaultError as fault:
        return Verdict("invalid", state.checked, guesses, number, fault.args[0])
    if guesses or open_end:
        return Verdict("unchecked", state.checked, guesses, 0, "" if guesses else open_end)
    return Verdict("valid" if start == domains else "valid-from-notes", state.checked)


def _domains_of(explained: Explained) -> tuple[frozenset[int], ...]:
    """Return the candidates that the givens allow in each cell."""
    sizes = Counter(explained.pieces)
    return tuple(
        frozenset() if piece < 0 else frozenset([given] if given else range(1, sizes[piece] + 1))
        for piece, given in zip(explained.pieces, explained.givens, strict=True)
    )


def _check_end(state: "_State", explained: Explained) -> None:
    """Raise _FaultError if a claim about the end is wrong."""
    digits = tuple(min(one) if len(one) == 1 else 0 for one in state.candidates)
    reason = Message("the steps do not lead to the solution", code="no-solution")
    if explained.status == "unsolvable":
        emptied = {cell for cell in state.cells if explained.reason in (None, _no_candidate(state, cell))}
        is_same = all(
            is_ == digit or (not is_ and cell in emptied)
            for cell, (is_, digit) in enumerate(zip(explained.solution, digits, strict=True))
        )
        is_open = explained.reason is None or not any(explained.solution[cell] for cell in emptied)
        _require(is_same and is_open, reason)
        return
    _require(digits == explained.solution, reason)
    is_complete = all(digits[cell] for cell in state.cells)
    _require(is_complete or explained.status != "solved", reason)
    is_solution = is_complete and not any(
        digits[other] == digits[cell] for cell in state.cells for other in state.seen[cell]
    )
    if explained.status == "solved":
        _require(is_solution, "the solution breaks the rules", code="wrong-solution")
        _require(
            not (explained.reason or explained.code),
            "the puzzle is solved, so the explanation must not end with a reason",
            code="other-reason",
        )
    else:
        _require(
            not is_solution,
            "the steps lead to a solution, although the status is not solved",
            code="solution",
        )


def _open_end(
    state: "_State", explained: Explained, domains: Iterable[frozenset[int]], *, is_proven: bool
) -> str:
    """Return a sentence that names an unproven claim about the end; "" if all claims are proven.

    Raises:
        _FaultError: the opposite of a claim is proven.
    """
    if explained.status == "unsolvable":
        cells = [cell for cell in state.cells if _may_be_emptied(state, cell)]
        if not cells:
            return Message("no step shows that the puzzle has no solution", code="not-proven")
        _require(
            not (is_proven and explained.unique),
            "the puzzle does not have exactly one solution, contrary to the claim",
            code="not-unique",
        )
        if explained.reason not in (None, *(_no_candidate(state, one) for one in cells)):
            return Message("no step shows why the puzzle has no solution", code="reason-not-proven")
        _require(
            explained.code in (None, "no-candidate"),
            "the code does not match the reason",
            code="other-code",
        )
        if is_proven:
            return ""
    if explained.unique is None:
        return ""
    is_only: bool | None = True
    if not (is_proven and explained.status == "solved"):
        is_only = has_one_solution(Candidates(explained.width, explained.pieces, list(domains)))
    if is_only is None:
        return Message("no step shows whether the solution is unique", code="unique-not-proven")
    other = Message(
        "the puzzle does not have exactly one solution, contrary to the claim", code="not-unique"
    )
    if is_only:
        other = Message("the puzzle has exactly one solution, contrary to the claim", code="unique")
    _require(is_only == explained.unique, other)
    return ""


def _no_candidate(board: Candidates, cell: int) -> str:
    return f"{board.name(cell)} has no candidate left"


def _may_be_emptied(state: "_State", goal: int) -> bool:
    """Return whether propagating the digits of solved cells removes all candidates of the cell `goal`."""
    candidates = state.candidates.copy()
    waiting = [cell for cell in state.cells if cell != goal]
    while waiting and candidates[goal]:
        cell = waiting.pop()
        if len(candidates[cell]) == 1:
            [digit] = candidates[cell]
            for other in state.seen[cell]:
                if digit in candidates[other]:
                    candidates[other] -= {digit}
                    if other != goal:
                        waiting.append(other)
    return not candidates[goal]


class _State(Candidates):
    """The candidates of a board while its explanation is replayed.

    `spread` contains the candidates after each solved cell has excluded its digit from the cells that it
    sees; `placed` maps these solved cells to their digits. Before a trial, both are brought up to date
    from the cells in `changed`.
    """

    def __init__(self, width: int, pieces: Sequence[int], candidates: list[frozenset[int]]) -> None:
        super().__init__(width, pieces, candidates)
        self.checked = 0
        self.placed: dict[int, int] = {}
        self.spread = candidates.copy()
        self.changed = self.cells.copy()

    def follow(self, claim: Claim) -> None:
        """Verify a step and apply it.

        Raises:
            _FaultError: the step does not follow.
        """
        _require(
            claim.technique in _CHECKS, "the number of the technique is unknown", code="unknown-technique"
        )
        is_guess = claim.action == "guess"
        _require(
            claim.technique == 9 or not is_guess,
            "the technique does not permit this action",
            code="wrong-action",
        )
        if claim.technique == 9:
            is_whole = len(claim.cells) == len(claim.digits) == len(claim.pattern) == 1
            _require(
                is_whole and claim.action != "place",
                "a guess must concern one digit of one cell",
                code="several-digits",
            )
            _require(
                claim.pattern == claim.cells,
                "the pattern must be the cell that changes",
                code="other-pattern",
            )
        elif claim.technique in (14, 15):
            self._contradiction(claim)
        else:
            self._deduction(claim)
        self._check_words(claim, sentences)
        is_open = [len(self.candidates[cell]) > 1 for cell in claim.cells]
        self._do(claim)
        self.changed += claim.cells
        if claim.solved is not None:
            solved = [
                (cell, *self.candidates[cell])
                for cell, was_open in zip(claim.cells, is_open, strict=True)
                if was_open and len(self.candidates[cell]) == 1
            ]
            if sorted(claim.solved) != sorted(solved):
                is_held = all(self.candidates[cell] == {digit} for cell, digit in claim.solved)
                _require(is_held, "the step does not solve a cell as stated", code="not-solved")
                _require(
                    not is_held,
                    "the solved cells differ from the cells listed as solved",
                    code="other-solved",
                )
        self.checked += 1

    def _check_words(
        self, claim: Claim, possible: "Callable[[Candidates, Claim], Iterable[str]]"
    ) -> None:
        """Raise _FaultError unless a claim has its technique's name and a sentence from `possible`."""
        name = NAMES[claim.technique]
        if claim.folded is not None and claim.solved and claim.technique in (1, 2):
            name = NAKED_SINGLE
        _require(claim.name in (None, name), "the name is not the technique's name", code="other-name")
        if claim.reason is not None and claim.technique not in (14, 15):
            _require(
                claim.reason in possible(self, claim),
                "the sentence does not explain the deduction",
                code="other-reason",
            )

    def _do(self, claim: Claim) -> None:
        digits = {*claim.digits}
        if claim.action == "remove":
            for cell in claim.cells:
                self.candidates[cell] -= digits
        else:
            _require(
                len(claim.cells) == len(claim.digits) == 1,
                "the step must place one digit in one cell",
                code="several-digits",
            )
            self.candidates[claim.cells[0]] &= digits

    def _deduction(self, claim: Claim) -> None:
        technique = claim.technique
        _require(
            (claim.action == "place") == (technique in (None, 3)),
            "the technique does not permit this action",
            code="wrong-action",
        )
        _require(
            bool(claim.cells and claim.digits and claim.pattern),
            "cells, digits or a pattern are missing",
            code="empty",
        )
        _require(
            min(claim.digits) > 0
            and len({*claim.cells}) == len(claim.cells)
            and len({*claim.digits}) == len(claim.digits)
            and len({*claim.pattern}) == len(claim.pattern),
            "a cell or a digit is named twice, or a digit is below 1",
            code="repeated",
        )
        _require(technique not in _SHAPES or _SHAPES[technique](self, claim), _NO_SHAPE)
        (_CHECKS[technique] if technique else _State._naked_single)(self, claim)

    # -- the requirements of each technique

    def _solved_cell(self, claim: Claim) -> None:
        start = claim.pattern[0]
        near = self.piece(start) if claim.technique == 1 else self.touch[start]
        _require(
            len(claim.pattern) == 1 and self.candidates[start] == {*claim.digits},
            "the pattern must be one solved cell with the digit that is removed",
            code="other-digit",
        )
        _require(
            {*claim.cells}.issubset(near) and start not in claim.cells,
            "the solved cell does not exclude the digit from a changed cell",
            code="too-far",
        )

    def _naked_single(self, claim: Claim) -> None:
        _require(
            len(claim.cells) == len(claim.digits) == 1
            and self.candidates[claim.cells[0]] <= set(claim.digits),
            "the cell has other candidates",
            code="other-candidates",
        )
        _require(
            claim.pattern == claim.cells,
            "the pattern must be the cell that changes",
            code="other-pattern",
        )

    def _hidden_single(self, claim: Claim) -> None:
        _require(
            len(claim.cells) == len(claim.digits) == 1,
            "the step must place one digit in one cell",
            code="several-digits",
        )
        [cell], [digit] = claim.cells, claim.digits
        _require(
            digit <= len(self.piece(cell)), "the piece is too small for the digit", code="no-such-digit"
        )
        _require(
            self.places(cell, digit) <= {cell},
            "the digit has other places in the piece",
            code="other-places",
        )
        _require(
            set(claim.pattern) == set(self.piece(cell)),
            "the pattern must be the whole piece that contains the cells",
            code="other-piece",
        )

    def _locked(self, claim: Claim) -> None:
        """Check a locked set: k cells that see each other and have only k candidates in total.

        Technique 5 may instead name all places of a digit in a piece.
        """
        cells = set(claim.pattern)
        union = set().union(*(self.candidates[cell] for cell in cells))
        if claim.technique == 5 and len(claim.digits) == 1:
            self._confined(claim)
            return
        _require(
            len(cells) == len(union),
            "the number of cells differs from the number of their candidates",
            code="too-few-cells",
        )
        _require(
            all(other in self.seen[cell] for cell, other in combinations(cells, 2)),
            "the cells do not exclude each other",
            code="not-exclusive",
        )
        _require(
            set(claim.digits) <= union,
            "the step names a digit that is not a candidate of its cells",
            code="other-digits",
        )
        for digit in claim.digits:
            self._all_see(claim.cells, {cell for cell in cells if digit in self.candidates[cell]})

    def _confined(self, claim: Claim) -> None:
        size = len(self.piece(claim.pattern[0]))
        for digit in claim.digits:
            _require(digit <= size, "the piece is too small for the digit", code="no-such-digit")
            places = self.places(claim.pattern[0], digit)
            _require(
                places <= set(claim.pattern),
                "the digit has other places in the piece",
                code="other-places",
            )
            self._all_see(claim.cells, places)
        is_near = all(set(claim.pattern) <= self.touch[cell] for cell in claim.cells)
        _require(is_near, "a cell does not touch all places of the digit", code="not-in-sight")

    def _hidden_subset(self, claim: Claim) -> None:
        piece = self.piece(claim.pattern[0])
        is_same = set(claim.pattern) == set(piece) and set(claim.cells) <= set(piece)
        _require(
            is_same, "the pattern must be the whole piece that contains the cells", code="other-piece"
        )
        _require(
            next(hidden_subsets(self, claim), None),
            "the cells and digits do not form a hidden subset",
            code="too-few-places",
        )

    def _contradiction(self, claim: Claim) -> None:
        _require(
            claim.action == "remove" and len(claim.cells) == len(claim.digits) == 1,
            "a contradiction must remove one digit from one cell",
            code="several-candidates",
        )
        _require(
            claim.pattern == claim.cells,
            "the pattern must be the cell that changes",
            code="other-pattern",
        )
        if claim.chain is None or claim.end is None:
            raise _FaultError(Message("the chain is missing", code="no-chain"))
        [cell], [digit] = claim.cells, claim.digits
        trial = self._trial()
        trial._put(cell, digit)
        for link in claim.chain:
            _require(
                link.technique in _LINKS,
                "a link of the chain has a technique that links cannot have",
                code="unknown-link",
            )
            is_simple = link.technique in (None, 3, 10)
            _require(
                claim.technique == 15 or is_simple,
                "the chain of a contradiction (14) may contain only singles and exclusions",
                code="wrong-action",
            )
            trial._deduction(link)
            trial._check_words(link, _link_sentences)
            if link.action == "place":
                trial._put(link.cells[0], link.digits[0])
            else:
                trial._do(link)
            self.checked += 1
        end, lost = claim.end, claim.lost
        if lost is None:
            is_empty = not trial.candidates[end]
        else:
            is_empty = 1 <= lost <= len(self.piece(end)) and not trial.places(end, lost)
            is_empty = is_empty and end == self.piece(end)[0]
        _require(is_empty, "the chain does not end in a conflict", code="no-conflict")
        reason = conflict(trial, end, lost, trial.placed)
        other = Message("the sentence does not explain the deduction", code="other-reason")
        _require(claim.end_reason in (None, reason), other)
        links = [link.reason for link in claim.chain]
        if claim.reason is not None and None not in links:
            expected = " ".join([f"Suppose {self.name(cell)} is {digit}.", *map(str, links), reason])
            _require(claim.reason == expected, other)

    def _trial(self) -> "_State":
        """Return a copy for trials, in which each solved cell has excluded its digit from other cells."""
        for cell in self.changed:
            self.spread[cell] &= self.candidates[cell]
            if len(self.candidates[cell]) != 1:
                self.placed.pop(cell, None)
            elif cell not in self.placed:
                [self.placed[cell]] = self.candidates[cell]
                self._exclude(cell, self.placed[cell], self.spread)
        self.changed.clear()
        trial = copy(self)  # shares the neighbors of all cells
        trial.candidates, trial.placed = self.spread.copy(), self.placed.copy()
        return trial

    def _put(self, cell: int, digit: int) -> None:
        self.candidates[cell] &= {digit}
        self._exclude(cell, digit, self.candidates)
        self.placed[cell] = digit

    def _exclude(self, cell: int, digit: int, candidates: list[frozenset[int]]) -> None:
        """Remove the digit of a cell from the candidates of all cells that see it."""
        for other in self.seen[cell]:
            if digit in candidates[other]:
                candidates[other] -= {digit}

    def _all_see(self, cells: Iterable[int], places: set[int]) -> None:
        _require(
            all(places <= self.seen[cell] for cell in cells),
            "a cell does not see all places of the digit",
            code="not-in-sight",
        )


def _require(condition: object, reason: str, code: str = "") -> None:
    """Raise _FaultError with a reason unless a condition is true.

    `code` identifies the reason for programs; a reason that is a Message already has its code.
    """
    if not condition:
        raise _FaultError(Message(reason, code=code) if code else reason)


def _link_sentences(board: Candidates, link: Claim) -> Iterable[str]:
    """Return the sentences that may explain a link of a chain.

    The sentence of a naked single names only solved cells that were placed before the link.
    """
    if link.technique is None and isinstance(board, _State):
        return [naked_single(board, link.cells[0], link.digits[0], board.placed)]
    return sentences(board, link)


_NO_SHAPE = Message("the cells do not form the pattern that the technique requires", code="wrong-shape")


def _span(board: Candidates, cells: Iterable[int]) -> tuple[int, int]:
    """Return the numbers of rows and columns that cells span."""
    rows, columns = zip(*(divmod(cell, board.width) for cell in cells), strict=True)
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def _is_subset(board: Candidates, claim: Claim) -> bool:
    """Return whether the cells of a claim's pattern are in one piece and have exactly the claimed digits.

    The number of cells must also fit the technique: 2 for a naked pair (6), otherwise at least 3.
    """
    union = set().union(*(board.candidates[cell] for cell in claim.pattern))
    size = 2 if claim.technique == 6 else max(3, len(claim.pattern))
    is_one = {*claim.pattern} <= {*board.piece(claim.pattern[0])}
    return is_one and union == set(claim.digits) and len(claim.pattern) == size


_SHAPES: dict[int | None, Callable[[Candidates, Claim], bool]] = {
    4: lambda board, claim: _span(board, claim.pattern) == (2, 2),
    5: lambda board, claim: sorted(_span(board, claim.pattern)) == [1, 2],
    6: _is_subset,
    7: lambda board, claim: max(_span(board, (*claim.pattern, *claim.cells))) <= 2,
    8: lambda board, claim: sorted(_span(board, claim.pattern)) in ([1, 2], [1, 3]),
    11: _is_subset,
    13: lambda _board, claim: len({*claim.pattern}) in (2, 3),
}
"""Checks of a claim's shape, for techniques that require one."""

_CHECKS: dict[int | None, Callable[[_State, Claim], None]] = {
    1: _State._solved_cell,
    2: _State._solved_cell,
    3: _State._hidden_single,
    **dict.fromkeys((4, 5, 6, 11, 13), _State._locked),
    **dict.fromkeys((7, 8, 10), _State._confined),
    12: _State._hidden_subset,
    **dict.fromkeys((9, 14, 15), _State._contradiction),
}
_LINKS = frozenset({None, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13})
