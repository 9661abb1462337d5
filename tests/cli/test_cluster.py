"""What is worked out on a cluster is the same to the byte."""

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import run


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


def test_questions_to_games(cluster: str) -> None:
    command = "zet renju find 'trap(Field, own) or four.three(Field, own)' samples/renju/collection.sgf"
    here = run(command)
    there = run(f"PYTHONWARNINGS=ignore {command} --cluster {cluster}")
    assert (there.stdout, there.returncode) == (here.stdout, here.returncode)
    assert "question, white (Cor)" in here.stdout


def test_training_and_a_match(cluster: str, tmp_path: Path) -> None:
    commands = [
        "train FILE --games 30 --round 5 --lanes 3 --seed 5 --opponent greedy --format json",
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
