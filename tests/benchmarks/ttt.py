"""Benchmarks of tic-tac-toe and the m,n,k games; run by hand from the root:

    python tests/benchmarks/ttt.py pipe | startup | values | slow

Times are CPU seconds of the command, so that other work on the machine matters less.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from zet.engines.mnk.table import positions
from zet.formats.ttt.line import dumps

ZET = str(Path(sys.executable).parent / "zet")
EMPTY = "import click\n@click.command()\ndef main(): pass\nmain()\n"
BOARDS = ((3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 4, 4), (7, 4, 4))
BOARDS += ((6, 5, 4), (6, 6, 4), (7, 7, 4), (8, 8, 4), (5, 5, 5), (6, 5, 5), (6, 6, 5), (8, 8, 8))
SLOW = ((8, 4, 4), (7, 6, 5), (8, 8, 6), (7, 7, 5), (8, 8, 5))


def children(command: list[str]) -> tuple[float, str]:
    """Return the CPU seconds of a command, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 3), done
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def pipe() -> None:
    """Best moves per second of 200,000 positions, through one process."""
    lines = [dumps(position) for position in positions() if not position.is_over]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "positions")
        path.write_text("".join(lines * 44))
        for options in ("--format text", "--format json", "--format move", "--seed-values --format json"):
            seconds = children([ZET, "ttt", "bestmove", *options.split(), str(path)])[0]
            print(f"bestmove {options}: {44 * len(lines) / seconds:.0f} per second", flush=True)


def startup() -> None:
    """How long one answer takes, against a click program that does nothing; the best of 20."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "position")
        path.write_text("XO..X...O X\n")
        commands = {
            "empty click program": [sys.executable, "-c", EMPTY],
            "zet ttt bestmove": [ZET, "ttt", "bestmove", str(path)],
            "zet ttt bestmove --original-values": [
                ZET,
                "ttt",
                "bestmove",
                "--original-values",
                str(path),
            ],
        }
        best = dict.fromkeys(commands, float("inf"))
        for _ in range(20):
            for name, command in commands.items():
                best[name] = min(best[name], children(command)[0])
    first = next(iter(best.values()))
    for name, seconds in best.items():
        print(f"{name:32} {1e3 * seconds:6.1f} ms, {seconds / first:.2f} times")


def values(boards: tuple[tuple[int, int, int], ...] = BOARDS, seconds: int = 60) -> None:
    """The values of empty boards, the time that a search for them takes, and the positions visited."""
    for width, height, k in boards:
        size = ["--board", f"{height}x{width}", "--k", str(k), "--time", str(seconds)]
        spent, text = children([ZET, "ttt", "solve", *size, "--value-only", "--format", "json"])
        found = json.loads(text)
        word = {1: f"won in {found['distance']}", 0: "drawn", None: "unknown"}[found["value"]]
        print(f"({width},{height},{k}) {word:10} {spent:8.2f} s {found['nodes']:12} nodes", flush=True)


def slow() -> None:
    """The same for boards that take longer, an hour each at most."""
    values(SLOW, 3600)


if __name__ == "__main__":
    choices = (pipe, startup, values, slow)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark", choices=[function.__name__ for function in choices])
    globals()[parser.parse_args().benchmark]()
