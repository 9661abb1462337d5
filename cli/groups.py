"""Groups of commands; each command is in a module of the same name, imported on first use."""

from collections.abc import Collection, Mapping
from importlib import import_module
from inspect import cleandoc
from typing import Any

import click

from zet.cli.words import _


class Commands(click.Group):
    """A group of commands; the command `verify`, for example, is the function `verify` in `verify.py`.

    The module is in the same folder as the group. The name `rules.find` refers to the command `find` in
    the module `rules/find.py`. A function's name may have a trailing `_`: `list_` is the command `list`.
    `older` maps the hidden names of former commands to the arguments that replaced them. If there is an
    `example`, a command line that works without files, it is shown at the end of the help.
    """

    def __init__(
        self,
        *args: Any,
        names: Collection[str],
        package: str | None = None,
        older: Mapping[str, tuple[str, ...]] | None = None,
        example: str = "",
        **traits: Any,
    ) -> None:
        super().__init__(*args, **traits)
        self._older = older or {}
        self.example = example
        self.names = {name.rpartition(".")[2]: name for name in names}
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the group's commands."""
        return sorted(self.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command by its name."""
        if cmd_name not in self.names:
            return None
        if cmd_name not in self.commands:
            package = self._package or self.callback.__module__
            module = import_module(f"{package}.{self.names[cmd_name]}")
            found = getattr(module, f"{cmd_name}_", None)
            command = found if isinstance(found, click.Command) else getattr(module, cmd_name)
            self.add_command(command, cmd_name)
        return self.commands[cmd_name]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a command by its name; the error for an unknown name suggests similar names."""
        name, *usual = self._older.get(args[0], args[:1])
        if {one.partition("=")[0] for one in args} & {"--board", "--size"}:
            usual = []  # the size of the former command `new`
        args = [name, *usual, *args[1:]]
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            near = [] if args[0].startswith("-") else self._similar(ctx, args[0])
            if not near:
                raise
            reason = _("No such command {name!r}; did you mean {names}?")
            names = _(" or ").join(near)
            raise click.UsageError(reason.format(name=args[0], names=names), ctx) from None

    def _similar(self, ctx: click.Context, word: str) -> list[str]:
        """Return the commands that begin with `word` or resemble it.

        If there are no such commands, return the subcommands that begin with `word` or resemble it.
        """
        from difflib import get_close_matches

        def near(names: Collection[str]) -> list[str]:
            begun = [name for name in sorted(names) if name.startswith(word)]
            return begun or get_close_matches(word, names, 3, 0.7)

        found = near(self.names)
        groups = ((name, self.get_command(ctx, name)) for name in self.names) if not found else ()
        return found or [
            f"{name} {one}"
            for name, group in groups
            if isinstance(group, Commands)
            for one in near(group.names)
        ]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names of the commands, each with the first sentence of its help."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, self._summary(ctx, name)) for name in self.list_commands(ctx)])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the example of the group."""
        if self.example:
            formatter.write_paragraph()
            formatter.write_text(_("Example: {command}").format(command=self.example))

    def _summary(self, ctx: click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        return cleandoc(command.help or "").partition("\n\n")[0] if command else ""
