"""How much time a search has left."""

import math
import time
from typing import Literal

Limit = Literal["nodes", "time"]
"""What a search may run into."""


class Deadline:
    """A moment so many seconds after the deadline was made; None for never."""

    def __init__(self, seconds: float | None) -> None:
        self._started = time.monotonic()
        self._end = math.inf if seconds is None else self._started + seconds

    @property
    def spent(self) -> float:
        """Seconds since the deadline was made."""
        return time.monotonic() - self._started

    @property
    def left(self) -> float | None:
        """Seconds that are left, 0 when it has passed; None where there is no end."""
        return None if self._end == math.inf else max(self._end - time.monotonic(), 0.0)

    @property
    def has_passed(self) -> bool:
        """Whether the moment has come."""
        return self._end != math.inf and time.monotonic() >= self._end

    def __call__(self, _nodes: int = 0) -> bool:
        """Whether the moment has come, as the poll of a search."""
        return self.has_passed
