# ruff: noqa: E501 - a table of strokes
"""Marks of a pen on pictures of puzzles, as test input for the reader.

A player circles, underlines and strikes out, writes answers by hand, and crosses out notes, in blue, red or black
ink. Strokes are smoothed lines through shaken points, and darken the paper as ink does. Digits are drawn from
skeletons, or taken from a font that imitates a hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scan_pictures import Picture

from zet.engines.tectonic.model import Puzzle

Numbers = NDArray[np.float32]
FINER = 3

INKS = {
    "blue": ((30, 60, 160), (50, 90, 200), (20, 40, 120)),
    "red": ((190, 30, 40), (215, 60, 60), (160, 20, 30)),
    "black": ((25, 25, 30), (60, 60, 65), (95, 95, 95)),
}
"""Red, green and blue of some pens of each color; the last black one is a pencil."""

SKELETONS: dict[int, Sequence[Sequence[tuple[float, float]]]] = {
    1: (((0.35, 0.25), (0.55, 0.05), (0.53, 0.5), (0.5, 0.95)),),
    2: (((0.2, 0.25), (0.45, 0.05), (0.75, 0.2), (0.6, 0.5), (0.2, 0.92), (0.5, 0.9), (0.82, 0.93)),),
    3: (((0.22, 0.15), (0.55, 0.05), (0.72, 0.25), (0.42, 0.46), (0.78, 0.68), (0.5, 0.95), (0.2, 0.85)),),
    4: (((0.6, 0.05), (0.4, 0.35), (0.18, 0.62), (0.5, 0.62), (0.85, 0.6)), ((0.66, 0.35), (0.64, 0.65), (0.6, 0.97))),
    5: (((0.32, 0.08), (0.28, 0.4), (0.55, 0.38), (0.76, 0.62), (0.5, 0.93), (0.2, 0.88)), ((0.32, 0.08), (0.55, 0.08), (0.76, 0.05))),
    6: (((0.65, 0.05), (0.35, 0.35), (0.22, 0.7), (0.48, 0.95), (0.74, 0.74), (0.5, 0.52), (0.26, 0.7)),),
    7: (((0.2, 0.1), (0.5, 0.09), (0.78, 0.08), (0.6, 0.45), (0.42, 0.95)),),
    8: (((0.7, 0.18), (0.45, 0.05), (0.28, 0.25), (0.5, 0.46), (0.75, 0.72), (0.5, 0.95), (0.24, 0.75), (0.52, 0.46), (0.72, 0.2)),),
    9: (((0.72, 0.25), (0.48, 0.06), (0.26, 0.28), (0.5, 0.5), (0.72, 0.27), (0.7, 0.6), (0.6, 0.96)),),
}  # fmt: skip
"""The strokes of each digit, in a square of side 1."""


@dataclass(frozen=True)
class Grid:
    """The place of a board in its picture, in pixels."""

    left: float
    top: float
    cell: float


@dataclass(frozen=True)
class Marks:
    """The marks on a picture: the color of the ink, and the numbers of strokes, answers and notes."""

    ink: str
    strokes: int
    answers: int
    notes: int
    over: int
    """The number of givens that are crossed by a stroke."""


class Pen:
    """A pen over a picture: collects strokes, and adds their ink at the end."""

    def __init__(self, picture: Picture, grid: Grid, random: np.random.Generator) -> None:
        self.picture, self.grid, self.random = picture, grid, random
        high, wide = picture.shape[:2]
        self.ink: Numbers = np.zeros((high * FINER, wide * FINER), np.uint8)
        self.width = random.uniform(0.03, 0.055) * grid.cell

    def stroke(self, points: Sequence[tuple[float, float]], shake: float = 0.02) -> None:
        """Draw a smooth line through points in cells, each shaken a little."""
        there = np.array(points, float) + self.random.normal(0, shake, (len(points), 2))
        line = _smoothed(there) * self.grid.cell + (self.grid.left, self.grid.top)
        width = max(1, round(self.width * FINER * self.random.uniform(0.85, 1.15)))
        cv2.polylines(
            self.ink, [np.round(line * FINER * 16).astype(np.int32)], False, 255, width, cv2.LINE_AA, 4
        )

    def digit(self, digit: int, x: float, y: float, size: float, hand: "Hand") -> None:
        """Write a digit around a place in cells."""
        if hand.font:
            font = ImageFont.truetype(hand.font, round(1.25 * size * self.grid.cell * FINER))
            image = Image.fromarray(self.ink)
            place = ((np.array([x, y]) * self.grid.cell) + (self.grid.left, self.grid.top)) * FINER
            ImageDraw.Draw(image).text(
                tuple(map(float, place)), str(digit), font=font, fill=255, anchor="mm"
            )
            self.ink = np.array(image)
            return
        wide = size * hand.wide * self.random.uniform(0.9, 1.1)
        high = size * self.random.uniform(0.88, 1.12)
        for stroke in hand.shapes[digit]:
            at = (np.array(stroke) - 0.5) * (wide, high)
            at[:, 0] -= hand.lean * at[:, 1]
            self.stroke([(x + a, y + b) for a, b in at.tolist()], 0.02 * size)

    def inked(self, color: tuple[int, int, int], darkness: float) -> Picture:
        """Return the picture with the ink of all strokes."""
        high, wide = self.picture.shape[:2]
        part = cv2.resize(self.ink, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        grain = cv2.resize(
            self.random.uniform(0.75, 1, (high // 3 + 1, wide // 3 + 1)).astype(np.float32), (wide, high)
        )
        part = (part * grain * darkness)[..., None]
        through = 1 - part * (1 - np.array(color[::-1], np.float32) / 255)
        return (self.picture * through).clip(0, 255).astype(np.uint8)


@dataclass(frozen=True)
class Hand:
    """Someone's handwriting: shapes of digits, their slant and width; or a font."""

    shapes: dict[int, list[list[tuple[float, float]]]]
    lean: float
    wide: float
    font: str = ""


def a_hand(random: np.random.Generator, fonts: Sequence[str] = ()) -> Hand:
    """Return a handwriting: its own variation of the skeletons, or one of the fonts."""
    if fonts:
        return Hand({}, 0, 1, str(random.choice(list(fonts))))
    shapes = {
        digit: [
            [(x + random.normal(0, 0.045), y + random.normal(0, 0.045)) for x, y in stroke]
            for stroke in strokes
        ]
        for digit, strokes in SKELETONS.items()
    }
    return Hand(shapes, float(random.normal(0.1, 0.12)), float(random.uniform(0.6, 0.85)))


def marked(
    picture: Picture,
    grid: Grid,
    puzzle: Puzzle,
    solution: Sequence[int],
    random: np.random.Generator,
    fonts: Sequence[str] = (),
) -> tuple[Picture, Marks]:
    """Return a picture with a player's marks, and the marks."""
    ink = str(random.choice(list(INKS)))
    color = INKS[ink][int(random.integers(3))]
    pen, hand = Pen(picture, grid, random), a_hand(random, fonts)
    empty = [cell for cell, given in enumerate(puzzle.givens) if not given]
    share = random.uniform(0.05, 0.9) if random.random() < 0.6 else 0.0
    size = random.uniform(0.45, 0.7)
    answered = [cell for cell in empty if random.random() < share]
    for cell in answered:
        x, y = _middle(puzzle, cell)
        x, y = x + random.normal(0, 0.05), y + random.normal(0, 0.05)
        pen.digit(solution[cell], x, y, size, hand)
    notes = 0
    if random.random() < 0.4:
        for cell in sorted(set(empty) - set(answered)):
            if random.random() < 0.3:
                notes += _note(pen, hand, puzzle, cell, random)
    over = 0
    strokes = int(random.integers(0, 11))
    for _stroke in range(strokes):
        over += _mark(pen, puzzle, random)
    return pen.inked(color, random.uniform(0.75, 1)), Marks(ink, strokes, len(answered), notes, over)


def _middle(puzzle: Puzzle, cell: int) -> tuple[float, float]:
    return cell % puzzle.width + 0.5, cell // puzzle.width + 0.5


def _note(pen: Pen, hand: Hand, puzzle: Puzzle, cell: int, random: np.random.Generator) -> int:
    """Write one to three notes into the corner of a cell, most of them crossed out."""
    x, y = _middle(puzzle, cell)
    count = int(random.integers(1, 4))
    most = min(9, puzzle.sizes[puzzle.pieces[cell]])
    for at in range(count):
        place = x - 0.3 + 0.26 * at, y - 0.28
        pen.digit(int(random.integers(1, most + 1)), *place, 0.22, hand)
        if random.random() < 0.7:
            pen.stroke([(place[0] - 0.1, place[1] + 0.12), (place[0] + 0.1, place[1] - 0.12)], 0.01)
    return count


def _mark(pen: Pen, puzzle: Puzzle, random: np.random.Generator) -> int:
    """Make one mark anywhere, more often at a given; return the number of givens that it crosses."""
    givens = [cell for cell, given in enumerate(puzzle.givens) if given]
    any_cell = int(random.integers(len(puzzle.givens)))
    cell = int(random.choice(givens)) if givens and random.random() < 0.5 else any_cell
    x, y = _middle(puzzle, cell)
    kind = str(
        random.choice(["circle", "box", "underline", "tick", "strike", "line", "dot", "cross", "arrow"])
    )
    crossed = 0
    if kind == "circle":
        radius, start = random.uniform(0.36, 0.52), random.uniform(0, 6)
        turns = np.linspace(start, start + random.uniform(5.9, 7), 14)
        pen.stroke([(x + radius * np.cos(t), y + radius * np.sin(t)) for t in turns])
    elif kind == "box":
        r = random.uniform(0.34, 0.44)
        around = [(-r, -r), (0, -r), (r, -r), (r, 0), (r, r), (0, r), (-r, r), (-r, 0), (-r, -r)]
        pen.stroke([(x + a, y + b) for a, b in around])
    elif kind == "underline":
        pen.stroke([(x - 0.35, y + 0.38), (x, y + 0.4), (x + 0.35, y + 0.37)])
    elif kind == "tick":
        x, y = x + random.uniform(0.2, 0.35), y - random.uniform(0.2, 0.35)
        pen.stroke([(x - 0.15, y), (x - 0.05, y + 0.12), (x + 0.15, y - 0.18)], 0.01)
    elif kind == "strike":
        pen.stroke([(x - 0.4, y + random.normal(0, 0.1)), (x, y), (x + 0.4, y + random.normal(0, 0.1))])
        crossed = int(puzzle.givens[cell] > 0)
    elif kind == "dot":
        x, y = x + random.uniform(-0.35, 0.35), y + random.choice([-0.33, 0.33])
        pen.stroke([(x, y), (x + 0.03, y + 0.03), (x, y + 0.02)], 0.01)
    elif kind == "cross":
        pen.stroke([(x - 0.3, y - 0.3), (x, y), (x + 0.3, y + 0.3)])
        pen.stroke([(x + 0.3, y - 0.3), (x, y), (x - 0.3, y + 0.3)])
        crossed = int(puzzle.givens[cell] > 0)
    else:
        to = int(random.integers(len(puzzle.givens)))
        u, v = _middle(puzzle, to)
        middle = (x + u) / 2 + random.normal(0, 0.15), (y + v) / 2 + random.normal(0, 0.15)
        pen.stroke([(x, y), middle, (u, v)])
        if kind == "arrow":
            way = np.arctan2(v - y, u - x)
            for side in (2.6, -2.6):
                pen.stroke([(u, v), (u + 0.25 * np.cos(way + side), v + 0.25 * np.sin(way + side))], 0.01)
        crossed = sum(puzzle.givens[one] > 0 for one in {cell, to})
    return crossed


def _smoothed(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a Catmull-Rom curve through points."""
    if len(points) < 3:
        return points
    ends = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    t = np.linspace(0, 1, 12, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        parts.append(
            0.5
            * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    return np.concatenate([*parts, points[-1:]])
