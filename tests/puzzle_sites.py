"""Compare puzzles for SudokuPad and f-puzzles with others' programs, by hand.

    npm install --prefix FOLDER sudoku-formats
    python tests/puzzle_sites.py FOLDER

Each generated puzzle is written as a URL of both sites. lz-string, which comes with sudoku-formats,
unpacks and packs all URLs; sudoku-formats decodes and encodes those of f-puzzles. The objects must be the
objects that zet writes as JSON, and zet must read all URLs as the same puzzle.
"""

import io
import json
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random
from urllib.parse import parse_qs, urlsplit

from zet.engines.tectonic.model import Puzzle
from zet.formats.errors import UnwritableError
from zet.formats.tectonic import FORMATS
from zet.tectonic import generate, solve

PUZZLES = 200
OTHERS = """
const {decompressFromBase64, compressToBase64} = require("lz-string");
const {decodeSudoku, encodeSudoku} = require("sudoku-formats");
(async () => {
  const found = [];
  for (const {payload, url} of JSON.parse(require("fs").readFileSync(0))) {
    const text = decompressFromBase64(payload), one = {text, packed: compressToBase64(text)};
    if (url) {
      one.decoded = await decodeSudoku(url, false);
      one.url = encodeSudoku({constraints: one.decoded.constraints, format: "fpuzzles"}).url;
    }
    found.push(one);
  }
  console.log(JSON.stringify(found));
})();
"""


def puzzles(random: Random) -> list[Puzzle]:
    """Return generated puzzles with solutions; some have missing cells, notes, a title or an author."""
    found: list[Puzzle] = []
    while len(found) < PUZZLES:
        width, height, seed = random.randint(2, 12), random.randint(2, 12), random.getrandbits(32)
        puzzle = generate(width, height, max_piece=min(5, width * height), seed=seed)
        if puzzle is None:
            continue
        gone = (
            random.randrange(len(puzzle.sizes)) if len(puzzle.sizes) > 1 and len(found) % 4 == 0 else None
        )
        labels = [None if piece == gone else piece for piece in puzzle.pieces]
        givens = [0 if label is None else one for label, one in zip(labels, puzzle.givens, strict=True)]
        notes = [0 if label is None else random.choice((0, 1, 2, 3)) for label in labels]
        puzzle = Puzzle.build(width, height, labels, givens, notes if len(found) % 3 == 0 else None)
        with suppress(UnwritableError):  # f-puzzles needs a cell in the last row and column
            FORMATS["fpuzzles"].dumps()(puzzle)
            found.append(_told(puzzle, random))
    return found


def _told(puzzle: Puzzle, random: Random) -> Puzzle:
    """Return a puzzle with its only solution, and with texts."""
    result = solve(puzzle)
    solution = tuple(result.solutions[0]) if result.unique else None
    title, author = random.choice(("", "Été 😀", 'It\'s "1"')), random.choice(("", "Zoë"))
    return replace(puzzle, solution=solution, title=title, origin=author)


def read(name: str, text: str) -> Puzzle:
    [found] = FORMATS[name].load(io.BytesIO(text.encode()))
    assert isinstance(found, Puzzle), found
    notes = found.notes if found.notes and any(found.notes) else None
    return replace(found, notes=notes)


def main(folder: str) -> None:
    tasks, wanted = [], []
    for puzzle in puzzles(Random(36)):
        for name, other in (("sudokupad", "scl"), ("fpuzzles", "fpuzzles-json")):
            url, text = (str(FORMATS[one].dumps()(puzzle)).strip() for one in (name, other))
            [payload], *_ = parse_qs(urlsplit(url.replace("+", "%2B")).query).values()
            tasks.append({"payload": payload.removeprefix("scl"), "url": url * (name == "fpuzzles")})
            wanted.append((puzzle, name, text, url))
    done = subprocess.run(
        ["node", "-e", OTHERS],
        cwd=folder,
        input=json.dumps(tasks),
        capture_output=True,
        check=True,
        text=True,
    )
    counts = Counter[str]()
    for (puzzle, name, text, url), answer in zip(wanted, json.loads(done.stdout), strict=True):
        notes = puzzle.notes if puzzle.notes and any(puzzle.notes) else None
        same = replace(puzzle, notes=notes)
        assert answer["text"] == text
        urls = [url, url[: url.index("=") + 1] + "scl" * (name == "sudokupad") + answer["packed"]]
        if name == "fpuzzles":
            assert answer["decoded"]["format"] == "fpuzzles"
            assert answer["decoded"]["constraints"] == json.loads(text)
            urls.append(answer["url"])
        for one in urls:
            found = read(name, one)
            assert (found, found.solution) == (same, same.solution), (name, puzzle)
        counts[name] += 1
    print(", ".join(f"{n} puzzles of {name} there and back" for name, n in counts.items()))


if __name__ == "__main__":
    main(*sys.argv[1:])
