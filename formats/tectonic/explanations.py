"""Explanations as `zet tectonic explain --format json --with-puzzle` writes them, for `verify` to read.

One JSON object a line: the keys of the puzzle (`json_lines`), `steps`, `solution`, `status`, and `start`
where the candidates at the beginning are not those that the givens leave. `docs/json.md` has them all.
"""

import io
from collections.abc import Iterator
from functools import partial
from typing import Any

from zet.engines.tectonic.model import MAX_PIECE, MISSING, Puzzle
from zet.engines.tectonic.verifier import Claim, Explained
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.json_object import read_object
from zet.formats.lines import load_lines
from zet.formats.tectonic.json_lines import puzzle_of

MAX_LINE = 1 << 28

_WHAT = "explanation"


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Explained | FormatError]:
    """Yield the explanation of each line; a bad line yields its FormatError."""
    return load_lines(stream, source, loads, MAX_LINE)


def loads(text: str) -> Explained:
    """Return the explanation of one JSON object.

    >>> board = '"width": 1, "height": 1, "pieces": [[1]], "givens": [[0]]'
    >>> loads("{" + board + ', "steps": [], "solution": [[1]]}').start
    (frozenset({1}),)

    Raises:
        ValueError: the text is no such object.
    """
    data = read_object(text, _WHAT)
    puzzle = puzzle_of(data)
    if not isinstance(data.get("steps"), list):
        raise UnreadableError("steps must be a list")
    solution = _rows(puzzle, data, "solution")
    start = _rows(puzzle, data, "start") if "start" in data else [*map(_digits, puzzle.domains())]
    return Explained(
        puzzle.width,
        puzzle.pieces,
        tuple(frozenset(_numbers(one)) for one in start),
        tuple(_claim(puzzle, one) for one in data["steps"]),
        tuple(_numbers(solution)),
        str(data.get("status", "")),
    )


def _digits(mask: int) -> list[int]:
    return [digit for digit in range(1, MAX_PIECE + 1) if mask >> digit - 1 & 1]


def _rows(puzzle: Puzzle, data: dict[str, Any], key: str) -> list[Any]:
    rows = data.get(key)
    if (
        not isinstance(rows, list)
        or len(rows) != puzzle.height
        or not all(isinstance(row, list) and len(row) == puzzle.width for row in rows)
    ):
        raise UnreadableError(
            "{key} must hold {height} rows of {width} values",
            key=key,
            height=puzzle.height,
            width=puzzle.width,
        )
    return [value for row in rows for value in row]


def _numbers(values: Any) -> list[int]:
    if not isinstance(values, list) or not all(
        type(one) is int and 0 <= one <= MAX_PIECE for one in values
    ):
        raise UnreadableError("a step must hold lists of digits and of cells")
    return values


def _claim(puzzle: Puzzle, data: Any, *, is_whole: bool = True) -> Claim:
    """Return a step; one that `is_whole` may have steps and links of its own."""
    if not isinstance(data, dict):
        raise UnreadableError("a step must be an object")
    technique = data.get("strategy")
    if type(technique) is not int and (technique is not None or is_whole):
        raise UnreadableError("a step must have the number of its strategy")
    inner = partial(_claim, puzzle, is_whole=False)
    claim = Claim(
        technique,
        "remove" if data.get("action") == "remove" else "place",
        _cells(puzzle, data.get("cells")),
        tuple(_numbers(data.get("digits"))),
        _cells(puzzle, data.get("pattern")),
    )
    if not is_whole:
        return claim
    chain = data.get("chain")
    end, lost = _conflict(puzzle, data.get("conflict"))
    solved = [_numbers([*one, 0][:3]) if isinstance(one, list) else [] for one in _list(data, "solved")]
    return Claim(
        claim.technique,
        claim.action,
        claim.cells,
        claim.digits,
        claim.pattern,
        tuple((_cell(puzzle, one[:2]), one[2]) for one in solved),
        tuple(map(inner, _list(data, "folded"))),
        None if chain is None else tuple(map(inner, _list(data, "chain"))),
        end,
        lost,
    )


def _list(data: dict[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise UnreadableError("{key} must be a list", key=key)
    return value


def _conflict(puzzle: Puzzle, data: Any) -> tuple[int, int | None]:
    """Return the cell of a conflict, and the digit that its piece has no place for."""
    if data is None:
        return 0, None
    if not isinstance(data, dict):
        raise UnreadableError("a conflict must be an object")
    if "piece" in data:
        [digit] = _numbers([data.get("digit")])
        return _cell(puzzle, data["piece"]), digit
    return _cell(puzzle, data.get("cell")), None


def _cells(puzzle: Puzzle, data: Any) -> tuple[int, ...]:
    if not isinstance(data, list):
        raise UnreadableError("a step must hold lists of digits and of cells")
    return tuple(_cell(puzzle, one) for one in data)


def _cell(puzzle: Puzzle, place: Any) -> int:
    if (
        isinstance(place, list)
        and len(place) == 2
        and all(type(one) is int for one in place)
        and 1 <= place[0] <= puzzle.height
        and 1 <= place[1] <= puzzle.width
    ):
        row, column = place
        cell = (int(row) - 1) * puzzle.width + int(column) - 1
        if puzzle.pieces[cell] != MISSING:
            return cell
    raise UnreadableError("{place!r} is not a cell", place=place)
