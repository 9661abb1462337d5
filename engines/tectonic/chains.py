"""Contradictions in words: chains that a reader can check, from an assumption to a conflict.

A chain assumes that a cell contains a digit. Each link of the chain is a deduction. A link that places a
digit in a cell also removes the digit from the rest of the piece and from the cells that touch the cell.
Each round adds all singles and exclusions that follow. If none follows, it adds the easiest conclusion
from a pair or a subset of cells. In the first round with a conflict, the conflict with the fewest links
is chosen, and every unneeded link is removed. If all links are singles and exclusions, a search for a
chain with the fewest links follows. The kernels `_links` and `_chains` find the chains; this module
describes a chain in words.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from zet.engines.messages import Message
from zet.engines.tectonic._ladder import Ladder
from zet.engines.tectonic.board import Board, Deduction
from zet.engines.tectonic.model import digits_of
from zet.engines.tectonic.techniques import TECHNIQUES, Finding, deduction_of, listing, name_of

HIDDEN_SINGLE, EXCLUSION = 3, 10
BY_PLACES = frozenset({HIDDEN_SINGLE, 7, 8, EXCLUSION})
"""The techniques that always depend on all places of a digit in a piece; technique 5, which does so only
if it removes one digit, is not included.
"""

SUBSETS = sum(1 << number for number in (4, 5, 6, 11, 12, 13))
"""The techniques of pairs and subsets, as a mask."""

NAKED_SINGLE = Message("naked single")
NAMES = {**TECHNIQUES, 0: NAKED_SINGLE}

Candidate = tuple[int, int]
"""A cell and a digit."""

Link = tuple[int, tuple[int, ...], int, tuple[int, ...]]
"""A link as returned by `Links.chain`."""

Placed = dict[int, int]
"""The digit of each cell that is solved before a chain, by its assumption, or by one of its links.

A cell keeps its digit here even if the chain, or the assumption itself, then excludes the digit.
"""

MAX_WORK = 10_000_000
"""The limit on the work spent searching for a chain with fewer links, in the units of `Landmarks`; this
much work takes about 0.05 s.
"""


@dataclass(frozen=True, slots=True)
class Conflict:
    """The end of a chain: a cell without candidates, or a piece without a place for a digit.

    `cell` has no candidate left if `digit` is 0; otherwise the piece of `cell` has no place for `digit`.
    """

    cell: int
    digit: int
    reason: str


@dataclass(frozen=True, slots=True)
class Chain:
    """A refutation: the links that lead from the assumption of a digit in `cell` to a conflict.

    In `links`, a naked single has the technique number 0. `needs` lists the candidates that must already
    have been removed for the chain to follow. `reason` is the whole chain in words. `is_shortest` means
    that provably no chain of singles and exclusions is shorter; even if it is false, every link is
    needed.
    """

    cell: int
    links: tuple[Deduction, ...]
    conflict: Conflict
    needs: frozenset[Candidate]
    reason: str
    is_shortest: bool

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells in which the links place or remove digits, and the cell of the conflict."""
        return tuple(
            sorted({self.cell, self.conflict.cell, *(c for link in self.links for c in link.cells)})
        )


def chain_of(board: Board, cell: int, digit: int) -> Chain | None:
    """Return a chain that refutes `digit` in `cell`; None if the techniques lead to no conflict."""
    links = board.links
    links.suppose(board.domains, cell, digit)
    supposed = board.trial()
    supposed.domains = links.domains()
    subsets: list[Deduction] = []
    while not links.grow():
        later = supposed.trial()
        later.domains = links.domains()
        subset = _subset(later)
        if not subset:
            return None
        subsets.append(subset)
        links.strike(subset.cells, subset.mask, needs_of(later, subset))
    links.minimize()
    is_shortest = not any(link[0] < 0 for link in links.chain()) and links.shorten(MAX_WORK)
    solved = enumerate(board.domains)
    placed = {one: mask.bit_length() for one, mask in solved if mask.bit_count() == 1} | {cell: digit}
    deductions: list[Deduction] = []
    needs = set[Candidate]()
    for link in links.chain():
        deduction = _deduction(supposed, link, placed) if link[0] >= 0 else subsets[link[2]]
        deductions.append(deduction)
        needs |= needs_of(supposed, deduction)
        _apply(supposed, deduction, placed)
    conflict, missing = _conflict(supposed, *links.conflict(), placed)
    parts: list[str] = [Message("Suppose {cell} is {digit}.", cell=name_of(board, cell), digit=digit)]
    parts += [deduction.reason for deduction in deductions]
    reason = Message.joined([*parts, conflict.reason], by=" ")
    before = frozenset(one for one in needs.union(missing) if not board.domains[one[0]] >> one[1] - 1 & 1)
    return Chain(cell, tuple(deductions), conflict, before, reason, is_shortest)


def _subset(board: Board) -> Deduction | None:
    """Return the easiest conclusion from a pair or a subset of cells; None if there is none."""
    puzzle = board.puzzle
    ladder = Ladder(puzzle.width, puzzle.height, puzzle.pieces, board.domains, SUBSETS)
    if ladder.run(1, None, 1) or ladder.conflict() >= 0:
        return deduction_of(puzzle, Finding._make(ladder.last()))
    return None


def _deduction(board: Board, link: Link, placed: Placed) -> Deduction:
    """Return the deduction of a link, which is a single or an exclusion, with its reason in words."""
    technique, cells, digit, pattern = link
    bit = 1 << digit - 1
    if technique == EXCLUSION:
        first = board.members[board.piece_of[pattern[0]]][0]
        finding = Finding(EXCLUSION, cells, bit, pattern, (), 0, (), 0, -1, first, 0)
        return deduction_of(board.puzzle, finding)
    if technique == HIDDEN_SINGLE:
        reason = Message(
            "In the piece containing {piece}, {digit} can only go in {cell}.",
            piece=name_of(board, pattern[0]),
            digit=digit,
            cell=name_of(board, cells[0]),
        )
    else:
        reason = naked_single(board, cells[0], digit, placed)
    return Deduction(technique, "place", cells, bit, pattern, reason)


def _apply(board: Board, deduction: Deduction, placed: Placed) -> None:
    """Apply a link to the candidates; unlike `Board.apply`, this may leave a cell without candidates."""
    cells: Iterable[int] = deduction.cells
    if deduction.action == "place":
        [cell] = deduction.cells
        placed[cell] = deduction.mask.bit_length()
        board.domains[cell] &= deduction.mask
        cells = board.sees(cell)
    for cell in cells:
        board.domains[cell] &= ~deduction.mask


def _conflict(
    board: Board, cell: int, digit: int, placed: Placed
) -> tuple[Conflict, Iterable[Candidate]]:
    """Return the conflict that ends a chain, and the removed candidates on which the conflict depends."""
    if not digit:
        # In a placed cell nothing but its digit was left to exclude.
        size = len(board.members[board.piece_of[cell]])
        digits = [placed[cell]] if cell in placed else range(1, size + 1)
        what = Message("Then {cell} has no candidate left", cell=name_of(board, cell))
        reason = _excluded(board, cell, digits, placed, what)
        return Conflict(cell, 0, reason), {(cell, one) for one in absent(board, cell)}
    cells = board.members[board.piece_of[cell]]
    what = Message(
        "Then the piece containing {piece} has no place for {digit}",
        piece=name_of(board, cell),
        digit=digit,
    )
    found = {cause_of(board, one, digit, placed) for one in cells if placed.get(one, digit) == digit}
    causes = [(one, digit) for one in sorted(one for one in found if one is not None)]
    reason = Message("{what}.", what=what)
    if causes:
        reason = Message("{what}, as {causes}.", what=what, causes=causes_listed(board, causes))
    return Conflict(cell, digit, reason), {(one, digit) for one in cells}


def needs_of(board: Board, deduction: Deduction) -> set[Candidate]:
    """Return the candidates that must have been removed for a deduction to follow."""
    number = deduction.technique
    cells: Iterable[int] = deduction.pattern
    digits: int = -1
    if number in BY_PLACES or (number == 5 and deduction.mask.bit_count() == 1):
        cells = board.members[board.piece_of[deduction.pattern[0]]]
        digits = deduction.mask
    return {(cell, digit) for cell in cells for digit in absent(board, cell) if digits >> digit - 1 & 1}


def absent(board: Board, cell: int) -> tuple[int, ...]:
    """Return the digits that have been removed from the candidates of a cell."""
    size = len(board.members[board.piece_of[cell]])
    return digits_of((1 << size) - 1 & ~board.domains[cell])


def cause_of(board: Board, cell: int, digit: int, placed: Placed | None = None) -> int | None:
    """Return a solved cell that excludes `digit` from `cell`, or None if no cell does.

    Solved cells in the piece of `cell` are preferred to neighbors in other pieces. `placed` contains the
    solved cells; by default, these are the cells with one candidate.
    """
    only = 1 << digit - 1
    for other in (*board.members[board.piece_of[cell]], *board.touching[cell]):
        is_cause = board.domains[other] == only if placed is None else placed.get(other) == digit
        if is_cause and other != cell:
            return other
    return None


def naked_single(board: Board, cell: int, digit: int, placed: Placed | None = None) -> Message:
    """Return the reason why `cell` can contain only `digit`.

    The reason names the solved cells that exclude the other digits.
    """
    size = len(board.members[board.piece_of[cell]])
    others = [other for other in range(1, size + 1) if other != digit]
    return _excluded(
        board,
        cell,
        others,
        placed,
        Message("{cell} is {digit}", cell=name_of(board, cell), digit=digit),
    )


def _excluded(
    board: Board, cell: int, digits: Iterable[int], placed: Placed | None, conclusion: str
) -> Message:
    """Return a sentence: `conclusion`, followed by the solved cells that exclude `digits` from a cell."""
    causes = {digit: cause_of(board, cell, digit, placed) for digit in digits}
    seen = [(cause, digit) for digit, cause in causes.items() if cause is not None]
    unseen = [digit for digit, cause in causes.items() if cause is None]
    fields = {"what": conclusion, "causes": causes_listed(board, seen), "others": listing(unseen)}
    if not seen:
        return (
            Message("{what}, with {others} already excluded.", **fields)
            if unseen
            else Message("{what}.", what=conclusion)
        )
    if unseen:
        return Message("{what}, as {causes}, with {others} already excluded.", **fields)
    return Message("{what}, as {causes}.", **fields)


def causes_listed(board: Board, causes: Iterable[Candidate]) -> str:
    """Return a phrase that lists solved cells and their digits: "R1C1 is 2 and R1C2 is 3"."""
    return listing(
        Message("{cell} is {digit}", cell=name_of(board, cell), digit=digit) for cell, digit in causes
    )
