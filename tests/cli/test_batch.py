"""Batches as a user sees them: order, errors, exit codes, processes, pipes, signals."""

import gzip
import io
import json
import os
import pty
import signal
import sys
import time
import zipfile
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Timer

import pytest
from commands import ROOT, commands_in, let_compute, run, start, what_was_shown

from zet.cli import output
from zet.cli.main import cli

GOOD = "3x2:aabaab:131...\n"
SEVERAL = "3x2:aabaab:1.1...\n"
NONE = "3x2:aabaab:3.1...\n"
BAD = "3x2:aabaab:9.....\n"
EMPTY = "8x8:" + "aabbccdd" * 2 + "eeffgghh" * 2 + "iijjkkll" * 2 + "mmnnoopp" * 2 + ":" + "." * 64 + "\n"


def statuses(output: str) -> list[tuple[int, str]]:
    return [(line["record"], line["status"]) for line in map(json.loads, output.splitlines())]


@pytest.mark.parametrize(
    ("text", "jobs", "code"),
    [
        (GOOD, "", 0),
        (GOOD + SEVERAL, "", 0),
        (GOOD + NONE, "", 1),
        (NONE + EMPTY, "", 3),
        (NONE + EMPTY, "--jobs 2", 3),
        (NONE + EMPTY + BAD, "", 2),
        (BAD, "", 2),
        ("", "", 2),
    ],
)
def test_the_worst_answer_makes_the_exit_code(text: str, jobs: str, code: int) -> None:
    done = run(f"zet tectonic solve --nodes 3 --count 1000 --format line {jobs}", stdin=text)
    assert done.returncode == code


def test_a_bad_record_does_not_stop_the_rest() -> None:
    done = run("zet tectonic solve --format json", stdin=GOOD + BAD + GOOD)
    assert statuses(done.stdout) == [(1, "solved"), (2, "error"), (3, "solved")]
    reason = "-:2: row 1, column 1: the given 9 is not from 1 to 4, the size of its piece"
    assert json.loads(done.stdout.splitlines()[1])["error"] == reason
    assert done.stderr == reason + "\n"


def test_records_count_anew_in_each_source(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(GOOD * 2)
    done = run(f"zet tectonic solve --format json {path} - {path}", stdin=GOOD)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["source"], line["record"]) for line in lines] == [
        (str(path), 1), (str(path), 2), ("-", 1), (str(path), 1), (str(path), 2),
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["json", "xml"])
def test_more_processes_write_the_same_bytes(form: str) -> None:
    text = (GOOD * 5 + BAD + SEVERAL + NONE) * 40
    command = f"zet tectonic solve --format {form}"
    one, two, all_ = (run(f"{command} --jobs {jobs}", stdin=text) for jobs in (1, 2, 0))
    assert one.stdout == two.stdout == all_.stdout
    assert one.stderr == two.stderr == all_.stderr
    assert one.returncode == two.returncode == all_.returncode == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_answer_comes_before_the_next_question(jobs: str) -> None:
    with start("tectonic", "solve", "--format", "line", "--jobs", jobs) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(GOOD.encode())
            process.stdin.flush()
            assert process.stdout.readline() == b"3x2:aabaab:131242\n"
        process.stdin.close()
        assert process.wait(10) == 0


@pytest.mark.parametrize("options", [(), ("-o", "/dev/stdout")])
def test_an_answer_comes_before_the_next_one_is_known(options: tuple[str, ...]) -> None:
    """The second answer, known at once after the first, does not wait for a third that takes hours."""
    with start("walls", "solve", "--format", "json", *options) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"2x2:\n2x2:\n5x5:\n")
        process.stdin.close()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        assert [answer["record"] for answer in answers] == [1, 2]
        assert process.poll() is None
        process.kill()


def test_the_end_of_a_run_does_not_wait_for_the_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that end while the timer of the flush is about to elapse, too."""
    monkeypatch.setattr(output, "FLUSH_SECONDS", 0.0005)
    for at in range(2000):
        stream = io.BytesIO()
        writer = output.Writer(stream, ("", ""))
        with writer.flushing():
            writer.write("1\n")
            writer.write("2\n")
            time.sleep(at % 13 * 1e-4)
        writer.finish("")
        assert stream.getvalue() == b"1\n2\n"


class _SignalError(Exception):
    pass


def test_a_signal_arrives_while_the_timer_waits_for_a_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """The main thread, which waits for the timer, can be interrupted if nobody reads the output."""

    def interrupt(_number: int, _frame: object) -> None:
        raise _SignalError

    monkeypatch.setattr(output, "FLUSH_SECONDS", 0.01)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writing, bytes(1024))  # until the pipe is full
    os.set_blocking(writing, True)
    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        with os.fdopen(writing, "wb") as stream:
            writer = output.Writer(stream, ("", ""))
            monkeypatch.setattr(writer, "_flushed", time.monotonic() + 300)  # the timer flushes first
            with ExitStack() as stack:
                stack.enter_context(writer.flushing())
                stack.callback(os.read, reading, 1 << 20)  # the pipe has room again
                writer.write("1\n")
                time.sleep(0.2)
                Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1)).start()
                with pytest.raises(_SignalError):
                    writer.write("2\n")
    finally:
        signal.signal(signal.SIGUSR1, before)
        os.close(reading)


def test_messages_come_after_earlier_answers() -> None:
    """Standard output and standard error to the same place: the error of the third record comes third."""
    lines = "XO..X...O X\n" * 2 + "garbage\nXO..X...O X\n"
    for _ in range(5):
        shown = run("zet ttt bestmove 2>&1", stdin=lines).stdout.splitlines()
        assert [line.startswith("-:3: ") for line in shown] == [False, False, True, False]


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["help", "ttt"], ["ttt", "solve", "-h"]]
)
def test_help_for_a_closed_pipe_ends_as_answers_do(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with start(*arguments, stdout=writing) as process:
        os.close(writing)
        assert process.wait(20) == 141
        assert process.stderr
        assert process.stderr.read() == b""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_closed_pipe_ends_quietly(jobs: str) -> None:
    with start("tectonic", "generate", "--count", "100000", "--width", "3", "--jobs", jobs) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(20) == 141
        assert process.stderr.read() == b""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_at_once(jobs: str, tmp_path: Path) -> None:
    output = tmp_path / "puzzles.txt"
    arguments = ["tectonic", "generate", "--count", "1000000", "--jobs", jobs, "--output", str(output)]
    with start(*arguments, start_new_session=True) as process:
        assert process.stderr
        if jobs == "1":
            let_compute(process)
        else:  # it is the other processes that compute
            time.sleep(1.5)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(10) == 130
        assert b"Traceback" not in process.stderr.read()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_command(sign: signal.Signals, tmp_path: Path) -> None:
    output = tmp_path / "puzzles.txt"
    arguments = ["tectonic", "generate", "--count", "1000000", "--jobs", "2", "--output", str(output)]
    with start(*arguments, start_new_session=True) as process:
        time.sleep(1.5)
        os.kill(process.pid, sign)
        assert process.wait(10) == (143 if sign == signal.SIGTERM else -9)
        deadline = time.monotonic() + 10
        while _session_lives(process.pid):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    assert list(tmp_path.iterdir()) == []


def _session_lives(session: int) -> bool:
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("line", ["tectonic solve --format line", "--help", "help ttt", "--version"])
def test_a_full_disk_is_told_in_a_line(line: str) -> None:
    done = run(f"zet {line} > /dev/full", stdin=GOOD)
    assert done.returncode == 2
    assert done.stderr == "Error: the output cannot be written: No space left on device\n"


def test_an_address_that_is_none_is_told_in_a_line() -> None:
    done = run("zet tectonic solve --cluster nowhere", stdin=GOOD)
    assert done.returncode == 2
    assert done.stderr == "Error: 'nowhere' is not the address of a cluster, such as tcp://HOST:PORT\n"


@pytest.mark.parametrize(
    ("command", "name", "said"),
    [
        ("tectonic solve", GOOD.strip(), "this is the content of a file, not its name;"),
        ("tectonic solve --jobs 2", GOOD.strip(), "this is the content of a file, not its name;"),
        ("ttt bestmove", "XO..X...O X", "this is the content of a file, not its name;"),
        ("renju solve", "h8i9g7", "this is the content of a file, not its name;"),
        ("tectonic solve", "https://example.org/p?suguru", "this is an address, not the name of a file;"),
        ("renju solve", "h8.txt", "No such file or directory"),
        ("tectonic scan", "page.png", "No such file or directory"),
        (
            "tectonic check",
            "samples/tectonic/on.xml",
            "No such file or directory; similar names: samples/tectonic/one.xml",
        ),
        ("renju check", "README.m", "No such file or directory; similar names: README.md"),
        (
            "renju rules list --rules",
            "gomok",
            "No such file or directory; the shipped rule bases are: sound, ",
        ),
        ("ttt check", "nofolder/README.md", "No such file or directory\n"),
    ],
)
def test_what_is_no_file_is_told_as_what_it_is(command: str, name: str, said: str) -> None:
    done = run(f"zet {command} '{name}'")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{name}: {said}")


@pytest.mark.parametrize("jobs", ["", "--jobs 2"])
def test_a_folder_is_its_files_in_order(jobs: str, tmp_path: Path) -> None:
    for name in ("b.txt", "a/2.txt", "a/10.txt", ".hidden", ".git/config"):
        path = tmp_path / "puzzles" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(GOOD)
    os.mkfifo(tmp_path / "puzzles/pipe")
    done = run(f"zet tectonic solve {jobs} --format json {tmp_path}/puzzles samples/tectonic/one.xml")
    sources = [json.loads(line)["source"] for line in done.stdout.splitlines()]
    folder = f"{tmp_path}/puzzles/"
    names = ["a/10.txt", "a/2.txt", "b.txt"]
    assert sources == [*(folder + name for name in names), "samples/tectonic/one.xml"]
    assert (done.returncode, done.stderr) == (0, "")


READERS = [
    name
    for name, command in commands_in(cli)
    for parameter in command.params
    if parameter.name == "files" and name not in ("renju rules check", "renju rules format")
]
"""The commands that read files. Rule bases are folders themselves."""


@pytest.mark.parametrize("name", READERS)
def test_every_command_reads_the_files_in_a_folder(name: str, tmp_path: Path) -> None:
    """The error concerns the unreadable file in the folder, not the folder itself."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/nonsense.txt").write_text("\x01 nonsense\n")
    knowledge = f"{ROOT}/samples/match5/ann.fivo" if name == "match5 bestmove" else ""
    output = "-o book.pdf" if name.endswith("book") else ""
    work = "--work a.work" if name == "renju prove" else ""
    done = run(f"cd {tmp_path} && zet {name} {knowledge} folder {output} {work}")
    assert done.returncode == 2
    assert "folder/nonsense.txt" in done.stderr


def test_an_empty_folder_is_reported(tmp_path: Path) -> None:
    done = run(f"zet tectonic solve {tmp_path}")
    assert (done.returncode, done.stderr) == (2, f"{tmp_path}: this folder contains no files\n")


def test_pictures_of_one_file_are_numbered(tmp_path: Path) -> None:
    file = tmp_path / "three.svg"
    done = run(f"zet tectonic show --svg {file} samples/tectonic/three.xml")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["three-2.svg", "three-3.svg", "three.svg"]


@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_pictures_of_several_files_want_a_folder(option: str, tmp_path: Path) -> None:
    file = tmp_path / f"all.{option[2:]}"
    done = run(f"zet tectonic show {option} {file} samples/tectonic/one.xml samples/tectonic/three.xml")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{file} is the name of one file, but several files are to be written; a name" in done.stderr
    assert not any(tmp_path.iterdir())


def test_output_is_written_whole_and_kept(tmp_path: Path) -> None:
    output = tmp_path / "solved.xml"
    command = f"zet tectonic solve --format xml --output {output}"
    assert run(command, stdin=GOOD).returncode == 0
    before = output.read_bytes()
    assert before.endswith(b"</Puzzles>\n")
    refused = run(command, stdin=SEVERAL)
    assert refused.returncode == 2
    assert f"{output} exists; --force overwrites it" in refused.stderr
    assert output.read_bytes() == before
    assert run(command + " --force", stdin=GOOD * 2).returncode == 0
    assert output.read_bytes() != before
    assert list(tmp_path.iterdir()) == [output]


def test_output_never_replaces_a_device() -> None:
    done = run("zet tectonic solve --force --output /dev/null", stdin=GOOD)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert Path("/dev/null").is_char_device()


def test_a_name_that_ends_in_gz_makes_a_gzip_file(tmp_path: Path) -> None:
    command = "zet tectonic solve --format line samples/tectonic/three.xml"
    plain = run(command).stdout
    for jobs in ("", " --jobs 2"):
        path = tmp_path / f"solved{jobs[-1:]}.txt.gz"
        assert run(f"{command} -o {path}{jobs}").returncode == 0
        assert gzip.decompress(path.read_bytes()).decode() == plain
    first, second = (path.read_bytes() for path in tmp_path.iterdir())
    assert first == second
    assert run(f"zet tectonic check {path}").stdout.count(": valid") == 3


def test_what_is_not_gzip_after_all_is_an_error(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gz"
    broken.write_bytes(b"\x1f\x8b" + b"nonsense")
    done = run(f"zet tectonic solve {broken}")
    assert done.returncode == 2
    assert done.stderr.startswith(f"{broken}: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("quiet", ["", "--quiet"])
def test_progress_shows_on_a_terminal_after_a_second(quiet: str) -> None:
    master, slave = pty.openpty()
    arguments = ["tectonic", "solve", "--format", "line", *quiet.split()]
    with start(*arguments, stderr=slave) as process:
        os.close(slave)
        assert process.stdin
        assert process.stdout
        for pause in (1.3, 0.3, 0):
            process.stdin.write(GOOD.encode())
            process.stdin.flush()
            process.stdout.readline()
            time.sleep(pause)
        process.stdin.close()
        process.wait(10)
    assert (b"records" in what_was_shown(master)) == (not quiet)


def test_progress_goes_on_when_all_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("h8i9j9h10i7j8\nh8\n")
    master, slave = pty.openpty()
    arguments = ["renju", "bestmove", "--time", "3", "--jobs", "2", str(path)]
    with start(*arguments, stderr=slave) as process:
        os.close(slave)
        assert process.stdout
        assert process.stdout.read().count(b"\n") == 2
        assert process.wait(10) == 0
    shown = what_was_shown(master)
    assert b"0 records, " in shown  # the first was at work yet
    assert shown.count(b" records, ") > 1


def test_no_progress_in_a_pipe() -> None:
    assert run("(cat; sleep 1.3; echo) | zet tectonic solve --format line", stdin=GOOD).stderr == ""


def test_verbose_tells_what_was_done() -> None:
    done = run("zet tectonic solve -v --format line", stdin=GOOD + NONE)
    assert done.stderr.splitlines()[-1].startswith("2 records in ")
    assert done.stderr.endswith("1 solved, 1 unsolvable\n")


def test_a_first_record_that_is_bad_hides_no_other() -> None:
    """The first records may be bad in any way; a file without a valid record is a single error."""
    lines = run("zet renju check --format json", stdin="h?i9\n\nh8h8\nh8i9\n").stdout.splitlines()
    told = [(one["record"], one["status"], one.get("line")) for one in map(json.loads, lines)]
    assert told == [(1, "error", 1), (2, "error", 3), (3, "legal", None)]
    done = run("zet renju check --format json", stdin="h?i9\nh8h8\n")
    [only] = done.stdout.splitlines()
    assert (
        "no game found in any known format (tried as moves: column 1: 'h?i9'" in json.loads(only)["error"]
    )
    many = "?\n" * 21 + "h8i9\n"
    assert len(run("zet renju check", stdin=many).stderr.splitlines()) == 1
    done = run("zet tectonic check", stdin="my puzzles\n3x1:aaa:1.3\n")
    assert (done.stdout, done.stderr.count("\n")) == ("-, puzzle 2: valid: the only solution\n", 1)


def test_a_bug_is_told_as_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from zet.cli.main import main

    def broken(*_: object, **__: object) -> None:
        raise AssertionError("the sky fell")

    monkeypatch.setattr("zet.engines.tectonic.solver.solve", broken)
    monkeypatch.setattr(sys, "argv", ["zet", "tectonic", "solve", str(ROOT / "samples/tectonic/one.xml")])
    monkeypatch.setattr("zet.cli.main.watch", lambda: None)
    monkeypatch.setattr("zet.cli.main._open_streams", lambda: None)  # captured ones have no descriptors
    monkeypatch.setattr("zet.cli.signals.start", lambda: None)  # the tests handle their own signals
    monkeypatch.setattr(os, "_exit", sys.exit)  # which would end the tests as well
    for traceback in (False, True):
        if traceback:
            monkeypatch.setenv("ZET_TRACEBACK", "1")
        with pytest.raises(SystemExit) as left:
            main()
        assert left.value.code == 70
        errors = capsys.readouterr().err
        assert "zet: internal error: AssertionError: the sky fell" in errors
        assert errors.startswith("Traceback") == traceback


def test_version_says_that_the_kernels_are_compiled() -> None:
    assert run("zet --version").stdout.endswith("(kernels compiled)\n")


def test_wrong_usage_is_exit_code_2() -> None:
    for command in (
        "zet nosuchgame",
        "zet tectonic nosuch",
        "zet tectonic solve --jobs -1",
        "zet --nosuch",
    ):
        done = run(command)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (
            "tectonic solve",
            "# one\n" + GOOD + "\n" + BAD + NONE + "  \n#\n" + SEVERAL + "3x2:aab\n" + GOOD,
        ),
        ("ttt bestmove --begins O", "XO.......\n...\n\nXX.OO....\n# end\nX........ O\n"),
        ("walls solve", "2x2:\n2x2:ab\n#\n2x2:00\n"),
        ("renju check", "h8h9\nh8h8\n\nh8 i9 j10\n"),
        ("renju check --moves 1 --select player=x", "h8h9\nh8h8\n"),
        ("renju find four", "h8i9h10i11h9i8h7\nh8h8\n"),
        ("renju threats", "h8h9i9\nh8h8\n"),
        ("ttt solve", "XO.......\n...\n"),
        ("match5 bestmove samples/match5/ann.fivo", "e5d4\ne5e5\n"),
    ],
)
def test_lines_that_another_process_reads_are_read_the_same(
    command: str, text: str, tmp_path: Path
) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(text.encode() + b"\xff\n")
    for form in ("text", "json"):
        here, there = (run(f"zet {command} --format {form} {path} {jobs}") for jobs in ("", "--jobs 2"))
        assert (there.returncode, there.stdout, there.stderr) == (
            here.returncode,
            here.stdout,
            here.stderr,
        )
        assert here.stderr  # there was something to refuse


@pytest.mark.parametrize(
    "command",
    ["match5 verify samples/match5/ann.fivo samples/match5/ann.msgpack samples/match5/ann.json"],
)
def test_a_file_of_one_record_is_not_read_line_by_line(command: str) -> None:
    here, there = run(f"zet {command}"), run(f"zet {command} --jobs 2")
    assert (there.returncode, there.stdout) == (0, here.stdout)


@pytest.mark.parametrize(
    ("form", "text", "is_made"),
    [
        ("line", BAD, False),
        ("json", BAD, True),
        ("text", BAD, False),
        ("line", NONE, True),
        ("xml", BAD, False),
        ("line", GOOD + BAD, True),
    ],
)
@pytest.mark.parametrize("resume", [False, True])
def test_an_output_is_made_if_a_record_was_answered_or_an_error_is_in_it(
    form: str, text: str, is_made: bool, resume: bool, tmp_path: Path
) -> None:
    given, output = tmp_path / "given.txt", tmp_path / "output"
    given.write_text(text)
    command = f"zet tectonic solve --format {form} {given}"
    there = run(f"{command} -o {output}{' --resume' * resume}")
    plain = run(command)
    assert (there.returncode, there.stderr, there.stdout) == (plain.returncode, plain.stderr, "")
    assert output.exists() == is_made
    assert not is_made or output.read_text() == plain.stdout
    assert sorted(tmp_path.iterdir()) == ([given, output] if is_made else [given])


def test_a_total_alone_makes_an_output(tmp_path: Path) -> None:
    command = "zet renju find four --count-by rule"
    done = run(f"{command} -o {tmp_path}/output", stdin="nonsense\n")
    assert done.returncode == 2
    assert (tmp_path / "output").read_text() == run(command, stdin="nonsense\n").stdout != ""


@pytest.mark.parametrize("game", ["renju", "tectonic", "ttt", "walls"])
def test_a_zip_archive_is_named(game: str, tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("game.txt", "h8i9/g7 black\n" * 3)
    done = run(f"zet {game} show {path}")
    assert done.stderr == f"{path}: this is a zip archive; unpack it, and name the files in it\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tectonic show -o board.svg", "text does not belong in a .svg file; use --svg"),
        ("tectonic explain -o page.html", "text does not belong in a .html file; use --html"),
        ("renju show -o board.PNG", "text does not belong in a .png file; use --png"),
        ("ttt solve -o board.svg", "text does not belong in a .svg file"),
        ("ttt solve -o board.eps", "text does not belong in a .eps file"),
        ("tectonic explain -o page.xhtml", "text does not belong in a .xhtml file; use --html"),
        ("tectonic convert -o p.html", "--format xml does not belong in a .html file"),
        ("renju solve --format json -o a.pdf", "--format json does not belong in a .pdf file"),
        ("tectonic show --svg board.html", "SVG does not belong in a .html file"),
        ("renju show --png board.jpg", "PNG does not belong in a .jpg file"),
        ("tectonic explain --html page.svg", "HTML does not belong in a .svg file; use --svg"),
        ("tectonic scan --overlay board.svg", "PNG does not belong in a .svg file"),
    ],
)
def test_each_kind_of_output_has_its_own_files(line: str, words: str, tmp_path: Path) -> None:
    command, name = line.rsplit(" ", 1)
    done = run(f"zet {command} {tmp_path / name}", stdin="XO\n")
    assert done.stderr.endswith(f"{name}: {words}\n")
    assert not list(tmp_path.iterdir())


def test_one_record_is_singular() -> None:
    assert run("zet tectonic solve --verbose", stdin=GOOD).stderr.startswith("1 record in ")
    assert run("zet tectonic solve --verbose", stdin=GOOD * 2).stderr.startswith("2 records in ")
