"""Record the parts of a value that a writer drops because its format cannot store them."""

from contextvars import ContextVar

_lost: ContextVar[dict[str, None] | None] = ContextVar("lost", default=None)


def lose(*parts: str) -> None:
    """Record the names of the parts of a value that the calling writer drops."""
    lost = _lost.get()
    if lost is not None:
        lost.update(dict.fromkeys(parts))


class recorded_losses:  # noqa: N801 (used like a function)
    """Collect the names of all parts that writers drop in this block: each name once, in order.

    It is a class because a block is entered once for each record, which would take 2.5 times as long with
    a generator-based context manager.
    """

    def __enter__(self) -> dict[str, None]:
        lost: dict[str, None] = {}
        self._token = _lost.set(lost)
        return lost

    def __exit__(self, *_error: object) -> None:
        _lost.reset(self._token)
