"""Kill the processes of a batch at random, and compare the output byte by byte.

    python tests/chaos.py --rounds 300 --seed 1 [--cluster]

Each round runs one batch with `--resume` until its output is complete. Meanwhile workers are killed, and
also the command itself, by SIGKILL, SIGTERM or SIGINT, and then started again; with `--cluster` also the
scheduler. Between two starts of the command, no more workers are killed than a record survives.
"""

import argparse
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from commands import ENVIRONMENT, ROOT, run, start
from processes import children, of_session

SIGNS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]
SOLVE = "renju bestmove --nodes 1000 --format json"
GAMES = "h8i9j9h10i7j8\nnonsense\nh8h9j10\n"
MOST_WORKERS = 2
"""The maximum kills per start of a command: a third could hit the same record, which is then refused."""
MOST_LIVES = 100


@contextmanager
def dask(role: str, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a scheduler or a worker in a new session, which ends with the `with` block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", role, "--no-dashboard", *arguments],
        cwd=ROOT, env={**ENVIRONMENT, "PYTHONWARNINGS": "ignore"}, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield process
    finally:
        for number in of_session(process.pid):
            killed_now(number, signal.SIGKILL)
        process.wait()


@contextmanager
def scheduler() -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Run a scheduler; yield its address and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with dask("scheduler", "--host", "127.0.0.1", "--port", port) as process:
        yield f"tcp://127.0.0.1:{port}", process


def killed_now(number: int, sign: signal.Signals) -> bool:
    """Send a signal to a process; return whether the process existed."""
    try:
        os.kill(number, sign)
    except ProcessLookupError:
        return False
    return True


class Cluster:
    """A scheduler, and a worker with its nanny, which restarts the worker when it dies."""

    def __init__(self) -> None:
        self.stack = ExitStack()
        self.address, self.scheduler = self.stack.enter_context(scheduler())
        self.worker = self.stack.enter_context(dask("worker", self.address, "--nthreads", "1"))

    def workers(self) -> list[int]:
        """Return the worker processes."""
        return [one for one in of_session(self.worker.pid) if one != self.worker.pid]


def one_round(
    chance: random.Random, folder: Path, games: Path, *, pause: float, on_cluster: bool, most: int
) -> Counter[str]:
    """Run a batch to its end while `most` processes are killed; return the number of each kind.

    A pause of at most `pause` seconds precedes each kill.
    """
    output, state = folder / "answers.jsonl", folder / "answers.jsonl.partial.json"
    killed: Counter[str] = Counter()
    victims = ["worker", "worker", "worker", "client"] + ["scheduler"] * on_cluster
    with ExitStack() as stack:
        cluster: Cluster | None = None
        for _life in range(MOST_LIVES):
            if on_cluster and (cluster is None or cluster.scheduler.poll() is not None):
                stack.close()
                cluster = Cluster()
                stack.push(cluster.stack)
            where = ["--cluster", cluster.address] if cluster else ["--jobs", str(chance.randint(2, 3))]
            command = [*SOLVE.split(), str(games), "-o", str(output), "--resume", *where]
            began = time.time()
            with start(*command, stdin=subprocess.DEVNULL) as client:
                left, is_killed = MOST_WORKERS, False
                while client.poll() is None and killed.total() < most:
                    time.sleep(chance.uniform(0, pause))
                    victim = chance.choice(victims)
                    if victim == "worker" and left:
                        there = cluster.workers() if cluster else children(client.pid)
                        if there and killed_now(chance.choice(there), signal.SIGKILL):
                            left -= 1
                            killed[victim] += 1
                    elif victim == "client" and client.poll() is None:
                        has_begun = state.exists() and state.stat().st_mtime > began
                        client.send_signal(chance.choice(SIGNS if has_begun else SIGNS[:1]))
                        killed[victim] += 1
                        is_killed = True
                    elif victim == "scheduler" and cluster and cluster.scheduler.poll() is None:
                        cluster.scheduler.kill()
                        cluster.scheduler.wait()
                        killed[victim] += 1
                assert client.stderr
                said = client.stderr.read().decode()
            assert "internal error" not in said, said
            assert "Traceback" not in said or is_killed, said  # of a worker that was just starting
            assert client.returncode in (2, -signal.SIGKILL, -signal.SIGTERM, 130, 143), said
            if output.exists():
                return killed
    raise AssertionError(f"no end after {MOST_LIVES} lives: {said}")


def run_rounds(
    rounds: int, seed: int, *, on_cluster: bool, records: int = 1500, most: int = 1000
) -> Counter[str]:
    """Compare the output of the rounds with that of an undisturbed run; return the numbers of kills."""
    killed: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        games = Path(name) / "games.txt"
        games.write_text(GAMES * (records // 3))
        began = time.monotonic()
        expected = run(f"zet {SOLVE} {games}").stdout.encode()
        pause = (time.monotonic() - began) * (4 if on_cluster else 0.5)  # a cluster is slow to start
        assert expected.count(b"\n") == records // 3 * 3
        for number in range(rounds):
            folder = Path(name) / str(number)
            folder.mkdir()
            chance = random.Random(f"{seed}/{number}")
            killed += one_round(chance, folder, games, pause=pause, on_cluster=on_cluster, most=most)
            assert (folder / "answers.jsonl").read_bytes() == expected, f"seed {seed}, round {number}"
            # A command that is killed between its last two steps leaves its state, which is harmless.
            left = {path.name for path in folder.iterdir()} - {"answers.jsonl.partial.json"}
            assert left == {"answers.jsonl"}, left
            if __name__ == "__main__":
                print(number + 1, dict(killed), flush=True)
    return killed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", action="store_true")
    given = parser.parse_args()
    run_rounds(given.rounds, given.seed, on_cluster=given.cluster)
