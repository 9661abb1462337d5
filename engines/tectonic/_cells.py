# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Passes over the cells of a puzzle that is being parsed: pieces, clashes, candidates, walls.

A batch runs these passes for each puzzle. A small puzzle takes 26 microseconds from its input line to its
output line. Reading takes 4 of the 26; it took 12 microseconds in an earlier version (BENCHMARKS.md,
"From file to file").

Layout: lists and bytes with one entry for each cell, row by row from the top left. The board is not
padded; the column is tested before a neighbor is accessed.

Cost: constant time for each cell, and no memory except for the result; `enclosed` is union-find with path
halving, at worst logarithmic (R. Tarjan, J. van Leeuwen, "Worst-Case Analysis of Set Union Algorithms",
JACM 31, 1984).

Invariants:
- Pieces are numbered from 0 in the order in which they first appear; the piece -1 marks a missing cell.
- All lengths are checked, and so is every value used as an index.
"""

from array import array
from typing import TypeVar

import cython

if not cython.compiled:  # the compiled kernel has them in the .pxd
    from zet.engines.kernel.checks import check, checked_bytes

Value = TypeVar("Value")


def numbered(labels) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the piece of each cell and the size of each piece; cells with equal labels form a piece.

    The label None marks a missing cell.
    """
    cython.declare(numbers=dict, pieces=list, sizes=list, piece=cython.Py_ssize_t)
    numbers = {None: -1}
    pieces = []
    sizes = []
    # One dictionary look-up for each cell; pieces are numbered in order of appearance, so that equal
    # boards are equal values.
    for label in labels:
        number = numbers.get(label)
        if number is None:
            number = numbers[label] = len(sizes)
            sizes.append(1)
        else:
            piece = number
            if piece >= 0:
                sizes[piece] += 1
        pieces.append(number)
    return tuple(pieces), tuple(sizes)


def board(
    width: cython.int, labels: bytes, digits: bytes
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] | None:
    """Return the piece and the given of each cell, and the size of each piece.

    `labels` and `digits` contain one byte per cell; cells with equal labels form a piece. The result is
    None if there are more than 255 pieces, a piece has more than 64 cells, or a given breaks a rule.
    """
    # This pass is for readers of valid puzzles and does not record what is invalid; `clash` finds the
    # offending cell for callers that need it.
    cython.declare(cell=cython.int, label=cython.uchar, digit=cython.uchar, piece=cython.int)
    cython.declare(column=cython.int, n_cells=cython.int, n_pieces=cython.int)
    n_cells = len(labels)
    check(width > 0 and len(digits) == n_cells, "number of cells out of range")
    numbers: bytearray = bytearray(256)  # by label, the number of its piece from 1; 0 before it appears
    sizes: bytearray = bytearray(256)
    pieces: bytearray = bytearray(n_cells)
    n_pieces = 0
    for cell in range(n_cells):
        label = labels[cell]
        if not numbers[label]:
            if n_pieces == 255:
                return None
            n_pieces += 1
            numbers[label] = n_pieces
        piece = numbers[label] - 1
        if sizes[piece] == 64:
            return None
        sizes[piece] += 1
        pieces[cell] = piece
    seen: bytearray = bytearray(65 * n_pieces)  # indexed by 65 * piece + digit
    column = 0
    for cell in range(n_cells):
        digit = digits[cell]
        if digit:
            piece = pieces[cell]
            if digit > sizes[piece] or seen[65 * piece + digit]:
                return None
            seen[65 * piece + digit] = 1
            # Earlier neighbors are enough: touching is symmetric.
            if column and digits[cell - 1] == digit:
                return None
            if cell >= width and (
                digits[cell - width] == digit
                or (column and digits[cell - width - 1] == digit)
                or (column < width - 1 and digits[cell - width + 1] == digit)
            ):
                return None
        column += 1
        if column == width:
            column = 0
    return tuple(pieces), tuple(digits), tuple(sizes[:n_pieces])


def in_rows(width: cython.Py_ssize_t, values) -> list[list[Value]]:
    """Return the values of all cells as lists of length `width`, row by row."""
    check(width > 0, "width out of range")
    rows: list = []
    row: list = []
    for value in values:
        if len(row) == width:
            rows.append(row)
            row = []
        row.append(value)
    if row:
        rows.append(row)
    return rows


def in_lines(width: cython.Py_ssize_t, height: cython.Py_ssize_t, tokens: bytes) -> bytes:
    """Return lines of `width` one-byte tokens with blanks between them; each line ends with a newline."""
    cython.declare(at=cython.Py_ssize_t, cell=cython.Py_ssize_t, token=cython.uchar)
    cython.declare(row=cython.Py_ssize_t, column=cython.Py_ssize_t)
    check(0 <= width < 1 << 15 and 0 <= height < 1 << 15, "size of the board out of range")
    check(len(tokens) == width * height, "number of cells out of range")
    lines: bytearray = bytearray(b" ") * ((2 * width + 1) * height)
    at = cell = 0
    for row in range(height):
        for column in range(width):
            token = tokens[cell]
            lines[at] = token
            cell += 1
            at += 2
        lines[at] = 10
        at += 1
    return bytes(lines)


def clash(width: cython.int, pieces, givens, sizes) -> tuple[int, int] | None:
    """Return the first cell whose given breaks a rule, and the earlier cell with which it clashes.

    The two cells are the same if the given is not a digit of its piece. The result is None if no given
    breaks a rule.
    """
    cython.declare(
        cell=cython.int, piece=cython.int, size=cython.int, digit=cython.int, column=cython.int
    )
    n_cells: cython.int = len(pieces)
    check(width > 0 and len(givens) == n_cells, "number of cells out of range")
    n_pieces: cython.int = len(sizes)
    first: dict = {}
    digits: bytearray = bytearray(n_cells)
    cell = 0
    try:
        for given in givens:
            if given:
                piece = pieces[cell]
                check(0 <= piece < n_pieces, "piece out of range")
                size = sizes[piece]
                digit = given
                if not 1 <= digit <= size <= 64:
                    return cell, cell
                digits[cell] = digit
                other = first.setdefault(digit * n_pieces + piece, cell)
                if other != cell:
                    return cell, other
                # Only the neighbors before the cell are examined. Of several clashes, the result is the
                # clash that is complete first when the file is read in order.
                column = cell % width
                if column and digits[cell - 1] == digit:
                    return cell, cell - 1
                if cell >= width:
                    if digits[cell - width] == digit:
                        return cell, cell - width
                    if column and digits[cell - width - 1] == digit:
                        return cell, cell - width - 1
                    if column < width - 1 and digits[cell - width + 1] == digit:
                        return cell, cell - width + 1
            cell += 1
    except OverflowError:  # a given too large for an int is not a digit of any piece
        return cell, cell
    return None


def domains(pieces, givens, sizes) -> list[int]:
    """Return the candidates of each cell as masks (bit d-1 for digit d): its given, or all digits."""
    cython.declare(cell=cython.int, piece=cython.int, given=cython.int, size=cython.int, found=list)
    one: cython.ulonglong = 1
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    n_pieces: cython.int = len(sizes)
    check(len(givens) == len(pieces), "number of cells out of range")
    found = []
    for cell in range(len(pieces)):
        piece = pieces[cell]
        given = givens[cell]
        check(-1 <= piece < n_pieces, "piece out of range")
        check(0 <= given <= 64, "digit out of range")
        if given:
            found.append(one << (given - 1))
        elif piece < 0:
            found.append(0)
        else:
            size = sizes[piece]
            check(0 < size <= 64, "size of a piece out of range")
            found.append(full >> (64 - size))
    return found


def enclosed(width: cython.int, height: cython.int, right, below, missing=()) -> list[int | None]:
    """Return a label for each cell, equal within each area enclosed by walls; None for a missing cell.

    `right` is 1 for each cell with a wall on its right (`width - 1` entries per row), `below` is 1 for
    each cell with a wall below it (`width` entries per row, without the last row); other entries are 0.
    `missing` lists the missing cells.
    """
    cython.declare(row=cython.int, column=cython.int, cell=cython.int, at=cython.int, labels=list)
    check(0 < width < 1 << 15 and 0 < height < 1 << 15, "size of the board out of range")
    n_cells: cython.int = width * height
    beside: bytes = checked_bytes(right, n_cells - height, "number of walls out of range")
    under: bytes = checked_bytes(below, n_cells - width, "number of walls out of range")
    # Union-find as a forest: each cell points to an earlier cell of its area, and the first cell to
    # itself. A flood fill would need a stack as large as the board; this needs one pass in the order of
    # the walls.
    before: cython.int[::1] = memoryview(array("i", bytes(4 * n_cells)))
    for cell in range(n_cells):
        before[cell] = cell
    for cell in missing:
        check(0 <= cell < n_cells, "cell out of range")
        before[cell] = -1
    cell = at = 0
    for row in range(height):
        for column in range(width):
            if before[cell] >= 0:
                if column and not beside[at + column - 1] and before[cell - 1] >= 0:
                    _join(before, cell - 1, cell)
                if row and not under[cell - width] and before[cell - width] >= 0:
                    _join(before, cell - width, cell)
            cell += 1
        at += width - 1
    labels = []
    for cell in range(n_cells):
        if before[cell] < 0:
            labels.append(None)
        else:
            before[cell] = before[before[cell]]  # the earlier cell already points to its first cell
            labels.append(before[cell])
    return labels


def _join(before, one, other):
    """Unite the areas of two cells by linking the root with the higher index to the other root."""
    # Union by position, not by size: the first cell of an area must be its root, because it is the label
    # of the area. Path halving alone keeps the trees flat enough.
    one = _first(before, one)
    other = _first(before, other)
    if one < other:
        before[other] = one
    else:
        before[one] = other


def _first(before, cell):
    """Return the root of a cell's area, which is its first cell; halve the path to it."""
    while before[cell] != cell:
        before[cell] = before[before[cell]]
        cell = before[cell]
    return cell


def walls(width: cython.int, pieces) -> tuple[bytes, bytes]:
    """Return, for each cell, whether it has a wall on its right and below it (1 or 0), as for `enclosed`.

    A missing cell has no walls.
    """
    cython.declare(cell=cython.int, column=cython.int, at=cython.int, piece=cython.int, other=cython.int)
    n_cells: cython.int = len(pieces)
    check(width > 0 and n_cells % width == 0, "size of the board out of range")
    numbers: list = list(pieces)
    right: bytearray = bytearray(n_cells - n_cells // width)
    below: bytearray = bytearray(max(n_cells - width, 0))
    column = at = 0
    for cell in range(n_cells):
        piece = numbers[cell]
        column += 1
        if column == width:
            column = 0
        else:
            other = numbers[cell + 1]
            right[at] = 1 if piece != other and piece >= 0 and other >= 0 else 0
            at += 1
        if cell + width < n_cells:
            other = numbers[cell + width]
            below[cell] = 1 if piece != other and piece >= 0 and other >= 0 else 0
    return bytes(right), bytes(below)
