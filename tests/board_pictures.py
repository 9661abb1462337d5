"""Screenshots of renju boards, drawn with OpenCV, as test input for the reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from zet.engines.renju import Game
from zet.engines.renju.model import place_of

Color = tuple[int, int, int]
FINE = 4
"""Everything is drawn at this scale, and then reduced."""


@dataclass(frozen=True)
class Look:
    """The look of a board; lengths are relative to the distance of lines, colors are blue, green, red."""

    step: float = 30.0
    wood: Color = (130, 190, 220)
    grain: float = 0.0
    line: Color = (30, 50, 60)
    width: float = 0.04
    frame: float = 0.04
    margin: float = 0.9
    page: Color = (255, 255, 255)
    around: tuple[int, int, int, int] = (0, 0, 0, 0)
    stone: float = 0.46
    black: Color = (20, 20, 20)
    white: Color = (245, 245, 245)
    rim: Color | None = (40, 40, 40)
    shaded: bool = False
    shadow: bool = False
    stars: bool = True
    labels: str = ""
    """Sides with names of lines: of l, r, t and b."""
    mark: str = ""
    """The mark of the last move: dot, ring, cross, square or corner."""
    numbers: bool = False
    coarse: float = 1.0
    quality: int = 0
    text: bool = False
    """Whether the page has words and boxes beside the board."""


LOOKS: Mapping[str, Look] = {
    "plain": Look(),
    "wood": Look(step=36, grain=0.04, shaded=True, shadow=True, labels="lb", mark="dot", quality=85),
    "paper": Look(
        step=22,
        wood=(255, 255, 255),
        line=(0, 0, 0),
        black=(0, 0, 0),
        white=(255, 255, 255),
        rim=(0, 0, 0),
        labels="ltrb",
    ),
    "numbered": Look(
        step=28,
        wood=(255, 255, 255),
        line=(90, 90, 90),
        white=(255, 255, 255),
        rim=(0, 0, 0),
        numbers=True,
    ),
    "night": Look(
        step=32,
        wood=(52, 44, 40),
        line=(120, 110, 105),
        black=(8, 8, 8),
        white=(225, 225, 225),
        rim=(150, 150, 150),
        page=(25, 20, 20),
        labels="lb",
        mark="ring",
    ),
    "small": Look(step=15.3, labels="", mark="dot"),
    "large": Look(step=61.7, width=0.05, shaded=True, labels="lb", mark="corner", coarse=1),
    "site": Look(
        step=33.3,
        wood=(110, 180, 235),
        around=(60, 240, 40, 320),
        page=(245, 245, 245),
        text=True,
        mark="cross",
        quality=90,
        labels="rb",
    ),
    "green": Look(step=29, wood=(120, 170, 120), line=(40, 70, 40), rim=None, stone=0.42, mark="square"),
    "thick": Look(
        step=40, width=0.09, frame=0.14, margin=0.7, wood=(100, 160, 200), rim=None, shadow=True
    ),
    "faint": Look(
        step=27, wood=(215, 230, 238), line=(165, 185, 195), rim=(120, 120, 120), labels="lt", quality=92
    ),
    "tight": Look(step=26, margin=0.5, stone=0.49, mark="ring", frame=0.08),
}


def draw(game: Game, look: Look, random: np.random.Generator) -> NDArray[Any]:
    """Return a picture of the position at the end of a game."""
    size, step = game.size, look.step * FINE
    left, top, right, bottom = (
        round(side) * FINE for side in (look.around[1], look.around[0], look.around[3], look.around[2])
    )
    side = round((size - 1 + 2 * look.margin + 0.6 * bool(look.labels)) * step)
    high, wide = side + top + bottom, side + left + right
    picture = np.full((high, wide, 3), look.page, np.float32)
    picture[top : top + side, left : left + side] = look.wood
    if look.grain:
        rough = random.normal(0, 1, (max(side // 12, 2), max(side // 300, 2)))
        grain = cv2.resize(rough.astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
        picture[top : top + side, left : left + side] *= 1 + look.grain * grain[..., None]
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    start = (look.margin + 0.3 * bool(look.labels)) * step + random.uniform(0, FINE)

    def at(column: float, row: float) -> tuple[int, int]:
        return round(left + start + column * step), round(top + start + row * step)

    last = size - 1
    for number in range(size):
        width = max(round((look.frame if number in (0, last) else look.width) * step), FINE)
        cv2.line(picture, at(number, 0), at(number, last), look.line, width)
        cv2.line(picture, at(0, number), at(last, number), look.line, width)
    if look.stars and size >= 13:
        for column in (3, size // 2, last - 3):
            for row in (3, size // 2, last - 3):
                cv2.circle(picture, at(column, row), round(0.11 * step), look.line, -1)
    for number in range(size):
        for where, text, column, row in (
            ("l", str(size - number), -0.75, number),
            ("r", str(size - number), last + 0.45, number),
            ("t", "ABCDEFGHIJKLMNOPQRSTUV"[number], number, -0.5),
            ("b", "ABCDEFGHIJKLMNOPQRSTUV"[number], number, last + 0.75),
        ):
            if where in look.labels:
                _text(picture, text, at(column + 0.1, row), 0.4 * step, look.line)
    order = [move for move in game.moves if move >= 0]
    for color, cells in enumerate(game.stones()):
        for cell in cells:
            column, row = place_of(cell, size)
            _stone(picture, at(column, row), look, color, step)
            if look.numbers and cell in order:
                _text(
                    picture,
                    str(order.index(cell) + 1),
                    at(column, row),
                    0.42 * step,
                    look.white if color == 0 else look.black,
                )
    if order and look.mark:
        column, row = place_of(order[-1], size)
        _mark(picture, at(column, row), look.mark, step, look.white if len(order) % 2 else look.black)
    if look.text:
        for number in range(12):
            x = left + side + 20 * FINE
            cv2.putText(
                picture,
                f"{number + 1}. Move {number * 37 % 15} illi {number}",
                (x, top + (number + 1) * 30 * FINE),
                0,
                0.5 * FINE,
                (60, 60, 60),
                FINE // 2 + 1,
                cv2.LINE_AA,
            )
        cv2.rectangle(
            picture, (4 * FINE, 4 * FINE), (wide - 4 * FINE, high - 4 * FINE), (200, 200, 200), FINE
        )
        cv2.rectangle(
            picture, (x - 8 * FINE, top), (wide - 20 * FINE, top + 13 * 30 * FINE), (150, 150, 150), FINE
        )
    factor = 1 / FINE / look.coarse
    picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    if look.quality:
        picture = cv2.imdecode(
            cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, look.quality])[1], 1
        )
    return picture


def _text(picture: NDArray[Any], text: str, middle: Sequence[int], high: float, color: Color) -> None:
    scale = high / 22
    (wide, tall), _base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, max(1, round(high / 8)))
    place = (middle[0] - wide // 2, middle[1] + tall // 2)
    cv2.putText(
        picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, color, max(1, round(high / 8)), cv2.LINE_AA
    )


def _stone(picture: NDArray[Any], middle: tuple[int, int], look: Look, color: int, step: float) -> None:
    radius = round(look.stone * step)
    ink = look.white if color else look.black
    if look.shadow:
        cv2.circle(
            picture,
            (middle[0] + round(0.05 * step), middle[1] + round(0.07 * step)),
            radius,
            tuple(c * 0.6 for c in look.wood),
            -1,
        )
    cv2.circle(picture, middle, radius, ink, -1)
    if look.shaded:
        for part in range(12):
            more = part / 12
            shine = tuple(
                min(255, c + (90 if color == 0 else 12) * more) if color == 0 else c - 70 * (1 - more)
                for c in ink
            )
            center = (middle[0] - round(0.12 * step * more), middle[1] - round(0.14 * step * more))
            cv2.circle(picture, center, max(1, round(radius * (1 - more))), shine, -1)
    if look.rim:
        cv2.circle(picture, middle, radius, look.rim, FINE)


def _mark(picture: NDArray[Any], middle: tuple[int, int], mark: str, step: float, other: Color) -> None:
    x, y = middle
    far = round(0.2 * step)
    red = (40, 40, 230)
    if mark == "dot":
        cv2.circle(picture, middle, round(0.12 * step), red, -1)
    elif mark == "ring":
        cv2.circle(picture, middle, round(0.26 * step), other, round(0.07 * step))
    elif mark == "cross":
        cv2.line(picture, (x - far, y), (x + far, y), red, round(0.06 * step))
        cv2.line(picture, (x, y - far), (x, y + far), red, round(0.06 * step))
    elif mark == "square":
        cv2.rectangle(picture, (x - far // 2, y - far // 2), (x + far // 2, y + far // 2), other, -1)
    elif mark == "corner":
        cv2.fillPoly(
            picture,
            [np.array([(x, y), (x + round(0.4 * step), y), (x, y + round(0.4 * step))])],
            (200, 120, 20),
        )


def some_game(random: np.random.Generator, size: int = 15) -> Game:
    """Return a game of random moves, most of them near each other."""
    moves: list[int] = []
    for _number in range(int(random.integers(0, 90 if size > 9 else size * size // 2))):
        while True:
            column, row = np.clip(np.round(random.normal(size / 2, size / 5, 2)), 0, size - 1).astype(int)
            if random.random() < 0.1:
                column, row = random.integers(0, size, 2)
            if int(row) * size + int(column) not in moves:
                moves.append(int(row) * size + int(column))
                break
    return Game.build(moves=moves, size=size)


def any_look(random: np.random.Generator) -> Look:
    """Return a random look."""

    def one(*values: Any) -> Any:
        return values[int(random.integers(len(values)))]

    dark = random.random() < 0.15
    ground = random.integers(20, 70, 3) if dark else np.sort(random.integers(90, 256, 3))
    wood = tuple(map(int, ground))
    part = random.uniform(1.6, 2.6) if dark else random.uniform(0.1, 0.65)
    line = tuple(int(min(255, channel * part)) for channel in wood)
    return Look(
        step=float(random.uniform(14, 58)),
        wood=wood,
        grain=one(0, 0, 0.02, 0.04),
        line=line,
        width=float(random.uniform(0.03, 0.09)),
        frame=float(random.uniform(0.04, 0.1)),
        margin=float(random.uniform(0.55, 1.3)),
        page=one((255, 255, 255), (30, 30, 30), wood),
        around=one((0, 0, 0, 0), (30, 20, 90, 40), (60, 240, 40, 320)),
        stone=float(random.uniform(0.4, 0.49)),
        black=one((0, 0, 0), (30, 30, 30), (50, 45, 40)) if not dark else (5, 5, 5),
        white=one((255, 255, 255), (240, 240, 240), (225, 235, 235)),
        rim=one((0, 0, 0), (90, 90, 90)) if dark or min(wood) > 190 else one(None, (40, 40, 40)),
        shaded=bool(random.random() < 0.4) and not dark,
        shadow=bool(random.random() < 0.4) and not dark,
        stars=bool(random.random() < 0.7),
        labels=one("", "lb", "ltrb", "rt"),
        mark=one("", "dot", "ring", "cross", "square", "corner"),
        numbers=bool(random.random() < 0.15),
        quality=one(0, 0, 80, 92),
        text=False,
    )
