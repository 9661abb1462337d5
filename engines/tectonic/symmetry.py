"""The eight images of a puzzle under rotation and reflection, and the canonical image among them."""

from collections.abc import Sequence
from dataclasses import replace

from zet.engines.tectonic.model import MISSING, Puzzle

TURNS = {90: 1, 180: 2, 270: 3}
"""The number of counterclockwise quarter turns for each angle in degrees."""


def turned(puzzle: Puzzle, quarters: int = 1) -> Puzzle:
    """Return the puzzle rotated counterclockwise by `quarters` quarter turns."""
    for _ in range(quarters % 4):
        width, height = puzzle.width, puzzle.height
        order = [row * width + column for column in reversed(range(width)) for row in range(height)]
        puzzle = _moved(puzzle, height, width, order)
    return puzzle


def mirrored(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle mirrored, left to right."""
    width, height = puzzle.width, puzzle.height
    order = [row * width + column for row in range(height) for column in reversed(range(width))]
    return _moved(puzzle, width, height, order)


def canonical(puzzle: Puzzle) -> Puzzle:
    """Return the canonical image: the smallest by size, pieces, givens, notes and stored solution."""
    images = [turned(one, quarters) for one in (puzzle, mirrored(puzzle)) for quarters in range(4)]

    def rank(one: Puzzle) -> tuple[object, ...]:
        return one.height, one.width, one.pieces, one.givens, one.notes or (), one.solution or ()

    return min(images, key=rank)


def key(puzzle: Puzzle) -> bytes:
    """Return bytes that are equal for two puzzles if and only if they are images of each other."""
    one = canonical(puzzle)
    return repr((one.width, one.pieces, one.givens)).encode()


def _moved(puzzle: Puzzle, width: int, height: int, order: Sequence[int]) -> Puzzle:
    """Return the puzzle with a new size and its cells in the order `order`; pieces are renumbered."""
    labels = [puzzle.pieces[cell] for cell in order]
    order_met = [label for label in dict.fromkeys(labels) if label != MISSING]
    met = {MISSING: MISSING, **{label: number for number, label in enumerate(order_met)}}
    return replace(
        puzzle,
        width=width,
        height=height,
        pieces=tuple(met[label] for label in labels),
        givens=tuple(puzzle.givens[cell] for cell in order),
        sizes=tuple(puzzle.sizes[label] for label in order_met),
        notes=tuple(puzzle.notes[cell] for cell in order) if puzzle.notes is not None else None,
        solution=tuple(puzzle.solution[cell] for cell in order) if puzzle.solution is not None else None,
    )
