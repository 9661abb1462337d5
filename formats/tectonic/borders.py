"""Pieces by the borders between cells: what puzz.link, pzprv3 and the Tatham id share.

Borders come in two lists of 0 and 1: right of each cell, `width - 1` a row, and below each cell,
`width` a row for all rows but the last. A border beside a missing cell means nothing, and is written as
0.
"""

from collections.abc import Container, Sequence

from zet.engines.tectonic.model import MISSING, Puzzle, is_connected
from zet.formats.errors import UnwritableError


def pieces_of(
    width: int, height: int, right: Sequence[int], below: Sequence[int], missing: Container[int] = ()
) -> list[int | None]:
    """Return a label for each cell; cells that no border parts have the same. A missing one has None."""
    beside: list[list[int]] = [[] for _ in range(width * height)]
    across = [(row * width + column, 1) for row in range(height) for column in range(width - 1)]
    down = [(cell, width) for cell in range(width * (height - 1))]
    for (cell, step), border in zip(across + down, (*right, *below), strict=True):
        if not (border or cell in missing or cell + step in missing):
            beside[cell].append(cell + step)
            beside[cell + step].append(cell)
    labels: list[int | None] = [None] * (width * height)
    for start in range(len(labels)):
        reached = [start] if labels[start] is None and start not in missing else []
        while reached:
            cell = reached.pop()
            labels[cell] = start
            reached += [other for other in beside[cell] if labels[other] is None]
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

    def border(one: int, other: int) -> int:
        return int(pieces[one] != pieces[other] and MISSING not in (pieces[one], pieces[other]))

    right = [border(cell, cell + 1) for cell in range(len(pieces)) if (cell + 1) % width]
    below = [border(cell, cell + width) for cell in range(len(pieces) - width)]
    return right, below
