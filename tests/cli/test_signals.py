"""Signals at random moments end each command; `tests/signals.py` sends more of them, to all commands."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor

import pytest
from commands import ENVIRONMENT, ROOT
from signals import LONG, run_rounds

from zet.cli import signals
from zet.cli.pools import Pool

JOBS = [line for line in LONG if "{jobs}" in line]


def test_signals_at_random_moments() -> None:
    ends = run_rounds(8, "short", lines=[JOBS[0], JOBS[1], "ttt bestmove samples/ttt/positions.txt"])
    assert ends["SIGINT"] + ends["SIGTERM"] >= 8


@pytest.mark.slow
def test_signals_to_every_command() -> None:
    run_rounds(200, "long")


def ended(code: str, sent: signal.Signals) -> "subprocess.CompletedProcess[str]":
    """Run Python with the signal handlers of the command; it prints a line, and then gets a signal."""
    start = "import os, signal, sys, threading, time; from zet.cli import signals; signals.start();"
    process = subprocess.Popen(
        [sys.executable, "-c", f"{start}\n{code}"], cwd=ROOT, env=ENVIRONMENT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout
    process.stdout.readline()
    process.send_signal(sent)
    output, errors = process.communicate(timeout=20)
    return subprocess.CompletedProcess(code, process.returncode, output, errors)


READY = "print(flush=True)"
DROPPED = f"""
class Dropping:
    def __del__(self):
        {READY}
        time.sleep(0.3)
        time.sleep(0)
Dropping()
while True: time.sleep(0.01)
"""
STUCK = f"""
try:
    {READY}
    time.sleep(60)
finally:
    time.sleep(60)
"""
HELD = f"""
with signals.held():
    {READY}
    time.sleep(0.5)
    print("whole", flush=True)
print("not this")
"""
LATE = f"""
with signals.held():
    try:
        signals._signals.holds -= 1
        {READY}
        time.sleep(60)
    finally:
        signals._signals.holds += 1
        time.sleep(signals.LIMIT_SECONDS + 0.5)
        print("whole", flush=True)
"""
OVER = f"signals.stop(); {READY}; time.sleep(60)"


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("kind", [DROPPED, STUCK, OVER])
def test_a_signal_ends_the_process_whatever_becomes_of_its_exception(
    kind: str, sent: signal.Signals, code: int
) -> None:
    began = time.monotonic()
    done = ended(kind, sent)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("kind", [HELD, LATE])
def test_a_held_block_is_finished(kind: str) -> None:
    done = ended(kind, signal.SIGTERM)
    assert done.stdout == "whole\n"
    assert done.returncode != 0


def test_an_ignored_ctrl_c_stays_ignored() -> None:
    """Ctrl-C is ignored in a background job of a shell."""
    before = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); import os;"
    after = (
        "from zet.cli import signals; signals.start(); os.kill(os.getpid(), signal.SIGINT); print('on')"
    )
    done = subprocess.run(
        [sys.executable, "-c", before + after], cwd=ROOT, env=ENVIRONMENT, capture_output=True, check=True
    )
    assert done.stdout == b"on\n"


def test_ctrl_c_during_imports_is_silent() -> None:
    """A module that the command imports sends the signal to its own process."""
    for name, code in (
        ("click", -signal.SIGINT),
        ("zet.cli.ttt.show", 130),
        ("zet.engines.ttt.model", 130),
    ):
        finder = (
            "import os, signal, sys\n"
            "class Finder:\n"
            "    def find_spec(self, name, path=None, target=None):\n"
            f"        if name == {name!r}: os.kill(os.getpid(), signal.SIGINT)\n"
            "sys.meta_path.insert(0, Finder())\n"
            "sys.argv = ['zet', 'ttt', 'show', 'samples/ttt/positions.txt']\n"
            "from zet.cli import main\n"
            "main()\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", finder], cwd=ROOT, env=ENVIRONMENT, capture_output=True, check=False
        )
        assert (done.returncode, done.stdout) == (code, b""), (name, done.stderr)
        assert done.stderr.strip() == b""


def test_no_process_is_started_by_a_pool_that_was_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reading thread may still submit tasks when the processes have just ended."""

    def broken(*_: object) -> None:
        raise BrokenExecutor

    pool = Pool(2)
    monkeypatch.setattr(pool._all._executor, "submit", broken)
    pool.end(at_once=True)
    monkeypatch.setattr(pool._all, "_start", pytest.fail)
    with pytest.raises(BrokenExecutor):
        pool.submit(os.getpid)


def test_the_state_is_of_the_command_alone() -> None:
    assert signals.exit_code() == 0


def test_ctrl_c_that_python_printed_before_the_first_line_ends_the_run() -> None:
    """Python continues after some exceptions, as while it checks whether the script is a zip file."""
    code = "import sys; sys.last_type = KeyboardInterrupt; from zet.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_nothing_is_imported_before_the_first_line() -> None:
    """Before its first line, only Python handles Ctrl-C; each import would prolong that time."""
    code = "import sys; before = {*sys.modules}; import zet.cli; print(*sorted({*sys.modules} - before))"
    folder = ROOT / ".pkg"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, cwd=folder, timeout=60, check=False
    )
    assert done.stdout.split() == [b"zet", b"zet.cli"], done.stderr
