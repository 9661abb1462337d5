"""Puzzles with the provably smallest number of givens for a given solution.

Any other solution of the board differs from the given solution in some cells, and at least one of these
must be a given. So the givens are a smallest hitting set: a smallest set of cells with at least one cell
from each difference. Only a few differences are known at first. If a smallest choice of cells that hits
all known differences still allows another solution, that solution yields a new difference. If it allows
no other solution, no smaller choice exists, because it would miss a known difference. (Implicit hitting
sets: E. Moreno-Centeno and R. M. Karp, "The Implicit Hitting Set Approach", Operations Research 61,
2013.)
"""

from collections.abc import Collection
from random import Random

from zet.engines.kernel.budget import LimitError
from zet.engines.kernel.clock import Deadline
from zet.engines.tectonic.hitting import smallest
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import solve


def fewest_givens(full: Puzzle, stays: Collection[int], random: Random, deadline: Deadline) -> Puzzle:
    """Return a puzzle whose only solution is the completed board `full`, with the fewest possible givens.

    The cells in `stays` are always givens. If several smallest puzzles exist, one of them is chosen
    at random.

    Raises:
        LimitError: the time is up.
    """
    differences = _Differences(full, sum(1 << cell for cell in stays), random, deadline)
    differences.look_near_each_cell()
    while differences.found_with(chosen := differences.smallest_choice()):
        pass
    return full.filled([digit if chosen >> cell & 1 else 0 for cell, digit in enumerate(full.givens)])


class _Differences:
    """Known differences: sets of cells (masks) in which some solution differs from `full`."""

    def __init__(self, full: Puzzle, stays: int, random: Random, deadline: Deadline) -> None:
        self.full = full
        self.stays = stays
        self.random = random
        self.deadline = deadline
        self.known: set[int] = set()
        self._open = full.filled([0] * len(full.pieces)).domains()
        self._given = full.domains()
        self._choices: dict[frozenset[int], int] = {}

    def look_near_each_cell(self) -> None:
        """For each cell, add the difference of a solution that changes it but no cells far from it."""
        neighbors = self.full.neighbors()
        for cell in range(len(self._open)):
            near = {cell}
            for _ in range(2):
                near |= {other for one in near for other in neighbors[one]}
                domains = self._domains(~sum(1 << other for other in near) | self.stays)
                domains[cell] &= ~self._given[cell]
                if domains[cell] and self._learn(domains):
                    break

    def found_with(self, chosen: int) -> bool:
        """Add a difference that misses the givens in the mask `chosen`; return False if none exists."""
        return self._learn(self._domains(chosen))

    def smallest_choice(self) -> int:
        """Return a smallest mask of cells that includes `stays` and hits all known differences.

        Connected components, which are differences linked by common cells, are solved one by one.
        """
        groups: list[tuple[int, frozenset[int]]] = []
        for one in self.known:
            joined = [group for group in groups if group[0] & one]
            groups = [group for group in groups if not group[0] & one]
            cells = one
            for group in joined:
                cells |= group[0]
            groups.append((cells, frozenset([one]).union(*(group[1] for group in joined))))
        chosen = self.stays
        for _cells, sets in groups:
            if sets not in self._choices:
                self._choices[sets] = smallest(sets, self._shuffled, self._check_deadline)
            chosen |= self._choices[sets]
        return chosen

    def _shuffled(self, cells: list[int]) -> list[int]:
        self.random.shuffle(cells)
        return cells

    def _domains(self, given: int) -> list[int]:
        """Return the candidates of all cells if exactly the cells in the mask `given` are givens."""
        pairs = enumerate(zip(self._given, self._open, strict=True))
        return [own if given >> cell & 1 else open_ for cell, (own, open_) in pairs]

    def _learn(self, domains: list[int]) -> bool:
        """Find another solution within `domains`, and add its difference; return False if none exists.

        The difference is reduced first, because smaller differences prune more.
        """
        found = self._other(domains)
        kept = 0
        while left := found & ~kept:  # smaller sets prune more: give every cell that need not differ
            cell = left & -left
            kept |= cell
            found = self._other(self._domains(~found | cell)) or found
        if found:
            self.known.add(found)
        return found > 0

    def _other(self, domains: list[int]) -> int:
        """Find a solution within `domains` that differs from `full`, and return the cells that differ.

        The result is a mask, 0 if no other solution exists.
        """
        self._check_deadline()
        result = solve(self.full, domains=domains, seconds=self.deadline.left)
        if result.unique is None:
            raise LimitError("time")
        for solution in result.solutions:
            pairs = enumerate(zip(solution, self.full.givens, strict=True))
            if differing := sum(1 << cell for cell, (digit, own) in pairs if digit != own):
                return differing
        return 0

    def _check_deadline(self) -> None:
        if self.deadline.has_passed:
            raise LimitError("time")
