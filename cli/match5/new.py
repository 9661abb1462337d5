"""The command `zet match5 new`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from zet.cli.match5.options import home, name_option, password_options, path_argument, plain_errors
from zet.cli.output import write_line
from zet.cli.parameters import Command
from zet.cli.words import _
from zet.engines import match5
from zet.formats import match5 as formats

if TYPE_CHECKING:
    from pathlib import Path


@click.command(cls=Command)
@path_argument
@name_option("The player's name, 1 to 64 bytes.")
@password_options()
def new(path: Path, name: str, password: str | None) -> int:
    """Create an empty knowledge file, optionally protected by a password against changes.

    In all match5 commands, a bare name such as ann means ann.fivo in the folder zet/match5 of
    $XDG_DATA_HOME (by default ~/.local/share), unless the current folder has a file of that name.
    """
    with plain_errors(path):
        if path.parent == home():
            path.parent.mkdir(parents=True, exist_ok=True)
        formats.store.create(
            path, match5.Knowledge(name, lock=formats.owner.lock_of(password) if password else None)
        )
    words = _("created without patterns or a password")
    if password:
        words = _("created without patterns, with a password")
    write_line(f"{path}: {name}, {words}")
    return 0
