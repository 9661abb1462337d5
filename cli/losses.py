"""Reports of the parts of records that the chosen format cannot store."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

import click

from zet.cli.words import _, translate
from zet.engines.messages import Message
from zet.engines.sanitize import escape

if TYPE_CHECKING:
    from pathlib import Path


class Losses:
    """The parts of records that a format could not store, counted separately for each source."""

    def __init__(self, form: str) -> None:
        self._form = form
        self._counts: dict[str, Counter[str]] = {}

    def add(self, source: str, parts: Iterable[str]) -> None:
        """Count the parts of a record from the file `source` that could not be stored."""
        self._counts.setdefault(source, Counter()).update(iter(parts))

    def report(self) -> None:
        """Write a line per source to standard error: each lost part, and how many records lost it."""
        for source, counts in self._counts.items():
            parts = []
            for part, n in counts.items():
                words = _("{part} ({n} records)") if n > 1 else "{part}"
                parts.append(words.format(part=translate(part), n=n))
            message = Message(
                "{source}: the format {format} cannot store these parts: {parts}",
                source=escape(source),
                format=self._form,
                parts=", ".join(parts),
            )
            click.echo(translate(message), err=True)
        self._counts.clear()


def report_losses(path: "Path", form: str, parts: Collection[str]) -> None:
    """Write a line to standard error if the format of a saved file cannot store parts of its games."""
    if parts:
        losses = Losses(form)
        losses.add(str(path), parts)
        losses.report()
