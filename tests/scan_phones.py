# ruff: noqa: E501 - a table of styles
"""Held-out pictures for reports: pages, paper, light and cameras which no other module of these tests has.

`TUNED` and `HELD` are the halves of `PHONES` by the order of their names, divided before any picture was read:
the reader may be tuned on the first half, and nothing is tuned on the second. The looks of `scan_held.py` describe
a board; the keys that only these have describe its page and its photo:

`stroke` widens digits, which rounds their ends. `rim` is a second frame (width, color). `text` is the room for text
around a board, in its widths; `boards` is the number of boards on a page. `fibers` is the contrast of rough paper on
which the back's print shines through, `folds` the number of folds, `thumb` the radius of a thumb at a corner of the
page, in cells, `pixels` the size of the pixels of a screen. Of the photo, `tilt` is the greatest angle of the page in
degrees, `dim` the light, `motion` the length of motion blur in pixels, `messenger` its side after it was sent.
"""

import cv2
import numpy as np
from PIL import Image, ImageColor, ImageDraw, ImageFont
from scan_held import Look, camera, draw
from scan_pictures import Picture

from zet.engines.tectonic.model import Puzzle

GRAYS = ("#ffffff", "#d2d2d2", "#b4b4b4", "#e6e6e6", "#c3c3c3", "#f2f2f2")

PHONES: dict[str, Look] = {
    "double frame": {"cell": 43.0, "inner": (1, "#9b9b9b"), "outer": (2.8, "black"), "frame": (3, "black"), "font": "Karla-Medium.otf", "size": 0.64, "around": 0.05, "rim": (7, "black")},
    "dotted lines": {"cell": 40.0, "inner": (1.2, "#606060"), "dash": 1, "outer": (2.6, "black"), "font": "Rasa-Medium", "size": 0.72},
    "evening": {"cell": 46.0, "inner": (1.2, "#808080"), "outer": (3.4, "black"), "font": "Manrope-Medium", "size": 0.6, "dim": 0.2},
    "fine lines": {"cell": 45.0, "inner": (0.8, "#b4b4b4"), "outer": (1.7, "#4c4c4c"), "ink": "#333333", "font": "LeagueSpartan-Regular.otf", "size": 0.6},
    "folded sheet": {"cell": 44.0, "inner": (1, "#8e8e8e"), "outer": (3, "black"), "font": "GilliusADFNo2-Regular.otf", "size": 0.66, "folds": 2},
    "from the side": {"cell": 48.0, "inner": (1.2, "#8a8a8a"), "outer": (3.4, "black"), "font": "RomandeADFNo2Std-Regular.otf", "size": 0.66, "tilt": 30},
    "gray pieces": {"cell": 42.0, "inner": (1, "#7c7c7c"), "outer": (2, "#1a1a1a"), "fills": GRAYS, "font": "GFSNeohellenicBold.otf", "size": 0.68},
    "in a hurry": {"cell": 50.0, "inner": (1.2, "#909090"), "outer": (3.6, "black"), "font": "Manrope-Bold", "size": 0.62, "motion": 8},
    "laptop screen": {"cell": 42.0, "inner": (1, "#b9c0c7"), "outer": (3, "#1d2329"), "ink": "#1d2329", "font": "Go-Mono", "size": 0.66, "pixels": 3},
    "messenger": {"cell": 46.0, "inner": (1, "#949494"), "outer": (3.2, "black"), "font": "JetBrainsMono-Medium", "size": 0.62, "messenger": 800},
    "newsprint": {"cell": 38.0, "inner": (1, "#6e6c66"), "outer": (3, "#2c2b28"), "paper": "#d3cec0", "ink": "#2c2b28", "font": "RomandeADFStd-DemiBold.otf", "size": 0.68, "fibers": 0.1},
    "page of text": {"cell": 36.0, "inner": (1, "#858585"), "outer": (2.8, "black"), "font": "CharisSIL-Regular", "size": 0.64, "text": 0.5},
    "pink paper": {"cell": 45.0, "inner": (1, "#a4607c"), "outer": (3, "#3a1c56"), "paper": "#f4b6cc", "ink": "#3a1c56", "font": "Quattrocento-Regular.otf", "size": 0.62},
    "rounded digits": {"cell": 47.0, "inner": (1, "#a6a6a6"), "outer": (3, "#2b2b2b"), "ink": "#2b2b2b", "font": "Manrope-ExtraLight", "size": 0.56, "stroke": 0.03},
    "thumb": {"cell": 45.0, "inner": (1, "#979797"), "outer": (3, "black"), "font": "Tuffy", "size": 0.62, "around": 1.6, "thumb": 2.2},
    "two puzzles": {"cell": 40.0, "inner": (1, "#8b8b8b"), "outer": (3, "black"), "font": "Karla-Regular.otf", "size": 0.62, "caption": "Suguru", "boards": 2},
}  # fmt: skip
TUNED, HELD = ({name: PHONES[name] for name in sorted(PHONES)[half::2]} for half in range(2))


def pair(puzzle: Puzzle, look: Look, random: np.random.Generator) -> tuple[Picture, Picture]:
    """Return a page with a puzzle, once or several times, as a rendering and as a photo."""
    page = draw(puzzle, look)
    if "rim" in look:
        width, color = look["rim"]
        gap = max(page.shape[:2]) // 12
        page = _bordered(page, width, color)
        page = _bordered(page, gap, look.get("paper", "white"))
    if (count := look.get("boards", 1)) > 1:
        page = np.concatenate([page] * count, axis=int(page.shape[0] < page.shape[1]) ^ 1)
    if "text" in look:
        page = _in_text(page, look, random)
    if "fibers" in look:
        page = _on_newsprint(page, look["fibers"], random)
    shown = _folded(page, random, look["folds"]) if "folds" in look else page
    shown = _held(shown, look["thumb"] * look["cell"], random) if "thumb" in look else shown
    shown = _on_screen(shown, look["pixels"]) if "pixels" in look else shown
    return page, _taken(camera(shown, random, look.get("tilt", 14)), look, random)


def _bordered(page: Picture, width: int, color: str) -> Picture:
    blue_first = ImageColor.getrgb(color)[::-1]
    return cv2.copyMakeBorder(page, *[width] * 4, cv2.BORDER_CONSTANT, value=blue_first)


def _in_text(board: Picture, look: Look, random: np.random.Generator) -> Picture:
    """Return a page with a board among columns of text, under a headline."""
    room, line = round(look["text"] * max(board.shape[:2])), round(0.4 * look["cell"])
    height, width = board.shape[0] + 2 * room, board.shape[1] + 2 * room
    image = Image.new("RGB", (width, height), "white")
    pen = ImageDraw.Draw(image)
    small, large = (
        ImageFont.truetype(f"{look['font']}.ttf", round(size * look["cell"])) for size in (0.3, 0.9)
    )
    for x in range(line, width - room // 2, room):
        for y in range(3 * line, height - line, line):
            text = "".join(random.choice([*"eeettaaoiinnsshrdlucm   "], 200))
            while pen.textlength(text, small) > room - line:
                text = text[:-1]
            pen.text((x, y), text, font=small, fill="black")
    pen.text((line, line // 2), "Puzzles for the weekend", font=large, fill="black")
    image.paste(Image.fromarray(board), (room, room))
    return np.array(image)


def _on_newsprint(page: Picture, contrast: float, random: np.random.Generator) -> Picture:
    """Return a page printed on rough paper, with the print of its back shining through."""
    height, width = page.shape[:2]
    fine = random.normal(0, 1, (height, width)).astype(np.float32)
    coarse = random.normal(0, 1, (height // 3 + 1, width // 3 + 1)).astype(np.float32)
    fibers = 0.5 * fine + 0.5 * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    back = cv2.GaussianBlur(page[:, ::-1].min(axis=2), (0, 0), 2).astype(np.float32)
    shift = tuple(random.integers(5, 40, 2).tolist())
    light = (1 + contrast * fibers) * (0.88 + 0.12 * np.roll(back, shift, (0, 1)) / back.max())
    return (page * light[..., None]).clip(0, 255).astype(np.uint8)


def _folded(page: Picture, random: np.random.Generator, count: int) -> Picture:
    """Return a page with folds across and down: each has a light and a dark side and a worn crease."""
    light = np.ones(page.shape[:2], np.float32)
    for fold in range(count):
        size = light.shape[fold % 2]
        away = np.arange(size) - size * random.uniform(0.3, 0.7)
        wide = size * random.uniform(0.05, 0.15)
        shade = 1 + np.sign(away) * random.uniform(0.08, 0.2) * np.exp(-np.abs(away) / wide)
        shade += random.choice([-0.25, 0.15]) * np.exp(-((away / 1.2) ** 2))
        light *= shade[:, None] if fold % 2 == 0 else shade[None]
    return (page * light[..., None]).clip(0, 255).astype(np.uint8)


def _held(page: Picture, radius: float, random: np.random.Generator) -> Picture:
    """Return a page with a thumb on one corner, beside the board."""
    height, width = page.shape[:2]
    corner = random.integers(0, 2, 2) * (width, height)
    size = round(radius), round(0.7 * radius)
    skin = random.uniform((90, 120, 170), (140, 170, 230))
    mask = np.zeros((height, width), np.float32)
    cv2.ellipse(mask, corner.tolist(), size, random.uniform(0, 90), 0, 360, 1.0, -1)
    part = cv2.GaussianBlur(mask, (0, 0), 1.5)[..., None]
    return (page * (1 - part) + skin * part).astype(np.uint8)


def _on_screen(page: Picture, pixels: int) -> Picture:
    """Return a page as stripes of red, green and blue, with dark gaps, as on a screen."""
    scale = 1600 / max(page.shape[:2])
    page = cv2.resize(page, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    light = np.full(page.shape, 0.55, np.float32)
    for channel in range(3):
        light[:, channel::pixels, channel] = 1.4
    light[::pixels] *= 0.7
    return (page * light).clip(0, 255).astype(np.uint8)


def _taken(photo: Picture, look: Look, random: np.random.Generator) -> Picture:
    """Return a photo blurred by motion, taken in little light, or compressed by a messenger."""
    shown = photo.astype(np.float32)
    if "motion" in look:
        length, angle = look["motion"] * random.uniform(0.6, 1.1), random.uniform(0, np.pi)
        kernel, middle = np.zeros((31, 31), np.float32), np.array([15, 15])
        half = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        ends = (np.round((middle + sign * half) * 16).astype(int).tolist() for sign in (-1, 1))
        cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA, 4)
        shown = cv2.filter2D(shown, -1, kernel / kernel.sum())
    if "dim" in look:
        shown *= look["dim"] * random.uniform((0.5, 0.75, 0.95), (0.8, 0.9, 1))
        shown += random.normal(0, 1, shown.shape) * np.sqrt(0.3 * shown + 2)
        shown = cv2.bilateralFilter(shown, 5, 12, 1.5) * random.uniform(1, 2.5)
    if "messenger" in look:
        scale = look["messenger"] / max(shown.shape)
        shown = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quality = 30 if "messenger" in look else int(random.integers(70, 93))
    coded = cv2.imencode(".jpg", shown.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(coded[1], cv2.IMREAD_COLOR))
