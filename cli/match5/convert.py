"""The command `zet match5 convert`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from zet.cli.command import Batch, Outcome, Record, command
from zet.cli.match5.options import reading
from zet.cli.parameters import option
from zet.cli.words import _
from zet.engines import match5
from zet.formats import match5 as formats
from zet.formats.errors import FormatError
from zet.formats.match5 import FORMATS


def _prepare(batch: Batch, name: str | None) -> Mapping[str, Any]:
    if len(batch.sources) > 1:
        reason = _(
            "expected only one input file: a {format} file stores the knowledge of a single player"
        )
        raise click.UsageError(reason.format(format=batch.format))
    return {"name": name}


@command(
    *FORMATS,
    reading=reading,
    prepare=_prepare,
    spread=False,
    answers="KnowledgeDocument",
)
@option("--name", help="The player's name, 1 to 64 bytes; by default the name in the file.")
def convert(record: Record, *, name: str | None = None) -> Outcome:
    """Convert knowledge to another format: .fivo, a bare KN dump, JSON or msgpack.

    A bare KN dump, the array of the original program (2012), stores only the patterns, and not the name,
    the password, or the counts of games and losses.
    """
    knowledge: match5.Knowledge = record.value
    if name is not None:
        try:
            knowledge = replace(knowledge, name=formats.names.check_name(name))
        except ValueError as error:
            raise FormatError(record.source, None, "--name: {reason}", reason=str(error)) from None
    return Outcome("ok", serialize=lambda format_name: FORMATS[format_name].dumps()(knowledge))
