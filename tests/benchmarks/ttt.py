"""Benchmarks of tic-tac-toe and the m,n,k games; run by hand from the root:

    python tests/benchmarks/ttt.py pipe | values | c | openspiel

Times are CPU seconds of the command, so that other work on the machine matters less. The package
`open_spiel` must be installed for `openspiel`.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from spent import ZET, spent

from zet.engines.ttt.table import positions
from zet.formats.ttt.line import dumps

BOARDS = (
    *(
        (rows, columns, k)
        for k in range(3, 9)
        for columns in range(k, 9)
        for rows in range(1, columns + 1)
    ),
    *((4, 9, 4), (5, 9, 4), (6, 9, 4), (9, 9, 4), (10, 10, 4), (11, 11, 4)),
    *(
        (5, 9, 5),
        (6, 9, 5),
        (7, 9, 5),
        (5, 10, 5),
        (5, 12, 5),
        (8, 9, 6),
        (9, 9, 6),
        (9, 10, 6),
        (10, 10, 6),
    ),
    *((9, 9, 7), (10, 10, 7), (11, 11, 7), (11, 11, 8), (8, 16, 8), (11, 11, 9), (8, 16, 9)),
)
"""Rows, columns, and the number in a row that wins: all boards up to 8x8, and larger ones."""

C_SOURCE = Path(__file__).with_name("mnk.c")
COMPARED = (
    *((3, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4), (4, 6, 4), (5, 5, 4), (5, 6, 4)),
    *((6, 6, 4), (5, 5, 5), (5, 6, 5), (6, 6, 5)),
)
"""The boards to solve by other programs, too."""


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
    """The values of empty boards, the times of their searches, and the parts of verified proofs."""
    print("| rows x columns | k | value | seconds | positions | parts of the proof |")
    print("|---|---|---|---|---|---|")
    for rows, columns, k in BOARDS:
        size = ["--board", f"{rows}x{columns}", "--k", str(k), "--time", "60"]
        command = [ZET, "ttt", "solve", *size, "--value-only", "--format", "json"]
        seconds, done = spent(command, stdout=subprocess.PIPE)
        found = json.loads(done.stdout)
        unknown = f"unknown: no win within {found['plies']} plies"
        word = {1: f"won in {found['distance']}", 0: "drawn", None: unknown}[found["value"]]
        parts = proof_parts(size) if found["value"] == 0 else ""
        cells = f"{rows} x {columns} | {k} | {word} | {seconds:.2f} | {found['nodes']:,} | {parts}"
        print(f"| {cells} |", flush=True)


def c() -> None:
    """Solve empty boards by `mnk.c` with a table of 400 MB, and by zet, at most five minutes each."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/mnk"
        subprocess.run(["cc", "-O3", "-march=native", "-o", program, str(C_SOURCE)], check=True)
        compare(lambda *board: [program, *map(str, board), "24"], COMPARED)


def openspiel() -> None:
    """Solve small empty boards by OpenSpiel's alpha-beta search and by zet, at most five minutes each."""
    code = (
        "import pyspiel; from open_spiel.python.algorithms.minimax import alpha_beta_search; "
        "game = pyspiel.load_game('mnk(m={},n={},k={})'); "
        "print(round(alpha_beta_search(game)[0]), '-')"
    )
    compare(lambda *board: [sys.executable, "-c", code.format(*board)], COMPARED[:4])


def compare(
    command: Callable[[int, int, int], list[str]], boards: Iterable[tuple[int, int, int]]
) -> None:
    """Compare zet with another program, which prints a value and the positions that it visited."""
    print("| rows x columns | k | value | positions, other | zet | seconds, other | zet |")
    print("|---|---|---|---|---|---|---|")
    for rows, columns, k in boards:
        size = ["--board", f"{rows}x{columns}", "--k", str(k), "--value-only", "--format", "json"]
        ours, done = spent([ZET, "ttt", "solve", *size], stdout=subprocess.PIPE)
        found = json.loads(done.stdout)
        limited = ["timeout", "300", *command(rows, columns, k)]
        theirs, other = spent(limited, stdout=subprocess.PIPE, text=True)
        value, positions = (other.stdout.split() or ["-", "-"])[:2]
        assert value in {"-", str(found["value"])}
        cells = f"{found['value']} | {positions} | {found['nodes']} | {theirs:.2f} | {ours:.2f}"
        print(f"| {rows} x {columns} | {k} | {cells} |", flush=True)


def proof_parts(size: list[str]) -> str:
    """Return the number of parts of a proof of the draw that `verify` accepts; "none" without one."""
    solve = [ZET, "ttt", "solve", *size, "--format", "proof"]
    proof = subprocess.run(solve, capture_output=True, check=False).stdout
    verify = [ZET, "ttt", "verify", "--format", "json"]
    done = subprocess.run(verify, input=proof, capture_output=True, check=False)
    return f"{json.loads(done.stdout)['parts']:,}" if done.returncode == 0 else "none"


if __name__ == "__main__":
    choices = (pipe, values, c, openspiel)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark", choices=[function.__name__ for function in choices])
    globals()[parser.parse_args().benchmark]()
