"""Tectonic puzzles as JSON, one object per line.

Keys: `width`, `height`, `pieces` (rows of piece numbers, null where a cell is missing), `givens` (rows of
digits, 0 or null for an open cell), and optionally `notes` (rows of lists of digits), `solution` (rows of
digits, which `check` verifies), `origin` and `title`. Other keys are ignored, so any JSON line that
zet prints with these keys can be parsed again.
"""

import json
from itertools import chain
from typing import TYPE_CHECKING, Any

from zet.engines.tectonic.model import Puzzle, check_size, digits_of, mask_of
from zet.formats.errors import UnreadableError
from zet.formats.json_object import read_object

if TYPE_CHECKING:
    from zet.formats.tectonic import contract

_KEYS = ("width", "height", "pieces", "givens")


def loads(text: str) -> Puzzle:
    """Return the puzzle in a JSON object.

    >>> loads('{"width": 2, "height": 1, "pieces": [[1, 1]], "givens": [[0, 2]]}').givens
    (0, 2)

    Raises:
        ValueError: the text is not a JSON object of this format, or its content is not a valid puzzle.
    """
    return puzzle_of(read_object(text, "puzzle"))


def puzzle_of(data: dict[str, Any]) -> Puzzle:
    """Return the puzzle that a JSON object describes.

    Raises:
        ValueError: the object is not a valid puzzle.
    """
    if {"source", "record", "status"} <= data.keys() and not data.keys() & {"pieces", "givens"}:
        raise UnreadableError(
            "an answer without its puzzle; run the previous command with --with-puzzle to include the "
            "puzzle"
        )
    if missing := [key for key in _KEYS if key not in data]:
        key, keys = missing[0], ", ".join(_KEYS)
        if not data:
            raise UnreadableError(
                "{key} is missing: the format json requires {keys}, but this object is empty",
                key=key,
                keys=keys,
            )
        raise UnreadableError(
            "{key} is missing: the format json requires {keys}, but this object has {found}",
            key=key,
            keys=keys,
            found=", ".join(key[:20] for key in list(data)[:8]),
        )
    width, height = (_integer(key, data[key]) for key in ("width", "height"))
    check_size(width, height)
    pieces = [
        None if value is None else _integer("pieces", value)
        for value in _cells(data, "pieces", width, height)
    ]
    givens = [
        0 if value is None else _integer("givens", value)
        for value in _cells(data, "givens", width, height)
    ]
    notes = None
    if data.get("notes") is not None:
        notes = [_mask(value) for value in _cells(data, "notes", width, height)]
    solution = None
    if data.get("solution") is not None:
        solution = [_integer("solution", value or 0) for value in _cells(data, "solution", width, height)]
    origin, title = _words(data, "origin"), _words(data, "title")
    return Puzzle.build(width, height, pieces, givens, notes, origin, title, solution)


def _words(data: dict[str, Any], key: str) -> str:
    text = data.get(key, "")
    if not isinstance(text, str):
        raise UnreadableError("{key} must be a string", key=key)
    return text


def _integer(key: str, value: Any) -> int:
    if type(value) is not int:
        raise UnreadableError(
            "{key}: {value} is not a whole number", key=key, value=json.dumps(value)[:20]
        )
    return value


def _cells(data: dict[str, Any], key: str, width: int, height: int) -> list[Any]:
    """Return the values of all cells from the rows under a key."""
    rows = data.get(key)
    if (
        not isinstance(rows, list)
        or len(rows) != height
        or not all(isinstance(row, list) and len(row) == width for row in rows)
    ):
        raise UnreadableError(
            "{key} must be a {height} x {width} array", key=key, height=height, width=width
        )
    return list(chain.from_iterable(rows))


def _mask(digits: Any) -> int:
    if not isinstance(digits, list) or not all(
        type(digit) is int and 1 <= digit <= 64 for digit in digits
    ):
        raise UnreadableError("notes must contain lists of digits")
    return mask_of(digits)


def as_dict(puzzle: Puzzle) -> "contract.PuzzleObject":
    """Return the JSON object of a puzzle, with pieces numbered from 1."""
    data: contract.PuzzleObject = {
        "width": puzzle.width,
        "height": puzzle.height,
        "pieces": puzzle.rows([piece + 1 or None for piece in puzzle.pieces]),
        "givens": puzzle.rows(puzzle.givens),
    }
    if puzzle.notes is not None:
        data["notes"] = puzzle.rows([list(digits_of(mask)) for mask in puzzle.notes])
    if puzzle.solution is not None:
        data["solution"] = puzzle.rows(puzzle.solution)
    return {**data, **about(puzzle)}


def about(puzzle: Puzzle) -> "contract.About":
    """Return the origin and the title of a puzzle, each only if it is not empty."""
    data: contract.About = {}
    if puzzle.origin:
        data["origin"] = puzzle.origin
    if puzzle.title:
        data["title"] = puzzle.title
    return data


def dumps(puzzle: Puzzle) -> str:
    """Return the JSON object of a puzzle as a line, with a newline."""
    return json.dumps(as_dict(puzzle), ensure_ascii=False) + "\n"
