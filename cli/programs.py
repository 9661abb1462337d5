"""External programs that play a game, each in a child process that never outlives zet."""

import os
import shlex
import signal
import subprocess
import time
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
"""How long, in seconds, a program may take to start."""
PAUSE = 0.03
"""The time, in seconds, between an answer of a program and the next command. Many programs are not ready
to read immediately after an answer, because graphical match managers never send a command that quickly.
"""
END_SECONDS = 1.0
"""How long, in seconds, zet waits for a program to exit before killing it."""

MAX_LINE = 4096
MAX_LINES = 100
"""The maximum number of unread lines from a program; MAX_LINE is the maximum length of each, in bytes."""

KEEPER = 'cat >/dev/null; kill -s KILL -- "-$1"'
"""The script of a watchdog shell, which kills the program's process group when this process ends."""

Answer = TypeVar("Answer")


def command_of(text: str) -> tuple[str, ...]:
    """Return the words of a command, after checking that its program exists.

    Raises:
        click.UsageError: the text cannot be parsed, or its program does not exist or is not executable.
    """
    try:
        words = tuple(shlex.split(text))
    except ValueError:
        words = ()
    if not words:
        raise click.UsageError(
            _("the command {text!r} is empty or has an unclosed quote").format(text=text)
        )
    if which(words[0]) is None:
        raise click.UsageError(_("the executable program {text!r} was not found").format(text=words[0]))
    return words


class Program:
    """A process with pipes, and a thread that reads its output.

    Raises:
        OSError: the process does not start.
    """

    def __init__(self, command: tuple[str, ...], pause: float = PAUSE) -> None:
        self._pause = pause
        self._heard = time.monotonic() - pause
        with signals.held():  # a signal must not leave a started program without its watchdog
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

    def send(self, lines: Iterable[str], pause: float | None = None) -> None:
        """Send lines after a pause, and discard earlier output of the program, which cannot be an answer.

        If the program has exited, this is detected only by the next call to `answer`.
        """
        pause = self._pause if pause is None else pause
        time.sleep(max(self._heard + pause - time.monotonic(), 0.0))
        while not self._lines.empty() and self._lines.queue[0] is not None:
            self._lines.get_nowait()
        with suppress(OSError):
            self._input.write("".join(f"{line}\r\n" for line in lines).encode())
            self._input.flush()

    def answer(self, read: Callable[[str], Answer], seconds: float) -> Answer:
        """Return the program's next answer, parsed by `read`; wait at most `seconds`.

        Raises:
            TimeoutError: no answer arrives in time.
            EOFError: the program has ended; the message gives the reason.
            ValueError: the line does not parse.
        """
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise TimeoutError from None
        if line is None:
            raise EOFError(self._how_it_ended())
        return read(line)

    def end(self) -> None:
        """End the process and its children."""
        self.send([END])
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
            self._keeper.kill()  # before the system reuses the group's number
            self._keeper.communicate()
        self._listener.join(END_SECONDS)
        if not self._listener.is_alive():
            self._output.close()

    def _listen(self) -> None:
        """Put the program's lines into the queue, and None at the end."""
        with suppress(OSError, ValueError):
            while (line := self._output.readline(MAX_LINE)) and self._lines.qsize() < MAX_LINES:
                self._heard = time.monotonic()
                text = line.decode("ascii", "backslashreplace")
                if not is_remark(text):
                    self._lines.put(text)
        self._lines.put(None)

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return Message("the program has closed its output, or its output is too long")
        if code < 0:
            return Message("the program was terminated by signal {number}", number=-code)
        return Message("the program exited with code {code}", code=code)


def _keeper(group: int) -> "subprocess.Popen[bytes]":
    """Return a shell that kills a process group when its input ends, that is, when this process ends."""
    return subprocess.Popen(  # noqa: S603 - words of our own
        ["/bin/sh", "-c", KEEPER, "keeper", str(group)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
