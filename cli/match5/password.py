"""The command `zet match5 password`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from zet.cli.match5.options import changing, password_options, path_argument, wait_option
from zet.cli.options import flag
from zet.cli.output import write_line
from zet.cli.parameters import Command
from zet.cli.words import _
from zet.formats import match5 as formats

if TYPE_CHECKING:
    from pathlib import Path


@click.command(cls=Command)
@path_argument
@password_options()
@password_options("new_password", variable="ZET_NEW_PASSWORD", clear=flag("--clear"))
@wait_option
def password(path: Path, password: str | None, new_password: str | None, wait: bool) -> int:
    """Set, change or remove the password of a knowledge file.

    Commands that change a password-protected file need its password. Commands that only read the file
    need no password, because the file is not encrypted.
    """
    if new_password is None:
        raise click.UsageError(_("--new-password is required: a file, prompt or none"))
    with changing(path, password=password, wait=wait) as (file, knowledge):
        formats.store.save(
            file, replace(knowledge, lock=formats.owner.lock_of(new_password) if new_password else None)
        )
    if new_password:
        words = _("the password was set")
    else:
        words = _("the password was removed") if knowledge.lock else _("the file had no password")
    write_line(f"{path}: {words}")
    return 0
