"""The one mechanism behind every command that reads records and answers each of them.

Records come from files or standard input, one after another; each gets one answer, written in order as
soon as it is known. With `--jobs` or `--cluster` the answers are worked out elsewhere, and the output
is the same to the byte. A record that cannot be read is reported, and the rest go on.
"""

import io
import json
import multiprocessing
import os
import re
import signal
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial, wraps
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

import click
from zet.cli import language
from zet.cli.main import ClosedPipe, OutputError
from zet.engines.errors import GameError
from zet.engines.messages import _
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.files import open_input, whole_file

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

YES, NO, BAD, UNKNOWN = 0, 1, 2, 3
_RANK = (YES, NO, UNKNOWN, BAD)

MAX_CHUNK = 64
"""Records that travel together to another process."""

MAX_WORKERS_PER_CORE = 4
"""No more processes than this are started, whatever --jobs says; the output is the same."""

FLUSH_SECONDS = 0.05
PROGRESS_SECONDS = 1.0
PROGRESS_PAUSE = 0.1


class _NothingToKeepError(Exception):
    """No record was answered, and the output file is not made."""


class Record(NamedTuple):
    """What was read: from which source, its number there (from 1), and the value or the error."""

    source: str
    number: int
    value: Any


class Answer(NamedTuple):
    """What is written for a record: its status in a word, the output, and the exit code it asks for.

    `message` goes to standard error. `value` is what the total of the run is made of, if it has one.
    """

    status: str
    text: str | bytes
    code: int = YES
    message: str = ""
    value: Any = None


Work = Callable[[Record], Answer]
Load = Callable[[io.BufferedReader, str], Iterable[Any]]


def json_line(record: Record, status: str, **keys: object) -> str:
    """Return the JSON line of an answer: `source`, `record` and `status` come first."""
    data = {"source": record.source, "record": record.number, "status": status, **keys}
    return json.dumps(data, ensure_ascii=False) + "\n"


def _answer(work: Work, as_json: bool, record: Record) -> Answer:
    """Return the answer to a record, or to what is wrong with it."""
    error = record.value
    if not isinstance(error, FormatError):
        try:
            return work(record)
        except (FormatError, GameError, UnwritableError) as caught:
            error = caught
    message = str(error)
    if not isinstance(error, FormatError):
        reason = _("{source}: record {number}: {reason}")
        message = reason.format(source=record.source, number=record.number, reason=message)
    text = json_line(record, "error", error=message) if as_json else ""
    return Answer("error", text, BAD, message)


def _answers(work: Work, as_json: bool, records: list[Record]) -> list[Answer]:
    return [_answer(work, as_json, record) for record in records]


def _answers_in(tongue: str, work: Work, as_json: bool, records: list[Record]) -> list[Answer]:
    language.speak(tongue)
    return _answers(work, as_json, records)


class Batch:
    """The options that all commands on records share, and the run over the records."""

    def __init__(
        self,
        *,
        files: tuple[str, ...] = (),
        format: str = "text",  # noqa: A002 - the option's name
        output: Path | None = None,
        force: bool = False,
        jobs: int = 1,
        cluster: str | None = None,
        quiet: bool = False,
        verbose: bool = False,
    ) -> None:
        self.files = files or ("-",)
        self.format = format
        self.output = output
        self.force = force
        self.jobs = jobs
        self.cluster = cluster
        self.quiet = quiet
        self.verbose = verbose
        self._raw: BinaryIO | None = None
        self._before_read: Callable[[], None] = _do_nothing

    def records(self, load: Load) -> Iterator[Record]:
        """Yield the records of all files; what cannot be opened or read further is an error record."""
        for name in self.files:
            number = 0
            try:
                with _open_raw(name) as self._raw:
                    stream = open_input(self._raw, lambda: self._before_read())
                    for number, value in enumerate(load(stream, name), 1):
                        yield Record(name, number, value)
            except (OSError, EOFError, zlib.error) as error:
                reason = getattr(error, "strerror", None) or str(error)
                yield Record(name, number + 1, FormatError(name, None, _(reason)))

    def flush(self) -> None:
        """Write out all answers so far; to be called before waiting for something else than records."""
        self._before_read()

    def run(
        self,
        records: Iterator[Record],
        work: Work,
        frame: tuple[str, str] = ("", ""),
        total: Callable[[list[Any]], str] | None = None,
    ) -> int:
        """Answer every record and return the exit code.

        `work` must be picklable. `frame` stands before the first and after the last output, if any.
        `total` makes the last output of the values of the answers that have one.
        """
        task = partial(_answers, work, self.format == "json")
        if self.cluster is not None:  # whose workers have an environment of their own
            task = partial(_answers_in, language.spoken(), work, self.format == "json")
        started = time.monotonic()
        with suppress(_NothingToKeepError), ExitStack() as stack:
            writer = _Writer(stack.enter_context(self._open_output()), frame)
            show_progress = stack.enter_context(self._progress(started))
            values = []
            if self.jobs == 1 and self.cluster is None:
                self._before_read = writer.flush
                answers: Iterator[Answer] = (answer for record in records for answer in task([record]))
            else:
                answers = self._spread(records, task, stack)
            for answer in answers:
                if answer.message:
                    click.echo(answer.message, err=True)
                writer.write(answer)
                if answer.value is not None:
                    values.append(answer.value)
                show_progress(writer.statuses)
            writer.finish(total(values) if total else "")
            if self.output is not None and writer.codes == {BAD} and not writer.has_written:
                raise _NothingToKeepError
        if self.verbose:
            _report(writer.statuses, time.monotonic() - started)
        return max(writer.codes, key=_RANK.index, default=YES)

    def _spread(
        self,
        records: Iterator[Record],
        task: Callable[[list[Record]], list[Answer]],
        stack: ExitStack,
    ) -> Iterator[Answer]:
        """Yield the answers in order while other processes work them out.

        A thread reads; it hands on what it has whenever it may have to wait for input.
        """
        executor, workers = stack.enter_context(self._executor())
        queue: Queue[Future[list[Answer]] | BaseException | None] = Queue(4 * workers)
        chunk: list[Record] = []

        def submit() -> None:
            if chunk:
                queue.put(executor.submit(task, chunk.copy()))
                chunk.clear()

        def read() -> None:
            size = 1
            try:
                for record in records:
                    chunk.append(record)
                    if len(chunk) >= size:
                        submit()
                        size = min(size + 1, MAX_CHUNK)
                submit()
                queue.put(None)
            except BaseException as error:
                queue.put(error)

        self._before_read = submit
        Thread(target=read, daemon=True).start()
        while (item := queue.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield from item.result()

    @contextmanager
    def mapping(self) -> Iterator[Callable[..., Iterator[Any]]]:
        """Yield a `map` for tasks that are no records; its results come in order.

        It works in this process, or with --jobs or --cluster in others.
        """
        if self.jobs == 1 and self.cluster is None:
            yield map
            return
        with ExitStack() as stack:
            executor, _ = stack.enter_context(self._executor())
            yield executor.map

    @contextmanager
    def _executor(self) -> Iterator[tuple[Executor, int]]:
        """Yield an executor and the number of its workers; they end with the block."""
        if self.cluster is not None:
            with _cluster_client(self.cluster) as client:
                yield client.get_executor(pure=False), max(sum(client.ncores().values()), 1)
            return
        cores = os.cpu_count() or 1
        workers = min(self.jobs or cores, MAX_WORKERS_PER_CORE * cores)
        executor = ProcessPoolExecutor(workers, initializer=_start_worker)
        executor.submit(int).result()  # the workers start here, before there is a second thread
        try:
            yield executor, workers
        except BaseException:
            # What is under way is given up; `main` then leaves without waiting for the pool.
            executor.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()
            raise
        executor.shutdown()

    @contextmanager
    def _open_output(self) -> Iterator[BinaryIO]:
        if self.output is None:
            yield sys.stdout.buffer
            return
        if self.output.exists() and not self.force:
            raise click.ClickException(_("{path} exists; --force overwrites it").format(path=self.output))
        try:
            with whole_file(self.output) as stream:
                yield stream
        except OSError as error:
            raise click.ClickException(f"{self.output}: {_(str(error.strerror))}") from None

    @contextmanager
    def _progress(self, started: float) -> Iterator[Callable[[Counter[str]], None]]:
        """Yield a function that shows how far the run is: on a terminal, once it has taken a second.

        The bar counts the bytes read, as far as the files tell how many there are.
        """
        if self.quiet or not sys.stderr.isatty():
            yield _do_nothing
            return
        sizes = [Path(name).stat().st_size if Path(name).is_file() else 0 for name in self.files]
        bar: ProgressBar[int] | None = None
        shown = started

        def show(statuses: Counter[str]) -> None:
            nonlocal bar, shown
            now = time.monotonic()
            if now - started < PROGRESS_SECONDS or now - shown < PROGRESS_PAUSE:
                return
            shown = now
            if bar is None:
                bar = click.progressbar(
                    (size for size in sizes),  # its length is not known, unless that is given
                    length=sum(sizes) if all(sizes) else None,
                    item_show_func=lambda count: _("{n} records").format(n=count),
                    file=sys.stderr,
                ).__enter__()
            position = self._raw.tell() if all(sizes) and self._raw else 0
            bar.update(max(position - bar.pos, 0), statuses.total())

        yield show
        if bar is not None:
            bar.__exit__(None, None, None)


class _Writer:
    """The output: it is flushed when it is a moment old, and before each wait for input."""

    def __init__(self, stream: BinaryIO, frame: tuple[str, str]) -> None:
        self._stream = stream
        self._head, self._tail = frame
        self._flushed = 0.0
        self.statuses: Counter[str] = Counter()
        self.codes: set[int] = set()
        self.has_written = False

    def write(self, answer: Answer) -> None:
        self.statuses[answer.status] += 1
        self.codes.add(answer.code)
        if answer.text:
            self._put(self._head)
            self._put(answer.text)
            self._head = ""
            if time.monotonic() - self._flushed > FLUSH_SECONDS:
                self.flush()

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            raise _refusal(error) from None
        self._flushed = time.monotonic()

    def finish(self, total: str) -> None:
        self._put(total)
        if not self._head:
            self._put(self._tail)
        self.flush()

    def _put(self, text: str | bytes) -> None:
        self.has_written |= bool(text)
        try:
            self._stream.write(text if isinstance(text, bytes) else _encoded(text))
        except OSError as error:
            raise _refusal(error) from None


def say(line: str) -> None:
    """Write a line to standard output at once.

    Raises:
        ClosedPipe: nobody reads the output any more.
        OutputError: the system refuses it otherwise.
    """
    try:
        sys.stdout.buffer.write(_encoded(line + "\n"))
        sys.stdout.buffer.flush()
    except OSError as error:
        raise _refusal(error) from None


def _encoded(text: str) -> bytes:
    """Return a text in UTF-8; what is none in the names of files comes as escapes, as in JSON."""
    return text.encode(errors="backslashreplace")


def _refusal(error: OSError) -> Exception:
    """Return what to raise when the system refuses a write."""
    if isinstance(error, BrokenPipeError):
        return ClosedPipe()
    reason = _(str(error.strerror))
    return OutputError(_("the output cannot be written: {reason}").format(reason=reason))


def _do_nothing(*_: object) -> None:
    pass


@contextmanager
def _open_raw(name: str) -> Iterator[BinaryIO]:
    """Yield an unbuffered stream of a file, or of standard input for "-", which is left open."""
    if name == "-":
        yield getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    else:
        with Path(name).open("rb", 0) as raw:
            yield cast(BinaryIO, raw)


@contextmanager
def _cluster_client(address: str) -> Iterator[Any]:
    """Yield a client of a Dask cluster."""
    if not re.fullmatch(r"(\w+://)?[^/]+:\d+", address):
        reason = _("{address!r} is no address of a cluster, like tcp://HOST:PORT")
        raise click.ClickException(reason.format(address=address))
    try:
        from distributed import Client
    except ImportError:
        reason = _("--cluster needs the package distributed: zet[cluster]")
        raise click.ClickException(reason) from None
    try:
        client = Client(address, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        reason = _("no cluster at {address}: {reason}").format(address=address, reason=error)
        raise click.ClickException(reason) from None
    with client:
        yield client


def _start_worker() -> None:
    """Let Ctrl-C end a worker at once and without a word; the main process says what there is to say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the main process, however it comes about, and end with it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _report(statuses: Counter[str], seconds: float) -> None:
    """Say on standard error how many records had which status, and how long they took."""
    total = statuses.total()
    parts = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    rate = total / seconds if seconds else 0
    words = _("{n} records in {seconds:.2f} s, {rate:.0f} per second: {parts}")
    click.echo(words.format(n=total, seconds=seconds, rate=rate, parts=parts), err=True)


def batch_command(
    *formats: str, files: bool = True, spelling: str = "--format"
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Add the shared options to a command, whose function then gets them as `batch`.

    `formats` are the values of --format, the default first. Without `files` the command reads nothing.
    """
    options: list[Callable[[Any], Any]] = [
        click.option(
            *dict.fromkeys(["--format", spelling]),
            "format",
            type=click.Choice(formats),
            default=formats[0],
            show_default=True,
            help="How to write the answers; json: one object per line.",
        ),
        click.option(
            "-o",
            "--output",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Write to this file, whole or not at all, instead of standard output.",
        ),
        click.option("--force", is_flag=True, help="Let --output overwrite a file."),
        click.option(
            "--jobs",
            type=click.IntRange(0),
            default=1,
            show_default=True,
            metavar="N",
            help="Spread the records over N processes; 0: one for each core.",
        ),
        click.option("--cluster", metavar="ADDRESS", help="Spread them over a Dask cluster."),
        click.option("-q", "--quiet", is_flag=True, help="Never show progress."),
        click.option("-v", "--verbose", is_flag=True, help="Say at the end what was done."),
    ]
    if files:
        options.insert(0, click.argument("files", nargs=-1, metavar="[FILES]...", type=click.Path()))

    def decorate(function: Callable[..., int]) -> Callable[..., int]:
        @wraps(function)
        def command(**values: Any) -> int:
            shared = {name: values.pop(name) for name in _SHARED if name in values}
            return function(batch=Batch(**shared), **values)

        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_SHARED = ("files", "format", "output", "force", "jobs", "cluster", "quiet", "verbose")
