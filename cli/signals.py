"""The handling of Ctrl-C and SIGTERM, from the first line of a command to its exit.

Before and after a command's work a signal ends the process at once. During the work the first signal
raises KeyboardInterrupt or Terminated in the main thread, so that blocks can clean up. Python drops an
exception that is raised in a destructor or a callback, and cleaning up may block; so the process ends
after `LIMIT_SECONDS` in any case. Files are written atomically, and child processes end with their
parent, so even then nothing is left half done. A block under `held` is completed first.
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
"""The process ends at most this many seconds after a signal, unless a `held` block takes longer."""

NUMBERS = (signal.SIGINT, signal.SIGTERM)

_ERRORS: dict[int, type[BaseException]] = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: Terminated}


class _Signals:
    """The state of signal handling: the signal that has arrived, and the reaction to the next signal."""

    def __init__(self) -> None:
        self.exit_code = 0
        self.raises = False
        self.holds = 0
        self.held: int | None = None

    def handle(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal; during a command's work, signals after the first are ignored."""
        if self.holds:
            self.held = self.held or number
        elif not self.raises:
            os._exit(self.exit_code or 128 + number)
        elif not self.exit_code:
            self.exit_code = 128 + number
            # `threading` would not do: the interrupted code may hold its locks.
            with suppress(RuntimeError):  # without a thread, only the exception ends the process
                _thread.start_new_thread(_exit_late, (self.exit_code,))
            raise _ERRORS[number]


_signals = _Signals()


def _exit_late(code: int) -> None:
    time.sleep(LIMIT_SECONDS)
    while _signals.holds:
        time.sleep(0.01)
    os._exit(code)


def _unraisable(dropped: Any) -> None:
    """Report an exception that Python dropped, unless a signal raised it (see `LIMIT_SECONDS`)."""
    if not issubclass(dropped.exc_type, tuple(_ERRORS.values())):
        sys.__unraisablehook__(dropped)


def start() -> None:
    """Make signals raise exceptions from now on; in a background job, Ctrl-C remains ignored."""
    sys.unraisablehook = _unraisable
    for number in NUMBERS:
        if number != signal.SIGINT or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _signals.handle)
    _signals.raises = True


def stop() -> None:
    """Make signals end the process at once from now on."""
    _signals.raises = False


def exit_code() -> int:
    """Return the exit code of the signal that has arrived, or 0 without a signal."""
    return _signals.exit_code


@contextmanager
def held() -> Iterator[None]:
    """Defer signals to the end of a block that starts processes or writes data that must not be lost.

    An exception inside the block would lose the process that was just started, and Python would drop an
    exception in the functions that run after a fork. Signals raise exceptions only in the main thread, so
    a block in another thread is not affected.
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
