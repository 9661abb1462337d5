"""A cluster that is lost: one line and an exit code, in time; lost workers lose nothing."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest
from commands import ENVIRONMENT, ROOT, run, start

GAMES = "h8i9j9h10i7j8\nnonsense\nh8h9j10\n"
SOLVE = ["renju", "bestmove", "--nodes", "3000", "--format", "json"]
ANOTHER_ZET = """
import importlib.metadata as metadata
found = metadata.version
def version(name):
    if name == "zet":
        {}
    return found(name)
metadata.version = version
"""


@contextmanager
def dask(role: str, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a scheduler or a worker, in a session of its own that ends with the block."""
    command = [sys.executable, "-m", "dask", role, "--no-dashboard", *arguments]
    environment = {**ENVIRONMENT, "PYTHONWARNINGS": "ignore"}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def scheduler() -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Run a scheduler; yield its address and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with dask("scheduler", "--host", "127.0.0.1", "--port", port) as process:
        yield f"tcp://127.0.0.1:{port}", process


def worker(address: str, *arguments: str) -> AbstractContextManager["subprocess.Popen[bytes]"]:
    """Run a worker, which is started again when it dies."""
    return dask("worker", address, "--nthreads", "1", *arguments)


def processes(group: int) -> list[int]:
    """Return the processes of a group."""
    found = subprocess.run(["pgrep", "-g", str(group)], capture_output=True, check=False)
    return [int(word) for word in found.stdout.split()]


def refused(address: str, timeout: str = "2") -> str:
    """Return what is said when a cluster cannot be used."""
    began = time.monotonic()
    done = run(
        f"zet tectonic solve --cluster {address} --cluster-timeout {timeout}", stdin="3x2:aabaab:131...\n"
    )
    assert time.monotonic() - began < float(timeout) + 4
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    return done.stderr


def test_no_cluster_is_said_in_a_line() -> None:
    assert "no cluster at tcp://127.0.0.1:1" in refused("tcp://127.0.0.1:1", "1")


def test_no_workers_are_said_in_a_line() -> None:
    with scheduler() as (address, _):
        assert refused(address) == f"Error: the cluster at {address} has no workers, for 2 seconds\n"


@pytest.mark.parametrize(
    ("does", "said"),
    [
        pytest.param("raise metadata.PackageNotFoundError(name)", "has no zet\n", marks=pytest.mark.slow),
        ("return '0.0.9'", "has zet 0.0.9, and this is zet "),
    ],
)
def test_versions_are_compared(does: str, said: str, tmp_path: Path) -> None:
    preload = tmp_path / "preload.py"
    preload.write_text(ANOTHER_ZET.format(does))
    with scheduler() as (address, _), worker(address, "--preload", str(preload)):
        message = refused(address, "20")
    assert message.startswith("Error: the worker at tcp://127.0.0.1:")
    assert said in message


@pytest.mark.parametrize(
    ("victim", "sign"),
    [
        ("scheduler", signal.SIGKILL),
        pytest.param("scheduler", signal.SIGSTOP, marks=pytest.mark.slow),
        pytest.param("worker", signal.SIGKILL, marks=pytest.mark.slow),
    ],
)
def test_a_cluster_lost_in_the_middle(victim: str, sign: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(GAMES * 150)
    with ExitStack() as stack:
        address, process = stack.enter_context(scheduler())
        workers = stack.enter_context(worker(address, "--no-nanny"))
        arguments = [*SOLVE, "--cluster", address, "--cluster-timeout", "4", str(path)]
        with start(*arguments, stdin=subprocess.DEVNULL) as client:
            assert client.stdout
            assert client.stderr
            first = client.stdout.readline()
            os.killpg((process if victim == "scheduler" else workers).pid, sign)
            began = time.monotonic()
            rest = client.stdout.read()
            assert client.wait() == 2
            assert time.monotonic() - began < 8
            said = client.stderr.read().decode()
    errors = [line for line in said.splitlines() if "'nonsense' is no move" not in line]
    assert len(errors) == 1
    assert f"the cluster at {address} " in errors[0]
    assert (
        first + rest == run("zet " + " ".join([*SOLVE, str(path)])).stdout.encode()[: len(first + rest)]
    )


@pytest.mark.slow
def test_killed_workers_of_a_cluster_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(GAMES * 100)
    with ExitStack() as stack:
        address, _ = stack.enter_context(scheduler())
        groups = [stack.enter_context(worker(address)).pid for _number in range(2)]
        output = b""
        with start(*SOLVE, "--cluster", address, str(path), stdin=subprocess.DEVNULL) as client:
            assert client.stdout
            assert client.stderr
            while line := client.stdout.readline():
                output += line
                if output.count(b"\n") in (20, 90):
                    group = groups.pop()
                    for number in set(processes(group)) - {group}:  # the nanny starts another
                        os.kill(number, signal.SIGKILL)
            errors = client.stderr.read().decode()
            assert client.wait() == 2
    expected = run("zet " + " ".join([*SOLVE, str(path)]))
    assert errors == expected.stderr
    assert output.decode() == expected.stdout
