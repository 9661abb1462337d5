"""Programs that speak the Gomocup protocol, each in a process of its own that is never left behind."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import IO, TypeVar, cast

from zet.engines.messages import Message
from zet.engines.renju.match import ForfeitError, late
from zet.engines.renju.model import Game
from zet.engines.renju.timing import Limits
from zet.formats.renju.gomocup_client import (
    END,
    TURN,
    cell_of,
    check_start,
    is_remark,
    opening_lines,
    turn_lines,
)

START_SECONDS = 30.0
"""For a program to start."""
END_SECONDS = 1.0
"""For a program to end by itself."""

MAX_LINE = 4096
MAX_LINES = 100
"""Bytes of a line, and lines that a program may say before they are heard."""

KEEPER = 'cat >/dev/null; kill -KILL -- "-$1"'
"""What a shell does that outlives us: when we end, however that is, so does the program's group."""

Answer = TypeVar("Answer")


class Brain:
    """A program at a game. Whatever it does, a call returns: with its move, or with why it has none."""

    def __init__(self, command: tuple[str, ...], rule: str, limits: Limits) -> None:
        self._command = command
        self._rule = rule
        self._limits = limits
        self._program: _Program | None = None
        self._is_asked = False

    def start(self) -> None:
        """Start the program, and agree on the board and the rules.

        Raises:
            ForfeitError: it does not start, or refuses.
        """
        self._program = _Program(self._command)
        first, *rest = opening_lines(self._rule, self._limits)
        self._program.say([first])
        self._program.answer(check_start, START_SECONDS, START_SECONDS)
        self._program.say(rest)

    def move(self, game: Game, left: float | None) -> int:
        """Return the program's move.

        Raises:
            ForfeitError: it has none, or not in time.
        """
        program = cast(_Program, self._program)
        most = self._limits.most(left)
        most = TURN if most is None else most
        program.say(turn_lines(game, left, is_first=not self._is_asked))
        self._is_asked = True
        return program.answer(cell_of, most, most + self._limits.tolerance)

    def end(self) -> None:
        """End the program, whatever it takes."""
        if self._program:
            self._program.end()


class _Program:
    """A process with pipes, and a thread that listens to it."""

    def __init__(self, command: tuple[str, ...]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise ForfeitError("crash", str(error.strerror)) from None
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

    def answer(self, read: Callable[[str], Answer], most: float, seconds: float) -> Answer:
        """Return what the next line means that is an answer, within so many seconds.

        Raises:
            ForfeitError: none comes, for the time of `most` seconds; the program has ended; or the line
                means nothing.
        """
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise late(seconds, most) from None
        if line is None:
            raise ForfeitError("crash", self._how_it_ended())
        try:
            return read(line)
        except ValueError as error:
            raise ForfeitError("illegal", error.args[0]) from None

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
            return Message("the program has closed its output, or says too much")
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
