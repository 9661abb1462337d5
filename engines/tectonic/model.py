"""The Tectonic (Suguru) puzzle: cells in pieces, givens, and the rules.

A piece of n cells contains the digits 1..n, each once; equal digits never touch, not even diagonally.
Source: the original document on Tectonic puzzles, sections "Spelregels" and "Opbouw".
"""

from array import array
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Self, TypeVar

from zet.engines.errors import GameError
from zet.engines.kernel._values import fast_init
from zet.engines.messages import Message
from zet.engines.sanitize import printable
from zet.engines.tectonic._cells import (
    board,
    clash,
    domains,
    enclosed as enclosed,
    in_lines as in_lines,
    in_rows,
    numbered as numbered,
    walls as walls,
)

Value = TypeVar("Value")

MAX_SIDE = 100
MAX_PIECE = 64

ORIGINAL_MAX_PIECE = 5

MISSING = -1
"""The piece number of a missing cell: a position in the rectangle where there is no cell."""


def placed(reason: str, row: int | None, column: int | None) -> Message:
    """Return the message `reason`, preceded by the row and the column of a cell, both from 1."""
    return Message("row {row}, column {column}: {reason}", row=row, column=column, reason=reason)


class PuzzleError(GameError):
    """Raised for an invalid puzzle: a wrong size, an oversized piece, or a given that breaks a rule.

    `row` and `column` locate the faulty cell, from 1; they are None if no single cell is at fault.
    """

    def __init__(
        self, reason: str, row: int | None = None, column: int | None = None, /, **fields: object
    ) -> None:
        self.reason, self.row, self.column = Message(reason, **fields), row, column
        self.args = self.reason, row, column

    def __str__(self) -> str:
        if self.row is None:
            return self.reason
        return placed(self.reason, self.row, self.column)


@fast_init
@dataclass(frozen=True, slots=True)
class Puzzle:
    """A validated puzzle; cells are listed row by row from the top left.

    `pieces` lists the piece index of each cell; pieces are numbered from 0 in the order in which they
    first appear. On boards that are not rectangles some cells are missing: their piece is MISSING, their
    other values are 0, and, like the edge of the board, they connect no cells. `givens` lists the digits,
    0 for an open cell. `sizes` lists the number of cells of each piece. `notes` lists the pencil marks of
    each cell as a mask (bit d-1 for digit d, 0 for none), if the document has notes. A single digit is an
    answer, several digits are candidates; candidates above the size of the piece are dropped. `origin` is
    the source of the puzzle and `title` its name; control characters in them are replaced by spaces.
    If the document has a solution, `solution` contains its digits, 0 for a cell that it leaves open. The
    solution may be wrong, and puzzles that differ only in their `solution` are equal.

    `Puzzle.build` creates a puzzle: it numbers the pieces and validates everything.
    """

    width: int
    height: int
    pieces: tuple[int, ...]
    givens: tuple[int, ...]
    sizes: tuple[int, ...]
    notes: tuple[int, ...] | None = None
    origin: str = ""
    title: str = ""
    solution: tuple[int, ...] | None = field(default=None, compare=False)

    @classmethod
    def build(
        cls,
        width: int,
        height: int,
        labels: Sequence[Hashable],
        givens: Sequence[int],
        notes: Sequence[int] | None = None,
        origin: str = "",
        title: str = "",
        solution: Sequence[int] | None = None,
    ) -> Self:
        """Return the puzzle in which cells with equal labels form a piece; the label None means no cell.

        Raises:
            PuzzleError: the sizes do not match, a piece or a given is too large, or two givens clash.
        """
        check_size(width, height)
        n_cells = width * height
        if len(labels) != n_cells:
            raise PuzzleError(
                "a {height} x {width} board cannot have {n} cells",
                n=len(labels),
                width=width,
                height=height,
            )
        if len(givens) != n_cells or (notes is not None and len(notes) != n_cells):
            raise PuzzleError("the givens and the notes must have one value for each cell")
        if (
            isinstance(labels, bytes)
            and isinstance(givens, bytes)
            and notes is solution is None
            and (found := board(width, labels, givens))
        ):
            words = printable(origin), printable(title)
            return cls(width, height, *found, None, *words)
        pieces, sizes = numbered(labels)
        kept = None
        if notes is not None:
            full = _full(sizes)
            kept = tuple(
                note & full[piece] if note & (note - 1) else note
                for note, piece in zip(notes, pieces, strict=True)
            )
        if solution is not None:
            solution = _checked_solution(solution, n_cells)
        words = printable(origin), printable(title)
        puzzle = cls(width, height, pieces, tuple(givens), sizes, kept, *words, solution)
        if sum(sizes) < n_cells:
            _check_missing(puzzle)
        _check_values(puzzle)
        return puzzle

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """Return a constructor and its arguments, which pickle loads faster than the default."""
        shape, about = (self.width, self.height, self.pieces), (self.origin, self.title, self.solution)
        return type(self), (*shape, self.givens, self.sizes, self.notes, *about)

    @property
    def members(self) -> list[list[int]]:
        """The cells of each piece, as indices in ascending order."""
        members: list[list[int]] = [[] for _ in self.sizes]
        for cell, piece in enumerate(self.pieces):
            if piece != MISSING:
                members[piece].append(cell)
        return members

    @property
    def cells(self) -> list[int]:
        """The indices of all cells, except missing cells."""
        return [cell for cell, piece in enumerate(self.pieces) if piece != MISSING]

    @property
    def n_open(self) -> int:
        """The number of cells without a given."""
        return self.givens.count(0) - self.pieces.count(MISSING)

    def domains(self) -> list[int]:
        """Return the candidates of each cell before any reasoning, as masks (bit d-1 for digit d)."""
        return domains(self.pieces, self.givens, self.sizes)

    def filled(self, digits: Sequence[int]) -> Self:
        """Return the puzzle with the given digits as its givens and without notes."""
        shape = self.width, self.height, self.pieces
        return type(self)(*shape, tuple(digits), self.sizes, None, self.origin, self.title)

    def noted(self, notes: Sequence[int]) -> Self:
        """Return the puzzle with the given notes, a mask for each cell."""
        shape, about = (self.width, self.height, self.pieces), (self.origin, self.title, self.solution)
        return type(self)(*shape, self.givens, self.sizes, tuple(notes), *about)

    def filled_in(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return each cell's digit, given or answered (0 if open), and each cell's notes.

        The notes of a cell with a digit are 0.
        """
        notes = self.notes or (0,) * len(self.pieces)
        digits = tuple(
            given or (note.bit_length() if note & (note - 1) == 0 else 0)
            for given, note in zip(self.givens, notes, strict=True)
        )
        return digits, tuple(0 if digit else note for digit, note in zip(digits, notes, strict=True))

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell index, both from 1."""
        return _places(self.width, self.height)[cell]

    def places(self, cells: Iterable[int]) -> list[tuple[int, int]]:
        """Return the row and the column of each cell, both from 1."""
        table = _places(self.width, self.height)
        return [table[cell] for cell in cells]

    def rows(self, values: Iterable[Value]) -> list[list[Value]]:
        """Return the values of all cells as a list of rows."""
        return in_rows(self.width, values)

    def neighbors(self) -> Sequence[tuple[int, ...]]:
        """Return, for each cell, row by row, the cells that touch it (at most 8)."""
        around = _around(self.width, self.height)
        if MISSING not in self.pieces:
            return around
        pieces = self.pieces
        return [tuple(cell for cell in cells if pieces[cell] != MISSING) for cells in around]


@lru_cache(16)
def _places(width: int, height: int) -> tuple[tuple[int, int], ...]:
    return tuple((row, column) for row in range(1, height + 1) for column in range(1, width + 1))


@lru_cache(4)
def _around(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell of a rectangle, the indices of the cells around it, row by row."""
    return tuple(
        tuple(
            r * width + c
            for r in range(max(row - 1, 0), min(row + 2, height))
            for c in range(max(column - 1, 0), min(column + 2, width))
            if (r, c) != (row, column)
        )
        for row in range(height)
        for column in range(width)
    )


def offsets(stride: int) -> "array[int]":
    """Return the index offsets of the 8 neighbors of a cell, row by row; rows have `stride` cells."""
    around = (-stride - 1, -stride, 1 - stride, -1, 1, stride - 1, stride, stride + 1)
    return array("i", around)


@lru_cache(1 << 12)
def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask in ascending order."""
    return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1)


def mask_of(digits: Iterable[int]) -> int:
    """Return digits as a mask (bit d-1 for digit d)."""
    return sum({1 << digit - 1 for digit in digits})


def check_size(width: int, height: int) -> None:
    """Raise PuzzleError if a size is not allowed; parsers call this before they allocate memory."""
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise PuzzleError(
            "a {height} x {width} board: both sides must be from 1 to {most}",
            width=width,
            height=height,
            most=MAX_SIDE,
        )


def _full(sizes: Sequence[int]) -> list[int]:
    """Return the mask of all digits of each piece, followed by an empty mask for MISSING."""
    return [*((1 << size) - 1 for size in sizes), 0]


def _checked_solution(solution: Sequence[int], n_cells: int) -> tuple[int, ...]:
    """Validate the digits of a document's solution and return them."""
    if len(solution) != n_cells:
        raise PuzzleError(
            "the solution has {n} digits, but the board has {n_cells} cells",
            n=len(solution),
            n_cells=n_cells,
        )
    if not all(0 <= digit <= MAX_PIECE for digit in solution):
        raise PuzzleError("the solution contains a digit that is not from 1 to {most}", most=MAX_PIECE)
    return tuple(solution)


def _check_missing(puzzle: Puzzle) -> None:
    """Raise PuzzleError if no cell exists, or if a missing cell has a digit."""
    if not puzzle.sizes:
        raise PuzzleError("the board has no cells")
    for cell, piece in enumerate(puzzle.pieces):
        values = (found[cell] for found in (puzzle.givens, puzzle.notes, puzzle.solution) if found)
        if piece == MISSING and any(values):
            raise PuzzleError("this cell is missing from the board, but has a digit", *puzzle.place(cell))


def _check_values(puzzle: Puzzle) -> None:
    """Raise PuzzleError if a piece or a value is too large, or if two givens clash."""
    width, pieces, givens = puzzle.width, puzzle.pieces, puzzle.givens
    sizes = puzzle.sizes
    if max(sizes) > MAX_PIECE:
        piece = next(piece for piece, size in enumerate(sizes) if size > MAX_PIECE)
        row, column = puzzle.place(pieces.index(piece))
        raise PuzzleError(
            "the piece of this cell has {size} cells; at most {most} are allowed",
            row,
            column,
            size=sizes[piece],
            most=MAX_PIECE,
        )
    found = clash(width, pieces, givens, sizes)
    if found is None:
        return
    cell, other = found
    digit = givens[cell]
    if other == cell:
        raise PuzzleError(
            "the given {digit} is not from 1 to {size}, the size of its piece",
            *puzzle.place(cell),
            digit=digit,
            size=sizes[pieces[cell]],
        )
    row, column = puzzle.place(other)
    if pieces[other] == pieces[cell]:
        raise PuzzleError(
            "the given {digit} is also at row {row}, column {column} of the same piece",
            *puzzle.place(cell),
            digit=digit,
            row=row,
            column=column,
        )
    raise PuzzleError(
        "the given {digit} touches the {digit} at row {row}, column {column}",
        *puzzle.place(cell),
        digit=digit,
        row=row,
        column=column,
    )


def broken_rule(puzzle: Puzzle, digits: Sequence[int]) -> str | None:
    """Return the reason why a full board is not a solution of a puzzle; None if it is a solution."""
    for cell, (given, digit) in enumerate(zip(puzzle.givens, digits, strict=True)):
        if bool(digit) != (puzzle.pieces[cell] != MISSING):
            reason = Message("this cell has no digit")
            if digit:
                reason = Message("this cell is missing from the board, but has a digit")
            return placed(reason, *puzzle.place(cell))
        if given and given != digit:
            reason = Message(
                "this cell has the digit {digit}, but its given is {given}", digit=digit, given=given
            )
            return placed(reason, *puzzle.place(cell))
    try:
        _check_values(puzzle.filled(digits))
    except PuzzleError as error:
        return str(error)
    return None


def is_connected(puzzle: Puzzle, cells: Sequence[int]) -> bool:
    """Return whether cells form one region, connected through shared sides."""
    left = set(cells)
    reached = [left.pop()]
    while reached:
        cell = reached.pop()
        column = cell % puzzle.width
        steps = [-puzzle.width, puzzle.width]
        steps += [-1] if column else []
        steps += [1] if column < puzzle.width - 1 else []
        for step in steps:
            if cell + step in left:
                left.remove(cell + step)
                reached.append(cell + step)
    return not left


def original_problems(puzzle: Puzzle) -> list[str]:
    """Return the violations of the original document's rules.

    By these rules, pieces have at most 5 cells and are connected, and no cell is missing.
    """
    problems: list[str] = []
    if MISSING in puzzle.pieces:
        problems.append(Message("the board has missing cells"))
    for cells in puzzle.members:
        if len(cells) > ORIGINAL_MAX_PIECE:
            reason = Message(
                "{piece} has {n} cells, more than {most}",
                piece=_named(puzzle, cells),
                n=len(cells),
                most=ORIGINAL_MAX_PIECE,
            )
            problems.append(reason)
        if not is_connected(puzzle, cells):
            problems.append(Message("{piece} is not connected", piece=_named(puzzle, cells)))
    return problems


def _named(puzzle: Puzzle, cells: Sequence[int]) -> Message:
    """Return a phrase that identifies a piece by its first cell, the first of `cells`."""
    row, column = puzzle.place(cells[0])
    return Message("the piece containing row {row}, column {column}", row=row, column=column)
