"""The bare KN dump of match5: the original program's pattern array, as its author documented it.

A pattern has 9 little-endian 32-bit words, one per row of fields, with two bits per field, starting at
bit 0; the top bytes of the words are x2, y2, fx, fy, level, white, red, blue and zero. See
`docs/formats/match5-fivo.md`.
"""

import struct
from collections.abc import Callable, Iterable
from typing import TypeVar

from zet.engines.match5.model import (
    ABSENT,
    BLUE,
    EMPTY,
    MAX_PATTERNS,
    RED,
    SIZE,
    Knowledge,
    Pattern,
    PatternError,
    check_pattern,
    check_patterns,
)
from zet.engines.messages import Message
from zet.formats.errors import UnreadableError, UnwritableError, with_source
from zet.formats.losses import lose
from zet.formats.match5.names import name_of_file
from zet.formats.match5.storable import check_storable

Part = TypeVar("Part")

RECORD = 36

_WORDS = struct.Struct("<9I")
_UNUSED = 0xFC0000

# The four fields in a byte, and the byte for four fields.
_FIELDS_OF_BYTE = [bytes(byte >> shift & 3 for shift in (0, 2, 4, 6)) for byte in range(256)]


@with_source
def loads(data: bytes, source: str) -> Knowledge:
    """Return the knowledge stored in a bare KN dump; the player is named after the file.

    Raises:
        FormatError: the data is not a KN dump; the reason gives the pattern and its field.
    """
    if not data or len(data) % RECORD:
        raise UnreadableError(
            "{n} bytes are not a whole number of patterns of {size} bytes", n=len(data), size=RECORD
        )
    return Knowledge(name_of_file(source), patterns_of(data))


def dumps(knowledge: Knowledge) -> bytes:
    """Return the KN dump of a knowledge base's patterns, without its name and other data.

    Raises:
        UnwritableError: there are no patterns (an empty dump looks like any other empty file), or the
            knowledge is not valid.
    """
    check_storable(knowledge)
    if not knowledge.patterns:
        raise UnwritableError("a bare KN dump must contain at least one pattern")
    lose(Message("name"))
    for part, is_there in (
        (Message("games"), knowledge.games),
        (Message("losses"), knowledge.losses),
        (Message("password"), knowledge.lock),
    ):
        if is_there:
            lose(part)
    return records_of(knowledge.patterns)


def patterns_of(data: bytes) -> tuple[Pattern, ...]:
    """Return the patterns of a KN array, whose length must be a multiple of RECORD.

    Raises:
        ValueError: the array has too many patterns, or an invalid pattern.
    """
    if len(data) > RECORD * MAX_PATTERNS:
        raise UnreadableError(
            "{n} patterns; at most {most} are allowed", n=len(data) // RECORD, most=MAX_PATTERNS
        )
    return read_patterns(range(0, len(data), RECORD), lambda at: _pattern(data, at))


def read_patterns(parts: Iterable[Part], read: Callable[[Part], Pattern]) -> tuple[Pattern, ...]:
    """Parse each part as a pattern, and return the patterns if they form a valid knowledge base.

    Raises:
        ValueError: a pattern is invalid; the reason gives its number.
    """
    patterns = []
    for number, part in enumerate(parts, 1):
        try:
            patterns.append(read(part))
        except PatternError as error:
            raise UnreadableError(
                "pattern {number}: {reason}", number=number, reason=str(error)
            ) from None
    check_patterns(patterns)
    return tuple(patterns)


def _pattern(data: bytes, at: int) -> Pattern:
    """Return the pattern in the record that begins at byte `at`."""
    words = _WORDS.unpack_from(data, at)
    right, bottom, focus_x, focus_y, level, white, red, blue, rest = (word >> 24 for word in words)
    if any(word & _UNUSED for word in words):
        row = next(row for row, word in enumerate(words) if word & _UNUSED)
        raise PatternError("bits 18-23 of row {row} are not zero", row=row)
    if rest:
        raise PatternError("the top byte of row 8 is not zero")
    if right >= SIZE or bottom >= SIZE:
        raise PatternError("x2, y2: ({right}, {bottom}) is not on the board", right=right, bottom=bottom)
    width, height = right + 1, bottom + 1
    rows = [
        b"".join([_FIELDS_OF_BYTE[byte] for byte in data[start : start + 3]])[:SIZE]
        for start in range(at, at + RECORD, 4)
    ]
    outside = [row[width:] if y < height else row for y, row in enumerate(rows)]
    if any(part.count(ABSENT) != len(part) for part in outside):
        raise PatternError("fields: the pattern has fields outside its rectangle")
    fields = b"".join([row[:width] for row in rows[:height]])
    if focus_x >= width or focus_y >= height:
        raise PatternError(
            "fx, fy: the focus ({focus_x}, {focus_y}) is outside the rectangle",
            focus_x=focus_x,
            focus_y=focus_y,
        )
    pattern = check_pattern(Pattern(width, height, fields, focus_y * width + focus_x, level))
    for name, stated, value in (("white", white, EMPTY), ("red", red, RED), ("blue", blue, BLUE)):
        counted = fields.count(value)
        if stated != counted:
            raise PatternError(
                "{name}: the record states {stated}, but contains {counted}",
                name=name,
                stated=stated,
                counted=counted,
            )
    return pattern


def records_of(patterns: Iterable[Pattern]) -> bytes:
    """Return patterns as a KN array."""
    return b"".join([_record(pattern) for pattern in patterns])


def _record(pattern: Pattern) -> bytes:
    x, y = pattern.place(pattern.focus)
    tops = (pattern.width - 1, pattern.height - 1, x, y, pattern.level, pattern.white, 0, pattern.blue, 0)
    board = pattern.on_board()
    rows = (board[start : start + SIZE] for start in range(0, len(board), SIZE))
    words = (sum(value << 2 * x for x, value in enumerate(row)) for row in rows)
    return _WORDS.pack(*(top << 24 | word for top, word in zip(tops, words, strict=True)))
