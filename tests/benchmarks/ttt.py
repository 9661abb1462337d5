"""Benchmarks of tic-tac-toe and the m,n,k games; run by hand from the root:

    python tests/benchmarks/ttt.py pipe | values

Times are CPU seconds of the command, so that other work on the machine matters less.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from spent import ZET, spent

from zet.engines.ttt.table import positions
from zet.formats.ttt.line import dumps

BOARDS = (
    *((3, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4), (5, 5, 4), (4, 6, 4), (4, 7, 4), (4, 8, 4)),
    *((5, 6, 4), (6, 6, 4), (7, 7, 4), (8, 8, 4), (5, 5, 5), (5, 6, 5), (6, 6, 5), (6, 7, 5), (7, 7, 5)),
    *((7, 8, 5), (8, 7, 5), (8, 8, 5), (8, 8, 6), (8, 8, 8)),
)
"""Rows, columns, and the number in a row that wins."""


def pipe() -> None:
    """Best moves per second of 200,000 positions, through one process."""
    lines = [dumps(position) for position in positions() if not position.is_over]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "positions")
        path.write_text("".join(lines * 44))
        for options in ("text", "json", "move", "json --original-values"):
            seconds, _ = spent([ZET, "ttt", "bestmove", "--format", *options.split(), str(path)])
            print(f"bestmove --format {options}: {44 * len(lines) / seconds:.0f} per second", flush=True)


def values() -> None:
    """The values of empty boards, the times of their searches, and the positions visited."""
    print("| rows x columns | k | value | seconds | positions |\n|---|---|---|---|---|")
    for rows, columns, k in BOARDS:
        size = ["--board", f"{rows}x{columns}", "--k", str(k), "--time", "120"]
        command = [ZET, "ttt", "solve", *size, "--value-only", "--format", "json"]
        seconds, done = spent(command, stdout=subprocess.PIPE)
        found = json.loads(done.stdout)
        unknown = f"unknown: no win within {found['plies']} plies"
        word = {1: f"won in {found['distance']}", 0: "drawn", None: unknown}[found["value"]]
        print(f"| {rows} x {columns} | {k} | {word} | {seconds:.2f} | {found['nodes']:,} |", flush=True)


if __name__ == "__main__":
    choices = (pipe, values)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark", choices=[function.__name__ for function in choices])
    globals()[parser.parse_args().benchmark]()
