"""The conversation with a Gomocup manager on standard input, for both engine commands."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import BinaryIO, TypeVar

from zet.cli.options import flag
from zet.cli.words import translate
from zet.engines import renju
from zet.engines.kernel.clock import stopped_by
from zet.formats import renju as formats

MAX_LINE = 1000

GROWTH = 2
"""The largest factor by which a search's tables grow at once; a search stops at the memory limit divided
by this factor.
"""

PATIENCE = 0.2
"""How long a search may continue after END, in seconds. If the pipe is still open then, a manager is
waiting for the engine to exit, so the search is stopped.
"""

Answer = TypeVar("Answer")

suggest_option = flag(
    "--suggest",
    help="Answer each request for a move with SUGGEST, so that the match manager may change the move "
    "before it is played.",
)


def conversation(
    lines: Lines,
    choose: formats.gomocup.Choose,
    weights: Callable[[str], renju.weights.Weights],
    *,
    suggests: bool,
) -> formats.gomocup.Conversation:
    """Return a conversation in which `choose` chooses the moves.

    In a swap2 opening, an evaluation with `weights(rule)` decides whether to swap, and which stones to
    place.
    """
    swap = partial(_opened, weights)
    return formats.gomocup.Conversation(
        choose, translate, swap=lambda task: within(lines, task, swap), suggests=suggests
    )


def within(
    lines: Lines, task: formats.gomocup.Task, work: Callable[[formats.gomocup.Task], Answer]
) -> Answer:
    """Return the answer to a task; the search ends early after STOP or when memory runs out."""
    most = sys.maxsize if task.memory is None else task.memory // GROWTH

    def stop() -> bool:
        return lines.is_stopped or (task.memory is not None and _memory() > most)

    def left(seconds: float) -> float:
        return max(seconds - lines.seconds, seconds / 10)

    longest = None if task.most is None else left(task.most)
    with stopped_by(stop):
        answer = work(replace(task, seconds=left(task.seconds), most=longest))
    if task.memory is not None and _memory() > most:
        renju.search.forget_tables()
    return answer


def _memory() -> int:
    """Return the bytes of memory in use by this process; 0 if the system does not report them."""
    try:
        from pathlib import Path

        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _opened(
    of_rule: Callable[[str], renju.weights.Weights], task: formats.gomocup.Task
) -> tuple[int, ...]:
    """Return the stones to place in a swap2 opening, or an empty tuple to swap."""
    limits = renju.player.Limits(seconds=task.seconds, nodes=task.nodes)
    if not task.game.moves:
        return renju.swap2.opening(of_rule(task.rule), size=task.game.size, **limits)
    move = renju.swap2.choice(task.game, of_rule(task.rule), **limits)
    return () if move is None else (move,)


class Lines:
    """The lines of standard input, read ahead by a thread so that STOP interrupts the engine's search.

    STOP ends the search started by an earlier line. So does END if the pipe stays open, as it does with a
    manager; if the input ends after END, all earlier lines are answered first. `meanwhile` runs while the
    next line is awaited.
    """

    def __init__(self) -> None:
        from queue import Queue

        self.meanwhile: Callable[[], None] | None = None
        self._queue: Queue[tuple[str | None, float]] = Queue()
        self._taken = 0
        self._read_at = time.monotonic()
        self._stopped_at = 0
        self._ended_by = math.inf
        # Only the thread uses this stream, so no other code closes it or waits for it at exit.
        stream = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
        Thread(target=self._read, args=(stream,), daemon=True).start()

    @property
    def is_stopped(self) -> bool:
        """Whether the search started by the last line must stop."""
        return self._taken <= self._stopped_at or time.monotonic() > self._ended_by

    def __iter__(self) -> Iterator[str]:
        return self

    @property
    def seconds(self) -> float:
        """The seconds since the last line was read."""
        return time.monotonic() - self._read_at

    def __next__(self) -> str:
        if self.meanwhile:
            with stopped_by(lambda: not self._queue.empty()):
                self.meanwhile()
            self.meanwhile = None
        line, self._read_at = self._queue.get()
        if line is None:
            raise StopIteration
        self._taken += 1
        return line

    def _read(self, stream: BinaryIO) -> None:
        """Read the lines up to END; truncate an overlong line."""
        with suppress(OSError), stream:  # an unreadable stream counts as ended
            self._read_all(stream)
        self._queue.put((None, time.monotonic()))

    def _read_all(self, stream: BinaryIO) -> None:
        n_read, word = 0, ""
        while word != "END" and (line := stream.readline(MAX_LINE)):
            is_cut = len(line) == MAX_LINE and not line.endswith(b"\n")
            while is_cut and (rest := stream.readline(MAX_LINE)):
                is_cut = not rest.endswith(b"\n")
            text = line.decode("ascii", "backslashreplace")
            word = text.strip().upper()
            if word in formats.gomocup.STOPS:
                self._stopped_at = n_read
            else:
                n_read += 1
                self._queue.put((text, time.monotonic()))
        if word == "END":
            self._ended_by = time.monotonic() + PATIENCE
            while stream.readline(MAX_LINE):
                pass
            self._ended_by = math.inf
