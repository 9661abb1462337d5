"""Options that commands of several games share: reading, limits, chance, pictures, overwriting."""

import errno
import io
import math
import os
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar, cast

import click

from zet.cli.output import refuse_existing
from zet.cli.words import _, said
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.files import whole_file
from zet.formats.registry import Format, recognise
from zet.formats.size import read_size

if TYPE_CHECKING:
    from zet.cli.batch import Batch, Record

Function = TypeVar("Function", bound=Callable[..., Any])


class Option(Protocol):
    """A decorator that adds options to the function of a command."""

    def __call__(self, function: Function, /) -> Function:
        """Return the function with the options."""
        ...


class Renamed(click.Option):
    """An option whose first spelling is shown; the older ones behind it go on working."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the help, as click does."""
        spellings, self.opts = self.opts, self.opts[:1]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = spellings


class Choice(click.Choice[str]):
    """One of some words; `older` are spellings that are not shown, each with the word that it means."""

    def __init__(self, words: Iterable[str], older: Mapping[str, str]) -> None:
        super().__init__(list(words))
        self._older = older

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word."""
        return super().convert(self._older.get(value, value), param, ctx)


class Size(click.ParamType[Any]):
    """The size of a board, rows first; `make` makes what a command gets of rows and columns.

    It raises ValueError for what is no board.
    """

    name = "size"

    def __init__(self, make: Callable[[int, int], Any]) -> None:
        self._make = make

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return what is made of a size like 6x6."""
        if not isinstance(value, str):
            return value
        try:
            return self._make(*read_size(value))
        except ValueError as error:
            self.fail(said(error), param, ctx)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a command reads records; calling it yields those of a stream.

    `what` is the word for a record, `from_format` the name of the format or None to recognise it.
    """

    formats: Mapping[str, Format[Any]]
    what: str
    from_format: str | None = None

    def __call__(self, stream: io.BufferedReader, source: str) -> Iterator[Any]:
        """Yield the records in the named format, or in the one that the stream looks like."""
        chosen: Format[Any] | None
        if self.from_format:
            chosen = self.formats[self.from_format]
        else:
            chosen, stream = recognise(stream, self.formats)
        found = False
        for value in self._values(chosen, stream, source):
            found = True
            yield value
        if not found:
            yield FormatError(source, None, _("no {what} in it").format(what=_(self.what)))

    def _values(
        self, chosen: Format[Any] | None, stream: io.BufferedReader, source: str
    ) -> Iterator[Any]:
        if chosen is None:
            yield FormatError(source, None, _("no {what} in any known format").format(what=_(self.what)))
        else:
            yield from chosen.load(stream, source)


def from_option(formats: Mapping[str, Format[Any]]) -> Option:
    """Return the decorator that adds --from, which the command gets as `from_format`."""
    return click.option(
        "--from", "from_format", type=click.Choice(list(formats)), help="The format to read."
    )


def reading(
    make: Callable[..., Reading], *options: Callable[[Any], Any], takes: tuple[str, ...]
) -> Option:
    """Return the decorator of commands that read records; the command gets their reader as `load`.

    `make` makes the reader of the values of the options, whose names are `takes`.
    """

    def decorate(command: Function) -> Function:
        @wraps(command)
        def function(**values: Any) -> Any:
            return command(load=make(**{name: values.pop(name) for name in takes}), **values)

        for option in reversed(options):
            function = option(function)
        return cast(Function, function)

    return decorate


def number_option(
    *names: str,
    help: str,  # noqa: A002 - click's word
    least: int = 1,
    most: int | None = None,
    default: int | None = None,
) -> Option:
    """Return the decorator that adds an option whose value is a whole number; a default is shown."""
    return click.option(
        *names,
        type=click.IntRange(least, most),
        default=default,
        show_default=default is not None,
        metavar="N",
        help=help,
    )


def limits(what: str, unit: str) -> Option:
    """Return the decorator that adds the limits of a search for one record: `nodes` and `seconds`.

    `what` is the word for a record, `unit` what is counted, as in "trying this many values".
    """

    def decorate(command: Function) -> Function:
        return click.option(
            "--nodes",
            type=click.IntRange(0),
            metavar="N",
            help=f"Give up on a {what} after {unit}.",
        )(time_option(what)(command))

    return decorate


def time_option(what: str) -> Option:
    """Return the decorator that adds --time, the most `seconds` for a record."""
    return click.option(
        "--time",
        "seconds",
        type=click.FloatRange(0),
        metavar="SECONDS",
        callback=is_number,
        help=f"Give up on a {what} after this time.",
    )


def is_number(_context: click.Context, _parameter: click.Parameter, value: float | None) -> float | None:
    """Return the value of an option, which must be a number."""
    if value is not None and math.isnan(value):
        raise click.BadParameter(_("it is not a number"))
    return value


def format_option(what: str, *formats: str, spelling: str = "--format") -> Option:
    """Return the decorator that adds --format, the default first; `what` is written in it."""
    return click.option(
        *dict.fromkeys(["--format", spelling]),
        "format",
        type=click.Choice(formats),
        default=formats[0],
        help=f"How to write the {what}; json: one object per line.",
    )


class Cluster(NamedTuple):
    """The scheduler of a Dask cluster, and the seconds that it, or all its workers, may be away."""

    address: str
    timeout: float


def spread_options(what: str, them: str) -> Option:
    """Return the decorator that adds --jobs and --cluster, over which `what` is spread.

    The command gets `jobs` and, with the time of --cluster-timeout in it, `cluster`.
    """
    options = (
        click.option(
            "--jobs",
            type=click.IntRange(0),
            default=1,
            metavar="N",
            help=f"Spread the {what} over N processes; 0: one for each core.",
        ),
        click.option("--cluster", metavar="ADDRESS", help=f"Spread {them} over a Dask cluster."),
        click.option(
            "--cluster-timeout",
            type=click.FloatRange(0),
            default=30,
            metavar="SECONDS",
            callback=is_number,
            help="Give up a cluster that is away, or without workers, for this time.",
        ),
    )

    def decorate(command: Function) -> Function:
        @wraps(command)
        def function(*, cluster: str | None, cluster_timeout: float, **values: Any) -> Any:
            place = None if cluster is None else Cluster(cluster, cluster_timeout)
            return command(cluster=place, **values)

        for option in reversed(options):
            function = option(function)
        return cast(Function, function)

    return decorate


def drawn_seed(batch: "Batch", seed: int | None) -> int:
    """Return the seed of --seed; without one it is drawn, and said with --verbose."""
    if seed is None:
        seed = secrets.randbits(32)
        if batch.verbose:
            click.echo(f"--seed {seed}", err=True)
    return seed


def is_given(option: str) -> bool:
    """Whether an option, by the name of its value, stands on the command line."""
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE


def picture_option(what: str, rest: str) -> Option:
    """Return the decorator that adds --svg.

    `what` is drawn into a file; `rest` says what becomes of more than one.
    """
    return click.option(
        "--svg",
        "picture",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=f"Draw {what} into this file; into a folder if that exists, a file for each {rest}.",
    )


def is_colored(output: Path | None) -> bool:
    """Whether boards are drawn in color: on a terminal, unless NO_COLOR is set."""
    return output is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ


def check_writable(path: Path, *, force: bool) -> None:
    """Leave with a message if a file that long work is to end with could not be written."""
    try:
        refuse_existing(path, force=force or path.is_dir())
    except UnwritableError as error:
        raise click.ClickException(said(error)) from None
    if not path.absolute().parent.is_dir():
        raise click.ClickException(f"{path}: {_(os.strerror(errno.ENOENT))}")


@dataclass(frozen=True, slots=True)
class Drawing:
    """Where pictures go: a file for one, a folder for more; and whether files may be replaced.

    `sources` are the names of all files read, which make the names of pictures in a folder.
    """

    path: Path
    force: bool
    sources: tuple[str, ...]

    @classmethod
    def of(cls, batch: "Batch", path: Path | None) -> Self | None:
        """Return where the pictures of a batch go; None if there are to be none."""
        return cls(path, batch.force, batch.files) if path else None

    def write(self, record: "Record", svg: bytes, suffix: str = "") -> Path:
        """Write a picture of a record and return its file.

        Raises:
            UnwritableError: the file exists and may not be replaced, or cannot be written; there is
                more than one picture for it.
        """
        path = self.path
        if path.is_dir():
            name = "stdin" if record.source == "-" else Path(record.source).name
            if sum(Path(source).name == Path(record.source).name for source in self.sources) > 1:
                name = f"{self.sources.index(record.source) + 1}-{name}"
            path /= f"{name}-{record.number}{suffix}.svg"
        elif record.number > 1 or len(self.sources) > 1:
            reason = _("{path} is no folder, and there is more than one picture")
            raise UnwritableError(reason.format(path=path))
        refuse_existing(path, force=self.force)
        try:
            with whole_file(path) as stream:
                stream.write(svg)
        except OSError as error:
            raise UnwritableError(f"{path}: {_(str(error.strerror))}") from None
        return path
