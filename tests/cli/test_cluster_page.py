"""The scripts of docs/cluster.md run, and the files that its containers need exist."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from commands import ENVIRONMENT, ROOT, run, run_processes
from processes import of_session

FOLDER = ROOT / "docs" / "cluster"
SBATCH = """#!/bin/sh
cp "$1" "$0.$$"  # whoever submits a job may remove its file
setsid sh "$0.$$" >/dev/null 2>&1 &
echo "Submitted batch job $!"
"""
SCANCEL = """#!/bin/sh
kill -- "-$1"
"""


DASK = """#!/bin/sh
for last; do :; done
[ "$1" = worker ] || echo "tcp://127.0.0.1:1" >"$last"
exec sleep 60
"""
ZET = """#!/bin/sh
read -r line && echo "$line"
exec sleep 60
"""


@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize(("number", "send"), [(signal.SIGINT, os.killpg), (signal.SIGTERM, os.kill)])
def test_a_signal_ends_the_processes_of_a_local_cluster(
    shell: str, number: int, send: Callable[[int, int], None], tmp_path: Path
) -> None:
    """Substitutes for dask and zet never end; zet has the input of the script."""
    if not shutil.which(shell):
        pytest.skip(f"no {shell}")
    for name, text in (("dask", DASK), ("zet", ZET)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    with subprocess.Popen(
        [shell, FOLDER / "local.sh", "ttt", "check"], start_new_session=True, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path,
        env={"PATH": f"{tmp_path}{os.pathsep}{os.defpath}", "TMPDIR": str(tmp_path)},
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as process:  # fmt: skip
        try:
            assert process.stdin
            assert process.stdout
            process.stdin.write("XO.......\n")
            process.stdin.flush()
            assert process.stdout.readline() == "XO.......\n"
            send(process.pid, number)
            assert process.wait(30) == 128 + number
            assert not of_session(process.pid)
            assert {path.name for path in tmp_path.iterdir()} == {"dask", "zet"}
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_a_signal_ends_a_local_cluster_that_is_starting(shell: str, tmp_path: Path) -> None:
    """The substitute for dask never writes an address, so zet is never started."""
    if not shutil.which(shell):
        pytest.skip(f"no {shell}")
    (tmp_path / "dask").write_text('#!/bin/sh\n[ "$1" = worker ] && echo >>started\nexec sleep 60\n')
    (tmp_path / "dask").chmod(0o755)
    with subprocess.Popen(
        [shell, FOLDER / "local.sh", "ttt", "check"], start_new_session=True, cwd=tmp_path,
        env={"PATH": f"{tmp_path}{os.pathsep}{os.defpath}", "TMPDIR": str(tmp_path)},
    ) as process:  # fmt: skip
        try:
            while not (tmp_path / "started").exists():
                time.sleep(0.01)
            process.terminate()
            assert process.wait(30) == 128 + signal.SIGTERM
            assert not of_session(process.pid)
            assert {path.name for path in tmp_path.iterdir()} == {"dask", "started"}
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.slow
def test_the_script_for_slurm_runs_a_command(tmp_path: Path) -> None:
    """The script runs with a substitute for Slurm that starts its jobs here, with fewer cores.

    `zet` itself is not on the path.
    """
    pytest.importorskip("dask_jobqueue")
    for name, text in (("sbatch", SBATCH), ("scancel", SCANCEL)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    script = (FOLDER / "slurm.py").read_text()
    (tmp_path / "slurm.py").write_text(re.sub(r"(cores|processes)=8", r"\1=2", script))
    puzzles = "samples/tectonic/three.xml"
    done = subprocess.run(
        [sys.executable, tmp_path / "slurm.py", "1", "tectonic", "solve", puzzles, "--format", "line"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
        env={**ENVIRONMENT, "PYTHONWARNINGS": "", "PATH": f"{tmp_path}{os.pathsep}{os.defpath}"},
    )  # fmt: skip
    expected = run(f"zet tectonic solve --format line {puzzles}")
    assert (done.stdout, done.returncode) == (expected.stdout, 0), done.stderr


LISTENING = """#!{python}
import os, psutil, time
found = []
while len(found) < 6:  # two each of the scheduler and of both workers
    time.sleep(0.2)
    session = [one for one in psutil.process_iter() if os.getsid(one.pid) == os.getsid(0)]
    sockets = [socket for one in session if one.is_running() for socket in one.net_connections()]
    found = [socket.laddr.ip for socket in sockets if socket.status == "LISTEN"]
print(*found)
"""


def test_a_local_cluster_listens_on_this_machine_alone(tmp_path: Path) -> None:
    """A substitute for `zet` reports the addresses on which the processes listen."""
    (tmp_path / "zet").write_text(LISTENING.format(python=sys.executable))
    (tmp_path / "zet").chmod(0o755)
    done = subprocess.run(
        [FOLDER / "local.sh", "anything"], capture_output=True, text=True, timeout=120, check=False,
        env={**ENVIRONMENT, "PYTHONWARNINGS": "", "PATH": f"{tmp_path}:{ENVIRONMENT['PATH']}"},
        start_new_session=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == {"127.0.0.1"}


def test_the_services_are_what_dask_knows() -> None:
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text())["services"]
    for name, service in services.items():
        words = shlex.split(service["command"])
        assert words[:2] == ["dask", name]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            options = import_module(f"distributed.cli.dask_{name}").main.params
        known = {spelling for option in options for spelling in (*option.opts, *option.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= known
    [port] = services["scheduler"]["ports"]
    assert port.startswith("127.0.0.1:")
    build = services["scheduler"]["build"]
    assert (FOLDER / build["context"] / build["dockerfile"]).is_file()


@pytest.mark.slow
@pytest.mark.parametrize("command", [None, "tectonic solve --format line samples/tectonic/three.xml"])
def test_the_script_of_one_machine_ends_what_it_started(command: str | None, tmp_path: Path) -> None:
    done = subprocess.run(
        [FOLDER / "local.sh", *(command or "").split()],
        cwd=ROOT, env={**ENVIRONMENT, "PYTHONWARNINGS": "", "TMPDIR": str(tmp_path)},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    expected = run(f"zet {command}").stdout if command else "the same 3 answers on the cluster\n"
    assert (done.stdout, done.returncode) == (expected, 0), done.stderr
    assert subprocess.run(["pgrep", "-f", str(tmp_path)], capture_output=True, check=False).stdout == b""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_board_of_walls_split_by_its_first_moves() -> None:
    """Run the commands for a cluster in docs/walls/results.md."""
    page = (ROOT / "docs" / "walls" / "results.md").read_text()
    [command] = re.findall("^.*docs/cluster/local.sh.*$", page, re.M)
    done = run_processes(command, timeout=120)
    assert (done.stdout, done.returncode) == ("-3\n", 0), done.stderr
