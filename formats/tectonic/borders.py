"""Pieces by the borders between cells: what puzz.link, pzprv3 and the Tatham id share.

Borders come in two lists of 0 and 1: right of each cell, `width - 1` a row, and below each cell,
`width` a row for all rows but the last.
"""

from collections.abc import Sequence

from zet.engines.tectonic.model import Puzzle, is_connected
from zet.formats.errors import UnwritableError


def pieces_of(width: int, height: int, right: Sequence[int], below: Sequence[int]) -> list[int]:
    """Return a label for each cell; cells that no border parts have the same."""
    labels = [-1] * (width * height)
    for start in range(len(labels)):
        if labels[start] >= 0:
            continue
        labels[start] = start
        reached = [start]
        while reached:
            cell = reached.pop()
            row, column = divmod(cell, width)
            steps = []
            if column + 1 < width and not right[row * (width - 1) + column]:
                steps.append(cell + 1)
            if column and not right[row * (width - 1) + column - 1]:
                steps.append(cell - 1)
            if row + 1 < height and not below[cell]:
                steps.append(cell + width)
            if row and not below[cell - width]:
                steps.append(cell - width)
            for other in steps:
                if labels[other] < 0:
                    labels[other] = start
                    reached.append(other)
    return labels


def borders_of(puzzle: Puzzle) -> tuple[list[int], list[int]]:
    """Return the borders right of and below the cells.

    Raises:
        UnwritableError: a piece is not connected, so that borders cannot tell it.
    """
    for cells in puzzle.members:
        if not is_connected(puzzle, cells):
            row, column = puzzle.place(cells[0])
            raise UnwritableError(
                "walls cannot tell the piece of row {row}, column {column}: it is not connected",
                row=row,
                column=column,
            )
    width, pieces = puzzle.width, puzzle.pieces
    right = [int(pieces[cell] != pieces[cell + 1]) for cell in range(len(pieces)) if (cell + 1) % width]
    below = [int(pieces[cell] != pieces[cell + width]) for cell in range(len(pieces) - width)]
    return right, below
