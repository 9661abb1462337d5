"""Standard input whose reads are interrupted by signals."""

import io
import os
import signal
import sys
from typing import TextIO


class _Input(io.FileIO):
    """Standard input without the race between a signal and the start of a read.

    Python runs signal handlers between two bytecode instructions. A read that starts after a signal
    arrives, but before the signal's handler runs, would block until input arrives or ends. So each read
    first waits (`select`) for the input or for the wakeup pipe, to which the system's signal handler
    writes.
    """

    def __init__(self, stream: TextIO, signals: int) -> None:
        super().__init__(stream.fileno(), closefd=False)
        self._stream = stream  # keep it alive: its destructor closes the file
        self._signals = signals

    def readinto(self, buffer: bytearray | memoryview) -> int | None:  # type: ignore[override]
        from select import select

        while self._signals in select((self.fileno(), self._signals), (), ())[0]:
            os.read(self._signals, 64)
        return super().readinto(buffer)


def watch() -> None:
    """Make signals interrupt reads of standard input (POSIX systems only)."""
    if os.name != "posix":
        return
    signals, come = os.pipe()
    os.set_blocking(come, False)
    signal.set_wakeup_fd(come, warn_on_full_buffer=False)
    before = sys.stdin
    stream = io.BufferedReader(_Input(before, signals))
    sys.stdin = io.TextIOWrapper(stream, before.encoding, before.errors)
