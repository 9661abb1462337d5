"""Options shared by commands of several games: input, limits, seeds, output, and workers."""

import errno
import io
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

import click

from zet.cli.output import refuse_existing
from zet.cli.parameters import (
    CommandOption,
    FilePath,
    Function,
    Number,
    Option,
    Whole,
    WordChoice,
    combined,
    is_given,
    option,
)
from zet.cli.words import _, translate
from zet.engines.messages import Message
from zet.formats.errors import UnwritableError
from zet.formats.files import extension_of
from zet.formats.registry import Format, read
from zet.formats.size import read_size

if TYPE_CHECKING:
    from pathlib import Path


class Reading:
    """The reader of a command's input: it is called with a stream, and yields records.

    `what` is the word for a record. `from_format` is the name of the format; if it is None, the format is
    recognized by content. `options` maps the name of a format to the options of its reader.
    """

    def __init__(
        self,
        formats: Mapping[str, Format[Any]],
        what: str,
        from_format: str | None = None,
        options: Mapping[str, Mapping[str, object]] | None = None,
    ) -> None:
        self.formats = formats
        self.what = what
        self.from_format = from_format
        self.options = options or {}

    @property
    def selects_one(self) -> bool:
        """Whether the options select a single record of a file."""
        return False

    def where(self, name: str) -> str:
        """Return the path of a file named on the command line."""
        return name

    def missing(self, name: str) -> str:
        """Return the error for a file that does not exist, with similar names in its folder."""
        from difflib import get_close_matches

        folder, own = os.path.split(name)
        try:
            similar = get_close_matches(own, os.listdir(folder or os.curdir), 3)  # noqa: PTH208
        except OSError:
            similar = []
        reason = Message(os.strerror(errno.ENOENT))
        if not similar:
            return reason
        files = ", ".join(os.path.join(folder, one) for one in similar)  # noqa: PTH118 - "./" stays
        return Message("{reason}; similar names: {files}", reason=reason, files=files)

    def __call__(self, stream: io.BufferedReader, source: str, *, later: bool = False) -> Iterator[Any]:
        """Yield the records and errors of a stream; an empty stream is an error.

        With `later`, a record on a separate line may be yielded as an unparsed Line, for another process
        to parse.
        """
        return read(stream, source, self.formats, self.what, self.from_format, self.options, later=later)


def from_option(game: str, formats: Mapping[str, Format[Any]]) -> Option:
    """Return the decorator that adds --from, with a reference to the help of the command group `game`.

    The command gets the value of the option as `from_format`.
    """
    return option(
        "--from",
        "from_format",
        type=WordChoice(list(formats)),
        help=f"The format of FILES, or of standard input if FILES is omitted (see `zet help {game}`); by "
        "default recognized from the content.",
    )


def flag(*names: str, help: str = "") -> Option:  # noqa: A002 - click's word
    """Return the decorator that adds a boolean option; names after the first are hidden aliases."""
    return option(*names, is_flag=True, help=help)


quiet_option = flag("-q", "--quiet", help="Never show progress.")
verbose_option = flag("-v", "--verbose", help="At the end, report counts and times on standard error.")


def choice(
    *names: str,
    words: Iterable[str],
    help: str = "",  # noqa: A002
    older: Mapping[str, str] | None = None,
    **traits: Any,
) -> Option:
    """Return the decorator that adds an option whose value is one of `words`."""
    return option(*names, type=WordChoice(words, older), help=help, **traits)


def number_option(
    *names: str,
    help: str = "",  # noqa: A002 - click's word
    least: int = 1,
    most: int | None = None,
    **traits: Any,
) -> Option:
    """Return the decorator that adds an option whose value is a whole number."""
    return option(*names, type=Whole(least, most), help=help, **{"metavar": "N", **traits})


def seconds_option(
    *names: str,
    help: str = "",  # noqa: A002 - click's word
    default: float | None = None,
    **traits: Any,
) -> Option:
    """Return the decorator that adds an option whose value is a time in seconds."""
    return option(
        *names,
        type=Number(0),
        metavar="SECONDS",
        default=default,
        help=help,
        **traits,
    )


def file_option(*names: str, help: str, **traits: Any) -> Option:  # noqa: A002
    """Return the decorator that adds an option whose value is the path of a file."""
    return option(*names, type=FilePath(dir_okay=False), help=help, **{"metavar": "FILE", **traits})


class _Seeds(Whole):
    """The range of seeds, whose upper bound is shown in help as a power of two."""

    largest = 2**64 - 1

    def _describe_range(self) -> str:
        return "0<=x<2^64"


SEEDS = _Seeds(0, _Seeds.largest)


def seed_option(what: str, default: int | None = None) -> Option:
    """Return the decorator that adds --seed, the seed of the random numbers for `what`.

    Without a default the seed is random.
    """
    return option(
        "--seed",
        type=SEEDS,
        metavar="S",
        default=default,
        show_default=True if default is not None else "random",
        help=f"The random seed: the same seed gives the same {what}.",
    )


choice_seed_option = option(
    "--seed",
    type=SEEDS,
    metavar="S",
    help="The random seed for choosing among equally good moves; by default, chance plays no part.",
)


def begins_option(*sides: str, default: str, help: str = "Who moves first.") -> Option:  # noqa: A002
    """Return the decorator that adds --begins; the command gets its value as `first`."""
    spellings = ("--begins", "--first", "first")
    return option(*spellings, type=WordChoice(sides), default=default, help=help)


def board_option(name: str, make: Callable[[int, int], Any], *, default: str | None, help: str) -> Option:  # noqa: A002
    """Return the decorator that adds --board; the command gets `make(rows, columns)`."""

    def made(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Any:
        try:
            return value and make(*read_size(value))
        except ValueError as error:
            raise click.BadParameter(translate(error)) from None

    spellings = ("--board", "--size", name)
    return option(*spellings, metavar="ROWSxCOLUMNS", default=default, callback=made, help=help)


def table_size(
    most: int, words: str = "Memory for the transposition table, in mebibytes.", **traits: Any
) -> Option:
    """Return the decorator that adds --table-size, at most `most` mebibytes, with `words` as its help."""
    return number_option("--table-size", most=most, default=64, metavar="MIB", help=words, **traits)


def limits(what: str, unit: str, *, nodes: int | None = None) -> Option:
    """Return the decorator that adds the limits of a search for one record: `nodes` and `seconds`.

    `what` is the word for a record. `unit` is the help text's phrase for the limit on nodes, such as
    "trying this many moves". `nodes` is the default of --nodes.
    """
    return _limits(f"Give up on a {what} after {{limit}}.", unit, nodes)


def turn_limits(unit: str) -> Option:
    """Return the decorator that adds the limits of a search for one move: `nodes` and `seconds`."""
    return _limits("Give up the search for a move after {limit}, and play the best move found.", unit)


def _limits(sentence: str, unit: str, nodes: int | None = None) -> Option:
    in_nodes = number_option("--nodes", least=0, default=nodes, help=sentence.format(limit=unit))
    in_seconds = seconds_option("--time", "seconds", help=sentence.format(limit="this time"))
    return combined(in_nodes, in_seconds)


def _of_extension(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Return the value of --format; by default, the format named by the --output file's extension."""
    output: Path | None = context.params.get("output")
    if output and not is_given("format"):
        extension = extension_of(output)
        if extension in cast(WordChoice, parameter.type).choices:
            return extension
    return value


def format_option(what: str, *formats: str, answers: str = "") -> Option:
    """Return the decorator that adds --format, the format of `what`; the first format is the default.

    Without --format, the extension of the --output file selects the format if it names one.

    `answers` lists the types of the JSON lines, from `formats/<game>/answers.py`, separated by blanks.
    """
    add = option(
        "--format",
        "--to",
        "format",
        type=WordChoice(formats),
        default=formats[0],
        callback=_of_extension,
        help=f"The format of the {what}" + ("; json: one object per line." if "json" in formats else "."),
    )

    def decorate(function: Function) -> Function:
        function.__dict__["answers"] = answers  # for `zet help --schema`
        return add(function)

    return decorate


CLUSTER_TIMEOUT = 30.0


class Cluster(NamedTuple):
    """The address of a Dask scheduler, and how long, in seconds, the cluster may be unreachable.

    A cluster is unreachable if its scheduler does not answer, or if it has no connected workers.
    """

    address: str
    timeout: float

    @classmethod
    def of(cls, _context: click.Context, _parameter: click.Parameter, value: str | None) -> Self | None:
        """Return the cluster at ADDRESS[,timeout=SECONDS]; None without an address.

        Raises:
            click.BadParameter: the timeout is not a number of seconds.
        """
        if value is None:
            return None
        address, comma, seconds = value.partition(",timeout=")
        try:
            timeout = float(seconds) if comma else CLUSTER_TIMEOUT
        except ValueError:
            timeout = math.nan
        if not timeout >= 0:
            raise click.BadParameter(_("{text!r} is not a number of seconds").format(text=seconds))
        return cls(address, timeout)


class JobsOption(CommandOption):
    """The option --jobs: a number of processes, or a cluster's address, which is passed to --cluster."""

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Pass an address, recognized by its colon, to the hidden option --cluster."""
        jobs: Sequence[Any] = opts.get("jobs") or ()
        if len(jobs) == 1 and ":" in str(jobs[0]):
            given = cast(dict[str, Any], opts)
            given["cluster"] = given.pop("jobs")
        return super().handle_parse_result(ctx, opts, args)


def spread_options(what: str) -> Option:
    """Return the decorator that adds --jobs, which distributes `what` over processes or a cluster."""
    jobs = (
        f"Distribute the {what} over N processes (0: one per core), or over the Dask cluster at "
        "ADDRESS; the run fails if the cluster is unreachable for S seconds (by default 30)."
    )
    return combined(
        number_option(
            "--jobs", least=0, default=1, metavar="N|ADDRESS[,timeout=S]", help=jobs, cls=JobsOption
        ),
        option("--cluster", callback=Cluster.of, hidden=True),
    )


def refuse_without(other: str, *options: str) -> None:
    """Refuse any of `options` (parameter names) that is given: it has no effect without `other`."""
    _refuse_given(_("{option} requires {other}"), other, options)


def refuse_beside(other: str, *options: str) -> None:
    """Refuse any of `options` (parameter names) that is given: it has no effect with `other`."""
    _refuse_given(_("{option} cannot be combined with {other}"), other, options)


def _refuse_given(reason: str, other: str, options: Sequence[str]) -> None:
    context = click.get_current_context()
    params = {one.name: one for one in context.command.params}
    for name in filter(is_given, options):
        is_negated = params[name].secondary_opts and not context.params[name]
        spelling = (params[name].secondary_opts if is_negated else params[name].opts)[0]
        raise click.UsageError(reason.format(option=spelling, other=other))


def require(what: str, extra: str, *packages: str) -> None:
    """Exit with a message if any of `packages`, which `what` needs from an extra, is missing."""
    from importlib.util import find_spec

    from zet.formats.extras import advice

    for name in packages:
        if find_spec(name) is None:
            raise click.ClickException(translate(advice(what, extra)))


def is_colored(output: "Path | None") -> bool:
    """Return whether boards are drawn in color: on a color terminal, unless NO_COLOR is set."""
    wants_none = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return output is None and sys.stdout.isatty() and not wants_none


def check_writable(path: "Path", *, force: bool) -> None:
    """Exit with a message, before any long work, if the output file could not be written."""
    try:
        refuse_existing(path, force=force or path.is_dir())
    except UnwritableError as error:
        raise click.ClickException(translate(error)) from None
    if not path.absolute().parent.is_dir():
        raise click.ClickException(f"{path}: {_(os.strerror(errno.ENOENT))}")
