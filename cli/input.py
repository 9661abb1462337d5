"""Standard input whose reads end when a signal comes."""

import io
import os
import signal
import sys
from typing import TextIO


class _Input(io.FileIO):
    """Standard input: no read begins that a signal, come just before it, should have ended.

    What Python does at a signal it does between two of its instructions. A read that begins before that
    would go on until something comes or the input ends. So the system is asked to wait for both at once:
    for input, and for what it writes to a pipe as the signal comes.
    """

    def __init__(self, stream: TextIO, signals: int) -> None:
        super().__init__(stream.fileno(), closefd=False)
        self._stream = stream  # which would close the file if it were let go
        self._signals = signals

    def readinto(self, buffer: bytearray | memoryview) -> int | None:  # type: ignore[override]
        from select import select

        while self._signals in select((self.fileno(), self._signals), (), ())[0]:
            os.read(self._signals, 64)
        return super().readinto(buffer)


def watch() -> None:
    """Let the reads of standard input end at signals, where the system can wait for both."""
    if os.name != "posix":
        return
    signals, come = os.pipe()
    os.set_blocking(come, False)
    signal.set_wakeup_fd(come, warn_on_full_buffer=False)
    before = sys.stdin
    stream = io.BufferedReader(_Input(before, signals))
    sys.stdin = io.TextIOWrapper(stream, before.encoding, before.errors)
