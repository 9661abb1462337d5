"""Knowledge files of match5: `.fivo` version 1, and the bare KN dump inside it.

KN is the array of the original program as its author describes it: 9 little-endian 32-bit words for each
pattern, a row of fields each, two bits a field from bit 0 on; the top bytes hold x2, y2, fx, fy, level,
white, red, blue and nothing. The header of 160 bytes around it is zet's own.
`docs/formats/match5-fivo.md` describes both.
"""

import struct
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from zet.engines.match5.model import (
    ABSENT,
    BLUE,
    EMPTY,
    MAX_PATTERNS,
    RED,
    SIZE,
    Knowledge,
    Lock,
    Pattern,
    PatternError,
    check_pattern,
    check_patterns,
)
from zet.formats.errors import FormatError, UnwritableError

MAGIC = b"FIVO"
VERSION = 1
RECORD = 36
MAX_NAME = 64

_HEADER = struct.Struct("<4sHHIIIIQQB4B3s64s16s32s")
_KDF = (1, 14, 8, 1)
_WORDS = struct.Struct("<9I")
_ROW = 0x3FFFF
_UNUSED = 0xFC0000

# The four fields that a byte holds, and the byte that holds them.
_FIELDS_OF_BYTE = [bytes(byte >> shift & 3 for shift in (0, 2, 4, 6)) for byte in range(256)]


def read_fivo(data: bytes, source: str) -> Knowledge:
    """Return the knowledge of a `.fivo` file.

    Raises:
        FormatError: it is damaged, or not of version 1; the reason gives the offset or the pattern.
    """

    def refuse(offset: int, reason: str) -> FormatError:
        return FormatError(source, None, f"offset {offset}: {reason}")

    if len(data) < _HEADER.size:
        raise refuse(len(data), f"the file ends within the header of {_HEADER.size} bytes")
    (
        _, version, flags, header_size, count, patterns_crc, header_crc, games, losses, name_size,
        *kdf, zeros, raw_name, salt, digest,
    ) = _HEADER.unpack_from(data)  # fmt: skip
    if version != VERSION:
        raise refuse(4, f"version {version}; version {VERSION} is read")
    if header_size != _HEADER.size:
        raise refuse(8, f"a header of {header_size} bytes, where version 1 has {_HEADER.size}")
    if zlib.crc32(data[:20] + bytes(4) + data[24 : _HEADER.size]) != header_crc:
        raise refuse(20, "the checksum of the header is wrong")
    if count > MAX_PATTERNS:
        raise refuse(12, f"{count} patterns; at most {MAX_PATTERNS}")
    end = _HEADER.size + RECORD * count
    if len(data) != end:
        what = "the file ends here" if len(data) < end else f"{len(data) - end} bytes too many"
        raise refuse(min(len(data), end), f"{what}; {count} patterns take {end} bytes")
    if zlib.crc32(data[_HEADER.size :]) != patterns_crc:
        raise refuse(16, "the checksum of the patterns is wrong")
    if flags > 1:
        raise refuse(6, f"unknown flags {flags:#06x}")
    if zeros != bytes(3):
        raise refuse(45, "bytes that must be zero are not")
    if tuple(kdf) != (_KDF if flags else (0, 0, 0, 0)):
        raise refuse(41, f"unknown password parameters {tuple(kdf)}")
    if not flags and (salt != bytes(16) or digest != bytes(32)):
        raise refuse(112, "salt and hash without a password")
    if losses > games:
        raise refuse(32, f"{losses} losses in {games} games")
    if not 1 <= name_size <= MAX_NAME or any(raw_name[name_size:]):
        raise refuse(40, "the name must have 1 to 64 bytes, and zeros after it")
    try:
        name = check_name(raw_name[:name_size].decode())
    except ValueError as error:
        reason = "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
        raise refuse(48, f"the name: {reason}") from None
    lock = Lock(salt, digest) if flags else None
    return Knowledge(name, read_records(data[_HEADER.size :], source), games, losses, lock)


def write_fivo(knowledge: Knowledge) -> bytes:
    """Return the `.fivo` file of a knowledge base, which must be a good one."""
    records = _records(knowledge.patterns)
    name = knowledge.name.encode()
    lock = knowledge.lock or Lock(bytes(16), bytes(32))

    def header(crc: int) -> bytes:
        return _HEADER.pack(
            MAGIC, VERSION, knowledge.lock is not None, _HEADER.size, len(knowledge.patterns),
            zlib.crc32(records), crc, knowledge.games, knowledge.losses, len(name),
            *(_KDF if knowledge.lock else (0, 0, 0, 0)), bytes(3), name, lock.salt, lock.digest,
        )  # fmt: skip

    return header(zlib.crc32(header(0))) + records


def read_kn(data: bytes, source: str) -> Knowledge:
    """Return the knowledge of a bare KN dump; its name is that of the file.

    Raises:
        FormatError: it is none; the reason gives the pattern and its field.
    """
    if not data or len(data) % RECORD:
        raise FormatError(
            source, None, f"{len(data)} bytes are no whole number of patterns of {RECORD} bytes"
        )
    return Knowledge(name_of_source(source), read_records(data, source))


def write_kn(knowledge: Knowledge) -> bytes:
    """Return the patterns alone.

    Raises:
        UnwritableError: there are none; an empty dump cannot be told from any other empty file.
    """
    if not knowledge.patterns:
        raise UnwritableError("a bare KN dump holds at least one pattern")
    return _records(knowledge.patterns)


def read_records(data: bytes, source: str) -> tuple[Pattern, ...]:
    """Return the patterns of a KN array, which has a whole number of records."""
    if len(data) > RECORD * MAX_PATTERNS:
        raise FormatError(source, None, f"{len(data) // RECORD} patterns; at most {MAX_PATTERNS}")
    patterns = []
    for at in range(0, len(data), RECORD):
        try:
            patterns.append(_pattern(data, at))
        except PatternError as error:
            raise FormatError(source, None, f"pattern {at // RECORD + 1}: {error}") from None
    try:
        check_patterns(patterns)
    except PatternError as error:
        raise FormatError(source, None, str(error)) from None
    return tuple(patterns)


def _pattern(data: bytes, at: int) -> Pattern:
    """Return the pattern of one record."""
    words = _WORDS.unpack_from(data, at)
    right, bottom, focus_x, focus_y, level, white, red, blue, rest = (word >> 24 for word in words)
    if any(word & _UNUSED for word in words):
        row = next(row for row, word in enumerate(words) if word & _UNUSED)
        raise PatternError(f"bits 18-23 of row {row} are not zero")
    if rest:
        raise PatternError("the top byte of row 8 is not zero")
    if right >= SIZE or bottom >= SIZE:
        raise PatternError(f"x2, y2: ({right}, {bottom}) is not on the board")
    width, height = right + 1, bottom + 1
    rows = [
        b"".join([_FIELDS_OF_BYTE[byte] for byte in data[start : start + 3]])[:SIZE]
        for start in range(at, at + RECORD, 4)
    ]
    outside = [row[width:] if y < height else row for y, row in enumerate(rows)]
    if any(part.count(ABSENT) != len(part) for part in outside):
        raise PatternError("fields: some outside the rectangle take part")
    fields = b"".join([row[:width] for row in rows[:height]])
    if focus_x >= width or focus_y >= height:
        raise PatternError(f"fx, fy: the focus ({focus_x}, {focus_y}) is outside the rectangle")
    pattern = check_pattern(Pattern(width, height, fields, focus_y * width + focus_x, level))
    for name, value in (("white", EMPTY), ("red", RED), ("blue", BLUE)):
        stated, counted = {"white": white, "red": red, "blue": blue}[name], fields.count(value)
        if stated != counted:
            raise PatternError(f"{name}: {stated} is stated, and {counted} are there")
    return pattern


def _records(patterns: Iterable[Pattern]) -> bytes:
    return b"".join([_record(pattern) for pattern in patterns])


def _record(pattern: Pattern) -> bytes:
    x, y = pattern.place(pattern.focus)
    tops = (pattern.width - 1, pattern.height - 1, x, y, pattern.level, pattern.white, 0, pattern.blue, 0)
    board = pattern.on_board()
    rows = (board[start : start + SIZE] for start in range(0, len(board), SIZE))
    return _WORDS.pack(*(top << 24 | _word(row) for top, row in zip(tops, rows, strict=True)))


def _word(row: Sequence[int]) -> int:
    return sum(value << 2 * x for x, value in enumerate(row))


def check_name(name: str) -> str:
    """Return the name of a player if a file can hold it.

    Raises:
        ValueError: why not.
    """
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        raise ValueError("it cannot be written in UTF-8") from None
    if not 1 <= size <= MAX_NAME:
        raise ValueError(f"a name has 1 to {MAX_NAME} bytes in UTF-8")
    if not unicodedata.is_normalized("NFC", name):
        raise ValueError("it is not in Unicode's normal form C")
    if not name.isprintable() or name.isspace():
        raise ValueError("a name is made of printable characters")
    return name


def name_of_source(source: str) -> str:
    """Return the name of a player for a source that holds none: that of the file, as far as it serves."""
    stem = unicodedata.normalize("NFC", "".join(filter(str.isprintable, Path(source).stem)))
    name = stem.encode(errors="ignore")[:MAX_NAME].decode(errors="ignore").strip()
    return name if name and name != "-" else "unnamed"
