"""An interrupted batch is resumed, and ends with the same bytes."""

import json
import os
import pickle
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from commands import commands_in, run, start

from zet.cli import resume
from zet.cli.main import cli
from zet.cli.parameters import FilePath
from zet.cli.resume import Partial
from zet.formats.packed import packed

GAMES = ["h8i9j9h10i7j8\n", "nonsense\n", "h8h9j10\n"] * 20
REMOVE = "remove it to start again\n"
SOLVE = "renju bestmove --nodes 300 --format json"


@pytest.mark.parametrize(
    ("sign", "jobs"),
    [(signal.SIGKILL, "1"), (signal.SIGKILL, "2"), (signal.SIGINT, "2"), (signal.SIGTERM, "1")],
)
def test_a_run_goes_on_to_the_same_bytes(jobs: str, sign: signal.Signals, tmp_path: Path) -> None:
    """The games come through a named pipe, so the first run cannot end before the signal."""
    games, output = tmp_path / "games.txt", tmp_path / "answers.jsonl"
    os.mkfifo(games)
    state = tmp_path / "answers.jsonl.partial.json"
    command = f"{SOLVE} {games} -o {output} --resume --jobs {jobs}"
    feed = os.open(games, os.O_RDWR)  # which does not wait for a reader
    with start(*command.split(), stdin=subprocess.DEVNULL) as process:
        try:
            left = iter(GAMES)
            while not state.exists() or json.loads(state.read_bytes())["records"] < 2:
                assert process.poll() is None
                if state.exists():
                    os.write(feed, next(left, "").encode())
                time.sleep(0.1)
        finally:
            process.send_signal(sign)
    os.close(feed)
    assert 0 < json.loads(state.read_bytes())["records"] < len(GAMES)
    assert not output.exists()
    with (tmp_path / "answers.jsonl.partial").open("ab") as stream:
        stream.write(b"what was written after the last note")
    Thread(target=games.write_text, args=("".join(GAMES),), daemon=True).start()
    done = run(f"zet {command.replace(f'--jobs {jobs}', '-v')}")
    straight = run(f"zet {SOLVE}", stdin="".join(GAMES))
    assert output.read_text().replace(str(games), "-") == straight.stdout
    assert done.returncode == straight.returncode == 2
    assert "60 records in" in done.stderr
    assert 0 < done.stderr.count("nonsense") < 20
    assert sorted(tmp_path.iterdir()) == [output, games]


def interrupt(monkeypatch: pytest.MonkeyPatch, command: str, records: int) -> None:
    """Run a command in this process, and interrupt it after a number of recorded answers."""
    note = Partial.note

    def last_note(partial: Partial, n: int, values: Sequence[Any]) -> None:
        note(partial, n, values)
        if partial.records == records:
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(Partial, "note", last_note)
        done = run(f"zet {command}")
    assert done.returncode == 130
    assert f"{records} record{'s are' if records > 1 else ' is'} kept in " in done.stderr


def test_what_stands_around_the_answers_is_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "puzzles.xml"
    make = "tectonic generate --count 9 --width 4 --height 4 --seed 3 --format xml"
    command = f"{make} -o {output} --resume"
    interrupt(monkeypatch, command, 3)
    interrupt(monkeypatch, command, 7)
    assert not output.exists()
    assert run(f"zet {command}").returncode == 0
    assert output.read_text() == run(f"zet {make}").stdout


@pytest.mark.parametrize(
    ("command", "records"),
    [
        ("renju match zet zet,nodes=90 --nodes 100 --games 6 --random-moves 2", 3),
        ("renju match zet zet,nodes=1 --nodes 300 --games 40 --random-moves 2 --sprt 0,400", 4),
        ("renju analyze --nodes 500 --players --format json samples/renju/games.txt", 2),
        ("walls play --games 5 --board 2x2 --seed 4 --second best", 4),
        ("renju analyze --nodes 500 --format lib samples/renju/games.txt", 2),
        ("renju puzzle --unique --format json samples/renju/games.sgf samples/renju/games.txt", 3),
        ("renju find four --format lib samples/renju/collection.sgf", 2),
        ("renju find four --count-by rule,color,Field samples/renju/collection.sgf", 2),
        ("renju find 'four(G, white), now(N)' --count-by N,year,player samples/renju/collection.sgf", 2),
        ("renju rules experiment --rules sound --nodes 300 --levels 1,2 samples/renju/problems.txt", 2),
        ("renju book --format html samples/renju/problems.txt", 2),
        ("tectonic book --format html samples/tectonic/three.xml", 2),
    ],
)
def test_a_total_is_of_all_runs(
    command: str, records: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "all.txt"
    resumed = f"{command} -o {output} --resume"
    interrupt(monkeypatch, resumed, records)
    code = run(f"zet {resumed}").returncode
    straight = tmp_path / "straight.txt"
    assert run(f"zet {command} -o {straight}").returncode == code < 4
    assert output.read_bytes() == straight.read_bytes()
    assert sorted(tmp_path.iterdir()) == [output, straight]


@pytest.mark.parametrize(
    ("command", "records"),
    [
        ("renju match zet zet,nodes=90 --nodes 100 --games 6 --random-moves 2 --save {}/second.sgf", 3),
        ("renju analyze --nodes 500 --html {}/second.html samples/renju/problems.txt", 1),
        ("tectonic explain --html {}/second.html samples/tectonic/three.xml", 1),
    ],
)
def test_a_second_output_does_not_prevent_it(
    command: str, records: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that the interrupted run has written is not an input that has changed."""
    resumed = f"{command.format(tmp_path)} -o {tmp_path / 'all.txt'} --resume --force"
    interrupt(monkeypatch, resumed, records)
    (second,) = tmp_path.glob("second*")
    second.write_bytes(second.read_bytes()[:-1])
    assert run(f"zet {resumed}").returncode == 0
    assert not list(tmp_path.glob("*.partial*"))


def test_every_file_of_an_option_is_read_or_written() -> None:
    """A new option for a file must be listed as one that a run writes, or here as one that it reads."""
    found = {
        str(option.name)
        for _name, command in commands_in(cli)
        if any(option.name == "resume" for option in command.params)
        for option in command.params
        if isinstance(option.type, FilePath)
    }
    assert found - resume._WRITTEN - resume._FREE == {"path", "drawing", "fit", "table_path"}


@pytest.mark.parametrize("changed", [False, True])
def test_the_files_in_a_folder_are_compared(
    changed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, output = tmp_path / "puzzles", tmp_path / "solved.txt"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / name).write_text("3x2:aabaab:131...\n")
    command = f"tectonic solve --format line {folder} -o {output} --resume"
    interrupt(monkeypatch, command, 1)
    if changed:
        (folder / "b").write_text("3x2:aabaab:132...\n")
    assert run(f"zet {command}").returncode == (2 if changed else 0)
    assert output.exists() != changed


MATCH = "renju match zet zet --nodes 20 --games 4"


@pytest.mark.parametrize(
    "values",
    [
        pickle.dumps([print]),
        b"",
        b"\x91",
        packed([1]),
        packed([[[0, 1], 0, 2, "five", "{}"]]),
        packed([[[0, 1], 0, True, "five", "{}"]]),
        packed([[[0, 1, 1], 0, 1, "five", "{}"]]),
        packed([[[0, 1], 0, 1, "five", "{}", 0]]),
        packed([[["a", 1], 0, 1, "five", "{}"]]),
        packed([{"players": [0, 1]}]),
        b"\xd6\xff\0\0\0\0",
    ],
    ids=repr,
)
def test_values_of_another_type_are_refused(
    values: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, state = tmp_path / "all.txt", tmp_path / "all.txt.partial.json"
    command = f"{MATCH} -o {output} --resume"
    interrupt(monkeypatch, command, 1)
    Path(f"{output}.partial.values").write_bytes(values)
    state.write_text(json.dumps({**json.loads(state.read_bytes()), "values": max(len(values), 1)}))
    done = run(f"zet {command}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Error: {output}.partial is not from an interrupted run; " + REMOVE


def test_values_that_no_run_has_written_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The values have the right types, but their game is not valid."""
    output, state = tmp_path / "all.txt", tmp_path / "all.txt.partial.json"
    command = f"{MATCH} -o {output} --save {tmp_path}/games.sgf --resume"
    interrupt(monkeypatch, command, 1)
    values = packed([[[0, 1], 0, 1, "five", "{}"]])
    Path(f"{output}.partial.values").write_bytes(values)
    state.write_text(json.dumps({**json.loads(state.read_bytes()), "values": len(values)}))
    done = run(f"zet {command}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Error: {output}.partial is not from an interrupted run; " + REMOVE


@pytest.mark.parametrize(
    "change",
    [
        '"records": -5',
        f'"records": {10**30}',
        f'"records": {10**30}, "statuses": {{"error": {10**30}}}',
        f'"records": {"9" * 5000}',
        '"records": "a"',
        '"records": true',
        '"records": 9',
        '"codes": "x"',
        '"codes": [70]',
        '"codes": [1.0]',
        '"codes": null',
        '"bytes": 1.5',
        '"bytes": -1',
        '"bytes": 1000000',
        '"values": -1',
        '"values": 1',
        '"values": NaN',
        '"statuses": []',
        '"statuses": {"win": -3, "error": 6}',
        '"statuses": {"win": "3"}',
        '"run": null',
        '"run": 1',
        "[" * 100_000,
    ],
)
def test_a_state_that_no_run_has_written_is_refused(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, output = tmp_path / "games.txt", tmp_path / "answers.jsonl"
    games.write_text("".join(GAMES))
    state = tmp_path / "answers.jsonl.partial.json"
    command = f"{SOLVE} {games} -o {output} --resume"
    interrupt(monkeypatch, command, 3)
    good = state.read_text().rstrip("}\n")
    state.write_text(f"{good}, {change}}}")
    done = run(f"zet {command}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Error: {output}.partial is not from an interrupted run; " + REMOVE
    for text in ("", "{}", "null", "[]", '"run"', "\xff" * 10, good.replace('"run"', '"ran"') + "}"):
        state.write_text(text, encoding="latin-1")
        assert run(f"zet {command}").stderr == done.stderr
    state.write_text(good + "}")
    assert run(f"zet {command}").returncode == 2  # of the records that are nonsense
    assert len(output.read_text().splitlines()) == 60


def test_the_run_is_compared_before_a_value_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "all.txt"
    command = f"{MATCH} -o {output} --resume"
    interrupt(monkeypatch, command, 1)

    def read(_data: bytes) -> None:
        raise AssertionError

    monkeypatch.setattr("zet.cli.resume.all_unpacked", read)
    done = run(f"zet {command.replace('--nodes 20', '--nodes 21')}")
    assert done.stderr == f"Error: {output}.partial is from a run with other input or options; " + REMOVE


@pytest.mark.parametrize("suffix", ["", ".json", ".values"])
def test_a_state_is_files(suffix: str, tmp_path: Path) -> None:
    """A named pipe in place of a checkpoint is refused; opening it would block."""
    output = tmp_path / "answers.txt"
    os.mkfifo(f"{output}.partial{suffix}")
    done = run(f"zet ttt bestmove samples/ttt/positions.txt -o {output} --resume")
    assert (done.returncode, done.stderr) == (2, f"Error: {output}: Not a regular file\n")


def test_another_input_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games, output = tmp_path / "games.txt", tmp_path / "answers.jsonl"
    games.write_text("".join(GAMES))
    part = tmp_path / "answers.jsonl.partial"
    command = f"{SOLVE} {games} -o {output} --resume"
    interrupt(monkeypatch, command, 3)
    before = part.read_bytes()
    said = f"Error: {part} is from a run with other input or options; remove it to start again\n"
    others = [command.replace("--nodes 300", "--nodes 301")]
    others += [f"{command} {other}" for other in ("--lang nl", "--rule freestyle", f"{games}")]
    for other in others:
        done = run(f"zet {other}")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith(said) or other.endswith("--lang nl")
    games.write_text("".join(GAMES).replace("h8h9", "h8g9"))
    assert run(f"zet {command}").stderr == said
    assert part.read_bytes() == before
    part.unlink()
    assert run(f"zet {command}").returncode == 2
    assert len(output.read_text().splitlines()) == 60


def test_a_file_of_others_is_left_alone(tmp_path: Path) -> None:
    output = tmp_path / "solved.txt"
    part = tmp_path / "solved.txt.partial"
    part.write_text("mine")
    done = run(f"zet tectonic solve samples/tectonic/one.xml -o {output} --resume")
    assert done.returncode == 2
    assert done.stderr == f"Error: {part} is not from an interrupted run; remove it to start again\n"
    assert part.read_text() == "mine"


def test_two_at_the_same_output_are_refused(tmp_path: Path) -> None:
    output = tmp_path / "puzzles.txt"
    command = f"tectonic generate --count 1000000 --seed 1 -o {output} --resume"
    with start(*command.split(), stdin=subprocess.DEVNULL) as process:
        while not (tmp_path / "puzzles.txt.partial.json").exists():
            assert process.poll() is None
            time.sleep(0.02)
        done = run(f"zet {command}")
        process.kill()
    assert done.returncode == 2
    assert done.stderr == f"Error: {output}.partial: another process is changing the file\n"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("tectonic solve --resume samples/tectonic/one.xml", "--resume requires --output"),
        ("tectonic solve --resume -o {}", "--resume reads from files"),
        ("tectonic generate --resume -o {}", "--resume requires the --seed of"),
        (
            "tectonic solve samples/tectonic/one.xml --resume -o {}.gz",
            "--resume cannot continue a compressed output file",
        ),
    ],
)
def test_what_cannot_go_on_is_refused(command: str, said: str, tmp_path: Path) -> None:
    done = run(f"zet {command.format(tmp_path / 'output')}")
    assert done.returncode == 2
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_keep_leaves_nothing(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("nonsense\n")
    done = run(f"zet tectonic solve {bad} -o {tmp_path}/solved.txt --resume")
    assert done.returncode == 2
    assert list(tmp_path.iterdir()) == [bad]


def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = run(f"zet ttt bestmove samples/ttt/positions.txt -o {pipe} --force --resume")
    assert (done.returncode, done.stderr) == (2, f"Error: {pipe}: Not a regular file\n")
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]
