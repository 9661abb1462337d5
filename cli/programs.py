"""Programs of others that play a game, each in a process of its own that is never left behind."""

import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import Empty, Queue
from shutil import which
from threading import Thread
from typing import IO, TypeVar, cast

import click

from zet.cli import signals
from zet.cli.words import _
from zet.engines.messages import Message
from zet.formats.gomocup import END, is_remark

START_SECONDS = 30.0
"""For a program to start."""
END_SECONDS = 1.0
"""For a program to end by itself."""

MAX_LINE = 4096
MAX_LINES = 100
"""Bytes of a line, and lines that a program may say before they are heard."""

KEEPER = 'cat >/dev/null; kill -s KILL -- "-$1"'
"""What a shell does that outlives us: when we end, however that is, so does the program's group."""

Answer = TypeVar("Answer")


def command_of(text: str) -> tuple[str, ...]:
    """Return the words of a command whose program there is.

    Raises:
        click.UsageError: there is none.
    """
    try:
        words = tuple(shlex.split(text))
    except ValueError:
        words = ()
    if not words or which(words[0]) is None:
        raise click.UsageError(_("{text!r} is not a command").format(text=text))
    return words


class Program:
    """A process with pipes, and a thread that listens to it.

    Raises:
        OSError: it does not start.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        with signals.held():  # or one that was just started would have no keeper
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            self._input = cast(IO[bytes], self._process.stdin)
            self._output = cast(IO[bytes], self._process.stdout)
            self._keeper = _keeper(self._process.pid) if os.name == "posix" else None
        self._lines: Queue[str | None] = Queue()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def say(self, lines: Iterable[str]) -> None:
        """Send lines; that nobody listens is seen when an answer is waited for."""
        with suppress(OSError):
            self._input.write("".join(f"{line}\r\n" for line in lines).encode())
            self._input.flush()

    def answer(self, read: Callable[[str], Answer], seconds: float) -> Answer:
        """Return what the next line means that is an answer, within so many seconds.

        Raises:
            TimeoutError: none comes.
            EOFError: the program has ended; why, is in words.
            ValueError: the line means nothing.
        """
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise TimeoutError from None
        if line is None:
            raise EOFError(self._how_it_ended())
        return read(line)

    def end(self) -> None:
        """End the process, and those that it has started."""
        self.say([END])
        with suppress(OSError):
            self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        if os.name == "posix":
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        if self._keeper:
            self._keeper.kill()  # before the number of the group is another's
            self._keeper.communicate()
        self._listener.join(END_SECONDS)
        if not self._listener.is_alive():
            self._output.close()

    def _listen(self) -> None:
        """Put the answers of the program into the queue, and None at their end."""
        with suppress(OSError, ValueError):
            while (line := self._output.readline(MAX_LINE)) and self._lines.qsize() < MAX_LINES:
                text = line.decode("ascii", "backslashreplace")
                if not is_remark(text):
                    self._lines.put(text)
        self._lines.put(None)

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return Message("the program has closed its output, or has written too much")
        if code < 0:
            return Message("the program was ended by signal {number}", number=-code)
        return Message("the program has ended with exit code {code}", code=code)


def _keeper(group: int) -> "subprocess.Popen[bytes]":
    """Return the shell that ends a group of processes when its own input ends, as ours does with us."""
    return subprocess.Popen(  # noqa: S603 - words of our own
        ["/bin/sh", "-c", KEEPER, "keeper", str(group)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
