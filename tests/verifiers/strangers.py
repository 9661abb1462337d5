"""The verifiers in C: compiled once, and run on the text of proofs."""

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

COMPILER = shutil.which("cc") or shutil.which("gcc")
FOLDER = tempfile.TemporaryDirectory(prefix="zet-verifiers-")
"""The folder of the compiled verifiers, which the end of the process removes."""


@cache
def _built(name: str) -> str:
    goal = Path(FOLDER.name) / name
    source = Path(__file__).with_name(f"{name}.c")
    flags = ("-std=c99", "-O2", "-Wall", "-Wextra", "-Werror")
    subprocess.run([str(COMPILER), *flags, "-o", str(goal), str(source)], check=True, timeout=120)
    return str(goal)


def verdicts(name: str, text: str) -> list[str]:
    """Return the verdict of the verifier of this name on each proof: valid, unused or invalid."""
    if COMPILER is None:
        pytest.skip("no C compiler")
    done = subprocess.run(
        [_built(name)], input=text, capture_output=True, text=True, check=True, timeout=3000
    )
    return [line.split()[1] for line in done.stdout.splitlines()]
