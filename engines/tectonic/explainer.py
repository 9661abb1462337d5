"""Solve a Tectonic puzzle as a person does: always by the easiest technique that leads on.

The techniques of pure deduction stand in `techniques`; here are those that try something out (a
contradiction, the guess of last resort), the order of work, and the record of it.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Literal

from zet.engines.kernel.clock import Deadline, Limit
from zet.engines.messages import Message
from zet.engines.tectonic._search import Search
from zet.engines.tectonic.board import Board, ContradictionError, Deduction
from zet.engines.tectonic.model import Puzzle, broken_rule, digits_of
from zet.engines.tectonic.solver import solve
from zet.engines.tectonic.techniques import TECHNIQUES, Technique, name_of

CONTRADICTION, DEEP_CONTRADICTION, GUESS = 14, 15, 9

NAMES = {technique.number: technique.name for technique in TECHNIQUES} | {
    CONTRADICTION: Message("contradiction"),
    DEEP_CONTRADICTION: Message("contradiction by subsets"),
    GUESS: Message("guess"),
}
LADDER = tuple(NAMES)
"""The numbers of all techniques, from the easiest to the hardest."""

LEVELS = {technique.number: technique.level for technique in TECHNIQUES} | {
    CONTRADICTION: "expert",
    DEEP_CONTRADICTION: "expert",
    GUESS: "extreme",
}

Status = Literal["solved", "stuck", "unsolvable", "unknown"]


@dataclass(frozen=True, slots=True)
class Step:
    """A deduction that was applied, and the cells that had one candidate left after it.

    `solved` holds (cell index, digit).
    """

    deduction: Deduction
    solved: tuple[tuple[int, int], ...]

    @property
    def name(self) -> str:
        """The name of the technique."""
        return NAMES[self.deduction.technique]

    @property
    def reason(self) -> str:
        """Why the conclusion follows, in a sentence."""
        return self.deduction.reason


@dataclass(frozen=True, slots=True)
class Explanation:
    """How far reasoning leads: the steps between the candidates at the start and at the end.

    `start` and `domains` are masks, row by row. "stuck": the chosen techniques lead no further.
    "unknown": the `limit` was reached. `reason` tells why a puzzle is unsolvable.
    """

    status: Status
    start: tuple[int, ...]
    steps: tuple[Step, ...]
    domains: tuple[int, ...]
    reason: str = ""
    limit: Limit | None = None


class LimitError(Exception):
    """A limit was reached."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit)
        self.limit: Limit = limit


class Effort:
    """What an explanation may spend: `nodes`, candidates that are tried out, and seconds."""

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        self.left = nodes
        self.deadline = Deadline(seconds)

    def spend(self, nodes: int) -> None:
        """Note that so many candidates are tried out.

        Raises:
            LimitError: that is too many, or the time has passed.
        """
        if self.left is not None:
            self.left -= nodes
            if self.left < 0:
                raise LimitError("nodes")
        if self.deadline.has_passed:
            raise LimitError("time")


def explain(
    puzzle: Puzzle,
    strategies: Collection[int] = LADDER,
    *,
    use_notes: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Explanation:
    """Return all steps to the solution, or as far as the numbered strategies or the limits lead.

    With `use_notes`, the candidates are those noted in the puzzle, where a cell has any. `nodes` counts
    the candidates that are tried out where nothing else leads on.
    """
    start = starting_domains(puzzle, use_notes=use_notes)
    explainer = Explainer(puzzle, strategies, start, Effort(nodes, seconds))
    steps: list[Step] = []
    reason = ""
    limit: Limit | None = None
    try:
        for step in explainer.steps():
            steps.append(step)  # noqa: PERF402 - those before an error stay
    except ContradictionError as error:
        reason = Message("{cell} has no candidate left", cell=name_of(explainer.board, error.cell))
    except LimitError as error:
        limit = error.limit
    board = explainer.board
    if not reason and board.is_complete:
        reason = broken_rule(puzzle, board.digits()) or ""
    status: Status = "unsolvable" if reason else "solved" if board.is_complete else "stuck"
    status = "unknown" if limit else status
    return Explanation(status, tuple(start), tuple(steps), tuple(board.domains), reason, limit)


def starting_domains(puzzle: Puzzle, *, use_notes: bool = False) -> list[int]:
    """Return the candidates before the first step, as masks; those that are noted with `use_notes`."""
    domains = puzzle.domains()
    if not use_notes or puzzle.notes is None:
        return domains
    return [
        mask if given or not note else mask & note
        for mask, given, note in zip(domains, puzzle.givens, puzzle.notes, strict=True)
    ]


class Explainer:
    """The state of an explanation: the board, and for each technique the units to look at.

    A unit that yielded nothing is looked at again only when a change affects it, so the work goes
    with the changes and not with the board.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        strategies: Collection[int],
        domains: Sequence[int],
        effort: Effort | None = None,
    ) -> None:
        self.board = Board(puzzle, domains)
        self.effort = effort or Effort()
        self.strategies = frozenset(strategies)
        self._tasks: list[tuple[Technique, list[int], set[int]]] = []
        for technique in TECHNIQUES:
            if technique.number in self.strategies:
                count = len(domains) if technique.unit == "cell" else len(self.board.members)
                self._tasks.append((technique, list(range(count)), set(range(count))))

    def steps(self) -> Iterator[Step]:
        """Yield the steps, each of which is applied to the board.

        Raises:
            ContradictionError: a cell has no candidate left: the puzzle has no solution.
            LimitError: there is no effort left.
        """
        if 0 in self.board.domains:
            raise ContradictionError(self.board.domains.index(0))
        while deduction := self._deduce() or self._try_out():
            yield self._apply(deduction)

    def _deduce(self) -> Deduction | None:
        """Return the easiest deduction there is."""
        for technique, units, waiting in self._tasks:
            self.effort.spend(0)
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
        """Return what trying a candidate shows, by the easiest way of trying that shows anything."""
        if self.board.is_complete:
            return None
        open_cells = [c for c in range(len(self.board.domains)) if not self.board.is_solved(c)]
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

        Among the cells with the fewest candidates that have one, the shortest way is taken.
        """
        board = self.board
        puzzle = board.puzzle
        search = Search(puzzle.width, puzzle.height, puzzle.pieces, board.domains)
        best: tuple[int, int, int, str] | None = None
        for cell in open_cells:
            if best and board.domains[cell].bit_count() > board.domains[best[1]].bit_count():
                break
            for digit in digits_of(board.domains[cell]):
                self.effort.spend(1)
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
                        "the piece of {piece} would have no place for {digit}", piece=where, digit=missing
                    )
                best = struck, cell, digit, end
        if best is None:
            return None
        struck, cell, digit, end = best
        reason = Message(
            "If {cell} were {digit}, {count} candidates would go and {end}.",
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
                self.effort.spend(1)
                trial = Explainer(board.puzzle, _PURE, domains, self.effort)
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
        """Return a guess in the first cell, the one with the fewest candidates; a search tests it."""
        board = self.board
        cell = open_cells[0]
        digit = next(digits_of(board.domains[cell]))
        domains = list(board.domains)
        domains[cell] = 1 << digit - 1
        where = name_of(board, cell)
        left, seconds = self.effort.left, self.effort.deadline.left
        found = solve(board.puzzle, count=1, domains=domains, nodes=left, seconds=seconds)
        self.effort.spend(found.nodes + (found.status == "unknown"))
        if found.status == "solved":
            reason = Message("Nothing easier decides {cell}: guess {digit}.", cell=where, digit=digit)
            return Deduction(GUESS, "guess", (cell,), 1 << digit - 1, (cell,), reason)
        reason = Message("Guessing {digit} in {cell} leads to no solution.", digit=digit, cell=where)
        return Deduction(GUESS, "remove", (cell,), 1 << digit - 1, (cell,), reason)


_PURE = frozenset(technique.number for technique in TECHNIQUES)
