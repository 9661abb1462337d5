"""The output of a run: renderers of outcomes, the writer (standard output or a file), progress."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import click

from zet.cli.errors import ClosedPipe, OutputError
from zet.cli.terminal import columns, screen, shown
from zet.cli.words import _, ngettext, translate
from zet.engines.messages import Message
from zet.engines.sanitize import escape
from zet.formats.errors import UnwritableError
from zet.formats.files import check_regular, extension_of, is_special, whole_file, whole_output
from zet.formats.losses import recorded_losses

if TYPE_CHECKING:
    from pathlib import Path

    from click._termui_impl import ProgressBar

FLUSH_SECONDS = 0.05
PROGRESS_SECONDS = 1.0
PROGRESS_PAUSE = 0.1

WRITTEN_AS = {
    ".svg": "svg", ".png": "png", ".jpg": "jpg", ".jpeg": "jpg", ".html": "html", ".htm": "html",
    ".pdf": "pdf", ".webp": "webp", ".bmp": "bmp", ".gif": "gif", ".svgz": "svgz", ".xhtml": "html",
    ".ps": "ps", ".eps": "ps", ".tif": "tiff", ".tiff": "tiff", ".avif": "avif",
}  # fmt: skip
"""The kind of picture or page named by each file extension."""


class Record(NamedTuple):
    """A record from an input: its source, its number in the source (from 1), and its value or error.

    The value may be an unparsed Line, if another process is to parse it.
    """

    source: str
    number: int
    value: Any

    @property
    def name(self) -> str:
        """The name of the source on one line, for text output."""
        return escape(self.source)


Answer = tuple[str, str | bytes, int, str, Any, tuple[str, ...]]
"""A rendered answer: the status, the output, the exit code of the status, the message for standard error,
the value for the total of the run (or None), and the parts of the record that the output's format cannot
store. (A named tuple would be slower.)
"""

Keys = Mapping[str, Any]


class Outcome(NamedTuple):
    """The result of a command for a record, as JSON keys, text and a writer of other formats.

    `keys` is the JSON object without source, record and status. `summary` is the line that --format text
    writes after the record's location. `board` is text printed below this line, or a function of `color`
    and `columns` if the text depends on the screen. `serialize` returns the record in any other format,
    given by name, and also in json if `keys` is None. In the other formats, an outcome without
    `serialize` has no output, and its summary is written to standard error. A `note` on anything that the
    format cannot express is written to standard error, too. Functions are called only for the format that
    is written. `value` is the contribution to the total of the run; if the total is written in the format
    of the output, `value` is a function that returns the contribution.
    """

    status: str
    keys: Keys | Callable[[], Keys] | None = None
    summary: str | Callable[[], str] | None = None
    board: str | Callable[..., str] = ""
    serialize: Callable[[str], str | bytes] | None = None
    note: str | Callable[[], str] = ""
    value: Any = None


class Renderer(NamedTuple):
    """A renderer of outcomes in the format `name`; `noun` is the word for a record in text.

    `codes` maps each status to its exit code. `columns` is the width of the screen, or None if the text
    is not written to a screen.
    """

    name: str
    noun: str
    codes: Mapping[str, int]
    color: bool
    columns: int | None = None

    def render(self, record: Record, outcome: Outcome) -> Answer:
        """Return the rendered outcome for a record."""
        text: str | bytes = ""
        message = ""
        lost: tuple[str, ...] = ()
        value = outcome.value
        if self.name == "json" and (outcome.keys is not None or outcome.serialize is None):
            keys = outcome.keys() if callable(outcome.keys) else outcome.keys
            text = json_line(record, outcome.status, keys or {})
        elif self.name == "text":
            text = self._text(record, outcome)
        else:
            if outcome.serialize:
                with recorded_losses() as parts:
                    text = outcome.serialize(self.name)
                    value = value() if callable(value) else value
                lost = tuple(parts)
            message = resolve(outcome.note) or ("" if outcome.serialize else resolve(outcome.summary))
        located_message = translate(located(record, message)) if message else ""
        return outcome.status, text, self.codes[outcome.status], located_message, value, lost

    def _text(self, record: Record, outcome: Outcome) -> str:
        board = outcome.board
        if callable(board):
            board = board(color=self.color, columns=self.columns)
        if outcome.summary is None:
            return board
        return f"{record.name}, {_(self.noun)} {record.number}: {resolve(outcome.summary)}\n{board}"


def resolve(text: str | Callable[[], str] | None) -> str:
    """Return `text`, or its result if it is a function; "" for None."""
    return text() if callable(text) else text or ""


def located(record: Record, reason: str) -> Message:
    """Return a message preceded by the source and the number of the record."""
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
    """No record was answered, so the output file is not created."""


class Writer:
    """The output stream, flushed after a write and before each wait for input.

    A write within FLUSH_SECONDS of the last flush is flushed with the next write, or by `flushing`.

    `frame` contains the texts to write before the first answer and after the last one; without answers,
    neither is written. With `resumes`, an earlier run has already written the text before the first
    answer.
    """

    def __init__(self, stream: BinaryIO, frame: tuple[str, str], *, resumes: bool = False) -> None:
        self._stream = stream
        self._head, self._tail = ("", frame[1]) if resumes else frame
        self._flushed = 0.0
        self._delayed = Event()  # a write may await a flush
        # A signal does not interrupt a thread that waits for the internal lock of the stream, so Ctrl-C
        # would have no effect while nobody reads the output. A wait for this lock is interrupted.
        self._using = Lock()
        self.is_terminal = stream.isatty()
        self.has_written = resumes

    def write(self, text: str | bytes) -> None:
        """Write the text of one answer."""
        if text:
            if self._head:
                self._put(self._head)
                self._head = ""
            self._put(text)
            self.has_written = True
            if time.monotonic() - self._flushed > FLUSH_SECONDS:
                self.flush()
            elif not self._delayed.is_set():
                self._delayed.set()

    @contextmanager
    def flushing(self) -> Iterator[None]:
        """In this block, flush writes after FLUSH_SECONDS even if the next answer takes long to compute.

        If a flush by this block fails, the next call to `flush` fails as well, and reports the failure.
        """
        over = Event()

        def flush_delayed() -> None:
            while not over.is_set():  # checked after each `clear`, which may follow the last `set`
                self._delayed.wait()
                if over.wait(FLUSH_SECONDS):
                    return
                self._delayed.clear()
                with suppress(OSError), self._using:
                    self._stream.flush()

        flushes = Thread(target=flush_delayed, daemon=True)
        flushes.start()
        try:
            yield
        finally:
            over.set()
            self._delayed.set()
            flushes.join()

    def flush(self) -> None:
        """Flush the buffered output."""
        try:
            with self._using:
                self._stream.flush()
        except OSError as error:
            raise _refusal(error) from None
        self._flushed = time.monotonic()

    def finish(self, total: str | bytes) -> None:
        """Write the total and the closing part of the frame."""
        self.write(total)
        if not self._head:
            self._put(self._tail)
        self.flush()

    def _put(self, text: str | bytes) -> None:
        if self.is_terminal:
            text = shown(text if isinstance(text, str) else _as_text(text))
        data = encoded(text)
        try:
            with self._using:
                self._stream.write(data)
        except OSError as error:
            raise _refusal(error) from None


def _as_text(data: bytes) -> str:
    """Decode output for a terminal.

    Raises:
        click.UsageError: the output is binary.
    """
    with suppress(UnicodeDecodeError):
        if not re.search(rb"[^\t\n\r -~\x80-\xff]", data):
            return data.decode()
    raise click.UsageError(_("binary output cannot be written to a terminal; give a file with -o"))


@contextmanager
def open_output(path: "Path | None", *, force: bool) -> Iterator[BinaryIO]:
    """Yield the stream for answers: standard output, or a file that replaces `path` once it is complete.

    Raises:
        click.ClickException: the file exists and may not be replaced, or cannot be written.
    """
    if path is None or _is_standard_output(path):
        yield sys.stdout.buffer
        return
    if is_special(path):  # a device has no contents to protect
        with _plain_refusals(path), whole_output(path) as stream:
            yield stream
        return
    with plain_errors(path, force=force), whole_output(path) as stream:
        yield stream


def _is_standard_output(path: "Path") -> bool:
    """Return whether a path, such as /dev/stdout, refers to the same file as standard output."""
    with suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(1))
    return False


def write_file(path: "Path", data: bytes, *, force: bool = True) -> None:
    """Write a file atomically; by default it replaces an existing file.

    Raises:
        click.ClickException: the file cannot be written; an existing file is unchanged.
    """
    with plain_errors(path, force=force), whole_file(path) as stream:
        stream.write(data)


@contextmanager
def plain_errors(path: "Path", *, force: bool) -> Iterator[None]:
    """Convert errors in writing a file to one-line messages for the user."""
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
    """Refuse to replace an existing file, unless `force` is set.

    Raises:
        UnwritableError: the file exists.
    """
    if path.exists() and not force:
        raise UnwritableError("{path} exists; --force overwrites it", path=path)


def refuse_ending(path: "Path", kind: str) -> None:
    """Refuse to write output to a file whose extension belongs to another kind of picture or page.

    `kind` is a value of WRITTEN_AS or of --format.

    Raises:
        click.UsageError: the extension belongs to another kind; the message names the option that
            writes such files, if the command has one.
    """
    suffix = f".{extension_of(path)}"
    if WRITTEN_AS.get(suffix, kind) == kind:
        return
    reason = _("{path}: {kind} does not belong in a {suffix} file")
    option = f"--{WRITTEN_AS[suffix]}"
    if any(option in one.opts for one in click.get_current_context().command.params):
        reason = _("{path}: {kind} does not belong in a {suffix} file; use {option}")
    named = kind.upper() if kind in WRITTEN_AS.values() else f"--format {kind}"
    kind = _("text") if kind == "text" else named
    raise click.UsageError(reason.format(path=path, kind=kind, suffix=suffix, option=option))


def write_line(line: str) -> None:
    """Write a line to standard output at once.

    Raises:
        ClosedPipe: the reader has closed the pipe.
        OutputError: the write fails for another reason.
    """
    writer = Writer(sys.stdout.buffer, ("", ""))
    writer.write(line + "\n")
    writer.flush()


def encoded(text: str | bytes) -> bytes:
    """Encode text as UTF-8; undecodable bytes in file names are escaped, as in JSON."""
    return text if isinstance(text, bytes) else text.encode(errors="backslashreplace")


def _refusal(error: OSError) -> Exception:
    """Return the exception to raise for a failed write."""
    if isinstance(error, BrokenPipeError):
        return ClosedPipe()
    reason = _(str(error.strerror))
    return OutputError(_("the output cannot be written: {reason}").format(reason=reason))


TEXT_BESIDE = 40
"""The number of columns that a progress bar leaves free for the text beside it."""


class Bar:
    """A progress bar, which appears after the first second of a run."""

    def __init__(self, files: tuple[str, ...], position: Callable[[], int]) -> None:
        import pathlib

        paths = [pathlib.Path(name) for name in files]
        self._sizes = [path.stat().st_size if path.is_file() else 0 for path in paths]
        self._is_known = bool(self._sizes) and all(self._sizes)
        self._position = position
        self._bar: ProgressBar[int] | None = None
        self._started = self._shown = time.monotonic()
        self._drawing = Lock()
        self.n_done = 0

    def __call__(self, statuses: dict[str, int]) -> None:
        """Show the number of answers; `statuses` contains the number for each status."""
        self.n_done = sum(statuses.values())
        self.draw()

    def clear(self) -> None:
        """Erase the bar from its line, where other output is about to be written."""
        with self._drawing:
            if self._bar is not None:
                click.echo("\r\x1b[K", nl=False, file=screen())

    def _words(self, _item: object) -> str:
        records = ngettext("{n} record", "{n} records", self.n_done).format(n=self.n_done)
        return f"{records}, {time.monotonic() - self._started:.0f} s"

    def draw(self) -> None:
        """Draw the bar, unless the run has just begun or the bar was drawn very recently."""
        with self._drawing:
            now = time.monotonic()
            if now - self._started < PROGRESS_SECONDS or now - self._shown < PROGRESS_PAUSE:
                return
            self._shown = now
            if self._bar is None:
                self._bar = click.progressbar(
                    (size for size in self._sizes),  # an iterator has no length of its own
                    length=sum(self._sizes) if self._is_known else None,
                    item_show_func=self._words,
                    width=min(36, max(columns(2) - TEXT_BESIDE, 1)),
                    file=screen(),
                ).__enter__()
            if self._is_known:
                n_read = min(self._position(), sum(self._sizes) - 1)  # the last answer is still missing
                self._bar.make_step(max(n_read - self._bar.pos, 0))
            self._bar.current_item = self.n_done
            self._bar.render_progress()  # `update` redraws only after a step

    def end(self, *, is_done: bool) -> None:
        """Complete the bar if the run is done, and show the cursor, which the bar had hidden."""
        if self._bar is None:
            return
        if is_done and self._is_known:
            self._bar.make_step(sum(self._sizes) - self._bar.pos)
            self._bar.render_progress()
        self._bar.__exit__(None, None, None)


@contextmanager
def progress(files: tuple[str, ...], position: Callable[[], int], *, quiet: bool) -> Iterator[Bar | None]:
    """Yield a progress bar on a terminal; yield None if no progress is to be shown.

    The bar shows the share of bytes read if the sizes of the files are known; `position` returns the
    number of bytes read so far. During a long record the bar counts seconds, unless a person may be
    typing the records.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    bar, over = Bar(files, position), Event()

    def beat() -> None:
        while not over.wait(PROGRESS_SECONDS):
            with suppress(ValueError):  # the current file was just closed
                bar.draw()

    beating = Thread(target=beat, daemon=True)
    if not ("-" in files and sys.stdin.isatty()):
        beating.start()
    is_done = False
    try:
        yield bar
        is_done = True
    finally:
        over.set()
        if beating.ident:
            beating.join()
        bar.end(is_done=is_done)


def report(statuses: dict[str, int], seconds: float, before: int = 0) -> None:
    """Report on standard error the number of records by status, and the time and rate of this run.

    `before` is the number of records answered by earlier runs.
    """
    total = sum(statuses.values())
    parts = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    rate = (total - before) / seconds if seconds else 0
    words = ngettext(
        "{n} record in {seconds:.2f} s, {rate:.0f} per second: {parts}",
        "{n} records in {seconds:.2f} s, {rate:.0f} per second: {parts}",
        total,
    )
    click.echo(words.format(n=total, seconds=seconds, rate=rate, parts=parts), err=True)
