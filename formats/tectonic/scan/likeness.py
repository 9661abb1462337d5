"""Recognize boards of other puzzles and games, and digits that were read as notes.

`kind_of` and `notes_on` help to explain why a reading is doubtful; neither changes a reading.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from zet.engines.tectonic.repair import lines_of
from zet.formats.tectonic.contract import Kind
from zet.formats.tectonic.scan import borders, corners, glyphs, inks
from zet.formats.tectonic.scan.boards import SIDE, Board, Numbers
from zet.formats.tectonic.scan.channels import greatest

BORDER = 0.25
"""The width of the border around a straightened board, in cells."""
AGREED = 0.97
"""The minimum share of lines that agree with a pattern of blocks."""
LEAST_SUDOKU, LEAST_CHESS, LEAST_CROSSWORD = 6, 6, 5
"""The minimum number of rows, and of columns, of a sudoku, a chessboard and a crossword."""
BLACK, WHITE = 0.4, 0.6
"""A black cell has at most the fraction BLACK of the brightness of the brightest cell near it; a white
cell has at least the fraction WHITE.
"""
BETWEEN = 0.04
"""The maximum share of cells of a crossword that are neither black nor white."""
LEAST_BLACK, MOST_BLACK = 0.05, 0.6
"""The minimum and maximum share of black cells in a crossword."""
CHECKERED, ALTERNATE = 0.9, 0.9
"""On a checkered board, more than the fraction ALTERNATE of the dark squares are darker than CHECKERED
times the mean of the adjacent squares, and more than that fraction of the light squares are brighter
than 1 / CHECKERED times the mean.
"""
STONE, LEAST_STONES = 0.25, 3
"""A stone differs from the board by at least STONE (logarithm of brightness) in all four cells around a
crossing. Fewer than LEAST_STONES stones are ignored.
"""
LOWEST, HIGHEST = 0.1, 0.35
"""The minimum and maximum height of a note, in cells."""
READ = np.log(0.5)
"""The minimum log probability of the digit in a note."""


def kind_of(board: Board) -> Kind | None:
    """Return the kind of puzzle or game that a board resembles; None if it may be a Tectonic."""
    straight = board.straight(BORDER)
    rows, columns, start = board.height, board.width, round(BORDER * SIDE)
    grounds = inks.grounds(straight, rows, columns, start)[start:-start:SIDE, start:-start:SIDE]
    light = grounds.mean(axis=2)
    if _is_checkered(light):
        return "chess"
    if _has_stones(straight, grounds):
        return "stones"
    if _is_crossword(light):
        return "crossword"
    lines = borders.read(straight, rows, columns, BORDER)[0] > 0
    if rows == columns >= LEAST_SUDOKU and any(
        _agree(lines, rows, columns, (high, rows // high))
        for high in range(2, rows // 2 + 1)
        if rows % high == 0
    ):
        return "sudoku"
    if max(rows, columns) > 5 and _agree(lines, rows, columns, (5, 5)):
        return "nonogram"
    return None


def _agree(lines: Numbers, rows: int, columns: int, block: tuple[int, int]) -> bool:
    """Return whether, with few exceptions, borders are exactly where blocks of size `block` meet."""
    high, wide = block
    blocks = [(at // columns // high, at % columns // wide) for at in range(rows * columns)]
    wanted = [blocks[one] != blocks[two] for one, two in lines_of(columns, rows)]
    return bool(np.mean(lines == np.array(wanted)) >= AGREED)


def _is_checkered(light: Numbers) -> bool:
    """Return whether dark and light cells alternate; `light` is the brightness of each cell."""
    if min(light.shape) < LEAST_CHESS:
        return False
    around = np.array([[0, 0.25, 0], [0.25, 0, 0.25], [0, 0.25, 0]])
    ratio = light / np.maximum(cv2.filter2D(light, -1, around), 1)
    odd = np.add.outer(*map(np.arange, light.shape)) % 2 == 1
    darker = [float((ratio[side] < CHECKERED).mean()) for side in (odd, ~odd)]
    lighter = [float((ratio[side] > 1 / CHECKERED).mean()) for side in (odd, ~odd)]
    return min(darker[0], lighter[1]) > ALTERNATE or min(darker[1], lighter[0]) > ALTERNATE


def _is_crossword(light: Numbers) -> bool:
    """Return whether nearly all cells are black or white, and some are black."""
    usual = cv2.dilate(light, np.ones((5, 5), np.uint8))
    black, white = light < BLACK * usual, light > WHITE * usual
    return bool(
        min(light.shape) >= LEAST_CROSSWORD
        and LEAST_BLACK < black.mean() < MOST_BLACK
        and 1 - black.mean() - white.mean() < BETWEEN
    )


def _has_stones(straight: Numbers, grounds: Numbers) -> bool:
    """Return whether stones hide crossings inside a board, and thus the cell corners at these crossings.

    A corner under a stone has neither the color of the middle of its cell (which may contain a digit) nor
    the usual color of the cell (from `grounds`).
    """
    rows, columns = grounds.shape[0] - 1, grounds.shape[1] - 1
    start, part, off = (round(size * SIDE) for size in (BORDER, 0.08, 0.22))
    bright = np.log(cv2.blur(straight, (2 * part + 1, 2 * part + 1)).astype(np.float32) + 24)
    middles = bright[start + SIDE // 2 :: SIDE, start + SIDE // 2 :: SIDE]
    hidden = np.ones((rows, columns), bool)
    for down, across in ((0, 0), (0, 1), (1, 0), (1, 1)):
        y, x = (start + SIDE + (off if side else -off) for side in (down, across))
        corner = bright[y::SIDE, x::SIDE][:rows, :columns]
        for other in (middles, np.log(grounds + 24)):
            ground = other[down:, across:][:rows, :columns]
            hidden &= greatest(np.abs(corner - ground)) > STONE
    return int(hidden.sum()) >= LEAST_STONES


def notes_on(board: Board, digits: Sequence[int]) -> int:
    """Return the number of small digits in the cells in which no digit of normal size was read.

    `digits` lists the digit of each cell, 0 for none; the list is empty if no digits were read.
    """
    straight = board.straight(BORDER)
    start, found = round(BORDER * SIDE), []
    for cell in range(board.height * board.width):
        if digits and digits[cell]:
            continue
        y, x = (start + place * SIDE for place in divmod(cell, board.width))
        found += corners.pictures(straight[y : y + SIDE, x : x + SIDE], LOWEST, HIGHEST)
    chances = glyphs.classify(found)
    return int((chances[:, 1:10].max(axis=1) > READ).sum())
