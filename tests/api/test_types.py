"""A type checker accepts the correct uses of the Python interface, and refuses the wrong ones."""

import subprocess
import sys

import pytest
from commands import ROOT

pytest.importorskip("mypy")


def test_a_type_checker_refuses_wrong_uses() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "tests/api/uses.py"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
