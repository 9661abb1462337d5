"""Groups of commands; each command is a module of its name, imported on first use."""

from collections.abc import Collection
from importlib import import_module
from inspect import cleandoc
from typing import Any

import click

from zet.cli.words import _


class Commands(click.Group):
    """A group whose command `verify` is the function `verify` of the module `verify.py` beside it.

    The name `rules.find` refers to the command `find` in the module `rules/find.py`. A command whose name
    Python reserves has a function with a trailing `_`, like `list_`.
    """

    def __init__(
        self, *args: Any, names: Collection[str], package: str | None = None, **traits: Any
    ) -> None:
        super().__init__(*args, **traits)
        self.names = {name.rpartition(".")[2]: name for name in names}
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
            module = import_module(f"{package}.{self.names[cmd_name]}")
            found = getattr(module, cmd_name, None)
            command = found if isinstance(found, click.Command) else getattr(module, f"{cmd_name}_")
            self.add_command(command, cmd_name)
        return self.commands[cmd_name]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names of the commands, each with the first sentence of its help."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, self._summary(ctx, name)) for name in self.list_commands(ctx)])

    def _summary(self, ctx: click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        return cleandoc(command.help or "").partition("\n\n")[0] if command else ""
