"""The Makefile on a machine with an old Python."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ENVIRONMENT, ROOT

OLD = """#!/bin/sh
[ "$1" = --version ] && echo Python 3.9.18 && exit
exec {python} -c "import sys; sys.version_info = (3, 9, 18, 'final', 0); exec(sys.argv[1])" "$2"
"""
"""A Python that reports version 3.9 in both ways."""


@pytest.mark.parametrize("goal", ["demo", "test"])
def test_an_old_python_is_refused_in_a_line(goal: str, tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
    python = tmp_path / "python3"
    python.write_text(OLD.format(python=sys.executable))
    python.chmod(0o755)
    paths = f"{tmp_path}:{ENVIRONMENT['PATH']}"
    done = subprocess.run(
        ["make", "--jobs=1", goal],
        cwd=tmp_path,
        env=ENVIRONMENT | {"PATH": paths, "MAKEFLAGS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    reason = "zet needs Python 3.11 or later; python3 is Python 3.9.18. "
    assert done.stderr.startswith(f"{reason}Name another: make {goal} PYTHON=python3.12\nmake: *** ")
    assert not (tmp_path / ".venv").exists()
