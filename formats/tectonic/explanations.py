"""Explanations as `zet tectonic explain --format json --with-puzzle` writes them, for `verify`.

One JSON object per line: the keys of the puzzle (`json_lines`), `steps`, `solution` and `status`. The key
`start` lists the initial candidates; it is present only if the list lacks candidates that givens allow.
`docs/json.md` describes all keys.
"""

import io
from collections.abc import Iterator
from typing import Any

from zet.engines.tectonic.model import MAX_PIECE, MISSING, Puzzle
from zet.engines.tectonic.verifier import Claim, Explained
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.json_object import read_object
from zet.formats.lines import load_lines
from zet.formats.tectonic.json_lines import puzzle_of

MAX_LINE = 1 << 28

_WHAT = "explanation"

STATUSES = ("solved", "stuck", "unsolvable", "unknown")
ACTIONS = ("remove", "place", "guess")


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Explained | FormatError]:
    """Yield the explanation on each line; a bad line yields its FormatError."""
    return load_lines(stream, source, loads, MAX_LINE)


def loads(text: str) -> Explained:
    """Return the explanation in one JSON object.

    >>> board = '"width": 1, "height": 1, "pieces": [[1]], "givens": [[0]]'
    >>> loads("{" + board + ', "steps": [], "solution": [[1]], "status": "solved"}').solution
    (1,)

    Raises:
        ValueError: the text is not the JSON object of an explanation.
    """
    data = read_object(text, _WHAT)
    puzzle = puzzle_of(data)
    if not isinstance(data.get("steps"), list):
        raise UnreadableError("not an explanation by `zet tectonic explain`: steps must be a list")
    solution = _rows(puzzle, data, "solution")
    start = None
    if data.get("start") is not None:
        start = tuple(frozenset(_numbers(one, "start")) for one in _rows(puzzle, data, "start"))
    if data.get("status") not in STATUSES:
        raise UnreadableError("status must be one of {words}", words=", ".join(STATUSES))
    unique, guesses = data.get("unique"), data.get("guesses")
    if unique is not None and not isinstance(unique, bool):
        raise UnreadableError("{key} must be true, false or null", key="unique")
    if guesses is not None and type(guesses) is not int:
        raise UnreadableError("{key} must be a whole number", key="guesses")
    return Explained(
        puzzle.width,
        puzzle.pieces,
        puzzle.givens,
        start,
        tuple(_claim(puzzle, one) for one in data["steps"]),
        tuple(_numbers(solution, "solution")),
        data["status"],
        unique,
        guesses,
        _words(data, "reason"),
        _words(data, "code"),
    )


def _words(data: dict[str, Any], key: str) -> str | None:
    text = data.get(key)
    if text is not None and not isinstance(text, str):
        raise UnreadableError("{key} must be a string", key=key)
    return text


def _rows(puzzle: Puzzle, data: dict[str, Any], key: str) -> list[Any]:
    rows = data.get(key)
    if (
        not isinstance(rows, list)
        or len(rows) != puzzle.height
        or not all(isinstance(row, list) and len(row) == puzzle.width for row in rows)
    ):
        raise UnreadableError(
            "{key} must be a {height} x {width} array",
            key=key,
            height=puzzle.height,
            width=puzzle.width,
        )
    return [value for row in rows for value in row]


def _numbers(values: Any, key: str) -> list[int]:
    if not isinstance(values, list) or not all(
        type(one) is int and 0 <= one <= MAX_PIECE for one in values
    ):
        raise UnreadableError(
            "{key}: expected a list of whole numbers from 0 to {most}", key=key, most=MAX_PIECE
        )
    return values


def _claim(puzzle: Puzzle, data: Any, *, is_whole: bool = True) -> Claim:
    """Parse a step of an explanation or, if `is_whole` is false, a link of a chain or a merged step.

    Only whole steps contain nested steps and links.
    """
    if not isinstance(data, dict):
        raise UnreadableError("a step must be an object")
    technique = data.get("strategy")
    if type(technique) is not int and (technique is not None or is_whole):
        raise UnreadableError("strategy must be the number of a technique")
    if data.get("action") not in ACTIONS:
        raise UnreadableError("{key} must be one of {words}", key="action", words=", ".join(ACTIONS))
    conflict = data.get("conflict")
    end, lost = _conflict(puzzle, conflict)
    return Claim(
        technique,
        data["action"],
        _cells(puzzle, data, "cells"),
        tuple(_numbers(data.get("digits"), "digits")),
        _cells(puzzle, data, "pattern"),
        _solved(puzzle, data),
        _nested(puzzle, data, "folded") if is_whole else None,
        _nested(puzzle, data, "chain") if is_whole else None,
        end,
        lost,
        _words(data, "name"),
        _words(data, "reason"),
        None if conflict is None else _words(conflict, "reason"),
    )


def _nested(puzzle: Puzzle, data: dict[str, Any], key: str) -> tuple[Claim, ...] | None:
    """Return the nested steps or links under `key` in a step; None if the step lacks this key."""
    if key not in data:
        return None
    return tuple([_claim(puzzle, one, is_whole=False) for one in _list(data, key)])


def _solved(puzzle: Puzzle, data: dict[str, Any]) -> tuple[tuple[int, int], ...] | None:
    """Return the cells that a step solves, and their digits; None if the step has no key `solved`."""
    if "solved" not in data:
        return None
    solved = []
    for one in _list(data, "solved"):
        place, digits = (one[:2], one[2:]) if isinstance(one, list) else (one, [])
        solved.append((_cell(puzzle, place), sum(_numbers(digits, "solved")) if len(digits) == 1 else 0))
    return tuple(solved)


def _list(data: dict[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise UnreadableError("{key} must be a list", key=key)
    return value


def _conflict(puzzle: Puzzle, data: Any) -> tuple[int | None, int | None]:
    """Return the cell of a conflict, and the digit that has no place in the cell's piece."""
    if data is None:
        return None, None
    if not isinstance(data, dict):
        raise UnreadableError("a conflict must be an object")
    if "piece" in data:
        [digit] = _numbers([data.get("digit")], "digit")
        return _cell(puzzle, data["piece"]), digit
    return _cell(puzzle, data.get("cell")), None


def _cells(puzzle: Puzzle, data: dict[str, Any], key: str) -> tuple[int, ...]:
    if not isinstance(data.get(key), list):
        raise UnreadableError("{key} must be a list", key=key)
    return tuple([_cell(puzzle, one) for one in data[key]])


def _cell(puzzle: Puzzle, place: Any) -> int:
    if isinstance(place, list) and len(place) == 2:
        row, column = place
        is_cell = type(row) is type(column) is int
        if is_cell and 1 <= row <= puzzle.height and 1 <= column <= puzzle.width:
            cell: int = (row - 1) * puzzle.width + column - 1
            if puzzle.pieces[cell] != MISSING:
                return cell
    raise UnreadableError("{place!r} is not a cell [row, column] of the board", place=place)
