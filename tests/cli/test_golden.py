"""Each golden command prints its recorded output, byte for byte.

A file in tests/golden begins with a line `$ command`; the rest is its output, its messages and its exit
code. `make golden` writes all of them anew; the difference is read in review.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Done, run, run_processes

GOLDEN = Path(__file__).parents[1] / "golden"
CASES = sorted(GOLDEN.glob("*.txt"))


def content(command: str, run: Callable[[str], Done] = run) -> str:
    """Return the recorded content of a golden file for a command."""
    done = run(command)
    assert done.returncode != 70, done.stderr
    return f"$ {command}\n{done.stdout}--- messages\n{done.stderr}--- exit {done.returncode}\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    command = path.read_text().partition("\n")[0].removeprefix("$ ")
    assert content(command) == path.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden_of_processes(path: Path) -> None:
    command = path.read_text().partition("\n")[0].removeprefix("$ ")
    assert content(command, run_processes) == path.read_text()


if __name__ == "__main__":
    for case in (case for case in CASES if case.stem.startswith(tuple(sys.argv[1:]) or "")):
        case.write_text(content(case.read_text().partition("\n")[0].removeprefix("$ ")))
