"""A shortest chain to a contradiction: breadth-first search by singles and exclusion.

A state has a bit for each candidate that is left. Removed candidates never return, so the order of links
does not matter: each state is visited once, and the first conflict comes after the fewest links. A link
that removes nothing helps no other.
"""

from collections.abc import Iterator

from zet.engines.tectonic.board import Board

MAX_TRIED = 10_000
"""Links that are tried before the search gives up."""

MAX_PLACES = 9
"""More places of a digit do not fit in a block that one cell touches."""

Link = tuple[int, int]
"""The candidate that is placed (0 for an exclusion) and those that are removed, as bits."""


class Search:
    """The search for links on a board under a supposition."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width = max(board.puzzle.sizes)
        sizes = board.puzzle.sizes
        self._cells = [self._bits([cell], (1 << sizes[board.piece_of[cell]]) - 1) for cell in board.cells]
        self._places = [
            self._bits(cells, 1 << digit) for cells in board.members for digit in range(len(cells))
        ]
        self._needs = [*self._cells, *self._places]
        self._struck_by: dict[int, int] = {}
        self._excluded: dict[int, int] = {}

    def _bits(self, cells: list[int], mask: int) -> int:
        return sum(mask << cell * self.width for cell in cells)

    def fewer(self, cell: int, digit: int, most: int) -> tuple[list[Link] | None, bool]:
        """Return the fewest links that exclude a digit from a cell, if they are fewer than `most`.

        None: no such links were found; it is proven that there are none if the second value is True.
        """
        start = self._start(cell, digit)
        came_from: dict[int, tuple[int, Link] | None] = {start: None}
        level = [start]
        tried = 0
        for _ in range(most - 1):
            after: list[int] = []
            for state in level:
                for link in self._links(state):
                    tried += 1
                    if tried > MAX_TRIED:
                        return None, False
                    then = state & ~link[1]
                    if then not in came_from:
                        came_from[then] = state, link
                        if self._is_conflict(then):
                            return self._way(came_from, then), True
                        after.append(then)
            level = after
        return None, True

    def _start(self, cell: int, digit: int) -> int:
        """Return the state in which the digits of solved cells, and the supposed one, have spread."""
        board = self.board
        left = sum(board.domains[one] << one * self.width for one in board.cells)
        solved = [board.domains[one] << one * self.width for one in board.cells if board.is_solved(one)]
        for bit in (*solved, 1 << cell * self.width + digit - 1):
            left &= ~self._strike(bit)
        return left

    def _is_conflict(self, left: int) -> bool:
        return not all(left & need for need in self._cells) or not all(
            left & need for need in self._places
        )

    def _links(self, left: int) -> Iterator[Link]:
        """Yield the links that follow in a state."""
        for candidates in self._cells:
            one = left & candidates
            if not one & (one - 1) and (struck := self._strike(one) & left):
                yield one, struck
        for places in self._places:
            one = left & places
            if one & (one - 1):
                if struck := self._exclusion(one) & left:
                    yield 0, struck
            elif struck := self._strike(one) & left:
                yield one, struck

    def _strike(self, bit: int) -> int:
        """Return the candidates, as bits, that placing one removes."""
        if bit not in self._struck_by:
            cell, digit = divmod(bit.bit_length() - 1, self.width)
            own = self._bits([cell], (1 << self.width) - 1) & ~bit
            self._struck_by[bit] = own | self._bits([*self.board.sees(cell)], 1 << digit)
        return self._struck_by[bit]

    def _exclusion(self, places: int) -> int:
        """Return the candidates, as bits, that a digit in one of these places of a piece excludes."""
        if places not in self._excluded:
            cells, left, digit = [], places, 0
            while left:
                cell, digit = divmod((left & -left).bit_length() - 1, self.width)
                cells.append(cell)
                left &= left - 1
            piece_of = self.board.piece_of
            common = self.board.common(cells) if len(cells) <= MAX_PLACES else ()
            others = [cell for cell in common if piece_of[cell] != piece_of[cells[0]]]
            self._excluded[places] = self._bits(others, 1 << digit)
        return self._excluded[places]

    @staticmethod
    def _way(came_from: dict[int, tuple[int, Link] | None], state: int) -> list[Link]:
        """Return the links that led to a state."""
        links: list[Link] = []
        while before := came_from[state]:
            state, link = before
            links.append(link)
        return links[::-1]
