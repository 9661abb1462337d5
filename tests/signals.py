"""Send signals to commands at random moments, and check how each command ends.

    python tests/signals.py --signals 10000 --seed 1 [--at-once 4] [--zet COMMAND]

Each round starts one command, waits for a random part of its running time, or of two seconds, and sends
Ctrl-C or SIGTERM to the command, or Ctrl-C to its whole group, as a terminal does. The command must end
within two seconds with 130 or 143, without a traceback, and leave no process and no partial file. On a
loaded machine the time in which its main thread waited for a processor does not count; the commands that
needed more than two seconds by the clock are counted separately ("slow machine").

Before the first line of zet runs, Python alone handles signals: SIGTERM ends it with 143, and Ctrl-C with
Python's traceback, unless Python drops the signal. These cases are counted separately, as is a command
that ends before its signal; a signal that Python drops is "lost before zet" if the command still runs
after 20 seconds, and Python has reported it. Python starts more slowly where zet is installed with
`--editable`.
"""

import argparse
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from commands import ENVIRONMENT, ROOT
from processes import of_session

GOLDEN = ROOT / "tests" / "golden"
ZET = Path(sys.executable).with_name("zet")
LIMIT_SECONDS = 2.0
LONGEST = 2.0
"""The latest moment of a signal, in seconds from the start."""

LONG = [
    "tectonic solve {out} many.txt",
    "tectonic solve {jobs} {out} --format json many.txt",
    "tectonic explain {jobs} many.txt",
    "tectonic generate {jobs} --width 9 --height 9 --count 1000 --seed 1",
    "tectonic solve {jobs} {out} many.txt --resume",
    "ttt bestmove {jobs} --format json --k 4 -",
    "ttt solve --board 8x8 --k 5",
    "walls solve {jobs} samples/walls/lines.txt --no-theory",
    "walls solve --extra-move --table {folder}/walls.table samples/walls/lines.txt",
    "walls play {jobs} --first best --second best --board 5x5 --games 99 --seed 1",
    "renju analyze {jobs} {out} --nodes 100000000 samples/renju/games.txt",
    "renju bestmove {jobs} --nodes 1000000 samples/renju/games.txt",
    "renju match {jobs} {out} zet,nodes=1000 zet,nodes=2000 --games 50",
    "renju match {jobs} zet,nodes=20 'gomocup:{python} tests/brain.py good' --games 50",
    "renju rules verify {jobs} --rules sound --walks 100000 --seed 1",
    "renju tune {jobs} {folder}/weights.msgpack --rounds 5 --games 50 --nodes 300 --seed 1",
    "renju puzzle {jobs} {out} --unique samples/renju/games.txt " + 20 * "samples/renju/games.txt ",
    "renju play",
    "renju engine",
    "match5 train {jobs} --lanes 4 {folder}/ann.fivo --opponent greedy --games 100000 --seed 1",
    "match5 match {jobs} samples/match5/ann.fivo --opponent threat --games 5000 --seed 1",
    "match5 play samples/match5/ann.fivo",
]  # fmt: skip
"""Commands that do not end before their signal. `{jobs}` is --jobs with 1 to 4."""

EARLY = re.compile(
    rb"Fatal Python error: init_import_site.*|KeyboardInterrupt\n|Failed checking if argv\[0\].*"
    rb"|(Error processing line|Traceback|Exception ignored in)((?!/(cli|formats|engines)/).)*",
    re.DOTALL,
)
"""Python's output for a Ctrl-C before the first line of zet."""


@dataclass(frozen=True)
class Command:
    """A command line with fields, its running time alone, and its complete output file."""

    line: str
    zet: Path
    seconds: float = LONGEST
    whole: bytes | None = None


@cache
def short_commands() -> list[str]:
    """Return the commands of the golden files that are a single `zet` without shell syntax."""
    lines = (path.read_text().partition("\n")[0].removeprefix("$ zet ") for path in GOLDEN.glob("*.txt"))
    return sorted({line for line in lines if not re.search(r"[$<>|;&*`(\[]", line)})


def measured(line: str, zet: Path, folder: Path) -> Command:
    """Return a command with its measured running time."""
    began = time.monotonic()
    try:
        process = started(Command(line, zet), folder, random.Random(1))
        process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
    return Command(line, zet, min(LONGEST, time.monotonic() - began))


def check_runs(line: str, zet: Path, folder: Path) -> None:
    """Check that a command is still at work after the latest moment of a signal."""
    process = started(Command(line, zet), folder, random.Random(1))
    with suppress(subprocess.TimeoutExpired):
        process.wait(LONGEST)
        raise AssertionError(f"it ends by itself: {line}: {process.stderr and process.stderr.read()!r}")
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def started(command: Command, folder: Path, chance: random.Random) -> "subprocess.Popen[bytes]":
    """Start a command in a new session; standard input stays open if the command waits for input."""
    (folder / "ann.fivo").write_bytes((ROOT / "samples/match5/ann.fivo").read_bytes())
    fields = {
        "jobs": f"--jobs {chance.randint(1, 4)}", "out": f"-o {folder}/out", "folder": folder,
        "python": sys.executable,
    }  # fmt: skip
    line = command.line.format(**fields) if command.line in LONG else command.line
    words = shlex.split(line.replace("many.txt", str(folder.parent / "many.txt")))
    return subprocess.Popen(
        [command.zet, *words], cwd=ROOT,
        env={key: value for key, value in ENVIRONMENT.items() if key != "PYTHONWARNINGS"},
        stdin=subprocess.PIPE if command.line in LONG else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def one_round(seed: str, folder: Path, commands: list[Command]) -> tuple[str, str]:
    """Send one signal; return the kind of ending, and the fault, if any."""
    chance = random.Random(seed)
    command = chance.choice(commands)
    number = chance.choice([signal.SIGINT, signal.SIGTERM])
    to_group = number == signal.SIGINT and chance.random() < 0.5
    pause = chance.uniform(0, command.seconds)
    folder.mkdir()
    process = started(command, folder, chance)
    time.sleep(pause)
    if process.poll() is not None:
        process.communicate()
        return "ended before", ""
    waited = seconds_without_processor(process.pid)
    (os.killpg if to_group else os.kill)(process.pid, number)
    sent = time.monotonic()
    place = f"{seed}: {command.line}, {number.name}{' to the group' * to_group} after {pause:.3f} s"
    try:
        await_exit(process.pid, sent + 20)
        took = time.monotonic() - sent
        waited = seconds_without_processor(process.pid) - waited
        process.wait(1)
        # A worker may hold standard error open for a moment longer.
        said = process.stderr.read() if process.stderr else b""
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said = process.stderr.read() if process.stderr else b""
        return ("lost before zet", "") if EARLY.fullmatch(said) else ("hang", f"{place}: {said[-300:]!r}")
    finally:
        left = remaining(process.pid)
        for one in (process.stdin, process.stderr):
            if one:
                one.close()
    code = process.returncode
    place += (
        f": exit {code} after {took:.2f} s, {waited:.2f} of them without a processor, {said[-300:]!r}"
    )
    if EARLY.fullmatch(said):
        return "before zet", ""
    if took - waited > LIMIT_SECONDS:
        return "late", place
    if code not in (128 + number, -number):
        # A signal after the last line of the program finds it leaving, which may wait for a processor.
        is_over = 0 <= code < 4 and took - waited < 0.5
        return ("ended before", "") if is_over else ("exit code", place)
    if b"Traceback" in said or b"ignored in" in said or b"internal error" in said:
        return "traceback", place
    if left:
        return "process", f"{place}: {left}"
    if (folder / "out").exists() and command.whole is None and "{out}" in command.line:
        return "output", place
    strange = [one.name for one in folder.iterdir() if one.name.startswith(".")]
    if strange:
        return "file", f"{place}: {strange}"
    return (f"{number.name}, slow machine" if took > LIMIT_SECONDS else number.name), ""


def await_exit(process: int, until: float) -> None:
    """Wait until a process ends, or until a moment of `time.monotonic`; the process is not removed."""
    how = os.WEXITED | os.WNOWAIT | os.WNOHANG
    while os.waitid(os.P_PID, process, how) is None and time.monotonic() < until:
        time.sleep(0.005)


def seconds_without_processor(process: int) -> float:
    """Return the time in which the main thread was ready to run and another process ran (Linux)."""
    with suppress(OSError):
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    return 0.0


def remaining(session: int) -> list[int]:
    """Return the processes of a session that still run after two seconds."""
    end = time.monotonic() + 2
    while (left := of_session(session)) and time.monotonic() < end:
        time.sleep(0.05)
    return left


def run_rounds(
    signals: int, seed: str, *, at_once: int = 2, lines: list[str] | None = None, zet: Path | None = None
) -> Counter[str]:
    """Send a number of signals; return the kinds of endings of the commands.

    Raises:
        AssertionError: a command ended incorrectly.
    """
    ends: Counter[str] = Counter()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(at_once) as threads:
        folder = Path(name)
        (folder / "many.txt").write_text("3x2:aabaab:131...\n" * 500_000)
        (folder / "first").mkdir()
        zet = zet or ZET
        every = lines or [*LONG, *short_commands()]
        short = [line for line in every if line not in LONG]
        commands = [Command(line, zet) for line in every if line in LONG] * (1 if lines else 8)
        list(threads.map(partial(check_runs, zet=zet, folder=folder / "first"), set(every) & set(LONG)))
        commands += threads.map(partial(measured, zet=zet, folder=folder / "first"), short)
        at = 0
        while sum(n for end, n in ends.items() if end.startswith("SIG")) < signals and len(faults) < 20:
            rounds = range(at, at + 10 * at_once)
            at = rounds.stop
            found = threads.map(lambda at: one_round(f"{seed}/{at}", folder / str(at), commands), rounds)
            for end, fault in found:
                ends[end] += 1
                if fault:
                    faults.append(f"{end}: {fault}")
                    print(faults[-1], flush=True)
            print(f"{sum(ends.values())} commands: {dict(ends)}", flush=True)
    assert not faults, "\n".join(faults)
    return ends


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--signals", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--at-once", type=int, default=2, help="commands that run at the same time")
    parser.add_argument("--zet", type=Path, help="the command, as of an installed wheel")
    options = parser.parse_args()
    began = time.monotonic()
    # A background job of a shell, and its children, ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    run_rounds(options.signals, options.seed, at_once=options.at_once, zet=options.zet)
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
