"""Measure the costs and benefits of distributing records; run by hand from the root:

    python tests/benchmarks/spread.py jobs | cluster [RECORDS]

`jobs` uses records that take an engine long, and prints elapsed seconds: the machine must be idle.
`cluster` uses records that take almost no time, starts a scheduler and two workers, and prints the CPU
seconds of the command's own process.
"""

import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from spent import ZET, spent

from zet.engines.ttt import positions
from zet.formats.renju import FORMATS as RENJU
from zet.formats.ttt import FORMATS as TTT

PROBLEMS = "samples/renju/problems.txt"


def jobs(path: Path, n: int) -> None:
    """Print the seconds that win searches take in one process and in two; and cheap records, too."""
    with Path(PROBLEMS).open("rb") as stream:
        games = list(RENJU["position"].load(stream))  # type: ignore[arg-type]
    hard = "".join(islice(cycle([RENJU["position"].dumps()(game) for game in games]), n))
    for name, text, command in (
        ("renju solve", hard, ["renju", "solve"]),
        ("ttt bestmove", cheap(n), ["ttt", "bestmove"]),
    ):
        path.write_text(text)
        for number in (1, 2):
            started = time.perf_counter()
            cpu, _ = spent([ZET, *command, "--format", "json", "--jobs", str(number), str(path)])
            taken = time.perf_counter() - started
            print(f"{name}, {n} records, --jobs {number}: {taken:.2f} s, {cpu:.2f} of CPU", flush=True)


def cluster(path: Path, n: int) -> None:
    """Print the CPU seconds of the command, alone and as the client of a cluster of two."""
    path.write_text(cheap(n))
    command = [ZET, "ttt", "bestmove", "--format", "json", str(path)]
    address = path.with_name("address.json")
    dask = [sys.executable, "-m", "dask"]
    started = [[*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]]
    started += 2 * [[*dask, "worker", "--nthreads", "1", "--no-dashboard", "--no-nanny"]]
    processes = [
        subprocess.Popen([*one, "--scheduler-file", str(address)], stderr=subprocess.DEVNULL)
        for one in started
    ]
    try:
        while not address.exists():
            time.sleep(0.1)
        [tcp] = [part for part in address.read_text().split('"') if part.startswith("tcp://")][:1]
        own, _ = spent(command)
        client, _ = spent([*command, "--cluster", tcp])
        print(f"{n} records: {own:.2f} s in one process, {client:.2f} s as a client, {client / own:.2f}")
    finally:
        for process in processes:
            process.terminate()
            process.wait()


def cheap(n: int) -> str:
    """Return lines of unfinished positions of 3 x 3."""
    lines = [TTT["line"].dumps()(position) for position in positions() if not position.is_over]
    return "".join(islice(cycle(map(str, lines)), n))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        chosen = {"jobs": jobs, "cluster": cluster}[sys.argv[1]]
        chosen(Path(folder, "lines"), int(sys.argv[2]) if len(sys.argv) > 2 else 10_000)
