"""How much time a search has left."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

Limit = Literal["nodes", "time"]
"""The limits that can stop a search."""

_stop: ContextVar[Callable[[], bool] | None] = ContextVar("stop", default=None)


@contextmanager
def stopped_by(stop: Callable[[], bool]) -> Iterator[None]:
    """Make the deadlines created within pass as soon as `stop` returns true, or what does without it."""
    before = _stop.get()
    token = _stop.set(stop if before is None else lambda: stop() or before())
    try:
        yield
    finally:
        _stop.reset(token)


class Deadline:
    """A moment so many seconds after the deadline was made; None for never.

    It comes sooner if the function given to `stopped_by` says so.
    """

    def __init__(self, seconds: float | None) -> None:
        self._stop = _stop.get()
        self._started = time.monotonic()
        self._end = math.inf if seconds is None else self._started + seconds

    @property
    def spent(self) -> float:
        """Seconds since the deadline was made."""
        return time.monotonic() - self._started

    @property
    def left(self) -> float | None:
        """Seconds that are left, 0 when it has passed; None without an end."""
        if self.has_passed:
            return 0.0
        return None if self._end == math.inf else max(self._end - time.monotonic(), 0.0)

    @property
    def has_passed(self) -> bool:
        """Whether the moment has come."""
        if self._end != math.inf and time.monotonic() >= self._end:
            return True
        return self._stop is not None and self._stop()

    def __call__(self, _nodes: int) -> bool:
        """Whether the moment has come, as the poll of a search."""
        return self.has_passed
