# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""What every puzzle computes from its cells, row by row, when it is read: pieces, clashes, candidates.

Invariants:
- Pieces count from 0 in the order in which they first appear; the piece -1 is no cell.
- Lists have an entry for each cell: lengths are checked, and every value that becomes an index.
"""

from array import array
from typing import TypeVar

import cython

if not cython.compiled:  # in C they come by the .pxd
    from zet.engines.kernel.checks import check, checked_bytes

Value = TypeVar("Value")


def numbered(labels) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the piece of each cell, and how many cells each piece has; those of one have equal labels.

    The label None is no cell.
    """
    cython.declare(numbers=dict, pieces=list, sizes=list, piece=cython.Py_ssize_t)
    numbers = {None: -1}
    pieces = []
    sizes = []
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
    """Return pieces, givens and sizes of cells that are bytes; None if a piece or a given is not right.

    A piece has 64 cells at most, and no given breaks a rule.
    """
    cython.declare(cell=cython.int, label=cython.uchar, digit=cython.uchar, piece=cython.int)
    cython.declare(column=cython.int, n_cells=cython.int, n_pieces=cython.int)
    n_cells = len(labels)
    check(width > 0 and len(digits) == n_cells, "number of cells out of range")
    numbers: bytearray = bytearray(256)  # of each label: its piece, counted from 1
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
    seen: bytearray = bytearray(65 * n_pieces)
    column = 0
    for cell in range(n_cells):
        digit = digits[cell]
        if digit:
            piece = pieces[cell]
            if digit > sizes[piece] or seen[65 * piece + digit]:
                return None
            seen[65 * piece + digit] = 1
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
    """Return the values of all cells as lists of `width`, row by row."""
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
    """Return bytes as lines of `width`, a blank behind each."""
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
    """Return the first cell whose given breaks a rule, and the earlier cell with which it does.

    They are the same if the given is not a digit of its piece. None: no given breaks a rule.
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
                # The neighbors that come before the cell; the others will look back at it.
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
    except OverflowError:
        return cell, cell
    return None


def domains(pieces, givens, sizes) -> list[int]:
    """Return the candidates of each cell, as masks (bit d-1 for digit d): its given, or all digits."""
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
    """Return a label for each cell, by the walls between cells; None where one is missing.

    `right` and `below` say whether there is a wall right of each cell (`width - 1` a row) and below it
    (`width` a row, but the last); `missing` holds cells.
    """
    cython.declare(row=cython.int, column=cython.int, cell=cython.int, at=cython.int, labels=list)
    check(0 < width < 1 << 15 and 0 < height < 1 << 15, "size of the board out of range")
    n_cells: cython.int = width * height
    beside: bytes = checked_bytes(right, n_cells - height, "number of walls out of range")
    under: bytes = checked_bytes(below, n_cells - width, "number of walls out of range")
    # Of the cells that are together, each points to one before it, and the first to itself.
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
            before[cell] = before[before[cell]]  # what comes before it points to its first already
            labels.append(before[cell])
    return labels


def _join(before, one, other):
    """Let two cells be together: the later of their firsts points to the earlier."""
    one = _first(before, one)
    other = _first(before, other)
    if one < other:
        before[other] = one
    else:
        before[one] = other


def _first(before, cell):
    while before[cell] != cell:
        before[cell] = before[before[cell]]
        cell = before[cell]
    return cell


def walls(width: cython.int, pieces) -> tuple[bytes, bytes]:
    """Return whether there is a wall (0, 1) right of each cell and below it, as `enclosed` takes them.

    Beside a place without a cell there is none.
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
