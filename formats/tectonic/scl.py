"""Tectonic puzzles in the JSON format of SudokuPad (SCL), which its URLs contain.

Keys: `cells` (rows of objects: `value`, `centremarks`, `pencilMarks`), `regions` (lists of cells, each
[row, column] from 0), `cages`, `underlays` (colors), `lines`, `metadata` (`title`, `author`, `rules`,
`solution`), `global` (`antiking`: equal digits never touch diagonally). Source: SudokuPad's own tools
(`sudokutools`: `ctcpuzzle.js`, `fpuzzlesdecoder.js`, `puzzletools_lib.js`, `puzzlezipper_lib.js`) and the
importer of penpa-edit's puzzles into SudokuPad (`sclpuzzle.ts`, `penpa-to-scl.ts`, `edit-metadata.ts`).
`docs/formats/tectonic-scl.md` lists the supported keys; constraints that no Tectonic has are refused.
"""

import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from zet.engines.messages import Message
from zet.engines.tectonic.model import (
    MAX_SIDE,
    MISSING,
    Puzzle,
    digits_of,
    placed,
)
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.json_documents import load_documents
from zet.formats.json_object import read_object
from zet.formats.losses import lose
from zet.formats.tectonic import sites
from zet.formats.tectonic.borders import pieces_of
from zet.formats.tectonic.lost import SOLUTION

_ABOUT = (
    *("id", "cellSize", "cells", "metadata", "metaData", "settings"),
    *("title", "author", "rules", "videos", "duration"),
)
_READ = ("regions", "cages", "underlays", "lines", "global")
_TOUCHING = "antiking"
_ELSEWHERE = ("antiknight", "nonconsecutive", "disjointgroups", "diagonal+", "diagonal-")
"""Constraints of other puzzles that may be in `metadata`."""
_BLACK = frozenset({"#000", "#000f", "#000000", "#000000ff", "black"})
_META_CAGE = re.compile(r"(\w+):\s*(.*)", re.DOTALL)


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Puzzle | FormatError]:
    """Yield the puzzles in a file of JSON objects, each on one line or on several."""
    return load_documents(stream, source, loads)


def loads(text: str) -> Puzzle:
    """Return the puzzle in a JSON object.

    >>> loads('{"cells": [[{"value": 1}, {}]], "regions": [[[0, 0], [0, 1]]]}').givens
    (1, 0)

    Raises:
        ValueError: the text is not a JSON object of SudokuPad, or its content is not a valid Tectonic.
    """
    return puzzle_of(read_object(text, "puzzle"))


def puzzle_of(data: dict[str, Any]) -> Puzzle:
    """Return the puzzle that a JSON object describes.

    Raises:
        ValueError: the object is not a valid Tectonic.
    """
    rows = sites.rows_of(data, "cells")
    width, height = len(rows[0]), len(rows)
    metadata = _metadata(data)
    _check_constraints(data, metadata)
    cells: list[dict[str, Any]] = list(chain.from_iterable(rows))
    givens, notes = [0] * len(cells), [0] * len(cells)
    for at, cell in enumerate(cells):
        if digit := sites.digit_of(cell.get("value")):
            if cell.get("given") is False:
                notes[at] = 1 << digit - 1
            else:
                givens[at] = digit
        for key in ("centremarks", "pencilMarks"):
            notes[at] |= sites.marks_of(cell.get(key))
    labels = _labels(data, width, height)
    regular = data.get("global") or metadata.get(_TOUCHING) or metadata.get("norowcol")
    if not regular:
        sites.refuse_sudoku(width, height, labels)
    solution = sites.solution_of(metadata.get("solution"), width * height)
    return Puzzle.build(
        width,
        height,
        labels,
        givens,
        notes if any(notes) else None,
        sites.words_of(metadata.get("author")),
        sites.words_of(metadata.get("title")),
        solution,
    )


def _metadata(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the strings and flags in `metadata`, in cages without cells, and in the top-level keys."""
    found = {key: data[key] for key in ("title", "author") if key in data}
    for cage in sites.objects(data, "cages"):
        if not cage.get("cells") and (match := _META_CAGE.match(sites.words_of(cage.get("value")))):
            found[match[1]] = match[2]
    for name in ("metaData", "metadata"):
        metadata = data.get(name) or {}
        if not isinstance(metadata, dict):
            raise UnreadableError("{name} must be a JSON object", name=name)
        found |= metadata
    return found


def _check_constraints(data: Mapping[str, Any], metadata: Mapping[str, Any]) -> None:
    """Raise UnreadableError for a constraint that does not exist in Tectonic."""
    for name, value in data.items():
        if value and name not in _ABOUT and name not in _READ:
            raise sites.refuse_constraint(name)
    for name in _ELSEWHERE:
        if metadata.get(name):
            raise sites.refuse_constraint(name)
    others = data.get("global") or []
    for name in others if isinstance(others, list) else [others]:
        if name != _TOUCHING:
            raise sites.refuse_constraint(sites.words_of(name) or "global")
    for color in sites.objects(data, "underlays"):
        if color.get("rounded") or color.get("text"):
            raise sites.refuse_constraint("underlays")
    if any(_border(line) is None for line in sites.objects(data, "lines")):
        raise sites.refuse_constraint("lines")


def _labels(data: Mapping[str, Any], width: int, height: int) -> Sequence[object]:
    """Return the piece of each cell, None for a missing cell.

    Pieces are the cages, if there are any; otherwise the regions; otherwise the areas enclosed by lines
    between cells.
    """
    regions = data.get("regions") or []
    if not isinstance(regions, list):
        raise UnreadableError("{name} must be a list", name="regions")
    labels: list[int | None] = [None] * (width * height)
    for number, region in enumerate(regions):
        _put(labels, number, "regions", region, width, height)
    cages = [cage for cage in sites.objects(data, "cages") if cage.get("cells") and _is_region(cage)]
    if cages:
        outside = {at for at, label in enumerate(labels) if label is None}
        if not regions:
            outside = _black(data, width, height)
        labels = [None] * (width * height)
        for number, cage in enumerate(cages):
            if cage.get("hidden") or cage.get("value") not in (None, ""):
                raise sites.refuse_constraint("cages")
            _put(labels, number, "cages", cage["cells"], width, height)
        for at, label in enumerate(labels):
            if label is None and at not in outside:
                row, column = at // width + 1, at % width + 1
                raise UnreadableError(placed(Message("the cell is in no cage"), row, column))
    elif not regions:
        return _enclosed(data, width, height)
    return labels


def _is_region(cage: Mapping[str, Any]) -> bool:
    """Return whether a cage is a piece: visible, or hidden with digits that must not repeat.

    Other cages only mark cells.
    """
    return not cage.get("hidden") or sites.words_of(cage.get("unique")).lower() == "true"


def _put(labels: list[int | None], number: int, name: str, cells: Any, width: int, height: int) -> None:
    """Label the cells of an area with `number`; `name` is the kind of area, regions or cages.

    Raises:
        UnreadableError: a cell is not on the board or already has a label.
    """
    for place in cells if isinstance(cells, list) else [cells]:
        at = _cell(place, width, height)
        if at is None:
            key = sites.words_of(place)[:20]
            raise UnreadableError(
                "{name} refers to {key}, which is not a cell of the board", name=name, key=key
            )
        if labels[at] is not None:
            reason = Message("the cell is in two {name}", name=name)
            raise UnreadableError(placed(reason, place[0] + 1, place[1] + 1))
        labels[at] = number


def _cell(place: Any, width: int, height: int) -> int | None:
    """Return the cell at a row and a column; None if the board has no such cell."""
    if isinstance(place, list) and len(place) == 2 and all(type(one) is int for one in place):
        row, column = place
        if 0 <= row < height and 0 <= column < width:
            return int(row * width + column)
    return None


def _enclosed(data: Mapping[str, Any], width: int, height: int) -> Sequence[object]:
    """Return the pieces enclosed by lines between cells; cells that are painted black are missing."""
    right, below = [0] * ((width - 1) * height), [0] * (width * (height - 1))
    for line in sites.objects(data, "lines"):
        for (row, column), is_across in _border(line) or ():
            if is_across and 0 < row < height and 0 <= column < width:
                below[(row - 1) * width + column] = 1
            elif not is_across and 0 < column < width and 0 <= row < height:
                right[row * (width - 1) + column - 1] = 1
    if not any(right) and not any(below) and width * height > 1:
        raise UnreadableError("the puzzle has no regions, no cages and no borders between its cells")
    return pieces_of(width, height, right, below, _black(data, width, height))


def _black(data: Mapping[str, Any], width: int, height: int) -> set[int]:
    """Return the cells that are painted black."""
    cells = set()
    for color in sites.objects(data, "underlays"):
        center: Any = color.get("center")
        if sites.words_of(color.get("backgroundColor")).lower() in _BLACK and _is_point(center):
            at = _cell([int(side) for side in center], width, height)
            if at is not None:
                cells.add(at)
    return cells


def _is_point(point: Any) -> bool:
    return (
        isinstance(point, list)
        and len(point) == 2
        and all(type(side) in (int, float) and -2 < side < MAX_SIDE + 2 for side in point)
    )


def _border(line: Mapping[str, Any]) -> list[tuple[tuple[int, int], bool]] | None:
    """Return the cell sides along a line, each as (corner at its top or left end, whether horizontal).

    The result is None if the line does not follow the borders of cells.
    """
    points = line.get("wayPoints")
    if not isinstance(points, list) or not all(map(_is_point, points)):
        return None
    if any(side != int(side) for point in points for side in point):
        return None
    sides: list[tuple[tuple[int, int], bool]] = []
    for (row, column), (to_row, to_column) in pairwise(points):
        if len(sides) > 4 * MAX_SIDE**2:
            return None
        if row == to_row:
            span = range(int(min(column, to_column)), int(max(column, to_column)))
            sides += [((int(row), at), True) for at in span]
        elif column == to_column:
            span = range(int(min(row, to_row)), int(max(row, to_row)))
            sides += [((at, int(column)), False) for at in span]
        else:
            return None
    return sides


def dumps(puzzle: Puzzle) -> str:
    """Return the JSON object of a puzzle as a line, with a newline."""
    return as_json(puzzle) + "\n"


def as_json(puzzle: Puzzle) -> str:
    """Return the JSON object of a puzzle as text without whitespace."""
    return json.dumps(as_dict(puzzle), ensure_ascii=False, separators=(",", ":"))


def as_dict(puzzle: Puzzle) -> dict[str, Any]:
    """Return the JSON object of a puzzle; missing cells are black and belong to no region."""
    from hashlib import blake2b

    identity = repr((puzzle.width, puzzle.pieces, puzzle.givens)).encode()
    members: list[list[tuple[int, int]]] = [[] for _ in puzzle.sizes]
    black = []
    for at, piece in enumerate(puzzle.pieces):
        row, column = divmod(at, puzzle.width)
        if piece == MISSING:
            center = [row + 0.5, column + 0.5]
            black.append({"center": center, "width": 1, "height": 1, "backgroundColor": "#000000"})
        else:
            members[piece].append((row, column))
    data: dict[str, Any] = {
        "id": f"zet{blake2b(identity, digest_size=5).hexdigest()}",
        "metadata": sites.about(puzzle) | {"rules": sites.RULES, _TOUCHING: True, "norowcol": True},
        "global": [_TOUCHING],
        "cells": puzzle.rows(_cells(puzzle)),
        "regions": members,
    }
    if puzzle.solution is not None:
        if max(puzzle.solution) > 9 or not any(puzzle.solution):
            lose(SOLUTION)
        else:
            data["metadata"]["solution"] = "".join(map(str, puzzle.solution)).replace("0", "?")
    return data | ({"underlays": black} if black else {})


def _cells(puzzle: Puzzle) -> Iterable[dict[str, Any]]:
    """Yield the JSON object of each cell."""
    notes = puzzle.notes or [0] * len(puzzle.givens)
    for given, note in zip(puzzle.givens, notes, strict=True):
        cell: dict[str, Any] = {}
        if given:
            cell["value"] = given
        if note:
            cell["centremarks"] = list(digits_of(note))
        yield cell
