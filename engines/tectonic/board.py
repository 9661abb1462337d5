"""A board on which a person, or a solver that works like one, removes candidates step by step."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self

from zet.engines.errors import GameError
from zet.engines.kernel._values import fast_init
from zet.engines.tectonic._chains import Chains
from zet.engines.tectonic.model import Puzzle

Action = Literal["remove", "place", "guess"]


class ContradictionError(GameError):
    """Raised if a cell has no candidate left; `cell` is its index."""

    def __init__(self, cell: int) -> None:
        super().__init__(f"cell {cell} has no candidate left")
        self.cell = cell


@fast_init
@dataclass(frozen=True, slots=True)
class Deduction:
    """A conclusion: digits are removed from cells, or a digit is placed in a cell.

    `mask` is the mask of these digits (bit d-1 for digit d), `pattern` the cells from which the
    conclusion follows. `reason` is a sentence.
    """

    technique: int
    action: Action
    cells: tuple[int, ...]
    mask: int
    pattern: tuple[int, ...]
    reason: str


class Board:
    """A puzzle and the candidates of its cells, which are masks (bit d-1 for digit d)."""

    def __init__(self, puzzle: Puzzle, domains: Sequence[int] | None = None) -> None:
        self.puzzle = puzzle
        self.domains = list(domains) if domains is not None else puzzle.domains()
        self.cells = puzzle.cells
        self.members = puzzle.members
        self.piece_of = puzzle.pieces

    def trial(self) -> Self:
        """Return a board for trials: it has its own copy of the candidates and shares everything else."""
        _ = self.touching, self.links  # computed once for all trials
        other = copy(self)
        other.domains = self.domains.copy()
        return other

    @cached_property
    def touching(self) -> Sequence[tuple[int, ...]]:
        """For each cell, row by row, the cells that touch it (at most 8)."""
        return self.puzzle.neighbors()

    @cached_property
    def links(self) -> Chains:
        """The kernel that searches for the links of chains of deductions."""
        return Chains(self.puzzle.width, self.puzzle.height, self.piece_of)

    def sees(self, cell: int) -> set[int]:
        """Return the cells that cannot contain the same digit as `cell`: its neighbors and its piece."""
        return {*self.touching[cell], *self.members[self.piece_of[cell]]} - {cell}

    def is_solved(self, cell: int) -> bool:
        """Return whether a cell has exactly one candidate."""
        mask = self.domains[cell]
        return mask & (mask - 1) == 0

    def places(self, cells: Iterable[int], digit: int) -> list[int]:
        """Return the cells in `cells` that have `digit` as a candidate."""
        bit = 1 << digit - 1
        return [cell for cell in cells if self.domains[cell] & bit]

    def common(self, cells: Sequence[int]) -> set[int]:
        """Return the cells that touch every cell of `cells`."""
        return set(self.touching[cells[0]]).intersection(*(self.touching[cell] for cell in cells[1:]))

    def remove(self, cells: Iterable[int], mask: int) -> list[int]:
        """Remove the digits of a mask from cells; return the cells that this reduces to one candidate.

        Raises:
            ContradictionError: a cell loses its last candidate.
        """
        solved = []
        for cell in cells:
            left = self.domains[cell] & ~mask
            if left == self.domains[cell]:
                continue
            self.domains[cell] = left
            if not left:
                raise ContradictionError(cell)
            if left & (left - 1) == 0:
                solved.append(cell)
        return solved

    def apply(self, deduction: Deduction) -> list[int]:
        """Apply a conclusion; return the cells that this reduces to one candidate.

        Raises:
            ContradictionError: a cell loses its last candidate.
        """
        if deduction.action == "remove":
            return self.remove(deduction.cells, deduction.mask)
        [cell] = deduction.cells
        return self.remove([cell], self.domains[cell] & ~deduction.mask)

    @property
    def is_complete(self) -> bool:
        """Whether every cell has exactly one candidate."""
        return all(mask & (mask - 1) == 0 for mask in self.domains)

    def digits(self) -> bytes:
        """Return the digit of each cell; 0 for a cell with several candidates."""
        return bytes(mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in self.domains)
