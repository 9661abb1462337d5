"""The common parts of the JSON of SudokuPad and of f-puzzles: cells, strings, the solution, the rules."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from zet.engines.tectonic.model import MAX_PIECE, Puzzle, check_size, mask_of
from zet.formats.errors import UnreadableError

RULES = (
    "Fill each region of N cells with the digits 1 to N, each once. "
    "Equal digits never touch, not even diagonally."
)
"""The text of the rules that zet writes, because the sites know only the rules of sudoku."""


def rows_of(data: Mapping[str, Any], name: str) -> list[list[dict[str, Any]]]:
    """Return the rows of cells under the key `name`, after checking the size of the board.

    Raises:
        UnreadableError: the value is not a list of rows of equal length.
    """
    rows = data.get(name)
    if not (
        isinstance(rows, list)
        and rows
        and all(isinstance(row, list) and row and len(row) == len(rows[0]) for row in rows)
        and all(isinstance(cell, dict) for row in rows for cell in row)
    ):
        raise UnreadableError(
            "{name} must contain rows of equal length, each a list of JSON objects", name=name
        )
    check_size(len(rows[0]), len(rows))
    return rows


def digit_of(value: Any) -> int:
    """Return the digit of a cell's `value`, 0 for none."""
    if value in (None, "", 0) and value is not False:
        return 0
    text = str(value)
    if type(value) in (int, str) and re.fullmatch("[1-9][0-9]?", text) and int(text) <= MAX_PIECE:
        return int(text)
    raise UnreadableError("expected a digit, not {entry}", entry=words_of(value)[:40] or "a JSON value")


def marks_of(marks: Any) -> int:
    """Return the mask of the candidates that are noted in a cell."""
    if marks in (None, ""):
        return 0
    if not isinstance(marks, list):
        raise UnreadableError("the marks of a cell must be a list of digits")
    return mask_of(filter(None, map(digit_of, marks)))


def words_of(value: Any) -> str:
    """Return a string or number, or a list of them joined by commas, as text; "" for any other value."""
    if isinstance(value, list):
        return ", ".join(str(one) for one in value if isinstance(one, str | int | float))
    return str(value) if isinstance(value, str | int | float) else ""


def solution_of(value: Any, n_cells: int) -> list[int] | None:
    """Return the solution of a document, a digit for each cell (0: left open).

    The result is None if the document has no solution, or only a checksum of the solution.
    """
    if isinstance(value, str) and "," in value:
        value = value.split(",")
    if isinstance(value, str | int) and not isinstance(value, bool):
        value = list(str(value).lstrip("#"))
        if "|" in value:
            return None
    if not isinstance(value, list) or not value:
        return None
    if len(value) != n_cells:
        raise UnreadableError(
            "the solution has {n} digits, but the board has {n_cells} cells",
            n=len(value),
            n_cells=n_cells,
        )
    digits = [0 if digit in ("?", ".", "0", " ") else digit_of(digit) for digit in value]
    return digits if any(digits) else None


def refuse_sudoku(width: int, height: int, labels: Sequence[object]) -> None:
    """Raise UnreadableError for a sudoku: a square board whose pieces all have as many cells as a row."""
    if width == height > 1 and all(labels.count(label) == width for label in {*labels}):
        raise UnreadableError(
            "this is a sudoku, not a Tectonic: each region has {n} cells, as each row does, and there is "
            "no antiking constraint",
            n=width,
        )


def refuse_constraint(name: str) -> UnreadableError:
    """Return the error for a constraint that does not exist in Tectonic."""
    return UnreadableError(
        "the puzzle has a part that Tectonic puzzles do not have: {name}", name=name[:40]
    )


def objects(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the list of JSON objects under the key `name`; an empty list if the key is missing.

    Raises:
        UnreadableError: the value is not a list of JSON objects.
    """
    found = data.get(name) or []
    if not (isinstance(found, list) and all(isinstance(one, dict) for one in found)):
        raise UnreadableError("{name} must be a list of JSON objects", name=name)
    return found


def about(puzzle: Puzzle) -> dict[str, Any]:
    """Return the title and the author (the origin) of a puzzle, each only if it is not empty."""
    texts = {"title": puzzle.title, "author": puzzle.origin}
    return {name: text for name, text in texts.items() if text}
