"""A cluster produces the same output as a single process, byte for byte."""

import re
import shlex
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest
from commands import ROOT, run


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster with one worker."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from distributed import LocalCluster

        with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as started:
            yield started.scheduler_address


def test_a_batch(cluster: str) -> None:
    puzzles = ("3x2:aabaab:131...\n" * 3 + "3x2:aabaab:9.....\n3x2:aabaab:3.1...\n") * 20
    command = "zet tectonic solve --format json"
    here = run(command, stdin=puzzles)
    there = run(f"PYTHONWARNINGS=ignore {command} --cluster {cluster}", stdin=puzzles)
    assert (there.stdout, there.returncode) == (here.stdout, here.returncode)
    assert here.returncode == 2


def openssl(folder: Path, words: str) -> None:
    subprocess.run(["openssl", *shlex.split(words)], cwd=folder, check=True, capture_output=True)


@pytest.mark.skipif(which("openssl") is None, reason="openssl is not installed")
def test_certificates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster with certificates accepts only clients that have one, configured through Dask."""
    page = (ROOT / "docs/cluster.md").read_text().replace("\\\n", "")
    for words in re.findall(r"^openssl (.*)$", page, re.MULTILINE):
        openssl(tmp_path, words)
    names = {"CA_FILE": "ca.pem"}
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        names |= {f"{role}__CERT": "zet.pem", f"{role}__KEY": "zet.key"}
    known = {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(tmp_path / file) for name, file in names.items()}
    security = {
        "tls_ca_file": tmp_path / "ca.pem",
        **{f"tls_{role}_cert": tmp_path / "zet.pem" for role in ("scheduler", "worker", "client")},
        **{f"tls_{role}_key": tmp_path / "zet.key" for role in ("scheduler", "worker", "client")},
    }
    command = "zet tectonic solve --format json samples/tectonic/three.xml"
    here = run(command)
    for name, value in known.items():
        monkeypatch.setenv(name, value)  # for the worker's process
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from distributed import LocalCluster, Security

        with LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None, host="127.0.0.1",
            protocol="tls://", security=Security(**{name: str(path) for name, path in security.items()}),
        ) as cluster:  # fmt: skip
            address = cluster.scheduler_address
            assert address.startswith("tls://127.0.0.1:")
            options = f"--cluster {address},timeout=5"
            words = " ".join(f"{name}={value}" for name, value in known.items())
            there = run(f"PYTHONWARNINGS=ignore {words} {command} --cluster {address}")
            without = run(f"PYTHONWARNINGS=ignore {command} {options}")
            plain = run(f"PYTHONWARNINGS=ignore {command} {options.replace('tls:', 'tcp:')}")
    assert (there.stdout, there.returncode) == (here.stdout, 0), there.stderr
    for refused in (without, plain):
        assert (refused.stdout, refused.returncode) == ("", 2)
        assert re.fullmatch(r"Error: no cluster at t\w\w://127.0.0.1:\d+: .*\n", refused.stderr)


def test_questions_to_games(cluster: str) -> None:
    command = "zet renju find 'trap(Field, own) or four.three(Field, own)' samples/renju/collection.sgf"
    here = run(command)
    there = run(f"PYTHONWARNINGS=ignore {command} --cluster {cluster}")
    assert (there.stdout, there.returncode) == (here.stdout, here.returncode)
    assert "question, white (Cor)" in here.stdout


@pytest.mark.slow
def test_training_and_a_match(cluster: str, tmp_path: Path) -> None:
    commands = [
        "train FILE --games 30 --lanes 3 --lanes round=5 --seed 5 --opponent greedy --format json",
        "match FILE --opponent greedy --games 300 --seed 5 --format json",
    ]
    outputs = []
    for name, option in (("there", f"--cluster {cluster}"), ("here", "")):
        found = tmp_path / f"{name}.fivo"
        run(f"zet match5 new {found} --name Bob")
        said = ""
        for command in commands:
            words = f"zet match5 {command.replace('FILE', str(found))} {option}"
            said += run(f"PYTHONWARNINGS=ignore {words}").stdout.replace(name, "")
        outputs.append((said, found.read_bytes()))
    assert outputs[0] == outputs[1]
    assert '"status": "ok"' in outputs[0][0]


@pytest.mark.slow
def test_learning_weights(cluster: str, tmp_path: Path) -> None:
    files = []
    for option in (f"--cluster {cluster}", ""):
        files.append(tmp_path / f"{len(files)}.msgpack")
        done = run(f"zet renju tune {files[-1]} --games 30 --rounds 2 --nodes 60 {option}")
        assert done.returncode == 0
    assert files[0].read_bytes() == files[1].read_bytes()
