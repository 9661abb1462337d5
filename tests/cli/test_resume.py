"""A batch that goes on where it was interrupted, and ends with the same bytes."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest
from commands import run, start

GAMES = "h8i9j9h10i7j8\nnonsense\nh8h9j10\n" * 200
SOLVE = "renju bestmove --nodes 2000 --format json"


def interrupted(sign: signal.Signals, arguments: list[str], state: Path) -> int:
    """Run a command and end it by a signal when some records are done; return how many were noted."""
    with start(*arguments, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not (state.exists() and json.loads(state.read_bytes())["records"]):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(sign)
        process.wait(20)
    records: int = json.loads(state.read_bytes())["records"]
    return records


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_a_run_goes_on_to_the_same_bytes(jobs: str, sign: signal.Signals, tmp_path: Path) -> None:
    games, output = tmp_path / "games.txt", tmp_path / "answers.jsonl"
    games.write_text(GAMES)
    state = tmp_path / "answers.jsonl.partial.json"
    command = f"{SOLVE} {games} -o {output} --resume --jobs {jobs}"
    first = interrupted(sign, command.split(), state)
    assert not output.exists()
    assert 0 < first < 600
    with (tmp_path / "answers.jsonl.partial").open("ab") as stream:
        stream.write(b"what was written after the last note")
    done = run(f"zet {command.replace(f'--jobs {jobs}', '-v')}")
    straight = run(f"zet {SOLVE} {games}")
    assert output.read_text() == straight.stdout
    assert done.returncode == straight.returncode == 2
    assert "600 records in" in done.stderr
    assert 0 < done.stderr.count("nonsense") < 200
    assert sorted(tmp_path.iterdir()) == [output, games]


def test_what_stands_around_the_answers_is_there_once(tmp_path: Path) -> None:
    output = tmp_path / "puzzles.xml"
    make = "tectonic generate --count 300 --width 5 --height 5 --seed 3 --format xml"
    command = f"{make} -o {output} --resume"
    interrupted(signal.SIGTERM, command.split(), tmp_path / "puzzles.xml.partial.json")
    assert run(f"zet {command}").returncode == 0
    assert output.read_text() == run(f"zet {make}").stdout


def test_another_input_is_refused(tmp_path: Path) -> None:
    games, output = tmp_path / "games.txt", tmp_path / "answers.jsonl"
    games.write_text(GAMES)
    part = tmp_path / "answers.jsonl.partial"
    command = f"{SOLVE} {games} -o {output} --resume"
    interrupted(signal.SIGKILL, command.split(), tmp_path / "answers.jsonl.partial.json")
    before = part.read_bytes()
    said = f"Error: {part} is of a run with other input or options; remove it to begin anew\n"
    for other in ("--nodes 2001", "--lang nl", "--rule freestyle", f"{games}"):
        done = run(f"zet {command} {other}")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith(said) or other == "--lang nl"
    games.write_text(GAMES.replace("h8h9", "h8g9"))
    assert run(f"zet {command}").stderr == said
    assert part.read_bytes() == before
    part.unlink()
    assert run(f"zet {command}").returncode == 2
    assert len(output.read_text().splitlines()) == 600


def test_a_file_of_others_is_left_alone(tmp_path: Path) -> None:
    output = tmp_path / "solved.txt"
    part = tmp_path / "solved.txt.partial"
    part.write_text("mine")
    done = run(f"zet tectonic solve samples/tectonic/one.xml -o {output} --resume")
    assert done.returncode == 2
    assert done.stderr == f"Error: {part} is not of a run that was interrupted; remove it to begin anew\n"
    assert part.read_text() == "mine"


def test_two_at_the_same_output_are_refused(tmp_path: Path) -> None:
    output = tmp_path / "puzzles.txt"
    command = f"tectonic generate --count 1000000 --seed 1 -o {output} --resume"
    with start(*command.split(), stdin=subprocess.DEVNULL) as process:
        while not (tmp_path / "puzzles.txt.partial.json").exists():
            time.sleep(0.02)
        done = run(f"zet {command}")
        process.kill()
    assert done.returncode == 2
    assert done.stderr == f"Error: {output}.partial: another process is changing it\n"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("tectonic solve --resume samples/tectonic/one.xml", "--resume needs --output"),
        ("tectonic solve --resume -o {}", "--resume reads files"),
        ("tectonic generate --resume -o {}", "--resume needs a --seed"),
        ("renju rules verify --resume -o {}", "no --resume: what stands at the end"),
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
