"""Files of transposition tables: their contents, and all refusals."""

import gzip
import io
import json
import os
import signal
import struct
import subprocess
import sys
import time
import tracemalloc
import zlib
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import msgpack
import pytest
from commands import ROOT, run
from hypothesis import given, strategies as st

from zet.engines.walls.model import Position, board
from zet.engines.walls.searcher import search
from zet.engines.walls.table import SearchTable
from zet.formats.errors import FormatError
from zet.formats.locks import locked
from zet.formats.walls.table import dump, dumps, load


def a_table(algorithm: str = "failsoft-tt") -> SearchTable:
    table = SearchTable.new(board(3, 3), algorithm, bits=12)
    search(Position.empty(board(3, 3)), algorithm, depth=4 if algorithm != "best" else None, table=table)
    return table


def written(table: SearchTable) -> bytes:
    return dumps(table)


def empty(bits: int = 12, algorithm: str = "failsoft-tt", **other: Any) -> SearchTable:
    return SearchTable.new(other.pop("board", board(3, 3)), algorithm, bits=bits, **other)


def read(data: bytes, table: SearchTable | None = None) -> SearchTable:
    return load(io.BytesIO(data), "t", table or empty())


DATA = written(a_table())
UNPACKED = gzip.decompress(DATA)
LENGTH = struct.unpack(">H", UNPACKED[:2])[0]
ENTRIES = UNPACKED[2 + LENGTH :]
N_ENTRIES = len(ENTRIES) // 16


def changed(**fields: object) -> bytes:
    """Return the file with other fields in its header; None removes a field."""
    header = {**msgpack.unpackb(UNPACKED[2 : 2 + LENGTH]), **fields}
    packed = msgpack.packb({key: value for key, value in header.items() if value is not None})
    return gzip.compress(struct.pack(">H", len(packed)) + packed + ENTRIES, mtime=0)


def reason(data: bytes, table: SearchTable | None = None) -> str:
    with pytest.raises(FormatError) as caught:
        read(data, table)
    return str(caught.value)


CUT_SHORT = "Compressed file ended before the end-of-stream marker was reached"


@pytest.mark.parametrize("algorithm", ["failsoft-tt", "best"])
def test_what_is_written_is_read(algorithm: str) -> None:
    table = a_table(algorithm)
    found = read(written(table), empty(algorithm=algorithm))
    assert sorted(found.entries()) == sorted(table.entries())
    assert found.entries()
    assert found.generation == table.generation
    assert written(found) == written(table)


def test_a_loaded_table_answers_at_once() -> None:
    first = search(Position.empty(board(3, 3)), "failsoft-tt", depth=4, table=empty())
    again = search(Position.empty(board(3, 3)), "failsoft-tt", depth=4, table=read(DATA))
    assert (again.nodes, again.hits) == (1, 1)
    assert (again.value, again.move) == (first.value, first.move)


def test_a_smaller_table_keeps_what_it_can() -> None:
    found = read(DATA, empty(bits=5)).entries()
    assert 0 < len(found) <= 32
    assert set(found) <= set(a_table().entries())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "t: not a table file of zet walls"),
        (b"walls 1\n", "t: not a complete gzip file: Not a gzipped file (b'wa')"),
        (gzip.compress(b"", mtime=0), "t: not a table file of zet walls"),
        (gzip.compress(b"\xff\xff", mtime=0), "t: not a table file of zet walls"),
        (gzip.compress(b"\0\x05abcde", mtime=0), "t: not a table file of zet walls"),
        (gzip.compress(b"\0\x01\xc1", mtime=0), "t: not a table file of zet walls"),
        (changed(magic="zet"), "t: not a table file of zet walls"),
        (changed(version=2), "t: unknown version 2 of the format"),
        (changed(rows=0), "t: the header has an invalid value for rows: 0"),
        (changed(columns="3"), "t: the header has an invalid value for columns: '3'"),
        (changed(extra_move=1), "t: the header has an invalid value for extra_move: 1"),
        (changed(algorithm="minimax"), "t: the header has an invalid value for algorithm: 'minimax'"),
        (changed(generation=-1), "t: the header has an invalid value for generation: -1"),
        (changed(count=1 << 31), f"t: the header has an invalid value for count: {1 << 31}"),
        (changed(checksum=None), "t: the header has an invalid value for checksum: None"),
        (changed(rows=4), "t: the table is for 4x3 boards, not for 3x3"),
        (changed(extra_move=True), "t: the table is for the game with the extra move"),
        (changed(algorithm="best"), "t: the table belongs to the algorithm best, not to failsoft-tt"),
        (
            changed(count=N_ENTRIES + 1),
            f"t: the header states {N_ENTRIES + 1} entries, but the file has {N_ENTRIES}",
        ),
        (
            changed(count=N_ENTRIES - 1),
            f"t: the header states {N_ENTRIES - 1} entries, but the file has more",
        ),
        (changed(checksum=1), "t: the checksum is wrong, so the entries are damaged"),
        (DATA[: len(DATA) // 2], f"t: not a complete gzip file: {CUT_SHORT}"),
    ],
)
def test_refused(data: bytes, message: str) -> None:
    assert reason(data) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (0, "t: entry 1 is out of bounds"),
        (512 | 5 << 12, "t: entry 1 is out of bounds"),  # no kind of bound
        (512 | 3 << 10 | 24 << 22, "t: entry 1 is out of bounds"),  # no such fence
        (522 | 3 << 10, "t: entry 1 is out of bounds"),  # ten boxes of nine
        (512 | 3 << 10 | 1 << 58, "t: entry 1 is out of bounds"),  # bits that mean nothing
    ],
)
def test_an_impossible_entry_is_refused(data: int, message: str) -> None:
    table = empty()
    table.insert([(5, data or 1 << 42)])
    assert reason(written(table)) == message


def test_a_move_that_is_not_free_is_not_believed() -> None:
    """Keys may collide, and files may contain false moves; the answer is a legal move all the same."""
    position = Position.played(board(2, 2), [0, 1, 2])
    table = SearchTable.new(board(2, 2), "failsoft-tt", bits=10)
    search(position, "failsoft-tt", depth=3, table=table)
    liar = SearchTable.new(board(2, 2), "failsoft-tt", bits=10)
    liar.insert([(key, data & ~(0xFFFFF << 22)) for key, data in table.entries()])
    assert search(position, "failsoft-tt", depth=3, table=liar).move in position.free


def test_a_table_for_the_other_rule_is_refused() -> None:
    assert reason(DATA, empty(extra_move=True)) == "t: the table is for the game without the extra move"


def test_a_bomb_is_not_unpacked() -> None:
    """The header announces few entries, but 128 megabytes of zeros follow: the rest is not read."""
    header = UNPACKED[: 2 + LENGTH]
    packer = zlib.compressobj(9, wbits=31)
    bomb = packer.compress(header + ENTRIES)
    for _ in range(8):
        bomb += packer.compress(bytes(1 << 24))
    bomb += packer.flush()
    tracemalloc.start()
    assert reason(bomb).endswith("the file has more")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 23


@given(st.integers(0, len(UNPACKED) - 1), st.integers(1, 255))
def test_a_changed_byte_is_found_or_harmless(place: int, change: int) -> None:
    """Any change of the entries is detected; a change of the header is refused or changes its meaning."""
    damaged = bytearray(UNPACKED)
    damaged[place] ^= change
    try:
        found = read(gzip.compress(bytes(damaged)))
    except FormatError:
        return
    assert place < 2 + LENGTH
    assert sorted(found.entries()) == sorted(a_table().entries())


@given(st.binary(max_size=200), st.booleans())
def test_any_bytes(data: bytes, is_packed: bool) -> None:
    with pytest.raises(FormatError):
        read(gzip.compress(data) if is_packed else data)


KILLED = """
import sys
from pathlib import Path
from zet.engines.walls.model import board
from zet.engines.walls.table import SearchTable
from zet.formats.walls.table import dumps
from zet.formats.locks import locked
table = SearchTable.new(board(3, 3), "failsoft-tt", bits=14)
keys = range(1, 9000)
table.insert([(key * 0x9E3779B97F4A7C15 % 2**64, 512 | 1 << 10 | key % 24 << 22) for key in keys])
print("ready", flush=True)
while True:
    with locked(Path(sys.argv[1])) as file:
        file.replace(dumps(table))
"""


def test_a_kill_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(written(a_table()))
    old = path.read_bytes()
    seen = set()
    for turn in range(8):
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, cwd=ROOT
        ) as process:
            assert process.stdout
            process.stdout.readline()
            time.sleep(turn / 100)
            while turn == 7 and path.read_bytes() == old:  # once it comes so far
                time.sleep(0.01)
            os.kill(process.pid, signal.SIGKILL)
        data = path.read_bytes()
        seen.add(data == old)
        assert read(data, empty(bits=16)).entries()
    assert False in seen


def test_a_table_in_use_is_refused_and_an_unused_file_goes(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    with locked(path, make=True):
        done = run(f"echo 2x2: | zet walls search --table {path}")
        assert (done.returncode, done.stderr) == (
            2,
            f"Error: {path}: another process is changing the file\n",
        )
    path.unlink()
    assert run(f"zet walls search --table {path} /dev/null").returncode == 2
    assert not path.exists()
    done = run(f"echo 2x2: | zet walls search --table {tmp_path}/none/a.table")
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr == f"Error: {tmp_path}/none/a.table: No such file or directory\n"


def test_an_empty_file_is_begun_anew_but_not_read(tmp_path: Path) -> None:
    """A run that was killed before it wrote its first table leaves an empty file."""
    path = tmp_path / "a.table"
    path.touch()
    done = run(f"echo 2x2: | zet walls search --table {path} --read-only")
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.endswith("a.table: not a table file of zet walls\n")
    assert path.stat().st_size == 0
    assert run(f"echo 2x2: | zet walls search --table {path}").returncode == 0
    assert path.stat().st_size > 0


def test_a_table_that_is_only_read(tmp_path: Path) -> None:
    """Many processes may read it beside a writer and from a read-only place; each record starts anew."""
    path = tmp_path / "a.table"
    search = f"zet walls search --algorithm failsoft-tt --depth 4 --format json --table {path}"
    run(search, stdin="3x3:")
    before = path.read_bytes()
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    three = "3x3:\n3x3: [0,1]\n3x3: [0,1]\n"
    try:
        with locked(path.resolve()) if os.geteuid() == 0 else nullcontext():
            found = run(f"{search} --read-only", stdin=three)
            spread = run(f"{search} --read-only --jobs 2", stdin=three)
    finally:
        tmp_path.chmod(0o700)
    assert path.read_bytes() == before
    nodes = [json.loads(line)["nodes"] for line in found.stdout.splitlines()]
    assert nodes[0] == 1
    assert nodes[1] == nodes[2] > 1
    assert spread.stdout == found.stdout
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--read-only", "--read-only requires --table"),
        ("--table none.table --read-only", "none.table: No such file or directory"),
        ("--table none.table --jobs 2", "--jobs cannot be combined with --table"),
    ],
)
def test_what_does_not_go_with_a_table(options: str, reason: str) -> None:
    for command in ("search", "solve"):
        done = run(f"zet walls {command} {options}", stdin="2x2:")
        assert done.returncode == 2
        assert done.stderr.endswith(reason + "\n")


def most_held(work: Callable[[], object]) -> int:
    """Return the maximum number of bytes that a call allocates."""
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def test_a_table_is_written_and_read_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Besides the table, memory holds only one part of it and the buffers of gzip."""
    for module in ("zet.engines.walls.table", "zet.formats.walls.table"):
        monkeypatch.setattr(f"{module}.PART", 1 << 10)
    held: list[tuple[int, int]] = []
    for bits, number in ((15, 25_000), (17, 100_000)):
        table = SearchTable.new(board(3, 3), "failsoft-tt", bits=bits)
        mixed = [one * 0x9E3779B97F4A7C15 % 2**64 for one in range(number)]
        table.insert([(key, 512 | 1 << 10 | key % 24 << 22) for key in mixed])
        data = written(table)
        with Path(os.devnull).open("wb") as nowhere:
            writing = most_held(partial(dump, table, nowhere))
        held.append((writing, most_held(partial(read, data, empty(bits=bits)))))
        again = read(data, empty(bits=bits))
        assert sorted(again.entries()) == sorted(table.entries())
        assert written(again) == data
        assert sorted(again.copy().entries()) == sorted(table.entries())
    (writing_small, reading_small), (writing, reading) = held  # all buffers are full with either
    assert writing < writing_small + (1 << 18)
    assert reading < reading_small + (1 << 18)


@pytest.mark.parametrize(
    ("low", "high", "move", "holds"),
    [
        (-9, 9, 0xFFFFF, True),
        (3, 3, "last", True),
        (3, 1, 0, False),  # bounds that cross
        (-10, 0, 0, False),  # ten boxes of nine
        (0, 10, 0, False),
        (0, 0, "none", False),  # no such chain or corridor
    ],
)
@pytest.mark.parametrize(("extra_move", "n_moves"), [(True, 8 * 11 * 11), (False, 2 * 10 * 10 + 1)])
def test_bounds_to_the_end_of_the_game(
    low: int, high: int, move: int | str, holds: bool, extra_move: bool, n_moves: int
) -> None:
    choice = {"last": n_moves - 1, "none": n_moves}.get(str(move), move)
    assert isinstance(choice, int)
    data = low + 512 | (high + 512) << 12 | choice << 22 | 7 << 42 | 63 << 58
    assert empty(algorithm="best", extra_move=extra_move).holds(data) == holds
    assert not empty(extra_move=extra_move).holds(data)


def test_the_generation_ends_at_what_an_entry_holds() -> None:
    """The generation has 16 bits: without a maximum, the next search would make all entries oldest."""
    table = empty()
    for wanted, kept in ((0xFFFE, 0xFFFE), (0xFFFF, 0xFFFF), (0x10000, 0xFFFF), (1 << 40, 0xFFFF)):
        table.generation = wanted
        assert table.generation == kept
    start = Position.empty(board(3, 3))
    search(start, "failsoft-tt", depth=4, table=table)
    assert table.generation == 0xFFFF
    assert read(written(table)).generation == 0xFFFF
    assert written(read(written(table))) == written(table)
