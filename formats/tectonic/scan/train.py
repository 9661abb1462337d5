"""Train the network that classifies digits: `python -m zet.formats.tectonic.scan.train FONTS [FILE]`.

FONTS is a folder with fonts (.ttf, .otf, .t1). The network is written to FILE, by default the package's
digits.npz; the same fonts yield the same file. Digits are drawn in random shades of gray, skewed,
thinned or thickened, blurred and covered with noise; `glyphs.glyph_in` then finds them in their cells.
Training takes a few minutes, and needs Pillow. `docs/formats/tectonic-scan.md` lists the fonts used to
train the package's file.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from zet.formats.tectonic.scan.boards import SIDE, Numbers
from zet.formats.tectonic.scan.glyphs import MODEL, features, forward, glyph_in

SEED = 17
EACH = 2800
"""The number of pictures of each digit. The digit 1, which has the most shapes, has twice as many. The
number of pictures without a digit is a quarter higher than this.
"""
ROUNDS = 16
HIDDEN = 128
UNREADABLE = re.compile("Biolinum_K|Hairline|Thin|Outline|Symbol|Dingbats")
"""Names of fonts that have keyboard keys or symbols in place of digits, or very thin strokes."""


def main(fonts: str, file: str = str(MODEL)) -> None:
    """Train with the fonts of a folder, and write the network to a file."""
    random = np.random.default_rng(SEED)
    names = sorted(usable(Path(fonts)))
    given, wanted = samples(names, random)
    print(f"{len(names)} fonts, {len(wanted)} pictures", flush=True)
    layers: dict[str, Any] = train(given, wanted, random)
    np.savez_compressed(file, **layers)
    print(f"{file}: {Path(file).stat().st_size} bytes")


def usable(folder: Path) -> Iterator[Path]:
    """Yield the fonts in a folder that have distinct digits."""
    for path in folder.rglob("*"):
        if path.suffix not in {".ttf", ".otf", ".t1"} or UNREADABLE.search(path.name):
            continue
        try:
            font = ImageFont.truetype(str(path), 40)
            shapes = {bytes(cast(Any, font.getmask(str(digit)))) for digit in range(10)}
        except (OSError, ValueError):
            continue
        if len(shapes) == 10:
            yield path


def samples(fonts: list[Path], random: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Return the features of pictures of digits, and the digit in each picture (10: no digit)."""
    given, wanted = [], []
    loaded = {}
    together = Counter(path.parent for path in fonts)  # otherwise large families would dominate
    share = np.array([together[path.parent] ** -0.5 for path in fonts])
    share /= share.sum()
    for answer in range(11):
        count = 0
        while count < EACH * {1: 2, 10: 1.25}.get(answer, 1):
            kind = int(random.choice(len(fonts), p=share)), int(random.choice((12, 16, 24, 40, 80)))
            if kind not in loaded:
                loaded[kind] = ImageFont.truetype(str(fonts[kind[0]]), kind[1])
            font = loaded[kind]
            text = str(answer) if answer < 10 else _other(random)
            glyph = glyph_in(cell(text, font, random))
            if glyph is not None:
                given.append(features(glyph.picture))
                wanted.append(answer)
                count += 1
    return np.stack(given), np.array(wanted)


def _other(random: np.random.Generator) -> str:
    """Return a random string that is not a digit."""
    return str(
        random.choice(["123", "24", "13\n45", "·", "x", "+", "–", "*", "12\n3", "..", "#", "@", "1 2"])
    )


def cell(text: str, font: ImageFont.FreeTypeFont, random: np.random.Generator) -> Numbers:
    """Return a distorted picture of a cell that contains `text`."""
    size = font.size / random.uniform(0.45, 0.85)
    if "\n" in text or len(text) > 2:
        size *= 1.6
    side = round(size * 1.6)
    image = Image.new("L", (side, side), 0)
    place = (side / 2 + random.normal(0, 0.03) * size, side / 2 + random.normal(0, 0.03) * size)
    ImageDraw.Draw(image).text(place, text, font=font, fill=255, anchor="mm")
    ink: Numbers = np.asarray(image, np.float32) / 255
    scale = SIDE / size
    turn, lean = random.normal(0, 0.06), random.normal(0, 0.08)
    a = np.array([[np.cos(turn), -np.sin(turn) + lean], [np.sin(turn), np.cos(turn)]])
    a = a @ np.diag(random.normal(1, 0.06, 2)) * scale
    b = SIDE / 2 - a @ (np.array([side, side]) / 2)
    if scale < 1:
        ink = cv2.GaussianBlur(ink, (0, 0), 0.4 / scale)
    ink = cv2.warpAffine(ink, np.column_stack([a, b]), (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    # Thicken vertical strokes and thin horizontal strokes, or the reverse: fonts differ most in this.
    for axis in range(2):
        change = int(random.choice([-3, -2, 0, 0, 0, 0, 0, 2, 3, 4]))
        window = np.ones((1, abs(change)) if axis else (abs(change), 1), np.uint8)
        if change:
            # the erased part of a stroke remains faintly visible
            ink = cv2.dilate(ink, window) if change > 0 else 0.45 * ink + 0.55 * cv2.erode(ink, window)
    wave = random.normal(0, 1.2, (4, 4, 2)).astype(np.float32)
    field = cv2.resize(wave, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    at = np.stack(np.meshgrid(np.arange(SIDE), np.arange(SIDE)), -1).astype(np.float32) + field
    ink = cv2.remap(ink, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    blur = random.uniform(0.3, 2.6) if random.random() < 0.6 else 0.3
    ink = cv2.GaussianBlur(ink, (0, 0), blur)
    ink = ink / max(float(ink.max()), 0.6)  # a blurred hairline is no longer a digit
    ground, color = random.uniform(120, 255), random.uniform(0, 60)
    if random.random() < 0.2:
        ground, color = color, ground
    drawn = ground + (color - ground) * ink
    grain = cv2.resize(random.normal(0, 1, (32, 32)).astype(np.float32), (SIDE, SIDE))
    drawn = drawn + grain * random.uniform(0, 5) + random.normal(0, random.uniform(0, 4), drawn.shape)
    if random.random() < 0.5:  # a line of the board, at a side
        drawn[:, : int(random.integers(1, 6))] = color
        drawn[-int(random.integers(1, 6)) :] = color
    found: Any = np.repeat(drawn.clip(0, 255).astype(np.uint8)[..., None], 3, 2)
    if random.random() < 0.5:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(40, 90))]
        found = cv2.imdecode(cv2.imencode(".jpg", found, quality)[1], cv2.IMREAD_COLOR)
    return np.asarray(found, np.uint8)


def train(given: Numbers, wanted: Numbers, random: np.random.Generator) -> dict[str, Numbers]:
    """Return the layers of a network, trained by Adam on most pictures and tested on the others."""
    mean, scale = given.mean(0), 1 / (given.std(0) + 0.02)
    layers = [
        mean,
        scale,
        (random.normal(0, 1, (given.shape[1], HIDDEN)) * np.sqrt(2 / given.shape[1])).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        (random.normal(0, 1, (HIDDEN, 11)) * np.sqrt(1 / HIDDEN)).astype(np.float32),
        np.zeros(11, np.float32),
    ]
    first = [np.zeros_like(layer) for layer in layers]
    second = [np.zeros_like(layer) for layer in layers]
    order = random.permutation(len(wanted))
    held, order = order[: len(order) // 10], order[len(order) // 10 :]
    step = 0
    for turn in range(ROUNDS):
        order = random.permutation(order)
        rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * turn / ROUNDS))
        for at in range(0, len(order), 64):
            batch = order[at : at + 64]
            step += 1
            for place, slope in zip(
                range(2, 6), _slopes(given[batch], wanted[batch], layers), strict=True
            ):
                first[place] = 0.9 * first[place] + 0.1 * slope
                second[place] = 0.999 * second[place] + 0.001 * slope**2
                rise = first[place] / (1 - 0.9**step)
                layers[place] -= rate * rise / (np.sqrt(second[place] / (1 - 0.999**step)) + 1e-8)
        right = forward(given[held], layers).argmax(1) == wanted[held]
        print(f"round {turn + 1}: {right.mean():.4f} of {len(held)} others right", flush=True)
    names = ("mean", "scale", "w1", "b1", "w2", "b2")
    return {name: layer.astype(np.float16) for name, layer in zip(names, layers, strict=True)}


def _slopes(given: Numbers, wanted: Numbers, layers: list[Numbers]) -> Iterator[Numbers]:
    """Yield the gradient of the loss for each of the four layers, with slight label smoothing."""
    mean, scale, w1, b1, w2, _b2 = layers
    scaled = (given - mean) * scale
    hidden = np.maximum(scaled @ w1 + b1, 0)
    off = np.exp(forward(given, layers))
    off -= 0.002 / 11
    off[np.arange(len(wanted)), wanted] -= 0.998
    off /= len(wanted)
    back = (off @ w2.T) * (hidden > 0)
    yield from (scaled.T @ back + 1e-5 * w1, back.sum(0), hidden.T @ off + 1e-5 * w2, off.sum(0))


if __name__ == "__main__":
    main(*sys.argv[1:])
