"""Groups of commands: a command is the file of its name, imported when it is used."""

from collections.abc import Collection
from importlib import import_module
from inspect import cleandoc
from itertools import pairwise
from typing import Any

import click

from zet.cli import words
from zet.cli.words import _


class Commands(click.Group):
    """A group whose command `rules verify` is `verify` in the module `rules/verify.py` beside it.

    A command that Python has no such name for is called with a `_` behind it, as `list_` is.
    """

    def __init__(
        self, *args: Any, names: Collection[str], package: str | None = None, **traits: Any
    ) -> None:
        super().__init__(*args, **traits)
        self.names = names
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands."""
        return sorted(self.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command by its name."""
        if cmd_name not in self.names:
            return None
        if cmd_name not in self.commands:
            package = self._package or self.callback.__module__
            module = import_module(f"{package}.{cmd_name}")
            found = getattr(module, cmd_name, None)
            command = found if isinstance(found, click.Command) else getattr(module, f"{cmd_name}_")
            words.add_option(command)
            self.add_command(command, cmd_name)
        return self.commands[cmd_name]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names of the commands, each with what its help begins with."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, self._summary(ctx, name)) for name in self.list_commands(ctx)])

    def _summary(self, ctx: click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        return cleandoc(command.help or "").partition("\n\n")[0] if command else ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options, as click does; --lang comes first: help and errors are in that language."""
        for word, value in pairwise(part for one in args for part in one.split("=", 1)):
            if word == "--lang" and value in words.languages():
                words.speak(value)
        return super().parse_args(ctx, args)
