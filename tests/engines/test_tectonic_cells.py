"""The kernel that parses every puzzle, compared with plain code."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from plain_tectonic import Grid, holed_grids, labels_of, small_grids, touch

from zet.engines.tectonic.model import Puzzle

NAME = "zet.engines.tectonic._cells"


def test_pieces_are_numbered_as_they_are_met(kernel: Callable[[str], Any]) -> None:
    cells = kernel(NAME)
    assert cells.numbered([7, None, "a", 7, "b", "a", 7]) == ((0, -1, 1, 0, 2, 1, 0), (3, 2, 1))
    assert cells.numbered("baab") == ((0, 1, 1, 0), (2, 2))
    assert cells.numbered([]) == ((), ())
    with pytest.raises(TypeError):
        cells.numbered([[]])


def first_clash(grid: Grid, sizes: tuple[int, ...]) -> tuple[str, int, set[int]] | None:
    """Return the first broken rule, the cell that breaks it, and the cells that it clashes with."""
    width, _, pieces, givens = grid
    for cell, digit in enumerate(givens):
        if digit and not 1 <= digit <= sizes[pieces[cell]]:
            return "digit", cell, {cell}
        same = [other for other in range(cell) if digit and givens[other] == digit]
        if found := {other for other in same if pieces[other] == pieces[cell]}:
            return "piece", cell, found
        if found := {other for other in same if touch(width, other, cell)}:
            return "touch", cell, found
    return None


def test_the_first_clash_is_found(kernel: Callable[[str], Any], rounds: Callable[[int], int]) -> None:
    cells, random, seen = kernel(NAME), Random(3), set()
    for grid in small_grids(5, rounds(800)) + holed_grids(5, rounds(800)):
        width, _, pieces, givens = grid
        for cell in random.sample(range(len(givens)), min(4, len(givens))):
            if pieces[cell] >= 0:
                givens[cell] = random.choice((-1, 1, 2, 3, 3))
        numbers, sizes = cells.numbered(labels_of(pieces))
        found = cells.clash(width, numbers, givens, sizes)
        expected = first_clash(grid, sizes)
        seen.add(expected and expected[0])
        assert (found is None) == (expected is None)
        if -1 not in pieces and min(givens) >= 0:
            read = cells.board(width, bytes(pieces), bytes(givens))
            assert read == (None if expected else (numbers, tuple(givens), sizes))
        if expected:
            assert found[0] == expected[1]
            assert found[1] in expected[2]
    assert seen == {"digit", "piece", "touch", None}


def test_boards_of_bytes(kernel: Callable[[str], Any]) -> None:
    board = kernel(NAME).board
    assert board(3, b"aaab" * 3, bytes(12)) == ((0, 0, 0, 1) * 3, (0,) * 12, (9, 3))
    assert board(8, b"a" * 64, bytes(63) + b"\x40") is not None
    assert board(5, b"a" * 65, bytes(65)) is None
    assert board(5, bytes(range(255)), bytes(255)) is not None
    assert board(16, bytes(range(256)), bytes(256)) is None
    with pytest.raises(ValueError, match="out of range"):
        board(2, b"ab", b"\x00")


def test_a_puzzle_of_bytes_is_that_of_lists() -> None:
    one = Puzzle.build(2, 1, b"aa", b"\1\0", origin="here", title="small")
    assert one == Puzzle.build(2, 1, "aa", [1, 0], origin="here", title="small")
    assert (one.origin, one.title) == ("here", "small")


def test_givens_of_any_size_are_no_digits(kernel: Callable[[str], Any]) -> None:
    clash = kernel(NAME).clash
    assert clash(2, (0, 0), (1, 10**30), (2,)) == (1, 1)
    assert clash(2, (0, 0), (-(10**30), 1), (2,)) == (0, 0)


def test_candidates(kernel: Callable[[str], Any]) -> None:
    domains = kernel(NAME).domains
    assert domains((0, -1, 0, 1), (2, 0, 0, 0), (2, 64)) == [2, 0, 3, 2**64 - 1]
    assert domains((0,), (64,), (64,)) == [2**63]
    for refused in (((0,), (65,), (64,)), ((1,), (0,), (64,)), ((0,), (0,), (65,)), ((0,), (), (1,))):
        with pytest.raises(ValueError, match="out of range"):
            domains(*refused)


def test_walls_and_what_they_enclose(kernel: Callable[[str], Any], rounds: Callable[[int], int]) -> None:
    cells = kernel(NAME)
    for width, height, pieces, _ in holed_grids(6, rounds(400)):
        missing = [cell for cell, piece in enumerate(pieces) if piece < 0]
        right, below = cells.walls(width, pieces)
        assert (len(right), len(below)) == (height * (width - 1), (height - 1) * width)
        labels = cells.enclosed(width, height, right, below, missing)
        # The pieces of these boards are connected, so that walls tell them.
        assert cells.numbered(labels) == cells.numbered(labels_of(pieces))
    snake = cells.enclosed(3, 3, [0, 0] * 3, [1, 1, 0, 0, 1, 1])
    assert snake == [0] * 9
    for refused in ((2, 2, [0], [0, 0]), (2, 2, [0, 0], [0, 0], [4]), (0, 1, [], [])):
        with pytest.raises(ValueError, match="out of range"):
            cells.enclosed(*refused)


def test_bytes_in_lines(kernel: Callable[[str], Any]) -> None:
    in_lines = kernel(NAME).in_lines
    assert in_lines(3, 2, b"abcdef") == b"a b c \nd e f \n"
    assert in_lines(0, 2, b"") == b"\n\n"
    assert in_lines(2, 0, b"") == b""
    for refused in ((-1, -1, b"a"), (2, 2, b"abc"), (1 << 15, 0, b"")):
        with pytest.raises(ValueError, match="out of range"):
            in_lines(*refused)
