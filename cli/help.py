"""The command `zet help`."""

import json
from typing import Any

import click
from click.shell_completion import CompletionItem

from zet.cli.options import flag
from zet.cli.parameters import Command
from zet.cli.words import _
from zet.formats import schemas


def _of(root: click.Context, names: tuple[str, ...]) -> click.Context:
    """Return the context of the command at a path of group and command names.

    Raises:
        click.UsageError: no command has these names.
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


def _completions(context: click.Context, parameter: click.Parameter, word: str) -> list[CompletionItem]:
    """Return the commands whose names complete the word."""
    try:
        group = _of(context.find_root(), context.params.get(parameter.name or "") or ())
    except click.UsageError:
        return []
    return group.command.shell_complete(group, word) if isinstance(group.command, click.Group) else []


@click.command("help", cls=Command)
@click.argument("names", nargs=-1, metavar="[COMMAND]...", shell_complete=_completions)
@flag(
    "--schema",
    help="Instead of the help, show the JSON Schema (2020-12) of the command's JSON output (--format "
    "json).",
)
@click.pass_context
def help_(context: click.Context, names: tuple[str, ...], schema: bool) -> None:
    """Show the help for a command, as its --help option does; without COMMAND, the help for zet.

    Name the game before its command: zet help tectonic solve. An unknown command is an error (exit code
    2).
    """
    found = _of(context.find_root(), names)
    if not schema:
        click.echo(found.get_help())
        return
    if isinstance(found.command, click.Group):
        reason = _("name a command of {group}, as in `zet help --schema tectonic solve`")
        raise click.UsageError(reason.format(group=found.command_path), context)
    lines = schema_of(found.command, " ".join(names))
    if lines is None:
        reason = _("{command} has no --format json, and therefore no schema").format(
            command=found.command_path
        )
        raise click.UsageError(reason, context)
    click.echo(json.dumps(lines, indent=2))


def schema_of(command: click.Command, name: str) -> dict[str, Any] | None:
    """Return the JSON Schema of the lines that a command writes; None if it writes no JSON."""
    game = name.partition(" ")[0]
    traits = getattr(command.callback, "__dict__", {})
    if not traits.get("answers"):
        return None
    beside = traits.get("beside")
    kinds = schemas.answers(game, traits["answers"])
    return schemas.schema(f"zet {name}", kinds, schemas.answers(game, beside)[0] if beside else None)
