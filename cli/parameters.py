"""Extensions of click: options with conditions and aliases, grouped options, help in sections."""

import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import click

from zet.cli.words import _

if TYPE_CHECKING:
    from pathlib import Path

    from click.shell_completion import CompletionItem

LARGEST = 1 << 62
"""The maximum whole number of an option whose type does not override `Whole.largest`."""

Function = TypeVar("Function", bound=Callable[..., Any])


class Option(Protocol):
    """The type of a decorator that adds options to the function of a command."""

    def __call__(self, function: Function, /) -> Function:
        """Return the function, with the options added."""
        ...


class CommandOption(click.Option):
    """An option that may be given only once, with aliases, and with conditions on other options.

    Help shows the spellings up to and including the first long one; all others are aliases. `requires`
    and `conflicts` list conditions as a user types them: an option ("--table"), an option with a value
    ("--format json"), or an argument ("FILES"). The option needs at least one condition of `requires`,
    and is refused if any of `conflicts` holds.
    """

    def __init__(self, spellings: Sequence[str], **traits: Any) -> None:
        super().__init__(spellings, **traits)
        self.all_spellings, self.all_secondary = self.opts, self.secondary_opts
        n_short = sum(not name.startswith("--") for name in self.opts)
        self.shown = self.opts[: n_short + 1]
        self.opts = self.shown
        self.requires: tuple[str, ...] = ()
        self.conflicts: tuple[str, ...] = ()

    def hide(self, spelling: str) -> None:
        """Hide the option, which is still accepted; messages name the replacement `spelling`."""
        self.hidden = True
        self.shown = self.opts = [spelling]
        self.secondary_opts = []

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Register all spellings with a parser."""
        self.opts, self.secondary_opts = self.all_spellings, self.all_secondary
        multiple, self.multiple = self.multiple, self.multiple or not (self.is_flag or self.count)
        super().add_to_parser(parser, ctx)
        self.multiple = multiple
        self.opts, self.secondary_opts = self.shown, [] if self.hidden else self.all_secondary

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Process the value of the option, which the parser passes in a list.

        Raises:
            click.UsageError: the option has one value, and is given several times.
        """
        name = self.name or ""
        values = opts.get(name)
        if not self.multiple and isinstance(values, list):
            if len(values) > 1:
                raise self.given_twice(ctx)
            opts = {**opts, name: values[0]}
        return super().handle_parse_result(ctx, opts, args)

    def given_twice(self, ctx: click.Context) -> click.UsageError:
        """Return the error for an option that takes one value but is given several times."""
        return click.UsageError(_("{option} is given twice").format(option=self.opts[0]), ctx)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the row of help for the option: its spellings, and its text with its conditions."""
        record = super().get_help_record(ctx)
        if not record:
            return None
        text, bracket, extra = record[1].partition("  [")
        notes = [self._plain(extra.removesuffix("]"))] if bracket else []
        if self.requires:
            notes.append(_("only with {other}").format(other=_alternatives(self.requires)))
        if self.conflicts:
            notes.append(_("not with {other}").format(other=_alternatives(self.conflicts)))
        return record[0], f"{text}  [{'; '.join(notes)}]" if notes else text

    def _plain(self, note: str) -> str:
        """Return click's note on a default or range, unparenthesized, with the metavar instead of `x`."""
        if isinstance(self.show_default, str):
            note = note.replace(f"({self.show_default})", self.show_default)
        value = re.match("[A-Z]*", self.metavar or "")
        return re.sub(r"\bx(?=[<>]=)|(?<=<=)x\b", value[0], note) if value and value[0] else note

    def check_conditions(self, ctx: click.Context) -> None:
        """Refuse the option if it is given and a condition is violated.

        Raises:
            click.UsageError: the option would have no effect.
        """
        if not is_given(self.name or ""):
            return
        if self.requires and not any(holds(ctx, condition) for condition in self.requires):
            reason = _("{option} requires {other}")
            other = _alternatives(self.requires)
            raise click.UsageError(reason.format(option=self.opts[0], other=other), ctx)
        for condition in self.conflicts:
            if holds(ctx, condition, by_default=False):
                reason = _("{option} cannot be combined with {other}")
                raise click.UsageError(reason.format(option=self.opts[0], other=condition), ctx)


class KeyedOption(CommandOption):
    """An option that sets hidden options: --style font=serif sets --font serif, --count all sets --all.

    `keys` maps a word, or the KEY of a value KEY=VALUE, to the hidden option. All other values are values
    of this option itself; an option with expose_value=False accepts only known keys.
    """

    def __init__(
        self, spellings: Sequence[str], *, keys: Mapping[str, CommandOption], **traits: Any
    ) -> None:
        super().__init__(spellings, is_eager=True, **traits)
        self.keys = keys

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Pass the values to the hidden options, which are processed after this option."""
        given = cast(dict[str, Any], opts)
        values = given.pop(self.name or "", None) or ()
        if not self.multiple and sum("=" not in str(text) for text in values) > 1:
            raise self.given_twice(ctx)
        own = [
            text for text in values if isinstance(text, str) and not self._is_passed_on(text, given, ctx)
        ]
        if own:
            given[self.name or ""] = own
        return super().handle_parse_result(ctx, opts, args)

    def _is_passed_on(self, text: str, given: dict[str, Any], ctx: click.Context) -> bool:
        """Return whether a value has a known key; if so, pass the value to the hidden option.

        Raises:
            click.BadParameter: the key is unknown, and the option has no other values.
            click.UsageError: the key sets a flag, and is given twice.
        """
        text = text.lower() if text.lower() in self.keys else text
        key, sign, value = text.partition("=")
        option = self.keys.get(text, self.keys.get(key))
        if option and text in self.keys and _is_word(option, text):
            name = option.name or ""
            if option.is_flag and name in given:
                raise option.given_twice(ctx)
            given[name] = True if option.is_flag else [*given.get(name, ()), text]
        elif option and sign:
            given[option.name or ""] = [*given.get(option.name or "", ()), value]
        elif self.expose_value:
            return False
        else:
            reason = _("{text!r} is not one of {words}")
            words = ", ".join(self._words())
            raise click.BadParameter(reason.format(text=text, words=words), ctx, self)
        return True

    def _words(self) -> list[str]:
        return [key if _is_word(option, key) else f"{key}=" for key, option in self.keys.items()]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Return the keys and the option's own values that complete a word."""
        from click.shell_completion import CompletionItem

        words = [word for word in self._words() if word.startswith(incomplete)]
        return [*map(CompletionItem, words), *super().shell_complete(ctx, incomplete)]


def _is_word(option: CommandOption, key: str) -> bool:
    """Return whether a key needs no value: its option is a flag, or has the key as a choice."""
    return option.is_flag or (isinstance(option.type, click.Choice) and key in option.type.choices)


def _alternatives(conditions: Sequence[str]) -> str:
    return (
        _("{first} or {last}").format(first=", ".join(conditions[:-1]), last=conditions[-1])
        if conditions[1:]
        else conditions[0]
    )


def holds(ctx: click.Context, condition: str, *, by_default: bool = True) -> bool:
    """Return whether a condition holds: its parameter is given, with the value in the condition, if any.

    With `by_default`, a default value meets the condition too. A value that is a part of the metavar,
    like N, stands for any value.
    """
    for param in ctx.command.params:
        if condition in param.opts:  # the option may be the hidden one of "--count all"
            return is_given(param.name or "")
    spelling, _space, value = condition.partition(" ")
    for param in ctx.command.params:
        name = param.name or ""
        if spelling in param.opts or spelling == (param.metavar or "").strip("[]."):
            if not value or value in (param.metavar or "").split("|"):
                return is_given(name)
            return str(ctx.params[name]) == value and (by_default or is_given(name))
        if spelling in param.secondary_opts:
            return not ctx.params[name]
        if spelling == "FILES" == name.upper():
            return is_given(name)
    raise ValueError(condition)


class DeprecatedArgument(click.Argument):
    """An argument of an older version that is still accepted but not shown in help."""

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return no pieces, which hides the argument."""
        return []


class FilePath(click.Path):
    """A path; pathlib is slow to import, so it is imported only when a path is given."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Path":
        """Return the path.

        A name is refused if it is empty or too long, if it ends in / although it cannot be a folder, or
        if it is `-`, which other options use for standard input or output.
        """
        import pathlib

        if value == "-":
            self.fail(_("'-' is not a file here; './-' names a file called '-'"), param, ctx)
        if not value:
            self.fail(_("the name is empty"), param, ctx)
        path = pathlib.Path(str(super().convert(value, param, ctx)))
        try:
            is_file = self.file_okay and (not self.dir_okay or path.suffix)
            if not path.is_dir() and str(value).endswith("/") and is_file:
                self.fail(_("{path} is not a folder; create it first").format(path=value), param, ctx)
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


class Whole(click.IntRange):
    """A range of whole numbers; by default, numbers too large for a kernel are refused."""

    largest = LARGEST

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; refuse one above `largest`."""
        try:
            int(value)
        except ValueError:
            self.fail(_not_whole(str(value), param), param, ctx)
        number: int = super().convert(value, param, ctx)
        if number > self.largest:
            self.fail(_("{n} is greater than {most}").format(n=number, most=self.largest), param, ctx)
        return number


class Number(click.FloatRange):
    """A range of numbers."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; refuse NaN."""
        try:
            number = float(value)
        except ValueError:
            self.fail(_("{text!r} is not a number").format(text=value), param, ctx)
        if math.isnan(number):
            self.fail(_("expected a number, not NaN"), param, ctx)
        return super().convert(number, param, ctx)


def _not_whole(text: str, param: click.Parameter | None) -> str:
    """Return why `text` is refused: it is neither a whole number nor a word that the metavar allows."""
    others = (param.metavar or "").split("|")[1:] if param else []
    if not others:
        return _("{text!r} is not a whole number").format(text=text)
    reason = _("{text!r} is neither a whole number nor {words}")
    return reason.format(text=text, words=_alternatives(others))


class WordChoice(click.Choice[str]):
    """A choice among words in any case; `older` maps hidden spellings to the words that replaced them."""

    def __init__(self, words: Iterable[str], older: Mapping[str, str] | None = None) -> None:
        super().__init__(list(words), case_sensitive=False)
        self._older = older or {}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the current word for a value, which may be an older spelling."""
        return super().convert(self._older.get(value.lower(), value), param, ctx)


SECTIONS = {
    "--from --board --select --notes --k --begins --extra-move": "input",
    "--opponent --games --fallback": "games",
    "--rules --order --max-level --legality --positional": "rules",
    "--password --new-password --wait": "owner",
    "--nodes --time --table-size --threads": "limits",
    "--format --output --force --quiet --verbose --help": "output",
    "--jobs --resume": "batch",
}
"""The section of the help page for each shared option."""


class Command(click.Command):
    """A command whose options have conditions, and whose help shows its own options first."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line, and refuse options that cannot be combined.

        The error for an unknown option names the commands of the same group that have it.
        """
        try:
            rest = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            others = [name for name, own in _siblings(ctx) if error.option_name in _spellings(own)]
            if not others:
                raise
            reason = _("No such option {name!r}; it is an option of {commands}")
            names = ", ".join(f"zet {name}" for name in others)
            raise click.UsageError(reason.format(name=error.option_name, commands=names), ctx) from None
        for option in self.params:
            if isinstance(option, CommandOption):
                option.check_conditions(ctx)
        self._check_files(ctx)
        return rest

    def _check_files(self, ctx: click.Context) -> None:
        """Refuse two parameters that name the same file, as one output would replace the other.

        Parameters with several values, and input files, are not compared.

        Raises:
            click.UsageError: two parameters name the same file.
        """
        named: dict[str, str] = {}
        for parameter in self.params:
            path = ctx.params.get(parameter.name or "")
            if not isinstance(parameter.type, FilePath) or path is None or isinstance(path, tuple):
                continue
            if path.exists() and not path.is_file():  # a folder, or a device such as /dev/null
                continue
            own = (
                parameter.opts[0] if isinstance(parameter, click.Option) else parameter.make_metavar(ctx)
            )
            other = named.setdefault(os.path.realpath(path), own)
            if other is not own:
                raise click.UsageError(
                    _("{option} and {other} name the same file").format(option=own, other=other), ctx
                )

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, then the shared options in named sections."""
        titles = {
            "own": _("Options"),
            "input": _("Input"),
            "games": _("Play"),
            "rules": _("Rules"),
            "owner": _("File access"),
            "limits": _("Limits"),
            "output": _("Output"),
            "batch": _("Batch"),
        }
        rows: dict[str, list[tuple[str, str]]] = {section: [] for section in titles}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx)
            if record and isinstance(option, click.Option):
                rows[_section(option)].append(record)
        for section, records in rows.items():
            if records:
                with formatter.section(titles[section]):
                    formatter.write_dl(records)


def _siblings(ctx: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of the group that contains a command, each with its path below `zet`."""
    if ctx.parent and isinstance(group := ctx.parent.command, click.Group):
        path = ctx.parent.command_path.partition(" ")[2]
        for name in group.list_commands(ctx.parent):
            if command := group.get_command(ctx.parent, name):
                yield f"{path} {name}", command


def _spellings(command: click.Command) -> set[str]:
    """Return the spellings of a command's options that help shows."""
    options = (one for one in command.params if isinstance(one, click.Option) and not one.hidden)
    return {spelling for one in options for spelling in one.opts}


def _section(option: click.Option) -> str:
    found = (name for options, name in SECTIONS.items() if {*option.opts} & {*options.split()})
    return next(found, "own")


def combined(*options: Callable[[Any], Any]) -> Option:
    """Return the decorator that adds several options, shown in this order."""

    def decorate(command: Function) -> Function:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def grouped_options(name: str, make: Callable[..., Any], *options: Callable[[Any], Any]) -> Option:
    """Return the decorator that adds options, which the command gets as a single argument, `name`.

    The argument is `make(...)`, called with the values of the options as keyword arguments. An option may
    itself be a group, whose value is then passed to `make` as one argument.
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


def keyed(*names: str, keys: Mapping[str, Option], help: str, own: bool = False, **traits: Any) -> Option:  # noqa: A002
    """Return the decorator that adds a KeyedOption and the hidden options that it sets.

    The command gets the values of the hidden options and, with `own`, the option's own values.
    """

    def decorate(command: Function) -> Function:
        found: dict[Option, CommandOption] = {}
        for key, add in reversed(list(keys.items())):
            if add not in found:  # several words may be values of one option
                command = add(command)
                found[add] = command.__dict__["__click_params__"][-1]
                found[add].hide(f"{names[0]} {key}")
        hidden = {key: found[add] for key, add in keys.items()}
        traits.update(cls=KeyedOption, keys=hidden, expose_value=own, help=help)
        return option(*names, **traits)(command)

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
    """Return whether an option, named by its parameter, is on the command line."""
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE
