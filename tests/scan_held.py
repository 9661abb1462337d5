# ruff: noqa: E501 - a table of styles
"""Held-out pictures for reports: their styles, fonts, drawing and camera were not used to tune the reader.

Boards are drawn as vectors, four times as large as shown, at fractional pixels. The fonts are from Debian's
fonts-noto-core for `LOOKS`; for `FRESH`, which were added later and never inspected, from fonts-adf-gillius,
adf-romande, gfs-neohellenic, go, jetbrains-mono, karla, league-spartan, manrope, opendin, quattrocento, tuffy and
yrsa-rasa. `LATER` also has fonts of fonts-noto-mono, sil-andika and sil-charis. A photo is
taken from a random place in front of a page that is curled around an axis.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from scan_pictures import Picture

from zet.engines.tectonic.model import Puzzle

FINER = 4
SOFT = ("#f6d5d5", "#d5ead5", "#cfe0f5", "#f7efc4", "#e6d7ee", "#f4dfc8", "#cfecec")
VIVID = ("#ef9a9a", "#a5d6a7", "#90caf9", "#fff59d", "#ce93d8", "#ffcc80", "#80deea", "#bcaaa4")
NIGHT = ("#6d2f2f", "#2f5a33", "#2f4478", "#6a5c20", "#573070", "#70451c", "#205c64")

Look = dict[str, Any]

LOOKS: dict[str, Look] = {
    "site, grey dashes": {"cell": 36.0, "inner": (1, "#c4c4c4"), "dash": 3, "outer": (3, "black"), "font": "NotoSans-Regular", "size": 0.72},
    "site, green lines": {"cell": 32.5, "inner": (1, "#bcd9bc"), "outer": (2.5, "#0a5c0a"), "font": "NotoSansDisplay-Regular", "size": 0.66},
    "editor": {"cell": 38.0, "inner": (1, "#d0d0d0"), "outer": (3, "black"), "frame": (3.5, "black"), "font": "NotoSans-Regular", "size": 0.62, "around": 1.0},
    "editor, dotted": {"cell": 38.0, "inner": (1.2, "#909090"), "dash": 2, "outer": (3, "black"), "font": "NotoSerif-Regular", "size": 0.6, "around": 1.0},
    "PDF, hairlines": {"cell": 54.0, "inner": (0.6, "black"), "outer": (3.4, "black"), "font": "NotoSansDisplay-Regular", "size": 0.55, "caption": "Challenging Suguru, volume 3, book 12"},
    "PDF, large": {"cell": 88.0, "inner": (1, "#555555"), "outer": (6, "black"), "font": "NotoSans-Bold", "size": 0.55, "caption": "Puzzle 8"},
    "newspaper": {"cell": 30.0, "inner": (1, "#6b6b66"), "outer": (3, "#2a2a28"), "paper": "#d9d6cc", "ink": "#2a2a28", "font": "NotoSerif-Bold", "size": 0.62, "caption": "SUGURU  moderate  no. 4,112"},
    "magazine, pastel": {"cell": 44.0, "inner": (1, "#b6b6b6"), "outer": (3, "#303030"), "fills": SOFT, "font": "NotoSans-Bold", "size": 0.6},
    "magazine, vivid": {"cell": 44.0, "inner": (1, "white"), "outer": (3, "#333333"), "fills": VIVID, "font": "NotoSerif-Bold", "size": 0.6},
    "app, light": {"cell": 46.0, "inner": (1, "#e2e6ea"), "outer": (2.2, "#37474f"), "ink": "#263238", "font": "NotoSansDisplay-Bold", "size": 0.55, "pad": True},
    "app, night": {"cell": 46.0, "paper": "#17212b", "inner": (1, "#2f3d4a"), "outer": (2.2, "#9fb3c4"), "ink": "#dfe7ee", "font": "NotoSansDisplay-Regular", "size": 0.6, "pad": True},
    "app, night colors": {"cell": 46.0, "paper": "#121212", "inner": (1, "#333333"), "outer": (1, "#0c0c0c"), "fills": NIGHT, "ink": "white", "font": "NotoSans-Bold", "size": 0.55},
    "app, tiles": {"cell": 48.0, "paper": "#eceff1", "inner": (0, ""), "outer": (0, ""), "fills": VIVID, "gap": 3.0, "font": "NotoSans-Regular", "size": 0.58},
    "colors without lines": {"cell": 42.0, "inner": (0, ""), "outer": (0, ""), "fills": VIVID, "font": "NotoSerif-Regular", "size": 0.62},
    "colors, thin lines": {"cell": 40.0, "inner": (1, "#8d8d8d"), "outer": (1, "#8d8d8d"), "fills": SOFT, "font": "NotoSans-Regular", "size": 0.62},
    "book": {"cell": 52.0, "inner": (1.5, "#8a8a8a"), "dash": 4, "outer": (4, "#1a1a1a"), "frame": (5, "#1a1a1a"), "paper": "#f7f3e6", "font": "NotoSerifDisplay-Bold", "size": 0.66, "caption": "47"},
    "lettered": {"cell": 40.0, "inner": (1, "#a0a0a0"), "outer": (3, "black"), "font": "NotoSans-Regular", "size": 0.6, "letters": True},
    "pencilled": {"cell": 50.0, "inner": (1, "#aaaaaa"), "outer": (3, "black"), "font": "NotoSans-Bold", "size": 0.6, "marks": "#777777"},
    "filled in": {"cell": 44.0, "inner": (1, "#b0b0b0"), "outer": (3, "black"), "font": "NotoSans-Bold", "size": 0.6, "answers": "#2a62c9"},
    "small": {"cell": 19.5, "inner": (0.8, "#b8b8b8"), "outer": (2, "black"), "font": "NotoSans-Regular", "size": 0.74},
    "no inner lines": {"cell": 40.0, "inner": (0, ""), "outer": (2.6, "black"), "font": "NotoSerif-Regular", "size": 0.66},
}  # fmt: skip

FRESH: dict[str, Look] = {
    "portal": {"cell": 33.0, "inner": (1, "#b0bec5"), "outer": (2.7, "#1b1b1b"), "font": "Manrope-SemiBold", "size": 0.58, "around": 0.3},
    "portal, no margin": {"cell": 37.4, "inner": (0.9, "#a9a9a9"), "outer": (3.1, "black"), "font": "Karla-Regular.otf", "size": 0.68, "around": 0.0},
    "leaflet": {"cell": 41.0, "inner": (1.3, "#5e5e5e"), "dash": 5, "outer": (3.7, "#111111"), "frame": (2, "#111111"), "font": "GilliusADF-Regular.otf", "size": 0.64, "caption": "14    Suguru    ***"},
    "thesis": {"cell": 47.0, "inner": (0.7, "#404040"), "outer": (2.3, "black"), "font": "RomandeADFStd-Regular.otf", "size": 0.6, "caption": "Figure 3"},
    "terminal": {"cell": 28.6, "paper": "#0b1d14", "inner": (1, "#23503a"), "outer": (2.4, "#58d68d"), "ink": "#c8f7dc", "font": "JetBrainsMono-Regular", "size": 0.62},
    "road sign": {"cell": 58.0, "inner": (2, "#7aa0c8"), "outer": (5, "#0b3d91"), "ink": "#0b3d91", "font": "OSP-DIN", "size": 0.7, "letters": True},
    "Sunday": {"cell": 35.0, "inner": (1, "#8c8c8c"), "outer": (3, "#202020"), "paper": "#efe9da", "ink": "#202020", "font": "Quattrocento-Regular.otf", "size": 0.63, "caption": "No. 612, for the train"},
    "club": {"cell": 31.3, "inner": (1, "#999999"), "dash": 2, "outer": (2.2, "black"), "font": "GFSNeohellenic.otf", "size": 0.7, "around": 0.8},
    "children": {"cell": 72.0, "inner": (2, "#ffffff"), "outer": (5, "#4a4a4a"), "fills": SOFT, "font": "Tuffy_Bold", "size": 0.62},
    "tutorial": {"cell": 45.0, "inner": (1, "#bdbdbd"), "outer": (3, "black"), "font": "Go-Regular", "size": 0.55, "marks": "#8a8a8a"},
    "solution": {"cell": 39.0, "inner": (1, "#b5b5b5"), "outer": (3, "black"), "font": "Yrsa-SemiBold", "size": 0.75, "answers": "#b3261e"},
    "tablet, night": {"cell": 63.0, "paper": "#000000", "inner": (1.5, "#2b2b2b"), "outer": (3, "#8e8e93"), "ink": "#f2f2f7", "font": "Manrope-Regular", "size": 0.5, "pad": True},
    "tablet, blocks": {"cell": 55.0, "paper": "#fbfbfd", "inner": (1, "#fbfbfd"), "outer": (1, "#fbfbfd"), "fills": VIVID, "font": "LeagueSpartan-Medium.otf", "size": 0.56},
    "watch": {"cell": 17.2, "inner": (0.7, "#a8a8a8"), "outer": (1.9, "black"), "font": "Go-Medium", "size": 0.76},
    "poster": {"cell": 140.0, "inner": (3, "#9a9a9a"), "outer": (10, "#1c1c1c"), "font": "Karla-Bold.otf", "size": 0.5, "around": 0.2},
    "borders alone": {"cell": 43.0, "inner": (0, ""), "outer": (2.2, "#303030"), "font": "GilliusADF-Bold.otf", "size": 0.6},
}  # fmt: skip


ODD: dict[str, Look] = {
    "corner": {"cell": 45.0, "inner": (1, "#b0b0b0"), "outer": (3, "black"), "font": "NotoSans-Regular", "size": 0.36, "spot": (0.2, 0.22)},
    "corner, serif": {"cell": 52.0, "inner": (1.2, "#8f8f8f"), "outer": (3.6, "#181818"), "font": "NotoSerif-Regular", "size": 0.32, "spot": (0.17, 0.2), "caption": "Suguru 31"},
    "corner below": {"cell": 48.0, "inner": (1, "#c0c0c0"), "outer": (3, "black"), "font": "Karla-Bold.otf", "size": 0.36, "spot": (0.8, 0.78)},
    "corner, colors": {"cell": 50.0, "inner": (1, "#9a9a9a"), "outer": (2.6, "#222222"), "fills": SOFT, "font": "NotoSans-Bold", "size": 0.34, "spot": (0.79, 0.21)},
    "corner, dashes": {"cell": 56.0, "inner": (1.4, "#707070"), "dash": 4, "outer": (4, "black"), "font": "Quattrocento-Regular.otf", "size": 0.38, "spot": (0.2, 0.24)},
    "circled": {"cell": 46.0, "inner": (1, "#b4b4b4"), "outer": (3, "black"), "font": "NotoSans-Regular", "size": 0.5, "ring": ("circle", 0.36, 1.2, "black", "")},
    "on discs": {"cell": 44.0, "inner": (1, "#bdbdbd"), "outer": (3, "#202020"), "font": "NotoSans-Bold", "size": 0.5, "ring": ("circle", 0.37, 1, "#9e9e9e", "#e8e8e8")},
    "boxed": {"cell": 48.0, "inner": (1, "#a8a8a8"), "outer": (3.4, "black"), "font": "Manrope-Regular", "size": 0.48, "ring": ("box", 0.33, 1.2, "black", "")},
    "boxed, rounded": {"cell": 42.0, "inner": (1, "#c8c8c8"), "outer": (2.8, "#30363c"), "font": "NotoSerif-Bold", "size": 0.46, "ring": ("round", 0.34, 1.6, "#455a64", "")},
    "italic": {"cell": 40.0, "inner": (1, "#a9a9a9"), "outer": (3, "black"), "font": "NotoSerif-Italic", "size": 0.66},
    "slanted": {"cell": 44.0, "inner": (1, "#b2b2b2"), "outer": (3, "black"), "font": "NotoSans-Regular", "size": 0.6, "slant": 0.32},
    "slanted back": {"cell": 47.0, "inner": (1, "#999999"), "outer": (3, "#111111"), "font": "GilliusADF-Regular.otf", "size": 0.62, "slant": -0.2},
    "glare": {"cell": 44.0, "inner": (1, "#a2a2a2"), "outer": (3, "black"), "font": "NotoSans-Regular", "size": 0.6, "glare": 1},
    "glossy paper": {"cell": 41.0, "inner": (1, "#8a8a8a"), "outer": (3, "#151515"), "paper": "#f4f2ea", "font": "Go-Medium", "size": 0.6, "glare": 3},
    "curled": {"cell": 46.0, "inner": (1, "#9d9d9d"), "outer": (3.2, "black"), "font": "NotoSans-Regular", "size": 0.6, "curl": 0.16},
}  # fmt: skip
"""Digits, pages and light of other kinds. Later, the reader was tuned on rounds below 100 of these looks.

`spot` is the middle of a digit in its cell, `ring` a shape around it with its radius (in cells), line and color;
`slant` shears digits. `glare` is the number of reflections in a picture, `curl` the depth of a page's curve at its
back, in widths.
"""

LATER: dict[str, Look] = {
    "margin": {"cell": 47.0, "inner": (1, "#adadad"), "outer": (3, "black"), "font": "Andika-Regular", "size": 0.34, "spot": (0.22, 0.25)},
    "margin, typewriter": {"cell": 54.0, "inner": (1, "#9f9f9f"), "outer": (3.4, "#101010"), "font": "NotoSansMono-Bold", "size": 0.34, "spot": (0.78, 0.24)},
    "margin below": {"cell": 51.0, "inner": (1.1, "#888888"), "dash": 3, "outer": (3.2, "black"), "font": "CharisSIL-Regular", "size": 0.36, "spot": (0.2, 0.77), "caption": "Suguru 8"},
    "margin, pastel": {"cell": 49.0, "inner": (1, "#a0a0a0"), "outer": (2.8, "#202020"), "fills": SOFT, "font": "Yrsa-SemiBold", "size": 0.44, "spot": (0.24, 0.23)},
    "stamps": {"cell": 50.0, "inner": (1, "#b0b0b0"), "outer": (3.2, "black"), "font": "Rasa-Bold", "size": 0.56, "ring": ("circle", 0.4, 2.0, "#333333", "")},
    "coins": {"cell": 46.0, "inner": (1, "#bababa"), "outer": (3, "#1c1c1c"), "font": "Tuffy", "size": 0.52, "ring": ("circle", 0.38, 1.2, "#808080", "#d2d2d2")},
    "tickets": {"cell": 45.0, "inner": (1, "#b8b8b8"), "outer": (3.1, "black"), "font": "Andika-Bold", "size": 0.44, "ring": ("box", 0.36, 2.0, "#5a5a5a", "")},
    "keys": {"cell": 48.0, "inner": (1, "#c4c4c4"), "outer": (2.9, "#263238"), "font": "LeagueSpartan-Medium.otf", "size": 0.48, "ring": ("round", 0.37, 1.0, "#9a9a9a", "#f0f0f0")},
    "bubbles": {"cell": 52.0, "inner": (1, "#9c9c9c"), "outer": (3, "#2a2a2a"), "fills": SOFT, "font": "Go-Bold", "size": 0.46, "ring": ("circle", 0.36, 1.0, "#777777", "white")},
    "cursive": {"cell": 42.0, "inner": (1, "#ababab"), "outer": (3, "black"), "font": "Yrsa-Italic", "size": 0.76},
    "leaning": {"cell": 43.0, "inner": (1, "#b4b4b4"), "outer": (3, "black"), "font": "JetBrainsMono-Regular", "size": 0.6, "slant": 0.25},
    "window": {"cell": 45.0, "inner": (1, "#989898"), "outer": (3.2, "#141414"), "font": "CharisSIL-Bold", "size": 0.6, "glare": 2},
    "lamp": {"cell": 40.0, "inner": (1.2, "#808080"), "dash": 4, "outer": (3, "black"), "paper": "#f3efe4", "font": "NotoSansMono-Regular", "size": 0.62, "glare": 1},
    "fold": {"cell": 48.0, "inner": (1, "#a6a6a6"), "outer": (3.4, "black"), "font": "Tuffy_Bold", "size": 0.62, "curl": 0.2},
    "album": {"cell": 44.0, "inner": (1, "#9a9a9a"), "outer": (3, "#121212"), "font": "RomandeADFStd-Regular.otf", "size": 0.64, "curl": 0.12, "glare": 1},
}  # fmt: skip
"""More looks of the kinds of `ODD`, in other fonts, added after the reader was tuned on `ODD`."""


def draw(puzzle: Puzzle, look: Look, solution: Sequence[int] = ()) -> Picture:
    """Return a picture of a puzzle in the order blue, green, red; `solution` is for looks with answers."""
    cell, paper, ink = look["cell"] * FINER, look.get("paper", "white"), look.get("ink", "black")
    around = cell * look.get("around", 0.6) + 7 * FINER / 3
    left, top = around, around + (cell * 1.2 if look.get("caption") else 0)
    wide, high = puzzle.width * cell, puzzle.height * cell
    below = around + (cell * 1.9 if look.get("pad") else 0)
    image = Image.new("RGB", (round(wide + 2 * around), round(top + high + below)), paper)
    pen = ImageDraw.Draw(image)

    def text(x: float, y: float, words: str, size: float, color: str, anchor: str = "mm") -> None:
        font = ImageFont.truetype(
            look["font"] if "." in look["font"] else f"{look['font']}.ttf", round(cell * size)
        )
        pen.text((x, y), words, font=font, fill=color, anchor=anchor)

    fills, gap = _fills(puzzle, look.get("fills", ())), look.get("gap", 0.0) * FINER / 2
    for at, given in enumerate(puzzle.givens):
        x, y = left + at % puzzle.width * cell, top + at // puzzle.width * cell
        if fills:
            box = (x + gap, y + gap, x + cell - gap, y + cell - gap)
            pen.rounded_rectangle(box, 3 * gap, fill=fills[puzzle.pieces[at]])
        if given:
            _given(image, look, (x, y), str(given))
        elif look.get("answers") and at % 4 == 1:
            text(x + cell / 2, y + cell / 2, str(solution[at]), look["size"], look["answers"])
        elif look.get("marks") and at % 3:
            words = "".join(map(str, range(1, 2 + at % 4)))
            text(x + 0.06 * cell, y + 0.05 * cell, words, 0.22, look["marks"], "lt")
    for thick in (False, True):
        width, color = look["outer" if thick else "inner"]
        for one, two in _lines(puzzle):
            if (puzzle.pieces[one] != puzzle.pieces[two]) != thick:
                continue
            x, y = left + two % puzzle.width * cell, top + two // puzzle.width * cell
            across = two - one == 1
            _line(
                pen,
                (x, y),
                down=across,
                length=cell,
                kind=(width, color),
                dash=0 if thick else look.get("dash", 0),
            )
    frame = look.get("frame", look["outer"])
    for x, y, down, length in (
        (left, top, True, high),
        (left + wide, top, True, high),
        (left, top, False, wide),
        (left, top + high, False, wide),
    ):
        _line(pen, (x, y), down=down, length=length, kind=frame)
    if look.get("caption"):
        text(left, top - 0.75 * cell, look["caption"], 0.5, ink, "lm")
    if look.get("letters"):
        for column in range(puzzle.width):
            text(left + (column + 0.5) * cell, top - 0.36 * cell, "abcdefghijklmno"[column], 0.34, ink)
        for row in range(puzzle.height):
            text(left - 0.36 * cell, top + (row + 0.5) * cell, str(row + 1), 0.34, ink)
    if look.get("pad"):
        for digit in range(5):
            x, y = left + digit * 1.15 * cell, top + high + 0.8 * cell
            pen.rounded_rectangle((x, y, x + cell, y + cell), cell / 5, fill=frame[1])
            text(x + cell / 2, y + cell / 2, str(digit + 1), 0.5, paper)
    size = round(image.width / FINER), round(image.height / FINER)
    return np.ascontiguousarray(np.array(image.resize(size, Image.Resampling.BOX))[:, :, ::-1])


def _given(image: Image.Image, look: Look, corner: tuple[float, float], digit: str) -> None:
    """Draw a given into its cell: at its spot, in its ring, slanted."""
    cell, ink = look["cell"] * FINER, look.get("ink", "black")
    x, y = (at + cell * part for at, part in zip(corner, look.get("spot", (0.5, 0.5)), strict=True))
    if "ring" in look:
        shape, radius, width, color, fill = look["ring"]
        box, pen = (
            [x - radius * cell, y - radius * cell, x + radius * cell, y + radius * cell],
            ImageDraw.Draw(image),
        )
        kind: Any = {"outline": color, "fill": fill or None, "width": round(width * FINER)}
        if shape == "circle":
            pen.ellipse(box, **kind)
        else:
            pen.rounded_rectangle(box, cell / 10 if shape == "round" else 0, **kind)
    name = look["font"] if "." in look["font"] else f"{look['font']}.ttf"
    font = ImageFont.truetype(name, round(cell * look["size"]))
    side = round(2 * cell)
    shown = Image.new("L", (side, side), 0)
    wide = round(look.get("stroke", 0) * cell)
    ImageDraw.Draw(shown).text(
        (side / 2, side / 2), digit, font=font, fill=255, anchor="mm", stroke_width=wide
    )
    if slant := look.get("slant", 0.0):
        shown = shown.transform(
            (side, side),
            Image.Transform.AFFINE,
            (1, slant, -slant * side / 2, 0, 1, 0),
            Image.Resampling.BICUBIC,
        )
    image.paste(ink, (round(x - side / 2), round(y - side / 2)), shown)


def glared(picture: Picture, random: np.random.Generator, count: int = 1) -> Picture:
    """Return a picture with reflections of a lamp, which are as bright as paper in their middle, or brighter."""
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    light = np.zeros((height, width), np.float32)
    for _spot in range(count):
        x, y = random.uniform(0.2, 0.8) * width, random.uniform(0.2, 0.8) * height
        turn, size = random.uniform(0, np.pi), random.uniform(0.06, 0.14) * max(width, height)
        u = (xs - x) * np.cos(turn) + (ys - y) * np.sin(turn)
        v = (ys - y) * np.cos(turn) - (xs - x) * np.sin(turn)
        light += random.uniform(60, 170) * np.exp(-((u / size) ** 2) - (v / (0.5 * size)) ** 2)
    return (picture + light[..., None]).clip(0, 255).astype(np.uint8)


def curled(picture: Picture, random: np.random.Generator, depth: float) -> Picture:
    """Return a picture of a page that curves into the back of its book, at its left or right side."""
    height, width = picture.shape[:2]
    across = np.linspace(0, 1, width, dtype=np.float32)
    across = across if random.random() < 0.5 else across[::-1]
    fall = random.uniform(0.5, 1) * depth * np.exp(-across / 0.22)
    slope = np.gradient(fall) * width
    along = np.cumsum(np.sqrt(1 + slope**2))  # the paper is longer than its picture
    along = (along - along[0]) / (along[-1] - along[0]) * (width - 1)
    ys = np.mgrid[0:height, 0:width][0].astype(np.float32)
    away = 1 + 0.5 * fall
    at_y = (ys - height * 0.2) * away + height * 0.2
    at_x = np.broadcast_to(along.astype(np.float32), (height, width))
    page = cv2.remap(
        picture,
        np.ascontiguousarray(at_x),
        at_y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderValue=picture[0, 0].tolist(),
    )
    shade = 1 - 0.5 * np.minimum(1, np.abs(slope))
    return (page * shade[None, :, None]).clip(0, 255).astype(np.uint8)


def _line(
    pen: ImageDraw.ImageDraw,
    place: tuple[float, float],
    *,
    down: bool,
    length: float,
    kind: tuple[float, str],
    dash: int = 0,
) -> None:
    width, color = kind[0] * FINER, kind[1]
    if not width:
        return
    x, y = place
    step = dash * FINER if dash else length + width
    start = 0.0 if dash else -width / 2
    while start < length:
        end = start + step
        along, beside = (start, end - 1), (-width / 2, width / 2 - 1)
        (x0, x1), (y0, y1) = (beside, along) if down else (along, beside)
        pen.rectangle((x + x0, y + y0, x + x1, y + y1), fill=color)
        start = end + step


def _lines(puzzle: Puzzle) -> list[tuple[int, int]]:
    cells = range(len(puzzle.pieces))
    right = [(cell, cell + 1) for cell in cells if (cell + 1) % puzzle.width]
    return right + [(cell, cell + puzzle.width) for cell in cells[: -puzzle.width]]


def _fills(puzzle: Puzzle, colors: tuple[str, ...]) -> list[str]:
    """Return a color for each piece that no adjacent piece has."""
    if not colors:
        return []
    beside: list[set[int]] = [set() for _ in puzzle.sizes]
    for one, two in _lines(puzzle):
        beside[puzzle.pieces[one]].add(puzzle.pieces[two])
        beside[puzzle.pieces[two]].add(puzzle.pieces[one])
    chosen: dict[int, int] = {}
    for piece in sorted(range(len(beside)), key=lambda each: -len(beside[each])):
        used = {chosen.get(other) for other in beside[piece]}
        chosen[piece] = next((color for color in range(len(colors)) if color not in used), 0)
    return [colors[chosen[piece]] for piece in range(len(beside))]


def camera(picture: Picture, random: np.random.Generator, degrees: float = 14) -> Picture:
    """Return a photo of a page: rolled, from somewhere before it, with lamp, shadow, motion, grain, sharpening, WebP or JPEG.

    `degrees` is the greatest angle between the page and the camera, across and down.
    """
    height, width = picture.shape[:2]
    out_w, out_h = (900, 1200) if height >= width else (1200, 900)
    longest = max(height, width)
    page = cv2.resize(
        picture,
        None,
        fx=1600 / longest,
        fy=1600 / longest,
        interpolation=cv2.INTER_AREA if longest > 1600 else cv2.INTER_CUBIC,
    )
    height, width = page.shape[:2]
    # Rays through the pixels of the photo meet a plane, and are shifted by the page's distance from it.
    tilt, turn, roll = np.deg2rad(random.uniform(-degrees, degrees, 3) * (1, 1, 9.8 / degrees))
    away = random.uniform(1.25, 1.6) * max(width / out_w, height / out_h) * max(out_w, out_h)
    rx = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    ry = np.array([[np.cos(turn), 0, np.sin(turn)], [0, 1, 0], [-np.sin(turn), 0, np.cos(turn)]])
    rz = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    spin = (rz @ ry @ rx).astype(np.float32)
    ys, xs = np.mgrid[0:out_h, 0:out_w].astype(np.float32)
    rays = np.stack([xs - out_w / 2, ys - out_h / 2, np.full_like(xs, max(out_w, out_h))], -1) @ spin
    eye = np.array([0, 0, -away], np.float32) @ spin
    eye[:2] += random.uniform(-0.04, 0.04, 2) * width
    bend, where = random.uniform(0, 0.05) * width, random.uniform(-0.3, 0.3)
    far = -eye[2] / rays[..., 2]
    for _round in range(3):
        across = (eye[0] + far * rays[..., 0]) / width
        far = (-eye[2] - bend * np.cos(np.clip(2.4 * (across - where), -1.5, 1.5))) / rays[..., 2]
    at_x, at_y = eye[0] + far * rays[..., 0] + width / 2, eye[1] + far * rays[..., 1] + height / 2
    grain = cv2.resize(random.normal(0, 1, (60, 60, 1)).astype(np.float32), (out_w, out_h))[..., None]
    desk = random.uniform(30, 190, 3).astype(np.float32) * (1 + 0.08 * grain)
    fine = max(0.3, 0.35 * away / max(out_w, out_h))
    page = cv2.GaussianBlur(page, (0, 0), fine)
    photo = cv2.remap(page, at_x, at_y, cv2.INTER_LINEAR).astype(np.float32)
    inside = (at_x > 0) & (at_x < width - 1) & (at_y > 0) & (at_y < height - 1)
    photo = np.where(inside[..., None], photo, desk)
    lamp = random.uniform(-0.2, 1.2, 2) * (out_w, out_h)
    light = 1 / (
        1 + random.uniform(0.1, 0.7) * ((xs - lamp[0]) ** 2 + (ys - lamp[1]) ** 2) / (out_w * out_h)
    )
    if random.random() < 0.4:  # of the telephone itself
        slope = random.uniform(-1, 1)
        edge = xs - out_w * random.uniform(0.2, 0.8) + slope * (ys - out_h / 2)
        shade = 1 / (1 + np.exp(np.minimum(-edge / random.uniform(4, 40), 80)))
        light *= 1 - random.uniform(0.15, 0.4) * shade
    if random.random() < 0.25:  # stripes of a lamp's current, or of a screen
        light *= 1 + 0.03 * np.sin(2 * np.pi * ys / random.uniform(6, 40))
    photo *= (light / light.max())[..., None] * random.uniform((0.82, 0.9, 0.95), (1, 1, 1))
    if random.random() < 0.4:
        length, angle = int(random.integers(2, 5)), random.uniform(0, np.pi)
        kernel = np.zeros((9, 9), np.float32)
        ends = [
            tuple(int(4 + sign * length / 2 * each) for each in (np.cos(angle), np.sin(angle)))
            for sign in (-1, 1)
        ]
        cv2.line(kernel, ends[0], ends[1], 1.0)
        photo = cv2.filter2D(photo, -1, kernel / kernel.sum())
    photo = cv2.GaussianBlur(photo, (0, 0), random.uniform(0.4, 1.1))
    photo += random.normal(0, 1, photo.shape) * np.sqrt(random.uniform(0.02, 0.2) * np.maximum(photo, 4))
    photo += 0.5 * (photo - cv2.GaussianBlur(photo, (0, 0), 1.5))
    ending, quality = (
        (".jpg", cv2.IMWRITE_JPEG_QUALITY)
        if random.random() < 0.7
        else (".webp", cv2.IMWRITE_WEBP_QUALITY)
    )
    coded = cv2.imencode(
        ending, photo.clip(0, 255).astype(np.uint8), [quality, int(random.integers(60, 93))]
    )[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
