"""A verifier of match5's .fivo files, written from `docs/formats/match5-fivo.md`, without code of zet."""

import unicodedata
import zlib

Rows = list[list[int]]
EMPTY, BLUE, ABSENT = 0, 2, 3


def fault_of(data: bytes) -> str | None:
    """Return the first fault of a file, or None."""

    def number(at: int, size: int) -> int:
        return int.from_bytes(data[at : at + size], "little")

    if len(data) < 160 or data[:4] != b"FIVO":
        return "header"
    if number(4, 2) != 1 or number(6, 2) > 1 or number(8, 4) != 160:
        return "version, flags or size"
    if number(12, 4) > 200_000 or len(data) != 160 + 36 * number(12, 4):
        return "number of patterns"
    if number(16, 4) != zlib.crc32(data[160:]):
        return "checksum of KN"
    if number(20, 4) != zlib.crc32(data[:20] + b"\0\0\0\0" + data[24:160]):
        return "checksum of the header"
    if number(32, 8) > number(24, 8):
        return "more losses than games"
    has_password = number(6, 2) == 1
    if data[41:45] != (bytes([1, 14, 8, 1]) if has_password else bytes(4)) or any(data[45:48]):
        return "password parameters, or zeros"
    if not has_password and any(data[112:160]):
        return "salt or hash"
    name = data[48 : 48 + data[40]]
    if not 1 <= data[40] <= 64 or any(data[48 + data[40] : 112]):
        return "length of the name"
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return "name is not UTF-8"
    categories = {unicodedata.category(sign) for sign in text.replace(" ", "")}
    if not categories or any(one[0] in "CZ" for one in categories):
        return "name is not printable"
    if text != unicodedata.normalize("NFC", text):
        return "name is not in normal form C"
    return _fault_of_patterns(data[160:])


def _fault_of_patterns(data: bytes) -> str | None:
    level, seen = 0, set()
    for at in range(0, len(data), 36):
        rows, tops, fault = _read(data[at : at + 36])
        if fault:
            return f"pattern {at // 36 + 1}: {fault}"
        if tops[4] < level:
            return f"pattern {at // 36 + 1}: level lower than the one before"
        level = tops[4]
        images = _images(rows)
        if images & seen:
            return f"pattern {at // 36 + 1}: the same as another"
        seen |= images
    return None


def _read(record: bytes) -> tuple[Rows, list[int], str]:
    """Return the rows of a pattern, its nine top bytes, and a fault or an empty text."""
    words = [int.from_bytes(record[at : at + 4], "little") for at in range(0, 36, 4)]
    tops = [word >> 24 for word in words]
    board = [[word >> 2 * x & 3 for x in range(9)] for word in words]
    right, bottom, x, y, level, white, red, blue, zero = tops
    fields = [value for row in board for value in row]
    if any(word >> 18 & 63 for word in words) or zero:
        return board, tops, "zeros"
    if right > 8 or bottom > 8:
        return board, tops, "rectangle"
    inside = {(column, row) for column in range(right + 1) for row in range(bottom + 1)}
    used = {(column, row) for column in range(9) for row in range(9) if board[row][column] != ABSENT}
    if not used <= inside:
        return board, tops, "fields outside the rectangle"
    for edge in (
        [(column, 0) for column in range(right + 1)], [(column, bottom) for column in range(right + 1)],
        [(0, row) for row in range(bottom + 1)], [(right, row) for row in range(bottom + 1)],
    ):  # fmt: skip
        if not used & set(edge):
            return board, tops, "rectangle larger than its contents"
    if (x, y) not in inside or board[y][x] != EMPTY:
        return board, tops, "focus"
    if not 1 <= level <= 40:
        return board, tops, "level"
    if (white, red, blue) != (fields.count(EMPTY), 0, fields.count(BLUE)) or 1 in fields or not blue:
        return board, tops, "counts"
    if white < 2 * level - 1:
        return board, tops, "too few empty fields"
    if not any(
        all((column + i * dx, row + i * dy) in used for i in range(5))
        for column, row in used
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    ):
        return board, tops, "no five"
    return [row[: right + 1] for row in board[: bottom + 1]], tops, ""


def _images(rows: Rows) -> set[str]:
    """Return the eight images of a pattern."""
    found = set()
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        found |= {str(rows), str(rows[::-1])}
    return found


def patterns_of(data: bytes) -> list[tuple[list[int], int]]:
    """Return the 81 fields and the level of each pattern of a file without a fault."""
    found = []
    for at in range(160, len(data), 36):
        record = data[at : at + 36]
        words = [int.from_bytes(record[at : at + 4], "little") for at in range(0, 36, 4)]
        found.append(([word >> 2 * x & 3 for word in words for x in range(9)], record[19]))
    return found
