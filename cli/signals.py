"""Ctrl-C and SIGTERM, from the first line of the command to its exit, handled in this one place.

Before and after the work of a command a signal ends the process at once. During the work the first signal
raises KeyboardInterrupt or Terminated in the main thread, which lets blocks clean up. Python drops an
exception that is raised in a destructor or a callback, and cleaning up may block; so the process ends
after `LIMIT_SECONDS`, whatever became of the exception. Files are written whole or not at all, and
processes that were started end with this one, so such an end leaves nothing half done. Blocks in
`held` are waited for.
"""

import _thread
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from zet.cli.errors import Terminated

LIMIT_SECONDS = 1.5
"""The process ends this long after a signal."""

NUMBERS = (signal.SIGINT, signal.SIGTERM)

_ERRORS: dict[int, type[BaseException]] = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: Terminated}


class _Signals:
    """What has arrived, and what the next signal does."""

    def __init__(self) -> None:
        self.exit_code = 0
        self.raises = False
        self.holds = 0
        self.held: int | None = None

    def handle(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal; further signals do nothing."""
        if self.holds:
            self.held = self.held or number
        elif not self.raises:
            os._exit(self.exit_code or 128 + number)
        elif not self.exit_code:
            self.exit_code = 128 + number
            # Not by `threading`, whose locks the interrupted code may hold.
            with suppress(RuntimeError):  # no thread can be started: the exception has to do
                _thread.start_new_thread(_exit_late, (self.exit_code,))
            raise _ERRORS[number]


_signals = _Signals()


def _exit_late(code: int) -> None:
    time.sleep(LIMIT_SECONDS)
    while _signals.holds:
        time.sleep(0.01)
    os._exit(code)


def _unraisable(dropped: Any) -> None:
    """Report an exception that Python dropped, unless it is a signal's, which is not lost."""
    if not issubclass(dropped.exc_type, tuple(_ERRORS.values())):
        sys.__unraisablehook__(dropped)


def start() -> None:
    """Let signals raise from now on, except an ignored Ctrl-C, as in a shell's background jobs."""
    sys.unraisablehook = _unraisable
    for number in NUMBERS:
        if number != signal.SIGINT or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _signals.handle)
    _signals.raises = True


def stop() -> None:
    """Let signals end the process at once from now on."""
    _signals.raises = False


def exit_code() -> int:
    """Return the exit code that a signal asked for, or 0 if none has arrived."""
    return _signals.exit_code


@contextmanager
def held() -> Iterator[None]:
    """Defer signals to the end of the block: it starts processes, or writes what a signal must not cost.

    An exception in the middle would lose the process that was just started, and in the functions that run
    after a fork Python would drop it. Signals raise in the main thread alone, so others defer nothing.
    """
    if _thread.get_ident() != _MAIN:
        yield
        return
    _signals.holds += 1
    try:
        yield
    finally:
        _signals.holds -= 1
        number = _signals.held
        if number is not None and not _signals.holds:
            _signals.held = None
            signal.raise_signal(number)


_MAIN = _thread.get_ident()
