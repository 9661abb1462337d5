"""Deadlines of searches."""

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
    """Let deadlines created in this context also expire as soon as `stop` returns true.

    In nested contexts, a deadline expires as soon as any of the functions returns true.
    """
    before = _stop.get()
    token = _stop.set(stop if before is None else lambda: stop() or before())
    try:
        yield
    finally:
        _stop.reset(token)


class Deadline:
    """A point in time, `seconds` after the creation of the object; None means never.

    A deadline created within `stopped_by` also passes when that context's function returns true.
    """

    def __init__(self, seconds: float | None) -> None:
        self._stop = _stop.get()
        self._started = time.monotonic()
        self._end = math.inf if seconds is None else self._started + seconds

    @property
    def spent(self) -> float:
        """The number of seconds since the creation of the deadline."""
        return time.monotonic() - self._started

    @property
    def left(self) -> float | None:
        """The number of seconds left, 0 if the deadline has passed; None if there is no time limit."""
        if self.has_passed:
            return 0.0
        return None if self._end == math.inf else max(self._end - time.monotonic(), 0.0)

    @property
    def has_passed(self) -> bool:
        """Whether the deadline has passed."""
        if self._end != math.inf and time.monotonic() >= self._end:
            return True
        return self._stop is not None and self._stop()

    def __call__(self, _nodes: int) -> bool:
        """Return whether the deadline has passed; a search can call the deadline as its poll function."""
        return self.has_passed
