"""`zet help`."""

import click
from click.shell_completion import CompletionItem

from zet.cli.parameters import Command
from zet.cli.words import _


def _of(root: click.Context, names: tuple[str, ...]) -> click.Context:
    """Return the context of the command that names lead to, group by group.

    Raises:
        click.UsageError: there is no such command.
    """
    context = root
    for name in names:
        group = context.command
        command = group.resolve_command(context, [name])[1] if isinstance(group, click.Group) else None
        if command is None:
            reason = _("{command} has no commands").format(command=context.command_path)
            raise click.UsageError(reason, context)
        context = click.Context(command, parent=context, info_name=name, **command.context_settings)
    return context


def _begun(context: click.Context, parameter: click.Parameter, word: str) -> list[CompletionItem]:
    """Return the commands that the next word may name."""
    try:
        group = _of(context.find_root(), context.params.get(parameter.name or "") or ())
    except click.UsageError:
        return []
    return group.command.shell_complete(group, word) if isinstance(group.command, click.Group) else []


@click.command("help", cls=Command)
@click.argument("names", nargs=-1, metavar="[COMMAND]...", shell_complete=_begun)
@click.pass_context
def help_(context: click.Context, names: tuple[str, ...]) -> None:
    """Show the help of a command, as its --help does; without a name that of zet.

    A command of a game follows its game: zet help tectonic solve.
    """
    click.echo(_of(context.find_root(), names).get_help())
