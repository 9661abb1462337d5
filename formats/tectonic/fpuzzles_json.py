"""Tectonic puzzles in the JSON format of f-puzzles, which SudokuPad and several solvers also read.

Keys: `size` (f-puzzles has square boards only), `grid` (rows of objects: `value`, `given`, `region`,
`centerPencilMarks`, `cornerPencilMarks`), `title`, `author`, `ruleset`, `solution` (a list of digits),
`antiking` (equal digits never touch diagonally), `killercage`, and a key for each other constraint. A
cell without a region (`null`) is missing; missing cells are added to make a board square. Source:
SudokuPad's `fpuzzlesdecoder.js` and the npm package `sudoku-formats`, `src/formats/fpuzzles`.
`docs/formats/tectonic-fpuzzles.md` lists the supported keys; constraints that no Tectonic has are
refused.
"""

import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from zet.engines.messages import Message
from zet.engines.tectonic.model import MISSING, Puzzle, digits_of, placed
from zet.formats.errors import FormatError, UnreadableError, UnwritableError
from zet.formats.json_documents import load_documents
from zet.formats.json_object import read_object
from zet.formats.losses import lose
from zet.formats.tectonic import sites
from zet.formats.tectonic.lost import SOLUTION

LEAST_SIZE, MOST_SIZE = 3, 16
"""The smallest and the largest size of f-puzzles' boards."""

_ABOUT = (
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "antiking",
    "metadata",
    "successMessage",
)
_SETTINGS = ("highlightConflicts", "disabledlogic", "truecandidatesoptions")
_PLACE = re.compile(r"[Rr](\d{1,3})[Cc](\d{1,3})", re.ASCII)


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Puzzle | FormatError]:
    """Yield the puzzles in a file of JSON objects, each on one line or on several."""
    return load_documents(stream, source, loads)


def loads(text: str) -> Puzzle:
    """Return the puzzle in a JSON object.

    >>> loads('{"size": 1, "grid": [[{"value": 1, "given": true, "region": 0}]]}').givens
    (1,)

    Raises:
        ValueError: the text is not a JSON object of f-puzzles, or its content is not a valid Tectonic.
    """
    data = read_object(text, "puzzle")
    rows = sites.rows_of(data, "grid")
    for name, value in data.items():
        if value and name not in (*_ABOUT, *_SETTINGS, "cage", "killercage"):
            raise sites.refuse_constraint(name)
    if any(cage.get("cells") for cage in sites.objects(data, "cage")):
        raise sites.refuse_constraint("cage")
    labels = _labels(data, rows)
    solution = sites.solution_of(data.get("solution"), len(labels))
    width, height = _used(labels, len(rows[0]))
    if not data.get("antiking"):
        sites.refuse_sudoku(len(rows[0]), len(rows), labels)
    kept = [row * len(rows[0]) + column for row in range(height) for column in range(width)]
    cells = [cell for row in rows[:height] for cell in row[:width]]
    givens, notes = [0] * len(cells), [0] * len(cells)
    for at, cell in enumerate(cells):
        if digit := sites.digit_of(cell.get("value")):
            if cell.get("given"):
                givens[at] = digit
            else:
                notes[at] = 1 << digit - 1
        for key in ("centerPencilMarks", "cornerPencilMarks"):
            notes[at] |= sites.marks_of(cell.get(key))
    return Puzzle.build(
        width,
        height,
        [labels[at] for at in kept],
        givens,
        notes if any(notes) else None,
        sites.words_of(data.get("author")),
        sites.words_of(data.get("title")),
        solution and [solution[at] for at in kept],
    )


def _labels(data: Mapping[str, Any], rows: Sequence[Sequence[Mapping[str, Any]]]) -> list[Any]:
    """Return the piece of each cell, None for a missing cell.

    Pieces are the cages, if there are any, otherwise the regions.
    """
    size = len(rows[0])
    high = max(high for high in range(1, size + 1) if size % high == 0 and high * high <= size)
    wide = size // high
    labels: list[Any] = []
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            region = cell.get("region", row // high * high + column // wide)
            if not (region is None or type(region) is int or isinstance(region, str)):
                raise UnreadableError("the region of a cell must be a number or null")
            labels.append(None if region is None else str(region))
    cages = sites.objects(data, "killercage")
    if not cages:
        return labels
    caged: list[Any] = [None] * len(labels)
    for number, cage in enumerate(cages):
        if cage.get("value") not in (None, ""):
            raise sites.refuse_constraint("killercage")
        caged_cells = cage.get("cells")
        for place in caged_cells if isinstance(caged_cells, list) else [caged_cells]:
            match = _PLACE.fullmatch(sites.words_of(place))
            row, column = (int(match[1]) - 1, int(match[2]) - 1) if match else (-1, -1)
            if not (0 <= row < len(rows) and 0 <= column < size):
                raise UnreadableError(
                    "{name} refers to {key}, which is not a cell of the board",
                    name="killercage",
                    key=sites.words_of(place)[:20],
                )
            caged[row * size + column] = number
    for at, (label, cage_label) in enumerate(zip(labels, caged, strict=True)):
        if cage_label is None and label is not None:
            reason = Message("the cell is in no cage")
            raise UnreadableError(placed(reason, at // size + 1, at % size + 1))
    return caged


def _used(labels: Sequence[object], width: int) -> tuple[int, int]:
    """Return the board's width and height.

    Empty columns on the right and empty rows at the bottom do not count.
    """
    used = [divmod(at, width) for at, label in enumerate(labels) if label is not None]
    if not used:
        raise UnreadableError("the board has no cells")
    return max(column for _, column in used) + 1, max(row for row, _ in used) + 1


def dumps(puzzle: Puzzle) -> str:
    """Return the JSON object of a puzzle as a line, with a newline.

    Raises:
        UnwritableError: the board is too large, or has no cells in its last row or column.
    """
    return as_json(puzzle) + "\n"


def as_json(puzzle: Puzzle) -> str:
    """Return the JSON object of a puzzle as text without whitespace.

    Raises:
        UnwritableError: as in `dumps`.
    """
    shape = puzzle.width, puzzle.height
    size = max(*shape, LEAST_SIZE)
    if size > MOST_SIZE:
        raise UnwritableError(
            "f-puzzles has boards up to {most} x {most}, not {height} x {width}",
            most=MOST_SIZE,
            width=puzzle.width,
            height=puzzle.height,
        )
    if _used([None if piece == MISSING else piece for piece in puzzle.pieces], puzzle.width) != shape:
        raise UnwritableError("f-puzzles cannot represent a last row or column without cells")
    data = {
        "size": size,
        **sites.about(puzzle),
        "ruleset": sites.RULES,
        "antiking": True,
        "grid": _square(puzzle, list(_cells(puzzle)), size, {"region": None}),
    }
    if puzzle.solution and any(puzzle.solution):
        digits = [digit or "." for digit in puzzle.solution]
        data["solution"] = list(chain.from_iterable(_square(puzzle, digits, size, ".")))
    elif puzzle.solution:
        lose(SOLUTION)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _square(puzzle: Puzzle, values: list[Any], size: int, outside: object) -> list[list[Any]]:
    """Return the rows of a square board; `outside` is the value of the cells beyond the puzzle."""
    rows = [row + [outside] * (size - puzzle.width) for row in puzzle.rows(values)]
    return rows + [[outside] * size for _ in range(size - puzzle.height)]


def _cells(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Yield the JSON object of each cell."""
    notes = puzzle.notes or [0] * len(puzzle.givens)
    for piece, given, note in zip(puzzle.pieces, puzzle.givens, notes, strict=True):
        cell: dict[str, Any] = {"region": None if piece == MISSING else piece}
        if given:
            cell |= {"value": given, "given": True}
        if note and (given or note & note - 1):
            cell["centerPencilMarks"] = list(digits_of(note))
        elif note:
            cell["value"] = note.bit_length()
        yield cell
