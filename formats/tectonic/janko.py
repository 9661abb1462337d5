"""Tectonic puzzles as plain text in the style of janko.at: two grids of numbers.

The most common form consists of a size line, `rows columns` or `rowsxcolumns` (optionally followed by the
number of pieces), the rows of values (`-`, `.`, `_` or 0 for an open cell), and the rows of piece names;
blank lines may be anywhere. A third grid is the solution, which `check` verifies. The site's own format,
with sections `[size]`, `problem` and `areas` between `begin` and `end`, is also read.
`docs/formats/tectonic-janko.md` describes both.
"""

import io
import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from zet.engines.tectonic.model import MISSING, Puzzle, PuzzleError, check_size
from zet.formats.errors import FormatError, UnreadableError, UnwritableError
from zet.formats.lines import LinesAhead
from zet.formats.tectonic.lost import lose_extras

Value = TypeVar("Value")

_OPEN = frozenset("-._0")
_SIZE = re.compile(r"(?ai)(\d{1,5})(?: ?x ?| )(\d{1,5})(?: \d{1,5})?")


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Puzzle | FormatError]:
    r"""Yield the puzzles in a file; after a malformed puzzle, reading resumes at the next size line.

    >>> [puzzle] = load(io.BytesIO(b"1 2\n- 2\n1 1\n"))
    >>> puzzle.givens
    (0, 2)
    """
    rows = _Rows(stream, source, comments=False)
    number = 0
    is_lost = False
    while True:
        try:
            if is_lost:
                rows.skip()
                is_lost, rows.fault = False, None
            tokens = rows.next()
            number, rows.numbers = rows.number, ()
            if not tokens:
                return
            if size := _size(tokens):
                yield _plain(size, rows)
            elif _key(tokens) == "begin":
                yield _site(rows)
            else:
                raise UnreadableError(
                    "expected a line with the number of rows and columns, such as '5x5', or the word "
                    "'begin'"
                )
        except FormatError as error:
            yield error
        except ValueError as error:  # an error of a row, of a given, or of the puzzle as a whole
            line = rows.number if isinstance(error, UnreadableError) else number
            if isinstance(error, PuzzleError) and error.row and rows.numbers:
                line = rows.numbers[error.row - 1]
            yield FormatError(source, line, str(error))
            is_lost = True


class _Rows(LinesAhead):
    """The lines that are neither blank nor comments, split into words.

    `fault` is the error of the first invalid value of a puzzle; the rows after it are still parsed.
    `numbers` lists the line numbers of the rows of givens.
    """

    fault: FormatError | None = None
    numbers: tuple[int, ...] = ()

    def next(self) -> list[str]:
        """Consume the next line and return its words; return an empty list at the end."""
        text = self.take()
        if isinstance(text, FormatError):
            raise text
        return (text or "").split()

    def skip(self) -> None:
        """Skip to the next line that can begin a puzzle."""
        while (text := self.peek()) is not None:
            if isinstance(text, FormatError) or _size(text.split()) or _key(text.split()) == "begin":
                return
            self.take()

    def grid(self, height: int, width: int, value: Callable[[str], Value]) -> list[Value]:
        """Return the values of the next `height` rows.

        A row is `width` words or a single word of `width` characters. `value` parses the
        text of one value.
        """
        cells: list[Value] = []
        numbers = []
        for _ in range(height):
            tokens = self.next()
            numbers.append(self.number)
            if not tokens:
                raise UnreadableError("the file ends within a puzzle")
            if len(tokens) == 1 and len(tokens[0]) == width:
                tokens = list(tokens[0])
            if len(tokens) != width:
                raise UnreadableError(
                    "the row has {n} value, not {width}",
                    "the row has {n} values, not {width}",
                    n=len(tokens),
                    width=width,
                )
            try:
                cells += map(value, tokens)
            except UnreadableError as error:
                self.fault = self.fault or FormatError(self.source, self.number, str(error))
        self.numbers = self.numbers or tuple(numbers)
        return cells

    def check(self) -> None:
        """Raise the error of the first invalid value of the puzzle, if any."""
        fault, self.fault = self.fault, None
        if fault:
            raise fault


def _size(tokens: list[str]) -> tuple[int, int] | None:
    """Return the size (rows, columns) that a line states; None if the line cannot begin a puzzle."""
    match = _SIZE.fullmatch(" ".join(tokens))
    return (int(match[1]), int(match[2])) if match else None


def _key(tokens: list[str]) -> str:
    """Return the first word of a line of the site's format, without brackets."""
    return tokens[0].strip("[]").lower()


def _plain(size: tuple[int, int], rows: _Rows) -> Puzzle:
    height, width = size
    check_size(width, height)
    values = rows.grid(height, width, _digit)
    if rows.peek() is None:
        raise UnreadableError("the grid of pieces must follow the grid of givens")
    areas = rows.grid(height, width, str)
    # A third grid is the solution; with 2 or 3 numbers per row it looks like the start of a new puzzle.
    ahead = rows.peek()
    solution = None
    if isinstance(ahead, str) and not _size(ahead.split()) and len(ahead.split()) == width:
        solution = rows.grid(height, width, _digit)
    rows.check()
    return Puzzle.build(width, height, areas, values, solution=solution)


def _site(rows: _Rows) -> Puzzle:
    """Parse a puzzle in the site's own format, up to the `end` line."""
    height = width = 0
    areas: list[str] = []
    digits: dict[str, list[int]] = {}
    while (words := rows.next()) and (key := _key(words)) != "end":
        if key in ("size", "rows", "cols"):
            number = words[1] if len(words) > 1 else ""
            if not (number.isascii() and number.isdecimal() and len(number) <= 5):
                raise UnreadableError("{key} must be followed by an integer", key=key)
            height = int(number) if key != "cols" else height
            width = int(number) if key != "rows" else width
        elif key in ("problem", "areas", "solution"):
            check_size(width, height)
            if key == "areas":
                areas = rows.grid(height, width, str)
                rows.numbers = rows.numbers if "problem" in digits else ()
            else:
                digits[key] = rows.grid(height, width, _digit)
    if "problem" not in digits or not areas:
        raise UnreadableError("'problem' and 'areas' must come between 'begin' and 'end'")
    rows.check()
    return Puzzle.build(width, height, areas, digits["problem"], solution=digits.get("solution"))


def _digit(value: str) -> int:
    if value in _OPEN:
        return 0
    if value.isascii() and value.isdecimal() and len(value) <= 2:
        return int(value)
    if value.isalpha():
        raise UnreadableError(
            "expected a digit or '-', not {value!r}; the givens come before the pieces", value=value[:20]
        )
    raise UnreadableError("expected a digit or '-', not {value!r}", value=value[:20])


def dumps(puzzle: Puzzle) -> str:
    """Return the text of a puzzle: the size, the values, the pieces numbered from 1, and a blank line.

    Raises:
        UnwritableError: a cell is missing.
    """
    if MISSING in puzzle.pieces:
        raise UnwritableError("{format} cannot represent missing cells", format="janko")
    lose_extras(puzzle)
    lines = [f"{puzzle.height} {puzzle.width}"]
    for cells in (
        [str(given) if given else "-" for given in puzzle.givens],
        [str(piece + 1) for piece in puzzle.pieces],
    ):
        lines += map(" ".join, puzzle.rows(cells))
    return "\n".join(lines) + "\n\n"
