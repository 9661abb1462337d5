"""The command `zet match5 remove`."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from zet.cli.match5.options import (
    changing,
    no_pattern,
    owner_options,
    path_argument,
    patterns_option,
    patterns_text,
)
from zet.cli.output import write_line
from zet.cli.parameters import Command
from zet.cli.words import _, translate
from zet.formats import match5 as formats

if TYPE_CHECKING:
    from pathlib import Path


@click.command(cls=Command)
@path_argument
@patterns_option(alone=True)
@owner_options
def remove(path: "Path", numbers: tuple[int, ...], every: bool, **owner: Any) -> int:
    """Remove patterns from a knowledge file.

    A player whose last pattern is removed leaves the Hall of Fame.
    """
    if not (numbers or every):
        raise click.UsageError(_("--pattern N or --pattern all is required"))
    with changing(path, **owner) as (file, knowledge):
        there = len(knowledge.patterns)
        if beyond := [number for number in numbers if number > there]:
            raise click.ClickException(f"{path}: {translate(no_pattern(beyond[0], there))}")
        left = [
            pattern
            for number, pattern in enumerate(knowledge.patterns, 1)
            if not every and number not in numbers
        ]
        formats.store.save(file, replace(knowledge, patterns=tuple(left)))
    words = _("{patterns} removed, {n} left")
    write_line(f"{path}: " + words.format(patterns=patterns_text(there - len(left)), n=len(left)))
    return 0
