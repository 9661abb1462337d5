"""Output on a terminal: control characters are escaped, the cursor is restored, and help fits."""

import io
import os
import pty
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import click
import pytest
from commands import ENVIRONMENT, commands_in, run, start, what_was_shown

from zet.cli import output
from zet.cli.batch import Batch
from zet.cli.main import cli

GOOD = "3x2:aabaab:131...\n"
BAD = "3x2:aabaab:9.....\n"
COMMANDS = dict(commands_in(cli))


def test_the_cursor_comes_back_after_ctrl_c() -> None:
    master, slave = pty.openpty()
    with start("tectonic", "solve", "--format", "line", stderr=slave) as process:
        os.close(slave)
        assert process.stdin
        assert process.stdout
        for pause in (1.2, 0, 0):
            process.stdin.write(GOOD.encode())
            process.stdin.flush()
            process.stdout.readline()
            time.sleep(pause)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
    translate = what_was_shown(master)
    assert b"\x1b[?25l" in translate
    assert translate.rindex(b"\x1b[?25h") > translate.rindex(b"\x1b[?25l")
    assert b" records" in translate
    assert b"None" not in translate


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_control_characters_of_names_are_shown(stream: str, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b]0;title\x07\x9b2J\u202e\n.txt"
    path.write_text(GOOD + BAD, encoding="utf-8")
    master, slave = pty.openpty()
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: slave}
    with start("tectonic", "solve", str(path), **streams) as process:
        os.close(slave)
        assert process.wait(10) == 2
    assert r"a\x1b]0;title\x07\x9b2J\u202e\n.txt" in what_was_shown(master).decode()


def test_control_characters_of_files_are_shown_on_a_terminal_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[4]SZ[15]PB[a\u202eb];B[hh])", encoding="utf-8")
    master, slave = pty.openpty()
    with start("renju", "convert", "--to", "sgf", str(path), stdout=slave) as process:
        os.close(slave)
        assert process.wait(10) == 0
    assert r"PB[a\u202eb]" in what_was_shown(master).decode()
    assert "PB[a\u202eb]" in run(f"zet renju convert --to sgf {path}").stdout


@pytest.mark.parametrize("command", ["solve", "check"])
def test_a_name_is_one_line(command: str, tmp_path: Path) -> None:
    path = tmp_path / "two\nlines.txt"
    path.write_text("h8\nnonsense\n")
    done = run(f"zet renju {command} '{path}'")
    for translate in (done.stdout, done.stderr):
        assert "two\\nlines.txt" in translate
        assert translate.count("\n") == 1


@pytest.mark.parametrize("columns", ["40", "80"])
def test_help_fits(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for name, command in [("", cli), *COMMANDS.items()]:
        help_ = command.get_help(click.Context(command, info_name=f"zet {name}", **cli.context_settings))
        assert max(map(len, help_.splitlines())) <= int(columns), name


def test_a_wide_board_fits_a_terminal_and_is_whole_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "wide.txt"
    run(f"zet tectonic generate --board 2x25 --seed 1 -o {path}")
    master, slave = pty.openpty()
    with start(
        "tectonic", "show", str(path), stdout=slave, env=ENVIRONMENT | {"COLUMNS": "80"}
    ) as process:
        os.close(slave)
        assert process.wait(10) == 0
    text = re.sub(r"\x1b\[[\d;]*m", "", what_was_shown(master).decode())
    assert max(map(len, text.splitlines()[1:])) == 2 * 25 + 1
    assert max(map(len, run(f"zet tectonic show {path}").stdout.splitlines()[1:])) == 4 * 25 + 1


@pytest.mark.parametrize("ends", [True, False])
def test_progress_reaches_the_end_when_all_is_done(
    ends: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "records.txt"
    path.write_text(GOOD * 100)
    master, slave = pty.openpty()
    monkeypatch.setattr(output, "PROGRESS_SECONDS", 0.01)
    monkeypatch.setattr(output, "PROGRESS_PAUSE", 0.0)
    with os.fdopen(slave, "w") as stream, suppress(KeyboardInterrupt):
        monkeypatch.setattr(output, "screen", lambda: stream)
        monkeypatch.setattr(sys, "stderr", stream)
        with output.progress((str(path),), lambda: 900, quiet=False) as show:
            assert show
            time.sleep(0.02)
            show({"ok": 50})
            if not ends:
                raise KeyboardInterrupt
    text = what_was_shown(master)
    assert b"50%" in text
    assert (b"100%" in text) == ends


def test_progress_counts_the_bytes_of_all_files(tmp_path: Path) -> None:
    """The share of bytes read grows with each file, and no terminal is too narrow for the bar."""
    for name in "ab":
        (tmp_path / name).write_text(GOOD)
    batch = Batch(files=(str(tmp_path),))
    read = [batch._position() for _record in batch.records(lambda stream, _name: iter(stream))]
    assert sorted(read) == read
    assert {len(GOOD), 2 * len(GOOD)} <= {*read, batch._position()}


@pytest.mark.parametrize("columns", [1, 30, 60, 200])
def test_the_bar_fits_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(output, "PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr(output, "PROGRESS_PAUSE", 0.0)
    shown = io.StringIO()
    monkeypatch.setattr(output, "screen", lambda: shown)
    bar = output.Bar((__file__,), lambda: 9)
    bar({"ok": 1})
    assert bar._bar is not None
    assert bar._bar.width == min(36, max(columns - output.TEXT_BESIDE, 1))


LATE_READ = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

ssize_t read(int file, void *buffer, size_t size) {
    struct timespec rest = {0, 300000000};
    if (file == 0)
        while (nanosleep(&rest, &rest))
            ;
    return ((ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(file, buffer, size);
}
"""
"""A library whose reads of standard input begin three tenths of a second late, whatever signal comes."""


@pytest.mark.skipif(sys.platform != "linux", reason="the library is one of Linux")
@pytest.mark.parametrize(("stop", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize(
    ("command", "first"), [("tectonic solve --format line", GOOD), ("ttt play --o person", "")]
)
def test_a_signal_just_before_a_read_ends_it(
    stop: int, code: int, command: str, first: str, tmp_path: Path
) -> None:
    (tmp_path / "late.c").write_text(LATE_READ)
    library = tmp_path / "late.so"
    build = ["cc", "-shared", "-fPIC", "-o", library, tmp_path / "late.c", "-ldl"]
    subprocess.run(build, check=True)
    with start(*command.split(), env=ENVIRONMENT | {"LD_PRELOAD": str(library)}) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(first.encode())
        process.stdin.flush()
        process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(stop)
        assert process.wait(20) == code


def test_a_person_can_type_records() -> None:
    """A line says how the input ends, and no bar covers the next record."""
    ours, its = os.openpty()
    said, messages = os.openpty()
    arguments = ["tectonic", "solve", "--format", "line"]
    with start(*arguments, stdin=its, stderr=messages) as process:
        os.close(its)
        os.close(messages)
        assert process.stdout
        for _ in range(2):
            os.write(ours, GOOD.encode())
            assert process.stdout.readline()
            time.sleep(1.1)
        os.write(ours, b"\4")  # Ctrl-D
        assert process.wait(10) == 0
    os.close(ours)
    assert what_was_shown(said) == b"reading from the terminal; Ctrl-D ends the input\r\n"


@pytest.mark.parametrize("quiet", [[], ["--quiet"]])
def test_only_a_person_is_told_how_the_input_ends(quiet: list[str]) -> None:
    said, messages = os.openpty()
    with start("tectonic", "solve", *quiet, stderr=messages) as process:
        os.close(messages)
        process.communicate(GOOD.encode())
    assert b"Ctrl-D" not in what_was_shown(said)


@pytest.mark.parametrize(
    "line",
    [
        "match5 convert samples/match5/ann.json --to fivo",
        "match5 convert samples/match5/ann.json --to msgpack",
        "renju convert samples/renju/games.txt --to lib",
        "renju convert samples/renju/games.txt --to pos",
    ],
)
def test_binary_output_is_not_written_to_a_terminal(line: str) -> None:
    master, slave = pty.openpty()
    with start(*line.split(), stdout=slave) as process:
        os.close(slave)
        _out, error = process.communicate()
        assert process.returncode == 2
    assert error.endswith(b"binary output cannot be written to a terminal; give a file with -o\n")
    assert what_was_shown(master) == b""
    assert int(run(f"zet {line} | wc -c").stdout) > 10


def talk(arguments: str, text: str) -> str:
    """Type a text and Ctrl-D at a terminal, after the message on how to play; return the screen."""
    ours, its = os.openpty()
    with start(*arguments.split(), stdin=its, stdout=its, stderr=its):
        os.close(its)
        shown = b""
        while b"Ctrl-D ends" not in shown:
            shown += os.read(ours, 4096)
        os.write(ours, f"{text}\4".encode())
        shown += what_was_shown(ours)
    return shown.decode().replace("\r", "")


@pytest.mark.parametrize(
    ("arguments", "board", "move", "reply"),
    [
        ("renju play --nodes 300", "15 .  .  .", "h8", "  2. "),
        ("ttt play --x person --o best", ". . .   |   0 1 2", "4", "X"),
        ("walls play --board 2x2 --nodes 300", " 0  •     •     •", "0,1", "2  second"),
    ],
)
def test_a_person_at_a_terminal_sees_the_board_and_how_to_play(
    arguments: str, board: str, move: str, reply: str
) -> None:
    """The board comes before the first move; of the players only those that are named are changed."""
    shown = talk(arguments, f"quit\n{move}\n")
    before, after = shown.split("\nquit\n", 1)
    assert board in before
    assert "`undo` takes back a move, Ctrl-D ends the game" in before
    assert before.index(board) < before.index("your move, such as ")
    assert re.search(r"'quit' is not .*; `undo` takes back a move, Ctrl-D ends the game\n", after)
    assert "-:" not in after  # no file and no line
    assert reply in after
    assert "unfinished" in after


@pytest.mark.parametrize(
    ("arguments", "typed", "words"),
    [
        ("renju play --nodes 300", "h8|h8|undo", ["you play black; black to move", "h8 is occupied"]),
        ("renju play --nodes 300", "h8|undo", [r"taken back: 1\. h8 2\. [a-o]\d+\n"]),
        (
            "ttt play --seed 1",
            "0|0|undo",
            [r"^you play O; X to move\n[1-8]\n", "cell 0 is taken; O is", "back: 0 [1-8]\n"],
        ),
        ("walls play --board 2x2 --nodes 300", "0,1|undo", [r"taken back: .*\[0,1\].*; 2x2, score 0:0"]),
        (
            "match5 play --seed 1",
            "e5|undo",
            ["^you play blue; blue to move\n  a b c", "undone e5 [a-i]\\d"],
        ),
        ("match5 play --seed 1", "e5|board", [r"(?s)(\n5 0 0 . 0 B.*){2}"]),
        ("match5 play --two-players", "e5|board", [r"^blue to move\n", "such as e5", r"\n5 0 0 0 0 B 0"]),
    ],
)
def test_a_person_is_greeted_and_sees_what_is_taken_back(
    arguments: str, typed: str, words: list[str]
) -> None:
    shown = re.sub("\x1b.*?m", "", talk(arguments, typed.replace("|", "\n") + "\n"))
    for one in words:
        assert re.search(one, shown), shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("renju find foul samples/renju/games.txt", "no match in 4 games"),
        ("walls play --board 1x1 --save {folder}/a.walls", "table is saved in {folder}/a.walls.table"),
    ],
)
def test_what_a_run_leaves_behind_is_named_at_a_terminal(
    arguments: str, words: str, tmp_path: Path
) -> None:
    said, messages = os.openpty()
    with start(*arguments.format(folder=tmp_path).split(), stderr=messages) as process:
        os.close(messages)
        process.communicate()
    shown = re.sub(r"\s+", " ", what_was_shown(said).decode())
    assert words.format(folder=tmp_path) in shown


@pytest.mark.parametrize("game", ["renju", "walls --board 2x2"])
def test_without_a_terminal_the_program_plays_itself(game: str) -> None:
    name, *options = game.split()
    done = run(" ".join(["zet", name, "play", "--nodes", "20", *options]), stdin="")
    assert "unfinished" not in done.stdout
    assert "your move" not in done.stderr
