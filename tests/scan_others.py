"""Pictures of other puzzles and games than Tectonic, and of none, as test input for the reader."""

from pathlib import Path

import board_pictures
import cv2
import matplotlib as mpl
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from scan_pictures import FONTS, STYLES, Picture, Style, render

from zet.engines.tectonic import Puzzle

SHADES = ("black", "#222222", "#303a48", "#5a1e1e")


def sudoku(random: np.random.Generator, style: Style = STYLES["bold"]) -> Picture:
    """Return a sudoku: a shuffled grid, a third of it as givens."""
    blocks = Puzzle.build(9, 9, [cell // 27 * 3 + cell % 9 // 3 for cell in range(81)], [0] * 81)
    names = random.permutation(9) + 1
    rows, columns = (
        [3 * band + one for band in random.permutation(3) for one in random.permutation(3)]
        for _axis in range(2)
    )
    digits = [int(names[(row * 3 + row // 3 + column) % 9]) for row in rows for column in columns]
    shown = [digit if random.random() < 0.35 else 0 for digit in digits]
    return render(blocks, style, shown, style.ink)


def crossword(random: np.random.Generator) -> Picture:
    """Return a crossword: black cells in a symmetric pattern, numbers of words, perhaps letters."""
    size, cell = int(random.choice([9, 11, 13, 15])), int(random.integers(24, 48))
    black = np.zeros((size, size), bool)
    for _one in range(round(size * size * random.uniform(0.06, 0.14))):
        row, column = random.integers(0, size, 2)
        black[row, column] = black[size - 1 - row, size - 1 - column] = True
    if random.random() < 0.3:  # a lattice, as in British crosswords
        black[1::2, 1::2] = True
    width, margin = int(random.integers(1, 3)), int(random.integers(4, 40))
    image = Image.new("RGB", (size * cell + 2 * margin, size * cell + 2 * margin), "white")
    pen, shade = ImageDraw.Draw(image), SHADES[int(random.integers(len(SHADES)))]
    small, large = (
        ImageFont.truetype(str(FONTS / "DejaVuSans.ttf"), round(part * cell)) for part in (0.28, 0.6)
    )
    number, letters = 0, random.random() < 0.4
    for row in range(size):
        for column in range(size):
            x, y = margin + column * cell, margin + row * cell
            pen.rectangle(
                (x, y, x + cell, y + cell), shade if black[row, column] else "white", shade, width
            )
            if black[row, column]:
                continue
            if not (row and column) or black[row - 1, column] or black[row, column - 1]:
                number += 1
                pen.text((x + 2 + width, y + 1 + width), str(number), "black", small)
            if letters and random.random() < 0.5:
                letter = chr(65 + int(random.integers(26)))
                pen.text((x + cell / 2, y + 0.56 * cell), letter, "black", large, "mm")
    return np.ascontiguousarray(np.array(image)[:, :, ::-1])


def nonogram(random: np.random.Generator) -> Picture:
    """Return a nonogram: an empty grid with thick lines around blocks of 5 x 5, and numbers beside it."""
    wide, high = (5 * int(random.integers(2, 5)) for _axis in range(2))
    cell, side = int(random.integers(20, 36)), 3
    image = Image.new("RGB", ((wide + side) * cell + 20, (high + side) * cell + 20), "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(FONTS / "DejaVuSans.ttf"), round(0.55 * cell))
    left = 10 + side * cell
    for at in range(wide + 1):
        x = left + at * cell
        pen.line((x, left, x, left + high * cell), "black", 1 if at % 5 else 3)
    for at in range(high + 1):
        y = left + at * cell
        pen.line((left, y, left + wide * cell, y), "black", 1 if at % 5 else 3)
    for at in range(wide):
        for clue in range(int(random.integers(1, side + 1))):
            place = left + (at + 0.5) * cell, left - (clue + 0.5) * cell
            pen.text(place, str(int(random.integers(1, 6))), "black", font, "mm")
    for at in range(high):
        for clue in range(int(random.integers(1, side + 1))):
            place = left - (clue + 0.5) * cell, left + (at + 0.5) * cell
            pen.text(place, str(int(random.integers(1, 6))), "black", font, "mm")
    return np.ascontiguousarray(np.array(image)[:, :, ::-1])


def chess(random: np.random.Generator) -> Picture:
    """Return an empty board of chess or draughts."""
    size, cell = int(random.choice([8, 10])), int(random.integers(30, 60))
    light, dark = (((240, 240, 240), (60, 60, 60)), ((181, 217, 240), (99, 136, 181)))[
        int(random.integers(2))
    ]
    board = np.add.outer(np.arange(size), np.arange(size)) % 2
    cells = np.where(board[..., None], dark, light).astype(np.uint8)
    return np.pad(
        cells.repeat(cell, 0).repeat(cell, 1), ((20, 20), (20, 20), (0, 0)), constant_values=255
    )


def stones(random: np.random.Generator) -> Picture:
    """Return a board of go or renju with some stones."""
    size = int(random.choice([9, 13, 15, 19]))
    game = board_pictures.some_game(random, size)
    return np.asarray(board_pictures.draw(game, board_pictures.any_look(random), random))


def photo(random: np.random.Generator) -> Picture:
    """Return a part of a photo without a grid, or of a wall of bricks."""
    if random.random() < 0.7:
        file = Path(mpl.get_data_path()) / "sample_data/grace_hopper.jpg"
        whole = np.array(Image.open(file).convert("RGB"))[:, :, ::-1]
        y, x = random.integers(0, 250), random.integers(0, 200)
        part = whole[y : y + 350, x : x + 300]
        return np.ascontiguousarray(np.rot90(part, int(random.integers(4))))
    high, wide = int(random.integers(20, 40)), int(random.integers(50, 90))
    wall = np.full((500, 600, 3), (170, 180, 190), np.uint8)
    for row in range(-(-500 // high)):
        for at in range(-wide if row % 2 else -wide // 2, 600, wide):
            color = np.array((50, 70, 150)) + random.integers(-25, 25)
            cv2.rectangle(
                wall, (at + 2, row * high + 2), (at + wide - 3, row * high + high - 3), color.tolist(), -1
            )
    noise = random.normal(0, 8, wall.shape)
    return np.asarray((wall + noise).clip(0, 255), np.uint8)


OTHERS = {
    "sudoku": sudoku,
    "crossword": crossword,
    "nonogram": nonogram,
    "chess": chess,
    "stones": stones,
    "photo": photo,
}
