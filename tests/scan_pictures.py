# ruff: noqa: E501 - tables of styles
"""Pictures of Tectonic puzzles like those of screens, printers and phones, as test input for the reader.

`STYLES` are renderings; `photograph` simulates a phone's photo of a rendering. The fonts are from matplotlib;
the reader of digits was trained on none of them. The training uses nothing from this module.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from zet.engines.tectonic.model import Puzzle

Picture = NDArray[np.uint8]
Color = str
T = TypeVar("T")
FONTS = Path(mpl.get_data_path()) / "fonts/ttf"
PASTELS = ("#f8c8c8", "#c8e6c9", "#bbdefb", "#fff3b0", "#e1bee7", "#ffd8b1", "#b2ebf2")
STRONG = ("#e05050", "#50a050", "#5070d0", "#e0c040", "#a050c0", "#e08030", "#30a0b0")
DARK = ("#5b1e1e", "#1e4a22", "#1c2f63", "#5a4c10", "#46205a", "#5e3510", "#0f4a52")
PALE = ("#fde9e9", "#e9f6ea", "#e6f1fd", "#fffbe0", "#f5e9fa", "#fff2e0")
USED = (
    "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf", "DejaVuSansMono.ttf", "STIXGeneral.ttf",
    "STIXGeneralBol.ttf", "cmr10.ttf", "cmss10.ttf", "DejaVuSans-Oblique.ttf",
)  # fmt: skip
GREYS = ("#ffffff", "#d8d8d8", "#c0c0c0", "#ececec", "#b0b0b0")


@dataclass(frozen=True)
class Style:
    """The style of a board: sizes in pixels, colors by Pillow's names.

    A line is (width, color); a width of 0 means no line. `dash` is the on and off lengths of thin lines. `grounds`
    are the colors of pieces. `gap` separates cells, whose corners are rounded by `rounded`. `scale` shrinks the
    drawing. `page` puts text around the board, `labels` letters and numbers along it, `pad` a row of buttons
    under it. `notes` are small digits in open cells; `cursor` is the color of one cell.
    """

    cell: int = 48
    margin: int = 30
    ground: Color = "white"
    thin: tuple[int, Color] = (1, "#999999")
    thick: tuple[int, Color] = (3, "black")
    frame: tuple[int, Color] | None = None
    dash: tuple[int, int] | None = None
    font: str = "DejaVuSans.ttf"
    size: float = 0.6
    ink: Color = "black"
    grounds: Sequence[Color] = ()
    given: Color = ""
    gap: int = 0
    rounded: int = 0
    scale: float = 1
    page: bool = False
    corners: int = 0
    labels: bool = False
    pad: bool = False
    notes: bool = False
    cursor: Color = ""


STYLES = {
    "plain": Style(),
    "bold": Style(font="DejaVuSans-Bold.ttf", thick=(4, "black"), thin=(1, "#cccccc")),
    "black lines": Style(thin=(1, "black"), thick=(4, "black"), font="DejaVuSerif.ttf"),
    "book": Style(
        cell=66, dash=(4, 4), thin=(2, "#707070"), thick=(5, "#202020"), frame=(8, "#202020"),
        font="DejaVuSerif-Bold.ttf", ground="#fbf8ef", page=True,
    ),
    "dotted": Style(dash=(1, 3), thin=(1, "#555555"), thick=(2, "#111111"), font="cmr10.ttf", size=0.7),
    "no inner lines": Style(thin=(0, ""), thick=(3, "black"), font="STIXGeneral.ttf", size=0.7),
    "dark": Style(
        ground="#1e1e1e", thin=(1, "#4a4a4a"), thick=(3, "#dddddd"), ink="#eeeeee", font="DejaVuSans-Bold.ttf"
    ),
    "dark blue": Style(
        ground="#0d1b2a", thin=(1, "#2b3f57"), thick=(2, "#8fb8de"), ink="#ffd166", font="DejaVuSansMono.ttf"
    ),
    "colors alone": Style(thin=(0, ""), thick=(0, ""), grounds=PASTELS),
    "strong colors alone": Style(thin=(0, ""), thick=(0, ""), grounds=STRONG, font="DejaVuSans-Bold.ttf"),
    "colors and thin lines": Style(thin=(1, "#666666"), thick=(1, "#666666"), grounds=PASTELS, frame=(2, "#333333")),
    "colors and lines": Style(grounds=PASTELS, thick=(3, "#222222"), font="STIXGeneralBol.ttf", size=0.7),
    "greys and lines": Style(grounds=GREYS, thin=(1, "#888888"), thick=(2, "black"), font="cmss10.ttf", size=0.7),
    "dark colors": Style(
        ground="#101010", thin=(1, "#000000"), thick=(1, "#000000"), grounds=DARK, ink="white", font="DejaVuSans.ttf"
    ),
    "tiles": Style(
        thin=(0, ""), thick=(0, ""), grounds=PASTELS, gap=4, rounded=6, ground="#fafafa", font="DejaVuSans-Bold.ttf"
    ),
    "small": Style(cell=18, margin=12, thin=(1, "#c0c0c0"), thick=(2, "black"), size=0.7),
    "tiny page": Style(cell=22, margin=40, thin=(1, "#aaaaaa"), thick=(2, "black"), page=True, size=0.7),
    "large": Style(cell=130, margin=60, thin=(2, "#b0b0b0"), thick=(8, "black"), font="DejaVuSans-Bold.ttf"),
    "rounded frame": Style(thick=(3, "#34495e"), frame=(4, "#34495e"), corners=18, ink="#2c3e50"),
    "pale": Style(
        ground="#e9e4d6", thin=(1, "#c9c2b0"), thick=(2, "#5b5546"), ink="#4a4538", font="DejaVuSerif.ttf"
    ),
    "blue": Style(thin=(1, "#a9c4eb"), thick=(3, "#1f4e9e"), ink="#1f3f77", font="DejaVuSans-Oblique.ttf"),
    "grey borders": Style(thin=(1, "#e0e0e0"), thick=(3, "#777777"), ink="#333333", font="cmb10.ttf", size=0.7),
    "shaded givens": Style(given="#e3e3e3", thin=(1, "#aaaaaa"), thick=(3, "black")),
    "shrunk": Style(
        cell=60, scale=0.53, thin=(2, "#888888"), thick=(5, "black"), font="DejaVuSans-Bold.ttf", margin=70
    ),
    "newspaper": Style(
        cell=40, thin=(1, "#777777"), thick=(3, "#222222"), ground="#dedbd2", ink="#222222", page=True,
        font="STIXGeneralBol.ttf", size=0.75, frame=(4, "#222222"),
    ),
}  # fmt: skip


def any_style(random: np.random.Generator) -> Style:
    """Return a random style, like those of sites, programs and books."""

    def one_of(*of: T) -> T:
        return of[int(random.integers(len(of)))]

    cell = int(random.choice([20, 24, 28, 32, 36, 40, 48, 60, 80]))
    dark = random.random() < 0.2
    light, deep = (one_of("#111111", "#1e1e1e", "#202a36"), "#e8e8e8") if dark else (
        one_of("white", "white", "#fafafa", "#fbf8ef", "#eef2f5"), one_of("black", "black", "#222222", "#1c2f4a")
    )  # fmt: skip
    faint = (
        one_of("#3a3a3a", "#555555")
        if dark
        else one_of("#bbbbbb", "#cccccc", "#999999", "#777777", "#dddddd")
    )
    step = max(1, cell // 24)
    thin = one_of(1, 1, step)
    thick = max(thin + 1, one_of(2, 3, 4) * step)
    colored = random.random() < 0.35
    grounds = () if not colored else DARK if dark else one_of(PASTELS, GREYS, STRONG, PALE)
    plain = colored and random.random() < 0.4
    return Style(
        cell=cell,
        margin=one_of(cell // 3, cell, 2 * cell) + 8,
        ground=light,
        thin=(0, "") if random.random() < 0.08 else (thin, faint),
        thick=one_of((0, ""), (thin, faint)) if plain and grounds is not GREYS else (thick, deep),
        frame=one_of(None, (thick, deep), (thick + 1, deep)),
        dash=None if random.random() < 0.75 else one_of((1, 2), (2, 2), (4, 4), (1, 3)),
        font=one_of(*USED),
        size=one_of(0.45, 0.55, 0.65, 0.75),
        ink=deep if grounds is not STRONG else one_of("black", "white"),
        grounds=grounds,
        given="" if colored or random.random() < 0.9 else ("#303840" if dark else "#e6e6e6"),
        scale=one_of(1, 1, 1, 0.83, 0.61 if cell > 32 else 1.61, 1.37),
        page=random.random() < 0.3,
        labels=random.random() < 0.2,
        pad=random.random() < 0.2,
        notes=random.random() < 0.2 and cell > 24,
        cursor=""
        if colored or random.random() < 0.85
        else ("#37474f" if dark else one_of("#fff3b0", "#cfe8ff")),
    )


def render(puzzle: Puzzle, style: Style, digits: Sequence[int] = (), pen: Color = "#2255cc") -> Picture:
    """Return a picture of a puzzle in the order blue, green, red; `digits` are answers written with `pen`."""
    cell = style.cell
    wide, high = puzzle.width * cell, puzzle.height * cell
    top = style.margin + (cell * 2 if style.page else 0)
    left = style.margin
    below = cell * 2 * (style.page + style.pad)
    size = (wide + 2 * left, high + top + style.margin + below)
    image = Image.new("RGB", size, style.ground)
    draw = ImageDraw.Draw(image)
    grounds = _grounds(puzzle, style.grounds)
    font = ImageFont.truetype(str(FONTS / style.font), round(cell * style.size))
    for at, (piece, given) in enumerate(zip(puzzle.pieces, puzzle.givens, strict=True)):
        row, column = divmod(at, puzzle.width)
        x, y = left + column * cell, top + row * cell
        ground = style.given if given and style.given else grounds[piece]
        if style.cursor and at == len(grounds) % len(puzzle.pieces):
            ground = style.cursor
        if ground:
            gap = style.gap / 2
            box = (x + gap, y + gap, x + cell - gap - 1, y + cell - gap - 1)
            draw.rounded_rectangle(box, style.rounded, fill=ground)
        digit = given or (digits[at] if digits else 0)
        if digit:
            ink = style.ink if given else pen
            draw.text((x + cell / 2, y + cell / 2), str(digit), font=font, fill=ink, anchor="mm")
        elif style.notes and at % 3 == 0:
            small = ImageFont.truetype(str(FONTS / style.font), max(7, cell // 4))
            for note in range(1, 2 + at % 4):
                spot = (
                    x + cell * (0.22 + 0.28 * ((note - 1) % 3)),
                    y + cell * (0.22 + 0.28 * ((note - 1) // 3)),
                )
                draw.text(spot, str(note), font=small, fill=pen, anchor="mm")
    _lines(draw, puzzle, style, left, top)
    if style.labels:
        small = ImageFont.truetype(str(FONTS / style.font), max(8, cell // 3))
        for column in range(puzzle.width):
            draw.text(
                (left + (column + 0.5) * cell, top - cell * 0.3),
                chr(65 + column),
                font=small,
                fill=style.ink,
                anchor="mm",
            )
        for row in range(puzzle.height):
            draw.text(
                (left - cell * 0.3, top + (row + 0.5) * cell),
                str(row + 1),
                font=small,
                fill=style.ink,
                anchor="mm",
            )
    if style.pad:
        for digit in range(5):
            x, y = left + digit * cell, top + high + round(cell * 0.7)
            draw.rounded_rectangle(
                (x + 2, y, x + cell - 3, y + cell - 3), cell // 6, outline=style.ink, width=1
            )
            draw.text(
                (x + cell / 2, y + cell / 2 - 1), str(digit + 1), font=font, fill=style.ink, anchor="mm"
            )
    if style.page:
        small = ImageFont.truetype(str(FONTS / "DejaVuSerif.ttf"), max(9, cell // 3))
        large = ImageFont.truetype(str(FONTS / "DejaVuSerif-Bold.ttf"), max(12, cell * 2 // 3))
        draw.text((left, style.margin / 2), "Tectonic 47", font=large, fill=style.ink)
        draw.text(
            (left, top - cell * 0.7), "Each piece of n cells holds 1 to n.", font=small, fill=style.ink
        )
        draw.text((left + wide / 2, size[1] - cell), "- 112 -", font=small, fill=style.ink)
    if style.scale != 1:
        size = (round(image.width * style.scale), round(image.height * style.scale))
        image = image.resize(size, Image.Resampling.LANCZOS)
    return np.ascontiguousarray(np.array(image)[:, :, ::-1])


def _lines(draw: ImageDraw.ImageDraw, puzzle: Puzzle, style: Style, left: int, top: int) -> None:
    cell, frame = style.cell, style.frame or style.thick

    def line(
        kind: tuple[int, Color], x: int, y: int, *, down: bool, dash: tuple[int, int] | None
    ) -> None:
        width, color = kind
        if not width:
            return
        before, after = width // 2, width - width // 2 - 1
        on, off = dash or (cell + 2 * before + 1, 0)
        start = 0 if dash else -before
        for at in range(start, cell + (0 if dash else after + 1), on + off):
            end = min(at + on - 1, cell + after)
            if down:
                draw.rectangle((x - before, y + at, x + after, y + end), fill=color)
            else:
                draw.rectangle((x + at, y - before, x + end, y + after), fill=color)

    width, height, pieces = puzzle.width, puzzle.height, puzzle.pieces
    for thick in (False, True):
        for row in range(height):
            for column in range(width):
                at = row * width + column
                x, y = left + column * cell, top + row * cell
                if column and (pieces[at] != pieces[at - 1]) == thick:
                    line(
                        style.thick if thick else style.thin,
                        x,
                        y,
                        down=True,
                        dash=None if thick else style.dash,
                    )
                if row and (pieces[at] != pieces[at - width]) == thick:
                    line(
                        style.thick if thick else style.thin,
                        x,
                        y,
                        down=False,
                        dash=None if thick else style.dash,
                    )
    if frame[0] and style.corners:
        draw.rectangle(
            (left - 9, top - 9, left + width * cell + 9, top + height * cell + 9),
            outline=style.ground,
            width=9,
        )
        half = frame[0] // 2
        box = (left - half, top - half, left + width * cell + half, top + height * cell + half)
        draw.rounded_rectangle(box, style.corners, outline=frame[1], width=frame[0])
    else:
        for row in range(height):
            line(frame, left, top + row * cell, down=True, dash=None)
            line(frame, left + width * cell, top + row * cell, down=True, dash=None)
        for column in range(width):
            line(frame, left + column * cell, top, down=False, dash=None)
            line(frame, left + column * cell, top + height * cell, down=False, dash=None)


def _grounds(puzzle: Puzzle, colors: Sequence[Color]) -> list[Color]:
    """Return a color for each piece, different from the colors of adjacent pieces."""
    if not colors:
        return [""] * len(puzzle.sizes)
    touching: list[set[int]] = [set() for _ in puzzle.sizes]
    for cell, piece in enumerate(puzzle.pieces):
        touching[piece].update(puzzle.pieces[other] for other in puzzle.neighbors()[cell])
    chosen: list[Color] = []
    for piece, others in enumerate(touching):
        used = {chosen[other] for other in others if other < piece}
        free = [color for color in colors if color not in used]
        chosen.append(free[piece % len(free)] if free else colors[0])
    return chosen


def photograph(
    picture: Picture, random: np.random.Generator, pixels: float = 1.5e6, strength: float = 1
) -> Picture:
    """Return a simulated phone photo of a page: bent, askew, unevenly lit, blurred, noisy, compressed."""
    height, width = picture.shape[:2]
    scale = np.sqrt(pixels / 2.2 / (height * width))
    big = cv2.resize(
        picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    )
    height, width = big.shape[:2]
    out_w, out_h = int(width * random.uniform(1.3, 1.6)), int(height * random.uniform(1.3, 1.6))
    table = np.empty((out_h, out_w, 3), np.float32)
    table[:] = random.uniform(40, 200, 3)
    table += cv2.resize(
        random.normal(0, 12, (out_h // 24 + 2, out_w // 24 + 2)).astype(np.float32), (out_w, out_h)
    )[..., None]
    turn = np.deg2rad(random.uniform(-8, 8) * strength)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * (width / 2, height / 2)
    corners = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners *= 1 + random.uniform(-0.07, 0.07, (4, 1)) * strength
    corners += random.uniform(-0.03, 0.03, (4, 2)) * strength * (width, height) + (out_w / 2, out_h / 2)
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    back = cv2.getPerspectiveTransform(corners.astype(np.float32), source)
    ys, xs = np.mgrid[0:out_h, 0:out_w].astype(np.float32)
    flat = cv2.perspectiveTransform(np.stack([xs, ys], -1).reshape(-1, 1, 2), back).reshape(
        out_h, out_w, 2
    )
    bend = random.uniform(-0.025, 0.025) * strength * height
    across = flat[..., 0] / width
    map_y = (
        flat[..., 1] + bend * (4 * across * (1 - across)) + bend * random.uniform(-0.5, 0.5) * across**2
    )
    map_x = flat[..., 0] + random.uniform(-0.01, 0.01) * strength * width * across * (1 - across) * 4
    page = cv2.remap(
        big, map_x.astype(np.float32), map_y.astype(np.float32), cv2.INTER_LINEAR, borderValue=(0, 0, 0)
    ).astype(np.float32)
    inside = cv2.remap(
        np.ones((height, width), np.float32),
        map_x.astype(np.float32),
        map_y.astype(np.float32),
        cv2.INTER_LINEAR,
    )
    photo = page * inside[..., None] + table * (1 - inside[..., None])
    towards = random.uniform(-1, 1, 2)
    light = 1 + 0.3 * strength * ((xs / out_w - 0.5) * towards[0] + (ys / out_h - 0.5) * towards[1])
    if random.random() < 0.5:  # the shadow of a hand
        hand = np.zeros((out_h, out_w), np.float32)
        middle = (int(random.uniform(0, out_w)), int(random.uniform(0.3, 1) * out_h))
        cv2.ellipse(
            hand, middle, (out_w // 3, out_h // 4), float(random.uniform(0, 180)), 0, 360, 1.0, -1
        )
        hand = cv2.GaussianBlur(hand, (0, 0), out_w * random.uniform(0.008, 0.03))
        light *= 1 - random.uniform(0.2, 0.45) * strength * hand
    if random.random() < 0.3:  # moiré, as of a photographed screen
        angle, period = random.uniform(0, np.pi), random.uniform(4, 12)
        waves = np.sin(2 * np.pi * (xs * np.cos(angle) + ys * np.sin(angle)) / period)
        light *= 1 + 0.04 * strength * waves
    photo *= light[..., None] * (1 + random.uniform(-0.06, 0.06, 3) * strength)
    photo = cv2.GaussianBlur(photo, (0, 0), random.uniform(0.4, 1.3) * max(strength, 0.3))
    photo += random.normal(0, random.uniform(1, 7) * strength, photo.shape)
    coded = cv2.imencode(
        ".jpg",
        photo.clip(0, 255).astype(np.uint8),
        [cv2.IMWRITE_JPEG_QUALITY, int(random.uniform(55, 92))],
    )[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


def sheet(pictures: Sequence[Picture], columns: int, gap: int = 40) -> Picture:
    """Return one page with several pictures, in rows."""
    wide, high = max(p.shape[1] for p in pictures), max(p.shape[0] for p in pictures)
    rows = -(-len(pictures) // columns)
    page = np.full((rows * (high + gap) + gap, columns * (wide + gap) + gap, 3), 255, np.uint8)
    for at, picture in enumerate(pictures):
        row, column = divmod(at, columns)
        y, x = gap + row * (high + gap), gap + column * (wide + gap)
        page[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
    return page
