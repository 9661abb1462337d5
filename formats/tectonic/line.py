"""The one-line text of a Tectonic puzzle, for pipes: `WIDTHxHEIGHT:PIECES:GIVENS`.

PIECES names the piece of each cell, row by row: one letter per cell (a..z, A..Z) for up to 52 pieces,
otherwise two or three letters per cell. GIVENS contains a digit or `.` for each cell, or two characters
for each cell (`..`, `07`, `12`) if any given exceeds 9. For a missing cell, `#` replaces the letters,
and the given is `.`. The lengths of PIECES and GIVENS determine the numbers of characters per cell. The
format is specific to zet; `docs/formats/tectonic-line.md` describes the format.
"""

import re
import string
from collections.abc import Sequence

from zet.engines.tectonic.model import MISSING, Puzzle, check_size
from zet.formats.errors import UnreadableError
from zet.formats.tectonic.lost import lose_extras

_SHAPE = re.compile(r"(\d{1,4})x(\d{1,4}):([^:\s]*):([.0-9]*)", re.ASCII)
_LETTERS = string.ascii_lowercase + string.ascii_uppercase
_LETTER_TABLE = _LETTERS.encode().ljust(255) + b"#"  # a missing cell is -1, with the low byte 255
_DIGIT_TABLE = b".123456789".ljust(256)
_VALUE_TABLE = bytes.maketrans(b".0123456789", bytes([0, *range(10)]))


def loads(text: str) -> Puzzle:
    """Parse a one-line puzzle.

    >>> loads("3x2:aababb:1.....").pieces
    (0, 0, 1, 0, 1, 1)

    Raises:
        ValueError: the text does not have this form, or its content is not a valid puzzle.
    """
    match = _SHAPE.fullmatch(text.strip())
    if match is None:
        raise UnreadableError("expected WIDTHxHEIGHT:PIECES:GIVENS")
    width, height = int(match[1]), int(match[2])
    check_size(width, height)
    n_cells = width * height
    pieces, digits = match[3], match[4]
    if len(pieces) == len(digits) == n_cells and pieces.isascii() and "#" not in pieces:
        return Puzzle.build(width, height, pieces.encode(), digits.encode().translate(_VALUE_TABLE))
    labels = _per_cell("pieces", pieces, n_cells)
    values = _per_cell("givens", digits, n_cells)
    givens: Sequence[int]
    if isinstance(values, str):
        givens = values.encode().translate(_VALUE_TABLE)
    else:
        opened = "." * len(values[0])
        try:
            givens = [0 if value == opened else int(value) for value in values]
        except ValueError:
            raise UnreadableError("a cell must be a number, or dots if it is open") from None
    return Puzzle.build(width, height, [label if label.strip("#") else None for label in labels], givens)


def _per_cell(what: str, text: str, n_cells: int) -> list[str] | str:
    """Split `text` into the characters of each cell; `what` is the name of the text in error messages."""
    size, rest = divmod(len(text), n_cells)
    if rest or not size:
        raise UnreadableError(
            "{what}: {n} characters cannot be divided evenly among {n_cells} cells",
            n=len(text),
            what=what,
            n_cells=n_cells,
        )
    if size == 1:
        return text
    return [text[start : start + size] for start in range(0, len(text), size)]


def dumps(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of text, with a newline."""
    lose_extras(puzzle)
    n_pieces = len(puzzle.sizes)
    if n_pieces <= len(_LETTERS):
        whole = sum(puzzle.sizes) == len(puzzle.pieces)
        numbers = bytes(puzzle.pieces if whole else [piece & 0xFF for piece in puzzle.pieces])
        pieces = numbers.translate(_LETTER_TABLE).decode()
    else:
        size = 2 if n_pieces <= 26**2 else 3
        pieces = "".join([_code(piece, size) for piece in puzzle.pieces])
    givens = bytes(puzzle.givens).translate(_DIGIT_TABLE).decode()
    if " " in givens:  # a given above 9
        givens = "".join([f"{given:02}" if given else ".." for given in puzzle.givens])
    return f"{puzzle.width}x{puzzle.height}:{pieces}:{givens}\n"


def _code(piece: int, size: int) -> str:
    """Return the piece's number in base 26, written with letters, or `#` for a missing cell."""
    if piece == MISSING:
        return "#" * size
    code = ""
    for _ in range(size):
        piece, digit = divmod(piece, 26)
        code = string.ascii_lowercase[digit] + code
    return code
