"""Pieces given by the borders between cells, as in puzz.link, pzprv3, penpa-edit and the Tatham id.

Borders are two lists of 0 and 1: the borders to the right of each cell, `width - 1` per row, and the
borders below each cell, `width` for every row except the last. A border next to a missing cell is
meaningless, and is written as 0. `pieces_of` converts borders to labels of cells: equal labels for cells
that are not separated by borders, and None for a missing cell.
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
    """Return the borders to the right of the cells and the borders below them.

    Raises:
        UnwritableError: a piece is not connected, so borders cannot represent it.
    """
    pieces = puzzle.pieces
    right, below = walls(puzzle.width, pieces)
    missing = [cell for cell, piece in enumerate(pieces) if piece == MISSING] if MISSING in pieces else ()
    labels = pieces_of(puzzle.width, puzzle.height, right, below, missing)
    if len(set(labels) - {None}) != len(puzzle.sizes):
        cells = next(cells for cells in puzzle.members if not is_connected(puzzle, cells))
        row, column = puzzle.place(cells[0])
        raise UnwritableError(
            "the piece containing row {row}, column {column} is not connected, so walls between cells "
            "cannot represent it",
            row=row,
            column=column,
        )
    return right, below
