"""`zet walls table`, and plain tables that several processes share."""

import gzip
import json
import struct
import zlib
from pathlib import Path
from random import Random

import msgpack
import plain_walls
import pytest
from commands import run

from zet.engines.walls.model import Position, board
from zet.engines.walls.sample import claims, most_wrong, positions_in
from zet.engines.walls.solver import solve
from zet.engines.walls.table import SearchTable
from zet.formats.walls.table import dumps

SOLVE = "zet walls solve --extra-move --table-size 1 --format json"


@pytest.fixture
def solved(tmp_path: Path) -> Path:
    path = tmp_path / "a.slots"
    assert run(f"{SOLVE} --table {path}", stdin="2x3:").returncode == 0
    return path


def test_a_plain_table_is_shared_and_answers_at_once(solved: Path) -> None:
    before = solved.read_bytes()
    assert len(before) == 4096 + (1 << 20)
    read = f"zet walls solve --extra-move --format json --read-only --table {solved}"
    position = "2x3:\n2x3: [0,1]\n"
    once = run(read, stdin=position).stdout
    first, second = (json.loads(line) for line in once.splitlines())
    assert first["nodes"] <= 3
    assert second["value"] is not None
    assert run(f"{read} --jobs 2", stdin=position).stdout == once
    solved.chmod(0o400)
    assert run(read, stdin=position).stdout == once
    assert solved.read_bytes() == before
    refused = run(f"{read} --table-size 4", stdin=position)
    assert refused.stderr.endswith(
        "cannot be combined with an uncompressed table, whose file determines its size\n"
    )
    assert (
        "the table is for the game with the extra move"
        in run(read.replace("--extra-move", ""), stdin="2x3:").stdout
    )


def test_a_writer_lets_readers_be(solved: Path) -> None:
    """A table is replaced by a new file of the same name; processes that have mapped the old file keep
    it.
    """
    with solved.open("rb") as held:
        assert run(f"zet walls solve --extra-move --table {solved}", stdin="2x3: [0,1]").returncode == 0
        assert held.read() != solved.read_bytes()
        assert run(f"zet walls table verify {solved}").returncode == 0


def test_entries_that_are_dropped_are_not_verified(tmp_path: Path) -> None:
    """Of two entries for a position the table keeps one, so the other is not proven."""
    path = tmp_path / "a.table"
    run(f"zet walls solve --extra-move --table {path}", stdin="2x2:")
    data = gzip.decompress(path.read_bytes())
    start = 2 + struct.unpack(">H", data[:2])[0]
    header, entries = msgpack.unpackb(data[2:start]), 2 * data[start:]
    count = header["count"]
    packed = msgpack.packb(header | {"count": 2 * count, "checksum": zlib.crc32(entries)})
    path.write_bytes(gzip.compress(struct.pack(">H", len(packed)) + packed + entries))
    done = run(f"zet walls table verify --sample all --format json {path}")
    found = json.loads(done.stdout)
    assert (found["status"], done.returncode) == ("unchecked", 3)
    assert (found["proved"], found["reached"], found["entries"]) == (count, count, 2 * count)


def test_a_table_is_copied_from_form_to_form(solved: Path, tmp_path: Path) -> None:
    packed, again = tmp_path / "b.table", tmp_path / "c.slots"
    done = run(f"zet walls table copy {solved} {packed}")
    assert (done.stdout, done.returncode) == (f"wrote {packed}\n", 0)
    assert packed.read_bytes()[:2] == b"\x1f\x8b"
    assert run(f"zet walls table copy {packed} {again} --table-size 1").returncode == 0
    assert sorted(again.read_bytes()[4096:]) == sorted(solved.read_bytes()[4096:])
    assert run(f"zet walls table copy {packed} {again}").returncode == 2
    assert run(f"zet walls table copy {again} {packed} --force --format json").returncode == 0
    for path in (packed, again, solved):
        assert run(f"zet walls table verify --sample 5 {path}").stdout.endswith(
            ": valid, 5 of 5 chosen entries proven again, 737 entries in all;"
            " at most 45.07% of the entries are wrong, with 95% confidence\n"
        )


def test_a_table_that_lies_is_found(solved: Path) -> None:
    """All values of a table are raised, and the checksum is recomputed."""
    data = solved.read_bytes()
    slots = memoryview(bytearray(data[4096:])).cast("Q")
    for place in range(1, len(slots), 2):
        if slots[place]:
            slots[place] = slots[place] - 512 + 514 + (2 << 12 if not slots[place] >> 10 & 3 else 0)
    length = struct.unpack(">H", data[:2])[0]
    header = msgpack.unpackb(data[2 : 2 + length])

    def write(checksum: int) -> None:
        packed = msgpack.packb(header | {"checksum": checksum})
        solved.write_bytes((struct.pack(">H", len(packed)) + packed).ljust(4096, b"\0") + slots.cast("B"))

    write(header["checksum"])
    damaged = run(f"zet walls table verify {solved}")
    assert (damaged.returncode, damaged.stdout) == (2, "")
    assert "the checksum disagrees" in damaged.stderr or "out of bounds" in damaged.stderr


@pytest.mark.parametrize(
    ("proved", "unproven", "share"),
    # With a larger share, so few unproven entries would have a probability below 5%.
    [(20, 0, 0.1391), (18, 2, 0.2826), (10, 10, 0.6980), (1, 19, 0.9974), (0, 20, 1.0)],
)
def test_unproven_entries_count_as_possibly_wrong(proved: int, unproven: int, share: float) -> None:
    found = most_wrong(proved, unproven, 10**6, 10**6)
    assert found == pytest.approx(share, abs=1e-3)
    assert most_wrong(proved, unproven, 20, 40) == pytest.approx(1 - proved / 40)


def test_a_limit_on_proofs_of_all_entries_leaves_their_share_open() -> None:
    done = run("zet walls table verify --sample all --nodes 10 samples/walls/2x3.table --format json")
    found = json.loads(done.stdout)
    assert found["unchecked"] > 0
    assert found["most_wrong"] == pytest.approx(found["unchecked"] / found["entries"], abs=1e-6)


def test_a_wrong_value_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    table = SearchTable.new(board(2, 2), "best", extra_move=True, bits=14)
    solve(Position.empty(board(2, 2), extra_move=True), table=table)
    wrong = [(key, data + 1 + (1 << 12 if not data >> 10 & 3 else 0)) for key, data in table.entries()]
    wrong = [entry for entry in wrong if table.holds(entry[1])]
    table = SearchTable.new(board(2, 2), "best", extra_move=True, bits=14)
    table.insert(wrong)
    path.write_bytes(dumps(table))
    done = run(f"zet walls table verify --format json {path}")
    found = json.loads(done.stdout)
    assert (found["status"], done.returncode) == ("wrong", 1)
    assert found["claimed"] != found["bounds"]
    assert ": wrong, 2x2 extra-move:" in run(f"zet walls table verify {path}").stdout


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not a table file of zet walls"),
        (b"\0", "not a table file of zet walls"),
        (b"walls 1\n" * 999, "not a table file of zet walls"),
    ],
)
def test_what_is_no_table(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "a.slots"
    path.write_bytes(data)
    commands = [f"table verify {path}", f"table copy {path} {path}.2", f"solve --table {path}"]
    for command in commands if data else commands[:2]:  # an empty table is begun anew
        done = run(f"zet walls {command}", stdin="2x2:")
        assert done.stderr == f"{path}: {reason}\n"
        assert done.returncode == 2


def test_a_plain_table_of_an_impossible_size(solved: Path) -> None:
    data = solved.read_bytes()
    length = struct.unpack(">H", data[:2])[0]
    packed = msgpack.packb(msgpack.unpackb(data[2 : 2 + length]) | {"bits": 99})
    solved.write_bytes((struct.pack(">H", len(packed)) + packed).ljust(4096, b"\0") + data[4096:])
    done = run(f"zet walls table verify {solved}")
    assert done.stderr == f"{solved}: the header has an invalid value for bits: 99\n"


def test_a_plain_table_with_another_number_of_entries(solved: Path) -> None:
    data = solved.read_bytes()
    length = struct.unpack(">H", data[:2])[0]
    header = msgpack.unpackb(data[2 : 2 + length])
    packed = msgpack.packb(header | {"count": header["count"] - 1})
    solved.write_bytes((struct.pack(">H", len(packed)) + packed).ljust(4096, b"\0") + data[4096:])
    done = run(f"zet walls table verify {solved}")
    count = header["count"]
    reason = f"the header states {count - 1} entries, but the file has {count}"
    assert (done.returncode, done.stderr) == (2, f"{solved}: {reason}\n")


def test_a_plain_table_that_is_cut(solved: Path) -> None:
    solved.write_bytes(solved.read_bytes()[:5000])
    done = run(f"zet walls solve --extra-move --read-only --table {solved}", stdin="2x3:")
    assert (
        done.stderr
        == f"{solved}: an uncompressed table of this size has 1052672 bytes; the file has 5000\n"
    )


@pytest.mark.parametrize("size", [(1, 5), (2, 2), (2, 3)])
def test_entries_of_the_ordinary_rule_are_of_the_rest_of_a_position(size: tuple[int, int]) -> None:
    """The parts of known value are not in the entry; the plain game tree has the value of the whole."""
    values = plain_walls.Game(*size, extra_move=False).values()
    table = SearchTable.new(board(*size), "best", bits=14)
    start = Position.empty(board(*size))
    for fence in (None, 0, 3):
        solve(start if fence is None else start.after(fence), table=table)
    positions = positions_in(table, Random(1), None)
    assert len(positions) == len(table.entries()) > 10
    n_exact = 0
    for claim in claims(table, positions):
        assert claim
        value = int(values[sum(1 << fence for fence in claim.position.free)])
        assert claim.lower <= value <= claim.upper
        n_exact += claim.lower == claim.upper
    assert n_exact > 3


def test_a_table_of_the_ordinary_rule_is_valid_until_an_entry_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    assert run(f"zet walls solve --table {path}", stdin="2x3:").returncode == 0
    done = run(f"zet walls table verify --sample all {path}")
    assert (done.returncode, ": valid, " in done.stdout) == (0, True)
    table = SearchTable.new(board(2, 3), "best", bits=14)
    solve(Position.empty(board(2, 3)), table=table)
    forged = SearchTable.new(board(2, 3), "best", bits=14)
    wrong = [(key, data + 2 + (2 << 12)) for key, data in table.entries()]
    forged.insert([entry for entry in wrong if table.holds(entry[1])])
    assert len(forged.entries()) > 20
    path.write_bytes(dumps(forged))
    done = run(f"zet walls table verify --sample all {path}")
    assert (done.returncode, ": wrong, 2x3" in done.stdout) == (1, True)


def test_tables_of_failsoft_are_not_verified(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    run(f"zet walls search --algorithm failsoft-tt --table {path}", stdin="2x2:")
    done = run(f"zet walls table verify {path}")
    assert "only a table of the algorithm 'best' can be verified" in done.stderr
    assert done.returncode == 2
