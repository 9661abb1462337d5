"""`zet match5` as a user meets it: files that are changed, passwords, locks, kills, pipes."""

import fcntl
import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from commands import ENVIRONMENT, run, start
from zet.formats.match5 import hall, read

SAMPLE = "samples/match5/ann.fivo"


def zet(command: str, **options: str) -> "subprocess.CompletedProcess[str]":
    return run(f"zet match5 {command}", **options)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A knowledge file that has seen some games."""
    found = tmp_path / "bob.fivo"
    assert zet(f"new {found} --name Bob").returncode == 0
    assert zet(f"train {found} --opponent greedy --games 50 --seed 1").returncode == 0
    return found


def players(path: Path) -> list[tuple[str, int]]:
    data = (path.parent / hall.NAME).read_bytes()
    return [(entry.name, entry.level) for entry in hall.loads(data, "hall")]


def knowledge(path: Path) -> int:
    return len(read(path.read_bytes(), str(path)).patterns)


def test_new_leaves_a_file_alone(path: Path) -> None:
    before = path.read_bytes()
    done = zet(f"new {path} --name Eve")
    assert done.returncode == 2
    assert done.stderr == f"Error: {path}: File exists\n"
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["", "x" * 65, "a\nb", "\u00e9" * 33])
def test_names_that_no_file_holds_are_refused(tmp_path: Path, name: str) -> None:
    done = start("match5", "new", str(tmp_path / "x.fivo"), "--name", name)
    _, error = done.communicate()
    assert done.returncode == 2
    assert b"--name" in error
    assert not list(tmp_path.iterdir())


def test_two_runs_are_one(tmp_path: Path) -> None:
    for method in ("seed", "proof"):
        one, two = tmp_path / f"{method}1.fivo", tmp_path / f"{method}2.fivo"
        for found in (one, two):
            zet(f"new {found} --name Bob")
        options = f"--opponent greedy --seed 3 --method {method}"
        zet(f"train {one} --games 60 {options}")
        zet(f"train {two} --games 27 {options}")
        zet(f"train {two} --games 33 {options} --report 10 --checkpoint 0.01")
        first, second = (read(found.read_bytes(), "x") for found in (one, two))
        assert (first.games, first.losses) == (second.games, second.losses)
        if method == "seed":
            assert first == second


def test_lanes_do_not_depend_on_jobs(tmp_path: Path) -> None:
    files = [tmp_path / f"{jobs}.fivo" for jobs in (1, 2)]
    outputs = []
    for jobs, found in enumerate(files, 1):
        zet(f"new {found} --name Bob")
        command = (
            f"train {found} --games 90 --round 15 --lanes 3 --jobs {jobs} --seed 5 --opponent greedy"
        )
        outputs.append(zet(f"{command} --format json").stdout.replace(str(found), "FILE"))
    assert outputs[0] == outputs[1]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_match_does_not_depend_on_jobs() -> None:
    command = f"match {SAMPLE} --opponent greedy --games 600 --seed 5 --format json"
    one, two = zet(command), zet(f"{command} --jobs 2")
    assert one.stdout == two.stdout
    line = json.loads(one.stdout)
    assert line["wins"] + line["draws"] + line["losses"] == line["games"] == 600
    low, high = line["loss_interval"]
    assert low < line["loss_rate"] < high


def test_the_hall_follows_what_is_saved(path: Path) -> None:
    there = knowledge(path)
    assert players(path) == [("Bob", there)]
    zet(f"rename {path} --name Bo")
    assert players(path) == [("Bo", there)]
    zet(f"remove {path} --pattern 1 --pattern 2")
    assert players(path) == [("Bo", there - 2)]
    zet(f"merge {path} {SAMPLE} --method seed")
    assert players(path) == [("Bo", knowledge(path))]
    assert zet(f"remove {path} --all").stdout.endswith("removed, 0 left\n")
    assert players(path) == []


def test_a_bad_hall_is_said_and_left(path: Path) -> None:
    (path.parent / hall.NAME).write_bytes(b"nonsense")
    done = zet(f"rename {path} --name Bo")
    assert done.returncode == 2
    assert "not a Hall of Fame" in done.stderr
    assert (path.parent / hall.NAME).read_bytes() == b"nonsense"


CHANGES = [
    "train {} --games 5",
    "remove {} --all",
    "merge {} samples/match5/ann.fivo",
    "rename {} --name Eve",
    "password {} --clear",
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_protected_file_is_changed_by_its_owner_alone(path: Path, change: str) -> None:
    secret, wrong = path.parent / "secret", path.parent / "wrong"
    secret.write_text("geheim\n")
    wrong.write_text("Geheim\n")
    assert zet(f"password {path} --new-password-file {secret}").returncode == 0
    before = path.read_bytes()
    command = change.format(path)
    for given, reason in (
        ("", "it has a password, and none was given"),
        (f"--password-file {wrong}", "the password is wrong"),
    ):
        done = zet(f"{command} {given}")
        assert done.returncode == 2
        assert done.stderr == f"Error: {path}: {reason}\n"
        assert path.read_bytes() == before
    assert zet(f"inspect {path}").returncode == 0
    done = run(f"ZET_PASSWORD=geheim zet match5 {command}")
    assert done.returncode == 0
    assert path.read_bytes() != before


def test_a_file_that_is_being_changed_is_waited_for_or_refused(path: Path) -> None:
    with path.open("rb+") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        done = zet(f"rename {path} --name Eve --no-wait")
        assert done.returncode == 2
        assert done.stderr == f"Error: {path}: another process is changing it\n"
        waiting = start("match5", "rename", str(path), "--name", "Eve")
        time.sleep(0.5)
        assert waiting.poll() is None
    waiting.communicate(timeout=30)
    assert waiting.returncode == 0
    assert players(path)[0][0] == "Eve"


def test_two_trainings_at_once_both_count(path: Path) -> None:
    before = read(path.read_bytes(), "x").games
    options = "--games 100 --method seed --opponent greedy --checkpoint 0.01"
    at_once = [start("match5", "train", str(path), *options.split()) for _ in range(2)]
    for process in at_once:
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert read(path.read_bytes(), "x").games == before + 200


def test_a_kill_at_any_moment_leaves_a_valid_file(path: Path) -> None:
    chance = random.Random(1)
    games = first = read(path.read_bytes(), "x").games
    options = "--games 1000000 --opponent greedy --method seed --checkpoint 0.001 --report 64"
    for _ in range(8):
        process = start("match5", "train", str(path), *options.split())
        assert process.stdout
        process.stdout.readline()
        time.sleep(chance.uniform(0, 0.2))
        process.kill()
        process.communicate()
        found = read(path.read_bytes(), "x")
        assert found.games >= games
        games = found.games
        players(path)
    assert games > first
    assert zet(f"train {path} --games 10").returncode == 0


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interruption_saves_and_says_so(path: Path, number: signal.Signals, code: int) -> None:
    process = start(
        "match5", "train", str(path), "--games", "100000000", "--format", "json", "--report", "64"
    )
    assert process.stdout
    process.stdout.readline()
    process.send_signal(number)
    output, error = process.communicate(timeout=30)
    assert process.returncode == code
    assert error.decode() == f"{path}: interrupted; what was learned is saved\n"
    last = json.loads(output.splitlines()[-1])
    assert last["status"] == "interrupted"
    assert read(path.read_bytes(), "x").games == 50 + last["games"]


def test_recorded_games(path: Path) -> None:
    done = zet(f"train {path} --record - --format json", stdin="a1i9b1i8c1i6d1i4e1\nzz\na1\n")
    assert done.returncode == 2
    assert done.stderr.startswith("-:2: move 1: 'zz' is no field")
    last = json.loads(done.stdout.splitlines()[-1])
    assert (last["games"], last["losses"], last["status"]) == (2, 1, "ok")


def test_mutations_tell_all_that_changes(tmp_path: Path) -> None:
    found = tmp_path / "x.fivo"
    zet(f"new {found} --name X")
    done = zet(
        f"train {found} --games 2000 --opponent greedy --seed 1 --method seed --mutations --format json"
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [line["status"] for line in lines]
    assert kinds.count("added") - kinds.count("removed") == lines[-1]["patterns"] == knowledge(found)
    assert kinds.count("removed") > 0


def test_a_game_through_a_pipe_teaches(tmp_path: Path) -> None:
    found = tmp_path / "x.fivo"
    zet(f"new {found} --name X")
    moves = "a1\nb1\nc1\nd1\ne1\n"
    done = zet(f"play {found} --seed 3 --method seed", stdin=moves)
    assert done.returncode == 0
    answers = done.stdout.splitlines()
    assert answers[-1] == "blue-won"
    assert knowledge(found) == 1
    again = zet(f"play {found} --seed 3", stdin=moves).stdout.splitlines()
    assert again[3] == "e1"
    assert "error" in again[4]
    assert zet(f"play {found} --seed 3 --no-learn", stdin=moves).returncode == 0


def test_a_user_plays_and_nothing_is_learned(path: Path) -> None:
    zet(f"remove {path} --all")
    assert run(f"ZET_NEW_PASSWORD=x zet match5 password {path}").returncode == 0
    before = path.read_bytes()
    done = zet(f"play {path} --seed 3", stdin="a1\nb1\nc1\nd1\ne1\n")
    assert done.stdout.endswith("blue-won\n")
    assert "nothing will be learned" in done.stderr
    assert path.read_bytes() == before


def test_two_players_are_judged() -> None:
    text = "a1\na1\nx\na2\nundo\nb2\nb1\nc2\nc1\nd2\nd1\ne3\ne1\ne2\nnew\nboard\nundo\nquit\na1\n"
    done = zet("play --two-players", stdin=text)
    assert done.stdout.splitlines() == [
        "red", "error move 2, a1: the field is taken",
        "error expected a field (a1 to i9), undo, new, board or quit",
        "blue", "undone a2", "blue", "red", "blue", "red", "blue", "red", "blue", "blue-won",
        "error move 10, e2: the game is over", "new", "0" * 81, "error there is nothing to undo",
    ]  # fmt: skip


def test_undo_takes_back_both_moves(path: Path) -> None:
    done = zet(f"play {path} --seed 3 --first red", stdin="a1\nundo\nboard\nundo\n")
    first, second, undone, board, error = done.stdout.splitlines()
    assert undone == f"undone a1 {second}"
    assert board.count("R") == 1
    assert len(first) == 2
    assert error == "error there is nothing to undo"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("inspect nofile", "nofile: No such file or directory"),
        ("inspect README.md", "README.md: no knowledge in any known format"),
        ("inspect " + SAMPLE + " --pattern 999", f"{SAMPLE}: no pattern 999; there are 20"),
        ("train nofile", "nofile: No such file or directory"),
        ("train samples/match5/ann.kn", "not a .fivo file"),
        ("train " + SAMPLE + " --opponent nobody", "'nobody' is none of random"),
        ("train " + SAMPLE + " --jobs 2", "--jobs and --cluster spread --lanes"),
        ("train " + SAMPLE + " --plot x.txt", "--plot draws .svg and .png"),
        ("remove " + SAMPLE, "one of --pattern and --all is needed"),
        ("remove " + SAMPLE + " --pattern 99", "no pattern 99; there are 20"),
        ("password " + SAMPLE, "either a new password is needed, or --clear"),
        ("hall nofolder", "nofolder/hall-of-fame.msgpack: No such file or directory"),
        ("play", "either a knowledge file is needed, or --two-players"),
        ("new /nofolder/x.fivo --name x", "/nofolder"),
        ("convert samples/match5/ann.fivo samples/match5/ann.kn", "one file at a time"),
        ("merge " + SAMPLE + " README.md", "README.md: no knowledge"),
        ("match nofile", "nofile: No such file or directory"),
        ("bestmove nofile", "nofile: No such file or directory"),
        ("new samples --name x", "is a directory"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_clear_line(command: str, reason: str) -> None:
    done = zet(command, stdin="")
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_converting_through_all_formats_changes_nothing(tmp_path: Path) -> None:
    original = Path(SAMPLE)
    for form in ("json", "msgpack"):
        there, back = tmp_path / form, tmp_path / f"{form}.fivo"
        assert zet(f"convert --to {form} {SAMPLE} -o {there}").returncode == 0
        assert zet(f"convert {there} --to fivo -o {back}").returncode == 0
        assert back.read_bytes() == (Path(__file__).parents[2] / original).read_bytes()


def test_a_terminal_sees_the_progress(path: Path) -> None:
    import pty

    options = "--games 10000 --opponent greedy --method seed"
    master, slave = pty.openpty()
    process = subprocess.Popen(
        ["zet", "match5", "train", str(path), *options.split()],
        env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=slave,
    )  # fmt: skip
    os.close(slave)
    shown = b""
    while True:
        try:
            shown += os.read(master, 1000)
        except OSError:
            break
    assert process.wait() == 0
    assert b"% lost" in shown
