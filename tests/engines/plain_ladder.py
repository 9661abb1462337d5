"""The techniques of `explain` as slow, plain code, with which the kernel's steps are compared.

Each technique examines one unit (a cell or a piece) with sets of cells, and returns the first deduction
in it, with its sentence. Candidates are refuted by `Search.refute` and `solve`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from heapq import heappop, heappush
from itertools import combinations
from math import comb
from typing import Literal

from zet.engines.kernel.budget import Budget, LimitError
from zet.engines.kernel.clock import Limit
from zet.engines.messages import Message
from zet.engines.tectonic._search import Search
from zet.engines.tectonic.board import Board, ContradictionError, Deduction
from zet.engines.tectonic.explainer import (
    CONTRADICTION,
    DEEP_CONTRADICTION,
    GUESS,
    LADDER,
    Explanation,
    Status,
    Step,
    starting_domains,
)
from zet.engines.tectonic.model import Puzzle, broken_rule, digits_of
from zet.engines.tectonic.solver import solve

MAX_SUBSET = 4
MAX_COMBINATIONS = 10_000

Find = Callable[[Board, int], Deduction | None]
Affected = Callable[[Board, int], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Technique:
    """A technique and its number: `find` examines a unit, `affected` returns the units that a cell
    affects.
    """

    number: int
    name: str
    level: Literal["easy", "medium", "hard", "expert", "extreme"]
    unit: Literal["cell", "piece", "board"]
    find: Find
    affected: Affected


def name_of(board: Board, cell: int) -> str:
    """Return the name of a cell in sentences, like R2C5."""
    row, column = board.puzzle.place(cell)
    return f"R{row}C{column}"


def listing(words: Iterable[object], last: Literal["and", "or"] = "and") -> str:
    """Return words as an enumeration: "1", "1 and 2", "1, 2 and 3"."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    some = ", ".join(texts[:-1])
    if last == "or":
        return Message("{some} or {last}", some=some, last=texts[-1])
    return Message("{some} and {last}", some=some, last=texts[-1])


def _names(board: Board, cells: Iterable[int], last: Literal["and", "or"] = "and") -> str:
    return listing((name_of(board, cell) for cell in cells), last)


def _losers(board: Board, cells: Iterable[int], mask: int) -> tuple[int, ...]:
    """Return the cells that have a candidate in a mask."""
    domains = board.domains
    return tuple(sorted([cell for cell in cells if domains[cell] & mask]))


def _removal(
    board: Board,
    number: int,
    losers: tuple[int, ...],
    mask: int,
    pattern: Iterable[int],
    reason: str,
    /,
    **fields: object,
) -> Deduction:
    """Return the deduction that removes the digits of a mask from cells."""
    fields["cells"] = _names(board, losers)
    digits = "{digit}"
    if "digit" not in fields:
        digits, fields["digits"] = "{digits}", listing(digits_of(mask), "or")
    sentence = Message(f"{reason}, so {{cells}} cannot be {digits}.", **fields)
    return Deduction(number, "remove", losers, mask, tuple(sorted(pattern)), sentence)


# 1, 2: a solved cell excludes its digit from its piece, and from the cells that it touches.


def _solved(board: Board, cell: int, number: int) -> Deduction | None:
    if not board.is_solved(cell):
        return None
    mask = board.domains[cell]
    mates = [other for other in board.members[board.piece_of[cell]] if other != cell]
    losers = _losers(board, mates if number == 1 else board.touching[cell], mask)
    if not losers:
        return None
    what = {"cell": name_of(board, cell), "digit": mask.bit_length()}
    reason = "{cell} is {digit} and equal digits never touch"
    if number == 1:
        reason = "{cell} is {digit} and a piece holds each digit once"
    return _removal(board, number, losers, mask, [cell], reason, **what)


# 3: the only place of a digit in a piece.


def _hidden_single(board: Board, piece: int) -> Deduction | None:
    cells = board.members[piece]
    for digit in range(1, len(cells) + 1):
        places = board.places(cells, digit)
        if len(places) == 1 and not board.is_solved(places[0]):
            reason = Message(
                "In the piece containing {piece}, {digit} can only go in {cell}.",
                piece=name_of(board, cells[0]),
                digit=digit,
                cell=name_of(board, places[0]),
            )
            return Deduction(3, "place", (places[0],), 1 << digit - 1, tuple(cells), reason)
    return None


# 4, 5, 6: two cells with the same two candidates.


_Steps = frozenset[tuple[int, int]] | tuple[tuple[int, int], ...]
_DIAGONAL = ((1, 1), (1, -1))


def _partners(board: Board, cell: int, steps: _Steps) -> tuple[int, ...]:
    """Return the cells at (rows, columns) from a cell, where they exist."""
    return _cells_at(board.puzzle.width, board.puzzle.height, cell, steps)


@lru_cache(1 << 14)
def _cells_at(width: int, height: int, cell: int, steps: _Steps) -> tuple[int, ...]:
    row, column = divmod(cell, width)
    return tuple(
        (row + down) * width + column + right
        for down, right in steps
        if 0 <= row + down < height and 0 <= column + right < width
    )


def _touching_pair(board: Board, cell: int, number: int, steps: _Steps) -> Deduction | None:
    mask = board.domains[cell]
    if mask.bit_count() != 2:
        return None
    for other in _partners(board, cell, steps):
        if board.domains[other] != mask:
            continue
        pair = sorted([cell, other])
        if losers := _losers(board, board.common(pair), mask):
            reason = "{pattern} touch and share {shared} between them"
            words = {"pattern": _names(board, pair), "shared": listing(digits_of(mask))}
            return _removal(board, number, losers, mask, pair, reason, **words)
    return None


def _orthogonal_pair(board: Board, cell: int) -> Deduction | None:
    found = _touching_pair(board, cell, 5, ((0, 1), (1, 0)))
    if found is None and board.members[board.piece_of[cell]][0] == cell:
        found = _confined(board, board.piece_of[cell], 5)
    return found


# 5, 7, 8, 10: every place of a digit in a piece touches a cell.


def _confined(board: Board, piece: int, number: int) -> Deduction | None:
    """Return a removal from cells that touch all places of a digit, if its technique has this number."""
    cells = board.members[piece]
    for digit in range(1, len(cells) + 1):
        places = board.places(cells, digit)
        if not 2 <= len(places) <= 9:
            continue
        bit = 1 << digit - 1
        targets = [
            cell
            for cell in board.common(places)
            if board.domains[cell] & bit and board.piece_of[cell] != piece
        ]
        targets = [cell for cell in targets if _form(board, places, cell) == number]
        if targets:
            reason = (
                "In the piece containing {piece}, {digit} must go in {places}, which all touch {cells}"
            )
            words = {"piece": name_of(board, cells[0]), "places": _names(board, places, "or")}
            losers = tuple(sorted(targets))
            return _removal(board, number, losers, bit, places, reason, digit=digit, **words)
    return None


def _form(board: Board, places: list[int], target: int) -> int:
    """Return the number of the technique that removes a digit with these places from the target cell."""
    width = board.puzzle.width
    row, column = divmod(target, width)
    offsets = [(cell // width - row, cell % width - column) for cell in places]
    if len(places) == 2:
        (r1, c1), (r2, c2) = offsets
        if abs(r1 - r2) + abs(c1 - c2) == 1:
            return 5
    piece = board.piece_of[places[0]]
    for number, shapes in ((7, _CORNERS), (8, _ROWS)):
        for shape in shapes:
            if shape.issuperset(offsets):
                three = _partners(board, target, shape)
                if len(three) == 3 and all(board.piece_of[cell] == piece for cell in three):
                    return number
    return 10


_CORNERS = [frozenset([(0, c), (r, 0), (r, c)]) for r in (-1, 1) for c in (-1, 1)]
_ROWS = [frozenset((side, c) for c in (-1, 0, 1)) for side in (-1, 1)]
_ROWS += [frozenset((r, side) for r in (-1, 0, 1)) for side in (-1, 1)]


# 6, 11, 12: as many digits as cells.


def _naked_subset_of(board: Board, piece: int, size: int, number: int) -> Deduction | None:
    cells = board.members[piece]
    few = [cell for cell in cells if 2 <= board.domains[cell].bit_count() <= size]
    if comb(len(few), size) > MAX_COMBINATIONS:
        return None
    for subset in combinations(few, size):
        mask = 0
        for cell in subset:
            mask |= board.domains[cell]
        if mask.bit_count() != size:
            continue
        if losers := _losers(board, set(cells).difference(subset), mask):
            reason = "Within one piece, {pattern} share {shared} between them"
            words = {"pattern": _names(board, subset), "shared": listing(digits_of(mask))}
            return _removal(board, number, losers, mask, subset, reason, **words)
    return None


def _naked_subset(board: Board, piece: int) -> Deduction | None:
    for size in range(3, min(MAX_SUBSET, len(board.members[piece]) - 1) + 1):
        if found := _naked_subset_of(board, piece, size, 11):
            return found
    return None


def _hidden_subset(board: Board, piece: int) -> Deduction | None:
    cells = board.members[piece]
    places = {}
    for digit in range(1, len(cells) + 1):
        where = board.places(cells, digit)
        if 2 <= len(where) <= MAX_SUBSET:
            places[digit] = where
    for size in range(2, min(MAX_SUBSET, len(cells) - 1) + 1):
        few = [digit for digit in places if len(places[digit]) <= size]
        if comb(len(few), size) > MAX_COMBINATIONS:
            continue
        for digits in combinations(few, size):
            subset = {cell for digit in digits for cell in places[digit]}
            if len(subset) != size:
                continue
            others = 0
            for cell in subset:
                others |= board.domains[cell]
            for digit in digits:
                others &= ~(1 << digit - 1)
            if losers := _losers(board, subset, others):
                reason = "In the piece containing {piece}, {shared} must go in {places}"
                words = {
                    "piece": name_of(board, cells[0]),
                    "shared": listing(digits),
                    "places": _names(board, sorted(subset)),
                }
                return _removal(board, 12, losers, others, cells, reason, **words)
    return None


# 13: cells that exclude each other, of one piece or touching, with as many digits as cells.


def _touching_subset(board: Board, cell: int) -> Deduction | None:
    first = board.domains[cell]
    if not 2 <= first.bit_count() <= 3:
        return None
    near = sorted(
        other
        for other in board.sees(cell)
        if other > cell
        and board.domains[other].bit_count() in (2, 3)
        and (board.domains[other] | first).bit_count() <= 3
    )
    for size in (2, 3):
        for rest in combinations(near, size - 1):
            subset = (cell, *rest)
            mask = first
            for other in rest:
                mask |= board.domains[other]
            if mask.bit_count() != size:
                continue
            if size == 3 and rest[1] not in board.sees(rest[0]):
                continue
            found = _subset_sight(board, subset, mask)
            if found:
                return found
    return None


def _subset_sight(board: Board, subset: tuple[int, ...], mask: int) -> Deduction | None:
    """Return a removal from cells that see every place of a digit that the subset must contain."""
    for digit in digits_of(mask):
        places = board.places(subset, digit)
        seeing = board.sees(places[0]).intersection(*(board.sees(cell) for cell in places[1:]))
        bit = 1 << digit - 1
        if losers := _losers(board, seeing.difference(subset), bit):
            reason = "{pattern} exclude each other and share {shared}; one of these cells is {digit}"
            words = {"pattern": _names(board, subset), "shared": listing(digits_of(mask))}
            return _removal(board, 13, losers, bit, subset, reason, digit=digit, **words)
    return None


# The units that must be examined again after a change in a cell.


def _itself(_: Board, cell: int) -> Iterable[int]:
    return (cell,)


def _its_piece(board: Board, cell: int) -> Iterable[int]:
    return (board.piece_of[cell],)


def _diagonal_before(board: Board, cell: int) -> Iterable[int]:
    return (cell, *_partners(board, cell, ((-1, -1), (-1, 1))))


def _orthogonal_before(board: Board, cell: int) -> Iterable[int]:
    first = board.members[board.piece_of[cell]][0]
    return (cell, first, *_partners(board, cell, ((-1, 0), (0, -1))))


def _seen(board: Board, cell: int) -> Iterable[int]:
    return board.sees(cell) | {cell}


TECHNIQUES = (
    Technique(1, Message("piece elimination"), "easy", "cell", partial(_solved, number=1), _itself),
    Technique(2, Message("neighbor elimination"), "easy", "cell", partial(_solved, number=2), _itself),
    Technique(3, Message("hidden single"), "easy", "piece", _hidden_single, _its_piece),
    Technique(
        4,
        Message("diagonal pair"),
        "medium",
        "cell",
        partial(_touching_pair, number=4, steps=_DIAGONAL),
        _diagonal_before,
    ),
    Technique(5, Message("orthogonal pair"), "medium", "cell", _orthogonal_pair, _orthogonal_before),
    Technique(
        6,
        Message("naked pair"),
        "medium",
        "piece",
        partial(_naked_subset_of, size=2, number=6),
        _its_piece,
    ),
    Technique(7, Message("corner of three"), "medium", "piece", partial(_confined, number=7), _its_piece),
    Technique(8, Message("row of three"), "medium", "piece", partial(_confined, number=8), _its_piece),
    Technique(10, Message("exclusion"), "medium", "piece", partial(_confined, number=10), _its_piece),
    Technique(11, Message("naked subset"), "hard", "piece", _naked_subset, _its_piece),
    Technique(12, Message("hidden subset"), "hard", "piece", _hidden_subset, _its_piece),
    Technique(13, Message("touching subset"), "hard", "cell", _touching_subset, _seen),
)
"""The techniques of pure deduction, from the easiest to the hardest."""


def explain(
    puzzle: Puzzle,
    strategies: Collection[int] = LADDER,
    *,
    use_notes: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Explanation:
    """Return the steps to the solution, or up to the point where the strategies or the limits end.

    With `use_notes`, the candidates of a cell are its notes in the puzzle, if it has any. `nodes` limits
    the candidates that are tried when no deduction is left.
    """
    start = starting_domains(puzzle, use_notes=use_notes)
    explainer = Explainer(puzzle, strategies, start, Budget(nodes, seconds))
    steps: list[Step] = []
    reason = ""
    limit: Limit | None = None
    domains = list(start)
    try:
        for step in explainer.steps():
            steps.append(step)
            domains = list(explainer.board.domains)
    except ContradictionError as error:
        reason = Message("{cell} has no candidate left", cell=name_of(explainer.board, error.cell))
        domains[error.cell] = 0  # without the other changes of the unfinished step
        explainer.board.domains[:] = domains
    except LimitError as error:
        limit = error.limit
    board = explainer.board
    if not reason and board.is_complete:
        reason = broken_rule(puzzle, board.digits()) or ""
    status: Status = "unsolvable" if reason else "solved" if board.is_complete else "stuck"
    status = "unknown" if limit else status
    return Explanation(status, tuple(start), tuple(steps), tuple(board.domains), reason, limit)


class Explainer:
    """The state of an explanation: the board, and for each technique the units to examine.

    A unit without a deduction is examined again only after a change that affects it, so that the work
    depends on the changes, not on the size of the board.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        strategies: Collection[int],
        domains: Sequence[int],
        budget: Budget | None = None,
    ) -> None:
        self.board = Board(puzzle, domains)
        self.budget = budget or Budget()
        self.strategies = frozenset(strategies)
        self._tasks: list[tuple[Technique, list[int], set[int]]] = []
        for technique in TECHNIQUES:
            if technique.number in self.strategies:
                count = len(domains) if technique.unit == "cell" else len(self.board.members)
                self._tasks.append((technique, list(range(count)), set(range(count))))

    def steps(self) -> Iterator[Step]:
        """Yield the steps, each of which is applied to the board.

        Raises:
            ContradictionError: a cell has no candidate left, so the puzzle has no solution. LimitError: a
            limit is reached.
        """
        for cell in self.board.cells:
            if not self.board.domains[cell]:
                raise ContradictionError(cell)
        while deduction := self._deduce() or self._try_out():
            yield self._apply(deduction)

    def _deduce(self) -> Deduction | None:
        """Return the easiest deduction, or None."""
        for technique, units, waiting in self._tasks:
            self.budget.charge(0)
            while units:
                if deduction := technique.find(self.board, units[0]):
                    return deduction
                waiting.remove(heappop(units))
        return None

    def _apply(self, deduction: Deduction) -> Step:
        board = self.board
        solved = board.apply(deduction)
        for technique, units, waiting in self._tasks:
            for cell in deduction.cells:
                for unit in technique.affected(board, cell):
                    if unit not in waiting:
                        waiting.add(unit)
                        heappush(units, unit)
        return Step(deduction, tuple((cell, board.domains[cell].bit_length()) for cell in solved))

    def _try_out(self) -> Deduction | None:
        """Return the easiest deduction from trying a candidate."""
        if self.board.is_complete:
            return None
        open_cells = [c for c in self.board.cells if not self.board.is_solved(c)]
        open_cells.sort(key=lambda cell: self.board.domains[cell].bit_count())
        for number, method in (
            (CONTRADICTION, self._contradiction),
            (DEEP_CONTRADICTION, self._deep_contradiction),
            (GUESS, self._guess),
        ):
            if number in self.strategies and (deduction := method(open_cells)):
                return deduction
        return None

    def _contradiction(self, open_cells: list[int]) -> Deduction | None:
        """Return the removal of a candidate from which singles and exclusion lead to a conflict.

        The shortest of these contradictions is chosen, among those in cells with the fewest candidates.
        """
        board = self.board
        puzzle = board.puzzle
        search = Search(puzzle.width, puzzle.height, puzzle.pieces, board.domains)
        best: tuple[int, int, int, str] | None = None
        for cell in open_cells:
            if best and board.domains[cell].bit_count() > board.domains[best[1]].bit_count():
                break
            for digit in digits_of(board.domains[cell]):
                self.budget.charge(1)
                conflict = search.refute(cell, 1 << digit - 1)
                if conflict is None or (best and conflict[0] >= best[0]):
                    continue
                struck, empty, piece, missing = conflict
                end: str
                if empty >= 0:
                    end = Message("{cell} would have no candidate left", cell=name_of(board, empty))
                else:
                    where = name_of(board, board.members[piece][0])
                    end = Message(
                        "the piece containing {piece} would have no place for {digit}",
                        piece=where,
                        digit=missing,
                    )
                best = struck, cell, digit, end
        if best is None:
            return None
        struck, cell, digit, end = best
        reason = Message(
            "If {cell} were {digit}, {count} candidates would be removed and {end}.",
            cell=name_of(board, cell),
            digit=digit,
            count=struck,
            end=end,
        )
        return Deduction(CONTRADICTION, "remove", (cell,), 1 << digit - 1, (cell,), reason)

    def _deep_contradiction(self, open_cells: list[int]) -> Deduction | None:
        """Return the removal of a candidate that all techniques of deduction together refute."""
        board = self.board
        for cell in open_cells:
            for digit in digits_of(board.domains[cell]):
                domains = list(board.domains)
                domains[cell] = 1 << digit - 1
                self.budget.charge(1)
                trial = Explainer(board.puzzle, _PURE, domains, self.budget)
                count = 0
                try:
                    for _ in trial.steps():
                        count += 1
                except ContradictionError as error:
                    reason = Message(
                        "If {cell} were {digit}, {count} steps would lead to {empty} having"
                        " no candidate left.",
                        cell=name_of(board, cell),
                        digit=digit,
                        count=count,
                        empty=name_of(board, error.cell),
                    )
                    mask = 1 << digit - 1
                    return Deduction(DEEP_CONTRADICTION, "remove", (cell,), mask, (cell,), reason)
        return None

    def _guess(self, open_cells: list[int]) -> Deduction:
        """Return a guess in the first cell, which has the fewest candidates; a search tests the guess."""
        board = self.board
        cell = open_cells[0]
        digit = digits_of(board.domains[cell])[0]
        domains = list(board.domains)
        domains[cell] = 1 << digit - 1
        where = name_of(board, cell)
        left, seconds = self.budget.left, self.budget.deadline.left
        found = solve(board.puzzle, count=1, domains=domains, nodes=left, seconds=seconds)
        self.budget.charge(found.nodes + (found.status == "unknown"))
        if found.status == "solved":
            reason = Message("Nothing easier decides {cell}: guess {digit}.", cell=where, digit=digit)
            return Deduction(GUESS, "guess", (cell,), 1 << digit - 1, (cell,), reason)
        reason = Message("Guessing {digit} in {cell} leads to no solution.", digit=digit, cell=where)
        return Deduction(GUESS, "remove", (cell,), 1 << digit - 1, (cell,), reason)


_PURE = frozenset(technique.number for technique in TECHNIQUES)
