"""The sentences of an explanation, rebuilt from its claims without any code of the explainer.

`verifier` compares these sentences with the sentences of the explanation, character by character. Every
number and every cell in a sentence is a fact that `verifier` has checked, or is computed here from the
candidates. More than one sentence may be right for a step, because the method of the original program
uses other words. All sentences are in English.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from zet.engines.kernel._values import fast_init


@fast_init
@dataclass(frozen=True, slots=True)
class Claim:
    """A step that an explanation claims; cells are indices, row by row from 0.

    `technique` is None for a naked single within a chain. `solved` lists the solved cells as (cell,
    digit). `folded` lists the bookkeeping steps merged into the step; None unless the explanation is
    brief. `chain` lists the links of a contradiction. At the end of the chain, the piece of the cell
    `end` has no place for the digit `lost`; if `lost` is None, the cell `end` has no candidates. `name`,
    `solved`, `reason` and `end_reason` are None if the explanation does not contain them.
    """

    technique: int | None
    action: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    pattern: tuple[int, ...]
    solved: tuple[tuple[int, int], ...] | None = None
    folded: "tuple[Claim, ...] | None" = None
    chain: "tuple[Claim, ...] | None" = None
    end: int | None = None
    lost: int | None = None
    name: str | None = None
    reason: str | None = None
    end_reason: str | None = None


NAKED_SINGLE = "naked single"

NAMES = {
    None: NAKED_SINGLE,
    1: "piece elimination",
    2: "neighbor elimination",
    3: "hidden single",
    4: "diagonal pair",
    5: "orthogonal pair",
    6: "naked pair",
    7: "corner of three",
    8: "row of three",
    9: "guess",
    10: "exclusion",
    11: "naked subset",
    12: "hidden subset",
    13: "touching subset",
    14: "contradiction",
    15: "contradiction by subsets",
}


class Candidates:
    """A board with the candidates of its cells; `pieces` labels the piece of each cell, -1 for no cell.

    `members` maps the label of a piece to its cells. For each cell, `touch` lists the cells around it and
    `seen` the cells that cannot contain the same digit.
    """

    def __init__(self, width: int, pieces: Sequence[int], candidates: list[frozenset[int]]) -> None:
        self.width = width
        self.pieces = pieces
        self.candidates = candidates
        self.members: dict[int, list[int]] = {}
        self.cells = [cell for cell, piece in enumerate(pieces) if piece >= 0]
        for cell in self.cells:
            self.members.setdefault(pieces[cell], []).append(cell)
        self._names, self.touch = _grid(width, len(pieces))
        if len(self.cells) < len(pieces):
            present = frozenset(self.cells)
            self.touch = [cells & present for cells in self.touch]
            candidates[:] = [
                digits if cell in present else frozenset() for cell, digits in enumerate(candidates)
            ]
        self.seen = [
            self.touch[cell].union(self.members.get(piece, ())) - {cell}
            for cell, piece in enumerate(pieces)
        ]

    def piece(self, cell: int) -> list[int]:
        """Return the cells of the piece that contains a cell."""
        return self.members[self.pieces[cell]]

    def places(self, cell: int, digit: int) -> set[int]:
        """Return the cells in the piece of `cell` that have `digit` as a candidate."""
        return {one for one in self.piece(cell) if digit in self.candidates[one]}

    def name(self, cell: int) -> str:
        """Return the name used for a cell in sentences, such as R2C5."""
        return self._names[cell]

    def names(self, cells: Iterable[int], last: str = "and") -> str:
        """Return the names of cells as a list in words, like "R1C1, R1C2 and R2C1"."""
        return listing([self._names[cell] for cell in cells], last)

    def cause(self, cell: int, digit: int, placed: Mapping[int, int] | None) -> int | None:
        """Return the first solved cell that excludes `digit` from `cell`; None if no cell does.

        The cell's piece is searched first, then the cell's neighbors. `placed` maps the solved cells that
        count to their digits; None means all cells with one candidate.
        """
        mates = set(self.piece(cell))
        for other in (*sorted(mates - {cell}), *sorted(self.touch[cell])):
            if self.candidates[other] == {digit} if placed is None else placed.get(other) == digit:
                return other
        return None


@lru_cache(maxsize=4)
def _grid(width: int, n_cells: int) -> tuple[list[str], list[frozenset[int]]]:
    """Return the names of the cells of a board without missing cells, and the cells around each."""
    places = [divmod(cell, width) for cell in range(n_cells)]
    height = n_cells // width
    around = [
        frozenset(
            down * width + right
            for down in range(max(row - 1, 0), min(row + 2, height))
            for right in range(max(column - 1, 0), min(column + 2, width))
            if (down, right) != (row, column)
        )
        for row, column in places
    ]
    return [f"R{row + 1}C{column + 1}" for row, column in places], around


def listing(words: Iterable[object], last: str = "and") -> str:
    """Return the words as a list in a sentence: "1", "1 and 2", "1, 2 and 3"."""
    texts = [*map(str, words)]
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def sentences(board: Candidates, claim: Claim) -> Iterator[str]:
    """Yield the sentences that may explain a step, given the candidates before it."""
    technique, digits = claim.technique, sorted(claim.digits)
    if technique == 9:
        name, digit = board.name(claim.cells[0]), digits[0]
        yield f"Guessing {digit} in {name} leads to no solution."
        yield f"Nothing easier decides {name}: guess {digit}."
        yield f"Guess {digit} in {name}."
    elif technique == 3:
        cell, digit = claim.cells[0], digits[0]
        plain = f"{_piece(board, claim.pattern[0])}, {digit} can only go in {board.name(cell)}"
        yield f"{plain}."
        yield f"{board.name(cell)} is the only place for {digit} in its piece."
        others = [other for other in claim.pattern if other != cell and len(board.candidates[other]) > 1]
        causes = {board.cause(other, digit, None) for other in others}
        if causes and None not in causes:
            seen = sorted(one for one in causes if one is not None)
            yield f"{plain}, as {_causes(board, ((one, digit) for one in seen))}."
    elif claim.solved and claim.folded is not None and technique in (1, 2):
        yield " ".join(naked_single(board, cell, digit, None) for cell, digit in claim.solved)
    else:
        so = f"{board.names(claim.cells)} cannot be {listing(digits, 'or')}."
        for why in _CLAUSES.get(technique, _nothing)(board, claim):
            yield f"{why}, so {so}"
        yield f"Because of {', '.join(map(board.name, claim.pattern))}, {so}"


def naked_single(board: Candidates, cell: int, digit: int, placed: Mapping[int, int] | None) -> str:
    """Return a sentence: `cell` must contain `digit`, as solved cells exclude all other digits.

    `placed` maps the solved cells that count to their digits; None means all cells with one candidate.
    """
    others = [other for other in range(1, len(board.piece(cell)) + 1) if other != digit]
    return _excluded(board, cell, others, placed, f"{board.name(cell)} is {digit}")


def conflict(board: Candidates, cell: int, lost: int | None, placed: Mapping[int, int]) -> str:
    """Return the last sentence of a chain: a cell without candidates, or a digit without a place.

    `cell` has no candidate if `lost` is None; otherwise the piece of `cell` has no place for `lost`.
    `placed` maps the solved cells to their digits, including digits that the chain excluded later.
    `board` is in the state at the end of the chain.
    """
    if lost is None:
        digits = [placed[cell]] if cell in placed else range(1, len(board.piece(cell)) + 1)
        claim = f"Then {board.name(cell)} has no candidate left"
        return _excluded(board, cell, digits, placed, claim)
    found = {board.cause(one, lost, placed) for one in board.piece(cell) if placed.get(one, lost) == lost}
    causes = [(one, lost) for one in sorted(one for one in found if one is not None)]
    claim = f"Then the piece containing {board.name(cell)} has no place for {lost}"
    return f"{claim}, as {_causes(board, causes)}." if causes else f"{claim}."


def _excluded(
    board: Candidates, cell: int, digits: Iterable[int], placed: Mapping[int, int] | None, claim: str
) -> str:
    causes = {digit: board.cause(cell, digit, placed) for digit in digits}
    seen = [(cause, digit) for digit, cause in causes.items() if cause is not None]
    unseen = listing(digit for digit, cause in causes.items() if cause is None)
    if seen and unseen:
        return f"{claim}, as {_causes(board, seen)}, with {unseen} already excluded."
    if seen:
        return f"{claim}, as {_causes(board, seen)}."
    return f"{claim}, with {unseen} already excluded." if unseen else f"{claim}."


def _causes(board: Candidates, causes: Iterable[tuple[int, int]]) -> str:
    return listing(f"{board.name(cell)} is {digit}" for cell, digit in causes)


def _piece(board: Candidates, cell: int) -> str:
    return f"In the piece containing {board.name(cell)}"


def _nothing(_board: Candidates, _claim: Claim) -> Iterator[str]:
    yield from ()


def _by_piece(board: Candidates, claim: Claim) -> Iterator[str]:
    yield f"{board.name(claim.pattern[0])} is {claim.digits[0]} and a piece holds each digit once"


def _by_touch(board: Candidates, claim: Claim) -> Iterator[str]:
    yield f"{board.name(claim.pattern[0])} is {claim.digits[0]} and equal digits never touch"


def _by_pair(board: Candidates, claim: Claim) -> Iterator[str]:
    if len(claim.digits) > 1:
        yield f"{board.names(claim.pattern)} touch and share {listing(sorted(claim.digits))} between them"
    else:
        yield from _by_places(board, claim)


def _by_subset(board: Candidates, claim: Claim) -> Iterator[str]:
    digits = listing(sorted(claim.digits))
    yield f"Within one piece, {board.names(claim.pattern)} share {digits} between them"


def _by_places(board: Candidates, claim: Claim) -> Iterator[str]:
    if len(claim.digits) == 1:
        where = f"{board.names(claim.pattern, 'or')}, which all touch {board.names(claim.cells)}"
        yield f"{_piece(board, board.piece(claim.pattern[0])[0])}, {claim.digits[0]} must go in {where}"


def _by_hidden_subset(board: Candidates, claim: Claim) -> Iterator[str]:
    for cells, digits in hidden_subsets(board, claim):
        must = f"{listing(digits)} must go in {board.names(cells)}"
        yield f"{_piece(board, claim.pattern[0])}, {must}"


def _by_touching_subset(board: Candidates, claim: Claim) -> Iterator[str]:
    if len(claim.digits) == 1:
        union = sorted(set().union(*(board.candidates[cell] for cell in claim.pattern)))
        share = f"{board.names(claim.pattern)} exclude each other and share {listing(union)}"
        yield f"{share}; one of these cells is {claim.digits[0]}"


def hidden_subsets(board: Candidates, claim: Claim) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield the cells and the digits of each hidden subset that proves a claim.

    A hidden subset has as many digits as cells; none of these digits has a place elsewhere in the
    piece.
    """
    piece = board.piece(claim.pattern[0])
    if not set(claim.cells) <= set(piece):
        return
    rest = [cell for cell in piece if cell not in claim.cells]
    for size in range(max(2, len(claim.cells)), min(4, len(piece) - 1) + 1):
        for more in combinations(rest, size - len(claim.cells)):
            cells = tuple(sorted({*claim.cells, *more}))
            held = [
                digit
                for digit in range(1, len(piece) + 1)
                if digit not in claim.digits and board.places(piece[0], digit) <= set(cells)
            ]
            yield from ((cells, digits) for digits in combinations(held, size))


_CLAUSES: dict[int | None, Callable[[Candidates, Claim], Iterator[str]]] = {
    1: _by_piece,
    2: _by_touch,
    4: _by_pair,
    5: _by_pair,
    6: _by_subset,
    7: _by_places,
    8: _by_places,
    10: _by_places,
    11: _by_subset,
    12: _by_hidden_subset,
    13: _by_touching_subset,
}
