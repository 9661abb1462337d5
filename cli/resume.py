"""Checkpoints of an interrupted run: `--resume`.

FILE.partial, in the folder of the output, contains the answers so far. FILE.partial.json identifies the
run and contains the counts of records, bytes and statuses; it is replaced atomically, up to five times a
second, and less often if saving would take over a twentieth of the time. FILE.partial.values contains the
values from which the total is computed, as msgpack. At the end all three files are removed.

These files are untrusted: every field is validated against its type.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from types import UnionType
from typing import Any, BinaryIO, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import click

from zet.cli import words
from zet.cli.errors import BAD, NO, UNKNOWN, YES
from zet.cli.output import NothingToKeepError, plain_errors
from zet.cli.signals import held
from zet.cli.words import _
from zet.formats.files import check_regular, put_in_place, read_at_most, resolved, whole_file
from zet.formats.json_object import read_object
from zet.formats.locks import BusyError, owned
from zet.formats.packed import all_unpacked, packed

SAVE_SECONDS = 0.2
"""The minimum time in seconds between checkpoints."""
_FREE = {"output", "force", "resume", "jobs", "cluster", "quiet", "verbose"}
"""The parameter names of the options that may differ between a run and its resumption."""


_WRITTEN = {"save", "html", "svg", "png", "picture", "overlay", "folder"}
"""The parameter names of the options for files that the run itself writes, and so may change."""

_MISSING = object()
"""A placeholder for a missing field; its type is not valid for any field."""

MAX_STATE = 1 << 20
"""The maximum size of FILE.partial.json in bytes."""


class _State(NamedTuple):
    """The checkpoint of a run: the fields of FILE.partial.json."""

    run: str
    records: int = 0
    bytes: int = 0
    values: int = 0
    statuses: dict[str, int] = {}  # noqa: RUF012 - never changed
    codes: list[int] = []  # noqa: RUF012

    def fits(self, size: int, kept: int) -> bool:
        """Return whether the numbers fit an output of `size` bytes and `kept` bytes of values."""
        return (
            0 <= self.bytes <= size
            and 0 <= self.values <= kept
            and 0 <= self.records <= sys.maxsize
            and all(count >= 0 for count in self.statuses.values())
            and sum(self.statuses.values()) == self.records
            and {YES, NO, UNKNOWN, BAD}.issuperset(self.codes)
        )


def validated(data: Any, kind: Any) -> Any:
    """Validate plain data, including all its parts, and return it as a value of the type `kind`.

    A type is a scalar type of JSON or msgpack; a list, tuple, dict, named tuple, union or literal of
    these types; or Any for any JSON value.

    >>> validated([1, ["a", None]], tuple[int, list[str | None]])
    (1, ['a', None])

    Raises:
        ValueError: the data is not of this type.
    """
    origin, parts = get_origin(kind), get_args(kind)
    is_row = isinstance(data, list | tuple)
    if kind is Any:
        with suppress(TypeError, RecursionError):
            json.dumps(data, allow_nan=False)
            return data
    elif origin in (Union, UnionType):
        for part in parts:
            with suppress(ValueError):
                return validated(data, part)
    elif origin is Literal:
        if any(data == part and type(data) is type(part) for part in parts):
            return data
    elif origin is dict:
        if isinstance(data, dict):
            key, value = parts
            return {validated(one, key): validated(other, value) for one, other in data.items()}
    elif origin is list or (origin is tuple and parts[-1] is ...):
        if is_row:
            return origin(validated(one, parts[0]) for one in data)
    elif origin is tuple:
        if is_row:
            return tuple(validated(one, part) for one, part in zip(data, parts, strict=True))
    elif hasattr(kind, "_fields"):
        fields = [data.get(name, _MISSING) for name in kind._fields] if isinstance(data, dict) else data
        if isinstance(fields, list | tuple):
            types = get_type_hints(kind).values()
            return kind(*(validated(one, part) for one, part in zip(fields, types, strict=True)))
    elif type(data) is kind:
        return data
    raise ValueError(f"{data!r:.100} does not have the type {kind}")


class Partial:
    """The partial output of a run: the counts of records by status, the exit codes and the output stream.

    `values` lists the values that answers contribute to the total, each of the type `kind`; `note`
    appends further values to their file.
    """

    def __init__(self, stream: BinaryIO, kept: BinaryIO, path: Path, run: str, kind: Any) -> None:
        self.stream = stream
        self.values: list[Any] = []
        self._values_stream = kept
        self._path = path
        self._run = run
        self._state = _State(run)
        if size := stream.seek(0, os.SEEK_END):
            self._take_up(size, kind)
        self.records = self.records_before = self._state.records
        self.size = self._state.bytes
        self.statuses = dict(self._state.statuses)
        self.codes = set(self._state.codes)
        for one, end in ((stream, self.size), (kept, self._state.values)):
            one.seek(end)
            one.truncate()
        self.save()

    def _take_up(self, size: int, kind: Any) -> None:
        """Load the checkpoint and the values of a nonempty partial output, if it belongs to this run."""
        try:
            with self._path.open("rb") as stream:
                data = read_object(read_at_most(stream, MAX_STATE).decode(), "state")
            if isinstance(data.get("run"), str) and data["run"] != self._run:
                reason = _("{path} is from a run with other input or options; remove it to start again")
                raise click.ClickException(reason.format(path=self._path.with_suffix("")))
            state: _State = validated(data, _State)
            if not state.fits(size, self._values_stream.seek(0, os.SEEK_END)):
                raise ValueError(state)
            self._values_stream.seek(0)
            for values in all_unpacked(read_at_most(self._values_stream, state.values)):
                self.values += validated(values, list[kind])
        except (OSError, ValueError):
            raise self._refusal() from None
        self._state = state

    def _refusal(self) -> click.ClickException:
        reason = _("{path} is not from an interrupted run; remove it to start again")
        return click.ClickException(reason.format(path=self._path.with_suffix("")))

    def computed(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return `function(*arguments)`; the arguments may contain values from an earlier run's file.

        Raises:
            click.ClickException: the values have the right types, but no run can have written them.
        """
        try:
            return function(*arguments)
        except (click.ClickException, NothingToKeepError):
            raise
        except Exception:
            if not self.records_before:
                raise
            raise self._refusal() from None

    def note(self, n: int, values: Sequence[Any]) -> None:
        """Record that the answers to `n` more records are written; checkpoint the run if it is time."""
        self.records += n
        if values:
            self._values_stream.write(packed(list(values)))
        self._state = _State(  # a single statement, because a signal may arrive at any time
            self._run,
            self.records,
            self.stream.tell(),
            self._values_stream.tell(),
            dict(self.statuses),
            sorted(self.codes),
        )
        if time.monotonic() >= self._next:
            self.save()

    def save(self) -> None:
        """Checkpoint the run."""
        began = time.monotonic()
        for stream in (self.stream, self._values_stream):
            stream.flush()
            os.fsync(stream.fileno())
        with whole_file(self._path) as stream:
            stream.write(json.dumps(self._state._asdict()).encode() + b"\n")
        self._next = next_save(began)


def next_save(began: float) -> float:
    """Return when to save again, in seconds of `time.monotonic`, after a save that began at `began`.

    Saving takes at most a twentieth of the time.
    """
    ended = time.monotonic()
    return ended + max(SAVE_SECONDS, 19 * (ended - began))


@contextmanager
def partial_output(
    path: Path, files: Iterable[str], *, force: bool, kind: Any = None
) -> Iterator[Partial]:
    """Yield the partial output of a run; it is renamed to `path` when the block ends.

    `kind` is the type of the values that answers contribute to the run's final total.

    Raises:
        click.UsageError: the run reads standard input, which a resumed run cannot read again.
        click.ClickException: the output exists, the partial output belongs to another run, or another
            process is writing it.
    """
    context = click.get_current_context()
    if "files" in context.params and "-" in files:
        raise click.UsageError(_("--resume reads from files, not from standard input"))
    part = Path(f"{path}.partial")
    try:
        with plain_errors(path, force=force), ExitStack() as stack:
            path = resolved(path)
            part = Path(f"{path}.partial")
            state, values = Path(f"{part}.json"), Path(f"{part}.values")
            for one in (part, state, values):
                check_regular(one)
            stream, kept = stack.enter_context(owned(part)), stack.enter_context(values.open("a+b"))
            partial = Partial(stream, kept, state, _run(context, files), kind)
            try:
                yield partial
                put_in_place(stream, part, path)
            except NothingToKeepError:
                part.unlink()
                raise
            except BaseException as error:
                with held():
                    partial.save()
                    if not isinstance(error, click.ClickException):  # which may refuse the kept values
                        _report_kept(partial.records, part)
                raise
            finally:
                if not part.exists():
                    state.unlink(missing_ok=True)
                if not part.exists() or not values.stat().st_size:
                    values.unlink(missing_ok=True)
    except BusyError as error:
        raise click.ClickException(f"{part}: {words.translate(error)}") from None


def _report_kept(n: int, part: Path) -> None:
    """Report on standard error how many answers of an interrupted run are kept, if any."""
    if n:
        kept = words.ngettext(
            "{n} record is kept in {path}; run the same command to resume",
            "{n} records are kept in {path}; run the same command to resume",
            n,
        )
        click.echo(kept.format(n=n, path=part), err=True)


def _run(context: click.Context, files: Iterable[str]) -> str:
    """Return a digest of the command, its options, and the contents of all files that it only reads."""
    values = {name: value for name, value in context.params.items() if name not in _FREE}
    parts = [version("zet"), words.spoken(), context.command_path, sorted(values.items())]
    digest = hashlib.sha256(repr(parts).encode())
    read = (value for name, value in values.items() if name not in _WRITTEN)
    named = (value if isinstance(value, tuple) else (value,) for value in read)
    names = [name for several in named for name in several if isinstance(name, str | Path)]
    for name in dict.fromkeys([*names, *files]):
        if Path(name).is_file():
            with Path(name).open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()
