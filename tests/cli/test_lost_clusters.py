"""A lost cluster ends the command in time, with one line and an exit code; lost workers lose nothing."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from importlib import metadata
from pathlib import Path

import click
import pytest
from chaos import dask, scheduler
from commands import run, start

from zet.cli.pools import _compare_versions

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


def worker(address: str, *arguments: str) -> AbstractContextManager["subprocess.Popen[bytes]"]:
    """Run a worker that is restarted when it dies."""
    return dask("worker", address, "--nthreads", "1", *arguments)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a scheduler without workers."""
    with scheduler() as (found, _):
        yield found


def refused(address: str, timeout: str = "2") -> str:
    """Return the error message for an unusable cluster; `run` does not wait for a minute."""
    done = run(f"zet tectonic solve --cluster {address},timeout={timeout}", stdin="3x2:aabaab:131...\n")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    return done.stderr


def test_no_cluster_is_said_in_a_line() -> None:
    assert "no cluster at tcp://127.0.0.1:1" in refused("tcp://127.0.0.1:1", "1")


def test_no_workers_are_said_in_a_line(address: str) -> None:
    assert refused(address) == f"Error: the cluster at {address} has had no workers for 2 seconds\n"


@pytest.mark.parametrize(
    ("version", "said"),
    [("0.0.9", "a has zet 0.0.9, but this is zet "), (KeyError("zet"), "a does not have zet installed")],
)
def test_versions_are_compared(version: object, said: str) -> None:
    with pytest.raises(click.ClickException, match=said):
        _compare_versions({"b": metadata.version("zet"), "a": version})
    _compare_versions({"b": metadata.version("zet")})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("raise metadata.PackageNotFoundError(name)", "does not have zet installed\n"),
        ("return '0.0.9'", "has zet 0.0.9, but this is zet "),
    ],
)
def test_workers_say_their_versions(does: str, said: str, address: str, tmp_path: Path) -> None:
    preload = tmp_path / "preload.py"
    preload.write_text(ANOTHER_ZET.format(does))
    with worker(address, "--preload", str(preload)):
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
        arguments = [*SOLVE, "--cluster", f"{address},timeout=4", str(path)]
        with start(*arguments, stdin=subprocess.DEVNULL) as client:
            assert client.stdout
            assert client.stderr
            first = client.stdout.readline()
            os.killpg((process if victim == "scheduler" else workers).pid, sign)
            rest = client.stdout.read()
            assert client.wait(30) == 2
            said = client.stderr.read().decode()
    errors = [line for line in said.splitlines() if "'nonsense' is not a move" not in line]
    assert len(errors) == 1
    assert f"the cluster at {address} " in errors[0]
    answered = first + rest
    path.write_text("".join(path.read_text().splitlines(keepends=True)[: answered.count(b"\n") + 1]))
    assert run("zet " + " ".join([*SOLVE, str(path)])).stdout.encode().startswith(answered)
