"""The transposition table of searches, reused from move to move and from game to game."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace

from zet.engines.walls._table import Table
from zet.engines.walls.constants import (
    ENTRY_BYTES as ENTRY_BYTES,
    MAX_BITS as MAX_BITS,
    MIN_BITS as MIN_BITS,
    NO_MOVE,
)
from zet.engines.walls.model import Board, Position

PART = 1 << 14
"""The number of slots of a table that are read or written in one chunk."""

DEFAULT_BITS = 22


def bits_of(mebibytes: int) -> int:
    """Return the binary logarithm of the number of entries that fit into this many mebibytes."""
    return ((mebibytes << 20) // ENTRY_BYTES).bit_length() - 1


@dataclass(slots=True, eq=False)
class SearchTable:
    """A table of 2**bits entries for one board, one rule and one algorithm ("failsoft-tt" or "best").

    An entry consists of two 64-bit numbers. The first is the key of a position. The second consists of,
    from the lowest bit: value + 512 (10 bits), kind of bound (2, engines/kernel/bounds.py), depth (10;
    1023: to the end), best move (20) and generation (16). An entry of kind 0 contains two bounds on the
    value at the end of the game: the lower bound in place of the value, and the upper bound + 512 in
    place of the depth. docs/formats/walls-table.md describes the key and the move.
    """

    board: Board
    extra_move: bool
    algorithm: str
    bits: int
    kernel: Table

    @classmethod
    def new(
        cls, board: Board, algorithm: str, *, extra_move: bool = False, bits: int = DEFAULT_BITS
    ) -> "SearchTable":
        """Return an empty table of 2**bits entries of 16 bytes.

        Raises:
            ValueError: `bits` is not from 4 to 30.
        """
        if not MIN_BITS <= bits <= MAX_BITS:
            raise ValueError(f"a table has 2**{MIN_BITS} to 2**{MAX_BITS} entries, not 2**{bits}")
        return cls(board, extra_move, algorithm, bits, Table(bits))

    @classmethod
    def for_single_search(cls, position: Position, algorithm: str) -> "SearchTable":
        """Return a table of suitable size for a single search, given the number of free fences."""
        bits = max(MIN_BITS, min(DEFAULT_BITS, len(position.free)))
        return cls.new(position.board, algorithm, extra_move=position.extra_move, bits=bits)

    def copy(self) -> "SearchTable":
        """Return a separate table with the same entries."""
        kernel = Table(self.bits)
        kernel.copy_of(self.kernel)
        return replace(self, kernel=kernel)

    def with_memory(self, memory: memoryview, bits: int) -> "SearchTable":
        """Return a table of 2**bits entries in `memory` for the same board, rule and algorithm."""
        return replace(self, bits=bits, kernel=Table(bits, memory))

    def resized(self, bits: int) -> "SearchTable":
        """Return a table of 2**bits entries that contains as many of this table's entries as fit."""
        table = SearchTable.new(self.board, self.algorithm, extra_move=self.extra_move, bits=bits)
        table.insert(self.entries())
        table.generation = self.generation
        return table

    @property
    def generation(self) -> int:
        """The number of searches that have used the table; older entries are replaced first."""
        return self.kernel.generation

    @generation.setter
    def generation(self, generation: int) -> None:
        self.kernel.generation = min(generation, 0xFFFF)

    @property
    def n_moves(self) -> int:
        """The number of different moves that an entry can represent."""
        n_boxes, n_fences = self.board.n_boxes, self.board.n_fences
        if self.algorithm == "best" and not self.extra_move:
            return 2 * (n_boxes + 1) ** 2 + 1
        n_between = sum(len(boxes) == 2 for boxes in self.board.boxes_of)
        return n_between + n_boxes if self.algorithm == "best" else n_fences

    def holds(self, data: int) -> bool:
        """Return whether an entry's packed data is valid for this table's board, rule and algorithm."""
        n_boxes, move = self.board.n_boxes, data >> 22 & 0xFFFFF
        if abs((data & 1023) - 512) > n_boxes:
            return False
        if data >> 10 & 3:
            return move < self.n_moves and data >> 58 == 0
        upper = (data >> 12 & 1023) - 512
        n_moves = 8 * (n_boxes + 2) ** 2 if self.extra_move else self.n_moves
        return (
            self.algorithm == "best"
            and (data & 1023) - 512 <= upper <= n_boxes
            and (move < n_moves or move == NO_MOVE)
        )

    def packed(self) -> "Iterator[array[int]]":
        """Yield the 64-bit numbers of all entries, two per entry, in chunks."""
        for first in range(0, 1 << self.bits, PART):
            yield array("Q", self.kernel.entries(first, min(first + PART, 1 << self.bits)))

    def entries(self) -> list[tuple[int, int]]:
        """Return all entries: the key and the packed data of each."""
        numbers = array("Q", self.kernel.entries()).tolist()
        return list(zip(numbers[::2], numbers[1::2], strict=True))

    def insert(self, entries: list[tuple[int, int]]) -> None:
        """Insert entries; where a bucket is full, they replace the oldest and shallowest entries."""
        for key, data in entries:
            self.kernel.insert(key, data)
