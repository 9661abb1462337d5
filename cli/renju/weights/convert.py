"""The command `zet renju weights convert`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from zet.cli.command import Batch, Outcome, Record, command
from zet.cli.parameters import grouped_options
from zet.cli.renju.learned import WeightsReading
from zet.cli.words import _
from zet.formats.renju import WEIGHTS


def _prepare(batch: Batch) -> Mapping[str, Any]:
    if len(batch.sources) > 1:
        reason = _("expected only one input file: a {format} file stores the weights for a single rule")
        raise click.UsageError(reason.format(format=batch.format))
    return {}


@command(
    *WEIGHTS,
    reading=grouped_options("load", WeightsReading),
    prepare=_prepare,
    spread=False,
    answers="WeightsDocument",
)
def convert(record: Record) -> Outcome:
    """Convert evaluation weights between msgpack and JSON."""
    return Outcome("ok", serialize=lambda format_name: WEIGHTS[format_name].dumps()(record.value))
