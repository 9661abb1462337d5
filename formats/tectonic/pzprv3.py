"""Tectonic puzzles as pzprv3 files, the file format of puzz.link (pzpr) and its kin.

Lines, or the same joined by `/`: `pzprv3`, `suguru`, rows, columns; the walls right of the cells and
below them (0 or 1); the givens (`.` for none, `#` where a cell is missing); the answers (`.`, a digit, or
`.[1,2,,]` for candidates), which become the puzzle's notes. What follows the answers is not read. Source:
the pzpr project, `src/puzzle/FileData.js` and `src/variety/ripple.js`. Not supported: clues without a
value (`-`), which are refused.
"""

import io
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from zet.engines.messages import Message
from zet.engines.tectonic.model import MISSING, Puzzle, check_size, digits_of, mask_of
from zet.formats.errors import FormatError, UnreadableError, attempt
from zet.formats.lines import numbered_lines
from zet.formats.tectonic.borders import borders_of, pieces_of

_RIGHT = Message("walls right of the cells")
_BELOW = Message("walls below the cells")
_GIVENS = Message("givens")
_ANSWERS = Message("answers")
_BITS = b"01".ljust(256)
_ANSWER = re.compile(r"[-.+=%]?(\d{0,2})(?:\[([\d,]*)\])?", re.ASCII)


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Puzzle | FormatError]:
    """Yield the puzzles of a file; each begins at a line `pzprv3`."""
    block: list[str] = []
    start = 1
    for number, text in numbered_lines(stream, source):
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
    """Return the puzzle of one file.

    >>> loads("pzprv3/suguru/1/2/0 /1 . /. 2 /").notes
    (0, 2)

    Raises:
        ValueError: the text is no such file, or what it holds is no puzzle.
    """
    lines = text.replace("\n", "/").split("/")
    if len(lines) < 4 or not lines[0].startswith("pzprv3") or lines[1].strip() != "suguru":
        raise UnreadableError("expected pzprv3, suguru, the number of rows and of columns")
    try:
        height, width = int(lines[2]), int(lines[3])
    except ValueError:
        raise UnreadableError("the number of rows and of columns must be integers") from None
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
                "{n} values for {rows} x {columns} {name}",
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
    """Return the value of each token; equal ones are looked at once."""
    values = {token: value(token) for token in dict.fromkeys(tokens)}
    return [values[token] for token in tokens]


def _given(token: str) -> int:
    if token in (".", "#"):
        return 0
    if token == "-":
        raise UnreadableError("the clue - has no value, and is not a given")
    if not (token.isascii() and token.isdecimal() and 1 <= int(token[:3]) <= 64):
        raise UnreadableError("expected a digit or ., not {token!r}", token=token[:20])
    return int(token)


def _note(token: str) -> int:
    match = _ANSWER.fullmatch(token.replace("#", "."))
    if match is None:
        raise UnreadableError("expected an answer or ., not {token!r}", token=token[:20])
    digits = [match[1], *(match[2] or "").split(",")]
    values = [int(digit[:3]) for digit in digits if digit]
    if not all(1 <= value <= 64 for value in values):
        raise UnreadableError("{token!r} holds a digit that is not from 1 to 64", token=token[:20])
    return mask_of(values)


def dumps(puzzle: Puzzle) -> str:
    """Return the file, a line for each row of each block.

    A single note of a cell is written as its answer, several as candidates.

    Raises:
        UnwritableError: a piece is not connected.
    """
    right, below = (bytes(walls).translate(_BITS).decode() for walls in borders_of(puzzle))
    answers = ["."] * len(puzzle.givens)
    if puzzle.notes:
        both = zip(puzzle.givens, puzzle.notes, strict=True)
        answers = ["." if given else _answer(note) for given, note in both]
    givens = [str(given) if given else "." for given in puzzle.givens]
    if MISSING in puzzle.pieces:
        cells = zip(givens, puzzle.pieces, strict=True)
        givens = ["#" if piece == MISSING else given for given, piece in cells]
    width, height = puzzle.width, puzzle.height
    rows = ["pzprv3", "suguru", str(height), str(width)]
    for tokens, size, count in (
        (right, width - 1, height),
        (below, width, height - 1),
        (givens, width, height),
        (answers, width, height),
    ):
        line = " ".join(tokens) + " "
        if len(line) == 2 * size * count:
            rows += [line[at : at + 2 * size] for at in range(0, len(line), 2 * size)]
        else:
            rows += [" ".join([*tokens[row * size : (row + 1) * size], ""]) for row in range(count)]
    return "\n".join(rows) + "\n"


@lru_cache(1 << 12)
def _answer(mask: int) -> str:
    digits = [str(digit) for digit in digits_of(mask)]
    if len(digits) < 2:
        return digits[0] if digits else "."
    return f".[{','.join(digits)}]"
