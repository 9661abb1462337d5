"""Completion in bash, zsh and fish: keys are typed into a real shell with the documented start file."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from commands import ENVIRONMENT, ROOT

PAGE = (ROOT / "docs" / "using.md").read_text()
LINES = {
    shell: line.replace(r"\|", "|")
    for shell, line in re.findall(r"^\| (\w+).* \| `([^`]*_source zet[^`>]*)` \|$", PAGE, re.MULTILINE)
}
FILES = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/config.fish"}
BEFORE = {
    "bash": "PS1='ready: '",
    "zsh": "PS1='ready: '; autoload -U compinit; compinit -u -D",
    "fish": "function fish_prompt; echo 'ready: '; end",
}
"""What stands in the start file above the line of the documents."""

ZET = """\
#!/bin/sh
if [ -n "$_ZET_COMPLETE" ]; then exec {zet} "$@"; fi
printf '%s\\n' "$*" >"$HOME/new" && mv "$HOME/new" "$HOME/typed"
"""
"""A command in the place of zet, which keeps the words that it is called with."""

TERMINAL = (
    "import fcntl, os, sys, termios\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "os.execvp(sys.argv[1], sys.argv[1:])"
)
PATIENCE = 30


@pytest.fixture(scope="module")
def typed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], str]]:
    """Yield a function that types keys into a shell and returns the resulting command line of `zet`."""
    shell = request.param
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    home = tmp_path_factory.mktemp(shell)
    start = home / FILES[shell]
    start.parent.mkdir(parents=True, exist_ok=True)
    start.write_text(f"{BEFORE[shell]}\n{LINES[shell]}\n")
    real = shutil.which("zet", path=ENVIRONMENT["PATH"])
    (home / "zet").write_text(ZET.format(zet=real))
    (home / "zet").chmod(0o755)

    with _terminal(shell, home) as terminal:

        def type_keys(keys: str) -> str:
            os.write(terminal, f"{keys}\r".encode())
            limit = time.monotonic() + PATIENCE
            while not (home / "typed").exists():
                assert time.monotonic() < limit, f"{shell}: nothing was called by {keys!r}"
                time.sleep(0.02)
                with suppress(BlockingIOError):
                    os.read(terminal, 4096)  # what it shows must not fill the terminal
            words = (home / "typed").read_text()
            (home / "typed").unlink()
            return words.rstrip()

        yield type_keys


@contextmanager
def _terminal(shell: str, home: Path) -> Iterator[int]:
    """Start a shell in a new terminal, and yield our end of the terminal once the prompt has appeared."""
    ours, its = os.openpty()
    path = f"{home}:{ENVIRONMENT['PATH']}"
    environment = ENVIRONMENT | {"HOME": str(home), "TERM": "xterm", "PATH": path}
    for name in ("ZDOTDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-c", TERMINAL, shell, "-i"],
        cwd=ROOT, env=environment, stdin=its, stdout=its, stderr=its, start_new_session=True,
    )  # fmt: skip
    os.close(its)
    try:
        seen = b""
        while b"ready: " not in seen:
            seen += os.read(ours, 4096)
        os.set_blocking(ours, False)
        yield ours
    finally:
        process.kill()
        process.wait()
        os.close(ours)


IN_EACH = [
    ("zet tec\t", "tectonic"),
    ("zet tectonic generate --boar\t9x9", "tectonic generate --board 9x9"),
    ("zet tectonic solve samples/tectonic/on\t", "tectonic solve samples/tectonic/one.xml"),
]
IN_ONE = [
    ("zet help walls perf\t", "help walls perft"),
    ("zet renju rules verif\t", "renju rules verify"),
    ("zet tectonic solve --format puzz\t", "tectonic solve --format puzzlink"),
    ("zet renju solve --threats fours,threes,\t", "renju solve --threats fours,threes,quiet"),
]
"""What zet answers is the same for each shell: it is asked for in bash alone."""


@pytest.mark.parametrize(
    ("typed", "keys", "words"),
    [(shell, *case) for shell in FILES for case in [*IN_EACH, *IN_ONE * (shell == "bash")]],
    indirect=["typed"],
)
def test_a_tab_completes(typed: Callable[[str], str], keys: str, words: str) -> None:
    assert typed(keys) == words


def test_the_documents_name_a_line_for_each_shell() -> None:
    assert LINES.keys() == FILES.keys()
