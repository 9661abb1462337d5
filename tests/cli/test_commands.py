"""The test harness runs commands as a shell and separate processes do."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ENVIRONMENT, ROOT, UnknownSyntaxError, parsed, run, run_processes, start

BAD = "9x9:"


@pytest.mark.parametrize(
    "command",
    [
        "zet tectonic solve --format line samples/tectonic/three.xml",
        "zet tectonic solve --quiet --jobs 2 samples/tectonic/invalid.xml; echo $?",
        "echo h8h8 | LC_ALL=nl_NL.UTF-8 zet renju check; echo h8h8 | zet renju check",
        "zet ttt solve --board 7x7 --k 5 --nodes 1000 && echo never || echo 3 is $?",
        "zet ttt solve --nosuch 2>&1 | tail -1",
        "zet tectonic convert --to line nofile samples/tectonic/invalid.xml 2>&1 >/dev/null",
        "zet renju find trap nosuch <<'END' | tail -1\nh8h9\nEND",
        "zet tectonic solve < samples/tectonic/one.xml > /dev/full",
        "d=$(mktemp -d) && zet ttt bestmove --format move s*/ttt/p*s.txt > $d/a && cat $d/a; rm -r $d",
        'cd "$(mktemp -d)" && zet match5 new bob.fivo --name "B  b" && zet match5 hall',
        "zet tectonic generate --width 3 --count 9 --seed 1 | zet tectonic rate | tail -1",
        "zet tectonic generate --width 3 --count 999999 --seed 1 | head -1",
        "zet --version; zet; zet nosuch",
        "printf 'a1\n' | zet match5 play --two-players",
        "echo $HOME/'$HOME' \"$PWD\" '; |' a\\ b",
    ],
)
def test_a_line_does_the_same_in_this_process(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("commands.run_processes")
    here, there = run(command, stdin=BAD), run_processes(command, stdin=BAD)
    assert (here.stdout, here.returncode) == (there.stdout, there.returncode)
    assert here.stderr == there.stderr


@pytest.mark.parametrize(
    "line", ["(a; b) | zet c", "a & b", "for x in a; do zet $x; done", "xargs zet ttt"]
)
def test_what_only_a_shell_does_is_left_to_it(line: str) -> None:
    with pytest.raises(UnknownSyntaxError):
        parsed(line)


def test_a_run_leaves_nothing_behind() -> None:
    def state() -> tuple[object, ...]:
        handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
        return dict(os.environ), Path.cwd(), sys.argv, sys.stdin, sys.stdout, random.getstate(), handlers

    before = state()
    assert run("zet renju check --lang nl", stdin="h8").stdout.endswith("aan zet\n")
    assert state() == before
    assert run("zet renju check", stdin="h8").stdout.endswith("to move\n")


def test_a_wait_without_a_limit_ends_with_that_of_the_test() -> None:
    process = start("ttt", "solve", "--board", "8x8", "--k", "5")

    def wait() -> None:
        with process:
            signal.setitimer(signal.ITIMER_REAL, 0.2, 10)
            process.wait()

    with pytest.raises(pytest.fail.Exception):
        wait()
    assert process.returncode == -signal.SIGKILL


def test_ctrl_c_is_not_ignored_in_a_background_job() -> None:
    """The shell starts the tests with Ctrl-C ignored; their child processes would inherit that."""
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "tests/cli/test_ttt.py", "-k", "ctrl_c"]
    done = subprocess.run(
        ["/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh", *command],
        cwd=ROOT, env=ENVIRONMENT, capture_output=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout.decode()
