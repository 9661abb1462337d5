"""Forged tables of the walls search."""

import gzip
import json
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import msgpack
import plain_walls
from commands import run
from forgeries.forging import HONEST, Judged, Kind, Made, forgeries

from zet.engines import walls
from zet.engines.kernel.budget import Budget


@cache
def small_table() -> walls.SearchTable:
    """Return the table of the solved board of 2 x 2 with the extra move."""
    here = walls.Position.empty(walls.model.board(2, 2), extra_move=True)
    table = walls.SearchTable.new(here.board, "best", extra_move=True, bits=12)
    walls.solve(here, table=table)
    return table


def entry_kind(change: Callable[[Random, int], int]) -> Kind:
    """Return a kind that changes the packed rest of an entry."""

    def forge(random: Random, one: Made) -> None:
        entry = random.choice(one["entries"])
        entry[1] = change(random, entry[1])

    return forge


def low(data: int) -> int:
    return (data & 1023) - 512


def high(data: int) -> int:
    return (data >> 12 & 1023) - 512


def bounded(data: int, lower: int, upper: int) -> int:
    return data & ~(1023 | 1023 << 12) | lower + 512 | upper + 512 << 12


def exchange_keys(random: Random, one: Made) -> None:
    two = random.sample(one["entries"], 2)
    two[0][0], two[1][0] = two[1][0], two[0][0]


def exchange_data(random: Random, one: Made) -> None:
    two = random.sample(one["entries"], 2)
    two[0][1], two[1][1] = two[1][1], two[0][1]


def drop_entry(random: Random, one: Made) -> None:
    one["entries"].remove(random.choice(one["entries"]))


def add_entry(random: Random, one: Made) -> None:
    one["entries"].append([random.getrandbits(64) or 1, random.choice(one["entries"])[1]])


def header(key: str, *values: object) -> Kind:
    def forge(random: Random, one: Made) -> None:
        one["header"][key] = random.choice(values)

    return forge


def shift(by_low: int, by_high: int) -> Kind:
    """Return a kind that moves the bounds of an entry, which stay on the board and in order."""

    def moved(_random: Random, data: int) -> int:
        lower, upper = (max(-4, min(4, one)) for one in (low(data) + by_low, high(data) + by_high))
        return bounded(data, min(lower, upper), max(lower, upper))

    return entry_kind(moved)


KINDS: dict[str, Kind] = {
    "value up": shift(2, 2),
    "value down": shift(-2, -2),
    "lower bound up": shift(2, 0),
    "upper bound down": shift(0, -2),
    "lower bound down": shift(-2, 0),
    "upper bound up": shift(0, 2),
    "bounds exchanged": entry_kind(lambda _, data: bounded(data, high(data), low(data))),
    "sign turned": entry_kind(lambda _, data: bounded(data, -high(data), -low(data))),
    "kind of bound": entry_kind(lambda random, data: data | random.randint(1, 3) << 10),
    "move": entry_kind(lambda random, data: data ^ 1 << 22 + random.randrange(5)),
    "generation": entry_kind(lambda random, data: data ^ 1 << 42 + random.randrange(16)),
    "effort": entry_kind(lambda random, data: data ^ 1 << 58 + random.randrange(6)),
    "any bit": entry_kind(lambda random, data: data ^ 1 << random.randrange(64)),
    "keys exchanged": exchange_keys,
    "values exchanged": exchange_data,
    "entry dropped": drop_entry,
    "entry added": add_entry,
    "other board": header("rows", 1, 3),
    "other rule": header("extra_move", False),
    "other algorithm": header("algorithm", "failsoft-tt", "none"),
    "count": header("count", 0, 1, 1 << 20),
    "checksum": header("checksum", 0, 1),
    "version": header("version", 0, 2),
    "magic": header("magic", "zet", ""),
    "truncated": lambda random, one: one.update(cut=random.randrange(1, 40)),
}


def table_says(path: Path, one: Made) -> tuple[str, int]:
    """Return the status and the exit code of verifying a table with all its entries."""
    packed = b"".join(struct.pack("<QQ", key, data & (1 << 64) - 1) for key, data in one["entries"])
    fields = {"checksum": zlib.crc32(packed), "count": len(one["entries"])} | one["header"]
    head = msgpack.packb(fields)
    data = gzip.compress(struct.pack(">H", len(head)) + head + packed, mtime=0)
    path.write_bytes(data[: -one["cut"]] if "cut" in one else data)
    done = run(f"zet walls table verify --all --format json {path}")
    return json.loads(done.stdout)["status"] if done.stdout else "error", done.returncode


HEADER: Made = {
    "magic": "zet walls table", "version": 1, "rows": 2, "columns": 2, "extra_move": True,
    "algorithm": "best", "generation": 1,
}  # fmt: skip


@cache
def honest_entries() -> list[list[int]]:
    return [list(entry) for entry in small_table().entries()]


@cache
def values_by_key() -> dict[int, int]:
    """Return the values of the positions of all entries, by the plain game tree of 2 x 2."""
    table = small_table()
    values = plain_walls.Game(2, 2, extra_move=True).values()
    found = {}
    for fences in walls.sample.positions_in(table, Random(1), None):
        free = sum(1 << fence for fence in walls.sample.position_of(table, fences).free)
        found[key_of(table, fences)] = int(values[free])
    assert set(found) == {key for key, _ in honest_entries()}
    return found


def judged(each: int, seed: int) -> Iterator[Judged]:
    """Yield the verdicts on all entries of each table; the judge is the plain game tree."""
    positions = values_by_key()
    honest = [{"entries": honest_entries(), "header": HEADER}]
    with tempfile.TemporaryDirectory() as folder:
        for kind, one in forgeries("walls", honest, KINDS, each, seed):
            says, code = table_says(Path(folder, "a.table"), one)
            text = f"{json.dumps(one)}: exit code {code}"
            is_false = any(
                key in positions and not low(data) <= positions[key] <= high(data)
                for key, data in one["entries"]
            )
            if kind == HONEST:
                yield Judged(kind, says, "" if (says, code) == ("valid", 0) else "true refused", text)
            elif one["header"] != HEADER or "cut" in one:
                yield Judged(kind, says, "false accepted" if says == "valid" else "", text)
            elif says in ("wrong", "error") or not is_false:
                yield Judged(kind, says, "true refused" if says == "wrong" and not is_false else "", text)
            else:
                yield Judged(kind, says, "false accepted", text)


def key_of(table: walls.SearchTable, fences: bytes) -> int:
    start = walls.Position.empty(table.board, extra_move=True)
    searcher = walls.searcher.Searcher(start, Budget(None, None), table)
    assert searcher.exact
    return searcher.exact.entry(fences)[0]
