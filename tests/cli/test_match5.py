"""`zet match5` as a user sees it: changes of files, passwords, locks, killed processes, pipes."""

import fcntl
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from commands import ENVIRONMENT, ROOT, Done, let_compute, run, run_processes, start, what_was_shown
from processes import left_behind, wait_for_keeper

from zet.cli import programs
from zet.formats.errors import FormatError
from zet.formats.locks import BusyError, locked
from zet.formats.match5 import leaderboard, owner, store
from zet.formats.match5.fivo import dumps, loads

SAMPLE = "samples/match5/ann.fivo"
RANDOM = "--fallback random"
SAMPLE_PATH = ROOT / SAMPLE


def zet(command: str, **options: str) -> "subprocess.CompletedProcess[str]":
    return run(f"zet match5 {command}", **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a knowledge file with some training games, and of the hall that lists the file."""
    found = tmp_path_factory.mktemp("trained") / "bob.fivo"
    assert zet(f"new {found} --name Bob").returncode == 0
    options = f"--opponent greedy --games 50 --seed 1 --method original {RANDOM}"
    assert zet(f"train {found} {options}").returncode == 0
    return found.parent


@pytest.fixture
def path(trained: Path, tmp_path: Path) -> Path:
    """A copy of that knowledge file, with its hall."""
    shutil.copytree(trained, tmp_path, dirs_exist_ok=True)
    return tmp_path / "bob.fivo"


def players(path: Path) -> list[tuple[str, int]]:
    data = (path.parent / leaderboard.NAME).read_bytes()
    return [(entry.name, entry.level) for entry in leaderboard.loads(data, "hall")]


def knowledge(path: Path) -> int:
    return len(loads(path.read_bytes(), str(path)).patterns)


def test_new_leaves_a_file_alone(path: Path) -> None:
    before = path.read_bytes()
    done = zet(f"new {path} --name Eve")
    assert done.returncode == 2
    assert done.stderr == f"Error: {path}: File exists\n"
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["", "x" * 65, "a\nb", "\u00e9" * 33])
def test_names_that_no_file_holds_are_refused(tmp_path: Path, name: str) -> None:
    done = zet(f"new {tmp_path}/x.fivo --name {shlex.quote(name)}")
    assert done.returncode == 2
    assert "--name" in done.stderr
    assert not list(tmp_path.iterdir())


def test_two_runs_are_one(tmp_path: Path) -> None:
    for method in ("original", "proof"):
        one, two = tmp_path / f"{method}1.fivo", tmp_path / f"{method}2.fivo"
        for found in (one, two):
            zet(f"new {found} --name Bob")
        options = f"--opponent greedy --seed 3 --method {method} {RANDOM}"
        zet(f"train {one} --games 60 {options}")
        zet(f"train {two} --games 27 {options}")
        zet(f"train {two} --games 33 {options} --report 10")
        first, second = (loads(found.read_bytes(), "x") for found in (one, two))
        assert (first.games, first.losses) == (second.games, second.losses)
        if method == "original":
            assert first == second


def test_the_old_name_of_a_method_goes_on_working(path: Path) -> None:
    assert zet(f"merge {path} {SAMPLE} --method seed").returncode == 0
    shown = zet("merge --help").stdout
    assert "[proof|original]" in shown
    assert "seed" not in shown


@pytest.mark.parametrize(
    "options",
    ["--games 30 --lanes 3 --lanes round=5", "--games 30 --round 5 --lanes 3 --method original"],
)
def test_lanes_do_not_depend_on_jobs(tmp_path: Path, options: str) -> None:
    files = [tmp_path / f"{jobs}.fivo" for jobs in (1, 2)]
    outputs = []
    for jobs, found in enumerate(files, 1):
        zet(f"new {found} --name Bob")
        command = f"train {found} {options} --jobs {jobs} --seed 5 --opponent greedy {RANDOM}"
        outputs.append(zet(f"{command} --format json").stdout.replace(str(found), "FILE"))
    assert outputs[0] == outputs[1]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_match_does_not_depend_on_jobs() -> None:
    command = f"match {SAMPLE} --opponent greedy --games 600 --seed 5 --format json {RANDOM}"
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
    zet(f"merge {path} {SAMPLE} --method original")
    assert players(path) == [("Bo", knowledge(path))]
    assert zet(f"remove {path} --all-patterns").stdout.endswith("removed, 0 left\n")
    assert players(path) == []


def test_a_hall_is_written_anew_and_marks_who_is_gone(path: Path) -> None:
    other, bad = path.parent / "eve.fivo", path.parent / "bad.fivo"
    shutil.copy(SAMPLE_PATH, other)
    os.mkfifo(path.parent / "pipe.fivo")
    assert len(zet(f"hall {path.parent}").stdout.splitlines()) == 1
    lines = zet(f"hall {path.parent} --rebuild").stdout.splitlines()
    assert sorted(line.split()[2] for line in lines) == ["Ann", "Bob"]
    other.unlink()
    shown = zet(f"hall {path.parent}").stdout
    assert shown.count("(eve.fivo, the file does not exist)") == 1
    assert shown.count("(bob.fivo)") == 1
    found = [json.loads(line) for line in zet(f"hall {path.parent} --format json").stdout.splitlines()]
    assert {line["file"]: line["there"] for line in found} == {"eve.fivo": False, "bob.fivo": True}
    bad.write_bytes(b"FIVO")
    (path.parent / leaderboard.NAME).write_bytes(b"nonsense")
    done = zet(f"hall {path.parent} --rebuild")
    assert done.returncode == 2
    assert done.stderr.startswith(f"{bad}: ")
    assert done.stderr.count("\n") == 1
    assert players(path) == [("Bob", knowledge(path))]
    bad.unlink()
    assert zet(f"hall {path.parent} --rebuild").returncode == 0


def test_a_bad_hall_is_said_and_left(path: Path) -> None:
    (path.parent / leaderboard.NAME).write_bytes(b"nonsense")
    done = zet(f"rename {path} --name Bo")
    assert done.returncode == 2
    assert "not a Hall of Fame" in done.stderr
    assert (path.parent / leaderboard.NAME).read_bytes() == b"nonsense"


CHANGES = [
    "train {} --games 5",
    "remove {} --all-patterns",
    "merge {} samples/match5/ann.fivo",
    "rename {} --name Eve",
    "password {} --clear",
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_protected_file_is_changed_by_its_owner_alone(
    path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if change != CHANGES[0]:  # a digest takes long, lest passwords be guessed
        monkeypatch.setattr(
            owner, "_digest", lambda password, salt: sha256(salt + password.encode()).digest()
        )
    secret, wrong = path.parent / "secret", path.parent / "wrong"
    secret.write_text("geheim\n")
    wrong.write_text("Geheim\n")
    assert zet(f"password {path} --new-password {secret}").returncode == 0
    before = path.read_bytes()
    command = change.format(path)
    for given, reason in (
        ("", "the file has a password, but none was given"),
        (f"--password {wrong}", "the password is wrong"),
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
        assert done.stderr == f"Error: {path}: another process is changing the file\n"
        waiting = start("match5", "rename", str(path), "--name", "Eve")
        time.sleep(0.5)
        assert waiting.poll() is None
        assert zet(f"play {path} --seed 1", stdin="e5\n").stderr == ""
        done = zet(f"play {path} --seed 1 --no-wait", stdin="e5\n")
        assert (
            done.stderr == f"{path}: another process is changing the file; the computer will not learn\n"
        )
    waiting.communicate(timeout=30)
    assert waiting.returncode == 0
    assert players(path)[0][0] == "Eve"


def test_two_trainings_at_once_both_count(path: Path) -> None:
    before = loads(path.read_bytes(), "x").games
    options = f"--games 100 --method original --opponent greedy {RANDOM}"
    at_once = [start("match5", "train", str(path), *options.split()) for _ in range(2)]
    for process in at_once:
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert loads(path.read_bytes(), "x").games == before + 200


def test_a_pattern_that_is_not_proven_is_not_won_within_its_level(path: Path) -> None:
    held = loads(SAMPLE_PATH.read_bytes(), SAMPLE)
    four = held.patterns[0]
    three = replace(four, fields=four.fields.replace(b"\2", b"\0", 1))
    path.write_bytes(dumps(replace(held, patterns=type(held.patterns)([three]))))
    done = zet(f"verify --prove {path}")
    assert done.stdout == f"{path}: invalid: 1 pattern; 0 proven; 1 without a forced win: 1\n"
    assert done.returncode == 1


@pytest.mark.parametrize("kills", [2, pytest.param(150, marks=pytest.mark.slow)])
def test_a_kill_at_any_moment_leaves_a_valid_file(path: Path, kills: int) -> None:
    chance = random.Random(1)
    games = first = loads(path.read_bytes(), "x").games
    options = f"--games 1000000 --opponent greedy --method original --report 64 {RANDOM}"
    for _ in range(kills):
        process = start("match5", "train", str(path), *options.split())
        assert process.stdout
        process.stdout.readline()
        time.sleep(chance.uniform(0, 0.2))
        process.kill()
        process.communicate()
        found = loads(path.read_bytes(), "x")
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
    assert error.decode() == f"{path}: interrupted; the learned patterns are saved\n"
    last = json.loads(output.splitlines()[-1])
    assert last["status"] == "interrupted"
    assert loads(path.read_bytes(), "x").games == 50 + last["games"]


@pytest.mark.parametrize("command", ["train {}", "match {}", "train {} --lanes 2 --round 1 --jobs 2"])
def test_a_search_for_a_move_can_be_interrupted(path: Path, command: str) -> None:
    command = command.format(path) + " --games 4 --opponent alphabeta:40"
    before = loads(path.read_bytes(), "x")
    with start("match5", *command.split(), start_new_session=True) as process:
        assert process.stderr
        while command.startswith("train") and not is_locked(path):
            time.sleep(0.02)
        if "--jobs" in command:  # it is the other processes that compute
            time.sleep(0.5)
        else:
            let_compute(process)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        error = process.stderr.read().decode()
    saved = f"{path}: interrupted; the learned patterns are saved\n"
    assert error == (saved if command.startswith("train") else "\n")
    after = loads(path.read_bytes(), "x")
    assert (after.games, {*after.patterns}) == (before.games, {*before.patterns})


def test_games_against_a_search_do_not_depend_on_jobs(path: Path) -> None:
    command = f"match {path} --opponent alphabeta:1 --games 260 --seed 5 --format json"
    one, two = zet(command), zet(f"{command} --jobs 2")
    assert one.stdout == two.stdout
    assert json.loads(one.stdout)["games"] == 260


def program(kind: str) -> str:
    """Return an opponent that runs one of the test programs."""
    return f"'gomocup,time=0.5:{sys.executable} tests/brain.py {kind}'"


def test_a_program_plays_by_the_protocol(path: Path) -> None:
    command = f"match {path} --opponent {program('good')} --games 2 --seed 1 --format json"
    line = json.loads(zet(command).stdout)
    assert line["games"] == 2
    # It plays ever nearer to the middle, and never stops anything.
    assert line["wins"] == 2
    before = loads(path.read_bytes(), "x").games
    done = zet(f"train {path} --opponent {program('good')} --games 2 --lanes 2 --round 1 --jobs 2")
    assert (done.returncode, done.stderr) == (0, "")
    assert loads(path.read_bytes(), "x").games == before + 2
    assert not left_behind()


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("crash", "the program exited with code 3"),
        ("hang", "no answer within 0.5 s"),
        ("spam", "is not a move"),
        ("taken", " is not an empty field"),
        ("off", "'9,0' is not a move"),
        ("refuse", "the program answered 'ERROR too small' to START, instead of OK"),
    ],
)
def test_a_program_that_misbehaves_ends_the_training(
    path: Path, kind: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "END_SECONDS", 0.2)
    before = loads(path.read_bytes(), "x")
    for command in ("train", "match"):
        done = zet(f"{command} {path} --opponent {program(kind)} --games 2 --fallback random")
        assert done.returncode == 2
        assert done.stderr.startswith(f"Error: {sys.executable}: ")
        assert done.stderr.endswith(f"{reason}\n")
        assert done.stderr.count("\n") == 1
    assert loads(path.read_bytes(), "x").games == before.games
    assert not left_behind()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_program_is_not_left_behind(path: Path, number: signal.Signals) -> None:
    opponent = f"gomocup,time=60:{sys.executable} tests/brain.py hang"
    with start("match5", "train", str(path), "--opponent", opponent, "--begins", "blue") as process:
        assert process.stderr
        wait_for_keeper(process.pid)
        time.sleep(0.5)
        process.send_signal(number)
        assert process.wait(10) == (130 if number == signal.SIGINT else -number)
        if number == signal.SIGINT:
            assert process.stderr.read().decode().endswith("the learned patterns are saved\n")
    assert not left_behind()


def test_recorded_games(path: Path) -> None:
    done = zet(f"train {path} --record - --format json", stdin="a1i9b1i8c1i6d1i4e1\nzz\na1\n")
    assert done.returncode == 2
    assert done.stderr.startswith("-:2: move 1: 'zz' is not a field")
    last = json.loads(done.stdout.splitlines()[-1])
    assert (last["games"], last["losses"], last["status"]) == (2, 1, "ok")


@pytest.mark.parametrize("most", [1, 3])
def test_a_small_limit_on_patterns_is_held_from_game_to_game(path: Path, most: int) -> None:
    path.write_bytes((ROOT / SAMPLE).read_bytes())
    done = zet(f"train {path} --record samples/match5/games.txt --max-patterns {most} --format json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["patterns"] <= most


def test_mutations_tell_all_that_changes(tmp_path: Path) -> None:
    found = tmp_path / "x.fivo"
    zet(f"new {found} --name X")
    done = zet(
        f"train {found} --games 2000 --opponent greedy --seed 1 --method original --mutations "
        f"--format json {RANDOM}"
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [line["status"] for line in lines]
    assert kinds.count("added") - kinds.count("removed") == lines[-1]["patterns"] == knowledge(found)
    assert kinds.count("removed") > 0


def test_a_game_through_a_pipe_teaches(tmp_path: Path) -> None:
    found = tmp_path / "x.fivo"
    zet(f"new {found} --name X")
    moves = "a1\nb1\nc1\nd1\ne1\n"
    done = zet(f"play {found} --seed 3 --method original", stdin=moves)
    assert done.returncode == 0
    answers = done.stdout.splitlines()
    assert answers[-1] == "blue-won"
    assert done.stderr == ""
    assert knowledge(found) == 1
    other = tmp_path / "y.fivo"
    zet(f"new {other} --name Y")
    done = zet(f"play {other} --seed 3 --method original --mutations", stdin=moves)
    assert done.stderr == "added, level 1:\nB B B B X\n"
    again = zet(f"play {found} --seed 3 {RANDOM}", stdin=moves).stdout.splitlines()
    assert again[3] == "e1"
    assert "error" in again[4]
    assert zet(f"play {found} --seed 3 --no-learn", stdin=moves).returncode == 0


def test_a_user_plays_and_nothing_is_learned(path: Path) -> None:
    zet(f"remove {path} --all-patterns")
    plain = run(f"zet match5 password {path} --new-password none")
    assert plain.stdout == f"{path}: the file had no password\n"
    assert run(f"ZET_NEW_PASSWORD=x zet match5 password {path}").returncode == 0
    before = path.read_bytes()
    done = zet(f"play {path} --seed 3", stdin="a1\nb1\nc1\nd1\ne1\n")
    assert done.stdout.endswith("blue-won\n")
    assert "the computer will not learn" in done.stderr
    assert path.read_bytes() == before


def test_a_player_without_a_file_learns_and_is_saved(tmp_path: Path) -> None:
    moves = "a1\nb1\nc1\nd1\ne1\nnew\n"
    found = tmp_path / "eve.fivo"
    options = f"--seed 3 --method original {RANDOM}"
    done = zet(f"play --save {found} {options}", stdin=moves + "a2\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[4:6] == ["blue-won", "new"]
    saved = loads(found.read_bytes(), "x")
    assert (saved.name, saved.games, saved.losses, len(saved.patterns)) == ("eve", 1, 1, 1)
    assert players(found) == [("eve", 1)]
    # It knows in the second game what it has learned from the first.
    done = zet(f"play {options}", stdin=moves + "a1\nb1\nc1\nd1\nboard\n")
    assert done.stdout.splitlines()[9] == "e1"
    assert done.stderr == "the learned patterns are lost, as --save names no file for them: 1 pattern\n"
    other = tmp_path / "joe.fivo"
    with start("match5", "play", "--save", str(other), *options.split()) as process:
        assert process.stdin
        assert process.stdout
        for move in moves.split():
            process.stdin.write(f"{move}\n".encode())
            process.stdin.flush()
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
    assert len(loads(other.read_bytes(), "x").patterns) == 1


def test_a_game_is_drawn(path: Path) -> None:
    done = zet(f"play {path} --no-learn --seed 1 --format text", stdin="e5\nx\n")
    first, *board, error = done.stdout.splitlines()
    assert (len(first), len(board)) == (2, 10)
    assert board[0] == "  a b c d e f g h i"
    assert board[5].split()[5] == "B"
    assert sum(line.count("R") for line in board) == 1
    assert error.startswith("error expected a field")


def test_two_players_are_judged() -> None:
    text = "a1\na1\nx\na2\nundo\nb2\nb1\nc2\nc1\nd2\nd1\ne3\ne1\ne2\nnew\nboard\nundo\nquit\na1\n"
    done = zet("play --two-players", stdin=text)
    assert done.stdout.splitlines() == [
        "red", "error move 2, a1: the field is taken",
        "error expected a field (a1 to i9), or one of the words undo, new, board and quit",
        "blue", "undone a2", "blue", "red", "blue", "red", "blue", "red", "blue", "blue-won",
        "error move 10, e2: the game is over", "new", "0" * 81, "error there is no move to undo",
    ]  # fmt: skip


def test_undo_takes_back_both_moves(path: Path) -> None:
    done = zet(f"play {path} --seed 3 --begins red", stdin="a1\nundo\nboard\nundo\n")
    first, second, undone, board, error = done.stdout.splitlines()
    assert undone == f"undone a1 {second}"
    assert board.count("R") == 1
    assert len(first) == 2
    assert error == "error there is no move to undo"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (
            "train " + SAMPLE + " --opponent all:6x6",
            "train KNOWLEDGE --opponent all:6x6 --fallback block",
        ),
        ("inspect " + SAMPLE + " --pattern all --svg x.svg", "x.svg is the name of one file, but"),
        ("inspect nofile.fivo", "nofile.fivo: No such file or directory"),
        ("inspect README.md", "README.md: no knowledge found in any known format"),
        ("inspect " + SAMPLE + " --pattern 999", f"{SAMPLE}: there is no pattern 999; the number of"),
        ("train nofile.fivo", "nofile.fivo: No such file or directory"),
        ("train samples/match5/ann.kn", "only .fivo files can be changed"),
        ("train " + SAMPLE + " --opponent nobody", "'nobody' is neither one of random"),
        ("match " + SAMPLE + " --opponent alphabeta:82", "the depth must be a number from 1 to 81"),
        ("match " + SAMPLE + " --opponent gomocup:no-such-name", "program 'no-such-name' was not found"),
        ("match " + SAMPLE + " --opponent gomocup,x=1:ls", "expected the settings time=SECONDS"),
        (
            "match " + SAMPLE + " --opponent gomocup,nodes=1,nodes=2:ls",
            "nodes of the player 'gomocup,nodes=1,nodes=2' is given twice",
        ),
        ("match " + SAMPLE + " --opponent gomocup,time=x:ls", "expected the settings time=SECONDS"),
        ("match " + SAMPLE + " --opponent gomocup,nodes=-1:ls", "expected the settings time=SECONDS"),
        ("train " + SAMPLE + " --jobs 2", "--jobs requires --lanes"),
        ("train " + SAMPLE + " --games 9 --record x", "--games cannot be combined with --record"),
        ("train " + SAMPLE + " --seed 9 --record x", "--seed cannot be combined with --record"),
        (
            "train " + SAMPLE + " --fallback block --record x",
            "--fallback cannot be combined with --record",
        ),
        (
            "train " + SAMPLE + " --opponent all:6x6 --fallback block --seed 9",
            "--seed cannot be combined with --opponent all:6x6",
        ),
        (
            "train " + SAMPLE + " --record x --begins alternate",
            "--record cannot be combined with --begins alternate",
        ),
        ("verify " + SAMPLE + " --nodes 9", "--nodes requires --prove"),
        (
            "remove " + SAMPLE + " --pattern 1 --pattern all",
            "--pattern all cannot be combined with --pattern N",
        ),
        ("inspect " + SAMPLE + " --svg x.svg", "--svg requires --pattern"),
        ("play --two-players --seed 1", "--seed cannot be combined with --two-players"),
        ("play " + SAMPLE + " --no-learn --method proof", "--method cannot be combined with --no-learn"),
        ("train " + SAMPLE + " --plot x.txt", "file name that ends in .svg or .png, not .txt"),
        ("remove " + SAMPLE, "--pattern N or --pattern all is required"),
        ("remove " + SAMPLE + " --pattern 99", "there is no pattern 99; the number of patterns is 20"),
        ("password " + SAMPLE, "--new-password is required: a file, prompt or none"),
        ("hall nofolder", "nofolder/hall-of-fame.msgpack: No such file or directory"),
        ("play " + SAMPLE + " --two-players", "--two-players cannot be combined with KNOWLEDGE"),
        ("play " + SAMPLE + " --save x.fivo", "--save cannot be combined with KNOWLEDGE"),
        ("play --two-players --save x.fivo", "--save cannot be combined with --two-players"),
        ("play --no-learn --save x.fivo", "--save cannot be combined with --no-learn"),
        ("play --save " + SAMPLE, f"{SAMPLE}: File exists"),
        ("play --save nofolder/x.fivo", "nofolder"),
        ("play --two-players --no-learn", "--no-learn cannot be combined with --two-players"),
        ("play --two-players --learn", "--learn cannot be combined with --two-players"),
        ("play --wait", "--wait requires a knowledge file"),
        ("show README.md", "is not a field"),
        ("new /nofolder/x.fivo --name x", "/nofolder"),
        ("convert samples/match5/ann.fivo samples/match5/ann.kn", "expected only one input file"),
        ("convert samples/match5/ann.json samples/match5/ann.fivo --format json", "a json file stores"),
        ("merge " + SAMPLE + " README.md", "README.md: no knowledge"),
        ("match nofile.fivo", "nofile.fivo: No such file or directory"),
        ("bestmove nofile.fivo", "nofile.fivo: No such file or directory"),
        ("new samples --name x", "is a directory"),
        ("new x.fivo.gz --name x", "has the format fivo, so its name cannot end in .gz"),
        ("new bob.JSON --name x", "has the format fivo, so its name cannot end in .JSON"),
        ("play --save bob.kn", "has the format fivo, so its name cannot end in .kn"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_clear_line(command: str, reason: str) -> None:
    done = zet(command, stdin="")
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_converting_through_all_formats_changes_nothing(tmp_path: Path) -> None:
    for form in ("json", "msgpack"):
        there, back = tmp_path / form, tmp_path / f"{form}.fivo"
        assert zet(f"convert --to {form} {SAMPLE} -o {there}").returncode == 0
        assert zet(f"convert {there} --to fivo -o {back}").returncode == 0
        assert back.read_bytes() == SAMPLE_PATH.read_bytes()
    dump = SAMPLE_PATH.with_suffix(".kn")
    for form in ("fivo", "json", "msgpack"):
        there, back = tmp_path / f"dump.{form}", tmp_path / f"{form}.kn"
        assert zet(f"convert --to {form} {dump} -o {there}").returncode == 0
        assert zet(f"convert {there} --to kn -o {back}").returncode == 0
        assert back.read_bytes() == dump.read_bytes()


def test_a_terminal_sees_the_progress(path: Path) -> None:
    import pty

    options = f"--games 10000 --opponent greedy --method original {RANDOM}"
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


def test_learning_curves_are_drawn(path: Path) -> None:
    pytest.importorskip("matplotlib")
    pictures = {}
    for name, head in (("a.svg", b"<?xml"), ("b.svg", b"<?xml"), ("c.png", b"\x89PNG")):
        picture = path.parent / name
        pictures[name] = picture
        found = path.parent / f"{name}.fivo"
        assert zet(f"new {found} --name Bob").returncode == 0
        command = f"train {found} --games 30 --report 10 --seed 1 --opponent greedy --plot {picture}"
        assert zet(command).returncode == 0
        assert picture.read_bytes().startswith(head)
        before = found.read_bytes()
        done = zet(command)
        assert done.returncode == 2
        assert done.stderr == f"Error: {picture} exists; --force overwrites it\n"
        assert found.read_bytes() == before
    assert pictures["a.svg"].read_bytes() == pictures["b.svg"].read_bytes()
    assert b"games" in pictures["a.svg"].read_bytes()


def test_the_curve_is_drawn_at_each_checkpoint(path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = path.parent / "x.svg"
    options = f"--games 100000000 --opponent greedy --report 64 --plot {picture}"
    with start("match5", "train", str(path), *options.split(), stdout=subprocess.DEVNULL) as process:
        for _ in range(200):
            if picture.exists():
                break
            time.sleep(0.1)
        process.kill()
    assert picture.read_bytes().startswith(b"<?xml")
    assert picture.read_bytes().rstrip().endswith(b"</svg>")
    assert loads(path.read_bytes(), "x").games > 50


def test_a_plot_that_cannot_be_written_is_refused_before_the_games(path: Path) -> None:
    before = path.read_bytes()
    done = zet(f"train {path} --games 5 --plot {path.parent}/nofolder/x.svg")
    assert done.returncode == 2
    assert done.stderr == f"Error: {path.parent}/nofolder/x.svg cannot be written\n"
    assert path.read_bytes() == before


def is_locked(path: Path) -> bool:
    try:
        with locked(path, wait=False):
            return False
    except BusyError:
        return True


LANES = "--games 10000000 --opponent greedy --lanes 2 --round 100000"


@pytest.mark.parametrize("options", ["--record -", LANES, f"{LANES} --jobs 2"])
def test_an_interruption_need_not_wait_for_a_round_or_a_pipe(path: Path, options: str) -> None:
    command = f"train {path} {options}"
    with start("match5", *command.split(), start_new_session=True) as process:
        assert process.stderr
        while not is_locked(path):
            time.sleep(0.02)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130  # standard input is still open
        assert process.stderr.read().decode() == f"{path}: interrupted; the learned patterns are saved\n"
    loads(path.read_bytes(), "x")


@pytest.mark.parametrize("options", ["--report 64", "--mutations", "--lanes 2 --round 40 --report 1"])
def test_a_training_without_a_reader_saves_and_ends(path: Path, options: str) -> None:
    before = loads(path.read_bytes(), "x").games
    command = f"train {path} --games 100000000 --opponent greedy {options}"
    with start("match5", *command.split()) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(20) == 141
        assert process.stderr.read() == b""
    assert loads(path.read_bytes(), "x").games > before
    done = zet(f"train {path} --games 70 {options} > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "Error: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    "command",
    ["hall samples/match5", f"match {SAMPLE} --games 5", "play --two-players", "new {} --name x"],
)
def test_output_that_nobody_takes(tmp_path: Path, command: str) -> None:
    command = command.format(tmp_path / "x.fivo")
    done = zet(f"{command} > /dev/full", stdin="e5\n")
    assert done.returncode == 2
    assert done.stderr == "Error: the output cannot be written: No space left on device\n"
    (tmp_path / "x.fivo").unlink(missing_ok=True)
    reader, writer = os.pipe()
    os.close(reader)
    with start("match5", *command.split(), stdout=writer) as process:
        os.close(writer)
        _, error = process.communicate(b"e5\n", timeout=20)
    assert (process.returncode, error) == (141, b"")


@pytest.mark.parametrize("name", ["new\nline.fivo", "a 'é\"\\.fivo", "\udcff.fivo"])
def test_files_may_have_any_name(tmp_path: Path, name: str) -> None:
    found = str(tmp_path / name)
    for words in (
        ["new", found, "--name", "Bob"],
        ["train", found, "--games", "20", "--opponent", "greedy"],
        ["inspect", found, "--format", "json"],
        ["hall", str(tmp_path), "--format", "json"],
        ["hall", str(tmp_path)],
    ):
        done = zet(shlex.join(words))
        assert (done.returncode, done.stderr) == (0, "")
        if "json" in words:
            line = json.loads(done.stdout)
            assert Path(line.get("file", line["source"])).name == name
    assert len(done.stdout.splitlines()) == 1


def test_a_name_as_long_as_the_system_allows(tmp_path: Path) -> None:
    found = tmp_path / ("x" * 250 + ".fivo")
    assert zet(f"new {found} --name Bob").returncode == 0
    assert zet(f"train {found} --games 5").returncode == 0


def test_no_knowledge_file_takes_the_place_of_the_hall(tmp_path: Path) -> None:
    found = tmp_path / leaderboard.NAME
    reason = f"Error: {found}: this name is reserved for the Hall of Fame\n"
    assert zet(f"new {found} --name x").stderr == reason
    assert not found.exists()
    shutil.copy(SAMPLE_PATH, found)
    assert zet(f"train {found} --games 5").stderr == reason
    other = tmp_path / "other.fivo"
    found.rename(other)
    found.symlink_to(other)
    done = zet(f"train {other} --games 5")
    assert done.returncode == 2
    assert "Hall of Fame" in done.stderr


@pytest.mark.parametrize("change", [*CHANGES[:4], "new {}2 --name x"])
def test_with_a_bad_hall_nothing_is_changed(path: Path, change: str) -> None:
    hall_path = path.parent / leaderboard.NAME
    hall_path.write_bytes(b"nonsense")
    before = path.read_bytes()
    done = zet(change.format(path))
    assert done.returncode == 2
    assert done.stderr == f"Error: {hall_path}: not a Hall of Fame\n"
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == sorted([path, hall_path])


def test_a_hall_that_was_left_behind_is_made_up_by_the_next_saving(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = knowledge(path)
    with monkeypatch.context() as patch, locked(path) as file:
        patch.setattr(store, "enter", lambda *_: None)  # as if it was killed before
        found = store.load_locked(file, "x")
        store.save(file, replace(found, patterns=found.patterns[:-3]))
    assert knowledge(path) == there - 3
    assert players(path) == [("Bob", there)]
    assert zet(f"rename {path} --name Bob").returncode == 0
    assert players(path) == [("Bob", there - 3)]


def test_of_two_that_make_a_file_at_once_one_is_refused(tmp_path: Path) -> None:
    found = tmp_path / "x.fivo"
    at_once = [start("match5", "new", str(found), "--name", name) for name in "abcd"]
    for process in at_once:
        process.communicate(timeout=20)
    assert sorted(process.returncode for process in at_once) == [0, 2, 2, 2]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else")
def test_what_the_system_forbids_is_said_before_the_games() -> None:
    """Without permission to write the file, the folder or the hall, the error precedes any game."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    path, hall_path = folder / "ann.fivo", folder / leaderboard.NAME
    for found in (path, hall_path):
        shutil.copy(SAMPLE_PATH.parent / found.name, found)

    def refusal() -> str:
        child = os.fork()
        if not child:
            os.setuid(65534)
            try:
                with locked(path) as file:
                    store.load_locked(file, "x")
                os._exit(0)
            except PermissionError as error:
                os._exit({str(path): 1, str(folder): 2}.get(str(error.filename), 9))
            except FormatError as error:
                os._exit(3 if error.reason == "Permission denied" else 9)
            finally:
                os._exit(8)
        return str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))

    folder.chmod(0o755)
    path.chmod(0o644)
    assert refusal() == "1"
    path.chmod(0o666)
    assert refusal() == "2"
    folder.chmod(0o777)
    hall_path.chmod(0o644)
    assert refusal() == "3"
    hall_path.chmod(0o666)
    assert refusal() == "0"
    shutil.rmtree(folder)


def test_a_password_is_asked_for_on_a_terminal(tmp_path: Path) -> None:
    import pty

    found = tmp_path / "x.fivo"
    shutil.copy(SAMPLE_PATH, found)
    assert run(f"ZET_NEW_PASSWORD=geheim zet match5 password {found}").returncode == 0
    for typed, code in ((b"Geheim\n", 2), (b"geheim\n", 0)):
        child, terminal = pty.fork()
        if not child:
            os.execvpe(
                "zet",
                ["zet", "match5", "rename", str(found), "--name", "Eve", "--password", "prompt"],
                ENVIRONMENT,
            )
        shown = b""
        while b"Password:" not in shown:
            shown += os.read(terminal, 1000)
        os.write(terminal, typed)
        try:
            while piece := os.read(terminal, 1000):
                shown += piece
        except OSError:
            pass
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == code
        os.close(terminal)
        assert b"eheim" not in shown
    assert loads(found.read_bytes(), "x").name == "Eve"
    with start(
        "match5", "rename", str(found), "--name", "Ann", "--password-prompt", start_new_session=True
    ) as process:
        _, error = process.communicate(b"geheim\n", timeout=20)
    assert process.returncode == 2
    assert error == b"Error: --password prompt needs a terminal; use --password FILE\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the first line contains no password"),
        (b"\ngeheim\n", "the first line contains no password"),
        (b"\xff\n", "not UTF-8 text"),
        (b"a" * 5000, "a password has at most 1024 characters"),
    ],
)
def test_bad_password_files(tmp_path: Path, content: bytes, reason: str) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(content)
    done = zet(f"rename samples/match5/owned.fivo --name x --password-file {secret}")
    assert done.returncode == 2
    assert done.stderr.endswith(f"{reason}\n")
    assert done.stderr.count("\n") == 1


def test_a_password_that_is_no_text(tmp_path: Path) -> None:
    done = run(f"ZET_PASSWORD=$(printf 'a\\377') zet match5 new {tmp_path}/x.fivo --name x")
    assert (done.returncode, done.stderr) == (2, "Error: the password is not UTF-8 text\n")


def test_games_through_a_pipe_are_counted_once(tmp_path: Path) -> None:
    found = tmp_path / "x.fivo"
    zet(f"new {found} --name X")
    lost = "a1\nb1\nc1\nd1\ne1\n"
    zet(f"play {found} --seed 3 --method original", stdin=f"{lost}undo\ne1\n")
    after = loads(found.read_bytes(), "x")
    assert (after.games, after.losses, len(after.patterns)) == (1, 1, 1)
    # Red wins by what it knows: it is let make four in a row and completes it.
    zet(f"merge {found} samples/match5/ann.kn")
    done = zet(f"match {found} --opponent random --games 20 --seed 1 --format json")
    assert json.loads(done.stdout)["wins"] > 0
    text = "".join(f"{column}{row}\n" for row in (1, 3, 5, 7, 9, 2, 4, 6, 8) for column in "bdfhacegi")
    done = zet(f"play {found} --seed 1", stdin=text)
    ends = [line for line in done.stdout.splitlines() if line.endswith(("won", "draw"))]
    assert len(ends) == 1
    after = loads(found.read_bytes(), "x")
    assert after.games == 2


@pytest.mark.parametrize("name", ["ann.kn", "ann.json"])
def test_other_formats_are_played_against_and_learn_nothing(tmp_path: Path, name: str) -> None:
    found = tmp_path / name
    shutil.copy(SAMPLE_PATH.parent / name, found)
    before = found.read_bytes()
    done = zet(f"play {found} --seed 3", stdin="e5\n")
    assert done.returncode == 0
    assert len(done.stdout) == 3
    assert done.stderr.endswith(
        "convert this file with `zet match5 convert`; the computer will not learn\n"
    )
    assert found.read_bytes() == before


def test_a_loss_that_cannot_be_saved_is_told_after_the_game(tmp_path: Path) -> None:
    found = tmp_path / "x.fivo"
    zet(f"new {found} --name X")
    with start("match5", "play", str(found), "--seed", "3") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"a1\n")
        process.stdin.flush()
        process.stdout.readline()
        found.unlink()
        output, error = process.communicate(b"b1\nc1\nd1\ne1\n", timeout=20)
    assert process.returncode == 2
    assert output.splitlines()[-1] == b"blue-won"
    assert error.decode().startswith(f"Error: {found}: No such file or directory")


def test_empty_input_is_an_error(path: Path) -> None:
    for command, what in ((f"train {path} --record -", "game"), (f"bestmove {SAMPLE}", "position")):
        done = zet(command)
        assert done.returncode == 2
        assert done.stderr == f"-: the input contains no {what}\n"


def test_a_conversion_that_fails_leaves_no_file(tmp_path: Path) -> None:
    empty, output = tmp_path / "x.fivo", tmp_path / "x.kn"
    zet(f"new {empty} --name X")
    done = zet(f"convert {empty} --to kn -o {output}")
    assert done.returncode == 2
    assert "at least one pattern" in done.stderr
    assert list(tmp_path.iterdir()) == [empty]


def test_a_bare_name_is_a_file_of_the_default_folder(tmp_path: Path) -> None:
    path = tmp_path / "data/zet/match5/ann.fivo"

    def ask(command: str) -> Done:
        return run(f"XDG_DATA_HOME={tmp_path}/data zet match5 {command}", folder=tmp_path)

    for new in ("hall", "new ann --name Ann"):
        assert ask(new).returncode == 0
        hall = ask("hall")
        assert (hall.returncode, hall.stdout) == (0, "")
        assert hall.stderr.startswith(f"{path.parent}/hall-of-fame.msgpack: no players yet; ")
    assert ask("train ann --opponent greedy --games 30 --seed 1").returncode == 0
    assert ask("inspect ann").stdout.startswith("ann: Ann, ")
    assert ask("match ann --opponent random --games 2").returncode == 0
    assert ask("match ann --opponent ann --games 2").returncode == 0
    assert "  Ann  (ann.fivo)" in ask("hall").stdout
    path.rename(tmp_path / "ann")
    assert ask("inspect ann").returncode == 0  # a file here comes first
    assert ask("inspect ./bob").stderr == (
        "./bob: No such file or directory; `zet match5 new` creates a player\n"
    )
    reason = "No such file or directory; `zet match5 new` creates a player\n"
    assert ask("rename bob --name Bob").stderr == f"Error: {path.with_name('bob.fivo')}: {reason}"
    (tmp_path / "ann").rename(path)
    reason = f"No such file or directory; the players in {path.parent} are: ann\n"
    assert ask("rename bob --name Bob").stderr == f"Error: {path.with_name('bob.fivo')}: {reason}"
    assert ask("inspect bob").stderr == f"bob: {reason}"
    cor = run(f"HOME={tmp_path} XDG_DATA_HOME=here zet match5 new cor --name Cor", folder=tmp_path)
    assert cor.stdout.startswith(f"{tmp_path}/.local/share/zet/match5/cor.fivo: ")


def test_a_search_that_decides_nothing_names_what_may(tmp_path: Path) -> None:
    path = tmp_path / "new.fivo"
    zet(f"new {path} --name New")
    limited = zet(f"verify {path} --never-loses 5x6 --nodes 2").stdout
    assert "; a larger --nodes limit may decide this" in limited
    advice = "run `zet match5 train KNOWLEDGE --opponent all:5x6 --fallback block`"
    assert advice in zet(f"verify {path} --never-loses 5x6").stdout


@pytest.mark.slow
def test_the_training_of_the_strongest_player_ends_as_on_the_page(tmp_path: Path) -> None:
    page = (ROOT / "docs/match5/learning.md").read_text()
    recipe = re.search(r"```sh\n(zet match5 new .*?)```.*?```text\n(.*?)```", page, re.DOTALL)
    assert recipe
    done = run_processes(recipe[1], folder=tmp_path, timeout=2500)
    assert (done.returncode, done.stderr) == (0, "")
    assert recipe[2].count(" 0 lost;") == 4
    assert done.stdout.endswith(f"patterns\n{recipe[2]}")


def test_a_missing_player_leads_to_new_and_a_new_hall_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bob.fivo"
    for command in ("train", "inspect"):
        done = zet(f"{command} {path}")
        assert done.stderr.endswith(
            f"{path}: No such file or directory; `zet match5 new` creates a player\n"
        )
    assert zet(f"new {path} --name Bob").returncode == 0
    assert f"similar names: {path}" in zet(f"train {tmp_path / 'bbo.fivo'}").stderr
    train = f"match5 train {path} --opponent greedy --games 40 --report 20 --seed 1"
    hall = tmp_path / "hall-of-fame.msgpack"
    for is_new in (True, False):
        master, slave = os.openpty()
        with start(*train.split(), stderr=slave) as process:
            os.close(slave)
            text, _error = process.communicate()
        assert (f"{hall} is the Hall of Fame" in what_was_shown(master).decode()) == is_new
        assert hall.exists()
    assert [line.split(":")[0] for line in text.decode().splitlines()[:2]] == [
        "  games 1-20",
        "  games 21-40",
    ]


@pytest.mark.parametrize("command", ["match", "train"])
def test_verbose_reports_games_and_times(command: str, tmp_path: Path) -> None:
    assert run("zet match5 new a.fivo --name A", folder=tmp_path).returncode == 0
    done = run(f"zet match5 {command} a.fivo --games 20 --seed 1 -v", folder=tmp_path)
    counted = re.fullmatch(r"20 records in [0-9.]+ s, [0-9]+ per second: (.*)\n", done.stderr)
    assert counted
    parts = [part.split() for part in counted[1].split(", ")]
    assert {word for _n, word in parts} <= {"won", "drawn", "lost"}
    assert sum(int(n) for n, _word in parts) == 20
    assert run(f"zet match5 {command} a.fivo --games 20 --seed 1", folder=tmp_path).stderr == ""


def test_a_key_may_not_occur_twice(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"format":"match5","version":1,"patterns":[],"patterns":[]}')
    done = run("zet match5 verify a.json", folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, "a.json: the key 'patterns' occurs twice\n")
