"""What the commands of all games share beside the batch: reading, limits, drawing."""

import errno
import io
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Self

import click
from zet.cli.batch import Answer, Batch, Record, json_line
from zet.engines.messages import _
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.files import whole_file
from zet.formats.registry import Format, recognise


@dataclass(frozen=True, slots=True)
class Reading:
    """How a command reads records; calling it yields those of a stream.

    `what` is the word for a record, `form` the name of the format or None to recognise it.
    """

    formats: Mapping[str, Format]
    what: str
    form: str | None = None

    def __call__(self, stream: io.BufferedReader, source: str) -> Iterator[Any]:
        """Yield the records in the named format, or in the one that the stream looks like."""
        form: Format | None
        if self.form:
            form = self.formats[self.form]
        else:
            form, stream = recognise(stream, self.formats)
        found = False
        for value in self._values(form, stream, source):
            found = True
            yield value
        if not found:
            yield FormatError(source, None, _("no {what} in it").format(what=_(self.what)))

    def _values(self, form: Format | None, stream: io.BufferedReader, source: str) -> Iterator[Any]:
        if form is None:
            yield FormatError(source, None, _("no {what} in any known format").format(what=_(self.what)))
        else:
            yield from form.load(stream, source)


def from_option(formats: Mapping[str, Format]) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return the decorator that adds --from, which the command gets as `form`."""
    return click.option("--from", "form", type=click.Choice(list(formats)), help="The format to read.")


def reading(
    formats: Mapping[str, Format], what: str
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return the decorator of commands that read records; the command gets their reader as `load`."""

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def function(*, form: str | None, **values: Any) -> int:
            return command(load=Reading(formats, what, form), **values)

        return from_option(formats)(function)

    return decorate


def not_nan(_context: click.Context, _parameter: click.Parameter, value: float | None) -> float | None:
    """Return the value of an option, which must be a number."""
    if value is not None and math.isnan(value):
        raise click.BadParameter(_("it is not a number"))
    return value


def limits(what: str, unit: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return the decorator that adds the limits of a search for one record.

    `what` is the word for a record, `unit` what is counted, as in "trying this many values".
    """

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        command = click.option(
            "--time",
            "seconds",
            type=click.FloatRange(0),
            metavar="SECONDS",
            callback=not_nan,
            help=f"Give up on a {what} after this time.",
        )(command)
        return click.option(
            "--nodes",
            type=click.IntRange(0),
            metavar="N",
            help=f"Give up on a {what} after {unit}.",
        )(command)

    return decorate


def picture_option(what: str, rest: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return the decorator that adds --svg, which the command gets as `picture`.

    `what` is drawn into a file; `rest` says what becomes of more than one.
    """
    return click.option(
        "--svg",
        "picture",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=f"Draw {what} into this file; into a folder if that exists, a file for each {rest}.",
    )


def heading(record: Record, what: str, words: str) -> str:
    """Return the line that opens the answer to a record in text."""
    return f"{record.source}, {_(what)} {record.number}: {words}\n"


def is_colored(batch: Batch) -> bool:
    """Whether boards are drawn in colour: on a terminal, unless NO_COLOR is set."""
    return batch.output is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ


def check_writable(path: Path, force: bool) -> None:
    """Leave with a message if a file that long work is to end with could not be written."""
    if path.is_file() and not force:
        raise click.ClickException(_("{path} exists; --force overwrites it").format(path=path))
    if not path.absolute().parent.is_dir():
        raise click.ClickException(f"{path}: {os.strerror(errno.ENOENT)}")


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole, in place of one that may be there.

    Raises:
        click.ClickException: the file cannot be written; what was there is as it was.
    """
    try:
        with whole_file(path) as stream:
            stream.write(data)
    except OSError as error:
        raise click.ClickException(f"{path}: {_(str(error.strerror))}") from None


@dataclass(frozen=True, slots=True)
class Drawing:
    """Where pictures go: a file for one, a folder for more; and whether files may be replaced.

    `sources` are the names of all files read, which make the names of pictures in a folder.
    """

    path: Path
    force: bool
    sources: tuple[str, ...]

    @classmethod
    def of(cls, batch: Batch, path: Path | None) -> Self | None:
        """Return where the pictures of a batch go; None if none are asked for."""
        return cls(path, batch.force, batch.files) if path else None

    def answer(self, form: str, record: Record, what: str, svg: bytes) -> Answer:
        """Write the picture of a record and say, in text or JSON, where it is."""
        path = self.write(record, svg)
        if form == "json":
            return Answer("ok", json_line(record, "ok", file=str(path)))
        return Answer("ok", heading(record, what, _("drawn in {path}").format(path=path)))

    def write(self, record: Record, svg: bytes, suffix: str = "") -> Path:
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
        if path.exists() and not self.force:
            raise UnwritableError(_("{path} exists; --force overwrites it").format(path=path))
        try:
            with whole_file(path) as stream:
                stream.write(svg)
        except OSError as error:
            raise UnwritableError(f"{path}: {_(str(error.strerror))}") from None
        return path
