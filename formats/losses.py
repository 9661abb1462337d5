"""The parts of a value that a format cannot hold: its writer drops them, and names each of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_lost: ContextVar[dict[str, None] | None] = ContextVar("lost", default=None)


def lose(*parts: str) -> None:
    """Record the names of parts of a value, which the calling writer drops."""
    lost = _lost.get()
    if lost is not None:
        lost.update(dict.fromkeys(parts))


@contextmanager
def recorded_losses() -> Iterator[dict[str, None]]:
    """Collect the names of all parts that writers drop inside, in the order in which they are dropped."""
    lost: dict[str, None] = {}
    token = _lost.set(lost)
    try:
        yield lost
    finally:
        _lost.reset(token)
