"""Extensions of click: options with conditions and aliases, grouped options, help in sections."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import click

from zet.cli.words import _

if TYPE_CHECKING:
    from pathlib import Path

Function = TypeVar("Function", bound=Callable[..., Any])


class Option(Protocol):
    """A decorator that adds options to the function of a command."""

    def __call__(self, function: Function, /) -> Function:
        """Return the function with the options."""
        ...


class CommandOption(click.Option):
    """An option with aliases, and with conditions on the other options.

    Help shows the spellings up to the first long one. `requires` and `conflicts` list conditions as a
    user types them: an option ("--table"), an option with a value ("--format json"), or an argument
    ("FILES"). At least one condition of `requires` must hold, and no condition of `conflicts`.
    """

    def __init__(self, spellings: Sequence[str], **traits: Any) -> None:
        super().__init__(spellings, **traits)
        self.all_spellings = self.opts
        n_short = sum(not name.startswith("--") for name in self.opts)
        self.shown = self.opts[: n_short + 1]
        self.opts = self.shown
        self.requires: tuple[str, ...] = ()
        self.conflicts: tuple[str, ...] = ()

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Register all spellings with a parser."""
        self.opts = self.all_spellings
        super().add_to_parser(parser, ctx)
        self.opts = self.shown

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help, followed by its conditions."""
        record = super().get_help_record(ctx)
        if not record or not (self.requires or self.conflicts):
            return record
        text, bracket, extra = record[1].partition("  [")
        notes = [extra.removesuffix("]")] if bracket else []
        if self.requires:
            notes.append(_("with {other}").format(other=_alternatives(self.requires)))
        if self.conflicts:
            notes.append(_("not with {other}").format(other=_alternatives(self.conflicts)))
        return record[0], f"{text}  [{'; '.join(notes)}]"

    def check_conditions(self, ctx: click.Context) -> None:
        """Refuse the option if it is given and a condition is violated.

        Raises:
            click.UsageError: the option would have no effect.
        """
        if not is_given(self.name or ""):
            return
        if self.requires and not any(holds(ctx, condition) for condition in self.requires):
            reason = _("{option} goes only with {other}")
            other = _alternatives(self.requires)
            raise click.UsageError(reason.format(option=self.opts[0], other=other), ctx)
        for condition in self.conflicts:
            if holds(ctx, condition):
                reason = _("{option} does not go with {other}")
                raise click.UsageError(reason.format(option=self.opts[0], other=condition), ctx)


def _alternatives(conditions: Sequence[str]) -> str:
    return (
        _("{first} or {last}").format(first=", ".join(conditions[:-1]), last=conditions[-1])
        if conditions[1:]
        else conditions[0]
    )


def holds(ctx: click.Context, condition: str) -> bool:
    """Whether the option or argument of a condition is given, with the value that the condition names."""
    spelling, _space, value = condition.partition(" ")
    for param in ctx.command.params:
        name = param.name or ""
        if spelling in param.opts or spelling == (param.metavar or "").strip("[]."):
            return str(ctx.params[name]) == value if value else is_given(name)
        if spelling in param.secondary_opts:
            return not ctx.params[name]
        if spelling == "FILES" == name.upper():
            return is_given(name)
    raise ValueError(condition)


class DeprecatedArgument(click.Argument):
    """An argument that is still accepted but not shown in help."""

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return no pieces, which hides the argument."""
        return []


class FilePath(click.Path):
    """A path; pathlib is slow to import, so it is imported only when a path is given."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Path":
        """Return the path; refuse a name that is too long, and `name/` unless it is a folder."""
        import pathlib

        path = pathlib.Path(str(super().convert(value, param, ctx)))
        try:
            if not path.is_dir() and str(value).endswith("/") and self.file_okay:
                self.fail(_("{path} is not a folder").format(path=value), param, ctx)
            path.exists()
        except OSError as error:
            self.fail(f"{path}: {_(str(error.strerror))}", param, ctx)
        return path


class OutputPath(FilePath):
    """The path of an output file, or None for `-`, standard output."""

    def convert(  # type: ignore[override]
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> "Path | None":
        """Return the path; `./-` names a file called `-`."""
        return None if value == "-" else super().convert(value, param, ctx)


class Choice(click.Choice[str]):
    """A choice among words; `older` maps hidden spellings to the words that replaced them."""

    def __init__(self, words: Iterable[str], older: Mapping[str, str]) -> None:
        super().__init__(list(words))
        self._older = older

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word."""
        return super().convert(self._older.get(value, value), param, ctx)


SECTIONS = {
    "input": {"files", "from_format", "line", "all_lines", "size", "notes", "k", "first", "schema"},
    "limits": {"nodes", "seconds", "table_size"},
    "output": {"format", "output", "force", "quiet", "verbose", "lang", "_click_default_help"},
    "batch": {"jobs", "cluster", "resume"},
}
"""The sections of help on shared options, each with the parameter names of its options."""


class Command(click.Command):
    """A command whose options have conditions, and whose help shows its own options first."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line and check the conditions between its options."""
        rest = super().parse_args(ctx, args)
        for option in self.params:
            if isinstance(option, CommandOption):
                option.check_conditions(ctx)
        return rest

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, then the shared ones in named sections."""
        titles = {
            "own": _("Options"),
            "input": _("Input"),
            "limits": _("Limits"),
            "output": _("Output"),
            "batch": _("Batch"),
        }
        rows: dict[str, list[tuple[str, str]]] = {section: [] for section in titles}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx)
            if record and isinstance(option, click.Option):
                rows[_section(option.name)].append(record)
        for section, records in rows.items():
            if records:
                with formatter.section(titles[section]):
                    formatter.write_dl(records)


def _section(option: str | None) -> str:
    return next((name for name, options in SECTIONS.items() if option in options), "own")


def combined(*options: Callable[[Any], Any]) -> Option:
    """Return the decorator that adds several options, shown in this order."""

    def decorate(command: Function) -> Function:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def grouped_options(name: str, make: Callable[..., Any], *options: Callable[[Any], Any]) -> Option:
    """Return the decorator that adds options and passes `make(...)` of their values on as `name`.

    An option may itself be a group, whose value has the name of one of its options.
    """

    def decorate(command: Function) -> Function:
        @wraps(command)
        def function(*record: Any, **values: Any) -> Any:
            given = {option: values.pop(option) for option in taken if option in values}
            return command(*record, **{name: make(**given)}, **values)

        others = len(getattr(command, "__click_params__", ()))
        decorated = combined(*options)(function)
        taken = [option.name for option in reversed(getattr(decorated, "__click_params__", [])[others:])]
        return cast(Function, decorated)

    return decorate


def requires(condition: str | Sequence[str], *options: Callable[[Any], Any]) -> Option:
    """Return the decorator that adds options that are refused unless a condition holds."""
    return _conditional("requires", condition, options)


def conflicts_with(condition: str | Sequence[str], *options: Callable[[Any], Any]) -> Option:
    """Return the decorator that adds options that are refused if a condition holds."""
    return _conditional("conflicts", condition, options)


def _conditional(
    kind: str, condition: str | Sequence[str], options: Iterable[Callable[[Any], Any]]
) -> Option:
    conditions = (condition,) if isinstance(condition, str) else tuple(condition)

    def decorate(command: Function) -> Function:
        others = len(getattr(command, "__click_params__", ()))
        decorated = combined(*options)(command)
        for option in getattr(decorated, "__click_params__", [])[others:]:
            setattr(option, kind, (*getattr(option, kind), *conditions))
        return decorated

    return decorate


option = partial(click.option, cls=CommandOption)
"""The decorator that adds an option; `click.option` with the features of CommandOption."""


def is_given(option: str) -> bool:
    """Whether an option, by its parameter name, is on the command line."""
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE
