"""Run a command line of `zet` in this process, with the output and exit code of a separate process.

A run restores the state that a process would discard at its end: streams, environment, folder, language.
"""

import os
import random
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO
from unittest.mock import patch

import click

from zet.cli.main import run

HANDLED = (signal.SIGINT, signal.SIGTERM)
LOST_OUTPUT = 120
"""Python's exit code when the last of the output cannot be written."""


def call(
    arguments: Sequence[str], files: Sequence[IO[bytes]], *, folder: Path, environment: Mapping[str, str]
) -> int:
    """Run a command line on files for standard input, output and error; return its exit code."""
    stdin, stdout, stderr = (os.dup(file.fileno()) for file in files)
    with ExitStack() as stack:
        stack.enter_context(state_restored(folder, environment))
        given = stack.enter_context(os.fdopen(stdin, encoding="utf-8", errors="surrogateescape"))
        output = stack.enter_context(os.fdopen(stdout, "w", encoding="utf-8", errors="surrogateescape"))
        errors = stack.enter_context(
            os.fdopen(stderr, "w", buffering=1, encoding="utf-8", errors="backslashreplace")
        )
        for name, value in (
            ("argv", ["zet", *arguments]), ("stdin", given), ("stdout", output), ("stderr", errors),
        ):  # fmt: skip
            stack.enter_context(patch.object(sys, name, value))
        # A command caches the text of its --help untranslated; it is translated when it is shown.
        stack.enter_context(patch.object(click.decorators, "_", str))
        try:
            code = run(arguments)
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else int(left.code is not None)
        for stream in (output, errors):
            try:
                stream.flush()
            except OSError:
                with Path(os.devnull).open("wb") as nowhere:  # closing it writes once more
                    os.dup2(nowhere.fileno(), stream.fileno())
                code = code or LOST_OUTPUT
    return code


@contextmanager
def state_restored(folder: Path, environment: Mapping[str, str]) -> Iterator[None]:
    """Enter a folder and an environment; afterwards undo the changes of a command to this process."""
    before = Path.cwd()
    handlers = {number: signal.getsignal(number) for number in HANDLED}
    chance = random.getstate()
    with patch.dict(os.environ, environment, clear=True):
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
            random.setstate(chance)
            for number, handler in handlers.items():
                signal.signal(number, handler)


def scratch(data: bytes = b"") -> IO[bytes]:
    """Return a temporary file with this content, at its beginning; it is deleted when it is closed."""
    stream = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - the caller closes it
    stream.write(data)
    stream.seek(0)
    return stream
