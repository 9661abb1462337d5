"""Shortest chains to a contradiction, of singles and exclusions, proven to be shortest.

A state has a bit for each remaining candidate. Removed candidates never return, so the order of links
does not matter, and a chain is a set of links. If chosen links lead to no conflict, all other links
that still lead to none are added; every chain contains at least one of the remaining links. A smallest
choice with a link from each such set is no longer than a shortest chain; when it leads to a conflict,
it is a shortest chain. Source: P. Haslum, J. Slaney, S. Thiebaux, Minimal landmarks for optimal
delete-free planning, ICAPS 2012.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from zet.engines.tectonic.board import Board
from zet.engines.tectonic.hitting import bits, smallest

MAX_TRIED = 10_000_000
"""The number of links and sets tried before the search gives up."""

Link = tuple[int, int]
"""The candidate that is placed (0 for an exclusion) and the candidates that are removed, as bits."""


class _Step(NamedTuple):
    """A link that may be chosen: the candidates removed before it and by it, and its places.

    The places are the candidate that is placed, or all places of a digit in a piece.
    """

    needs: int
    strikes: int
    places: int


class _TooLongError(Exception):
    """Raised when the search gives up."""


class Search:
    """The search for links on a board under an assumption."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width = max(board.puzzle.sizes)
        sizes = board.puzzle.sizes
        self._cells = [self._bits([cell], (1 << sizes[board.piece_of[cell]]) - 1) for cell in board.cells]
        self._places = [
            self._bits(cells, 1 << digit) for cells in board.members for digit in range(len(cells))
        ]
        self._struck_by: dict[int, int] = {}
        self._tried = 0

    def _bits(self, cells: Collection[int], mask: int) -> int:
        return sum(mask << cell * self.width for cell in cells)

    def fewer(self, cell: int, digit: int, most: int) -> tuple[list[Link] | None, bool]:
        """Return the fewest links that exclude a digit from a cell, if they are fewer than `most`.

        None if no such links were found; the second value says whether the result is proven.
        """
        left = self._start(cell, digit)
        steps, conflicts = self._within(left, most - 1)
        known: list[list[int]] = []
        self._tried = 0
        try:
            while (chosen := self._smallest(known, most - 1)) is not None:
                n_known = len(known)
                while (others := self._others(steps, conflicts, chosen)) is not None:
                    known.append(others)
                    chosen |= set(others[:1])
                    if not others:
                        return None, True
                if len(known) == n_known:
                    return self._in_order(left, [steps[number] for number in sorted(chosen)]), True
        except _TooLongError:
            return None, False
        return None, True

    def _start(self, cell: int, digit: int) -> int:
        """Return the state after propagating the digits of solved cells, and the assumed digit."""
        board = self.board
        left = sum(board.domains[one] << one * self.width for one in board.cells)
        solved = [board.domains[one] << one * self.width for one in board.cells if board.is_solved(one)]
        for bit in (*solved, 1 << cell * self.width + digit - 1):
            left &= ~self._strike(bit)
        return left

    def _within(self, left: int, most: int) -> tuple[list[_Step], list[int]]:
        """Return the possible steps of a chain of `most` links, and the removals each conflict needs."""
        gone, found, rest = 0, list[_Step](), list(self._steps(left))
        for _ in range(most):
            now = [step for step in rest if not step.needs & ~gone]
            rest = [step for step in rest if step.needs & ~gone]
            found += now
            for step in now:
                gone |= step.strikes
        found.sort(key=lambda step: step.strikes.bit_count())
        conflicts = (left & need for need in (*self._cells, *self._places))
        return found, [needs for needs in conflicts if not needs & ~gone]

    def _steps(self, left: int) -> Iterator[_Step]:
        """Yield the steps that can follow from a state."""
        for candidates in (*self._cells, *self._places):
            there = left & candidates
            for bit in bits(there):
                if strikes := self._strike(bit) & left:
                    yield _Step(there & ~bit, strikes, bit)
        for places in self._places:
            there = left & places
            if there & (there - 1):
                touched = self._touched(there, left)
                kept = set(touched.values())
                while more := {one & other for one in kept for other in kept} - kept:
                    kept |= more
                for some in sorted(kept):
                    if some & (some - 1):
                        strikes = sum(bit for bit, near in touched.items() if not some & ~near)
                        yield _Step(there & ~some, strikes, there)

    def _touched(self, places: int, left: int) -> dict[int, int]:
        """Return which candidates outside of a piece touch which places of their digit in the piece."""
        board = self.board
        touched: dict[int, int] = {}
        for place in bits(places):
            cell, digit = divmod(place.bit_length() - 1, self.width)
            for other in board.touching[cell]:
                bit = 1 << other * self.width + digit
                if left & bit and board.piece_of[other] != board.piece_of[cell]:
                    touched[bit] = touched.get(bit, 0) | place
        return touched

    def _strike(self, bit: int) -> int:
        """Return the candidates, as bits, that placing a candidate removes."""
        if bit not in self._struck_by:
            cell, digit = divmod(bit.bit_length() - 1, self.width)
            own = self._bits([cell], (1 << self.width) - 1) & ~bit
            self._struck_by[bit] = own | self._bits(self.board.sees(cell), 1 << digit)
        return self._struck_by[bit]

    def _others(self, steps: list[_Step], conflicts: list[int], chosen: set[int]) -> list[int] | None:
        """Return unchosen steps that every chain meets; None if the chosen steps lead to a conflict.

        Steps that remove most candidates are added first, which leaves the fewest steps.
        """
        allowed = [steps[number] for number in sorted(chosen)]

        def spread(gone: int) -> tuple[int, bool]:
            """Return the candidates removed by the allowed steps, and whether that is a conflict."""
            waiting, before = allowed, -1
            while gone != before:
                before = gone
                self._count(len(waiting))
                waiting = [step for step in waiting if step.needs & ~gone or step.strikes & ~gone]
                for step in waiting:
                    if not step.needs & ~gone:
                        gone |= step.strikes
            return gone, not all(needs & ~gone for needs in conflicts)

        gone, is_over = spread(0)
        if is_over:
            return None
        refused: set[int] = set()
        waiting = [number for number in range(len(steps)) if number not in chosen]
        before = -1
        while gone != before:
            before = gone
            self._count(len(waiting))
            waiting = [number for number in waiting if steps[number].strikes & ~gone]
            for number in reversed(waiting):
                if number not in refused and not steps[number].needs & ~gone:
                    then, is_over = spread(gone | steps[number].strikes)
                    if is_over:
                        refused.add(number)
                    else:
                        gone = then
                        allowed.append(steps[number])
        return [number for number in waiting if number in refused]

    def _smallest(self, sets: list[list[int]], most: int) -> set[int] | None:
        """Return a smallest choice of numbers with one from each set, if `most` are enough."""
        meets: dict[int, int] = {}
        for at, one in enumerate(sets):
            for number in one:
                meets[number] = meets.get(number, 0) | 1 << at
        # Of numbers in the same sets only the first is tried; a number whose sets are a subset of another
        # number's is not tried.
        first: dict[int, int] = {}
        for number, met in sorted(meets.items(), key=lambda pair: -pair[1].bit_count()):
            if all(met & ~more for more in first):
                first[met] = number
        numbers = list(first.values())
        masks = [
            sum(1 << place for place, met in enumerate(first) if met >> at & 1) for at in range(len(sets))
        ]
        masks.sort(key=int.bit_count)
        found = smallest(masks, _most_first, lambda: self._count(len(sets)), most)
        return None if found is None else {numbers[bit.bit_length() - 1] for bit in bits(found)}

    def _count(self, tried: int) -> None:
        self._tried += tried
        if self._tried > MAX_TRIED:
            raise _TooLongError

    def _in_order(self, left: int, steps: list[_Step]) -> list[Link]:
        """Return the links of steps that lead to a conflict, each after the links that it depends on."""
        links: list[Link] = []
        while all(left & need for need in (*self._cells, *self._places)):
            step = next(step for step in steps if not step.needs & left)
            steps.remove(step)
            places = step.places & left
            placed, struck = places, 0
            if places & (places - 1):
                placed = 0
                touched = self._touched(places, left)
                struck = sum(bit for bit, near in touched.items() if near == places)
            else:
                struck = self._strike(places) & left
            links.append((placed, struck))
            left &= ~struck
        return links


def _most_first(elements: list[int], sets: Collection[int]) -> list[int]:
    """Return the elements, those in most of the sets first."""
    return sorted(elements, key=lambda element: -sum(one & element > 0 for one in sets))
