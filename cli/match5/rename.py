"""The command `zet match5 rename`."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from zet.cli.match5.options import changing, name_option, owner_options, path_argument
from zet.cli.output import write_line
from zet.cli.parameters import Command
from zet.cli.words import _
from zet.formats import match5 as formats

if TYPE_CHECKING:
    from pathlib import Path


@click.command(cls=Command)
@path_argument
@name_option("The player's name, 1 to 64 bytes.")
@owner_options
def rename(path: "Path", name: str, **owner: Any) -> int:
    """Rename the player of a knowledge file; the file name does not change."""
    with changing(path, **owner) as (file, knowledge):
        formats.store.save(file, replace(knowledge, name=name))
    write_line(f"{path}: " + _("{old} is now {name}").format(old=knowledge.name, name=name))
    return 0
