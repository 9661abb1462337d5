"""The eight images of puzzles."""

from dataclasses import replace

from plain_tectonic import quick_solutions, small_grids

from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.symmetry import canonical, mirrored, turned


def test_turned_and_mirrored_boards_look_so() -> None:
    puzzle = Puzzle.build(3, 2, "aabacb", [1, 0, 1, 3, 0, 2], [0, 0, 0, 0, 1, 0])
    left = turned(puzzle)
    assert (left.width, left.height, left.givens) == (2, 3, (1, 2, 0, 0, 1, 3))
    assert left.notes == (0, 0, 0, 1, 0, 0)
    assert (left.pieces, left.sizes) == ((0, 0, 1, 2, 1, 1), (2, 3, 1))
    assert mirrored(puzzle).givens == (1, 0, 1, 2, 0, 3)
    assert turned(puzzle, 4) == mirrored(mirrored(puzzle)) == puzzle
    assert turned(turned(puzzle, 3)) == puzzle


def test_all_images_have_one_canonical_one_with_as_many_solutions() -> None:
    images = set()
    for grid in small_grids(3, 60):
        puzzle = Puzzle.build(*grid)
        first = canonical(puzzle)
        for one in (puzzle, mirrored(puzzle)):
            for quarters in range(4):
                image = turned(one, quarters)
                assert canonical(image) == first
                assert Puzzle.build(image.width, image.height, image.pieces, image.givens) == image
        again = first.width, first.height, list(first.pieces), list(first.givens)
        assert len(quick_solutions(again, 50)) == len(quick_solutions(grid, 50))
        images.add(first)
    assert len(images) > 40


def test_a_stored_solution_has_one_canonical_image() -> None:
    """The board is its own mirror image, its stored solution is not."""
    puzzle = replace(Puzzle.build(2, 1, "aa", [0, 0]), solution=(2, 1))
    assert puzzle.givens == mirrored(puzzle).givens
    assert canonical(puzzle) == canonical(mirrored(puzzle)) == replace(puzzle, solution=(1, 2))
