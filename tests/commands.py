"""Run the installed command as a user does."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
ENVIRONMENT = {
    **{key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LANGUAGE")},
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "PYTHONWARNINGS": "error",
    "LC_ALL": "C.UTF-8",
}


def run(
    command: str, *, stdin: str | bytes = "", timeout: float = 60
) -> "subprocess.CompletedProcess[str]":
    """Run a shell command from the root of the project."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=ENVIRONMENT, input=given, capture_output=True, timeout=timeout
    )
    return subprocess.CompletedProcess(
        command, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def commands_in(
    group: click.Group, prefix: str = "", only: str | None = None
) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of a group and of the groups in it, each after its full name."""
    context = click.Context(group)
    for name in [only] if only else group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        if isinstance(command, click.Group):
            yield from commands_in(command, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", command


def start(*arguments: str, **options: object) -> "subprocess.Popen[bytes]":
    """Start `zet` with pipes for its three streams, or what the options say."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(
        ["zet", *arguments],
        cwd=ROOT,
        env=ENVIRONMENT,
        **{**pipes, **options},  # type: ignore[call-overload]
    )
