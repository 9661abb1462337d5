"""Exhausted resources (memory, disk space, processes, open files) are reported in one line."""

import errno
import gzip
import io
import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from commands import ROOT, run, run_processes

from zet.cli.batch import Batch
from zet.cli.main import run as run_main
from zet.cli.output import Answer, Record
from zet.cli.pools import Pool, pool
from zet.formats import files
from zet.formats.files import read_whole

SEARCH = "zet walls search --depth 2 samples/walls/game.walls"


def hungry(record: Record) -> Answer:
    """Allocate more memory than is available for the second record."""
    if record.number == 2:
        raise MemoryError
    return "ok", f"{record.number}\n", 0, "", None, ()


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


@pytest.mark.parametrize(
    ("line", "code"), [("tectonic solve nofile", 2), ("tectonic nothing", 2), ("ttt bestmove XO", 2)]
)
def test_a_message_that_cannot_be_printed_changes_no_exit_code(line: str, code: int) -> None:
    assert run_processes(f"zet {line} 2>/dev/full").returncode == code


def test_answers_go_on_where_messages_cannot_be_printed() -> None:
    line = "zet tectonic solve --format line samples/tectonic/invalid.xml samples/tectonic/one.xml"
    done = run_processes(f"{line} 2>/dev/full")
    assert (done.stdout, done.returncode) == (run(line).stdout, 2)
    assert done.stdout


@pytest.mark.parametrize(
    "line",
    [
        "ttt bestmove samples/ttt/positions.txt -o {}",
        "ttt bestmove samples/ttt/positions.txt -o {} --force",
        "ttt bestmove samples/ttt/positions.txt -o {} --resume",
        "walls search --depth 2 samples/walls/game.walls --table {}",
        "match5 new {} --name Bob",
        "match5 train {} --games 1",
        "renju tune {} --games 2 --rounds 1",
        "tectonic solve {}",
    ],
)
def test_links_that_lead_to_each_other_are_refused(line: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    done = run(f"zet {line.format(one)}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"{one}: Too many levels of symbolic links\n")
    assert done.stderr.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == [one, other]
    assert one.is_symlink()


def test_too_many_open_files_are_one_line() -> None:
    """The limit is slightly above the number of open files that Python itself needs to start."""
    seen = set()
    for number in range(4, 12):
        done = run_processes(f"ulimit -n {number}; zet ttt bestmove samples/ttt/positions.txt")
        if "Fatal Python error" not in done.stderr and "/site-packages/" not in done.stderr:
            seen.add(done.returncode)
            assert done.returncode in (1, 2), done.stderr
            assert done.returncode == 1 or done.stderr.endswith(": Too many open files\n")
            assert done.stderr.count("\n") == (done.returncode == 2)
    assert seen == {1, 2}


SHOW = "zet ttt show samples/ttt/positions.txt"


@pytest.mark.parametrize(
    "line",
    [
        f"{SHOW} -o -",
        f"{SHOW} -o /dev/stdout",
        f"{SHOW} -o /dev/stdout > PLACE/file; cat PLACE/file",
        f"mkfifo PLACE/pipe; {SHOW} -o PLACE/pipe & cat PLACE/pipe; wait",
        f"mkfifo PLACE/pipe.gz; {SHOW} -o PLACE/pipe.gz & zcat < PLACE/pipe.gz; wait",
        f"cd PLACE; {SHOW.replace('samples', f'{ROOT}/samples')} -o ./-; cat ./-",
    ],
)
def test_output_goes_to_what_is_no_file(line: str, tmp_path: Path) -> None:
    done = run_processes(line.replace("PLACE", str(tmp_path)))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.replace(f"{ROOT}/", "") == run(SHOW).stdout


def test_output_goes_to_a_device() -> None:
    done = run(f"{SHOW} -o /dev/null")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert Path("/dev/null").is_char_device()
    done = run(f"{SHOW} -o /dev/full")
    assert (done.returncode, done.stderr) == (2, "Error: /dev/full: No space left on device\n")


def test_a_pipe_that_nobody_reads_on_ends_quietly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    make = "zet tectonic generate --count 100000 --width 5 --height 5 --seed 1"
    done = run_processes(f"mkfifo {pipe}; head -c1 {pipe} >/dev/null & {make} -o {pipe}")
    assert (done.returncode, done.stdout, done.stderr) == (141, "", "")


@pytest.mark.parametrize("content", [b"\n", b"# nothing\n", b"h8i9\n" + b" \r\n"])
@pytest.mark.parametrize(
    "command",
    ["match5 show", "match5 inspect", "renju check", "ttt show", "walls check", "tectonic check"],
)
def test_input_without_content_is_not_read_to_its_end(
    command: str, content: bytes, tmp_path: Path
) -> None:
    """A file of some KB decompresses to 64 MB without content."""
    path = tmp_path / "small.gz"
    first, _, piece = content.rpartition(b"\n")[0].rpartition(b"\n")
    path.write_bytes(gzip.compress(first + b"\n" + (piece + b"\n") * (64_000_000 // (len(piece) + 1)), 1))
    read = 0

    def counted(self: io.RawIOBase, buffer: memoryview) -> int:
        nonlocal read
        read += (count := plain(self, buffer))
        return count

    plain = files._Bounded.readinto
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files._Bounded, "readinto", counted)
        done = run(f"zet {command} {path}")
    assert done.returncode == 2
    assert str(path) in done.stderr
    assert 0 < read < 1_100_000


def test_long_comments_and_blank_lines_are_read() -> None:
    text = "# \n" * 10_000 + "XO..X...O X\n" + "\n" * 500_000 + "XO..X...O X\n"
    assert run("zet ttt bestmove --format json", stdin=text).stdout.count('"ok"') == 2


def test_a_table_that_an_interrupted_run_left_empty_is_begun(tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.touch()
    done = run(f"{SEARCH} --table {table}")
    assert (done.returncode, done.stderr) == (0, "")
    assert table.stat().st_size
    assert done.stdout == run(f"{SEARCH} --table {tmp_path / 'other'}").stdout
    assert table.read_bytes() == (tmp_path / "other").read_bytes()


def test_no_picture_is_written_beside_a_device(tmp_path: Path) -> None:
    device = tmp_path / "device"
    os.mkfifo(device)
    done = run(f"zet tectonic show --svg {device} samples/tectonic/three.xml")
    assert (done.returncode, done.stderr) == (2, f"Error: {device}: Not a regular file\n")
    assert list(tmp_path.iterdir()) == [device]
