"""The symmetries of a board, and the moves that are equivalent under them."""

from functools import lru_cache

from zet.engines.ttt.model import Position

Permutation = tuple[int, ...]


@lru_cache(maxsize=8)
def symmetries(width: int, height: int) -> tuple[Permutation, ...]:
    """Return the 8 symmetries of a square or the 4 symmetries of any other rectangle, identity first.

    Each symmetry is a permutation: entry c is the cell to which cell c is mapped. On boards of one row or
    one column some symmetries coincide and are listed once.
    """
    found: dict[Permutation, None] = {}
    for transposed in (False, True) if width == height else (False,):
        for down in (False, True):
            for right in (False, True):
                image = []
                for cell in range(width * height):
                    y, x = divmod(cell, width)
                    y, x = (x, y) if transposed else (y, x)
                    y = height - 1 - y if down else y
                    x = width - 1 - x if right else x
                    image.append(y * width + x)
                found[tuple(image)] = None
    return tuple(found)


def images(cells: str, width: int, height: int) -> list[str]:
    """Return the images of a board's cells, one for each symmetry."""
    return ["".join([cells[cell] for cell in image]) for image in symmetries(width, height)]


def orbit(position: Position, move: int) -> tuple[int, ...]:
    """Return `move` and the moves equivalent to it by symmetry, in ascending order."""
    board = position.cells
    return tuple(
        sorted(
            {
                image[move]
                for image in symmetries(position.width, position.height)
                if all(board[cell] == board[image[cell]] for cell in range(len(board)))
            }
        )
    )


def classes_of_moves(position: Position) -> tuple[tuple[int, ...], ...]:
    """Return all moves in a position, grouped into classes of equivalent moves."""
    return () if position.is_over else move_classes(position, tuple(position.free))


@lru_cache(maxsize=1 << 14)
def move_classes(position: Position, moves: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the given moves, grouped into classes of moves that are equivalent by symmetry."""
    left = dict.fromkeys(moves)
    found = []
    while left:
        group = tuple(move for move in orbit(position, next(iter(left))) if move in left)
        found.append(group)
        for move in group:
            del left[move]
    return tuple(found)
