"""Changes to documents behind a checksum or in a strict form: fields change within their ranges.

Randomly changed bytes seldom pass a checksum, so little of the code behind it is reached. Each function
of `MUTATORS` returns a changed document of its format with a repaired checksum; in one of `BREAKS`
documents, one byte or field has a random value. A damaged document is replaced by a valid one.
"""

import gzip
import json
import re
import struct
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

import msgpack
from contract import CORPUS

from zet.engines.match5.constants import MAX_GAMES
from zet.engines.match5.model import ABSENT, BLUE, EMPTY, MAX_LEVEL, SIZE, Knowledge, Lock, Pattern
from zet.engines.renju.weights import N_SETS, NETWORK, Making, Network, Weights, by_hand
from zet.engines.walls.constants import NO_MOVE
from zet.engines.walls.model import board
from zet.engines.walls.searcher import WITH_TABLE
from zet.engines.walls.table import ENTRY_BYTES, SearchTable
from zet.formats.match5 import fivo as fivo_file
from zet.formats.match5.kn import RECORD, records_of
from zet.formats.renju import proofs, weights as weights_file
from zet.formats.walls import table as table_file

BREAKS = 4
FIVO_HEADER, LEVEL = 160, 19
MOST_RECORDS, MOST_ENTRIES = 20, 40
_POINT = re.compile(r"([a-t])(1\d|20|[1-9])(?!\d)")


def broken(data: bytes, random: Random) -> bytes:
    """Return the bytes; once in `BREAKS` calls, one of them has a random value."""
    found = bytearray(data)
    if found and not random.randrange(BREAKS):
        found[random.randrange(len(found))] = random.choice([0, 1, 255, random.randrange(256)])
    return bytes(found)


def fivo(data: bytes, random: Random) -> bytes:
    """Return a `.fivo` file with another header, or with patterns added, removed and exchanged."""
    records = [data[at : at + RECORD] for at in range(FIVO_HEADER, len(data) - RECORD + 1, RECORD)]
    try:
        known = fivo_file.loads(data, "in")
    except ValueError:
        known, records = Knowledge("ann", ()), []
    if random.randrange(2):
        games = random.choice([random.randrange(9), random.randint(0, MAX_GAMES)])
        name = "".join(random.choices("abXY 09é☺", k=random.randint(1, 16)))
        lock = Lock(random.randbytes(16), random.randbytes(32)) if random.randrange(2) else None
        known = Knowledge(name.strip() or "ann", (), games, random.randint(0, games), lock)
    for _ in range(random.randint(0, 3)):
        if records and random.randrange(2):
            del records[random.randrange(len(records))]
        if len(records) < MOST_RECORDS:
            records.append(records_of([_pattern(random)]))
    records.sort(key=lambda record: record[LEVEL])
    body = broken(b"".join(records), random)
    header = bytearray(fivo_file.dumps(Knowledge(known.name, (), known.games, known.losses, known.lock)))
    header[24:] = broken(header[24:FIVO_HEADER], random)
    header[12:24] = struct.pack("<III", len(records), zlib.crc32(body), 0)
    header[20:24] = struct.pack("<I", zlib.crc32(header))
    return bytes(header) + body


def _pattern(random: Random) -> Pattern:
    """Return a pattern, with a row of five in its first row."""
    width, height = random.randint(5, SIZE), random.randint(1, SIZE)
    fields = bytearray(random.choices([EMPTY, EMPTY, BLUE, ABSENT], k=width * height))
    fields[:5] = [EMPTY, *random.choices([EMPTY, BLUE], k=3), BLUE]
    fields[-1] = BLUE
    empty = [at for at, value in enumerate(fields) if value == EMPTY]
    level = random.randint(1, min(MAX_LEVEL, (len(empty) + 1) // 2))
    return Pattern(width, height, bytes(fields), random.choice(empty), level)


def table(data: bytes, random: Random) -> bytes:
    """Return a table of walls with other header fields, and with entries added, removed and changed."""
    try:
        content = gzip.decompress(data)
        size = struct.unpack_from(">H", content)[0] + 2
        header, packed = msgpack.unpackb(content[2:size]), content[size:]
        entries = [packed[at : at + ENTRY_BYTES] for at in range(0, len(packed), ENTRY_BYTES)]
        kind = header["algorithm"], header["extra_move"]
        empty = SearchTable.new(
            board(header["rows"], header["columns"]), kind[0], extra_move=kind[1], bits=4
        )
    except (KeyError, OSError, EOFError, TypeError, ValueError, struct.error, zlib.error):
        size, entries = 0, []
    if not size or not random.randrange(4):
        kind, entries = (random.choice(WITH_TABLE), bool(random.randrange(2))), []
        sides = board(random.randint(1, 5), random.randint(1, 5))
        empty = SearchTable.new(sides, kind[0], extra_move=kind[1], bits=4)
    for _ in range(random.randint(1, 8)):
        if entries and random.randrange(2):
            del entries[random.randrange(len(entries))]
        if len(entries) < MOST_ENTRIES:
            entries.append(
                struct.pack("<QQ", random.choice([0, random.getrandbits(64)]), _entry(empty, random))
            )
    body = broken(b"".join(entries), random)
    fields: dict[str, Any] = {"magic": table_file.MAGIC, "version": table_file.VERSION}
    fields |= {"rows": empty.board.rows, "columns": empty.board.columns, "extra_move": kind[1]}
    fields |= {"algorithm": kind[0], "generation": random.choice([0, 1, 65535, random.randrange(2**16)])}
    fields |= {"count": len(entries), "checksum": zlib.crc32(body)}
    if not random.randrange(2 * BREAKS):
        fields[random.choice(sorted(fields))] = random.choice([0, -1, 2**16, None, "best", True])
    packed = msgpack.packb(fields)
    return gzip.compress(struct.pack(">H", len(packed)) + packed + body, 1, mtime=0)


def _entry(empty: SearchTable, random: Random) -> int:
    """Return a random valid second number of an entry."""
    n_boxes = empty.board.n_boxes
    value, generation = random.randint(-n_boxes, n_boxes), random.randrange(2**10)
    if (empty.algorithm, empty.extra_move) == ("best", True) and random.randrange(2):
        upper = random.randint(value, n_boxes)
        move = random.choice([NO_MOVE, random.randrange(8 * (n_boxes + 2) ** 2)])
        return value + 512 | upper + 512 << 12 | move << 22 | generation << 42
    depth = random.choice([1023, random.randrange(1024)])
    move = random.randrange(empty.n_moves)
    return value + 512 | random.randint(1, 3) << 10 | depth << 12 | move << 22 | generation << 42


def weights(data: bytes, random: Random) -> bytes:
    """Return weights with other numbers, origin or networks, with the checksum of the writer."""
    try:
        known = weights_file.loads(data, "in")
    except ValueError:
        known = by_hand(random.choice(sorted(N_SETS)))
    sets = [list(numbers) for numbers in known.sets]
    for _ in range(random.randint(1, 9)):
        numbers = random.choice(sets)
        numbers[random.randrange(len(numbers))] = random.choice(
            [0, -32767, 32767, random.randint(-999, 999)]
        )
    made = random.choice([None, known.made, Making(*(random.getrandbits(64) for _ in range(5)))])
    networks = known.networks
    if not random.randrange(20):
        one = Network(
            *(tuple(random.randint(-most, most) for _ in range(n)) for n, most in NETWORK.values())
        )
        networks = () if networks else (one,) * (len(sets) // 2)
    if not random.randrange(BREAKS):
        numbers[random.randrange(len(numbers))] = random.choice(
            [-32768, 32768]
        )  # the checksum is undefined for such a number
        return json.dumps({**msgpack.unpackb(weights_file.dumps(known)), "sets": sets}).encode()
    return weights_file.dumps(Weights(known.rule, tuple(map(tuple, sets)), made, networks))


def proof(data: bytes, random: Random) -> bytes:
    """Return a proof in JSON, on a turned board and with other points, answers, colors and rules."""
    text = data.decode("latin-1")
    try:
        proofs.loads(text)
    except ValueError:
        text = _text_of("proof")
    return _moved(text, random)


def proof_lines(data: bytes, random: Random) -> bytes:
    """Return one of the proofs in lines, changed in the same way."""
    texts = [data.decode("latin-1"), _text_of("proof-lines")]
    claims = [claim for text in texts for claim in re.split(r"(?m)^(?=proof )", text)]
    whole = [one for one in claims if one.startswith(f"proof {one.count(chr(10)) - 1} ")]
    return _moved(random.choice(whole), random)


def _text_of(reader: str) -> str:
    return (CORPUS / "renju" / reader / "proof").read_text()


def _moved(text: str, random: Random) -> bytes:
    last = 20 if "20" in re.findall(r"[a-t](\d+)", text) else 15
    flips = [random.randrange(2) for _ in range(3)]

    def turned(point: re.Match[str]) -> str:
        places = [ord(point[1]) - 96, int(point[2])]
        x, y = [last + 1 - at if flip else at for at, flip in zip(places, flips, strict=False)]
        x, y = (y, x) if flips[2] else (x, y)
        return f"{chr(96 + x)}{y}" if min(x, y) > 0 else point[0]

    text = _POINT.sub(turned, text)
    for pattern, values in random.sample(
        [
            (_POINT, [f"{chr(96 + random.randint(1, 16))}{random.randint(1, 16)}"]),
            (re.compile(r"(?<=[ :])\d+(?=\s|[,}\]])"), [str(random.randrange(12))]),
            (re.compile(r"\b(black|white)\b(?=\"?[,}\s])"), ["black", "white"]),
            (re.compile(r"\b(renju|freestyle|standard)\b"), sorted(N_SETS)),
        ],
        k=random.randint(0, 2),
    ):
        if found := list(pattern.finditer(text)):
            at = random.choice(found)
            text = text[: at.start()] + random.choice(values) + text[at.end() :]
    return broken(text.encode("latin-1"), random)


MUTATORS: dict[tuple[str, str], Callable[[bytes, Random], bytes]] = {
    ("match5", "fivo"): fivo,
    ("walls", "table"): table,
    ("renju", "weights"): weights,
    ("renju", "proof"): proof,
    ("renju", "proof-lines"): proof_lines,
}
