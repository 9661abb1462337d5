"""Pieces by the borders between cells: what puzz.link, pzprv3, penpa-edit and the Tatham id share.

Borders come in two lists of 0 and 1: right of each cell, `width - 1` a row, and below each cell,
`width` a row for all rows but the last. A border beside a missing cell means nothing, and is written as
0. `pieces_of` makes labels of cells of them: the same for cells that no border parts, None for a missing
one.
"""

from zet.engines.tectonic.model import (
    MISSING,
    Puzzle,
    enclosed as pieces_of,
    is_connected,
    walls,
)
from zet.formats.errors import UnwritableError

__all__ = ["borders_of", "pieces_of"]


def borders_of(puzzle: Puzzle) -> tuple[bytes, bytes]:
    """Return the borders right of and below the cells.

    Raises:
        UnwritableError: a piece is not connected, so that borders cannot tell it.
    """
    pieces = puzzle.pieces
    right, below = walls(puzzle.width, pieces)
    missing = [cell for cell, piece in enumerate(pieces) if piece == MISSING] if MISSING in pieces else ()
    labels = pieces_of(puzzle.width, puzzle.height, right, below, missing)
    if len(set(labels) - {None}) != len(puzzle.sizes):
        cells = next(cells for cells in puzzle.members if not is_connected(puzzle, cells))
        row, column = puzzle.place(cells[0])
        raise UnwritableError(
            "walls cannot show the piece of row {row}, column {column}: it is not connected",
            row=row,
            column=column,
        )
    return right, below
