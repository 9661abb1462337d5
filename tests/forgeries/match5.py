"""Forged knowledge files of match5 (`.fivo`); checksums are repaired, except those that are forged."""

import json
import tempfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import plain_match5
from commands import ROOT, run
from forgeries.forging import HONEST, Judged, Kind, Made, compared, forgeries
from verifiers.match5_fivo import fault_of, patterns_of

HEADER = 160
RECORD = 36


@cache
def honest_files() -> list[Made]:
    """Return small files: of the samples, with and without a password, and of a short training."""
    with tempfile.TemporaryDirectory() as folder:
        trained = Path(folder, "trained.fivo")
        run(f"zet match5 new {trained} --name Kees")
        run(f"zet match5 train {trained} --opponent greedy --games 30 --seed 1")
        paths = [ROOT / "samples/match5/ann.fivo", ROOT / "samples/match5/owned.fivo", trained]
        return [split(path.read_bytes()) for path in paths]


def split(data: bytes) -> Made:
    """Return a file in parts: its header, and up to 12 of its patterns."""
    records = [list(data[at : at + RECORD]) for at in range(HEADER, len(data), RECORD)]
    return {"header": list(data[:HEADER]), "records": records[:: max(1, len(records) // 12)]}


def joined(one: Made) -> bytes:
    """Return the bytes of a file; its number of patterns and its checksums are right unless forged."""
    header, body = bytearray(one["header"]), b"".join(map(bytes, one["records"]))
    header[12:16] = (len(one["records"]) + one.get("more", 0)).to_bytes(4, "little")
    header[16:20] = (zlib.crc32(body) ^ one.get("body crc", 0)).to_bytes(4, "little")
    header[20:24] = bytes(4)
    header[20:24] = (zlib.crc32(header) ^ one.get("header crc", 0)).to_bytes(4, "little")
    data = bytes(header) + body + bytes(one.get("after", ()))
    return data[: len(data) - one.get("cut", 0)]


def header(at: int, *values: int) -> Kind:
    """Return a kind that sets a byte of the header."""

    def forge(random: Random, one: Made) -> None:
        one["header"][at] = random.choice(values) if values else random.randrange(256)

    return forge


def beside(key: str, least: int, most: int) -> Kind:
    """Return a kind that gives a false number when the file is put together."""

    def forge(random: Random, one: Made) -> None:
        one[key] = random.randint(least, most)

    return forge


def name_is(*names: bytes) -> Kind:
    def forge(random: Random, one: Made) -> None:
        name = random.choice(names)
        one["header"][40] = len(name)
        one["header"][48:112] = list(name.ljust(64, b"\0"))

    return forge


def any_byte_of_header(random: Random, one: Made) -> None:
    one["header"][random.randrange(HEADER)] ^= 1 << random.randrange(8)


def name_of_other_length(random: Random, one: Made) -> None:
    one["header"][40] += random.choice((-1, 1))


def more_losses(random: Random, one: Made) -> None:
    games = random.randrange(1 << 16)
    one["header"][24:40] = [*games.to_bytes(8, "little"), *(games + 1).to_bytes(8, "little")]


def record_kind(change: Callable[[Random, list[int]], bool | None]) -> Kind:
    """Return a kind that changes the record of a pattern."""

    def forge(random: Random, one: Made) -> bool | None:
        return change(random, random.choice(one["records"]))

    return forge


def fields_kind(change: Callable[[Random, list[list[int]], list[int]], bool | None]) -> Kind:
    """Return a kind that changes the fields of a pattern, or its numbers; white and blue are counted."""

    def forge(random: Random, one: Made) -> bool | None:
        at = random.randrange(len(one["records"]))
        record = bytes(one["records"][at])
        words = [int.from_bytes(record[start : start + 4], "little") for start in range(0, RECORD, 4)]
        board = [[word >> 2 * x & 3 for x in range(9)] for word in words]
        tops = [word >> 24 for word in words]
        if change(random, board, tops) is False:
            return False
        tops[5], tops[7] = (sum(row.count(value) for row in board) for value in (0, 2))
        packed = [sum(value << 2 * x for x, value in enumerate(row)) for row in board]
        words = [word | top << 24 for word, top in zip(packed, tops, strict=True)]
        one["records"][at] = list(b"".join(word.to_bytes(4, "little") for word in words))
        return None

    return forge


def put(value: int, *instead: int) -> Kind:
    """Return a kind that puts a value on a field of the rectangle."""

    def change(random: Random, board: list[list[int]], tops: list[int]) -> bool | None:
        places = [
            (x, y) for y in range(tops[1] + 1) for x in range(tops[0] + 1) if board[y][x] in instead
        ]  # fmt: skip
        if not places:
            return False
        x, y = random.choice(places)
        board[y][x] = value
        return None

    return fields_kind(change)


def outside(random: Random, board: list[list[int]], tops: list[int]) -> bool | None:
    places = [(x, y) for y in range(9) for x in range(9) if x > tops[0] or y > tops[1]]
    if not places:
        return False
    x, y = random.choice(places)
    board[y][x] = random.choice((0, 2))
    return None


def larger(random: Random, _board: list[list[int]], tops: list[int]) -> None:
    tops[random.randrange(2)] += 1


def smaller(random: Random, _board: list[list[int]], tops: list[int]) -> None:
    at = random.randrange(2)
    tops[at] = max(0, tops[at] - 1)


def move_focus(random: Random, board: list[list[int]], tops: list[int]) -> bool | None:
    places = [[x, y] for y in range(9) for x in range(9) if board[y][x] == 0 and [x, y] != tops[2:4]]
    if not places:
        return False
    tops[2:4] = random.choice(places)
    return None


def focus_anywhere(random: Random, _board: list[list[int]], tops: list[int]) -> None:
    tops[2:4] = [random.randrange(10), random.randrange(10)]


def other_level(*steps: int) -> Kind:
    def change(random: Random, _board: list[list[int]], tops: list[int]) -> None:
        tops[4] = max(0, tops[4] + random.choice(steps))

    return fields_kind(change)


def shift(_random: Random, board: list[list[int]], tops: list[int]) -> bool | None:
    """Move a pattern by a column; its rectangle begins at the first one all the same."""
    if tops[0] == 8:
        return False
    board[:] = [[3, *row[:8]] for row in board]
    tops[0] += 1
    tops[2] += 1
    return None


def mirrored(board: list[list[int]], tops: list[int]) -> None:
    width = tops[0] + 1
    board[:] = [[*row[:width][::-1], *row[width:]] for row in board]
    tops[2] = tops[0] - tops[2]


def mirror(_random: Random, board: list[list[int]], tops: list[int]) -> None:
    mirrored(board, tops)


def lie_in_counts(random: Random, record: list[int]) -> None:
    record[random.choice((23, 27, 31))] += random.choice((1, 2))


def unused_bits(random: Random, record: list[int]) -> None:
    record[4 * random.randrange(9) + 2] ^= 1 << random.randrange(2, 8)


def last_top(random: Random, record: list[int]) -> None:
    record[35] = random.randrange(1, 256)


def any_bit(random: Random, record: list[int]) -> None:
    record[random.randrange(RECORD)] ^= 1 << random.randrange(8)


def drop_pattern(random: Random, one: Made) -> None:
    one["records"].remove(random.choice(one["records"]))


def repeat_pattern(random: Random, one: Made) -> None:
    at = random.randrange(len(one["records"]))
    one["records"].insert(at, list(one["records"][at]))


def repeat_mirrored(random: Random, one: Made) -> None:
    at = random.randrange(len(one["records"]))
    copy: Made = {"records": [list(one["records"][at])]}
    fields_kind(mirror)(random, copy)
    one["records"].insert(at, copy["records"][0])


def exchange_patterns(random: Random, one: Made) -> None:
    at, to = random.sample(range(len(one["records"])), 2)
    one["records"][at], one["records"][to] = one["records"][to], one["records"][at]


def bytes_after(random: Random, one: Made) -> None:
    one["after"] = [random.randrange(256) for _ in range(random.choice((1, 36)))]


KINDS: dict[str, Kind] = {
    "magic": header(0, 0x66, 0),
    "version": header(4, 0, 2),
    "flags": header(6, 0, 1, 2, 3),
    "size of the header": header(8, 0, 159, 161),
    "number of patterns": beside("more", -1, 2),
    "checksum of the patterns": beside("body crc", 1, 1 << 31),
    "checksum of the header": beside("header crc", 1, 1 << 31),
    "more losses than games": more_losses,
    "length of the name": name_of_other_length,
    "name": name_is(b"", b" ", b"a\nb", b"\xff\xfe", b"e\xcc\x81", b"\xe2\x80\xae", b"a" * 64, b"Anna"),
    "after the name": header(111, 1, 255),
    "password parameters": header(42),
    "zeros": header(46, 1, 255),
    "salt": header(112),
    "hash": header(159),
    "any byte of the header": any_byte_of_header,
    "any bit of a pattern": record_kind(any_bit),
    "blue dropped": put(0, 2),
    "blue added": put(2, 0, 3),
    "field dropped": put(3, 0, 2),
    "field added": put(0, 3),
    "red": put(1, 0, 2, 3),
    "field outside": fields_kind(outside),
    "larger rectangle": fields_kind(larger),
    "smaller rectangle": fields_kind(smaller),
    "focus moved": fields_kind(move_focus),
    "focus anywhere": fields_kind(focus_anywhere),
    "level lower": other_level(-1, -2),
    "level higher": other_level(1, 2, 3),
    "pattern shifted": fields_kind(shift),
    "pattern mirrored": fields_kind(mirror),
    "numbers of fields": record_kind(lie_in_counts),
    "unused bits": record_kind(unused_bits),
    "last byte": record_kind(last_top),
    "pattern dropped": drop_pattern,
    "pattern repeated": repeat_pattern,
    "pattern repeated, mirrored": repeat_mirrored,
    "patterns exchanged": exchange_patterns,
    "truncated": beside("cut", 1, 200),
    "bytes after the patterns": bytes_after,
}


def judged(each: int, seed: int) -> Iterator[Judged]:
    """Yield the verdicts on the file, and on each pattern; the judges read bytes, and try every move.

    A proven pattern is a forced win in any number of moves, an unproven one none within its level.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.fivo")
        for kind, one in forgeries("match5", honest_files(), KINDS, each, seed):
            data = joined(one)
            path.write_bytes(data)
            done = run(f"zet match5 verify --prove --from fivo --format json {path}")
            answer = json.loads(done.stdout)
            text = f"{data.hex()}: {answer}"
            fault = fault_of(data)
            if answer["status"] == "error" or fault:
                says, expected = (
                    "refused" if is_bad else "read" for is_bad in (answer["status"] == "error", fault)
                )
                yield compared(kind, says, expected, f"{fault}: {text}", ("read",))
                continue
            for number, (board, level) in enumerate(patterns_of(data), 1):
                is_proven = number not in answer["unproven"] + answer["unknown"]
                if is_proven and not wins(tuple(board), level) and not wins(tuple(board), board.count(0)):
                    yield Judged(kind, answer["status"], "false accepted", f"pattern {number}: {text}")
                if number in answer["unproven"] and wins(tuple(board), level):
                    yield Judged(kind, answer["status"], "true refused", f"pattern {number}: {text}")
            is_true = not answer["unproven"]
            expected = "unknown" if is_true and answer["unknown"] else "valid" if is_true else "invalid"
            yield compared(kind, answer["status"], expected, text, ("valid",))
            if kind == HONEST and answer["status"] != "valid":
                yield Judged(kind, answer["status"], "true refused", text)


@cache
def wins(board: tuple[int, ...], level: int) -> bool:
    """Whether blue wins within so many of its moves against every reply, by trying all."""
    return plain_match5.wins(list(board), level)
