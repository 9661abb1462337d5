"""The output of a run: rendering of outcomes, the writer (standard output or a whole file), progress."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import click

from zet.cli.errors import ClosedPipe, OutputError
from zet.cli.terminal import screen, shown
from zet.cli.words import _, translate
from zet.engines.messages import Message
from zet.engines.sanitize import escape
from zet.formats.errors import UnwritableError
from zet.formats.files import check_regular, is_special, whole_file, whole_output

if TYPE_CHECKING:
    from pathlib import Path

    from click._termui_impl import ProgressBar

FLUSH_SECONDS = 0.05
PROGRESS_SECONDS = 1.0
PROGRESS_PAUSE = 0.1


class Record(NamedTuple):
    """A record as it was read: its source, its number there (from 1), and the value or the error.

    On its way to another process the value may be a Line, which is parsed there.
    """

    source: str
    number: int
    value: Any

    @property
    def name(self) -> str:
        """The source as text shows it, on one line."""
        return escape(self.source)


Answer = tuple[str, str | bytes, int, str, Any]
"""A rendered answer: the status, the output, the exit code of the status, the message for standard error,
and the value for the total of the run, or None. (Named tuples take longer.)"""

Keys = Mapping[str, Any]


class Outcome(NamedTuple):
    """What a command found for a record, in each form in which it may be written.

    `keys` are the JSON object, less source, record and status. `summary` is the line of --format text,
    after the place of the record; `board` is drawn below it, by a function if it depends on `color`.
    `serialize` writes a format by its name (json, too, if `keys` is None); if it is None the summary goes
    to standard error instead, and so does a `note`: what the format cannot express. Functions are called
    only for the form that is written. `value` goes into the total of the run.
    """

    status: str
    keys: Keys | Callable[[], Keys] | None = None
    summary: str | Callable[[], str] | None = None
    board: str | Callable[..., str] = ""
    serialize: Callable[[str], str | bytes] | None = None
    note: str | Callable[[], str] = ""
    value: Any = None


class Renderer(NamedTuple):
    """How outcomes are written: the name of the format, and the noun that text has for a record."""

    name: str
    noun: str
    codes: Mapping[str, int]
    color: bool

    def render(self, record: Record, outcome: Outcome) -> Answer:
        """Return the answer to a record."""
        text: str | bytes = ""
        message = ""
        if self.name == "json" and (outcome.keys is not None or outcome.serialize is None):
            keys = outcome.keys() if callable(outcome.keys) else outcome.keys
            text = json_line(record, outcome.status, keys or {})
        elif self.name == "text":
            text = self._text(record, outcome)
        else:
            text = outcome.serialize(self.name) if outcome.serialize else ""
            message = resolve(outcome.note) or ("" if outcome.serialize else resolve(outcome.summary))
        located_message = translate(located(record, message)) if message else ""
        return outcome.status, text, self.codes[outcome.status], located_message, outcome.value

    def _text(self, record: Record, outcome: Outcome) -> str:
        board = outcome.board(color=self.color) if callable(outcome.board) else outcome.board
        if outcome.summary is None:
            return board
        return f"{record.name}, {_(self.noun)} {record.number}: {resolve(outcome.summary)}\n{board}"


def resolve(text: str | Callable[[], str] | None) -> str:
    """Return a text, calling the function that makes it."""
    return text() if callable(text) else text or ""


def located(record: Record, reason: str) -> Message:
    """Return a message with the source and the number of the record in front."""
    return Message(
        "{source}: record {number}: {reason}", source=record.name, number=record.number, reason=reason
    )


@cache
def _json_text() -> Callable[[object], str]:
    from json import JSONEncoder  # not needed for text
    from json.encoder import encode_basestring

    from zet.engines.kernel._json import JsonTexts

    every = JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False).encode
    return JsonTexts(encode_basestring, every).text


def json_line(record: Record, status: str, keys: Keys) -> str:
    """Return the JSON line of an answer: `source`, `record` and `status` come first."""
    source, number, _ = record
    return _json_text()({"source": source, "record": number, "status": status, **keys}) + "\n"


class NothingToKeepError(Exception):
    """No record was answered, and the output file is not made."""


class Writer:
    """The output: it is flushed when it is a moment old, and before each wait for input.

    `frame` stands before the first and after the last output, if any; with `goes_on` some is there.
    """

    def __init__(self, stream: BinaryIO, frame: tuple[str, str], *, goes_on: bool = False) -> None:
        self._stream = stream
        self._head, self._tail = ("", frame[1]) if goes_on else frame
        self._flushed = 0.0
        self._is_terminal = stream.isatty()
        self.has_written = goes_on

    def write(self, text: str | bytes) -> None:
        """Write an answer."""
        if text:
            if self._head:
                self._put(self._head)
                self._head = ""
            self._put(text)
            self.has_written = True
            if time.monotonic() - self._flushed > FLUSH_SECONDS:
                self.flush()

    def flush(self) -> None:
        """Write out what was written so far."""
        try:
            self._stream.flush()
        except OSError as error:
            raise _refusal(error) from None
        self._flushed = time.monotonic()

    def finish(self, total: str | bytes) -> None:
        """Write what stands at the end."""
        self._put(total)
        self.has_written |= bool(total)
        if not self._head:
            self._put(self._tail)
        self.flush()

    def _put(self, text: str | bytes) -> None:
        if self._is_terminal:
            text = shown(text if isinstance(text, str) else text.decode(errors="backslashreplace"))
        try:
            self._stream.write(encoded(text))
        except OSError as error:
            raise _refusal(error) from None


@contextmanager
def open_output(path: "Path | None", *, force: bool) -> Iterator[BinaryIO]:
    """Yield the stream that answers go to: standard output, or a file that is written whole.

    Raises:
        click.ClickException: the file exists and may not be replaced, or cannot be written.
    """
    if path is None or _is_standard_output(path):
        yield sys.stdout.buffer
        return
    if is_special(path):  # there is nothing in it to lose
        with _plain_refusals(path), whole_output(path) as stream:
            yield stream
        return
    with plain_errors(path, force=force), whole_output(path) as stream:
        yield stream


def _is_standard_output(path: "Path") -> bool:
    """Whether a path leads to where standard output goes, as /dev/stdout does."""
    with suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(1))
    return False


def write_file(path: "Path", data: bytes, *, force: bool = True) -> None:
    """Write a file whole, by default in place of one that may be there.

    Raises:
        click.ClickException: the file cannot be written; what was there is as it was.
    """
    with plain_errors(path, force=force), whole_file(path) as stream:
        stream.write(data)


@contextmanager
def plain_errors(path: "Path", *, force: bool) -> Iterator[None]:
    """Turn what can go wrong with a file that is written into one line for the user."""
    with _plain_refusals(path):
        refuse_existing(path, force=force)
        check_regular(path)
        yield


@contextmanager
def _plain_refusals(path: "Path") -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise ClosedPipe from None
    except UnwritableError as error:
        raise click.ClickException(translate(error)) from None
    except OSError as error:
        raise click.ClickException(f"{path}: {_(str(error.strerror))}") from None


def refuse_existing(path: "Path", *, force: bool) -> None:
    """Refuse to replace a file, unless it may be.

    Raises:
        UnwritableError: the file exists.
    """
    if path.exists() and not force:
        raise UnwritableError("{path} exists; --force overwrites it", path=path)


def say(line: str) -> None:
    """Write a line to standard output at once.

    Raises:
        ClosedPipe: nobody reads the output any more.
        OutputError: the system refuses it otherwise.
    """
    writer = Writer(sys.stdout.buffer, ("", ""))
    writer.write(line + "\n")
    writer.flush()


def encoded(text: str | bytes) -> bytes:
    """Return a text in UTF-8; what is none in the names of files comes as escapes, as in JSON."""
    return text if isinstance(text, bytes) else text.encode(errors="backslashreplace")


def _refusal(error: OSError) -> Exception:
    """Return what to raise when the system refuses a write."""
    if isinstance(error, BrokenPipeError):
        return ClosedPipe()
    reason = _(str(error.strerror))
    return OutputError(_("the output cannot be written: {reason}").format(reason=reason))


Show = Callable[[dict[str, int]], None] | None


@contextmanager
def progress(files: tuple[str, ...], position: Callable[[], int], *, quiet: bool) -> Iterator[Show]:
    """Yield a function that shows how far a run is: on a terminal, once it has taken a second; else None.

    It takes how many answers there were of each status. The bar counts the bytes read, as far as the
    files tell how many there are; `position` is that in the file that is read. While one record takes
    long, its seconds are counted; not where a person may be typing the records.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    import pathlib

    paths = [pathlib.Path(name) for name in files]
    sizes = [path.stat().st_size if path.is_file() else 0 for path in paths]
    is_known = bool(sizes) and all(sizes)
    bar: ProgressBar[int] | None = None
    started = shown = time.monotonic()
    n_done = 0
    drawing, over = Lock(), Event()

    def words(_item: object) -> str:
        records = _("{n} records").format(n=n_done)
        return f"{records}, {time.monotonic() - started:.0f} s"

    def draw() -> None:
        nonlocal bar, shown
        now = time.monotonic()
        if now - started < PROGRESS_SECONDS or now - shown < PROGRESS_PAUSE:
            return
        shown = now
        if bar is None:
            bar = click.progressbar(
                (size for size in sizes),  # its length is not known, unless that is given
                length=sum(sizes) if is_known else None,
                item_show_func=words,
                file=screen(),
            ).__enter__()
        if is_known:
            bar.make_step(max(position() - bar.pos, 0))
        bar.current_item = n_done
        bar.render_progress()  # which `update` leaves out where there is no step

    def show(statuses: dict[str, int]) -> None:
        nonlocal n_done
        n_done = sum(statuses.values())
        with drawing:
            draw()

    def beat() -> None:
        while not over.wait(PROGRESS_SECONDS):
            with drawing, suppress(ValueError):  # the file was closed just now
                draw()

    beating = Thread(target=beat, daemon=True)
    if not ("-" in files and sys.stdin.isatty()):
        beating.start()
    try:
        yield show
    finally:  # the cursor, which the bar hides, comes back
        over.set()
        if beating.ident:
            beating.join()
        if bar is not None:
            bar.__exit__(None, None, None)


def report(statuses: dict[str, int], seconds: float, before: int = 0) -> None:
    """Say on standard error how many records had which status, and how long those of this run took.

    `before` is how many were answered in earlier runs.
    """
    total = sum(statuses.values())
    parts = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    rate = (total - before) / seconds if seconds else 0
    words = _("{n} records in {seconds:.2f} s, {rate:.0f} per second: {parts}")
    click.echo(words.format(n=total, seconds=seconds, rate=rate, parts=parts), err=True)
