"""Tectonic puzzles as pzprv3 files, the file format of puzz.link (pzpr) and related programs.

A file consists of these lines, which may also be joined by `/`: `pzprv3`, `suguru`, rows, columns; the
walls right of the cells and below them (0 or 1); the givens (`.` for an open cell, `#` for a missing
cell); the answers (`.`, a digit, or `.[1,2,,]` for candidates), which become the puzzle's notes. Text
after the answers is ignored. Source: the pzpr project, `src/puzzle/FileData.js` and
`src/variety/ripple.js`. Not supported: clues without a value (`-`), which are refused.
"""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from operator import and_
from typing import cast

from zet.engines.messages import Message
from zet.engines.tectonic.model import (
    MISSING,
    Puzzle,
    PuzzleError,
    check_size,
    digits_of,
    in_lines,
    mask_of,
)
from zet.formats.errors import FormatError, UnreadableError, attempt
from zet.formats.files import rewound
from zet.formats.lines import numbered_lines
from zet.formats.tectonic.borders import borders_of, pieces_of
from zet.formats.tectonic.lost import NOTES, lose_extras, lose_notes_of_givens

CHUNK = 1 << 16
MAX_PLAIN = 1 << 19
"""The size in bytes above which a puzzle, and all puzzles after it, are parsed line by line."""

_RIGHT = Message("walls right of the cells")
_BELOW = Message("walls below the cells")
_GIVENS = Message("givens")
_ANSWERS = Message("answers")
_BITS = b"01".ljust(256)
_TOKENS = b".123456789".ljust(256)
_SINGLE = frozenset([0, *(1 << digit for digit in range(9))])
_IF_OPEN = b"\xff".ljust(256, b"\0")
_BEGINS = re.compile(rb"\npzprv3[\0-\t\x0b-\x7f]*(?=\n)")  # a line with other bytes may be invalid text
_HEAD = re.compile(rb"pzprv3(?:\.\d+)?\nsuguru\n([1-9]\d?|100)\n([1-9]\d?|100)\n")
_OPEN = bytes.maketrans(b"0123456789", b"." * 10)
_IS_WALL = bytes(byte == ord("1") for byte in range(256))
_VALUES = bytes.maketrans(b".0123456789", bytes([0, *range(10)]))
_ANSWER = re.compile(r"[-.+=%]?(\d{0,2})(?:\[([\d,]*)\])?", re.ASCII)


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Puzzle | FormatError]:
    """Yield the puzzles in a file; each begins at a `pzprv3` line."""
    waiting = b""
    n_lines = 0  # the number of lines of all earlier records
    while chunk := stream.read1(CHUNK):
        at, seen = 0, max(waiting.rfind(b"\n"), 0)
        waiting += chunk
        for begins in _BEGINS.finditer(waiting, seen):
            end = begins.start() + 1
            yield from _record(waiting[at:end], source, n_lines)
            n_lines += waiting.count(b"\n", at, end)
            at = end
        waiting = waiting[at:]
        if len(waiting) > MAX_PLAIN:
            yield from _by_line(rewound(waiting, stream), source, n_lines)
            return
    yield from _record(waiting, source, n_lines)


def _record(data: bytes, source: str, n_lines: int) -> Iterable[Puzzle | FormatError]:
    """Return the puzzles and errors of the lines from one `pzprv3` line to the next.

    `n_lines` is the number of lines before these lines in the file.
    """
    puzzle = _plain(data)
    return (puzzle,) if puzzle else _by_line(io.BytesIO(data), source, n_lines)


def _plain(data: bytes) -> Puzzle | None:
    """Parse a record in the form in which zet and pzpr write it, without candidates or values above 9.

    The result is None if the record has another form or is not a valid puzzle. Parsing the record line by
    line would yield the same puzzle.
    """
    head = _HEAD.match(data)
    if head is None or not data.isascii() or b"\npzprv3" in data:
        return None
    height, width = int(head[1]), int(head[2])
    frame = _frame(width, height)
    body = data[head.end() : head.end() + len(frame)]
    if body.translate(_OPEN) != frame:
        return None
    tokens = body.translate(None, b" \n")
    n_cells = width * height
    n_right, n_walls = n_cells - height, 2 * n_cells - height - width
    walls, values = tokens[:n_walls].translate(_IS_WALL), tokens[n_walls:]
    if b"0" in values:
        return None
    labels: Sequence[int | None] = pieces_of(width, height, walls[:n_right], walls[n_right:])
    if n_cells <= 256:
        labels = bytes(cast("list[int]", labels))  # a puzzle is built faster from bytes
    givens, answers = values[:n_cells].translate(_VALUES), values[n_cells:]
    notes = [1 << digit >> 1 for digit in answers.translate(_VALUES)] if answers.strip(b".") else None
    try:
        return Puzzle.build(width, height, labels, givens, notes)
    except PuzzleError:
        return None


@lru_cache
def _frame(width: int, height: int) -> bytes:
    """Return the four blocks of an empty board without walls, with a dot and a blank for each value."""
    shapes = (width - 1, height), (width, height - 1), (width, height), (width, height)
    return b"".join((b". " * columns + b"\n") * rows for columns, rows in shapes)


def _by_line(stream: io.BufferedIOBase, source: str, n_lines: int) -> Iterator[Puzzle | FormatError]:
    """Yield the puzzles that follow the first `n_lines` lines of a file."""
    block: list[str] = []
    start = 1
    for number, text in numbered_lines(stream, source, before=n_lines):
        if isinstance(text, FormatError):
            yield text
            continue
        if text.startswith("pzprv3"):
            if block:
                yield attempt(source, start, loads, "/".join(block))
            block, start = [], number
        is_comment = not block and (not text.strip() or text.startswith("#"))
        if len(block) < 1000 and not is_comment:
            block.append(text)
    if block:
        yield attempt(source, start, loads, "/".join(block))


def loads(text: str) -> Puzzle:
    """Return the puzzle in the text of a pzprv3 file.

    >>> loads("pzprv3/suguru/1/2/0 /1 . /. 2 /").notes
    (0, 2)

    Raises:
        ValueError: the text is not a pzprv3 file, or its content is not a valid puzzle.
    """
    lines = text.replace("\n", "/").split("/")
    if len(lines) < 4 or not lines[0].startswith("pzprv3") or lines[1].strip() != "suguru":
        raise UnreadableError("expected 'pzprv3', 'suguru', the number of rows and the number of columns")
    try:
        height, width = int(lines[2]), int(lines[3])
    except ValueError:
        raise UnreadableError("the numbers of rows and columns must be integers") from None
    check_size(width, height)
    at = 4
    blocks = []
    for name, rows, columns in (
        (_RIGHT, height, width - 1),
        (_BELOW, height - 1, width),
        (_GIVENS, height, width),
        (_ANSWERS, height, width),
    ):
        tokens = " ".join(lines[at : at + rows]).split()
        at += rows
        if name is _ANSWERS and not tokens:
            tokens = ["."] * (rows * columns)
        if len(tokens) != rows * columns:
            raise UnreadableError(
                "expected {rows} x {columns} {name}, found {n} values",
                n=len(tokens),
                rows=rows,
                columns=columns,
                name=name,
            )
        blocks.append(tokens)
    right, below = (list(map("1".__eq__, walls)) for walls in blocks[:2])
    missing = [cell for cell, token in enumerate(blocks[2]) if token == "#"] if "#" in blocks[2] else []
    givens = _values(_given, blocks[2])
    notes = _values(_note, blocks[3]) if set(blocks[3]) != {"."} else ()
    labels = pieces_of(width, height, right, below, missing)
    return Puzzle.build(width, height, labels, givens, notes if any(notes) else None)


def _values(value: Callable[[str], int], tokens: list[str]) -> list[int]:
    """Return the value of each token; equal tokens are converted by `value` only once."""
    values = {token: value(token) for token in dict.fromkeys(tokens)}
    return [values[token] for token in tokens]


def _given(token: str) -> int:
    if token in (".", "#"):
        return 0
    if token == "-":
        raise UnreadableError("the clue '-' has no value, so it is not a given")
    if not (token.isascii() and token.isdecimal() and 1 <= int(token[:3]) <= 64):
        raise UnreadableError("expected a digit or '.', not {token!r}", token=token[:20])
    return int(token)


def _note(token: str) -> int:
    match = _ANSWER.fullmatch(token.replace("#", "."))
    if match is None:
        raise UnreadableError("expected an answer or '.', not {token!r}", token=token[:20])
    digits = [match[1], *(match[2] or "").split(",")]
    values = [int(digit[:3]) for digit in digits if digit]
    if not all(1 <= value <= 64 for value in values):
        raise UnreadableError("{token!r} contains a digit that is not from 1 to 64", token=token[:20])
    return mask_of(values)


def dumps(puzzle: Puzzle) -> str:
    """Return a puzzle as a pzprv3 file, with a line for each row of each block.

    A cell's single note is written as its answer; several notes are written as candidates.

    Raises:
        UnwritableError: a piece is not connected.
    """
    width, height = puzzle.width, puzzle.height
    right, below = (walls.translate(_BITS) for walls in borders_of(puzzle))
    blocks = (
        in_lines(width - 1, height, right),
        in_lines(width, height - 1, below),
        _plain_blocks(puzzle) or _blocks(puzzle),
    )
    lose_extras(puzzle, NOTES)
    lose_notes_of_givens(puzzle)
    return f"pzprv3\nsuguru\n{height}\n{width}\n{b''.join(blocks).decode()}"


def _plain_blocks(puzzle: Puzzle) -> bytes | None:
    """Return the blocks of givens and answers; None if an entry is longer than one character."""
    digits = bytes(puzzle.givens)
    if not puzzle.notes:
        digits += bytes(len(digits))
    elif _SINGLE.issuperset(puzzle.notes):
        digits += bytes(map(and_, map(int.bit_length, puzzle.notes), digits.translate(_IF_OPEN)))
    else:
        return None
    tokens = digits.translate(_TOKENS)
    if b" " in tokens or MISSING in puzzle.pieces:
        return None
    return in_lines(puzzle.width, 2 * puzzle.height, tokens)


def _blocks(puzzle: Puzzle) -> bytes:
    """Return the blocks of givens and answers."""
    givens = [str(given) if given else "." for given in puzzle.givens]
    answers = ["."] * len(givens)
    if puzzle.notes:
        both = zip(puzzle.givens, puzzle.notes, strict=True)
        answers = ["." if given else _answer(note) for given, note in both]
    if MISSING in puzzle.pieces:
        cells = zip(givens, puzzle.pieces, strict=True)
        givens = ["#" if piece == MISSING else given for given, piece in cells]
    rows = puzzle.rows(givens) + puzzle.rows(answers)
    return "".join([" ".join([*row, "\n"]) for row in rows]).encode()


@lru_cache(1 << 12)
def _answer(mask: int) -> str:
    digits = [str(digit) for digit in digits_of(mask)]
    if len(digits) < 2:
        return digits[0] if digits else "."
    return f".[{','.join(digits)}]"
