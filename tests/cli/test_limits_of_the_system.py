"""What a system has no more of: memory, room on the disk, processes; that is said in a line."""

import errno
import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from commands import run, run_processes

from zet.cli.batch import Batch
from zet.cli.main import run as run_main
from zet.cli.output import Answer, Record
from zet.cli.pools import Pool, pool
from zet.formats.files import read_whole

SEARCH = "zet walls search --depth 2 samples/walls/game.walls"


def hungry(record: Record) -> Answer:
    """Need more memory than there is for the second record."""
    if record.number == 2:
        raise MemoryError
    return "ok", f"{record.number}\n", 0, "", None


def test_a_record_without_memory_is_an_error_and_the_rest_go_on(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert Batch().run((Record("some", number, None) for number in (1, 2, 3)), hungry) == 2
    translate = capsysbinary.readouterr()
    assert (translate.out, translate.err) == (b"1\n3\n", b"some: record 2: out of memory\n")


def test_a_command_without_memory_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def records(*_: object, **__: object) -> Iterator[Record]:
        raise MemoryError

    monkeypatch.setattr(Batch, "records", records)
    assert run_main(["tectonic", "solve", "some"]) == 2
    assert capsys.readouterr().err == "Error: out of memory\n"


def test_processes_that_cannot_be_started_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(Pool, "__init__", refuse)
    with pytest.raises(click.ClickException, match=r"^no more processes can be started: "), pool(2, None):
        pytest.fail("entered")


def test_a_small_file_takes_little_memory_whatever_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "small"
    path.write_bytes(b"small")
    tracemalloc.start()
    try:
        with path.open("rb") as stream:
            assert read_whole(stream, "-", 1 << 26) == b"small"
            assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_a_full_disk_leaves_no_empty_table(tmp_path: Path) -> None:
    table = tmp_path / "table"
    done = run_processes(f"ulimit -f 0; {SEARCH} --table {table} > /dev/null")
    assert done.returncode == 2
    assert (
        done.stderr == f"{table}: File too large\n" or done.stderr == f"Error: {table}: File too large\n"
    )
    assert list(tmp_path.iterdir()) == []
    assert run(f"{SEARCH} --table {table}").returncode == 0
    before = table.read_bytes()
    assert run_processes(f"ulimit -f 0; {SEARCH} --table {table} > /dev/null").returncode == 2
    assert table.read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [
        "ttt show --svg {} samples/ttt/positions.txt",
        "walls solve --table {} samples/walls/lines.txt",
        "renju find --rules {} four samples/renju/games.txt",
        "renju find {} samples/renju/games.txt",
        "renju rules check {}",
        "renju rules copy sound {}",
        "match5 train {} --games 1",
        "tectonic solve {}",
    ],
)
def test_a_name_that_is_too_long_is_refused(line: str) -> None:
    done = run(f"zet {line.format('a' * 300)}")
    assert done.returncode == 2
    assert "internal error" not in done.stderr


def test_a_long_question_is_no_file() -> None:
    question = " or ".join(["four(Group, white)"] * 20)
    assert run(f"zet renju find '{question}' samples/renju/games.txt").returncode == 0


@pytest.mark.parametrize("line", ["ttt bestmove samples/ttt/positions.txt", "ttt --help"])
def test_answers_that_nobody_can_read_are_refused(line: str) -> None:
    done = run_processes(f"zet {line} >&-")
    assert (done.returncode, done.stderr) == (
        2,
        "Error: the output cannot be written: Bad file descriptor\n",
    )


def test_a_file_can_be_written_where_all_else_is_closed(tmp_path: Path) -> None:
    line = "zet ttt bestmove samples/ttt/positions.txt"
    assert run_processes(f"{line} -o {tmp_path}/answers.txt <&- >&- 2>&-").returncode == 1
    assert (tmp_path / "answers.txt").read_text() == run(line).stdout
